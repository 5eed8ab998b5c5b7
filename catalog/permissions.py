"""Roles and permissions in the admin.

Curators edit the cards and approve edits of other curators. Publishers make releases of approved drafts. Admins do
both, and manage games and accounts. Moderators manage content that users publish in another app, which defines their
permissions; the role has none in the catalog.

Contributors are players whose offered facts proved good: they may offer more facts, and curators see their offers
first. A user with enough accepted facts becomes a contributor (`catalog.curation.contributions`), and an admin can
appoint one. Contributors have no access to the admin.

A role is a group of the same name. No role may delete documents: published documents stay available.

A curator is responsible for the games assigned to them (`assign_games`), and sees and changes only objects of these
games. A curator without assigned games is responsible for every game, and so are admins. Publishers see every game,
since a release covers all of them. All permission checks use the functions of this module.
"""

from collections.abc import Iterable
from typing import Any, TypeVar, cast

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, Group, Permission, User
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import pgettext_lazy
from rest_framework.request import Request

from catalog import audit
from catalog.models import CuratedGame, DocumentType, Revision

SomeQuerySet = TypeVar("SomeQuerySet", bound=QuerySet[Any])

CONTRIBUTOR = "contributor"
CURATOR = "curator"
PUBLISHER = "publisher"
MODERATOR = "moderator"
ADMIN = "admin"

CHANGE_CARDS = "catalog.change_card"
"""The permission to write cards, and to decide about facts offered for them."""

WRITE_PERMISSIONS = {
    DocumentType.CARD: "catalog.change_card",
    DocumentType.SET: "catalog.change_cardset",
    DocumentType.FORMAT: "catalog.change_format",
    DocumentType.HOUSE_RULE: "catalog.change_houserule",
    DocumentType.RULING: "catalog.change_ruling",
    DocumentType.ADVENTURE: "catalog.change_adventure",
    DocumentType.REFERENCE: "catalog.change_reference",
    DocumentType.RULEBOOK: "catalog.change_rulebook",
    DocumentType.SECTION: "catalog.change_section",
    DocumentType.GAME: "catalog.change_game",
}
"""The permission to write and approve documents of each type."""
PUBLISH_PERMISSION = "catalog.add_release"
"""The permission to make a release."""

# The permissions of each role, as app, model and actions.
_EDIT = ("view", "add", "change")
_CURATOR = {
    ("catalog", "card"): _EDIT,
    ("catalog", "cardset"): _EDIT,
    ("catalog", "format"): _EDIT,
    ("catalog", "houserule"): _EDIT,
    ("catalog", "ruling"): _EDIT,
    ("catalog", "adventure"): _EDIT,
    ("catalog", "reference"): _EDIT,
    ("catalog", "rulebook"): _EDIT,
    ("catalog", "section"): _EDIT,
    ("catalog", "game"): ("view",),
    ("catalog", "draft"): ("view",),
    ("catalog", "changeset"): ("view",),
    ("catalog", "release"): ("view",),
    ("catalog", "upcomingrelease"): ("view",),
    ("catalog", "contribution"): ("view",),
    ("catalog", "tableimport"): ("view",),
}
_PUBLISHER = {
    **{key: ("view",) for key in _CURATOR if key[1] not in ("contribution", "tableimport")},
    ("catalog", "release"): ("view", "add"),
}
_ADMIN = {
    **_CURATOR,
    ("catalog", "release"): ("view", "add"),
    ("catalog", "game"): _EDIT,
    ("auth", "user"): _EDIT,
    ("auth", "group"): ("view",),
    ("catalog", "auditentry"): ("view",),
}
ROLES: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {
    CONTRIBUTOR: {},
    CURATOR: _CURATOR,
    PUBLISHER: _PUBLISHER,
    MODERATOR: {},
    ADMIN: _ADMIN,
}


_CALLED = {
    CONTRIBUTOR: pgettext_lazy("role", "contributor"),
    CURATOR: pgettext_lazy("role", "curator"),
    PUBLISHER: pgettext_lazy("role", "publisher"),
    MODERATOR: pgettext_lazy("role", "moderator"),
    ADMIN: pgettext_lazy("role", "admin"),
}


def role_label(group: str) -> str:
    """Return the name of a role in the active language, from the name of its group."""
    return str(_CALLED.get(group, group))


BADGED = (ADMIN, MODERATOR, CURATOR)
"""The roles shown next to a person's name; of several, the first in this order is shown.

People with these roles decide about the content of others, so readers have to know whom they answer. Publishers only
release approved drafts, and the word “publisher” suggests the company that prints a game. Contributors decide nothing.
"""


def badge_of(user: Any) -> str | None:
    """Return the role shown next to the name of `user`, None for none.

    The roles are only queried for users with access to the admin: once for each object, or once for many with
    `fetch_roles`.
    """
    if user is None or not (user.is_active and user.is_staff):
        return None
    if user.is_superuser:
        return ADMIN
    roles = roles_of(user)
    return next((role for role in BADGED if role in roles), None)


