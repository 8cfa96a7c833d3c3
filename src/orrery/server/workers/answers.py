"""What a seat may ask beside the rules: what the game answers (`Guide.answer`: how it stands, what is to come), and
what the bots do: what would be good to do.

Everything is worked out from the seat's view and its copy of the events, in a worker process: so no answer tells what
the seat cannot know. Answers are data; only reasons come as sentences, in all languages.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from orrery.bots.analysis import (
    ANALYSIS_SIMULATIONS,
    HINTS,
    INACCURACY,
    Decision,
    Early,
    Hint,
    alike,
    expected,
    hint,
    ranked,
    settle,
    thinker,
    weigh,
)
from orrery.bots.bot import Clock, WallClock
from orrery.bots.reasons import Reason, reasons, sentence
from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.games import game_named, games_with
from orrery.server.refusal import RequestRefused

DICE: Final = 0x41D7
"""Added to the number of a state for the dice of a hint: asked again it says the same."""
LOOKING: Final = 0.6
"""The share of the time that goes into the search; the rest is for the reasons."""
TURNS: Final = 3
"""How many turns a forecast tells at most."""
HELP: Final = ("hint", "analysis")
"""Questions that search: they are for whoever decides, and take their time."""


class Asked(Struct):
    """A question: what, of which game for how many seats, at which number, through whose eyes, and all that these have
    seen. `actions` are the legal ones if the seat is to act there, `word` is what it did there, to be judged.
    """

    what: str
    game: str
    seats: int
    number: int
    seat: int | None
    view: JsonObject
    seen: list[JsonObject]
    actions: list[str] = []
    word: str | None = None
    turns: int = TURNS


def check_question(game: Game, what: str) -> None:
    """Does a game answer this? Raises RequestRefused."""
    if what not in HELP and what not in game.guide().questions():
        others = " and ".join(games_with(lambda guide: what in guide.questions())) or "no game"
        raise RequestRefused(f"no_{what}", f"there are {what}s of {others} only")


def told(asked: Asked, seconds: float) -> JsonObject:
    """The answer to a question."""
    game = game_named(asked.game)
    assert game is not None, asked.game
    if asked.what not in HELP:
        more: JsonObject = {"turns": asked.turns}
        return game.guide().answer(asked.what, asked.view, asked.seen, asked.seat, more)
    clock = WallClock(max(0.0, seconds * LOOKING))
    return hints(game, asked, clock) if asked.what == "hint" else analysis(game, asked, clock)


# --- hints ------------------------------------------------------------------------------------------------------------


def hints(game: Game, asked: Asked, clock: Clock) -> JsonObject:
    """The best actions of a decision, the best first, each with the chance to win after it and what speaks for it."""
    dice = Fate(DICE + asked.number)
    found = hint(game, asked.view, asked.seen, asked.actions, dice, clock)
    simulations = sum([one.visits for one in found]) or 1
    return {"hints": [hint_row(game, one, simulations, asked.seats) for one in found]}


def hint_row(game: Game, one: Hint, simulations: int, seats: int) -> JsonObject:
    """One action with its figures and its reasons."""
    return {
        "action": one.word,
        "chance": round(one.chance, 4),
        "visits": one.visits,
        "share": round(one.visits / simulations, 4),
        "reasons": [reason.as_json() for reason in one.reasons],
        "why": said(game, one.reasons, one.chance, one.visits, seats),
    }


def said(game: Game, why: list[Reason], chance: float, visits: int, seats: int, *, you: bool = True) -> dict[str, str]:
    """Reasons in sentences, one for each language; `you`: they are told to who decided."""
    return {lang: sentence(game.name, why, chance, visits, lang, seats, you) for lang in LANGUAGES}


def analysis(game: Game, asked: Asked, clock: Clock) -> JsonObject:
    """A decision looked at from all sides: its actions by what came of them, the best first, and if one was taken, what
    it lost against that best, and why.
    """
    bot = thinker(game, ANALYSIS_SIMULATIONS)
    dice = Fate(DICE + asked.number)
    decision: Decision | None = None
    meant: str | None = None
    if asked.word is not None and len(asked.actions) > 1:
        number = asked.number + 1
        decision = weigh(bot, asked.view, asked.seen, asked.actions, asked.word, number, dice, clock)
        assert bot.last is not None
        meant = alike(bot.last, asked.word, dice.clone())
    else:
        open_one = bot.think(asked.view, asked.seen, asked.actions, dice, Early(clock))
        settle(open_one, open_one.findings()[0].visits, clock)
    search = bot.last
    assert search is not None
    best = ranked(search, meant)
    simulations = sum([finding.visits for finding in search.findings()]) or 1
    rows: list[JsonObject] = []
    for i, finding in enumerate(best):
        if i == 0 and decision is not None and decision.reasons:
            why = decision.reasons  # the same as is said of what was taken
        else:
            other = best[1 if i == 0 else 0].word if len(best) > 1 else None
            why = reasons(search, finding.word, other, dice.clone(), game.name) if i < HINTS else []
        word = asked.word if asked.word is not None and finding.word == meant else finding.word
        rows.append(hint_row(game, Hint(word, finding.chance, finding.visits, why), simulations, asked.seats))
    return {"options": len(asked.actions), "actions": rows, "taken": judged(game, decision, asked.seats)}


def judgement(game: Game, asked: Asked, clock: Clock) -> JsonObject | None:
    """The action taken at a decision against the best one, to be kept: with `good`, the actions that are worth nearly
    as much as the best, `why_theirs`, the reasons as they are told to others, and `leads`, what the action that was
    taken leads to. None where there is nothing to tell.
    """
    if asked.word is None or len(asked.actions) < 2:
        return None
    bot = thinker(game, ANALYSIS_SIMULATIONS)
    dice = Fate(DICE + asked.number)
    decision = weigh(bot, asked.view, asked.seen, asked.actions, asked.word, asked.number + 1, dice, clock)
    if decision is None:
        return None
    search = bot.last
    assert search is not None
    meant = alike(search, asked.word, dice.clone())
    known = ranked(search, meant)
    good = [finding.word for finding in known if known[0].chance - finding.chance < INACCURACY]
    # The word that the search knows may be another for the same: what was done is named as it was done.
    good = [decision.word if finding == meant else finding for finding in good]
    leads = [] if meant is None else expected(search, meant, dice.clone())
    row = judged(game, decision, asked.seats)
    assert row is not None
    of_another = (
        None
        if row["why"] is None
        else said(game, decision.reasons, decision.best_chance, decision.best_visits, asked.seats, you=False)
    )
    return {
        **row,
        "why_theirs": of_another,
        "good": good,
        "leads": [{"seat": seat, "word": word} for seat, word in leads],
    }


def judged(game: Game, decision: Decision | None, seats: int) -> JsonObject | None:
    """The judgement of the action that was taken; None where there is none."""
    if decision is None:
        return None
    why = said(game, decision.reasons, decision.best_chance, decision.best_visits, seats)
    return {**decision.as_json(), "why": why if decision.reasons else None}
