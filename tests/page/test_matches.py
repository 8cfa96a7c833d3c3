"""Whole matches in the browser: against bots, on one screen, and between two browsers with breaks in the middle."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.browser import BOARD, GAMES, LANGS, PATIENCE, SIZES, Come, House, seated_pair, turn

WAYS = [("en", "desk"), ("ja", "phone")]


@pytest.mark.parametrize(("lang", "size"), WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_against_a_bot_goes_to_its_end(visitor: Come, game: str, lang: str, size: str) -> None:
    ann = visitor("Ann", lang=lang, size=size)
    ann.sit(ann.make_table(game, "me", "random")["id"])
    done = ann.play()
    assert done["over"] and done["acted"] > 3
    expect(ann.outcome().get_by_role("button", name=ann.say("over.rematch"))).to_be_visible()
    expect(ann.outcome().get_by_role("link", name=ann.say("menu.replay"))).to_be_visible()
    ann.open_tab("actions")
    expect(ann.page.locator("#tab-panel")).to_contain_text(ann.say("actions.none"))


@pytest.mark.soak
@pytest.mark.parametrize(("lang", "size"), [(lang, size) for lang in LANGS for size in SIZES])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_full_length_goes_to_its_end(visitor: Come, game: str, lang: str, size: str) -> None:
    ann = visitor("Ann", lang=lang, size=size)
    ann.sit(ann.make_table(game, "me", "greedy", options={})["id"])
    assert ann.play()["over"]


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats"), [("space_editor", 4), ("vediic", 7), ("five_spheres", 6)])
def test_a_match_at_a_full_table_goes_to_its_end_in_motion(visitor: Come, game: str, seats: int) -> None:
    ann = visitor("Ann", calm=False)
    ann.sit(ann.make_table(game, "me", *["random"] * (seats - 1))["id"])
    # What six others do is seen one after the other, on a busy machine for long.
    assert ann.play(patience=4 * PATIENCE)["over"]


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_match_with_a_reload_and_a_restart_of_the_server(
    visitor: Come, house: House, game: str
) -> None:
    ann, ben = seated_pair(visitor, house, game)
    turn(ann, ben).play(1)
    ann.page.reload()
    turn(ann, ben).play(1, seed=2)

    house.close()
    for one in (ann, ben):
        expect(one.page.get_by_text(one.say("link.lost"))).to_be_visible()
    house.open()
    for one in (ann, ben):
        expect(one.page.locator(".link.open")).to_be_visible()
    assert ann.number() == ben.number() and ann.entries() == ben.entries()

    seed = 3
    while not turn(ann, ben).outcome().is_visible():
        turn(ann, ben).play(1, seed=seed)
        seed += 1
    for one in (ann, ben):
        expect(one.outcome()).to_be_visible()
    assert ann.number() == ben.number() and ann.entries() == ben.entries()


def test_who_loses_the_link_is_told_and_misses_nothing_when_it_is_back(visitor: Come, house: House) -> None:
    ann, ben = seated_pair(visitor, house, "vediic")
    first = turn(ann, ben)
    away = ben if first is ann else ann
    away.context.set_offline(True)
    expect(away.page.get_by_text(away.say("link.lost"))).to_be_visible()
    before = away.number()
    first.play(1)
    first.reach(before + 1)
    assert away.number() == before
    away.context.set_offline(False)
    expect(away.page.locator(".link.open")).to_be_visible()
    away.reach(first.number())
    assert away.entries() == first.entries()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_on_one_screen_hides_each_side_until_its_player_has_the_screen(visitor: Come, game: str) -> None:
    ann = visitor("Ann")
    table = ann.make_table(game, "me", "me", names=["Ann", "Ben"])
    ann.page.goto(f"/table/{table['id']}")
    ready = ann.page.locator(".curtain").get_by_role("button")
    expect(ready).to_be_visible()
    expect(ann.page.locator(BOARD)).to_have_count(0)
    ready.click()
    expect(ann.page.locator(BOARD)).to_be_visible()
    assert ann.play()["over"]
