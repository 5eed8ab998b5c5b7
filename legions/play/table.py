"""What a question has at hand: the cards by name, the lists of those who play, and what the table has said before."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from catalog.documents.suggestions import close_matches
from legions.accounts.holders import holder_of
from legions.saved_lists.models import Legion
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.text_form.name_index import name_key

MAX_LISTS = 50
"""Own lists to choose from, the newest of them."""
_SHARED = re.compile(r"(?:.*/s/)?([\w-]+)/?(?:[?#].*)?\Z")


@dataclass(frozen=True, slots=True)
class ListAtTable:
    """A list that stands at the table: what it is called, its picks, and the document itself."""

    name: str
    document: Mapping[str, Any]

    @property
    def picks(self) -> list[dict[str, Any]]:
        """The picks of the list, in its order."""
        return list(self.document.get("picks", ()))


@dataclass(frozen=True)
class Table:
    """What the form of a question looks up. `cards` are the documents of the newest release by slug, so are
    `adventures`.
    """

    game: str
    cards: Mapping[str, Mapping[str, Any]]
    memory: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    request: HttpRequest | None = None
    adventures: Mapping[str, Adventure] = field(default_factory=dict)

    @cached_property
    def own_lists(self) -> list[tuple[str, str]]:
        """One's own lists of the game, with what they are called."""
        return [(str(legion.pk), legion.name) for legion in self._own.values()]

    @cached_property
    def _own(self) -> dict[str, Legion]:
        if self.request is None or not (holder := holder_of(self.request)):
            return {}
        found = Legion.objects.held_by(holder).not_deleted().filter(game=self.game).order_by("-updated_at")[:MAX_LISTS]
        return {str(legion.pk): legion for legion in found}

    def find_list(self, chosen: str) -> ListAtTable:
        """Return an own list by its key, or a shared one by its link. Raises ValidationError for none."""
        legion = self._own.get(chosen)
        if legion is None and (found := _SHARED.match(chosen.strip())):
            legion = Legion.objects.by_share_key(found[1])
        if legion is None or legion.game != self.game:
            raise ValidationError("no-such-list")
        return ListAtTable(legion.name, legion.document)

    def titles(self, kinds: Iterable[str]) -> list[str]:
        """Return the names of the cards of some kinds, each once and in order."""
        wanted = set(kinds)
        found = {one["name"] for one in self.cards.values() if one["kind"] in wanted and one.get("name")}
        return sorted(found, key=str.casefold)

    def slug(self, text: str, kinds: Iterable[str]) -> str | None:
        """Return the slug of the card of some kinds that a text names, `None` where no card is called so."""
        wanted = set(kinds)
        if text in self.cards and self.cards[text]["kind"] in wanted:
            return text
        key = name_key(text)
        found = [
            (one.get("retired") is not None, slug)
            for slug, one in self.cards.items()
            if one["kind"] in wanted and one.get("name") and name_key(one["name"]) == key
        ]
        return min(found)[1] if key and found else None

    def near_titles(self, text: str, kinds: Iterable[str]) -> list[str]:
        """Return the names of cards of some kinds that are spelled almost like a text, the closest first."""
        by_key = {name_key(title): title for title in self.titles(kinds)}
        return [by_key[key] for key in close_matches(name_key(text), by_key)]
