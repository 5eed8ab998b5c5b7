"""Formats: the limits under which a legion is judged, as data. The rules that use them are in `common_rules`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rulesapi.engine.values.model import Card, Document, Ruling, Severity
from rulesapi.engine.values.names import slug_as_words
from rulesapi.engine.values.truth import Truth


@dataclass(frozen=True, slots=True)
class CardSelector:
    """A selection of cards by slug, by keyword or by set. Matching one of the three is enough.

    A card that was sold in several sets belongs to each of them.
    """

    cards: frozenset[str]
    keywords: frozenset[str]
    sets: frozenset[str]

    @classmethod
    def read(cls, clauses: list[Document], cards: Mapping[str, Card]) -> CardSelector:
        """Read the clauses of a document; they may name a card by a former slug."""

        def named(word: str) -> frozenset[str]:
            return frozenset(value for row in clauses for value in row.get(word, ()))

        slugs = frozenset(cards[slug].slug if slug in cards else slug for slug in named("card"))
        return cls(slugs, named("keyword"), named("set"))

    def truth_for(self, card: Card) -> Truth:
        """Return whether the card is selected."""
        if card.slug in self.cards or not self.sets.isdisjoint(card.sets):
            return True
        if not self.keywords.isdisjoint(card.keywords or ()):
            return True
        return None if self.needs(card) else False

    def without(self, other: CardSelector) -> CardSelector:
        """Return the selector without the slugs, keywords and sets of another."""
        return CardSelector(self.cards - other.cards, self.keywords - other.keywords, self.sets - other.sets)

    def needs(self, card: Card) -> set[str]:
        """Return the unknown facts of a card by which it could be selected, if known facts do not select it."""
        open_ = {"/keywords"} if self.keywords and card.keywords is None else set()
        return open_ | {"/set"} if self.sets and card.set is None else open_


@dataclass(frozen=True, slots=True)
class CardRestrictions:
    """The cards that a format or a house rule keeps out: the banned ones, and with a `pool` all that are not in it."""

    banned: CardSelector | None
    pool: CardSelector | None

    @classmethod
    def read(cls, document: Document, cards: Mapping[str, Card]) -> CardRestrictions | None:
        """Read the bans and the pool of a format's or a house rule's document; `None` if it has neither."""
        bans, pool = (
            CardSelector.read(document[part], cards) if part in document else None for part in ("bans", "pool")
        )
        return None if bans is None and pool is None else cls(bans, pool)

    def why(self, card: Card) -> dict[str, Any]:
        """Return every reason for which the card is surely kept out, with the facts of each; empty for none."""
        facts: dict[str, Any] = {}
        reasons = []
        if self.banned is not None:
            if card.slug in self.banned.cards:
                reasons.append("card")
                facts["banned"] = card.title
            if keywords := self.banned.keywords.intersection(card.keywords or ()):
                reasons.append("keyword")
                facts["keywords"] = sorted(keywords)
            if sets := self.banned.sets.intersection(card.sets):
                reasons.append("set")
                facts["set"] = card.set if card.set in sets else min(sets)
        if self.pool is not None and (
            self.pool.truth_for(card) is False or (not reasons and self._only_by_banned(card))
        ):
            reasons.append("pool")
        return {**facts, "reasons": reasons} if reasons else {}

    def _only_by_banned(self, card: Card) -> bool:
        """Return whether a card could be in the pool only through a banned property, and so is excluded anyway."""
        return bool(self.pool and self.banned and self.pool.without(self.banned).truth_for(card) is False)

    def needs(self, card: Card) -> Iterator[str]:
        """Yield the unknown facts of a card that would decide whether it is kept out, sorted."""
        facts: set[str] = set()
        for cut in (self.banned, self.pool):
            if cut is not None and cut.truth_for(card) is None:
                facts |= cut.needs(card)
        yield from sorted(facts)


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """The limits of a legion at one point limit; `None` for no limit."""

    creatures_at_least: int
    creatures_at_most: int | None
    creature_cost_at_most: int | None
    largest_size: str | None
    map: str | None

    @classmethod
    def read(cls, row: Document) -> SizeLimits:
        return cls(
            creatures_at_least=row.get("creatures_at_least", 0),
            creatures_at_most=row.get("creatures_at_most"),
            creature_cost_at_most=row.get("creature_cost_at_most"),
            largest_size=row.get("largest_size"),
            map=row.get("map"),
        )


@dataclass(frozen=True, slots=True)
class Format:
    """The limits under which a legion is judged.

    `levels` are the rules whose level differs from their own, `excluded_rules` those left out, `optional_rules` the
    optional rules in use, by code. `numbers` are the format's own numbers by name; `None` for an unknown one. `waives`
    are the rules that count for nothing. `interpretations` are the readings that hold where the rulebook leaves a
    question open, by question: the format's own and those of `settled_by_rulings`, which rulings settle. `unique_names`
    is the way in which names of unique cards are compared, if the format has one, and `sizes` are the size limits by
    point limit. `allowed` are the only point limits of the format, `None` for any. `first` and `last` are the days
    between which the format is played, both included, year-month-day; `None` if there is no such day.
    """

    slug: str
    title: str
    points: int | None
    levels: Mapping[str, Severity]
    excluded_rules: frozenset[str]
    optional_rules: frozenset[str]
    numbers: Mapping[str, int | None]
    waives: frozenset[str]
    interpretations: Mapping[str, str]
    unique_names: str | None
    sizes: Mapping[int, SizeLimits]
    allowed: frozenset[int] | None
    bars: CardRestrictions | None
    first: str | None
    last: str | None
    settled_by_rulings: Mapping[str, tuple[Ruling, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, document: Document, cards: Mapping[str, Card]) -> Format:
        """Read a format's document; `cards` are the cards of its library, by slug."""
        return cls(
            slug=document["slug"],
            title=document["name"] or slug_as_words(document["slug"]).capitalize(),
            points=document["points"],
            levels=MappingProxyType({row["rule"]: row["level"] for row in document["levels"]}),
            excluded_rules=frozenset(document.get("without", ())),
            optional_rules=frozenset(document.get("with", ())),
            numbers=MappingProxyType({row["name"]: row["number"] for row in document.get("numbers", ())}),
            waives=frozenset(document.get("waives", ())),
            interpretations=MappingProxyType({row["question"]: row["reading"] for row in document.get("settles", ())}),
            unique_names=document.get("unique_names"),
            sizes=MappingProxyType({row["points"]: SizeLimits.read(row) for row in document.get("sizes", ())}),
            allowed=frozenset(document["allowed_points"]) if "allowed_points" in document else None,
            bars=CardRestrictions.read(document, cards),
            first=document.get("from"),
            last=document.get("until"),
        )
