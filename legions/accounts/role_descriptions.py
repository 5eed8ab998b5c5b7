"""Descriptions of roles, as the account page and the contributor pages show them."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.curation import contributions


@dataclass(frozen=True, slots=True)
class RoleDescription:
    """A role: what it is called, and what it brings."""

    title: str
    words: str


def contributor_description(user: Any) -> RoleDescription:
    """Return what it brings to be a contributor."""
    limit = contributions.quota_of(user)
    words = _("Curators review what you enter. You can make {a_day} offers a day, with up to {waiting} waiting.")
    return RoleDescription(_("Contributor"), words.format(a_day=limit.a_day, waiting=limit.waiting))
