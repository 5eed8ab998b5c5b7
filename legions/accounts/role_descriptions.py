"""What somebody's roles are, and what each brings: for the page of their account."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog import permissions
from catalog.admin.labels import game_names
from catalog.curation import contributions


@dataclass(frozen=True, slots=True)
class RoleDescription:
    """A role: what it is called, and what it brings."""

    title: str
    words: str


def role_descriptions(user: Any) -> list[RoleDescription]:
    """Return the roles that somebody has, the widest last."""
    return list(_duties(user, permissions.roles_of(user)))


def _duties(user: Any, roles: set[str]) -> Iterator[RoleDescription]:
    if permissions.CONTRIBUTOR in roles:
        yield contributor_description(user)
    if permissions.CURATOR in roles:
        yield RoleDescription(_("Curator"), _keeps(user))
    if permissions.PUBLISHER in roles:
        yield RoleDescription(_("Publisher"), _("You make releases of what curators have approved."))
    if permissions.MODERATOR in roles:
        yield RoleDescription(_("Moderator"), _("You decide about what people report."))
    if permissions.ADMIN in roles:
        yield RoleDescription(
            _("Admin"), _("You look after every game, make releases, decide about reports, and give roles to people.")
        )


def contributor_description(user: Any) -> RoleDescription:
    """Return what it brings to be a contributor."""
    limit = contributions.quota_of(user)
    words = _("Curators review what you enter. You can make {a_day} offers a day, with up to {waiting} waiting.")
    return RoleDescription(_("Contributor"), words.format(a_day=limit.a_day, waiting=limit.waiting))


def _keeps(user: Any) -> str:
    games = permissions.curated_games(user)
    if games is None:
        return _("You curate the cards of every game.")
    titles = game_names()
    return _("You curate the cards of: {games}.").format(games=", ".join(sorted(titles.get(one, one) for one in games)))
