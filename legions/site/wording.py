"""Texts of the engine, the rules and the schemas for pages: in enumerations, inside sentences, and with markup for text
in another language.

`rulesapi.translation` translates these texts.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.translation import get_language, gettext, ngettext

from catalog.documents.suggestions import listed
from legions.site.book_urls import section_url
from legions.site.marked_text import MarkedText, between_signs, join_marked, marked_names, marked_text
from rulesapi import translation
from rulesapi.engine.core.library import card_sentences
from rulesapi.translation import is_english, lack_message, schema_word, translated

__all__ = [
    "capitalized",
    "card_count_words",
    "card_text",
    "citation",
    "inline_noun",
    "join_and",
    "join_or",
    "lack_message",
    "linked_citation",
    "page_words",
    "schema_word",
    "translated",
    "translated_html",
    "translated_text",
]


def card_text(document: Mapping[str, Any]) -> list[str]:
    """Return the meaning of the text on a card, in translated sentences."""
    return [translated(sentence) for sentence in card_sentences(dict(document))]


def finding_message(finding: Mapping[str, Any]) -> MarkedText:
    """Return the translated message of a finding's document, with the English names in it marked."""
    return marked_names(translation.finding_message(finding, between_signs))


def remark_message(remark: Mapping[str, Any], **translated: str) -> MarkedText:
    """Return the translated message of a remark about a list, with English names in it marked.

    `translated` are facts that are translated already.
    """
    return marked_names(translation.remark_message(remark, between_signs, **translated))


def play_message(document: Mapping[str, Any]) -> MarkedText:
    """Return the translated message of a step's or finding's document in a resolution, with English names marked."""
    return marked_names(translation.play_message(document, between_signs))


def capitalized(word: str) -> str:
    """Return a word of a schema with a capital letter, for use alone or at the beginning of a line."""
    text = schema_word(word).replace("-", " ")
    return text[:1].upper() + text[1:]


def translated_text(document: Mapping[str, Any], fact: str) -> tuple[str, str]:
    """Return a text of a document and its language: the page's language if it is translated, else English."""
    language = get_language() or "en"
    for texts in () if is_english() else document.get("translations", ()):
        if fact in texts and language.startswith(texts["language"]):
            return texts[fact], texts["language"]
    return document[fact] or "", "en"


def translated_html(document: Mapping[str, Any], fact: str) -> MarkedText:
    """Return a text of a document, marked if it is in another language than the page."""
    return marked_text(*translated_text(document, fact))


def citation(cite: Mapping[str, Any]) -> MarkedText:
    """Return a citation as text: “Some rulebook, p. 28, Building a list”. Titles of sections are not translated."""
    title = translated(cite["source"])
    parts = (
        marked_text(title, "en" if title == cite["source"] else ""),
        page_words(cite["page"]),
        marked_text(cite["section"] or ""),
    )
    return join_marked(", ", filter(None, parts))


def linked_citation(cite: Mapping[str, Any], game: str) -> MarkedText:
    """Return a citation that is a link to the section of the rulebook of `game`, if it names one."""
    text = citation(cite)
    if cite.get("at"):
        text.html = format_html('<a href="{}">{}</a>', section_url(game, cite["at"]), text)
    return text


def page_words(page: int | None) -> str:
    """Return the number of a page as text: “p. 28”; empty without a number."""
    return gettext("p. %(page)d") % {"page": page} if page else ""


def join_and(items: Iterable[str]) -> str:
    """Return words as an enumeration: “a, b and c”."""
    return listed(map(str, items), gettext("and"))


def join_names(names: Iterable[str]) -> MarkedText:
    """Return English names as an enumeration in which each is marked: “a, b and c”."""
    *rest, last = [marked_text(name) for name in names] or [marked_text("")]
    return join_marked(f" {gettext('and')} ", (join_marked(", ", rest), last)) if rest else last


def join_or(items: Iterable[str]) -> str:
    """Return words as a choice: “a, b or c”."""
    return listed(map(str, items), gettext("or"))


def inline_noun(heading: str) -> str:
    """Return a heading for use inside a sentence: lowercase in English, unchanged in languages that capitalize
    nouns.
    """
    return heading.lower() if is_english() else heading


def rules_version(ruleset: str) -> str:
    """Return the version in the name of a ruleset, "1" of "some-game/1", for display next to the game."""
    return ruleset.rpartition("/")[2]


def card_count_words(number: int) -> str:
    """Return a number of cards with its noun."""
    return ngettext("%(number)d card", "%(number)d cards", number) % {"number": number}
