"""Formats: what a legion is judged under, all of it data. The rules that ask for it are in `common_rules`."""

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
    """Cards by what they are: by slug, by keyword or by set. One of the three is enough to be among them."""

    cards: frozenset[str]
    keywords: frozenset[str]
    sets: frozenset[str]

    @classmethod
    def read(cls, rows: list[Document], cards: Mapping[str, Card]) -> CardSelector:
        """The clauses of a document; a card may stand in them by a former slug."""

        def named(word: str) -> frozenset[str]:
            return frozenset(value for row in rows for value in row.get(word, ()))

        slugs = frozenset(cards[slug].slug if slug in cards else slug for slug in named("card"))
        return cls(slugs, named("keyword"), named("set"))

    def truth_for(self, card: Card) -> Truth:
        """Whether the card is among them."""
        if card.slug in self.cards or card.set in self.sets or not self.keywords.isdisjoint(card.keywords or ()):
            return True
        return None if self.needs(card) else False

    def without(self, other: CardSelector) -> CardSelector:
        """What is left of the words when those of another are struck out."""
        return CardSelector(self.cards - other.cards, self.keywords - other.keywords, self.sets - other.sets)

    def needs(self, card: Card) -> set[str]:
        """The facts of a card that is not known to be among them, for which it could be."""
        open_ = {"/keywords"} if self.keywords and card.keywords is None else set()
        return open_ | {"/set"} if self.sets and card.set is None else open_


@dataclass(frozen=True, slots=True)
class CardRestrictions:
    """Which cards a format or a house rule keeps out: the banned ones, and with a `pool` all that are not in
    it.
    """

    banned: CardSelector | None
    pool: CardSelector | None

    @classmethod
    def read(cls, document: Document, cards: Mapping[str, Card]) -> CardRestrictions | None:
        """The bans and the pool of a format's or a house rule's document; `None` where it has neither."""
        bans, pool = (
            CardSelector.read(document[part], cards) if part in document else None for part in ("bans", "pool")
        )
        return None if bans is None and pool is None else cls(bans, pool)

    def why(self, card: Card) -> dict[str, Any]:
        """Every reason for which the card is surely kept out, with what of the card each is about; empty for none."""
        facts: dict[str, Any] = {}
        reasons = []
        if self.banned is not None:
            if card.slug in self.banned.cards:
                reasons.append("card")
                facts["banned"] = card.title
            if keywords := self.banned.keywords.intersection(card.keywords or ()):
                reasons.append("keyword")
                facts["keywords"] = sorted(keywords)
            if card.set in self.banned.sets:
                reasons.append("set")
                facts["set"] = card.set
        if self.pool is not None and (
            self.pool.truth_for(card) is False or (not reasons and self._only_by_banned(card))
        ):
            reasons.append("pool")
        return {**facts, "reasons": reasons} if reasons else {}

    def _only_by_banned(self, card: Card) -> bool:
        """Whether a card could be of the pool only by what is banned, so that it is kept out whatever is unknown."""
        return bool(self.pool and self.banned and self.pool.without(self.banned).truth_for(card) is False)

    def needs(self, card: Card) -> Iterator[str]:
        """The facts of a card that would decide whether it is kept out, sorted."""
        facts: set[str] = set()
        for cut in (self.banned, self.pool):
            if cut is not None and cut.truth_for(card) is None:
                facts |= cut.needs(card)
        yield from sorted(facts)


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """What a legion keeps to at one point limit; `None` where there is no such number."""

    creatures_at_least: int
    creatures_at_most: int | None
    creature_cost_at_most: int | None
    largest_size: str | None
    map: str | None

    @classmethod
    def read(cls, row: Document) -> SizeLimits:
        """A row of a format's document."""
        return cls(
            creatures_at_least=row.get("creatures_at_least", 0),
            creatures_at_most=row.get("creatures_at_most"),
            creature_cost_at_most=row.get("creature_cost_at_most"),
            largest_size=row.get("largest_size"),
            map=row.get("map"),
        )


@dataclass(frozen=True, slots=True)
class Format:
    """The limits that a legion is judged under.

    `levels` are the rules that weigh otherwise than by themselves, `excluded_rules` those that it is played without,
    `optional_rules` the optional ones that it is played with, by code. `numbers` are its own numbers, by what they are
    called; `None` for one that is not known. `waives` are the rules that count for nothing, `interpretations` the
    readings that hold where the rulebook leaves a question open, by question: the format's own and those of
    `settled_by_rulings`, which rulings settle. What `unique_names` says is how names of unique cards are compared,
    where the format says so, and `sizes` what holds at each point limit; `allowed` are the only limits at which it is
    played, `None` for any. `first` and `last` are the days between which the format is played, both included,
    year-month-day; `None` where there is no such day.
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
        """A format's document; `cards` are those of its library, by slug."""
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
