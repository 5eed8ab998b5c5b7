"""Own facts: a player's facts about a card for one legion, read from the card in hand, where the catalog has none.

They fill in unknown facts and nothing else. A fact in the catalog takes precedence, and the verdict says so: a newer
release may have added it. A fact that a card does not have at all counts as known, unless it depends on one that is
filled in; so does one that known facts rule out, or that contradicts another own fact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from rulesapi.engine.core.library import Library, Ruleset, cards_without_doubts
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.engine.core.partial_facts import contradicted_parts
from rulesapi.engine.core.ratings import contradicting_facts, with_implied_facts
from rulesapi.engine.values.model import Card, Document, LedgerLine, Price, value_object
from rulesapi.engine.values.names import sorted_pointers

OwnFactState = Literal["used", "known", "not-in-legion", "not-in-catalog"]


@value_object
class OwnFact:
    """One own fact and its outcome.

    `card` is the slug under which it was sent, `fact` a JSON Pointer into the card, `at` are the card's places in the
    legion. `state` says whether it is used, already known, or about a card that is not in the legion or not in the
    catalog. For a known fact, `catalog` is the value that applies instead; `None` for a card that has no such fact and
    for a fact that does not fit the rest of the card.
    """

    card: str
    fact: str
    value: Any
    state: OwnFactState
    at: tuple[str, ...]
    catalog: Any = None

    def as_document(self) -> dict[str, Any]:
        """Return the own fact as the verdict's document has it."""
        row = {"card": self.card, "fact": self.fact, "value": self.value, "state": self.state, "at": list(self.at)}
        return {**row, "catalog": self.catalog} if self.state == "known" else row


class _StatedFact(NamedTuple):
    """A fact stated about a card, with whether it is filled in, or the catalog's value that replaces it."""

    fact: str
    value: Any
    taken: bool
    catalog: Any


def with_own_facts(library: Library, legion: Document) -> tuple[Library, tuple[OwnFact, ...]]:
    """Return the library with a legion's own facts filled in, and the outcome of each, by card and fact."""
    stated = legion.get("facts")
    if not stated:
        return library, ()
    places: dict[Card | None, list[str]] = {}
    for at, slug in referenced_cards(legion):
        places.setdefault(library.cards.get(slug), []).append(at)
    documents: dict[str, Document] = {}
    rows: list[OwnFact] = []
    for slug in sorted(stated, key=lambda slug: (slug not in library.documents, slug)):  # former slugs after today's
        card = library.cards.get(slug)
        if card is None:
            rows += (OwnFact(slug, f"/{fact}", one, "not-in-catalog", ()) for fact, one in sorted(stated[slug].items()))
            continue
        known = documents.get(card.slug, library.documents[card.slug])
        documents[card.slug], facts = _with_stated_facts(known, stated[slug], library.ruleset)
        standing = sorted_pointers(places.get(card, ()))
        rows += (OwnFact(slug, one.fact, one.value, _state(one, standing), standing, one.catalog) for one in facts)
    rows.sort(key=lambda row: (row.card, row.fact))
    changed = {slug: known for slug, known in documents.items() if known != library.documents[slug]}
    return (_library_with_cards(library, changed) if changed else library), tuple(rows)


def _state(stated: _StatedFact, pointers: tuple[str, ...]) -> OwnFactState:
    if not stated.taken:
        return "known"
    return "used" if pointers else "not-in-legion"


def _with_stated_facts(document: Document, stated: Document, ruleset: Ruleset) -> tuple[Document, list[_StatedFact]]:
    """Return a card's document with unknown facts filled in, and each stated fact."""
    facts: list[_StatedFact] = []
    hangs, document = ruleset.dependent_facts, with_implied_facts(document, ruleset.rating_pairs)
    filled = {
        fact: _merged_fact(one, stated[fact], f"/{fact}", facts) if fact in stated else one
        for fact, one in document.items()
    }
    for fact in sorted(stated.keys() - document.keys()):
        taken = fact in hangs and filled.get(hangs[fact]) is True
        facts.append(_StatedFact(f"/{fact}", stated[fact], taken, None))
        if taken:
            filled[fact] = stated[fact]
    contradicting = contradicting_facts(filled, ruleset.rating_pairs)
    for fact in (*contradicting, *contradicted_parts(filled, ruleset.partial_facts)):
        facts = [one._replace(taken=False, catalog=document[fact]) if one.fact == f"/{fact}" else one for one in facts]
        filled[fact] = document[fact]
    return filled, facts


def _merged_fact(value: Any, stated: Any, fact: str, facts: list[_StatedFact]) -> Any:
    """Return one fact with the stated value filled in; for a partly known fact only its unknown parts."""
    if value is None:
        facts.append(_StatedFact(fact, stated, True, None))
        return stated
    if _is_partly_known(value):
        if isinstance(value, Mapping) and isinstance(stated, Mapping) and stated.keys() <= value.keys():
            return {key: _merged_part(value[key], stated.get(key), f"{fact}/{key}", facts) for key in value}
        if isinstance(value, list) and isinstance(stated, list) and len(stated) == len(value):
            pairs = enumerate(zip(value, stated, strict=True))
            return [_merged_part(one, other, f"{fact}/{number}", facts) for number, (one, other) in pairs]
    facts.append(_StatedFact(fact, stated, False, value))
    return value


def _merged_part(value: Any, stated: Any, fact: str, facts: list[_StatedFact]) -> Any:
    """Return a part of a fact; an omitted or equal stated part changes nothing."""
    return value if stated is None or stated == value else _merged_fact(value, stated, fact, facts)


def _is_partly_known(value: Any) -> bool:
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(one is None or _is_partly_known(one) for one in inside)


def _library_with_cards(library: Library, documents: Mapping[str, Document]) -> Library:
    """Return the library with some cards read from other documents; the index of near slugs stays as it was."""
    new = {slug: library.ruleset.card(document) for slug, document in documents.items()}
    cards = [new.get(card.slug, card) for card in library.all_cards]
    if any(library.cards[slug].identity != card.identity for slug, card in new.items()):
        cards.sort(key=lambda card: (card.identity, card.slug))
    doubts = {slug: library.doubts[slug] for slug in new if slug in library.doubts}
    certain = cards_without_doubts(library.ruleset, new, documents, doubts)
    return replace(
        library.with_cards({library.cards[slug]: card for slug, card in new.items()}, certain),
        documents=MappingProxyType({**library.documents, **documents}),
        all_cards=tuple(cards),
        cards_without_doubts={**library.cards_without_doubts, **certain},
    )


def with_own_fact_marks(price: Price, catalog: Price) -> Price:
    """Return a price with the lines marked that own facts changed; `catalog` is the price without own facts."""
    return replace(price, lines=tuple(_marked_lines(price, catalog)))


def _marked_lines(price: Price, catalog: Price) -> Iterator[LedgerLine]:
    without = Counter(map(_line_key, catalog.lines))
    for line in price.lines:
        if line["points"] is not None and not without[_line_key(line)]:
            yield {**line, "by_your_word": True}
        else:
            without[_line_key(line)] -= 1
            yield line


def _line_key(line: LedgerLine) -> tuple[Any, ...]:
    return line["at"], line["card"], line["reason"], line["points"], line.get("each")
