"""The pictures of cards at the table, as seen on a phone: each its own, and all that is written readable."""

from __future__ import annotations

from page.browser import Come

SEEN = """
() => {
  const cards = [...document.querySelectorAll('.hand .card, .tile:not(.down)')];
  const emblem = (card) => card.querySelector('svg defs path')?.getAttribute('d') ?? '';
  const name = (card) => card.querySelector('.name, .title').textContent;
  const words = (card) => [...card.querySelectorAll('span, b')].filter((one) =>
    one.closest('.hidden') === null && one.getClientRects().length > 0 &&
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ''));
  return {
    emblems: cards.map((card) => [name(card), emblem(card)]),
    smallest: Math.min(...cards.flatMap(words).map((one) => parseFloat(getComputedStyle(one).fontSize))),
    untold: cards.flatMap((card) => [...card.querySelectorAll('.abilities > span, .keyword')])
      .filter((one) => one.title === '').length,
    marks: document.querySelectorAll('.hand .abilities path').length,
  };
}
"""


def test_on_a_phone_every_card_shows_its_own_emblem_and_nothing_is_too_small_to_read(visitor: Come) -> None:
    ann = visitor("Ann", size="phone", calm=False)
    ann.sit(ann.make_table("five_spheres", "me", "level1", options={})["id"])
    ann.play(most=12, seed=5)
    ann.close_panel()
    ann.page.wait_for_function("document.querySelectorAll('.hand .card').length > 0")
    # Emblems and marks come after the board.
    ann.page.wait_for_function(
        "[...document.querySelectorAll('.hand .card .art')].every((art) => art.querySelector('svg defs path'))"
    )
    ann.page.wait_for_function("document.querySelector('.hand .abilities path') !== null")
    seen = ann.page.evaluate(SEEN)
    assert all(emblem for _, emblem in seen["emblems"]), seen["emblems"]
    assert len({emblem for _, emblem in seen["emblems"]}) == len({name for name, _ in seen["emblems"]})
    assert seen["smallest"] >= 11
    assert seen["untold"] == 0 and seen["marks"] > 0
