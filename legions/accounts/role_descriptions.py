"""Descriptions of roles for the account page and the contributor pages."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.curation import contributions


@dataclass(frozen=True, slots=True)
class RoleDescription:
    """The title of a role and its rights."""

    title: str
    words: str


def contributor_description(user: Any) -> RoleDescription:
    """Return the description of the contributor role with the quota of `user`."""
    limit = contributions.quota_of(user)
    words = _("Curators review what you enter. You can make {a_day} offers a day, with up to {waiting} waiting.")
    return RoleDescription(_("Contributor"), words.format(a_day=limit.a_day, waiting=limit.waiting))
