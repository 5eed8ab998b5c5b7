"""Names of accounts, of which no two look the same, and the names that people show, which imitate nobody's."""

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

CHUNK = 500


class NameTaken(ValidationError):
    """Somebody else has this name, or one that looks like it."""


def validate_unused(name: str, user: User | None = None) -> None:
    """Raise NameTaken when somebody but `user` has a name like `name`, or shows one that it would imitate."""
    alike = _alike(name)
    others = AccountName.objects.filter(alike).exclude(user=user.pk if user else None)
    for other in others.values_list("name", flat=True):
        same = casefolded(other) == casefolded(name)
        taken = _("This name is taken. Choose another.")
        raise NameTaken(taken if same else _("This name looks like one that is taken. Choose another."), "taken")
    _check_shown_by_others(name, user)


def validate_new_name(name: str, user: User | None = None) -> None:
    """Raise ValidationError for what nobody may be called from now on, or may not be beside who is there."""
    for validate in usernames.VALIDATORS:
        validate(name)
    validate_unused(name, user)


def validate_display_name(name: str, user: User) -> None:
    """Raise ValidationError for a name that `user` may not show beside what they share.

    Several people may be called the same; but nobody writes somebody's name in letters that only look like theirs,
    nor is called what somebody with a role is called.
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
    """Keep what the name of an account looks like.

    Raises NameTaken when somebody else was first, and keeps nothing then.

    Where the account was saved in no transaction around this it is as it was before.
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
    """Keep anew what names look like, after what that is was changed; return how many were mended.

    Of several that look alike now the oldest has its skeletons.
    """
    shown = [one for one in Profile.objects.iterator(chunk_size=CHUNK) if one.skeleton != skeleton(one.name)]
    for profile in shown:
        profile.skeleton = skeleton(profile.name)
    Profile.objects.bulk_update(shown, ["skeleton"], batch_size=CHUNK)
    wrong = len(shown)
    taken: set[str] = set()
    for user, row in _rows():
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


def _rows() -> Iterator[tuple[Any, AccountName | None]]:
    users = get_user_model().objects.select_related("account_name").order_by("pk")
    for user in users.iterator(chunk_size=CHUNK):
        yield user, getattr(user, "account_name", None)


def _alike(name: str) -> Q:
    return Q(skeleton=skeleton(name)) | Q(typed_skeleton=typed_skeleton(name))


def _check_shown_by_others(name: str, user: User | None) -> None:
    """Raise NameTaken for a name that imitates what somebody but `user` is shown as."""
    shown = Profile.objects.filter(skeleton=skeleton(name)).exclude(user=user.pk if user else None)
    # Of how many share a name only those matter that are written otherwise, or belong to somebody with a role.
    for some in (shown.filter(user__is_staff=True)[:1], shown.exclude(name__iexact=name)[:CHUNK]):
        _check_not_imitated(name, some)


def _check_not_imitated(name: str, alike: QuerySet[Any]) -> None:
    """Raise NameTaken when one of those that look like `name` has a role, or is written in other letters."""
    for other, has_role in alike.values_list("name", "user__is_staff"):
        if has_role or casefolded(other) != casefolded(name):
            raise NameTaken(_("This name looks like one that is taken. Choose another."), "taken")


def _release_name(user: Any, former: AccountName | None) -> None:
    if former is None:
        user.delete()
    else:
        type(user).objects.filter(pk=user.pk).update(username=former.name)
