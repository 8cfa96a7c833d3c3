"""Find puzzles: `python tools/find_puzzles.py win|choice GAME`, for designers of cards and boards and for our suite.

Bots play matches against each other. Near the end each position is looked at: `win` keeps those in which the seat can
win by force within its turn (proved over many worlds and all replies), `choice` those in which some actions are worth
far more than others (measured by matches played on from each action). What is found is written as JSON rows of the
shape that src/orrery/bots/puzzles.py reads, without titles, tasks and explanations: these a person writes.

`check GAME` proves and measures the puzzles that ship once more, with as many worlds and matches as wished.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from orrery.bots.bot import Bot, NoLimit, make_bot
from orrery.bots.hunting import LATE, STEPS, late_states, play_matches, shown_position, solved_position, win_at
from orrery.bots.mcts import MctsBot
from orrery.bots.puzzles import AVOID, BEST, WIN, Prover, TooLarge, draw_worlds, follow, puzzles_of, words_of
from orrery.bots.search import Search
from orrery.cli.brought import Brought
from orrery.core.clause import BadPosition
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, Sampler, State
from orrery.core.match import Match
from orrery.games import game_named

CLOSE: Final = 0.10
"""How much worse than the best action another one may be and still be right."""
FAR: Final = 0.25
"""From how much worse than the best action another one is wrong."""
PLAIN: Final[dict[str, JsonObject]] = {"space_editor": {"face_down": "shown"}}
"""Options that leave nothing to be remembered: a puzzle shows all that its solver needs."""


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["win", "choice", "check"])
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--set", type=Path, metavar="FOLDER", help="a folder of card files instead of ours")
    parser.add_argument("--deck", action="append", help="a seat's deck, by name, number, file or code; once a seat")
    parser.add_argument("--board", type=Path, metavar="FILE", help="a board file to play on instead of our board")
    parser.add_argument("--bots", default="greedy", help="who plays the matches: names with commas, taken in turn")
    parser.add_argument("--worlds", type=int, default=100, help="in how many worlds a win must hold")
    parser.add_argument("--turns", type=int, default=1, help="within how many turns a win must come")
    parser.add_argument(
        "--steps", type=int, default=STEPS, help="after how many steps the first sieve of a proof gives up"
    )
    parser.add_argument("--thin", action="store_true", help="five_spheres: take away what a win does not need")
    parser.add_argument(
        "--late", type=int, default=LATE, help="how many of the last decisions of each match are looked at"
    )
    parser.add_argument("--judge", default="greedy", help="who plays on from each action; mcts:1 is a search")
    parser.add_argument("--plays", type=int, default=1000, help="how many matches or simulations for each action")
    parser.add_argument("--out", type=Path, default=None, help="write the rows into this file")
    given = parser.parse_args()
    game = game_named(given.game)
    if game is None:
        sys.exit(f"there is no game {given.game!r}")
    if given.what == "check":
        sys.exit(check(game, given))
    rows = []
    for row in find_wins(game, given) if given.what == "win" else find_choices(game, given):
        rows.append(row)
        print(
            len(rows), row["kind"], f"{len(row['right'])} right of {row['legal']}:", "; ".join(row["line"]), flush=True
        )
        if given.out is not None:
            given.out.write_text(json.dumps({"game": game.name, "puzzles": rows}, ensure_ascii=False) + "\n", "utf-8")


# --- matches ----------------------------------------------------------------------------------------------------------


def matches_of(game: Game, given: argparse.Namespace) -> Iterator[Match]:
    """Matches between bots, played to the end."""
    brought = Brought(game, given.deck, given.set, given.board)
    plans = [{**plan, **PLAIN.get(game.name, {})} for plan in brought.plans(given.seats, {})]
    return play_matches(game, plans, given.bots.split(","), given.matches, given.seed)


# --- wins -------------------------------------------------------------------------------------------------------------


def find_wins(game: Game, given: argparse.Namespace) -> Iterator[JsonObject]:
    """Positions in which few of the legal actions win by force."""
    for match in matches_of(game, given):
        for state in late_states(match, given.late):
            packed = shown_position(game, state)
            try:
                if given.thin:
                    packed = thin(game, packed, solved_position(game, packed)[0], given)
            except TooLarge:
                continue
            row = win_at(game, packed, given.turns, given.worlds, given.steps)
            if row is not None:
                yield {**row, "legal": len(solved_position(game, packed)[2].actions())}


def thin(game: Game, packed: JsonObject, seat: int, given: argparse.Namespace) -> JsonObject:
    """A position without the creatures and crystals that a win does not need, and with as few secrets of the others as
    it allows: they go into their owner's trash, one by one, as long as there is still a win. Raises TooLarge.
    """
    if not is_won(game, packed, seat, given, 1):
        return packed
    fate = Fate(given.seed)
    spare = [
        (owner, zone, card)
        for owner, lord in enumerate(packed["seats"])
        for zone in (("battlefield", "vault") if owner == seat else ("hand", "groove"))
        for card in lord[zone]
    ]
    fate.shuffle(spare)
    for owner, zone, card in spare:
        less = without(packed, owner, zone, card)
        try:
            if less is not None and is_won(game, less, seat, given, 3):
                packed = less
        except (BadPosition, TooLarge):
            continue
    return packed


def without(packed: JsonObject, owner: int, zone: str, card: Any) -> JsonObject | None:
    """The position with a card and what is attached to it in the trash; None if it is not there any more."""
    less: JsonObject = json.loads(json.dumps(packed))
    lord = less["seats"][owner]
    if card not in lord[zone]:
        return None
    lord[zone].remove(card)
    lord["trash"] += (
        [card] if isinstance(card, str) else [card["card"], *[one["card"] for one in card.get("attached", [])]]
    )
    return less


def is_won(game: Game, packed: JsonObject, seat: int, given: argparse.Namespace, worlds: int) -> bool:
    """Is there a win in a few worlds?"""
    loaded = game.load(game.unpack(packed), Fate(0))
    if loaded.to_act() != seat:
        return False
    drawn = draw_worlds(game.sampler(loaded.view(seat), []), worlds, 7)
    prover = Prover(drawn, seat, given.turns, given.steps * worlds)
    return any(prover.wins_by(drawn, word) for word in words_of(loaded))


# --- choices ----------------------------------------------------------------------------------------------------------


def find_choices(game: Game, given: argparse.Namespace) -> Iterator[JsonObject]:
    """Positions in which some actions are worth far more than others."""
    judge = Judge(game, given.judge)
    for match in matches_of(game, given):
        for state in late_states(match, given.late):
            packed = shown_position(game, state)
            seat, sampler, loaded = solved_position(game, packed)
            words = words_of(loaded)
            row = choose(judge, sampler, seat, words, given.plays)
            if row is not None:
                yield {"seat": seat, "position": packed, "legal": len(words), **row}


class Judge:
    """Weighs the actions of a position: by matches that a bot plays on from each, or by simulations of each."""

    def __init__(self, game: Game, name: str) -> None:
        self.name = name
        self.bot = make_bot(name, game)

    def weigh(self, sampler: Sampler, seat: int, words: list[str], plays: int, seed: int) -> dict[str, float]:
        """The seat's chance to win after each action, from this many matches or simulations each."""
        if isinstance(self.bot, MctsBot):
            return self._look(self.bot, sampler, seat, words, plays, seed)
        won = dict.fromkeys(words, 0.0)
        for i in range(plays):
            for word in words:
                state = sampler.draw(Fate(seed * 1_000_003 + i))
                follow(state, word)
                won[word] += share_of(self.bot, state, seat, Fate(seed * 7919 + i))
        return {word: total / plays for word, total in won.items()}

    def _look(
        self, bot: MctsBot, sampler: Sampler, seat: int, words: list[str], simulations: int, seed: int
    ) -> dict[str, float]:
        search = Search(bot.mind, sampler, seat, Fate(seed))
        search.explore = bot.explore
        search.doubt = bot.doubt
        search.open(words)
        for word in words:
            search.insist(word, simulations, NoLimit())
        return {finding.word: finding.chance for finding in search.findings()}

    def figures(self, chances: dict[str, float], row: JsonObject, plays: int) -> JsonObject:
        """What was measured."""
        return {
            "way": "search" if isinstance(self.bot, MctsBot) else "playouts",
            "bot": self.name,
            "plays": plays,
            "right": round(min(chances[word] for word in row["right"]), 3),
            "best": round(max(chances.values()), 3),
            "wrong": round(max(chances[word] for word in row["wrong"]), 3),
        }


