"""Data for the forms of questions: the cards by name, the players' lists, and earlier entries of the table."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from catalog.documents.suggestions import MAX_MATCHES, close_matches
from legions.accounts.holders import holder_of
from legions.saved_lists.models import Legion
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.text_form.name_index import name_key

MAX_LISTS = 50
"""Maximum number of the user's newest lists offered."""
_SHARED = re.compile(r"(?:.*/s/)?([\w-]+)/?(?:[?#].*)?\Z")


MAX_CREATURES_AT_HAND = 12
"""Maximum creatures of the user's newest list offered as buttons."""
MIN_BEGINNING = 3
"""Minimum letters of a beginning that identifies a name."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The card with this name: by its full name, or (`begun`) the only one with this beginning; else all such names."""

    slug: str | None = None
    title: str = ""
    begun: bool = False
    beginning: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListAtTable:
    """A list used at the table: its name and its document."""

    name: str
    document: Mapping[str, Any]

    @property
    def picks(self) -> list[dict[str, Any]]:
        """The picks of the list, in order."""
        return list(self.document.get("picks", ()))


@dataclass(frozen=True)
class Table:
    """Lookups of a question form. `cards` and `adventures` are the documents of the newest release by slug."""

    game: str
    cards: Mapping[str, Mapping[str, Any]]
    memory: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    request: HttpRequest | None = None
    adventures: Mapping[str, Adventure] = field(default_factory=dict)
    _names: dict[tuple[str, ...], Mapping[str, str]] = field(default_factory=dict, init=False)

    @cached_property
    def own_lists(self) -> list[tuple[str, str]]:
        """The user's lists of the game, as key and name."""
        return [(str(legion.pk), legion.name) for legion in self._own.values()]

    @cached_property
    def _own(self) -> dict[str, Legion]:
        if self.request is None or not (holder := holder_of(self.request)):
            return {}
        found = Legion.objects.held_by(holder).not_deleted().filter(game=self.game).order_by("-updated_at")[:MAX_LISTS]
        return {str(legion.pk): legion for legion in found}

    def find_list(self, chosen: str) -> ListAtTable:
        """Return a list of the user by its key, or a shared list by its link. Raises ValidationError if there is
        none.
        """
        legion = self._own.get(chosen)
        if legion is None and (found := _SHARED.match(chosen.strip())):
            legion = Legion.objects.by_share_key(found[1])
        if legion is None or legion.game != self.game:
            raise ValidationError("no-such-list")
        return ListAtTable(legion.name, legion.document)

    def titles(self, kinds: Iterable[str]) -> list[str]:
        """Return the names of the cards of these kinds, each once, in order."""
        return sorted({self.cards[slug]["name"] for slug in self._by_name(tuple(kinds)).values()}, key=str.casefold)

    def slug(self, text: str, kinds: Iterable[str]) -> str | None:
        """Return the slug of the card of these kinds with this slug or name, or None."""
        kinds = tuple(kinds)
        if text in self.cards and self.cards[text]["kind"] in kinds:
            return text
        return self._by_name(kinds).get(name_key(text))

    def _by_name(self, kinds: tuple[str, ...]) -> Mapping[str, str]:
        """Return the slugs of the cards of these kinds by the keys of their names; a retired card never hides
        another.
        """
        if kinds not in self._names:
            found: dict[str, str] = {}
            for slug, one in sorted(self.cards.items(), key=lambda item: (item[1].get("retired") is not None, item[0])):
                if one["kind"] in kinds and one.get("name"):
                    found.setdefault(name_key(one["name"]), slug)
            self._names[kinds] = dict(sorted(found.items()))
        return self._names[kinds]

    def match(self, text: str, kinds: Iterable[str]) -> NameMatch:
        """Return the card with this name or the only one whose name begins with it."""
        kinds = tuple(kinds)
        if slug := self.slug(text, kinds):
            return NameMatch(slug, str(self.cards[slug].get("name") or slug))
        key = name_key(text)
        if len(key) < MIN_BEGINNING:
            return NameMatch()
        begun = [slug for of, slug in self._by_name(kinds).items() if of.startswith(key)]
        titles = tuple(str(self.cards[slug]["name"]) for slug in begun[:MAX_MATCHES])
        return NameMatch(begun[0], titles[0], begun=True) if len(begun) == 1 else NameMatch(beginning=titles)

    def at_hand(self, kinds: Iterable[str]) -> list[str]:
        """Return the names of the cards of these kinds in the user's newest list."""
        newest = next(iter(self._own.values()), None)
        cards = [self.cards.get(pick["card"], {}) for pick in newest.document.get("picks", ())] if newest else []
        wanted = tuple(kinds)
        names = dict.fromkeys(str(card["name"]) for card in cards if card.get("name") and card["kind"] in wanted)
        return [*names][:MAX_CREATURES_AT_HAND]

    def near_titles(self, text: str, kinds: Iterable[str]) -> list[str]:
        """Return the names of the cards of these kinds with a similar spelling, the closest first."""
        by_key = self._by_name(tuple(kinds))
        return [str(self.cards[by_key[key]]["name"]) for key in close_matches(name_key(text), by_key)]

    def facts_of(self, kinds: Iterable[str]) -> frozenset[str]:
        """Return the facts that cards of these kinds have."""
        wanted = frozenset(kinds)
        return frozenset(fact for card in self.cards.values() if card["kind"] in wanted for fact in card)
