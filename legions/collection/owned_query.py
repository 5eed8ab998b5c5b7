"""The query word `owned`."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from catalog.search.compiler import UnavailableTerm
from catalog.search.conditions import CardSelection


def owned_slugs(copies: Mapping[str, int]) -> CardSelection:
    """Return the owned cards as a selection for queries. Raises UnavailableTerm if there are none."""
    if not copies:
        raise UnavailableTerm(_("Your collection is empty. Add cards to it first."))
    return CardSelection(words=_("you have"), yes=frozenset(slug for slug, number in copies.items() if number > 0))
