"""What people are called who want to be named for what they confirmed.

The app that knows people says so in its extension (`catalog.extensions`); without one nobody is named.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User

from catalog.extensions import CreditedUser, catalog_extensions
from catalog.models import Confirmation


def credited_users(confirmations: Sequence[Confirmation]) -> list[User]:
    """Return who of those that made these confirmations wants to be named for it and is still there; each once."""
    people = {one.by.pk: one.by for one in confirmations if one.named and one.by is not None and one.by.is_active}
    return list(people.values())


def credits_by_confirmation(confirmations: Sequence[Confirmation]) -> dict[int, CreditedUser]:
    """Return the names and roles of those who made these confirmations and want to be named, by the number of each."""
    people = credited_users(confirmations)
    names = _names(people) if people else {}
    return {one.pk: names[one.by_id] for one in confirmations if one.named and one.by_id in names}


def _names(people: Sequence[User]) -> dict[int, CreditedUser]:
    for extension in catalog_extensions():
        if (found := extension.credited_users(people)) is not None:
            return dict(zip([one.pk for one in people], found, strict=True))
    return {}
