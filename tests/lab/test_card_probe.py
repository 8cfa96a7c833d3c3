"""What becomes of cards in hands, counted through a match, and players who may not play some of them."""

from __future__ import annotations

from collections import Counter

import pytest

from orrery.bots.arena import contest
from orrery.bots.bot import NoLimit, make_bot
from orrery.bots.playing import Probe
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Event, Game
from orrery.core.guide import DISCARDED, DRAWN, Rivals
from orrery.core.match import Match
from orrery.games.five_spheres import GAME as FIVE_SPHERES
from orrery.games.space_editor import GAME as SPACE_EDITOR
from orrery.games.vediic import GAME as VEDIIC
from orrery.lab.card_probe import CardCount, CardProbe
from orrery.lab.handicaps import barred, bars_of, blank_of, blanked, bot_of, is_handicapped
from orrery.lab.sittings import player

RIVALS = [
    pytest.param(game, rivals, id=f"{game.name} {rivals.mode}".strip())
    for game in (SPACE_EDITOR, FIVE_SPHERES)
    for rivals in game.guide().rivals()
]


def counted(game: Game, rivals: Rivals, bots: list[str], seed: int, decks: list[str]) -> tuple[Match, JsonObject]:
    """A match with what the probe counted."""
    probe = CardProbe(game, rivals)
    match = contest(game, rivals.options(decks), [player(bot, game, rivals) for bot in bots], seed, [probe]).match
    return match, probe.found(match)


def counts(found: JsonObject, seat: int) -> dict[str, CardCount]:
    return {card: CardCount.from_json(row) for card, row in found["seats"][seat].items()}


@pytest.mark.parametrize(("game", "rivals"), RIVALS)
def test_the_counts_add_up_to_the_events_of_the_match(game: Game, rivals: Rivals) -> None:
    decks = rivals.decks[1:3]
    match, found = counted(game, rivals, ["random", "random"], 5, decks)
    moved: Counter[tuple[int, str, str]] = Counter()
    for seat, hand in enumerate(rivals.held(match.first.position())):
        moved.update((seat, card, DRAWN) for card in hand)
    for entry in match.line:
        for event in entry.events:
            moved.update(rivals.handled(event.as_json()))
    told: Counter[tuple[int, str, str]] = Counter()
    for seat in range(2):
        for card, count in counts(found, seat).items():
            assert card in rivals.owned(match.first.position())[seat]
            told[seat, card, DRAWN] = count.drawn
            told[seat, card, DISCARDED] = count.discarded
            for use, times in zip(rivals.uses, count.used, strict=True):
                told[seat, card, use] = times
    assert +told == moved and moved.total() > 20


@pytest.mark.parametrize("rivals", [pytest.param(each, id=each.mode) for each in SPACE_EDITOR.guide().rivals()])
def test_what_has_not_left_is_in_hand_at_the_end(rivals: Rivals) -> None:
    match, found = counted(SPACE_EDITOR, rivals, ["random", "random"], 2, ["fire", "water"])
    for seat, hand in enumerate(rivals.held(match.position())):
        assert Counter(hand) == +Counter({card: count.held for card, count in counts(found, seat).items()})


@pytest.mark.parametrize(("game", "rivals"), RIVALS)
def test_the_first_play_is_in_the_turn_in_which_it_happened(game: Game, rivals: Rivals) -> None:
    match, found = counted(game, rivals, ["random", "random"], 9, rivals.decks[:2])
    first: dict[tuple[int, str], int] = {}
    replayed = Match.fated(game, rivals.options(rivals.decks[:2]), match.first.fate.clone())
    replayed.state = match.first.clone()
    for entry in match.line:
        turn: int = replayed.view(None)["turn"]
        for event in replayed.redo(entry.word, entry.draws):
            begun = rivals.turn_begun(event.as_json())
            turn = turn if begun is None else begun
            for seat, card, what in rivals.handled(event.as_json()):
                if what in rivals.played_uses:
                    first.setdefault((seat, card), turn)
    told = {
        (seat, card): count.first for seat in range(2) for card, count in counts(found, seat).items() if count.first
    }
    assert told == first and len(set(first.values())) > 3


@pytest.mark.parametrize(("game", "rivals"), RIVALS)
def test_a_word_that_plays_a_card_tells_which(game: Game, rivals: Rivals) -> None:
    played = 0
    for seed in range(2):
        match = Match.new(game, rivals.options(rivals.decks[:2]), seed)
        fate = Fate(seed)
        waiting: str | None = None
        while (seat := match.to_act()) is not None:
            word = fate.pick(match.actions())
            card = rivals.plays(match.view(seat), word)
            handled = [row for event in match.act(word) for row in rivals.handled(event.as_json())]
            cards = [id for who, id, what in handled if who == seat and what in rivals.played_uses]
            # A retaliation is played when it has been paid for.
            assert cards in ([card], [waiting], []) and (cards or card is None or word.startswith("retaliate"))
            waiting = None if cards else card or waiting
            played += len(cards)
    assert played > 20


