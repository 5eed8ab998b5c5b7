"""What a legion was copied from, as far as the viewer may know."""

from dataclasses import dataclass

from legions.accounts.profile_names import display_name, role_badge
from legions.saved_lists.models import Legion


@dataclass(frozen=True)
class Origin:
    """The legion that another was copied from. Without a name nobody but its owner may see it any more.

    `state` is the number of the state that a variant was started from, None for a plain copy. `token` is what the
    comparison of the two asks for.
    """

    name: str = ""
    by: str = ""
    address: str = ""
    state: int | None = None
    token: str = ""
    by_role: str | None = None


def origin_of(legion: Legion, *, own: bool) -> Origin | None:
    """Return what a legion was copied from, None for one that was not.

    Its name stands there while it is shared, or is the same holder's. The link of one that is not in the list for
    everybody is for those it was given to: only who copied it (`own`) sees it. What people copy of their own is told to
    nobody.
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
