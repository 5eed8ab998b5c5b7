"""Public names of people: display name, role badge, and the address of the public page."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

from catalog import permissions
from legions.accounts.models import Profile
from legions.accounts.name_skeletons import skeleton


@transaction.atomic
def set_display_name(*, user: User, name: str) -> Profile:
    """Set the display name of `user`."""
    profile, _ = Profile.objects.update_or_create(user=user, defaults={"name": name, "skeleton": skeleton(name)})
    return profile


def display_name(user: User) -> str:
    """Return the public name of `user`: the display name, else the username.

    A name hidden by a moderator is replaced by a phrase.
    """
    try:
        return gettext("somebody whose name is hidden") if user.profile.barred else user.profile.name
    except Profile.DoesNotExist:
        return user.get_username()


def role_badge(user: User | None) -> str | None:
    """Return the role shown next to the name of `user`; None without a role or if the name is hidden."""
    role = permissions.badge_of(user)
    return None if role is None or _is_barred(user) else role


def _is_barred(user: Any) -> bool:
    try:
        return bool(user.profile.barred)
    except Profile.DoesNotExist:
        return False


def profile_url(user: User | None) -> str:
    """Return the path of the public page of `user`, empty if others cannot see one."""
    try:
        return user.profile.address if user and user.is_active else ""
    except Profile.DoesNotExist:
        return ""


def profile_of_handle(handle: str) -> Profile | None:
    """Return the profile at `handle`, or None if it does not exist or is not visible."""
    shown = Profile.objects.filter(shown=True, barred=False, user__is_active=True)
    return shown.select_related("user").filter(handle=handle).first()
