"""Template filters of the pages of releases."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext as _

from catalog.models import Revision
from legions.releases import release_page

register = template.Library()


@register.filter
def change_word(change: str) -> str:
    """Return how a document was changed as a word."""
    return {"added": _("added"), "changed": _("changed"), "renamed": _("renamed"), "retired": _("retired")}[change]


@register.simple_tag
def change_url(revision: Revision) -> str:
    """Return the path of the place of a published revision on the page of its release."""
    return release_page.change_url(revision.since_id or 0, revision.game, revision.kind, revision.slug)


@register.filter
def kind_heading(kind: str, game: str) -> str:
    """Return the plural name of a kind of document."""
    return release_page.kind_heading(game, kind)


@register.filter
def game_name(game: str, names: Mapping[str, str]) -> str:
    """Return the name of a game, its slug if it has none."""
    return names.get(game, game)
