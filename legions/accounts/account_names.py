"""Usernames and display names: no two accounts have names that look alike, and no display name imitates another."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from legions.accounts import reserved_names, usernames
from legions.accounts.models import AccountName, Profile
from legions.accounts.name_skeletons import casefolded, skeleton, typed_skeleton

ROWS_PER_CHUNK = 500


class NameTaken(ValidationError):
    """The name belongs to another account, or looks like the name of one."""


def validate_unused(name: str, user: User | None = None) -> None:
    """Raise NameTaken if another account than `user` has a name like `name`, or a display name that it would
    imitate.
    """
    alike = _alike(name)
    others = AccountName.objects.filter(alike).exclude(user=user.pk if user else None)
    for other in others.values_list("name", flat=True):
        same = casefolded(other) == casefolded(name)
        taken = _("This name is taken. Choose another.")
        raise NameTaken(taken if same else _("This name looks like one that is taken. Choose another."), "taken")
    _check_shown_by_others(name, user)


def validate_new_name(name: str, user: User | None = None) -> None:
    """Raise ValidationError if `name` breaks a rule for usernames or looks like the name of another account."""
    for validate in usernames.VALIDATORS:
        validate(name)
    validate_unused(name, user)


def validate_display_name(name: str, user: User) -> None:
    """Raise ValidationError for a name that `user` may not use as display name.

    Several people may have one display name. But a name must not be written in other letters that look like somebody's
    name, and must not look like the name of a person with a role.
    """
    if reserved_names.is_reserved(name):
        raise ValidationError(_("This name is reserved. Choose another."))
    if reserved_names.BADGE_SYMBOLS.search(name):
        raise ValidationError(_("Shields and check marks show roles on Muster. Leave them out of the name."))
    if any(usernames.mixes_scripts(word) for word in name.split()):
        raise ValidationError(_("Use letters of one script in each word."))
    _check_not_imitated(name, AccountName.objects.filter(_alike(name)).exclude(user=user.pk))
    _check_shown_by_others(name, user)


def store_skeletons(user: Any) -> None:
    """Store the skeletons of the username of `user`.

    Raises NameTaken, and stores nothing, if another account got a similar name first. Outside of a transaction, the
    saved account is then restored: a new one is deleted, a renamed one gets its former name.
    """
    stored = AccountName.objects.filter(user=user).first()
    if stored is not None and stored.name == user.get_username():
        return
    name = user.get_username()
    alike = {"name": name, "skeleton": skeleton(name), "typed_skeleton": typed_skeleton(name)}
    try:
        with transaction.atomic():
            AccountName.objects.update_or_create(user=user, defaults=alike)
    except IntegrityError as error:
        if not connection.in_atomic_block:
            _release_name(user, stored)
        raise NameTaken(_("This name looks like one that is taken. Choose another."), "taken") from error


def rebuild_skeletons() -> int:
    """Recompute the skeletons of all names after a change of the algorithm. Return the number of corrected names.

    If several names look alike now, the oldest account has the skeletons.
    """
    shown = [one for one in Profile.objects.iterator(chunk_size=ROWS_PER_CHUNK) if one.skeleton != skeleton(one.name)]
    for profile in shown:
        profile.skeleton = skeleton(profile.name)
    Profile.objects.bulk_update(shown, ["skeleton"], batch_size=ROWS_PER_CHUNK)
    wrong = len(shown)
    taken: set[str] = set()
    for user, row in _users_with_names():
        name = user.get_username()
        skeletons = [skeleton(name), typed_skeleton(name)]
        free = not taken.intersection((f"any {skeletons[0]}", f"typed {skeletons[1]}"))
        expected = (name, *(skeletons if free else (None, None)))
        taken.update((f"any {skeletons[0]}", f"typed {skeletons[1]}") if free else ())
        if row is None or (row.name, row.skeleton, row.typed_skeleton) != expected:
            wrong += 1
            values = dict(zip(("name", "skeleton", "typed_skeleton"), expected, strict=True))
            if free:
                AccountName.objects.filter(_alike(name)).exclude(user=user).update(skeleton=None, typed_skeleton=None)
            AccountName.objects.update_or_create(user=user, defaults=values)
    return wrong


def _users_with_names() -> Iterator[tuple[Any, AccountName | None]]:
    users = get_user_model().objects.select_related("account_name").order_by("pk")
    for user in users.iterator(chunk_size=ROWS_PER_CHUNK):
        yield user, getattr(user, "account_name", None)


def _alike(name: str) -> Q:
    return Q(skeleton=skeleton(name)) | Q(typed_skeleton=typed_skeleton(name))


def _check_shown_by_others(name: str, user: User | None) -> None:
    """Raise NameTaken for a name that imitates the display name of another account than `user`."""
    shown = Profile.objects.filter(skeleton=skeleton(name)).exclude(user=user.pk if user else None)
    # Among equal names only those in another spelling, or of a person with a role, can be imitated.
    for some in (shown.filter(user__is_staff=True)[:1], shown.exclude(name__iexact=name)[:ROWS_PER_CHUNK]):
        _check_not_imitated(name, some)


def _check_not_imitated(name: str, alike: QuerySet[Any]) -> None:
    """Raise NameTaken if a similar name belongs to a person with a role, or is spelled with other letters."""
    for other, has_role in alike.values_list("name", "user__is_staff"):
        if has_role or casefolded(other) != casefolded(name):
            raise NameTaken(_("This name looks like one that is taken. Choose another."), "taken")


def _release_name(user: Any, former: AccountName | None) -> None:
    if former is None:
        user.delete()
    else:
        type(user).objects.filter(pk=user.pk).update(username=former.name)
