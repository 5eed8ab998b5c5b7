"""Small parts that every page is put together from: marks, links that know where they lead from, plural words."""

from datetime import date
from functools import lru_cache
from typing import Any

from django import template
from django.forms import BoundField, Form
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
from legions.sharing.gallery import GalleryQuery
from legions.site.languages import localized_url
from legions.site.navigation import GAME_SECTIONS, SECTIONS, section_of
from legions.site.static_files import script_names, stylesheet_names
from legions.verdicts.view_models import OUTCOME_WORDS_INLINE

register = template.Library()


@register.simple_tag
def mark(name: str, classes: str = "", word: str = "") -> SafeString:
    """Return the drawn mark `name`; `classes` are added, `word` is said to who cannot see it.

    Without `word` the mark is silent: then its word stands beside it.
    """
    drawn = _drawn(static("marks.svg"), name, classes)
    return format_html('{}<span class="vh">{}</span>', drawn, word) if word else drawn


@lru_cache(maxsize=1_000)
def _drawn(sheet: str, name: str, classes: str) -> SafeString:
    more = f" {classes}" if classes else ""
    return format_html('<svg class="mark{}" aria-hidden="true"><use href="{}#{}"/></svg>', more, sheet, name)


@register.filter
def role_word(role: str) -> str:
    """Return what people call a role, in the language that is spoken."""
    return permissions.role_label(role)


@register.simple_tag
def styles(bundle: str) -> SafeString:
    """Return the links to a bundle of style sheets: to one file where files are collected, else to each of it."""
    named = ((static(sheet),) for sheet in stylesheet_names(bundle))
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', named)


@register.simple_tag
def scripts(bundle: str) -> SafeString:
    """Return the scripts of a bundle: one file where files are collected, else each of it."""
    named = ((static(script),) for script in script_names(bundle))
    return format_html_join("\n  ", '<script src="{}" defer></script>', named)


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, name: str, words: str, classes: str = "") -> SafeString:
    """Return a link to the page called `name` in the list of addresses; it says so when one is there or below it."""
    return _section_link(context, reverse(name), name, SECTIONS, words, classes)


@register.simple_tag(takes_context=True)
def game_link(context: template.Context, name: str, game: str, words: str, classes: str = "") -> SafeString:
    """Return a link to the page called `name` of a game; it says so when one is there or below it."""
    return _section_link(context, reverse(name, args=[game]), name, GAME_SECTIONS, words, classes)


def _section_link(
    context: template.Context, address: str, name: str, sections: dict[str, frozenset[str]], words: str, classes: str
) -> SafeString:
    """Return a link that says whether it leads to this page (`page`) or to the one above it (`true`)."""
    request = context.get("request")
    here = ""
    if request and section_of(request, sections) == name:
        here = SafeString(' aria-current="page"' if request.path == address else ' aria-current="true"')
    styled = format_html(' class="{}"', classes) if classes else ""
    return format_html('<a href="{}"{}{}>{}</a>', address, styled, here, words)


@register.simple_tag(takes_context=True)
def absolute(context: template.Context, address: str = "") -> str:
    """Return `address` (by itself: that of this page, without its query) with scheme and host."""
    request = context.get("request")
    return request.build_absolute_uri(address or request.path) if request else address


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return the theme of the cookie, `light` or `dark`; empty for the system's."""
    request = context.get("request")
    choice = request.COOKIES.get("theme", "") if request else ""
    return choice if choice in {"light", "dark"} else ""


@register.simple_tag
def page_address(form: CardSearchForm, number: int) -> str:
    """Return the query of another page of the same search."""
    return form.address(page=number if number > 1 else None)


@register.simple_tag
def sift_address(query: GalleryQuery, **other: str) -> str:
    """Return the query that asks the list for everybody for the same with something different, from its start."""
    return query.address(**{"after": "", **other})


register.filter("in_this_language", localized_url)
register.filter("retold", retold)


@register.filter
def words(text: str) -> list[str]:
    """Return the words of `text`, to go through them one by one."""
    return text.split()


@register.filter
def field(form: Form, name: str) -> BoundField | None:
    """Return a field of `form` by its name, None when the form does not have it."""
    return form[name] if name in form.fields else None


@register.filter
def as_date(released: str) -> str:
    """Return a date as a document has it (`2014`, `2014-11` or `2014-11-04`) written out as far as it is known."""
    parts = [int(part) for part in released.split("-")]
    try:
        day = date(*[*parts, 1, 1][:3])
    except ValueError:
        return released
    return date_format(day, {1: "Y", 2: "YEAR_MONTH_FORMAT", 3: "DATE_FORMAT"}[len(parts)])


@register.filter
def kind_names(kind: str, game: str) -> str:
    """Return what several cards of `kind` are called in `game`."""
    return vocabulary.kind_names(game, kind)


@register.filter
def counts_odds(game: str) -> bool:
    """Return whether a game has a page for the odds of its dice."""
    return bool(play_hooks(game).odds_template)


@register.filter
def answers_play(game: str) -> bool:
    """Return whether questions of play are answered for a game."""
    return bool(play_hooks(game).forms)


@register.filter
def faces_shown(field: BoundField) -> list[tuple[str, Any]]:
    """Return the faces that lie in a field of faces, each with its word."""
    faces = field.field.faces if isinstance(field.field, FacesField) else {}
    return [(face, faces[face]) for face in split_faces(field.value() or "") if face in faces]


@register.filter
def outcome_word(outcome: str) -> str:
    """Return inside a sentence how a legion stands, or that it could not be judged."""
    return str(OUTCOME_WORDS_INLINE[outcome]) if outcome in OUTCOME_WORDS_INLINE else gettext("not judged")


@register.filter
def words_of_slug(slug: str) -> str:
    """Return a slug as words: `red-dragon` is said “red dragon”."""
    return slug.replace("-", " ")
