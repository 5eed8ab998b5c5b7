"""Lines of lists on pages, each with its cost and verdict."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from catalog import permissions
from legions.accounts.profile_names import display_name, profile_url, role_badge
from legions.cards.stock import CardView, Stock, format_name, stock, with_own_numbers
from legions.changes.basic import picks
from legions.collection.availability import CollectionCopies, legion_with_owned
from legions.game_words import words_of_game
from legions.own_numbers.applied_numbers import facts_for_all, with_numbers
from legions.own_numbers.services import Facts
from legions.saved_lists import ready_lists
from legions.saved_lists.models import Legion
from legions.site import wording
from legions.verdicts.batches import judge_grouped
from legions.verdicts.view_models import VerdictView
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.judging import verdicts

MAX_SHIELDS = 3


@dataclass(frozen=True)
class ListLine:
    """A list as a line of a page. `verdict` is None if the catalog lacks something that the list is judged with.

    It is also None if the line `waits`: the lists above are too large for this one to be judged with them.
    """

    document: dict[str, Any]
    stock: Stock
    verdict: VerdictView | None
    waits: bool

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.stock.game.get("name") or self.document["game"]

    @property
    def empty(self) -> bool:
        """True if the list has no cards: it is then not called illegal, although no rules allow it."""
        return not picks(self.document)

    @property
    def format(self) -> str:
        """The name of the format."""
        return format_name(self.stock, self.verdict.verdict["format"]) if self.verdict else ""

    @property
    def open_sets(self) -> str:
        """The names of the open sets whose cards it has; empty for a list of official cards."""
        return open_set_names(self.document, self.stock)

    @property
    def shields(self) -> list[CardView]:
        """The first few different cards, whose shields represent the list."""
        cards = {pick["card"]: self.stock.card(pick["card"]) for pick in picks(self.document)}
        return [card for card in cards.values() if card.known and self._is_listed(card)][:MAX_SHIELDS]

    @property
    def fan(self) -> list[CardView]:
        """Up to three cards whose faces represent the list, its leader in the middle.

        The leader is a card that a list has only once by rule, otherwise the card of the highest cost or level.
        Different cards come before copies.
        """
        copies: dict[str, int] = {}
        for pick in picks(self.document):
            card = self.stock.card(pick["card"])
            if card.known and self._is_listed(card):
                copies[card.slug] = copies.get(card.slug, 0) + pick.get("count", 1)
        cards = sorted((self.stock.card(slug) for slug in copies), key=self._rank, reverse=True)
        more = [card for card in cards for _copy in range(min(copies[card.slug], MAX_SHIELDS) - 1)]
        shown = [*cards, *more][:MAX_SHIELDS]
        return [*shown[1:2], *shown[:1], *shown[2:]] if len(shown) == MAX_SHIELDS else shown

    def _rank(self, card: CardView) -> tuple[bool, int, int]:
        document = card.document
        single = words_of_game(self.document["game"]).is_single(document["kind"])
        return single, document.get("cost") or 0, document.get("level") or 0

    @property
    def creatures(self) -> str:
        """The names of the creatures, each once with its number."""
        counts: dict[str, int] = {}
        for pick in picks(self.document):
            card = self.stock.card(pick["card"])
            if not self._is_listed(card):
                continue
            title = card.title
            counts[title] = counts.get(title, 0) + pick.get("count", 1)
        return ", ".join(f"{count} × {title}" if count > 1 else title for title, count in counts.items())

    def _is_listed(self, card: CardView) -> bool:
        """Return whether lines show this card: an unknown card, or a card of a kind that the game lists."""
        return not card.known or words_of_game(self.document["game"]).is_listed(card.document["kind"])


@dataclass(frozen=True)
class SavedListLine(ListLine):
    """A saved list in its owner's overview, or among the public lists."""

    legion: Legion

    @property
    def by(self) -> str:
        """The name of the owner."""
        return display_name(self.legion.owner) if self.legion.owner else ""

    @property
    def by_role(self) -> str | None:
        """The role shown next to the owner's name, or None."""
        return role_badge(self.legion.owner)

    @property
    def by_address(self) -> str:
        """The path of the owner's profile; empty if there is none."""
        return profile_url(self.legion.owner)


