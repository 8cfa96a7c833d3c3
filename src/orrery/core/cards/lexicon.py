"""The words and templates of one language, from a data file of a game: how the language joins, counts and writes them.

The file holds a table for each language. Printed texts of cards, catalogues and deck lists are all written with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, read_toml

CARD_TEXTS: Final = "ability_texts.toml"
"""The words of the printed texts of cards, in the data folder of each game that has some."""

ARTICLE: Final = "@"
"""Stands for the indefinite article until the word after it is known."""


class Lexicon:
    """The words and templates of one language; a word that is missing is a fault that names it."""

    def __init__(self, lang: str, tree: JsonObject, file: str = CARD_TEXTS) -> None:
        self.lang = lang
        self.tree = tree
        self.file = file

    def _find(self, path: str) -> object:
        place: object = self.tree
        for key in path.split("."):
            if not isinstance(place, dict) or key not in place:
                raise DataFault(f"data/{self.file}", f"no word {self.lang}.{path}")
            place = place[key]
        return place

    def text(self, path: str) -> str:
        """A word or template."""
        found = self._find(path)
        if not isinstance(found, str):
            raise DataFault(f"data/{self.file}", f"{self.lang}.{path} is not a text")
        return found

    def forms(self, path: str) -> list[str]:
        """A list of forms, such as singular and plural."""
        found = self._find(path)
        if not isinstance(found, list):
            raise DataFault(f"data/{self.file}", f"{self.lang}.{path} is not a list")
        return [str(form) for form in found]

    def form(self, path: str, last: bool) -> str:
        """The last form of a list, such as the plural, or the first one."""
        return self.forms(path)[-1 if last else 0]

    def word(self, path: str) -> str:
        """A word as it stands alone: the text, or the first of its forms."""
        return self.form(path, False) if isinstance(self._find(path), list) else self.text(path)

    def fill(self, path: str, slots: Mapping[str, str]) -> str:
        """A template with its slots filled in; empty slots leave no doubled spaces behind."""
        return tidy(self.text(path).format_map(slots))

    def join(self, words: list[str], path: str) -> str:
        """A list of words as the language writes it."""
        if len(words) < 2:
            return "".join(words)
        between, before_last = self.forms(f"join.{path}")
        return between.join(words[:-1]) + before_last + words[-1]

    def linked(self, clause: str) -> str:
        """A clause in the form that it has before another one."""
        endings = self._find("join.endings")
        assert isinstance(endings, list)
        for ending, link in endings:
            if clause.endswith(ending):
                return clause[: -len(ending)] + str(link)
        return clause

    def number(self, value: int) -> str:
        """How many cards."""
        words = self.forms("number.words")
        return words[value] if 0 <= value < len(words) else self.figure(value)

    def figure(self, value: int) -> str:
        """A number in figures."""
        return f"{self.text('number.minus')}{-value}" if value < 0 else str(value)

    def signed(self, value: int) -> str:
        """A bonus with its sign."""
        return self.figure(value) if value < 0 else f"{self.text('number.plus')}{value}"

    def with_article(self, template: str, card: str) -> str:
        """A template with a card phrase, and the article that goes with it."""
        vowel = card[:1] != "" and card[0] in self.text("article.vowels")
        return template.format_map({"a": self.text("article.an" if vowel else "article.a"), "card": card})

    def articles(self, text: str) -> str:
        """Puts the right article for each mark: a creature, an energy, another tower."""
        parts = text.split(ARTICLE)
        for i in range(1, len(parts)):
            rest = parts[i].lstrip()
            other = self.text("article.other")
            if other and rest.startswith(other):
                parts[i] = self.text("article.another") + rest[len(other) :]
                continue
            word = rest[:4].lower()
            vowel = word[:1] != "" and word[0] in self.text("article.vowels")
            if any(word.startswith(start) for start in self.forms("article.spoken_as_consonant")):
                vowel = False
            article = self.text("article.an" if vowel else "article.a")
            parts[i] = f"{article} {rest}" if article else rest
        return "".join(parts)

    def sentence(self, text: str) -> str:
        """A finished sentence: contracted, with its articles and a capital."""
        text = tidy(self.articles(text))
        contractions = self._find("article.contract")
        assert isinstance(contractions, list)
        for before, after in contractions:
            text = text.replace(before, after)
        return text[:1].upper() + text[1:]


def tidy(text: str) -> str:
    """Takes out what empty slots left behind: doubled spaces and commas, spaces before a comma or a full stop or inside
    brackets, a Japanese comma with nothing before it.
    """
    text = " ".join(text.split()).replace(" ,", ",").replace(" .", ".").replace("( ", "(").replace(" )", ")")
    return text.replace(",,", ",").replace(",.", ".").removeprefix("、")


LEXICONS: dict[tuple[str, str, str], Lexicon] = {}


def lexicon_of(package: str, lang: str, file: str = CARD_TEXTS) -> Lexicon:
    """The words of a language in a data file of a game's package. Raises DataFault for an unknown language."""
    key = (package, lang, file)
    found = LEXICONS.get(key)
    if found is None:
        if lang not in LANGUAGES:
            raise DataFault("lang", f"{lang!r} is not one of {', '.join(LANGUAGES)}")
        found = LEXICONS[key] = Lexicon(lang, read_toml(package, "data", file)[lang], file)
    return found
