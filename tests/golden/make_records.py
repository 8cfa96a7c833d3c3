"""Makes the corpus of records: `python tests/golden/make_records.py`.

Run it to add records after a game, a mode or an option has been added, or after a card set got a new version. Records
that are there are never changed: they must replay for ever (that of an earlier version of rules can be made no more,
and stands for itself: five_spheres-rules-1). The matches of Space Editor and those with Genesis are played once with
each version of the cards and named after it; those without a version in the name are of version 1.
"""

from __future__ import annotations

import json
from pathlib import Path

from orrery.bots.bot import NoLimit, make_bot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.records import to_record
from orrery.games import for_people, game_named
from orrery.games.five_spheres.cards import collections
from orrery.games.space_editor.cards import sets

CORPUS = Path(__file__).parent / "records"

PLANS: dict[str, tuple[str, JsonObject, list[str]]] = {
    "space_editor-full": ("space_editor", {"mode": "full"}, ["greedy", "random"]),
    "space_editor-full-fire-earth": ("space_editor", {"mode": "full", "elements": ["fire", "earth"]}, ["greedy"] * 2),
    "space_editor-half-2": ("space_editor", {"mode": "half", "face_down": "shown"}, ["random", "random"]),
    "space_editor-half-3": (
        "space_editor",
        {"mode": "half", "players": 3, "final_star": "forbid", "half_end": "decks"},
        ["greedy", "random", "greedy"],
    ),
    "space_editor-half-4": ("space_editor", {"mode": "half", "players": 4, "split": "forbid"}, ["random"] * 4),
    "space_editor-small-table": ("space_editor", {"mode": "full", "table": [5, 7]}, ["random", "random"]),
    "five_spheres-2": ("five_spheres", {"cards": "testset"}, ["greedy", "random"]),
    "five_spheres-genesis-decks": (
        "five_spheres",
        {"assembly": "predesign", "deck_numbers": [1, 4]},
        ["greedy", "greedy"],
    ),
    "five_spheres-genesis-teams": (
        "five_spheres",
        {"lords": 4, "mode": "team_play", "assembly": "sets", "towers": 2, "max_turns": 60},
        ["greedy", "random"] * 2,
    ),
    "five_spheres-genesis-draft": (
        "five_spheres",
        {
            "lords": 3,
            "mode": "limited_range",
            "assembly": "closed_draft",
            "draft_batch": 3,
            "max_turns": 40,
            "ties": "none",
        },
        ["random", "greedy", "random"],
    ),
    "five_spheres-genesis-tags": (
        "five_spheres",
        {"lords": 4, "mode": "tag_team", "assembly": "predesign", "deck_numbers": [1, 2, 3, 4], "towers": 2},
        ["greedy", "random"] * 2,
    ),
    "five_spheres-genesis-citadels": (
        "five_spheres",
        {"lords": 4, "mode": "citadel", "assembly": "sets", "towers": 2, "max_turns": 40},
        ["greedy", "random"] * 2,
    ),
    "vediic-2": ("vediic", {"players": 2}, ["greedy", "random"]),
    "vediic-4": (
        "vediic",
        {"players": 4, "order": "seat0", "hands": "open", "trade": "any", "green_stack": True, "pooja_per_pass": True},
        ["greedy", "random", "greedy", "random"],
    ),
    "vediic-7": (
        "vediic",
        {"players": 7, "penalty_to": "charity", "pass_rule": "none", "max_rounds": 30},
        ["greedy", "random"] * 3 + ["greedy"],
    ),
}


def file_name(name: str) -> str:
    """The file of a plan, today."""
    if name.startswith("space_editor"):
        return f"{name}-set-{sets.standard().version}.json"
    if "genesis" in name:
        return f"{name}-set-{collections.standard().version}.json"
    return f"{name}.json"


def play(name: str) -> JsonObject:
    """One match with an undo in it, as a record."""
    game_name, options, players = PLANS[name]
    game = game_named(game_name)
    assert game is not None
    match = Match.new(game, for_people(game_name, options), sum(name.encode()))
    fate = Fate(17)
    bots = [make_bot(player, game) for player in players]
    while (seat := match.to_act()) is not None:
        word = bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), fate, NoLimit())
        match.act(word, time=1000 * match.number)
        if match.number == 15:
            match.undo(10, time=15500)
    return to_record(match, [f"bot:{player}" for player in players])


def main() -> None:
    """Writes the records that are missing."""
    CORPUS.mkdir(exist_ok=True)
    for name in PLANS:
        path = CORPUS / file_name(name)
        if not path.exists():
            path.write_text(json.dumps(play(name), sort_keys=True, indent=1) + "\n", encoding="utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
