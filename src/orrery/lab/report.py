"""The report on a game: how its decks, seats, matches and cards stand, at several strengths side by side.

One run plays all of it. What is about matches is made in match_report.py, what is about cards in card_report.py; a
match that tells of both is played once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from orrery.core.data import JsonObject
from orrery.games import game_named
from orrery.lab import match_report
from orrery.lab.card_probe import CARDS
from orrery.lab.card_report import card_sections, card_sittings
from orrery.lab.card_values import CardStudy
from orrery.lab.match_report import MatchReport
from orrery.lab.naming import SHIPPED, Naming
from orrery.lab.running import QUESTIONS, Run
from orrery.lab.sheets import Name, Said, Sheet, said
from orrery.lab.sittings import Experiment, Sitting
from orrery.lab.variants import BadVariant, Variant, variant_of

ALL: Final = "all"
"""Instead of cards by name."""
LABEL: Final = "set"
"""What the variant is called that is reported on."""


class Report:
    """A report under way."""

    def __init__(self, experiment: Experiment, question: JsonObject) -> None:
        """`question` is what `plan` made, or a file said. Raises BadVariant if what it was about is not here."""
        game = game_named(experiment.game)
        assert game is not None, experiment.game
        self.experiment = experiment
        self.question = question
        self.variant = variant_of(game, LABEL, question["words"])
        self.matches = MatchReport(experiment, question["about_matches"])
        self.naming = Naming(experiment.game)

    def sittings(self, run: Run) -> list[Sitting]:
        """All matches that may be needed: what a share of a run plays its part of."""
        question, cards = self.question, self.question["cards"]
        asked = [] if ALL in cards else cards
        found = {sitting.key: sitting for sitting in self.matches.sittings()}
        if CARDS in self.experiment.probes:
            for sitting in card_sittings(
                run, self.variant, question["bots"], question["card_rounds"], asked, bool(cards)
            ):
                found.setdefault(sitting.key, sitting)
        return [*found.values()]

    def answer(self, run: Run) -> Sheet:
        """Plays what is not known yet; all that was found. Raises BadVariant, MatchFault, LostWorker, WrongFile."""
        question = self.question
        self.matches.run(run)
        cards: list[str] = question["cards"]
        sections = card_sections(
            run,
            self.variant,
            question["bots"],
            question["card_rounds"],
            [] if ALL in cards else cards,
            worth=bool(cards),
        )
        facts: list[tuple[Said, Name]] = [
            *self.naming.facts(self.experiment),
            (said("set", "セット"), " ".join(question["words"]) or SHIPPED),
            (said("players", "プレイヤー"), ", ".join(question["bots"])),
            (said("matches", "対戦数"), f"{len(run.rows):,}"),
        ]
        title = self.naming.title
        return Sheet(
            title=said(f"{title['en']}: a report", f"{title['ja']}: レポート"),
            command=question["line"],
            facts=facts,
            sections=[*self.matches.sections(), *sections],
            notes=[
                said(
                    "A round is one seed from every seating; matches of a round share their luck and count as one "
                    "observation. Intervals are of 95 %, for each figure by itself.",
                    "1ラウンドは1つのシードをすべての席順で対戦したもので、同じ運を共有するため1件の観測として数えます。"
                    "区間は図ごとの95 %区間です。",
                )
            ],
        )


def plan(
    variant: Variant,
    bots: Sequence[str],
    *,
    line: str,
    matches: int,
    cards: Sequence[str] = (),
    card_matches: int | None = None,
    modes: Sequence[str] = (),
    decks: Sequence[str] = (),
    seed: int = 1,
    weight: bool | None = None,
) -> Report:
    """The report on a variant: so many matches of each pairing at each strength. `cards` are those whose values are
    measured, by id or name, or `all`; what becomes of cards in hands is told in any case. Raises BadVariant.
    """
    variant.label = LABEL
    made = match_report.plan(
        variant, bots, rounds=max(1, matches // 2), modes=modes, decks=decks, seed=seed, weight=weight
    )
    follows = any(rivals.uses for rivals in variant.rivals())
    if cards and not follows:
        raise BadVariant(f"{variant.game.name} has no cards whose values could be measured; leave --cards out")
    if follows:
        made.experiment.probes.append(CARDS)
    if cards and ALL not in cards:
        # Whoever mistypes a card is told before matches are played.
        CardStudy(Run(made.experiment, rows={}), variant, 1).asked(cards)
    question: JsonObject = {
        "command": "report",
        "line": line,
        "words": variant.words,
        "bots": list(bots),
        "cards": list(cards),
        "card_rounds": max(1, (matches if card_matches is None else card_matches) // 2),
        "about_matches": made.question,
    }
    return Report(made.experiment, question)


def answer(question: JsonObject, run: Run) -> Sheet:
    """The sheet of a report that a file tells of. Raises BadVariant."""
    return Report(run.experiment, question).answer(run)


QUESTIONS["report"] = answer
