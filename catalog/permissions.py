"""Who may do what in the admin: curators keep the cards and approve what others of them wrote, publishers make
releases of what is approved, admins do both and look after the games and the people. Moderators look after what people
say; the app that people say it in knows what that is, so that the role has nothing in the catalog.

Contributors are players whose offered facts proved good: they may offer more, and curators see theirs first. Whoever
has enough facts accepted becomes one (`catalog.curation.contributions`), and an admin can make one. The admin is closed
to them.

A role is a group of the same name. Nobody may delete documents: what was published keeps answering.

A curator keeps the games that are named for them (`assign_games`): they see and change what is of those, and nothing of
others. A curator for whom none is named keeps every game, and so do admins. Publishers see every game, since a release
is made of all of them. Whether somebody may do something is decided by the functions of this module and nowhere else.
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

Rows = TypeVar("Rows", bound=QuerySet[Any])

CONTRIBUTOR = "contributor"
CURATOR = "curator"
PUBLISHER = "publisher"
MODERATOR = "moderator"
ADMIN = "admin"

CHANGE_CARDS = "catalog.change_card"
"""What it takes to write cards, and to decide about what is offered for them."""

WRITE_PERMISSIONS = {
    DocumentType.CARD: "catalog.change_card",
    DocumentType.SET: "catalog.change_cardset",
    DocumentType.FORMAT: "catalog.change_format",
    DocumentType.HOUSE_RULE: "catalog.change_houserule",
    DocumentType.RULING: "catalog.change_ruling",
    DocumentType.ADVENTURE: "catalog.change_adventure",
    DocumentType.REFERENCE: "catalog.change_reference",
    DocumentType.GAME: "catalog.change_game",
}
"""What it takes to write and to approve documents of each type."""
PUBLISH_PERMISSION = "catalog.add_release"
"""What it takes to make a release."""

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
    ("catalog", "game"): ("view",),
    ("catalog", "draft"): ("view",),
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
    """Return what people call a role by the name of its group, in the language that is spoken."""
    return str(_CALLED.get(group, group))


BADGED = (ADMIN, MODERATOR, CURATOR)
"""The roles that everybody is told beside a person's name, the one that is told before the others first.

Who has one of these decides about what others wrote, so that a reader has to know whom they answer. Publishers only
release what curators approved, and the word is read as the company that prints a game; contributors decide nothing.
"""


def badge_of(user: Any) -> str | None:
    """Return the role that stands beside the name of `user`, None for none.

    Only for who is let into the admin the roles are asked for: once for each object, `fetch_roles` does it for many.
    """
    if user is None or not (user.is_active and user.is_staff):
        return None
    if user.is_superuser:
        return ADMIN
    roles = roles_of(user)
    return next((role for role in BADGED if role in roles), None)


def fetch_roles(people: Iterable[Any]) -> None:
    """Ask at once for the roles of all `people` whose badges a page shows: one query, none where nobody has any."""
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
    """Return the permissions of a role, as Django names them."""
    return {f"{app}.{action}_{model}" for (app, model), actions in ROLES[role].items() for action in actions}


def granted_permissions(roles: Iterable[str] = ROLES) -> dict[str, set[str]]:
    """Return the permissions that the groups of roles have at this moment, of those that are there."""
    found: dict[str, set[str]] = {}
    fields = ("name", "permissions__content_type__app_label", "permissions__codename")
    for role, app, codename in Group.objects.filter(name__in=roles).values_list(*fields):
        permissions = found.setdefault(role, set())
        if codename is not None:  # else the group has none
            permissions.add(f"{app}.{codename}")
    return found


def ensure_roles(roles: Iterable[str] = ROLES) -> list[Group]:
    """Make the groups of roles and give them exactly the permissions of these; return them.

    Needs the permissions themselves, which `manage.py migrate` makes. What stands is only looked at.
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
    """Return the roles that a user has.

    They are read once for each object of a user, as Django reads permissions; `sync_staff_status` reads them anew.
    """
    known: set[str] | None = getattr(user, "_roles", None)
    if known is None:
        known = user._roles = set(user.groups.filter(name__in=ROLES).values_list("name", flat=True))
    return known


def curated_games(user: Any) -> frozenset[str] | None:
    """Return the games whose documents a person may change where their permissions allow it, None for every game.

    They are asked for once for each object of a user, as the roles are.
    """
    if user.is_superuser or ADMIN in roles_of(user):
        return None
    known: frozenset[str] | None = getattr(user, "_games", None)
    if known is None:
        known = user._games = frozenset(CuratedGame.objects.filter(person=user.pk).values_list("game", flat=True))
    return known or None


def visible_games(user: Any) -> frozenset[str] | None:
    """Return the games of which a person sees what is not published, None for every game."""
    games = curated_games(user)
    return None if games is None or PUBLISHER in roles_of(user) else games


def may_curate(user: Any, game: str, right: str = CHANGE_CARDS) -> bool:
    """Return whether a person has a permission, and has it for this game."""
    return bool(user.has_perm(right)) and curates_game(user, game)


def curates_game(user: Any, game: str) -> bool:
    """Return whether this game is among those that a person keeps, whatever else they may."""
    return _among(game, curated_games(user))


def may_see(user: Any, game: str, right: str = "catalog.view_card") -> bool:
    """Return whether a person may look at what is of this game and not for everybody."""
    return bool(user.has_perm(right)) and _among(game, visible_games(user))


def may_change_cards(user: Any) -> bool:
    """Return whether a person may change cards, of whichever games."""
    return bool(user.has_perm(CHANGE_CARDS))


def may_publish(user: Any) -> bool:
    """Return whether a person may publish what is approved."""
    return bool(user.has_perm(PUBLISH_PERMISSION))


