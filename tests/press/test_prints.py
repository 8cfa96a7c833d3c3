"""What is printed, read again: pages, boxes, texts, fonts, backs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject
from orrery.core.handbook import handbook, play_figure
from orrery.press import sheets
from orrery.press.books import book_of, played_of
from orrery.press.order import BOTH, BadOrder, Order
from orrery.press.printing import deck_label, printed
from orrery.press.prints import KINDS, Choice, Pictures, Thing, prints_of, scene_wide, set_text
from orrery.press.typesetting import Overflow, Typesetter
from toys.high_card import HighCard

from .prints import GAMES, POINT, a_print, box, needs_print, read, the_game
from .test_qr import read as code_read


@pytest.fixture(autouse=True)
def ready() -> None:
    needs_print()


CARDS = {"five_spheres": 80, "space_editor": 186, "vediic": 90}
SHEETS = {"five_spheres": 9, "space_editor": 16, "vediic": 10}


def letters(text: str) -> str:
    """A text without what a reader of PDFs puts into it: spaces and breaks."""
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", [*LANGUAGES, BOTH])
def test_every_card_of_a_game_fits_in_each_language_and_is_there(game: str, lang: str) -> None:
    """A text that spills ends the print; so this also says that none does."""
    pages = read(a_print(game, lang=lang).pdf).pages
    assert len(pages) == 2 * SHEETS[game]
    prints = prints_of(the_game(game))
    assert prints is not None
    things = prints.cards(Choice(), Order(lang=lang), Pictures(game))
    assert sum(thing.copies for thing in things) == CARDS[game]


@pytest.mark.parametrize("game", ["five_spheres", "space_editor"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_and_texts_stand_on_the_cards_as_the_catalogue_has_them(game: str, lang: str) -> None:
    known = the_game(game).guide().cards(None)
    assert known is not None
    found = letters("".join(page.extract_text() for page in read(a_print(game, lang=lang, backs="none").pdf).pages))
    for id in known.cards:
        name, text = known.names[lang][id], known.texts[lang][id]
        said = (
            [name, *text]
            if isinstance(name, str)
            else [name["creature"], name["spell"], *text["creature"], *text["spell"]]
        )
        for each in said:
            assert letters(each) in found, (id, each)


@pytest.mark.parametrize(
    ("game", "wide", "high"), [("five_spheres", 63, 88), ("space_editor", 63.5, 63.5), ("vediic", 63, 88)]
)
@pytest.mark.parametrize("bleed", [0, 3])
def test_a_page_a_card_has_the_trim_of_the_card_to_the_tenth_of_a_millimetre(
    game: str, wide: float, high: float, bleed: float
) -> None:
    pages = read(a_print(game, paper="card", bleed=bleed).pdf).pages
    assert len(pages) == 2 * CARDS[game]
    for page in pages:
        assert box(page, "TrimBox") == pytest.approx((bleed, bleed, wide, high), abs=0.05)
        assert box(page, "BleedBox") == pytest.approx((0, 0, wide + 2 * bleed, high + 2 * bleed), abs=0.05)
        assert box(page, "MediaBox") == box(page, "BleedBox")


@pytest.mark.parametrize(("paper", "sizes"), [("a4", {210, 297}), ("letter", {216, 279}), ("a3", {297, 420})])
def test_sheets_have_the_size_of_their_paper_and_a_trim(paper: str, sizes: set[int]) -> None:
    for page in read(a_print("vediic", paper=paper, bleed=2).pdf).pages:
        _, _, wide, high = box(page, "TrimBox")
        assert {round(wide), round(high)} == sizes and box(page, "BleedBox") == box(page, "TrimBox")


@pytest.mark.parametrize("kind", ["cards", "board", "booklet"])
def test_what_is_printed_asks_not_to_be_scaled(kind: str) -> None:
    found = read(a_print("vediic", kind).pdf).trailer["/Root"]["/ViewerPreferences"]
    assert found["/PrintScaling"] == "/None" and "/Direction" in found


@pytest.mark.parametrize("game", GAMES)
def test_all_is_vector_and_every_font_is_embedded(game: str) -> None:
    for page in read(a_print(game, lang=BOTH).pdf).pages:
        resources = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            inner = font.get_object()
            described = inner.get("/DescendantFonts", [inner])[0].get_object()["/FontDescriptor"]
            assert any(f"/FontFile{kind}" in described for kind in ("", "2", "3")), inner["/BaseFont"]
            assert re.search("Inter|NotoSansJP|Marcellus", inner["/BaseFont"]), inner["/BaseFont"]
        images = [each for each in resources.get("/XObject", {}).values() if each.get_object()["/Subtype"] == "/Image"]
        assert images == []


@pytest.mark.parametrize("game", ["five_spheres", "space_editor"])
@pytest.mark.parametrize("bleed", [0.0, 2.5])
def test_backs_lie_behind_their_faces_when_the_sheet_is_turned(game: str, bleed: float) -> None:
    prints = prints_of(the_game(game))
    assert prints is not None
    order = Order(bleed=bleed)
    things = prints.cards(Choice(), order, Pictures(game))
    laid = sheets.laid_out(things, order, "")
    assert len(laid) % 2 == 0
    for face, back in zip(laid[::2], laid[1::2], strict=True):
        behind = {(round(face.width - put.x - put.thing.wide, 3), round(put.y, 3)): put for put in back.puts}
        for put in face.puts:
            other = behind[round(put.x, 3), round(put.y, 3)]
            assert other.thing is put.thing and other.face is put.thing.back and put.face is put.thing.face


@pytest.mark.parametrize("bleed", [0, 2])
def test_folded_backs_are_mirrored_at_the_fold(bleed: float) -> None:
    prints = prints_of(the_game("space_editor"))
    assert prints is not None
    order = Order(backs="fold", bleed=bleed)
    for sheet in sheets.laid_out(prints.cards(Choice(), order, Pictures("space_editor")), order, ""):
        middle = sheet.width / 2
        faces = [put for put in sheet.puts if put.face is put.thing.face]
        backs = {(round(put.x, 3), round(put.y, 3)): put for put in sheet.puts if put.face is put.thing.back}
        assert len(faces) == len(backs) and any(mark.fold and mark.x1 == middle for mark in sheet.marks)
        for put in faces:
            assert backs[round(2 * middle - put.x - put.thing.wide, 3), round(put.y, 3)].thing is put.thing


def test_a_face_down_card_shows_its_element_and_not_which_card_it_is() -> None:
    prints = prints_of(the_game("space_editor"))
    assert prints is not None
    things = prints.cards(Choice(), Order(), Pictures("space_editor"))
    known = the_game("space_editor").guide().cards(None)
    assert known is not None
    wanted = sorted(({each} for each in ("water", "wind", "earth", "fire", "None")), key=str)
    for picture in ("back", "element"):  # in colour, and on white
        by_back: dict[str, set[str]] = {}
        for thing in things:
            assert thing.back is not None and set(thing.back.data) == {"back", "element"}
            by_back.setdefault(thing.back.data[picture], set()).add(str(known.cards[thing.name]["element"]))
        assert sorted(by_back.values(), key=str) == wanted


@pytest.mark.parametrize("lang", [*LANGUAGES, BOTH])
def test_no_name_covers_the_energy_below_it(lang: str) -> None:
    """With a binary mark at the edge the southern energy reaches 27.5 hundredths of a card upwards."""
    known = the_game("space_editor").guide().cards(None)
    assert known is not None
    marked = [id for id, card in known.cards.items() if card["sides"][2][0] != "-" and card["sides"][2].endswith("*")]
    bare = [id for id in marked if not known.texts["en"][id]]
    assert len(bare) > 5
    pages = read(a_print("space_editor", choice=Choice(deck=bare), paper="card", backs="none", lang=lang).pdf).pages
    for id, page in zip(bare, pages, strict=True):
        names = "".join(letters(known.names[each][id]) for each in LANGUAGES)
        heights = [high for text, high in lines_of(page) if text in names]
        assert heights and min(heights) > 0.275 * 63.5, id


def lines_of(page: Any) -> list[tuple[str, float]]:
    """The texts of a page, and how high above its foot each stands, in millimetres."""
    found: list[tuple[str, float]] = []

    def look(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        if letters(text):
            found.append((letters(text), (cm[5] + cm[3] * tm[5]) * POINT))

    page.extract_text(visitor_text=look)
    return found


def test_a_deck_is_printed_with_its_copies_and_a_filter_takes_what_it_names() -> None:
    game = the_game("five_spheres")
    shelf = game.guide().shelf("en")
    assert shelf is not None
    deck = shelf.find("genesis-1")
    pages = read(printed(game, "cards", Order(paper="card", backs="none"), Choice(deck=list(deck.cards))).pdf).pages
    assert len(pages) == len(deck.cards) > len(set(deck.cards))
    some = read(
        a_print("space_editor", choice=Choice(wishes={"element": "fire", "level": "gold"}), paper="card").pdf
    ).pages
    known = the_game("space_editor").guide().cards(None)
    assert known is not None
    gold = [each for each in known.cards.values() if each["element"] == "fire" and each["level"] == "gold"]
    assert len(some) == 2 * len(gold) > 0


def test_a_text_that_fits_nowhere_ends_the_print_with_the_name_of_its_card() -> None:
    prints = prints_of(the_game("space_editor"))
    assert prints is not None
    pictures = Pictures("space_editor")
    (thing, *_) = prints.cards(Choice(wishes={"kind": "ability"}), Order(), pictures)
    thing.face.data["words"]["en"]["lines"] = ["far too many words " * 80]
    with pytest.raises(Overflow, match=f"does not fit on {thing.name}"):
        sheets.things_pdf(prints, [thing], Order(), pictures, "")


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_game_offers_is_printed_in_both_languages_and_on_white(game: str) -> None:
    prints = prints_of(the_game(game))
    assert prints is not None
    kinds = prints.kinds()
    assert {"cards", "summary", "booklet"} <= set(kinds) <= set(KINDS)
    for kind in kinds:
        assert len(read(a_print(game, kind, lang=BOTH, ink_saver=True, bleed=2).pdf).pages) > 0


def test_the_chart_is_shared_out_as_large_as_was_asked() -> None:
    assert len(read(a_print("vediic", "board", board_size="a2").pdf).pages) == 6
    assert len(read(a_print("vediic", "board", board_size="a3", paper="a3").pdf).pages) == 1
    assert len(read(a_print("vediic", "board", board_size="a4").pdf).pages) == 1


def test_a_board_to_play_on_has_no_planets_that_cannot_be_moved() -> None:
    prints = prints_of(the_game("vediic"))
    assert prints is not None
    for name, ink_saver in (("board-kundli-1", False), ("paper-kundli-1", True)):
        whole = Pictures("vediic").text(name)
        assert "body-red" in whole and "body-red" not in prints.board("kundli-1", ink_saver)


@pytest.mark.parametrize("game", GAMES)
def test_the_booklet_shows_what_lies_on_the_table_at_every_step_of_a_figure(game: str) -> None:
    prints = prints_of(the_game(game))
    book = handbook(the_game(game))
    assert prints is not None and book is not None and len(book.figures) > 5
    for name, figure in book.figures.items():
        moments = play_figure(book, figure)
        scenes = prints.scenes(moments, Pictures(game))
        assert len(scenes) == len(moments), name
        assert all(0 < scene.wide <= scene_wide(moments) + 1e-6 and 0 < scene.high < 150 for scene in scenes), name
        for before, after, one, other in zip(moments, moments[1:], scenes, scenes[1:], strict=False):
            if after.refusal is None and FIELD[game](before.view) != FIELD[game](after.view):
                assert one.face.data != other.face.data, f"{name}: {after.word} changes what is drawn"


FIELD: dict[str, Callable[[JsonObject], object]] = {
    "five_spheres": lambda view: [
        [[card["uid"] for card in seat["battlefield"]], seat["fortress"], seat["vault"], seat["groove"]]
        for seat in view["seats"]
    ],
    "space_editor": lambda view: [[each["card"], each["r"], each["up"]] for each in view["board"]],
    "vediic": lambda view: [view["planets"], [player["pawns"] for player in view["players"]]],
}
"""What of a view lies on the table."""


def test_what_is_tried_in_a_figure_and_refused_is_shown_as_refused() -> None:
    shown = {"space_editor": 0, "vediic": 0}
    for game in shown:
        prints = prints_of(the_game(game))
        book = handbook(the_game(game))
        assert prints is not None and book is not None
        for figure in book.figures.values():
            moments = play_figure(book, figure)
            for moment, scene in zip(moments, prints.scenes(moments, Pictures(game)), strict=True):
                data = scene.face.data
                crossed = bool(data.get("refused")) or any(card["mark"] == "refused" for card in data.get("cards", []))
                verb = (moment.word or "").partition(" ")[0]
                assert crossed == (moment.refusal is not None and verb in ("place", "move"))
                shown[game] += crossed
    assert all(shown.values())


def test_a_table_of_the_booklet_is_not_torn_apart_at_the_end_of_a_page() -> None:
    head = "some words\n\n" * 3 + "| head | of it |\n| --- | --- |\n"
    text = "".join(head + "".join(f"| T{k}R{i}E | x |\n" for i in range(6)) + "\n" for k in range(30))
    chapter = {"title": "Tables", "code": None, "parts": [{"kind": "words", "blocks": set_text(text)}]}
    book = {"lang": "en", "title": "", "by": "", "picture": None, "opening": [], "chapters": [chapter]}
    job = {"title": "", "width": 148, "height": 210, "books": [book], "scenes": {}, "saver": False, "beside": 2}
    prints = prints_of(the_game("vediic"))
    assert prints is not None
    pages = read(Typesetter("booklet.typ", {"faces.typ": prints.template()}, job).made()[0]).pages
    found = [letters(page.extract_text()) for page in pages]
    assert len(found) > 4
    for k in range(30):
        assert sum(f"T{k}R0E" in page and f"T{k}R5E" in page for page in found) == 1, k


@pytest.mark.parametrize("game", GAMES)
def test_the_summary_cards_explain_the_signs_of_the_game_on_each_side(game: str) -> None:
    prints = prints_of(the_game(game))
    assert prints is not None
    signs = prints.signs(Pictures(game))
    assert len(signs) >= 9
    faces, backs, *_ = read(a_print(game, "summary", lang=BOTH).pdf).pages
    for lang, page in (("en", faces), ("ja", backs)):
        found = letters(page.extract_text())
        assert [sign["words"][lang] for sign in signs if letters(sign["words"][lang]) not in found] == []


def test_a_booklet_folds_into_the_pages_of_the_book() -> None:
    plain = len(read(a_print("vediic", "booklet", backs="none").pdf).pages)
    folded = read(a_print("vediic", "booklet").pdf).pages
    assert len(folded) == -(-plain // 4) * 2
    _, _, wide, high = box(folded[0], "TrimBox")
    assert (round(wide), round(high)) == (297, 210)


def test_what_there_is_not_is_refused_by_what_there_is() -> None:
    with pytest.raises(BadOrder, match="no board to print; it has cards, summary, booklet"):
        a_print("five_spheres", "board")
    with pytest.raises(BadOrder, match="no card meets"):
        a_print("space_editor", choice=Choice(wishes={"kind": "star", "vp": "90-"}))
    with pytest.raises(BadOrder, match="2500 cards are more than can be printed at once"):
        face = Thing("a", prints_face(), 20, 20, copies=2500)
        sheets.laid_out([face], Order(), "")


def prints_face() -> sheets.Face:
    """A face of nothing."""
    return sheets.Face("summary", {"lang": "en", "title": "", "blocks": set_text(""), "signs": []})


def test_letters_that_our_fonts_lack_are_taken_from_the_machine_or_named(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = Typesetter("sheets.typ", {}, {"name": "鱻"})
    assert odd.odd == "鱻"
    monkeypatch.setattr("orrery.press.typesetting.JAPANESE", ("No Such Font",))
    with pytest.raises(BadOrder, match="lack the letters 鱻: install Noto Sans CJK JP"):
        Typesetter("sheets.typ", {}, {"name": "鱻"})


def test_codes_lead_back_to_the_page() -> None:
    order = Order(address="https://table.example/", lang="en")
    with_code = read(
        printed(the_game("space_editor"), "cards", replace(order, deck="SE-ABC"), Choice(deck=["001"])).pdf
    )
    text = letters("".join(page.extract_text() for page in with_code.pages)).replace("\u200b", "")
    assert "https://table.example/decks/space_editor/SE-ABC" in text
    assert "https://" not in letters(
        read(a_print("space_editor", choice=Choice(deck=["001"])).pdf).pages[0].extract_text()
    )


def test_the_code_of_a_deck_and_those_of_the_chapters_can_be_read() -> None:
    order = Order(address="https://table.example/", deck="SE-ABC")
    label = deck_label(the_game("space_editor"), Choice(deck=["001"], deck_name="Water"), order, "")
    assert label is not None and code_read(label.face.data["code"]) == label.face.data["link"]
    assert label.face.data["link"] == "https://table.example/decks/space_editor/SE-ABC"
    book = handbook(the_game("vediic"))
    assert book is not None
    made = book_of(the_game("vediic"), book, played_of(book), "en", order, Pictures("vediic"))
    found = [code_read(chapter["code"]) for chapter in made["chapters"]]
    names = [chapter.name for chapter in book.chapters["en"]]
    assert found == [f"https://table.example/rules/vediic#read-{name}" for name in names]


def test_of_a_game_that_brings_no_prints_a_sentence_says_what_it_would_bring() -> None:
    with pytest.raises(BadOrder, match="high_card brings nothing to print; five_spheres, space_editor, vediic do"):
        printed(HighCard(), "cards", Order())


def test_disks_of_both_sizes_share_a_sheet() -> None:
    pages = read(a_print("vediic", "tokens").pdf).pages
    assert len(pages) == 3, "disks, their backs, pawns"


@pytest.mark.parametrize("backs", ["duplex", "fold"])
def test_disks_keep_room_for_scissors_and_their_marks_lie_on_none_of_them(backs: str) -> None:
    prints = prints_of(the_game("vediic"))
    assert prints is not None
    order = Order(backs=backs)
    disks = [thing for thing in prints.tokens(order, Pictures("vediic")) if thing.is_round]
    for sheet in sheets.laid_out(disks, order, ""):
        for mark in sheet.marks:
            for put in sheet.puts:
                middle = put.x + put.thing.wide / 2, put.y + put.thing.high / 2
                for x, y in ((mark.x1, mark.y1), (mark.x2, mark.y2)):
                    assert mark.fold or (x - middle[0]) ** 2 + (y - middle[1]) ** 2 > (put.thing.wide / 2) ** 2
