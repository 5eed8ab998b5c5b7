"""How people are named beside what they share: display name, role badge, and the address of their page."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

from catalog import permissions
from legions.accounts.models import Profile
from legions.accounts.name_skeletons import skeleton


@transaction.atomic
def set_display_name(*, user: User, name: str) -> Profile:
    """Show `user` as `name` beside what they share."""
    profile, _ = Profile.objects.update_or_create(user=user, defaults={"name": name, "skeleton": skeleton(name)})
    return profile


def display_name(user: User) -> str:
    """Return the name that stands beside what `user` shares: the chosen one, else the name of the account.

    A name that a moderator has hidden is told to nobody.
    """
    try:
        return gettext("somebody whose name is hidden") if user.profile.barred else user.profile.name
    except Profile.DoesNotExist:
        return user.get_username()


def role_badge(user: User | None) -> str | None:
    """Return the role that is told beside the name of `user`, None for none and where their name is hidden."""
    role = permissions.badge_of(user)
    return None if role is None or _is_barred(user) else role


def _is_barred(user: Any) -> bool:
    try:
        return bool(user.profile.barred)
    except Profile.DoesNotExist:
        return False


def profile_url(user: User | None) -> str:
    """Return the address of the page about `user`, empty where there is none that others may see."""
    try:
        return user.profile.address if user and user.is_active else ""
    except Profile.DoesNotExist:
        return ""


def profile_of_handle(handle: str) -> Profile | None:
    """Return whom the page at `handle` is about, None when there is no such page or it is not shown."""
    shown = Profile.objects.filter(shown=True, barred=False, user__is_active=True)
    return shown.select_related("user").filter(handle=handle).first()
