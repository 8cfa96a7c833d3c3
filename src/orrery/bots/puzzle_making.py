"""Making puzzles of what was hunted down: names, words, how hard they are, and the file in which they stand. And
proving those that stand there anew, for the rules, cards and boards of now.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from orrery.bots.bot import NoLimit, make_bot
from orrery.bots.hunting import (
    FAR,
    LATE,
    LOOK,
    STEPS,
    Weighing,
    choice_at,
    forced_at,
    late_states,
    play_matches,
    shown_position,
    solved_position,
)
from orrery.bots.puzzles import (
    AVOID,
    BEST,
    CHART,
    FORCED,
    SURVIVE,
    WIN,
    Prover,
    Puzzle,
    PuzzleFile,
    TooLarge,
    draw_worlds,
    present_versions,
)
from orrery.bots.puzzling import said
from orrery.bots.reasons import Reason, family, phrase, sentence
from orrery.core.clause import LANGUAGES, BadPosition
from orrery.core.data import Fields, JsonObject, read_toml
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.core.notation import digest
from orrery.core.options import Said

WANTED: Final = (WIN, SURVIVE, BEST)
"""What can be hunted for."""
HORIZONS: Final = (1, 2)
"""Within so many turns somebody must be in danger."""
SURVIVE_STEPS: Final = 2 * STEPS
EASY: Final = "greedy"
SEARCH: Final = "mcts:100"
CHECKED: Final = 30
"""In how many worlds what is forced is proved again, unless more are asked for."""


# --- finding ----------------------------------------------------------------------------------------------------------


def puzzles_in(
    game: Game, match: Match, wanted: Iterable[str], worlds: int, simulations: int, late: int = LATE
) -> Iterator[JsonObject]:
    """The puzzles near the end of a match, at most one of each kind that is wanted, as rows without words."""
    left = [kind for kind in WANTED if kind in wanted]
    for state in late_states(match, late):
        packed = shown_position(game, state)
        for kind in list(left):
            row = puzzle_at(game, packed, kind, worlds, simulations)
            if row is not None:
                left.remove(kind)
                yield row
        if not left:
            break


def puzzle_at(game: Game, packed: JsonObject, kind: str, worlds: int, simulations: int) -> JsonObject | None:
    """The puzzle of a kind in a position, as a row without words; None if there is none."""
    if kind == BEST:
        return choice_at(game, packed, simulations)
    if kind == WIN:
        return forced_at(game, packed, WIN, 1, worlds)
    found = (forced_at(game, packed, SURVIVE, turns, worlds, SURVIVE_STEPS) for turns in HORIZONS)
    return next((row for row in found if row is not None), None)


def hunt(
    game: Game, plans: list[JsonObject], bots: list[str], matches: int, seed: int, wanted: Iterable[str], **how: Any
) -> Iterator[JsonObject]:
    """The puzzles of many matches between bots, as rows without words. Raises BadOptions."""
    kinds = list(wanted)
    for match in play_matches(game, plans, bots, matches, seed):
        yield from puzzles_in(game, match, kinds, **how)


# --- words ------------------------------------------------------------------------------------------------------------


def stars() -> dict[str, Said]:
    """The names that puzzles may get, by what they are called in addresses."""
    found: dict[str, Said] = read_toml("orrery.bots", "data", "stars.toml")["stars"]
    return found


def free_name(packed: JsonObject, taken: set[str]) -> tuple[str, Said]:
    """A name for the puzzle of a position that is not taken: always the same one for the same position."""
    names = stars()
    order = sorted(names, key=lambda name: digest([name, packed]))
    free = [name for name in order if name not in taken]
    if free:
        return free[0], names[free[0]]
    number = next(n for n in range(2, len(taken) + 3) if f"{order[0]}-{n}" not in taken)
    return f"{order[0]}-{number}", {lang: f"{text} {number}" for lang, text in names[order[0]].items()}


def worded(game: Game, row: JsonObject, file: PuzzleFile, taken: set[str]) -> JsonObject:
    """A row with its name and all that is said of it, and how hard it is, as a file of puzzles has it."""
    row = dict(row)
    why = [Reason(one["feature"], one["kind"], one["weight"]) for one in row.pop("reasons", [])]
    name, title = free_name(row["position"], taken)
    kind = row["kind"]
    match = Match.load(game, game.unpack(row["position"]))
    legal, seats = match.actions(), match.state.seats()
    theme = {WIN: "win", SURVIVE: "survive"}.get(kind, "one")
    if kind == BEST and any(family(game.name, one.feature) in file.chart for one in why[:1] if one.feature):
        theme = CHART
    texts: JsonObject = {"title": title, "task": said("task", theme), "why": said("why", kind)}
    if kind == BEST and why:
        share = float(row["proof"]["best"])
        texts["why"] = {lang: sentence(game.name, why, share, 1, lang, seats) for lang in LANGUAGES}
        facts = {lang: phrase(game.name, why[0], lang, seats) for lang in LANGUAGES}
        texts["idea"] = {lang: said("idea", "reason", reason=facts[lang])[lang] for lang in LANGUAGES}
    elif kind in (BEST, SURVIVE, AVOID):
        right, every = len(row["right"]), len(legal)
        texts["idea"] = said("idea", kind, right=right, wrong=every - right, all=every)
    found = {"id": name, "kind": kind, "theme": theme, "hard": 1, **texts}
    found |= {key: value for key, value in row.items() if key not in ("kind", "position")}
    found["position"] = row["position"]
    return {**found, "hard": hardness(Puzzle(game, 1, Fields(found, name)))}


def hardness(puzzle: Puzzle) -> int:
    """How hard it is: whether a bot that looks along its own turn finds it, or a short search, or neither."""
    for hard, bot in enumerate((EASY, SEARCH), 1):
        found = [puzzle.ask(make_bot(bot, puzzle.game), Fate(seed), NoLimit()) for seed in (1, 2)]
        if all(puzzle.is_solved_by(word) for word in found):
            return hard
    return 3


# --- files ------------------------------------------------------------------------------------------------------------

WIDE: Final = 120


def written(game: Game, file: PuzzleFile, rows: list[JsonObject]) -> str:
    """The text of a file of puzzles: a line for each field of a puzzle."""
    head: JsonObject = {"game": game.name}
    if file.options:
        head["options"] = file.options
    if file.chart:
        head["chart"] = file.chart
    lines = [f" {dumped(key)}: {dumped(value)}," for key, value in head.items()]
    puzzles = ["  {\n" + ",\n".join(f"   {dumped(key)}: {dumped(value)}" for key, value in row.items()) + "\n  }"
               for row in rows]  # fmt: skip
    return "\n".join(["{", *lines, ' "puzzles": [', ",\n".join(puzzles), " ]", "}"]) + "\n"


def dumped(value: object) -> str:
    """A value as JSON, in the languages that it is written in."""
    return json.dumps(value, ensure_ascii=False)


def added(game: Game, file: PuzzleFile, rows: Iterable[JsonObject]) -> Iterator[JsonObject]:
    """The rows of what was hunted down, with their words; none whose position is in the file or came before."""
    taken = {puzzle.id for puzzle in file.puzzles}
    known = {digest(puzzle.packed) for puzzle in file.puzzles}
    for row in rows:
        mark = digest(row["position"])
        if mark not in known:
            known.add(mark)
            found = worded(game, row, file, taken)
            taken.add(found["id"])
            yield found


# --- proving anew -----------------------------------------------------------------------------------------------------


def moved(game: Game, row: JsonObject) -> JsonObject | None:
    """A row whose position has the present rules, cards and board instead of those that it names; None if it is none
    with them.
    """
    position = {**row["position"], **present_versions(game)}
    try:
        match = Match.load(game, game.unpack(position))
    except BadPosition:
        return None
    return None if match.to_act() != row["seat"] else {**row, "position": position}


def fault_of(puzzle: Puzzle, worlds: int, simulations: int) -> str | None:
    """What is wrong with a puzzle as it stands: a sentence; None if it holds."""
    return examined(puzzle, worlds, simulations)[0]


def examined(puzzle: Puzzle, worlds: int, simulations: int) -> tuple[str | None, JsonObject]:
    """The same, and the fields of its row that say how it was proved or measured now."""
    legal = puzzle.match().actions()
    gone = [word for word in (*puzzle.right, *puzzle.wrong) if word not in legal]
    if gone:
        return f"{gone[0]!r} is not legal", {}
    if puzzle.kind in FORCED:
        prover = Prover(
            draw_worlds(puzzle.sampler(), worlds, 11), puzzle.seat, puzzle.turns, 2_000_000, puzzle.kind == SURVIVE
        )
        try:
            found = prover.winning()
        except TooLarge:
            return "the proof has grown too large", {}
        fault = None if found == sorted(puzzle.right) else f"now right: {', '.join(found) or 'nothing'}"
        return fault, {"proof": {"way": "solver", "worlds": worlds}}
    chances = weighed(puzzle, simulations)
    solving, missing = parted(puzzle, legal)
    low = min(chances[word] for word in solving)
    near = [word for word in missing if chances[word] > low - FAR]
    proof: JsonObject = {
        "way": "search",
        "plays": simulations,
        "right": round(low, 3),
        "best": round(max(chances.values()), 3),
        "wrong": round(max(chances[word] for word in missing), 3),
    }
    fault = f"{near[0]!r} comes too near to what solves it" if near else None
    return fault, {"proof": proof, "chances": {word: round(chances[word], 3) for word in sorted(chances)}}


def parted(puzzle: Puzzle, legal: list[str]) -> tuple[list[str], list[str]]:
    """The legal actions that solve a puzzle, and those that miss it."""
    solving = [word for word in legal if puzzle.is_solved_by(word)]
    return solving, [word for word in legal if word not in solving]


def weighed(puzzle: Puzzle, simulations: int) -> dict[str, float]:
    """The chances after the actions of a puzzle: the worst of those that solve it and the best of those that miss it
    are looked at in full.
    """
    seat, sampler, loaded = solved_position(puzzle.game, puzzle.packed)
    words = sorted([loaded.word(action) for action in loaded.actions()])
    weighing = Weighing(puzzle.game, sampler, seat, words, 3)
    weighing.look(words, LOOK // 5)
    chances = weighing.chances()
    solving, missing = parted(puzzle, words)
    best = sorted(missing, key=lambda word: -chances[word])[:3]
    worst = sorted(solving, key=lambda word: chances[word])[:3]
    weighing.look([*worst, *best], simulations)
    return weighing.chances()
