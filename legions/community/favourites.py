"""Favorites on pages: the button on a list, and the user's favorites."""

import re
from dataclasses import dataclass
from typing import Any, Self

from legions.community.models import Favourite
from legions.my_lists.list_lines import SavedListLine, shared_list_lines
from legions.saved_lists.models import Legion
from legions.saved_lists.permissions import is_owner
from legions.saved_lists.share_keys import hash_share_key

PAGE_SIZE = 30
_NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True)
class FavouriteMark:
    """The number of marks on a list, and whether the visitor has marked it."""

    legion: Legion
    mine: bool
    own: bool = False
    """True if the visitor owns the list: owners cannot mark their own."""

    @classmethod
    def of(cls, user: Any, legion: Legion) -> Self:
        """Return the favorite of `user`, who may be anonymous."""
        if not user.is_authenticated:
            return cls(legion, mine=False)
        own = is_owner(user, legion)
        return cls(legion, mine=not own and Favourite.objects.filter(user=user, legion=legion).exists(), own=own)


@dataclass(frozen=True)
class FavouriteRow:
    """A favorite. Without a line the list is gone, and nothing about it is shown."""

    number: int
    line: SavedListLine | None


@dataclass(frozen=True)
class FavouritesPage:
    """A page of favorites; the next page starts before `next`, which is empty on the last page."""

    rows: list[FavouriteRow]
    next: str


def favourites_page(user: Any, before: str) -> FavouritesPage:
    """Return the favorites of `user` marked before the number `before`, the latest first."""
    found = Favourite.objects.filter(user=user).select_related("legion__owner__profile").order_by("-pk")
    if _NUMBER.fullmatch(before):
        found = found.filter(pk__lt=int(before))
    marks = list(found[: PAGE_SIZE + 1])
    shown = {mark.pk: mark.legion for mark in marks[:PAGE_SIZE] if mark.legion and _is_visible(mark, mark.legion)}
    lines = dict(zip(shown, shared_list_lines(shown.values()), strict=True))
    rows = [FavouriteRow(mark.pk, lines.get(mark.pk)) for mark in marks[:PAGE_SIZE]]
    return FavouritesPage(rows, str(rows[-1].number) if len(marks) > PAGE_SIZE else "")


def _is_visible(mark: Favourite, legion: Legion) -> bool:
    """Return whether the list is public, or still shared with the link it was marked under."""
    if legion.deleted_at or legion.share_key is None:
        return False
    return legion.public or hash_share_key(legion.share_key) == mark.key_hash
