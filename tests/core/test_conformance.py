"""The conformance suite passes for every game, ours or a stranger's, and catches games that break the contract."""

from __future__ import annotations

import pytest

from known import known
from orrery.core.codec import Codec, GeneralCodec
from orrery.core.conformance import Broken, check_game
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Event, Game, State
from orrery.core.guide import Guide
from orrery.games import game_names
from toys.high_card import HighCard, HighCardState, Played
from toys.stones import Stones


@pytest.mark.parametrize("name", game_names())
def test_every_game_keeps_the_contract(name: str) -> None:
    game = known(name)
    report = check_game(game, matches=1, density=8)
    assert report.matches == len(game.trials()) and report.worlds > 0 and report.refusals > 0 and report.spoiled > 0
    assert report.shapes > 0, "views and events are held against the game's shapes"


@pytest.mark.soak
@pytest.mark.parametrize("name", game_names())
def test_every_game_keeps_the_contract_for_long(name: str) -> None:
    game = known(name)
    report = check_game(game, matches=40, seed=7000)
    assert report.matches == 40 * len(game.trials()) and report.worlds > report.matches


@pytest.mark.parametrize("game", [HighCard(), Stones()], ids=lambda game: game.name)
def test_a_game_written_in_ordinary_python_keeps_the_contract(game: Game) -> None:
    report = check_game(game, matches=20, density=1, package_texts=False)
    assert report.matches == 40


class _Spoiled(HighCard):
    """High Card whose states are spoiled in one way."""

    def __init__(self, state: type[HighCardState]) -> None:
        super().__init__()
        self.state = state

    def new(self, options: JsonObject, fate: Fate) -> State:
        return self._spoil(super().new(options, fate))

    def load(self, position: JsonObject, fate: Fate) -> State:
        return self._spoil(super().load(position, fate))

    def _spoil(self, state: State) -> State:
        state.__class__ = self.state
        return state


class ShowsHands(HighCardState):
    """Shows another seat's hand."""

    def view(self, seat: int | None) -> JsonObject:
        return dict(super().view(seat), peek=[sorted(hand) for hand in self.hands])


class SharesHands(HighCardState):
    """Its clones share their hands."""

    def clone(self) -> HighCardState:
        other = super().clone()
        other.__class__ = type(self)
        other.hands = self.hands
        return other


class NamesTwice(HighCardState):
    """Lists an action twice."""

    def actions(self) -> list[int]:
        actions = super().actions()
        return actions + actions[:1]


class ForgetsTheDie(HighCardState):
    """Lists too little now and then: the explainer finds nothing wrong with the die."""

    def actions(self) -> list[int]:
        actions = super().actions()
        return actions[:-1] if self.taken % 3 == 2 and len(actions) > 1 else actions


class OneForAll(GeneralCodec):
    """Gives all actions the same code."""

    def codes(self, state: State) -> list[int]:
        return [0 for _ in state.actions()]


class BeyondTheLast(GeneralCodec):
    """Gives codes that there are not."""

    def codes(self, state: State) -> list[int]:
        return [self.size + code for code in super().codes(state)]


class TellsHands(GeneralCodec):
    """Its codes tell what others hold."""

    def codes(self, state: State) -> list[int]:
        assert isinstance(state, HighCardState)
        told = sum([sum(hand) * (seat + 1) for seat, hand in enumerate(state.hands)])
        return [code + 5 * (told % 50) for code in super().codes(state)]


class _Coded(HighCard):
    """High Card with a codec of its own."""

    def __init__(self, codec: type[GeneralCodec]) -> None:
        super().__init__()
        self.codec = codec

    def guide(self) -> Guide:
        codec = self.codec

        class Coded(Guide):
            def codec(self, state: State) -> Codec:
                return codec()

        return Coded(self)


@pytest.mark.parametrize(
    ("codec", "duty"),
    [
        (OneForAll, "a code of its own"),
        (BeyondTheLast, "codes go from 0 to 1023"),
        (TellsHands, "the same codes in worlds that the seat to act cannot tell apart"),
    ],
)
def test_a_codec_that_breaks_the_contract_is_found(codec: type[GeneralCodec], duty: str) -> None:
    with pytest.raises(Broken, match=duty):
        check_game(_Coded(codec), matches=10, density=1, package_texts=False)


class NeverEnds(HighCardState):
    """Its last seat never finishes."""

    def act(self, action: int) -> list[Event]:
        events = super().act(action)
        if self.taken == 3 * self.seats():
            self.taken -= 1
        return events


class PlaysOtherDice(HighCardState):
    """Throws dice of its own."""

    throws = 0

    def act(self, action: int) -> list[Event]:
        events = super().act(action)
        PlaysOtherDice.throws += 1
        self.sums[0] += PlaysOtherDice.throws % 7
        return events


class TellsTooMuch(HighCardState):
    """Its events show a card that stays in the hand."""

    def act(self, action: int) -> list[Event]:
        seat = self.to_act()
        assert seat is not None
        rest = [card for card in self.hands[seat] if card != action]
        return [*super().act(action), Played(seat, None, max(rest, default=0))]


@pytest.mark.parametrize(
    "state", [ShowsHands, SharesHands, NamesTwice, ForgetsTheDie, NeverEnds, PlaysOtherDice, TellsTooMuch]
)
def test_a_breach_of_the_contract_is_found(state: type[HighCardState]) -> None:
    with pytest.raises(Broken):
        check_game(_Spoiled(state), matches=10, density=1, max_actions=100, package_texts=False)
