"""Texts with their language: as HTML they are marked where they are in another language than the page."""

import re
from collections.abc import Iterable
from typing import Any

from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

NAME_BEGINS, NAME_ENDS = "\ue010", "\ue011"
"""Private-use characters, which no text contains."""
_NAME = re.compile(f"{NAME_BEGINS}([^{NAME_ENDS}]*){NAME_ENDS}")
_SECOND_STOP = re.compile(rf"([.?!…]{NAME_ENDS})\.")


class MarkedText(str):
    """A text whose HTML marks its language, if that is not the language of the page.

    Templates and `format_html` use the HTML. Inside an attribute the text itself is needed: `str(text)`.
    """

    html: SafeString
    language: str = ""
    """The language of the whole text, empty if it is that of the page or differs between its parts."""

    def __html__(self) -> SafeString:
        return self.html


def marked_text(text: str, language: str = "en") -> MarkedText:
    """Return a text in a language, which is empty if it is not known; names on cards are English."""
    if not needs_mark(language):
        return _with_html(text, text)
    found = _with_html(text, format_html('<span lang="{}">{}</span>', language, text))
    found.language = language
    return found


def language_attribute(text: str) -> SafeString:
    """Return the attribute that marks an element with this text alone, for an option, which can have no markup."""
    language = text.language if isinstance(text, MarkedText) else ""
    return format_html(' lang="{}"', language) if language else SafeString("")


def join_marked(separator: str, texts: Iterable[Any]) -> MarkedText:
    """Return texts, or lazy translations, joined by a separator; the HTML of each is kept."""
    parts = list(texts)
    return _with_html(separator.join(map(str, parts)), format_html_join(separator, "{}", ((part,) for part in parts)))


def fill_marked(template: str, **facts: object) -> MarkedText:
    """Return a translated template, filled; the HTML of marked texts among the facts is kept."""
    return _with_html(template.format(**facts), format_html(escape(template), **facts))


def between_signs(name: str) -> str:
    """Return an English name between the signs that `marked_names` looks for."""
    return f"{NAME_BEGINS}{name}{NAME_ENDS}"


def marked_names(message: str) -> MarkedText:
    """Return a message in which English names are between signs, without the signs and with the names marked.

    A full stop after a name that ends a sentence itself is left out.
    """
    parts = _NAME.split(_SECOND_STOP.sub(r"\1", message))
    return join_marked("", (marked_text(part) if number % 2 else part for number, part in enumerate(parts)))


def needs_mark(language: str) -> bool:
    """Return whether a text in a language, which is empty if it is not known, is marked on the current page."""
    return bool(language) and not (get_language() or "en").startswith(language)


def _with_html(text: str, html: str) -> MarkedText:
    found = MarkedText(text)
    found.html = conditional_escape(html)
    return found