def fetch_roles(people: Iterable[Any]) -> None:
    """Load the roles of all `people` whose badges a page shows, with at most one query."""
    uncached = [one for one in people if one is not None and one.is_staff and getattr(one, "_roles", None) is None]
    if not uncached:
        return
    roles: dict[int, set[str]] = {one.pk: set() for one in uncached}
    found = Group.objects.filter(name__in=ROLES, user__in=roles).values_list("user", "name")
    for number, name in found:
        roles[number].add(name)
    for one in uncached:
        one._roles = roles[one.pk]


def permissions_of(role: str) -> set[str]:
    """Return the permissions of a role in Django's form, such as `catalog.view_card`."""
    return {f"{app}.{action}_{model}" for (app, model), actions in ROLES[role].items() for action in actions}


def granted_permissions(roles: Iterable[str] = ROLES) -> dict[str, set[str]]:
    """Return the current permissions of the existing groups, keyed by role."""
    found: dict[str, set[str]] = {}
    fields = ("name", "permissions__content_type__app_label", "permissions__codename")
    for role, app, codename in Group.objects.filter(name__in=roles).values_list(*fields):
        permissions = found.setdefault(role, set())
        if codename is not None:  # else the group has none
            permissions.add(f"{app}.{codename}")
    return found


def ensure_roles(roles: Iterable[str] = ROLES) -> list[Group]:
    """Create the groups of `roles`, give them exactly the permissions of their roles, and return them.

    Needs the permission rows, which `manage.py migrate` creates. Groups that are correct already are not written.
    """
    now = granted_permissions(roles)
    for role in roles:
        if now.get(role) == permissions_of(role):
            continue
        models = ROLES[role]
        group, _ = Group.objects.get_or_create(name=role)
        codenames = {f"{action}_{model}" for (_, model), actions in models.items() for action in actions}
        apps = {app for app, _ in models}
        group.permissions.set(Permission.objects.filter(content_type__app_label__in=apps, codename__in=codenames))
    groups = {group.name: group for group in Group.objects.filter(name__in=roles)}
    return [groups[role] for role in roles]


def roles_of(user: Any) -> set[str]:
    """Return the roles of a user.

    They are cached on the user object, as Django caches permissions; `sync_staff_status` reloads them.
    """
    known: set[str] | None = getattr(user, "_roles", None)
    if known is None:
        known = user._roles = set(user.groups.filter(name__in=ROLES).values_list("name", flat=True))
    return known


def curated_games(user: Any) -> frozenset[str] | None:
    """Return the games whose documents a user may change within their permissions, None for every game.

    They are cached on the user object.
    """
    if user.is_superuser or ADMIN in roles_of(user):
        return None
    known: frozenset[str] | None = getattr(user, "_games", None)
    if known is None:
        known = user._games = frozenset(CuratedGame.objects.filter(person=user.pk).values_list("game", flat=True))
    return known or None


def visible_games(user: Any) -> frozenset[str] | None:
    """Return the games whose unpublished documents a user sees, None for every game."""
    games = curated_games(user)
    return None if games is None or PUBLISHER in roles_of(user) else games


def may_curate(user: Any, game: str, right: str = CHANGE_CARDS) -> bool:
    """Return whether a user has a permission for this game."""
    return bool(user.has_perm(right)) and curates_game(user, game)


def curates_game(user: Any, game: str) -> bool:
    """Return whether a user is responsible for a game, regardless of the user's permissions."""
    return _among(game, curated_games(user))


def may_see(user: Any, game: str, right: str = "catalog.view_card") -> bool:
    """Return whether a user may see the unpublished documents of this game."""
    return bool(user.has_perm(right)) and _among(game, visible_games(user))


def may_change_cards(user: Any) -> bool:
    """Return whether a user may change cards of any game."""
    return bool(user.has_perm(CHANGE_CARDS))


def may_publish(user: Any) -> bool:
    """Return whether a user may publish approved drafts."""
    return bool(user.has_perm(PUBLISH_PERMISSION))


def may_view(user: Any, model: type[Model]) -> bool:
    """Return whether a user may see the rows of a model in the admin."""
    return bool(user.has_perm(f"{model._meta.app_label}.view_{model._meta.model_name}"))


def may_change_account(user: Any, account: Any) -> bool:
    """Return whether a user may change an account.

    Only superusers may change a superuser: with its password, others could act as one.
    """
    return bool(user.is_superuser or not account.is_superuser)


def is_curator(user: Any) -> bool:
    """Return whether a user may change cards and enter the admin."""
    return bool(user.is_active and user.is_staff and user.has_perm(CHANGE_CARDS))


def limit_to_games(queryset: SomeQuerySet, games: frozenset[str] | None, field: str = "game") -> SomeQuerySet:
    """Return the rows of `queryset` that belong to these games, or all of them if `games` is None."""
    return queryset if games is None else queryset.filter(**{f"{field}__in": games})


