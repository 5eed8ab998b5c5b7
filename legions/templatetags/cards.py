"""Template tags for cards: drawn faces, shields and summaries."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog import faces
from catalog.documents.titles import document_title
from legions.cards import card_sheet
from legions.cards.drawn_faces import draw_face
from legions.cards.stock import CardView
from legions.site import wording
from legions.templatetags.muster import mark

register = template.Library()


@register.simple_tag
def face(
    document: dict[str, Any], set_document: dict[str, Any] | None = None, own: Iterable[str] | None = None
) -> SafeString:
    """Return the drawn face of a card as SVG, or its shield for a kind without faces; all text in it is escaped.

    The facts `own` are drawn as own numbers.
    """
    try:
        drawn = draw_face(document, set_document, own or ())
    except KeyError:
        drawn = faces.shield(document)
    return mark_safe(drawn)  # noqa: S308


@register.filter
def filled(document: dict[str, Any], own_cards: Mapping[str, CardView] | None) -> Mapping[str, Any]:
    """Return the document of a card with the user's own numbers, if it is among `own_cards`."""
    card = own_cards.get(document["slug"]) if own_cards else None
    return document if card is None else card.document


@register.simple_tag
def shield(document: dict[str, Any]) -> SafeString:
    """Return the shield of a card as SVG."""
    return mark_safe(faces.shield(document))  # noqa: S308


@register.simple_tag
def open_mark(set_name: str | None, style: str = "") -> SafeString:
    """Return the mark of a card of an open set, with the name of that set; empty for an official card.

    The style `words` adds visible text; otherwise the text is only a tooltip and for screen readers.
    """
    if not set_name:
        return SafeString("")
    title = _("Open set: {name}. Not official.").format(name=set_name)
    words = _("open set")
    if style == "words":
        return format_html('<span class="open-mark" title="{}">{}{}</span>', title, mark("open-set", "mark--s"), words)
    return format_html('<span class="open-mark" title="{}">{}</span>', title, mark("open-set", "mark--s", words))


@register.filter
def open_name(set_document: Mapping[str, Any] | None) -> str:
    """Return the name of an unofficial set; empty for an official set or without a set."""
    return "" if not set_document or set_document["official"] else set_document["name"] or set_document["slug"]


@register.filter
def title(document: dict[str, Any]) -> str:
    """Return the title of a document."""
    return document_title(document)


@register.filter
def value(word: str) -> str:
    """Return a word of a schema, such as an icon or an alignment, in the language of the page."""
    return wording.schema_word(word).replace("-", " ")


@register.filter
def say(word: str) -> str:
    """Return a game's word for an army list, in the language of the page."""
    return str(wording.translated(word))


@register.filter
def translated(document: Mapping[str, Any] | None, fact: str) -> str:
    """Return a translated text of a game, set, format, house rule or ruling as HTML; empty without a document."""
    return wording.translated_html(document, fact) if document else ""


@register.filter
def summary(document: dict[str, Any]) -> str:
    """Return a one-line summary of a card."""
    return card_sheet.card_summary(document)


@register.filter
def points_noun(number: int | None) -> str:
    """Return the noun after a number of points, which may be unknown."""
    return ngettext("point", "points", 0 if number is None else number)


@register.filter
def points_more(number: int) -> str:
    """Return the words after a number of points that a card would add."""
    return ngettext("point more", "points more", number)


@register.filter
def points(number: int) -> str:
    """Return a number of points with its unit."""
    return card_sheet.points_words(number)


@register.filter
def of(mapping: Mapping[str | None, Any] | None, key: str | None) -> Any:
    """Return the value of `key` in `mapping`, None if there is no value or no mapping."""
    return mapping.get(key) if mapping else None
