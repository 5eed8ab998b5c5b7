"""The roles of a user, with their descriptions for the account page."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from catalog import permissions
from catalog.admin.labels import game_names
from legions.accounts.role_descriptions import RoleDescription, contributor_description


def role_descriptions(user: Any) -> list[RoleDescription]:
    """Return the descriptions of the user's roles, the one with the most rights last."""
    return list(_duties(user, permissions.roles_of(user)))


def _duties(user: Any, roles: set[str]) -> Iterator[RoleDescription]:
    if permissions.CONTRIBUTOR in roles:
        yield contributor_description(user)
    if permissions.CURATOR in roles:
        yield RoleDescription(_("Curator"), _keeps(user))
    if permissions.PUBLISHER in roles:
        yield RoleDescription(_("Publisher"), _("You make releases of what curators have approved."))
    if permissions.MODERATOR in roles:
        yield RoleDescription(_("Moderator"), _("You decide on reports."))
    if permissions.ADMIN in roles:
        yield RoleDescription(
            _("Admin"), _("You look after every game, make releases, decide about reports, and give roles to people.")
        )


def _keeps(user: Any) -> str:
    games = permissions.curated_games(user)
    if games is None:
        return _("You curate the cards of every game.")
    titles = game_names()
    return _("You curate the cards of: {games}.").format(games=", ".join(sorted(titles.get(one, one) for one in games)))