def may_view(user: Any, model: type[Model]) -> bool:
    """Return whether a person may look at the rows of a model in the admin."""
    return bool(user.has_perm(f"{model._meta.app_label}.view_{model._meta.model_name}"))


def may_change_account(user: Any, account: Any) -> bool:
    """Return whether an account is not beyond a person: whoever sets the password of a superuser could become one."""
    return bool(user.is_superuser or not account.is_superuser)


def is_curator(user: Any) -> bool:
    """Return whether a person keeps cards of any game."""
    return bool(user.is_active and user.is_staff and user.has_perm(CHANGE_CARDS))


def limit_to_games(found: Rows, games: frozenset[str] | None, field: str = "game") -> Rows:
    """Return those of `found` that are of these games, all of them for None."""
    return found if games is None else found.filter(**{f"{field}__in": games})


def may_write(user: Any, game: str, document_type: str) -> bool:
    """Return whether a person may write documents of a type and game, and approve what others wrote."""
    return may_curate(user, game, WRITE_PERMISSIONS[DocumentType(document_type)])


def writable_drafts(user: Any, drafts: QuerySet[Revision]) -> QuerySet[Revision]:
    """Return those of `drafts` that a person may write on."""
    types = [one for one, right in WRITE_PERMISSIONS.items() if user.has_perm(right)]
    return limit_to_games(drafts.filter(record__document_type__in=types), curated_games(user), "record__game")


def may_approve(user: Any, draft: Revision) -> bool:
    """Return whether a person may approve a draft: with the right to, and not their own where others have it."""
    record = draft.record
    return may_write(user, record.game, record.document_type) and (
        draft.by_id != user.pk or is_only_reviewer(user, record.game, record.document_type)
    )


def may_publish_at_once(user: Any, game: str, document_type: str) -> bool:
    """Return whether a person may write, approve and publish in one step: with both rights, and nobody else to ask."""
    return may_publish(user) and may_write(user, game, document_type) and is_only_reviewer(user, game, document_type)


def is_only_reviewer(user: Any, game: str, document_type: str) -> bool:
    """Return whether nobody else could approve what this person wrote."""
    return not curators_of(game, WRITE_PERMISSIONS[DocumentType(document_type)]).exclude(pk=user.pk).exists()


def may_confirm(user: Any, game: str) -> bool:
    """Return whether somebody may confirm facts of cards of a game: whoever may write them, and so knows how to read
    them."""
    return bool(user.is_staff and may_curate(user, game))


def curators_of(game: str, right: str = CHANGE_CARDS) -> QuerySet[Any]:
    """Return everybody who `may_curate` this game and gets into the admin."""
    named = CuratedGame.objects.filter(person=OuterRef("pk"))
    admins = Group.objects.filter(name=ADMIN, user=OuterRef("pk"))
    keeps = Q(is_superuser=True) | Exists(admins) | ~Exists(named) | Exists(named.filter(game=game))
    return get_user_model().objects.with_perm(right).filter(keeps, is_staff=True)


def assign_games(user: Any, games: Iterable[str], *, by: Any = None) -> None:
    """Have a curator keep these games and no others; every game if there are none."""
    before = audit_snapshot(user)
    store_games(user, games)
    log_permission_change(user, before, by=by)


def store_games(user: Any, games: Iterable[str]) -> None:
    """Keep which games somebody keeps; whoever calls this notes the change."""
    slugs = set(games)
    CuratedGame.objects.filter(person=user).exclude(game__in=slugs).delete()
    CuratedGame.objects.bulk_create(
        [CuratedGame(person=user, game=game) for game in sorted(slugs)], ignore_conflicts=True
    )
    user._games = None


def grant(user: AbstractUser, role: str, *, by: Any = None) -> None:
    """Give a user a role, and with it, but for contributors, the way into the admin. Raises KeyError for no role."""
    permissions_of(role)
    before = audit_snapshot(user)
    user.groups.add(*ensure_roles([role]))
    sync_staff_status(user)
    log_permission_change(user, before, by=by)


def revoke(user: AbstractUser, role: str, *, by: Any = None) -> None:
    """Take a role from a user; without any role in it the admin is closed to them."""
    before = audit_snapshot(user)
    user.groups.remove(*user.groups.filter(name=role))
    sync_staff_status(user)
    log_permission_change(user, before, by=by)


def audit_snapshot(user: Any) -> dict[str, Any]:
    """Return what the audit log keeps of a user: what they may, and nothing of who they are."""
    return {
        "roles": sorted(user.groups.values_list("name", flat=True)),
        "games": sorted(CuratedGame.objects.filter(person=user).values_list("game", flat=True)),
        "active": user.is_active,
        "superuser": user.is_superuser,
        "permissions": sorted(user.user_permissions.values_list("codename", flat=True)),
    }


def log_permission_change(user: Any, before: dict[str, Any] | None, *, by: Any) -> None:
    """Write into the audit log what a user may now and what they might `before`, None for a new account."""
    after = audit_snapshot(user)
    if before != after:
        audit.log_action("rights changed", by=by, of=f"user {user.pk}", before=before, after=after)


def sync_staff_status(user: AbstractUser) -> None:
    """Open the admin to a user who has a role in it or is a superuser, and close it to all others."""
    user._roles = None  # type: ignore[attr-defined]
    staff = user.is_superuser or bool(roles_of(user) - {CONTRIBUTOR})
    if user.is_staff != staff:
        user.is_staff = staff
        user.save(update_fields=["is_staff"])


def _among(game: str, games: frozenset[str] | None) -> bool:
    return games is None or game in games


def current_user(request: HttpRequest | Request) -> User:
    """Return the account that makes a request. For views that nobody reaches without one: others have to ask first."""
    return cast("User", request.user)
