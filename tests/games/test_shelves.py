"""The deck shelves of all games, ours and a stranger's, keep one contract: decks go round by name, code and file, and
what is wrong with one has a code, facts and a sentence in every language.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from command import orrery
from known import known
from orrery.core.cards import decks as shared
from orrery.core.cards.catalogue import Catalogue
from orrery.core.cards.decks import BadCode, BadDeck, DeckFault, Saying, Sentences, Word
from orrery.core.cards.shelf import AnyDeck, Misfit, NoOwnDecks, Shelf
from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import GAMES
from orrery.core.guide import Guide
from orrery.games import game_names, shelves
from orrery.server.http import decks as building
from orrery.server.http import library
from orrery.server.http.decks import DeckList, DeckToCheck
from orrery.server.live import brought
from orrery.server.refusal import RequestRefused
from toys.high_card import HighCard

SOURCE = Path(__file__).resolve().parents[2] / "src" / "orrery"
OURS = [shelf.game for shelf in shelves()]
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")


def shelf_of(game: str, lang: str = "en") -> Shelf:
    found = known(game)
    shelf = found.guide().shelf(lang)
    assert shelf is not None
    return shelf


def ours(shelf: Shelf) -> list[AnyDeck]:
    """The decks that ship with a game."""
    found = [shelf.named(name) for name in shelf.names()]
    assert found and None not in found
    return [deck for deck in found if deck is not None]


# --- decks ------------------------------------------------------------------------------------------------------------


def test_some_games_have_a_shelf_and_others_none() -> None:
    assert len(OURS) >= 2 and set(OURS) < set(game_names())
    assert len({shelf.prefix for shelf in shelves()}) == len(OURS), "a code says whose it is"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_our_decks_are_legal_and_go_round_by_code_and_file(game: str, lang: str) -> None:
    shelf = shelf_of(game, lang)
    for deck in ours(shelf):
        assert deck.broken_rules() == [] and all(deck.broken_rules(rules) == [] for rules in shelf.rules)
        assert deck.code().startswith(f"{shelf.prefix}-") and deck.code() in "\n".join(deck.lines())
        assert shelf.decode(deck.code()).cards == deck.cards == shelf.find(f" {deck.code().lower()}\n").cards
        again, faults = shelf.inspected(deck.text(), "mine.toml")
        assert again is not None and faults == [] and (again.name, again.cards) == (deck.name, deck.cards)
        assert shelf.read(deck.text(), "mine.toml").cards == shelf.find(deck.text()).cards == deck.cards
        assert shelf.listed(deck.counts(), "Mine", deck.element).cards == deck.cards
        assert sum(deck.counts().values()) == len(deck.cards)


@pytest.mark.parametrize("game", OURS)
def test_a_shelf_knows_its_own_files_and_folders(game: str, tmp_path: Path) -> None:
    shelf = shelf_of(game)
    text = ours(shelf)[0].text()
    claimed = [each.game for each in shelves() if each.claims(text)]
    assert claimed == [game] or (claimed == [] and shelf.needs_no_game)
    assert not shelf.owns(tmp_path)
    (tmp_path / shelf.main_file).write_text("", encoding="utf-8")
    assert [each.game for each in shelves() if each.owns(tmp_path)] == [game]


@pytest.mark.parametrize("game", OURS)
def test_who_brings_no_deck_plays_the_usual_one_and_others_their_own(game: str) -> None:
    found = known(game)
    shelf = shelf_of(game)
    options = found.guide().for_people({})
    assert shelf.with_brought(options, [None, None]) == options
    for name in shelf.names():
        try:
            cards, seats = shelf.brought(name, {}, 2)
        except Misfit as fault:
            assert fault.reason and fault.facts
            continue
        with_it = shelf.with_brought(options, [cards if seat == seats[0] else None for seat in range(2)])
        assert with_it["decks"][seats[0]] == cards and len(with_it["decks"]) == 2
        assert found.new(with_it, Fate(1)).seats() == 2
        with pytest.raises(NoOwnDecks) as no:
            shelf.brought(name, with_it, 2)
        assert no.value.reason


# --- faults -----------------------------------------------------------------------------------------------------------


def faults_of(shelf: Shelf) -> list[DeckFault]:
    """What a shelf finds wrong with decks of all sorts."""
    deck = ours(shelf)[0]
    found: list[DeckFault] = []
    one = next(iter(deck.counts()))
    for counts in ({one: 99}, {"nobody": 1}, {}):
        found += shelf.listed(counts, "Mine", deck.element).broken_rules(shelf.rules[-1] if shelf.rules else "")
    text = deck.text()
    files = [
        "name = ",
        "x = 1\n",
        text + '"?!" = 2\n',
        text.replace(f"{one} = ", f"{one} = -"),
        "cards = 3\nname = 5\n",
    ]
    for file in files:
        found += shelf.inspected(file, "mine.toml")[1]
    mistyped = deck.code()[:-1] + ("0" if deck.code()[-1] != "0" else "1")
    other = shared.write_code(shelf.prefix, [1] * 12, 5)
    for given in (*files, "nonsense", mistyped, f"{shelf.prefix}-?", other):
        with pytest.raises(BadDeck) as caught:
            shelf.find(given)
        assert caught.value.code == caught.value.faults[0].code
        found += caught.value.faults
    with pytest.raises(BadDeck) as caught:
        shelf.listed({one: 99}, "", deck.element).code()
    return found + caught.value.faults


@pytest.mark.parametrize("game", OURS)
def test_every_fault_has_a_code_and_facts_and_is_said_in_every_language(game: str) -> None:
    shelf = shelf_of(game)
    faults = faults_of(shelf)
    assert {"not_toml", "unknown_card", "size", "copies", "code_mistyped", "code_letter", "no_deck"} <= {
        fault.code for fault in faults
    }
    for fault in faults:
        wanted = set(re.findall(r"\{(\w+)\}", shelf.sentences.rows[fault.code]["en"]))
        assert wanted == set(fault.facts), fault.code
        english, japanese = (shelf.sentences.fault(fault, lang) for lang in LANGUAGES)
        assert not JAPANESE.search(english) and JAPANESE.search(japanese), (english, japanese)
        for fact in fault.plain_facts().values():
            assert isinstance(fact, dict) or str(fact) in english


@pytest.mark.parametrize("game", OURS)
def test_a_fault_says_the_same_whatever_the_language_of_the_shelf(game: str) -> None:
    one, other = (faults_of(shelf_of(game, lang)) for lang in LANGUAGES)
    assert [fault.code for fault in one] == [fault.code for fault in other]
    for left, right in zip(one, other, strict=True):
        if "names" not in left.facts:
            assert left.plain_facts() == right.plain_facts()


def codes(folder: str) -> Iterator[str]:
    """Every code that the sources of a folder give to faults of decks."""
    places = {"DeckFault": 0, "BadCode": 0, "Saying": 0, "self.fault": 2}
    for file in sorted((SOURCE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            place = places.get(ast.unparse(node.func)) if isinstance(node, ast.Call) else None
            if isinstance(node, ast.Call) and place is not None and len(node.args) > place:
                code = node.args[place]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value


@pytest.mark.parametrize("game", OURS)
def test_every_code_in_the_sources_has_a_sentence_in_every_language(game: str) -> None:
    rows = shelf_of(game).sentences.rows
    found = {*codes("core/cards"), *codes(f"games/{game}/cards")}
    assert {"place", "missing", "code_mistyped", "size", "no_deck"} <= found
    for code in sorted(found):
        assert code in rows and all(rows[code][lang] for lang in LANGUAGES), code


def test_facts_are_said_in_the_language_of_the_sentence_and_kept_in_none() -> None:
    sentences = shelf_of("space_editor").sentences
    inner = DeckFault("level", {"count": "2", "level": Word("level", "gold"), "right": "4"})
    fault = DeckFault("code_copies", {"card": inner, "count": "5", "most": "2"}, Saying("code"))
    assert sentences.fault(fault, "en").startswith("deck code: 2 gold cards; right is 4 stands there 5 times")
    assert "ゴールドのカードが2枚" in sentences.fault(fault, "ja")
    facts = {"count": "2", "level": "gold", "right": "4"}
    assert fault.plain_facts() == {"card": {"code": "level", "facts": facts}, "count": "5", "most": "2"}


# --- a stranger's shelf -----------------------------------------------------------------------------------------------


class HighDeck(AnyDeck):
    """Three cards from 1 to 20."""

    def __init__(self, name: str, cards: list[str], shelf: HighShelf) -> None:
        super().__init__(name, cards)
        self.shelf = shelf

    def code(self) -> str:
        if self.broken_rules():
            raise self.shelf.bad(self.broken_rules())
        return shared.write_code("HC1", [int(card) for card in self.cards], 4)

    def text(self) -> str:
        rows = [f"{id} = {count}" for id, count in self.counts().items()]
        return "\n".join(['game = "high_card"', f'name = "{self.name}"', "", "[cards]", *rows, ""])

    def lines(self) -> list[str]:
        return [self.name, *self.cards, self.code()]

    def broken_rules(self, rules: str = "") -> list[DeckFault]:
        return [] if len(self.cards) == 3 else [DeckFault("three", {"count": str(len(self.cards))})]


class HighShelf(Shelf):
    """The decks of High Card."""

    game = "high_card"
    prefix = "HC1"
    main_file = "high.toml"

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.sentences = Sentences("strange_cards")

    def names(self) -> list[str]:
        return ["low"]

    def named(self, name: str) -> AnyDeck | None:
        return HighDeck("low", ["1", "2", "2"], self) if name == "low" else None

    def read(self, text: str, file: str) -> AnyDeck:
        deck, faults = self._read(text, file)
        if deck is None or faults:
            raise self.bad(faults[:1])
        return deck

    def _read(self, text: str, file: str) -> tuple[AnyDeck | None, list[DeckFault]]:
        reader = shared.DeckFile(text, file)
        row = reader.table(("game", "name", "cards"))
        counts = None if row is None else reader.counts(row, "1")
        if row is None or counts is None:
            return None, reader.faults
        known = [str(card) for card in range(1, 21)]
        ids = reader.ids(counts, known, {})
        return HighDeck(reader.texts(row, ("name",)).get("name", ""), ids, self), reader.faults

    def inspected(self, text: str, file: str, rules: str = "") -> tuple[AnyDeck | None, list[DeckFault]]:
        deck, faults = self._read(text, file)
        return deck, faults + ([] if deck is None else deck.broken_rules())

    def decode(self, code: str) -> AnyDeck:
        try:
            return HighDeck("coded", [str(card) for card in shared.read_code("HC1", code)], self)
        except BadCode as bad:
            raise self.bad([bad.fault]) from None

    def listed(self, counts: dict[str, int], name: str = "", element: str | None = None) -> AnyDeck:
        return HighDeck(name, [id for id, count in counts.items() for _ in range(count)], self)

    def usual(self, options: JsonObject, seats: int) -> list[list[str]]:
        return [["1", "2", "2"]] * seats


class HighCatalogue(Catalogue):
    """The cards of High Card."""

    wishes = ("text",)

    def count(self) -> int:
        return 20

    def as_json(self) -> JsonObject:
        return {str(card): {} for card in range(1, 21)}

    def findings(self) -> list[str]:
        return []

    def card(self, typed: str, lang: str, worth: bool = False) -> tuple[list[str], bool]:
        return [f"the card {typed}"], typed in self.as_json()

    def listing(self, wishes: dict[str, str], lang: str, texts: bool = False, worth: bool = False) -> list[str]:
        return [id for id in self.as_json() if wishes.get("text", "") in id]


class HighGuide(Guide):
    """High Card with decks."""

    def shelf(self, lang: str = "en", folder: Traversable | None = None) -> Shelf:
        return HighShelf(lang)

    def catalogue(self, folder: Traversable | None = None) -> Catalogue:
        return HighCatalogue()


class Decked(HighCard):
    """High Card with a guide of its own."""

    def guide(self) -> Guide:
        return HighGuide(self)


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A stranger's game with a shelf, whose sentences lie in its own package."""
    data = tmp_path / "strange_cards" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").write_text("", encoding="utf-8")
    text = '[three]\nen = "{count} cards; right is 3"\nja = "{count}枚です。3枚が正しいです"\n'
    text += '[unknown_card]\nen = "no card {card}"\nja = "{card} はありません"\n'
    (data / "decks.toml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(GAMES, "high_card", Decked())


def said_by(*words: str) -> tuple[int, str]:
    """The status of a command, and what it said."""
    result = orrery(*words)
    return result.exit_code, result.output


@pytest.mark.usefixtures("stranger")
def test_a_strangers_decks_are_at_every_door(tmp_path: Path) -> None:
    code = HighShelf("en").find("low").code()
    # the server
    assert library.decks("high_card", "ja") == [{"id": "low", "name": "low", "cards": {"1": 1, "2": 2}, "code": code}]
    assert building.check("high_card", DeckToCheck(code.lower())).ok
    few = building.check("high_card", DeckToCheck(DeckList({"7": 2})))
    assert [(each.code, each.message_en) for each in few.faults] == [("three", "2 cards; right is 3")]
    assert few.faults[0].message_ja == "2枚です。3枚が正しいです" and few.code is None and not few.ok
    assert brought.read_deck("high_card", {}, [], "low", 3) == (["1", "2", "2"], [0, 1, 2])
    with pytest.raises(RequestRefused, match="deck: 1 cards; right is 3"):
        brought.read_deck("high_card", {}, [], 'game = "high_card"\nname = "x"\n[cards]\n3 = 1\n', 2)
    with pytest.raises(RequestRefused, match="decks: high_card takes its decks in its options"):
        library.match_options(Decked(), {}, ["low", "low"], 2)
    assert brought.with_brought("high_card", {}, [None, ["5"]]) == {"decks": [["1", "2", "2"], ["5"]]}
    assert brought.moved_on("high_card", {"players": 2}, 2) == {"players": 2}
    # the command line
    assert said_by("deck", "code", "low") == (0, f"{code}\n")
    assert said_by("deck", "show", code)[1].startswith("coded\n1\n")
    file = tmp_path / "deck.toml"
    file.write_text(said_by("deck", "file", "low")[1], encoding="utf-8")
    assert said_by("deck", "check", str(file)) == (0, "The deck is legal.\n")
    file.write_text(file.read_text(encoding="utf-8") + "99 = 1\n", encoding="utf-8")
    status, said = said_by("deck", "check", str(file))
    assert status == 1 and said.splitlines() == ["deck.toml, line 7: cards.99: no card 99", "4 cards; right is 3"]
    assert "HC1-" in said_by("deck", "show", "nobody")[1]
    assert "not made here" in said_by("deck", "make", "high_card", "--assembly", "random")[1]


@pytest.mark.usefixtures("stranger")
def test_a_strangers_cards_are_listed_and_searched() -> None:
    assert said_by("cards", "high_card", "--text", "2") == (0, "2\n12\n20\n")
    assert said_by("cards", "high_card", "21") == (1, "the card 21\n")
    assert said_by("cards", "high_card", "--check") == (0, "20 cards, 0 findings\n")
    assert "not found by --element, but by --text" in said_by("cards", "high_card", "--element", "fire")[1]
    assert "--balance is for" in said_by("cards", "high_card", "--balance")[1]
