"""Permissions of saved lists: ownership."""

from typing import Any

from legions.accounts.holders import Holder
from legions.saved_lists.models import Legion


def is_owner(user: Any, legion: Legion) -> bool:
    """Return whether a legion belongs to the account of `user`, who may be anonymous or None."""
    return user is not None and user.is_authenticated and legion.owner_id == user.pk


def is_own(holder: Holder, legion: Legion) -> bool:
    """Return whether a legion belongs to the holder."""
    return (holder.user is not None and legion.owner_id == holder.user.pk) or (
        holder.guest_key is not None and legion.guest_key == holder.guest_key
    )
