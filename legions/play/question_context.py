"""Data for the forms of questions: the cards by name, the players' lists, and earlier entries of the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from catalog.documents.suggestions import MAX_MATCHES, close_matches
from legions.accounts.holders import holder_of
from legions.my_lists.named_lists import NamedList, find_named_list, find_shared_list
from legions.saved_lists.models import Legion
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.text_form.name_index import name_key

LIST = "list"
"""Query parameter for the list at the table: the key of a user's list, or `/s/<key>/` of a shared one."""
OTHER_LIST = "other_list"
"""Query parameter for the list of the opponent, by the link that it is shared with."""
MAX_LISTS = 50
"""Maximum number of the user's newest lists offered."""
MAX_CARDS_AT_HAND = 100
"""Maximum cards of the list at the table that are offered."""
MIN_BEGINNING = 3
"""Minimum letters of a beginning that identifies a name."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The card with this name: by its full name, or (`begun`) the only one with this beginning; else all such names."""

    slug: str | None = None
    title: str = ""
    begun: bool = False
    beginning: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Lookups of a question form. `cards` and `adventures` are documents by slug.

    `named_list` is the list that the address brings to the table; the cards are then those of its release.
    """

    game: str
    cards: Mapping[str, Mapping[str, Any]]
    memory: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    request: HttpRequest | None = None
    adventures: Mapping[str, Adventure] = field(default_factory=dict)
    named_list: NamedList | None = None
    _names: dict[tuple[str, ...], Mapping[str, str]] = field(default_factory=dict, init=False)

    @cached_property
    def own_lists(self) -> list[tuple[str, str]]:
        """The user's lists of the game, as key and name."""
        return [(key, found.name) for key, found in self._own.items()]

    @cached_property
    def _own(self) -> dict[str, NamedList]:
        """The user's newest lists, and the list at the table if it is an older one."""
        if self.request is None or not (holder := holder_of(self.request)):
            return {}
        held = Legion.objects.held_by(holder).not_deleted().filter(game=self.game).order_by("-updated_at")
        named = [] if self.named_list is None or self.named_list.shared else [self.named_list]
        newest = [NamedList(legion, shared=False) for legion in held[:MAX_LISTS]]
        return {found.key: found for found in (*newest, *named)}

    def find_list(self, chosen: str) -> NamedList:
        """Return a list of the user by its key, or a shared list by its link. Raises ValidationError if there is
        none.
        """
        found = self._own.get(chosen) or find_shared_list(chosen, self.game)
        if found is None:
            raise ValidationError("no-such-list")
        return found

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

    @property
    def list_at_hand(self) -> NamedList | None:
        """The list at the table, or else the user's newest list."""
        return self.named_list or next(iter(self._own.values()), None)

    def at_hand(self, kinds: Iterable[str], of_list: NamedList | None = None) -> list[str]:
        """Return the names of the cards of these kinds in a list, or in the list at hand."""
        at_hand = of_list or self.list_at_hand
        document = at_hand.legion.document if at_hand else {}
        cards = [self.cards.get(slug, {}) for _at, slug in referenced_cards(document)]
        wanted = tuple(kinds)
        names = dict.fromkeys(str(card["name"]) for card in cards if card.get("name") and card["kind"] in wanted)
        return [*names][:MAX_CARDS_AT_HAND]

    def near_titles(self, text: str, kinds: Iterable[str]) -> list[str]:
        """Return the names of the cards of these kinds with a similar spelling, the closest first."""
        by_key = self._by_name(tuple(kinds))
        return [str(self.cards[by_key[key]]["name"]) for key in close_matches(name_key(text), by_key)]

    def facts_of(self, kinds: Iterable[str]) -> frozenset[str]:
        """Return the facts that cards of these kinds have."""
        wanted = frozenset(kinds)
        return frozenset(fact for card in self.cards.values() if card["kind"] in wanted for fact in card)


def list_in_address(request: HttpRequest, game: str) -> NamedList | None:
    """Return the list that the address of a question names; None if it names none that the user may read."""
    return find_named_list(request.GET.get(LIST, ""), game, holder_of(request))