class Choices(Probe):
    """Counts how often seat 0 plays a card, and how often it does so though it could do something else."""

    def __init__(self, rivals: Rivals, card: str) -> None:
        self.rivals = rivals
        self.card = card
        self.plays: list[str | None] = []
        self.played = self.chosen = 0

    def before(self, match: Match, seat: int, actions: list[str]) -> None:
        self.view = match.view(seat)
        self.plays = [self.rivals.plays(self.view, word) for word in actions]

    def after(self, match: Match, seat: int, word: str, events: list[Event]) -> None:
        if seat == 0 and self.rivals.plays(self.view, word) == self.card:
            self.played += 1
            self.chosen += any(each != self.card for each in self.plays)

    def found(self, match: Match) -> JsonObject:
        return {"played": self.played, "chosen": self.chosen}


@pytest.mark.parametrize(("game", "rivals"), RIVALS)
def test_a_player_who_may_not_play_a_card_does_not_if_there_is_another_way(game: Game, rivals: Rivals) -> None:
    decks = [rivals.decks[-1], rivals.decks[0]]
    card = sorted(set(rivals.owned(game.new(rivals.options(decks), Fate(0)).position())[0]))[0]
    chosen = {"random": 0, barred("random", [card]): 0}
    for bot in chosen:
        for seed in range(4):
            probe = Choices(rivals, card)
            contest(
                game, rivals.options(decks), [player(each, game, rivals) for each in (bot, "random")], seed, [probe]
            )
            chosen[bot] += probe.chosen
            # In half mode a hand is thrown away, and in Five Spheres a step can be closed: nobody is ever forced.
            assert rivals.mode == "full" or probe.played == probe.chosen
    assert chosen["random"] > 0 and chosen[barred("random", [card])] == 0


def test_a_ban_changes_nothing_before_it_is_felt() -> None:
    rivals = SPACE_EDITOR.guide().rivals()[1]
    usual, found = counted(SPACE_EDITOR, rivals, ["random", "random"], 4, ["fire", "earth"])
    idle = next(card for card, count in counts(found, 0).items() if not count.first)
    busy = max(counts(found, 0).items(), key=lambda each: each[1].first)
    same, _ = counted(SPACE_EDITOR, rivals, [barred("random", [idle]), "random"], 4, ["fire", "earth"])
    assert [entry.word for entry in same.line] == [entry.word for entry in usual.line]
    other, _ = counted(SPACE_EDITOR, rivals, [barred("random", [busy[0]]), "random"], 4, ["fire", "earth"])
    last = next(i for i, entry in enumerate(usual.line) if entry.word.startswith(f"place {busy[0]}"))
    assert [entry.word for entry in other.line[:last]] == [entry.word for entry in usual.line[:last]]
    assert other.line[last].word != usual.line[last].word


def test_who_may_do_nothing_else_plays_the_card_after_all() -> None:
    rivals = SPACE_EDITOR.guide().rivals()[0]
    match = Match.new(SPACE_EDITOR, rivals.options(["fire", "earth"]), 1)
    match.act(match.actions()[0])
    places = [word for word in match.actions() if rivals.plays(match.view(0), word)]
    cards = sorted({word.split()[1] for word in places})
    bot = player(barred("random", cards), SPACE_EDITOR, rivals)
    assert bot.choose(match.view(0), match.seen(0), places, Fate(3), NoLimit()) in places


def test_names_of_players_say_their_handicaps() -> None:
    assert bars_of("level3!136,140") == ["136", "140"] and bot_of("level3!136,140") == "level3"
    assert blank_of(blanked("mcts:800", "ch_0")) == "ch_0" and bot_of("mcts:800~ch_0") == "mcts:800"
    assert bars_of(blanked(barred("greedy", ["136"]), "137")) == ["136"]
    assert not is_handicapped("greedy") and blank_of("greedy") is None and bars_of("greedy") == []


def test_a_game_that_does_not_follow_cards_counts_none() -> None:
    rivals = VEDIIC.guide().rivals()[0]
    probe = CardProbe(VEDIIC, rivals)
    options = rivals.options(rivals.decks[:2])
    seats = VEDIIC.new(options, Fate(0)).seats()
    match = contest(VEDIIC, options, [make_bot("random", VEDIIC) for _ in range(seats)], 1, [probe]).match
    assert probe.found(match) == {"seats": []}
