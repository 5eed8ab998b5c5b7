"""Lists that an address names: one of the user's by its id, or a shared one by its link."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import Holder
from legions.cards.stock import Stock, stock, stock_for
from legions.my_lists.list_lines import ListLine
from legions.own_numbers.applied_numbers import legion_with_numbers, shown_with_numbers
from legions.saved_lists.models import Legion

_SHARED = re.compile(r"(?:.*/s/)?([\w-]+)/?(?:[?#].*)?\Z")
_OWN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def is_shared(key: str) -> bool:
    """Return whether the key of a list in an address is that of a shared list."""
    return key.startswith("/s/")


@dataclass(frozen=True)
class NamedList:
    """A list of the user, or one that is `shared` with them."""

    legion: Legion
    shared: bool

    @property
    def name(self) -> str:
        """The name of the list."""
        return self.legion.name

    @property
    def key(self) -> str:
        """The key of the list in addresses: its id, or the path of its shared page."""
        return reverse("shared", args=[self.legion.share_key]) if self.shared else str(self.legion.pk)

    @property
    def address(self) -> str:
        """The path of the list's own page."""
        return self.key if self.shared else reverse("legion", args=[self.legion.pk])

    @property
    def play_address(self) -> str:
        """The path of the list's page for play."""
        if self.shared:
            return reverse("shared-play", args=[self.legion.share_key])
        return reverse("legion-play", args=[self.legion.pk])

    @cached_property
    def document(self) -> dict[str, Any]:
        """The document as the user may read it, with the own numbers of its holder that it is judged with."""
        return shown_with_numbers(self.legion) if self.shared else legion_with_numbers(self.legion)

    @cached_property
    def stock(self) -> Stock:
        """The cards of the list with these own numbers; the newest cards if the list cannot be judged."""
        try:
            return stock_for(self.document)
        except InvalidInput:
            return stock(self.legion.game)

    @cached_property
    def line(self) -> ListLine:
        """The list as a line of a page, without a verdict."""
        return ListLine(self.document, self.stock, None, waits=False)

    @property
    def picks(self) -> list[dict[str, Any]]:
        """The picks of the list, in order."""
        return list(self.legion.document.get("picks", ()))


def find_own_list(key: str, game: str, holder: Holder) -> NamedList | None:
    """Return a list of `holder` by its id; None if they have no such list of the game."""
    if not _OWN.fullmatch(key):
        return None
    legion = Legion.objects.held_by(holder).not_deleted().filter(game=game, pk=key).first()
    return NamedList(legion, shared=False) if legion else None


def find_shared_list(link: str, game: str) -> NamedList | None:
    """Return a shared list by its link or key; None if no such list of the game is shared."""
    match = _SHARED.match(link.strip())
    legion = Legion.objects.by_share_key(match[1]) if match else None
    return NamedList(legion, shared=True) if legion and legion.game == game else None


def find_named_list(key: str, game: str, holder: Holder) -> NamedList | None:
    """Return the list of the game with this key if the user may read it, otherwise None."""
    return find_own_list(key, game, holder) or (find_shared_list(key, game) if key else None)
