"""A pseudo-language that shows which texts went through gettext, and a parser for its pages.

The German of the website is written in fullwidth letters: “Ｋａｒｔｅｎ”. Placeholders, markup and inserted
values stay as they are, so a word in plain letters was never translated, wherever it is: inside a translated sentence,
in a label, in a drawing.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from html.parser import HTMLParser
from typing import Any
from unittest import mock

from django.utils.translation import trans_real

OURS = frozenset(("catalog", "rulesapi", "legions", "operations", "config"))

UNTRANSLATED = re.compile(
    r"%\(\w+\)[a-z]|%[%a-z]|\{\w*(?:!\w)?:(?=[^}]*(?:\||[a-z]{2}))|\{[^}]*\}|<[^>]*>|&#?\w+;|https?://\S+"
)
"""Parts of a message that are not translated: placeholders, markup, entities, addresses."""


@cache
def written_wide(message: str) -> str:
    """Return a message in fullwidth letters; umlauts lose their dots. Cached, since a page repeats its messages."""
    parts, end = [], 0
    for match in UNTRANSLATED.finditer(message):
        parts += [_wide(message[end : match.start()]), match[0]]
        end = match.end()
    return "".join(parts) + _wide(message[end:])


def _wide(text: str) -> str:
    plain = unicodedata.normalize("NFD", text.replace("ß", "ss"))
    return "".join(chr(ord(one) + 0xFEE0) if one.isascii() and one.isalpha() else one for one in plain)


@contextmanager
def spoken() -> Iterator[None]:
    """Write German in fullwidth letters: the website's own, Django's and that of its libraries."""
    usual = trans_real.translation("de")
    forget_functions()
    try:
        with mock.patch.dict(trans_real._translations, {"de": _Wide(usual)}):
            yield
    finally:
        forget_functions()


def forget_functions() -> None:
    """Clear the caches of Muster's functions in this process, for every language."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in OURS:
            for one in list(vars(module).values()):
                if type(one) is _lru_cache_wrapper:  # not isinstance: it would evaluate lazy objects
                    one.cache_clear()


class _Wide:
    """The German translations in fullwidth letters. A message without a translation stays as it is."""

    def __init__(self, usual: Any) -> None:
        self._usual = usual

    def __getattr__(self, name: str) -> Any:
        return getattr(self._usual, name)

    def gettext(self, message: str) -> str:
        if self._usual._catalog.get(message, None) is None and self._usual._catalog.get((message, 0), None) is None:
            return message
        return written_wide(self._usual.gettext(message))

    def ngettext(self, singular: str, many: str, number: int) -> str:
        try:
            self._usual._catalog.plural(singular, number)
        except KeyError:
            return singular if number == 1 else many
        return written_wide(self._usual.ngettext(singular, many, number))


class Text(HTMLParser):
    """A parser for the text of a page: its words, each with the language that the markup declares."""

    LABELS = frozenset(
        ("alt", "title", "aria-label", "aria-description", "aria-roledescription", "placeholder", "label", "content")
    )
    SILENT = frozenset(("script", "style", "code", "pre", "kbd", "textarea", "samp"))
    VOID = frozenset(
        ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
    )
    NO_WORDS = frozenset(
        ("viewport", "color-scheme", "theme-color", "htmx-config", "robots", "twitter:card", "referrer")
    )

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[tuple[str, str]] = []
        self._inside: list[tuple[str, str]] = []
        self._line = False  # whether the last text was a line of a drawn block
        self.feed(html)
        self.close()

    @property
    def _language(self) -> str:
        return self._inside[-1][1] if self._inside else "de"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        language = known.get("lang", self._language)
        if tag == "meta" and known.get("name", known.get("property")) in self.NO_WORDS | {
            "og:type",
            "og:url",
            "og:image",
        }:
            known.pop("content", None)
        labels = [value for name, value in known.items() if name in self.LABELS or name.startswith("data-text")]
        if tag == "input" and known.get("type") in {"submit", "button", "reset"}:
            labels.append(known.get("value", ""))
        self.said += [(label, language) for label in labels if label]
        self._line = self._line and tag == "tspan"
        if tag not in self.VOID:
            self._inside.append((tag, language))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._inside.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._inside and any(name == tag for name, _ in self._inside):
            if self._inside.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if not data.strip() or any(tag in self.SILENT for tag, _ in self._inside):
            return
        if self._inside and self._inside[-1][0] == "tspan" and self._line:
            before, _language = self.said.pop()
            data = f"{before} {data}"
        self._line = bool(self._inside) and self._inside[-1][0] == "tspan"
        self.said.append((" ".join(data.split()), self._language))


WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


class Names:
    """Names of one or several words that are equal in every language."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_first: dict[str, list[list[str]]] = {}
        for name in names:
            words = WORD.findall(name.casefold())
            if words:
                self._by_first.setdefault(words[0], []).append(words)
        for known in self._by_first.values():
            known.sort(key=len, reverse=True)

    def others(self, text: str) -> list[str]:
        """Return the words of a text that are not part of a name and have at least two plain letters."""
        words = WORD.findall(text)
        if text.endswith("…"):
            words = words[:-1]  # a word that is cut off cannot be recognized
        folded = [word.casefold() for word in words]
        left, place = [], 0
        while place < len(words):
            here = self._by_first.get(folded[place], ())
            name = next((one for one in here if self._stands(one, folded[place:], text)), None)
            if name is None and len(words[place]) > 1 and words[place].isascii():
                left.append(words[place])
            place += len(name) if name else 1
        return left

    @staticmethod
    def _stands(name: list[str], phrase: list[str], text: str) -> bool:
        """Return whether words begin with a name, or with the beginning of one cut off at the end of the text."""
        return phrase[: len(name)] == name or (text.endswith("…") and name[: len(phrase)] == phrase)
