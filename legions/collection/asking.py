"""What a query asks of a collection: the word `owned`."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from catalog.query.conditions import Cards
from catalog.query.meaning import NotAsked


def owned_cards(copies: Mapping[str, int]) -> Cards:
    """Return the cards there is a copy of, as a query asks for them. Raises NotAsked where there are none."""
    if not copies:
        raise NotAsked(_("Nothing is written down here of what you have. Begin your collection to ask for that."))
    return Cards(words=_("you have"), yes=frozenset(slug for slug, number in copies.items() if number > 0))
