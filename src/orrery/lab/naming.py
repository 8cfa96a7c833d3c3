"""What the figures of the lab are about, for people: games, modes, decks, colours and cards by the names they have in
every language.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from orrery.build import BUILD
from orrery.core.clause import LANGUAGES
from orrery.core.guide import CardsForPeople, Rivals
from orrery.games import game_named
from orrery.lab.sheets import Name, Said, said
from orrery.lab.sittings import Experiment, Setup
from orrery.lab.variants import DECK

SHIPPED: Final = said("what ships", "標準のもの")
"""What is played with where nothing else is said."""


class Naming:
    """The names of one game."""

    def __init__(self, game: str) -> None:
        found = game_named(game)
        assert found is not None, game
        self.game = found
        self.guide = found.guide()
        self.title: Said = self.guide.title()

    def rivals(self, mode: str) -> Rivals:
        """The matches of a mode, as they ship."""
        return next(rivals for rivals in self.guide.rivals() if rivals.mode == mode)

    def facts(self, experiment: Experiment) -> list[tuple[Said, Name]]:
        """What the figures hold for."""
        return [
            (said("game", "ゲーム"), f"{self.game.name}, rules {self.game.version}"),
            (said("seed", "シード"), str(experiment.seed)),
            (said("build", "ビルド"), BUILD),
        ]

    def name(self, mode: str, name: str) -> Said:
        """A deck or a colour."""
        if name == DECK:
            return said("the deck", "このデッキ")
        try:
            return self.rivals(mode).said(name)
        except (KeyError, StopIteration):
            return dict.fromkeys(LANGUAGES, name)

    def mode(self, mode: str) -> Said:
        """A mode, where the game has several."""
        return self.rivals(mode).mode_said()

    def meeting(self, setup: Setup) -> Said:
        """A kind of match: its mode and who meets."""
        mode, names = self.mode(setup.mode), [self.name(setup.mode, name) for name in setup.names]
        found: Said = {}
        for lang in LANGUAGES:
            parts = [" – ".join(name[lang] for name in names), mode[lang]]
            found[lang] = ", ".join(part for part in parts if part)
        return found

    def share(self, setup: Setup, name: str) -> Said:
        """Whose share it is: the left deck's of a meeting, or a colour's in a mode."""
        if setup.names:
            return self.meeting(setup)
        mode, named = self.mode(setup.mode), self.name(setup.mode, name)
        return {lang: f"{named[lang]}, {mode[lang]}" for lang in LANGUAGES}

    def cards(self, id: str) -> Said:
        """A card, or what else is changed, with its name."""
        return {lang: f"{id} {name}" if name else id for lang, name in self._card(id).items()}

    def _card(self, id: str) -> Said:
        names = names_of(self.game.name)
        return {lang: _first(names.names.get(lang, {}).get(id)) if names else "" for lang in LANGUAGES}


@cache
def names_of(game: str) -> CardsForPeople | None:
    """The cards of a game as people read them; None for a game without."""
    found = game_named(game)
    assert found is not None
    return None if found.guide().catalogue() is None else found.guide().cards()


def _first(name: object) -> str:
    """A name, also where each half of a card has one."""
    if isinstance(name, dict):
        return str(name.get("card") or " / ".join(str(part) for part in name.values()))
    return "" if name is None else str(name)
