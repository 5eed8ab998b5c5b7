"""Template tags for all pages: marks, navigation links, dates, names and words."""

from datetime import date
from functools import lru_cache
from typing import Any

from django import template
from django.forms import BoundField, Form
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from catalog import permissions
from legions.card_browser.card_search import CardSearchForm
from legions.changes.change_sentences import retold
from legions.game_words import vocabulary
from legions.play.forms import FacesField, split_faces
from legions.play.play_hooks import play_hooks
from legions.play.question_page import QuestionPage
from legions.sharing.gallery import GalleryQuery
from legions.site import requests
from legions.site.languages import localized_url
from legions.site.marked_text import language_attribute, marked_text
from legions.site.navigation import GAME_SECTIONS, SECTIONS, section_of
from legions.site.search_queries import MAX_LENGTHS, Searched
from legions.site.static_files import script_names, stylesheet_names
from legions.verdicts.view_models import OUTCOME_WORDS_INLINE
from rulesapi.judging.supported_games import is_judged

register = template.Library()


@register.simple_tag
def mark(name: str, classes: str = "", word: str = "") -> SafeString:
    """Return the mark `name`; `classes` are added, `word` is its text for screen readers.

    Without `word` the mark is silent and needs visible text next to it.
    """
    drawn = _drawn(static("marks.svg"), name, classes)
    return format_html('{}<span class="vh">{}</span>', drawn, word) if word else drawn


@lru_cache(maxsize=1_000)
def _drawn(sheet: str, name: str, classes: str) -> SafeString:
    more = f" {classes}" if classes else ""
    return format_html('<svg class="mark{}" aria-hidden="true"><use href="{}#{}"/></svg>', more, sheet, name)


@register.filter
def return_address(request: HttpRequest | None) -> str:
    """Return the address of the page that the user sees, or the front page for a page without a request."""
    return requests.return_address(request) if request else "/"


@register.filter
def role_word(role: str) -> str:
    """Return the label of a role in the language of the page."""
    return permissions.role_label(role)


@register.simple_tag
def styles(bundle: str) -> SafeString:
    """Return the links to a bundle of style sheets: one file if static files are bundled, else each of its files."""
    named = ((static(sheet),) for sheet in stylesheet_names(bundle))
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', named)


@register.simple_tag
def scripts(bundle: str) -> SafeString:
    """Return the scripts of a bundle: one file if static files are bundled, else each of its files."""
    named = ((static(script),) for script in script_names(bundle))
    return format_html_join("\n  ", '<script src="{}" defer></script>', named)


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, name: str, text: str, classes: str = "") -> SafeString:
    """Return a link to the URL named `name`; it is marked as current if the page is in its section."""
    return _section_link(context, reverse(name), name, SECTIONS, text, classes)


@register.simple_tag(takes_context=True)
def game_link(context: template.Context, name: str, game: str, text: str, classes: str = "") -> SafeString:
    """Return a link to a game's URL named `name`; it is marked as current if the page is in its section."""
    return _section_link(context, reverse(name, args=[game]), name, GAME_SECTIONS, text, classes)


def _section_link(
    context: template.Context, address: str, name: str, sections: dict[str, frozenset[str]], text: str, classes: str
) -> SafeString:
    """Return a link with `aria-current`: `page` for the current page itself, `true` for the section it is in."""
    request = context.get("request")
    here = ""
    if request and section_of(request, sections) == name:
        here = SafeString(' aria-current="page"' if request.path == address else ' aria-current="true"')
    styled = format_html(' class="{}"', classes) if classes else ""
    return format_html('<a href="{}"{}{}>{}</a>', address, styled, here, text)


@register.simple_tag(takes_context=True)
def absolute(context: template.Context, address: str = "") -> str:
    """Return `address` with scheme and host; by default the current page without its query."""
    request = context.get("request")
    return request.build_absolute_uri(address or request.path) if request else address


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return the theme from the cookie, `light` or `dark`; empty for the system's theme."""
    request = context.get("request")
    choice = request.COOKIES.get("theme", "") if request else ""
    return choice if choice in {"light", "dark"} else ""


@register.simple_tag
def page_address(form: CardSearchForm, number: int) -> str:
    """Return the query string of another page of a search."""
    return form.address(page=number if number > 1 else None)


@register.simple_tag
def query_limit(searched: Searched) -> int:
    """Return the maximum length of a query for texts, cards or lists, for its field."""
    return MAX_LENGTHS[searched]


@register.simple_tag
def sift_address(query: GalleryQuery, **other: str) -> str:
    """Return the query string of the gallery with some parameters changed, starting at the first page."""
    return query.address(**{"after": "", **other})


register.filter("in_this_language", localized_url)
register.filter("retold", retold)
register.filter("is_judged", is_judged)
register.filter("in_english", marked_text)
register.filter("lang_attribute", language_attribute)


@register.filter
def words(text: str) -> list[str]:
    """Return the words of `text` as a list for loops."""
    return text.split()


@register.filter
def field(form: Form, name: str) -> BoundField | None:
    """Return a field of `form` by its name, None if the form does not have it."""
    return form[name] if name in form.fields else None


@register.filter
def as_date(released: str) -> str:
    """Return a document's date (`2014`, `2014-11` or `2014-11-04`) in words, with its precision."""
    parts = [int(part) for part in released.split("-")]
    try:
        day = date(*[*parts, 1, 1][:3])
    except ValueError:
        return released
    return date_format(day, {1: "Y", 2: "YEAR_MONTH_FORMAT", 3: "DATE_FORMAT"}[len(parts)])


@register.filter
def kind_names(kind: str, game: str) -> str:
    """Return the plural name of `kind` in `game`."""
    return vocabulary.kind_names(game, kind)


@register.filter
def counts_odds(game: str) -> bool:
    """Return whether a game has a page for the odds of its dice."""
    return bool(play_hooks(game).odds_template)


@register.filter
def answers_play(game: str) -> bool:
    """Return whether a game has questions of play."""
    return bool(play_hooks(game).forms)


@register.filter
def faces_shown(field: BoundField) -> list[tuple[str, Any]]:
    """Return the current faces of a field of faces, each with its word."""
    faces = field.field.faces if isinstance(field.field, FacesField) else {}
    return [(face, faces[face]) for face in split_faces(field.value() or "") if face in faces]


@register.filter
def dice_rolled(field: BoundField, page: QuestionPage) -> int | None:
    """Return the number of dice whose faces a field takes, as the answer of a question says; None if not known."""
    return page.answer.dice_rolled.get(field.name)


@register.filter
def outcome_word(outcome: str) -> str:
    """Return a legion's outcome in words inside a sentence, or “not judged”."""
    return str(OUTCOME_WORDS_INLINE[outcome]) if outcome in OUTCOME_WORDS_INLINE else gettext("not judged")


@register.filter
def words_of_slug(slug: str) -> str:
    """Return a slug as words: `red-dragon` becomes “red dragon”."""
    return slug.replace("-", " ")
