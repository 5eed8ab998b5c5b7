"""What people are called who want to be named for what they confirmed.

The app that knows people registers a `CreditProvider` when it is made ready; without one nobody is named.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User

from catalog.models import Confirmation


class CreditedUser(NamedTuple):
    """What somebody is called, and the role that stands beside their name, None for none."""

    name: str
    role: str | None


CreditProvider = Callable[[Sequence[User]], list[CreditedUser]]
"""Returns a name, and the role beside it, for each of these people."""

_PROVIDERS: list[CreditProvider] = []


def register_provider(provider: CreditProvider) -> None:
    """Have this provider name people, in place of any other."""
    _PROVIDERS[:] = [provider]


def credited_users(confirmations: Sequence[Confirmation]) -> list[User]:
    """Return who of those that made these confirmations wants to be named for it and is still there; each once."""
    people = {one.by.pk: one.by for one in confirmations if one.named and one.by is not None and one.by.is_active}
    return list(people.values())


def credits_by_confirmation(confirmations: Sequence[Confirmation]) -> dict[int, CreditedUser]:
    """Return the names and roles of those who made these confirmations and want to be named, by the number of each."""
    people = credited_users(confirmations)
    names = dict(zip([one.pk for one in people], _PROVIDERS[0](people), strict=True)) if _PROVIDERS and people else {}
    return {one.pk: names[one.by_id] for one in confirmations if one.named and one.by_id in names}
