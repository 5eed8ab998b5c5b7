"""The list that another one was copied from, as far as the visitor may see it."""

from dataclasses import dataclass

from legions.accounts.profile_names import display_name, role_badge
from legions.saved_lists.models import Legion


@dataclass(frozen=True)
class Origin:
    """The original of a copied list. Without a name, only its owner may see it.

    `state` is the number of the state that a variant was started from, None for a copy. `token` identifies it in a
    comparison.
    """

    name: str = ""
    by: str = ""
    address: str = ""
    state: int | None = None
    token: str = ""
    by_role: str | None = None


def origin_of(legion: Legion, *, own: bool) -> Origin | None:
    """Return the original of a list, or None.

    Its name is shown if it is shared or belongs to the same holder. The link of a shared list that is not public is
    only shown to the user who copied it (`own`). Users' copies of their own lists are not shown to others.
    """
    origin = legion.origin
    if origin is None:
        return None
    same = (origin.owner_id, origin.guest_key) == (legion.owner_id, legion.guest_key)
    if own and same and not origin.deleted_at:
        return Origin(origin.name, "", f"/legions/{origin.pk}/", legion.origin_state, str(origin.pk))
    if origin.share_key is None or origin.deleted_at:
        return None if same else Origin()
    by = display_name(origin.owner) if origin.owner else ""
    address = f"/s/{origin.share_key}/" if own or origin.public else ""
    return Origin(origin.name, by, address, token=address, by_role=role_badge(origin.owner))