@dataclass(frozen=True)
class ReadyListLine(ListLine):
    """A ready list to start from."""

    ready: ready_lists.ReadyList

    @property
    def own_numbers(self) -> bool:
        """True if it uses numbers without a source in the catalog, which players confirm from their cards."""
        return bool(self.document.get("facts"))

    @property
    def only_set(self) -> str:
        """The name of the official set that all its cards belong to, or empty."""
        return only_set_name(self.document, self.stock)


def saved_list_lines(
    legions: Sequence[Legion], have: Mapping[str, CollectionCopies | None], facts: Mapping[str, Facts]
) -> list[SavedListLine]:
    """Return a line for each saved list, judged together, with the holder's collections and own numbers by game."""
    parts = judge_each([legion_beside(legion, have, facts) for legion in legions])
    return [SavedListLine(*part, legion=legion) for part, legion in zip(parts, legions, strict=True)]


def legion_beside(
    legion: Legion, have: Mapping[str, CollectionCopies | None], facts: Mapping[str, Facts]
) -> dict[str, Any]:
    """Return the document to judge for a list, with the holder's collections and own numbers by game."""
    document = legion_with_owned(legion, have.get(legion.game))
    return with_numbers(document, facts.get(legion.game, {}))


def shared_list_lines(legions: Iterable[Legion]) -> list[SavedListLine]:
    """Return a line for each shared list as visitors see it."""
    found = list(legions)
    permissions.fetch_roles(legion.owner for legion in found)
    told = facts_for_all(found)
    parts = judge_each([with_numbers(legion.shown, facts) for legion, facts in zip(found, told, strict=True)])
    return [SavedListLine(*part, legion=legion) for part, legion in zip(parts, found, strict=True)]


def open_set_names(document: Mapping[str, Any], stock: Stock) -> str:
    """Return the names of the open sets whose cards a list has; empty for a list of official cards."""
    cards = (stock.card(slug) for _at, slug in referenced_cards(document))
    return wording.join_and(list(dict.fromkeys(card.open_set for card in cards if card.open_set)))


def only_set_name(document: Mapping[str, Any], stock: Stock) -> str:
    """Return the name of the official set that all cards of a list belong to, or an empty string."""
    slugs = {stock.card(slug).document.get("set") for _at, slug in referenced_cards(document)}
    found = stock.sets.get(slugs.pop() or "") if len(slugs) == 1 else None
    return (found["name"] or found["slug"]) if found and found["official"] else ""


def ready_lines(game: str, as_put_on: Callable[[dict[str, Any]], dict[str, Any]] | None = None) -> list[ReadyListLine]:
    """Return a line for each ready list of `game`, judged with the newest release: official cards only first.

    `as_put_on` returns the document that a ready list becomes on a table with terms of its own, which is judged then.
    """
    found = ready_lists.ready_lists(game)
    parts = judge_each([as_put_on(one.document) if as_put_on else one.document for one in found])
    lines = [ReadyListLine(*part, ready=one) for part, one in zip(parts, found, strict=True)]
    return sorted(lines, key=lambda line: bool(line.open_sets))


def judge_each(documents: list[dict[str, Any]]) -> list[tuple[dict[str, Any], Stock, VerdictView | None, bool]]:
    """Return each document with its catalog snapshot, its verdict, and whether it waits, as the fields of `ListLine`.

    The snapshot of a judged document has its own numbers; that of one that waits is of the newest release, so that no
    release is read for it. Each release is read once.
    """
    stock_at, library_at = cache(stock), cache(verdicts.library)
    found = []
    for document, verdict in zip(documents, judge_grouped(documents), strict=True):
        key = (document["game"], document.get("release"))
        catalog, view = stock_at(key[0], None if verdict is None else key[1]), None
        if isinstance(verdict, dict):
            if document.get("facts"):
                catalog = with_own_numbers(catalog, document, library_at(*key))
            view = VerdictView(verdict, document, catalog)
        found.append((document, catalog, view, verdict is None))
    return found
