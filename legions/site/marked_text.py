"""Texts with their language: as HTML they are marked where they are in another language than the page."""

from collections.abc import Iterable

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language


class MarkedText(str):
    """A text whose HTML marks its language, if that is not the language of the page.

    Templates and `format_html` use the HTML. Inside an attribute the text itself is needed: `str(text)`.
    """

    html: SafeString

    def __html__(self) -> SafeString:
        return self.html


def marked_text(text: str, language: str = "en") -> MarkedText:
    """Return a text in a language, which is empty if it is not known; names on cards are English."""
    return _with_html(text, format_html('<span lang="{}">{}</span>', language, text) if needs_mark(language) else text)


def join_marked(separator: str, texts: Iterable[str]) -> MarkedText:
    """Return texts joined by a separator; the HTML of each is kept."""
    parts = list(texts)
    return _with_html(separator.join(parts), format_html_join(separator, "{}", ((part,) for part in parts)))


def needs_mark(language: str) -> bool:
    """Return whether a text in a language, which is empty if it is not known, is marked on the current page."""
    return bool(language) and not (get_language() or "en").startswith(language)


def _with_html(text: str, html: str) -> MarkedText:
    found = MarkedText(text)
    found.html = conditional_escape(html)
    return found
