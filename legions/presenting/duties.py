"""What somebody's roles are, and what each brings: for the page of their account."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog import contributing, roles
from catalog.admin.words import games


@dataclass(frozen=True, slots=True)
class Duty:
    """A role: what it is called, and what it brings."""

    title: str
    words: str


def duties(user: Any) -> list[Duty]:
    """Return the roles that somebody has, the widest last."""
    return list(_duties(user, roles.roles_of(user)))


def _duties(user: Any, held: set[str]) -> Iterator[Duty]:
    if roles.CONTRIBUTOR in held:
        yield contributor(user)
    if roles.CURATOR in held:
        yield Duty(_("Curator"), _keeps(user))
    if roles.PUBLISHER in held:
        yield Duty(_("Publisher"), _("You make releases of what curators have approved."))
    if roles.MODERATOR in held:
        yield Duty(_("Moderator"), _("You decide about what people report."))
    if roles.ADMIN in held:
        yield Duty(_("Admin"), _("You keep every game, make releases, decide about reports, and give roles to people."))


def contributor(user: Any) -> Duty:
    """Return what it brings to be a contributor."""
    limit = contributing.limit_of(user)
    said = _("Curators see first what you tell. You can make {a_day} offers a day, and {waiting} can wait.")
    return Duty(_("Contributor"), said.format(a_day=limit.a_day, waiting=limit.waiting))


def _keeps(user: Any) -> str:
    kept = roles.games_kept(user)
    if kept is None:
        return _("You keep the cards of every game.")
    titles = games()
    said = ngettext("You keep the cards of this game: {games}.", "You keep the cards of: {games}.", len(kept))
    return said.format(games=", ".join(sorted(titles.get(one, one) for one in kept)))