def may_write(user: Any, game: str, document_type: str) -> bool:
    """Return whether a user may write documents of this type and game, and approve those of others."""
    return may_curate(user, game, WRITE_PERMISSIONS[DocumentType(document_type)])


def writable_drafts(user: Any, drafts: QuerySet[Revision]) -> QuerySet[Revision]:
    """Return the drafts that a user may edit."""
    types = [one for one, right in WRITE_PERMISSIONS.items() if user.has_perm(right)]
    return limit_to_games(drafts.filter(record__document_type__in=types), curated_games(user), "record__game")


def may_approve(user: Any, draft: Revision) -> bool:
    """Return whether a user may approve a draft. Only the only possible reviewer may approve their own."""
    record = draft.record
    return may_write(user, record.game, record.document_type) and (
        draft.by_id != user.pk or is_only_reviewer(user, record.game, record.document_type)
    )


def may_publish_at_once(user: Any, game: str, document_type: str) -> bool:
    """Return whether a user may write and publish a document in one step, because nobody else could approve it."""
    return may_publish(user) and may_write(user, game, document_type) and is_only_reviewer(user, game, document_type)


def is_only_reviewer(user: Any, game: str, document_type: str) -> bool:
    """Return whether nobody else could approve documents of this user."""
    return not curators_of(game, WRITE_PERMISSIONS[DocumentType(document_type)]).exclude(pk=user.pk).exists()


def may_confirm(user: Any, game: str) -> bool:
    """Return whether a user may confirm facts of a game's cards: its curators may."""
    return bool(user.is_staff and may_curate(user, game))


def curators_of(game: str, right: str = CHANGE_CARDS) -> QuerySet[Any]:
    """Return all users with access to the admin who may curate this game."""
    named = CuratedGame.objects.filter(person=OuterRef("pk"))
    admins = Group.objects.filter(name=ADMIN, user=OuterRef("pk"))
    keeps = Q(is_superuser=True) | Exists(admins) | ~Exists(named) | Exists(named.filter(game=game))
    return get_user_model().objects.with_perm(right).filter(keeps, is_staff=True)


def assign_games(user: Any, games: Iterable[str], *, by: Any = None) -> None:
    """Assign exactly these games to a curator, and log the change. No games means every game."""
    before = audit_snapshot(user)
    store_games(user, games)
    log_permission_change(user, before, by=by)


def store_games(user: Any, games: Iterable[str]) -> None:
    """Store the games of a curator, without logging the change."""
    slugs = set(games)
    CuratedGame.objects.filter(person=user).exclude(game__in=slugs).delete()
    CuratedGame.objects.bulk_create(
        [CuratedGame(person=user, game=game) for game in sorted(slugs)], ignore_conflicts=True
    )
    user._games = None


def grant(user: AbstractUser, role: str, *, by: Any = None) -> None:
    """Give a user a role, and access to the admin for every role but contributor.

    Raises KeyError for an unknown role.
    """
    permissions_of(role)
    before = audit_snapshot(user)
    user.groups.add(*ensure_roles([role]))
    sync_staff_status(user)
    log_permission_change(user, before, by=by)


def revoke(user: AbstractUser, role: str, *, by: Any = None) -> None:
    """Take a role from a user, who loses access to the admin with the last role that grants it."""
    before = audit_snapshot(user)
    user.groups.remove(*user.groups.filter(name=role))
    sync_staff_status(user)
    log_permission_change(user, before, by=by)


def audit_snapshot(user: Any) -> dict[str, Any]:
    """Return the part of a user that the audit log keeps: permissions, and nothing that identifies the person."""
    return {
        "roles": sorted(user.groups.values_list("name", flat=True)),
        "games": sorted(CuratedGame.objects.filter(person=user).values_list("game", flat=True)),
        "active": user.is_active,
        "superuser": user.is_superuser,
        "permissions": sorted(user.user_permissions.values_list("codename", flat=True)),
    }


def log_permission_change(user: Any, before: dict[str, Any] | None, *, by: Any) -> None:
    """Log the change of a user's permissions, if any. `before` is None for a new account."""
    after = audit_snapshot(user)
    if before != after:
        audit.log_action("rights changed", by=by, of=f"user {user.pk}", before=before, after=after)


def sync_staff_status(user: AbstractUser) -> None:
    """Give access to the admin to superusers and users with a role in it, and take it from all others."""
    user._roles = None  # type: ignore[attr-defined]
    staff = user.is_superuser or bool(roles_of(user) - {CONTRIBUTOR})
    if user.is_staff != staff:
        user.is_staff = staff
        user.save(update_fields=["is_staff"])


def _among(game: str, games: frozenset[str] | None) -> bool:
    return games is None or game in games


def current_user(request: HttpRequest | Request) -> User:
    """Return the account that makes a request. Only for views that require a signed-in user."""
    return cast("User", request.user)
