"""Cards that a situation names, and how what players entered about them differs from the catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulesapi.engine.resolutions.model import Breach, TableFacts
from rulesapi.engine.values.model import Document

UNKNOWN_CARD = "unknown-card"
FACT_DIFFERS = "fact-differs"
WRONG_KIND = "wrong-kind"
MAX_SUGGESTED = 20
"""Maximum number of unknown cards of a situation that get near matches."""
CARD_FIELDS = ("card", "maneuver_card")
"""The fields of a situation that name a card by its slug."""


def named_cards(situation: Any, pointer: str = "") -> Iterator[tuple[str, str, Document]]:
    """Yield each card that a situation names: its place, its slug, and the object that names it."""
    if isinstance(situation, Mapping):
        yield from ((f"{pointer}/{field}", situation[field], situation) for field in CARD_FIELDS if field in situation)
        for key, value in situation.items():
            yield from named_cards(value, f"{pointer}/{key}")
    elif isinstance(situation, list):
        for number, value in enumerate(situation):
            yield from named_cards(value, f"{pointer}/{number}")


def card_breaches(
    situation: Document, table: TableFacts, kinds_at: Callable[[str], tuple[str, ...]]
) -> Iterator[Breach]:
    """Yield cards that are unknown or of another kind, and numbers that differ from the catalog's."""
    strangers: dict[tuple[str, tuple[str, ...]], Document] = {}
    for at, slug, said in named_cards(situation):
        card = table.cards.get(slug)
        if card is None:
            asked = slug, kinds_at(at)
            if asked not in strangers:
                near = table.nearest.of_kinds(*asked) if len(strangers) < MAX_SUGGESTED else []
                strangers[asked] = {"nearest": [one.title for one in near], "nearest_slugs": [one.slug for one in near]}
            yield Breach(UNKNOWN_CARD, (at,), {"card": slug, **strangers[asked]})
            continue
        if card.get("kind") not in kinds_at(at):
            kinds = [kind.replace("-", " ") for kind in kinds_at(at)]
            yield Breach(WRONG_KIND, (at,), {"card": card.get("name") or slug, "kinds": kinds})
            continue
        for fact, value in said.items():
            printed = card.get(fact)
            if fact not in CARD_FIELDS and fact != "name" and printed is not None and printed != value:
                facts = {"card": card.get("name") or slug, "fact": fact, "said": str(value), "printed": str(printed)}
                yield Breach(FACT_DIFFERS, (at.rpartition("/")[0] + f"/{fact}",), facts)
