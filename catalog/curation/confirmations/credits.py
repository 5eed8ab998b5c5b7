"""Names of people who want to be credited for their confirmations.

The app with the accounts provides them in its extension (`catalog.extensions`); without an extension there are no
credits.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User

from catalog.extensions import CreditedUser, catalog_extensions
from catalog.models import Confirmation


def credited_users(confirmations: Sequence[Confirmation]) -> list[User]:
    """Return the distinct active users who made these confirmations and want to be named."""
    people = {one.by.pk: one.by for one in confirmations if one.named and one.by is not None and one.by.is_active}
    return list(people.values())


def credits_by_confirmation(confirmations: Sequence[Confirmation]) -> dict[int, CreditedUser]:
    """Return the names and roles of users who want to be named, by the primary key of their confirmation."""
    people = credited_users(confirmations)
    names = _names(people) if people else {}
    return {one.pk: names[one.by_id] for one in confirmations if one.named and one.by_id in names}


def _names(people: Sequence[User]) -> dict[int, CreditedUser]:
    for extension in catalog_extensions():
        if (found := extension.credited_users(people)) is not None:
            return dict(zip([one.pk for one in people], found, strict=True))
    return {}