def choose(judge: Judge, sampler: Sampler, seat: int, words: list[str], plays: int) -> JsonObject | None:
    """What is right and wrong in a position, with figures; None if it is no clear case.

    All actions are weighed a little first; only a position that looks clear is weighed in full.
    """
    row: JsonObject | None = None
    for count in (max(8, plays // 50), max(8, plays // 8), plays):
        chances = judge.weigh(sampler, seat, words, count, 1000 + count)
        row = classify(chances) if len(chances) == len(words) else None
        if row is None:
            return None
        row["proof"] = judge.figures(chances, row, count)
    return row


def classify(chances: dict[str, float]) -> JsonObject | None:
    """The kind of a position by the chances after each action; None if it is no clear case."""
    best = max(chances.values())
    right = [word for word, chance in chances.items() if chance >= best - CLOSE]
    wrong = [word for word, chance in chances.items() if chance <= best - FAR]
    if not wrong or best < 2 * FAR:
        return None
    top = max(chances, key=lambda word: chances[word])
    kind = BEST if 4 * len(right) <= len(chances) or len(right) == 1 else AVOID
    return {"kind": kind, "right": sorted(right), "wrong": sorted(wrong), "line": [top]}


def share_of(bot: Bot, state: State, seat: int, fate: Fate) -> float:
    """Plays on to the end; the seat's share of the win."""
    clock = NoLimit()
    while (mover := state.to_act()) is not None:
        actions = state.actions()
        if len(actions) == 1:
            state.act(actions[0])
        else:
            words = sorted([state.word(action) for action in actions])
            follow(state, bot.choose(state.view(mover), [], words, fate, clock))
    winners = state.result().winners
    return 1 / len(winners) if seat in winners else 0.0


# --- checking ---------------------------------------------------------------------------------------------------------


def check(game: Game, given: argparse.Namespace) -> int:
    """Proves and measures the puzzles that ship; the number of those that fail."""
    judge = Judge(game, given.judge)
    failed = 0
    for puzzle in puzzles_of(game):
        words = puzzle.match().actions()
        if puzzle.kind == WIN:
            found: Any = Prover(draw_worlds(puzzle.sampler(), given.worlds, 11), puzzle.seat, puzzle.turns).winning()
            fine = found == sorted(puzzle.right)
        else:
            found = judge.weigh(puzzle.sampler(), puzzle.seat, words, given.plays, 3)
            low = min(found[word] for word in puzzle.right)
            fine = all(found[word] <= low - FAR / 2 for word in puzzle.wrong)
        failed += not fine
        print(puzzle.number, puzzle.kind, "holds" if fine else f"FAILS: {found}", flush=True)
    return failed


if __name__ == "__main__":
    main()
