"""Texts of a sheet as HTML and SVG: whatever a stranger wrote is only ever text, and each is there in all languages."""

from __future__ import annotations

from html import escape

from orrery.lab.sheets import LANGS, Figure, Name, Said, in_words, said


def clean(text: str) -> str:
    """A text as HTML and XML can hold it: no half characters, no control characters, nothing that marks up."""
    sound = text.encode("utf-8", "replace").decode()
    return escape("".join(letter if letter >= " " and letter != "\x7f" else " " for letter in sound))


def both(name: Name | None, tag: str = "span") -> str:
    """A text in an element for each language, of which the page shows one; plain if it is the same in all."""
    texts = {lang: clean(in_words(name, lang)) for lang in LANGS}
    if len(set(texts.values())) == 1:
        return texts[LANGS[0]] if tag == "span" else f"<{tag}>{texts[LANGS[0]]}</{tag}>"
    return "".join(f'<{tag} class="{lang}">{text}</{tag}>' for lang, text in texts.items())


def switched(name: Name, tag: str, more: str = "") -> str:
    """An element that can hold no others, such as a title: English, with what the page's script puts there instead."""
    data = "".join(f' data-{lang}="{clean(in_words(name, lang))}"' for lang in LANGS)
    return f"<{tag}{more}{data}>{clean(in_words(name))}</{tag}>"


def typeset(text: str) -> str:
    """A number as it is printed: a true minus, and a unit that stays with it."""
    return text.replace("-", "−").replace(" %", "\u00a0%")


def reach(ends: tuple[str, str]) -> Said:
    """From one end to the other."""
    low, high = typeset(ends[0]), typeset(ends[1])
    return said(f"{low} to {high}", f"{low}〜{high}")


def told(name: Name, figure: Figure) -> Said:
    """A name and its figure, with the interval."""
    shown, ends = typeset(figure.shown()), figure.ends()
    words = {lang: shown if ends is None else f"{shown} ({reach(ends)[lang]})" for lang in LANGS}
    return {lang: f"{in_words(name, lang)}: {words[lang]}" for lang in LANGS}
