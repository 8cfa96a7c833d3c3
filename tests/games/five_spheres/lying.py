"""What lies where in a match of Five Spheres, as text: written as `arrange` reads it."""

from __future__ import annotations

from collections import Counter

from games.five_spheres.arrange import FLAGS
from games.five_spheres.cards import Json
from orrery.core.match import Match


def show(match: Match, seat: int, zone: str = "battlefield") -> str:
    """A zone of cards in play as text."""
    return ", ".join(_shown(row, zone) for row in match.position()["seats"][seat][zone])


def _shown(row: Json, zone: str) -> str:
    words = [str(row["uid"]), row["card"]]
    words += [flag for flag in FLAGS if row.get(flag) and not (zone == "fortress" and row["kind"] == "tower")]
    if row.get("bonus"):
        words.append(f"{row['bonus']:+}")
    words += [f"!{word}" for word in row.get("granted", [])]
    if row.get("kind") == "spell":
        words.append("spell")
    if row.get("attached"):
        words += ["with", *[f"{under['uid']}:{under['card']}" for under in row["attached"]]]
    return " ".join(words)


def field(match: Match, seat: int) -> str:
    """The battlefield of a seat as text."""
    return show(match, seat)


def pile(match: Match, seat: int, zone: str) -> str:
    """A pile of a seat as text."""
    return " ".join(match.position()["seats"][seat][zone])


def strengths(match: Match, seat: int) -> dict[int, int]:
    """The strength of each creature of a seat, as the view shows it."""
    return {row["uid"]: row["strength"] for row in match.view(None)["seats"][seat]["battlefield"]}


def mana(match: Match, seat: int = 0) -> int:
    """The mana of a seat, as the view shows it."""
    found: int = match.view(None)["seats"][seat]["mana"]
    return found


def options(match: Match) -> list[str]:
    """What the pending decision offers."""
    found: list[str] = match.position()["pending"]["options"]
    return found


def step(match: Match) -> str:
    """`2 casting`: the active seat and its step."""
    at = match.position()
    return f"{at['active']} {at['step']}"


PILES = ("deck", "hand", "trash", "groove", "removed")
IN_PLAY = ("battlefield", "fortress", "vault", "casting")


def in_play(row: Json) -> list[Json]:
    """All cards of a seat that have a uid, those that are attached too."""
    found: list[Json] = []
    for zone in IN_PLAY:
        for piece in row[zone]:
            found += [piece, *piece.get("attached", [])]
    return found


def owned(row: Json) -> Counter[str]:
    """FS-2.2: all cards of a seat, wherever they lie, by their ids."""
    return Counter([*(id for zone in PILES for id in row[zone]), *(piece["card"] for piece in in_play(row))])
