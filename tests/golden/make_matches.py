"""Makes the golden matches: whole matches as files, to be read like code when they change.

    python tests/golden/make_matches.py [GAME ...]

writes tests/golden/matches/*.json anew. A file holds options and seed of a match, every action with the names of its
events and a digest of them in full, the result, and the hash of the final position. The tests play the actions again
and compare. Matches of Space Editor with the standard card set hold its hash; others hold their cards.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.five_spheres_naive import NaiveFiveSpheres
from oracle.random_space_editor import random_start
from oracle.space_editor_naive import NaiveSpaceEditor
from oracle.vediic_naive import NaiveVediic
from orrery.bots.bot import NoLimit, make_bot
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.core.notation import digest
from orrery.games import game_named
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.vediic import boards

Json = dict[str, Any]

FOLDER = Path(__file__).resolve().parent / "matches"
WEIGHTS = {"triggered": 3, "turned_up": 2, "turned_down": 1, "relocated": 1, "fizzled": -2, "declined": -1, "stuck": -3}


def digest_of(events: list[Json]) -> str:
    """A short digest of what happened."""
    return digest(events)[:16]


def names_of(events: list[Json]) -> str:
    """What happened, in names."""
    return " ".join(event["event"] for event in events)


def game_of(record: Json) -> Game:
    """The game of a golden match."""
    game = game_named(record["game"])
    assert game is not None
    return game


def standard_set() -> Json:
    """The standard card set of Space Editor, as a set file."""
    return sets.standard().as_json()


def make(game: str, options: Json, seed: int, pick: Callable[[Match], str]) -> Json:
    """Plays a match to its end and writes it down."""
    known = game_named(game)
    assert known is not None
    match = Match.new(known, options, seed)
    rows = []
    start = match.hash()
    while match.to_act() is not None:
        word = pick(match)
        events = [event.as_json() for event in match.act(word)]
        rows.append([word, names_of(events), digest_of(events)])
    return {
        "game": game,
        "rules": known.version,
        "cards": digest(standard_set()["cards"]) if game == "space_editor" and "cards" not in options else None,
        "options": options,
        "seed": seed,
        "start": start,
        "actions": rows,
        "result": match.result().as_json(),
        "position": match.hash(),
    }


def differences(record: Json) -> list[str]:
    """Where the engine of today plays a golden match otherwise; empty when all is as it was."""
    if record["cards"] is not None and record["cards"] != digest(standard_set()["cards"]):
        return ["the standard card set has changed: if it was meant to, run make_matches.py and read what is new"]
    match = Match.new(game_of(record), record["options"], record["seed"])
    if match.hash() != record["start"]:
        return ["the start is another"]
    for number, (word, names, told) in enumerate(record["actions"]):
        if word not in match.actions():
            return [f"action {number}: {word} is not legal any more"]
        events = [event.as_json() for event in match.act(word)]
        if (names_of(events), digest_of(events)) != (names, told):
            return [f"action {number}: {word} told {names}, now {json.dumps(events)}"]
    found = []
    if match.result().as_json() != record["result"]:
        found.append(f"the result was {record['result']}, now {match.result().as_json()}")
    if match.hash() != record["position"]:
        found.append("the final position is another")
    return found


def naive_of(game: str) -> NaiveFiveSpheres | NaiveSpaceEditor | NaiveVediic:
    """The naive referee of a game."""
    if game == "five_spheres":
        return NaiveFiveSpheres()
    return NaiveVediic(boards.standard().source) if game == "vediic" else NaiveSpaceEditor(standard_set())


def naive_differences(record: Json) -> list[str]:
    """Where the naive referee of its game plays a golden match otherwise."""
    naive = naive_of(record["game"])
    naive.new(record["options"], record["seed"])
    for number, (word, names, told) in enumerate(record["actions"]):
        if word not in naive.actions():
            return [f"action {number}: {word} is not legal"]
        events = naive.act(word)
        if (names_of(events), digest_of(events)) != (names, told):
            return [f"action {number}: {word} told {names}, naively {json.dumps(events)}"]
    return [] if digest(naive.position()) == record["position"] else ["the final position is another"]


def read(file: Path) -> Json:
    """A golden match from its file."""
    record: Json = json.loads(file.read_text(encoding="utf-8"))
    return record


def write(file: Path, record: Json) -> None:
    """A golden match into its file, one action a line."""
    rows = ",\n".join("  " + json.dumps(row) for row in record["actions"])
    head = {key: value for key, value in record.items() if key != "actions"}
    lines = [f' "{key}": {json.dumps(value)}' for key, value in head.items()]
    text = ",\n".join([*lines[:-2], ' "actions": [\n' + rows + "\n ]", *lines[-2:]])
    file.write_text("{\n" + text + "\n}\n", encoding="utf-8")


def lively(seed: str) -> Callable[[Match], str]:
    """Chooses of some actions the one that sets most going."""
    rng = random.Random(seed)

    def stir(match: Match, word: str) -> int:
        trial = match.state.clone()
        action = trial.read(word)
        assert action is not None
        return sum(WEIGHTS.get(event.as_json()["event"], 0) for event in trial.act(action))

    def pick(match: Match) -> str:
        words = rng.sample(match.actions(), min(20, len(match.actions())))
        return max(words, key=lambda word: stir(match, word))

    return pick


def in_part_greedy(seed: int) -> Callable[[Match], str]:
    """Even seats play greedily, odd ones at random: such matches show much and come to an end by promotion."""
    fate = Fate(seed)

    def pick(match: Match) -> str:
        seat = match.to_act()
        assert seat is not None
        bot = make_bot("random" if seat % 2 else "greedy", match.game)
        return bot.choose(match.view(seat), match.seen(seat), match.actions(), fate, NoLimit())

    return pick


def own_cards(number: int, mode: str, players: int, **options: Any) -> Json:
    """Options with random cards and decks that are full of abilities."""
    rng = random.Random(f"golden {number}")
    while True:
        found: Json = random_start(rng)["options"]
        cards = found["cards"]
        able = sum(card["kind"] == "ability" for card in cards.values())
        if len(found["decks"]) == players and found["deck_rules"] == "none" and able > len(cards) * 0.4:
            break
    elements = found.get("elements", list(ELEMENTS[:players]))
    own = {e: sorted(id for id, card in cards.items() if card.get("element") == e) for e in elements}
    decks = [[rng.choice(own[element]) for _ in range(14)] for element in elements]
    return found | {"decks": decks, "mode": mode, "table": [9, 8]} | options


def recipes() -> dict[str, tuple[Json, int]]:
    """The options and the seed of every golden match."""
    return {
        "space_editor-half-2": ({"mode": "half"}, 29),
        "space_editor-half-3": ({"mode": "half", "players": 3, "half_end": "decks", "final_star": "forbid"}, 33),
        "space_editor-half-4": ({"mode": "half", "players": 4, "split": "forbid", "face_down": "shown"}, 38),
        "space_editor-full": ({"mode": "full", "elements": ["fire", "earth"], "table": [11, 12]}, 45),
        "space_editor-abilities-half-2": (own_cards(22, "half", 2, final_star="forbid"), 24),
        "space_editor-abilities-half-3": (own_cards(22, "half", 3, half_end="hands"), 25),
        "space_editor-abilities-half-4": (own_cards(15, "half", 4, half_end="decks"), 26),
        "space_editor-abilities-full": (own_cards(10, "full", 2, split="allow"), 27),
    }


def vediic_recipes() -> dict[str, tuple[Json, int]]:
    """The options and the seed of every golden match of Vediic."""
    return {
        "vediic-2": ({"players": 2}, 52),
        "vediic-4": ({"players": 4, "hands": "open", "trade": "any", "green_stack": True}, 54),
        "vediic-7": ({"players": 7, "pooja_per_pass": True, "penalty_to": "charity"}, 57),
    }


def five_spheres_recipes() -> dict[str, tuple[Json, int]]:
    """The options and the seed of every golden match of Five Spheres: all modes, all ways to make decks; the cards are
    those of FS-17.10.
    """
    draft: Json = {"pool_copies": 9, "max_turns": 40}
    return {
        "five_spheres-2": ({}, 61),
        "five_spheres-2-ties": ({"ties": "none", "generic": False, "first": 1, "hand": 7, "towers": 3}, 62),
        "five_spheres-3": ({"lords": 3, "generic_creature": {"strength": 4, "afflicted": 0}, "max_turns": 60}, 63),
        "five_spheres-5-limited": ({"lords": 5, "mode": "limited_range", "towers": 2, "max_turns": 60}, 64),
        "five_spheres-4-teams": ({"lords": 4, "mode": "team_play", "towers": 3, "max_turns": 60}, 65),
        "five_spheres-6-teams": ({"lords": 6, "mode": "team_play", "assembly": "mirror", "towers": 2}, 66),
        "five_spheres-4-tags": ({"lords": 4, "mode": "tag_team", "towers": 2, "max_turns": 80}, 73),
        "five_spheres-6-tags": ({"lords": 6, "mode": "tag_team", "tag_loss": "first", "towers": 1}, 74),
        "five_spheres-4-citadels": ({"lords": 4, "mode": "citadel", "towers": 2, "max_turns": 60}, 75),
        "five_spheres-6-citadels": ({"lords": 6, "mode": "citadel", "assembly": "mirror", "towers": 1}, 76),
        "five_spheres-sets": ({"assembly": "sets", "pool_copies": 6}, 67),
        "five_spheres-random": ({"assembly": "random", "random_extra": 4, "pool_copies": 5}, 68),
        "five_spheres-open": (draft | {"assembly": "open_draft", "draft_batch": 2}, 69),
        "five_spheres-blind": (draft | {"assembly": "blind_draft", "lords": 3, "draft_batch": 2}, 70),
        "five_spheres-closed": (draft | {"assembly": "closed_draft", "lords": 3, "draft_batch": 3}, 71),
        "five_spheres-predesign": ({"assembly": "predesign", "deck_numbers": [1, 1]}, 72),
    }


def keep(name: str, record: Json) -> None:
    """Writes a file, if the naive referee agrees with it."""
    wrong = naive_differences(record)
    if wrong:
        raise SystemExit(f"{name}: {wrong}")
    write(FOLDER / f"{name}.json", record)
    events = Counter(event for _, names, _ in record["actions"] for event in names.split())
    busy = events["triggered"] + events["trigger"]
    print(f"{name}: {len(record['actions'])} actions, {busy} abilities triggered, {record['result']}")


def main(wanted: list[str]) -> None:
    """Writes the files of the games wanted (all by default), and makes sure that the naive referee agrees with them."""
    FOLDER.mkdir(exist_ok=True)
    if "space_editor" in wanted:
        for name, (options, seed) in recipes().items():
            keep(name, make("space_editor", options, seed, lively(name)))
    for game, found in (("vediic", vediic_recipes()), ("five_spheres", five_spheres_recipes())):
        for name, (options, seed) in found.items() if game in wanted else ():
            keep(name, make(game, options, seed, in_part_greedy(seed)))


if __name__ == "__main__":
    main(sys.argv[1:] or ["space_editor", "vediic", "five_spheres"])
