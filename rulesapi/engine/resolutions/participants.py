"""Cards that a situation names, and how what players entered about them differs from the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulesapi.engine.resolutions.model import Breach, TableFacts
from rulesapi.engine.values.model import Document, value_object

UNKNOWN_CARD = "unknown-card"
FACT_DIFFERS = "fact-differs"
WRONG_KIND = "wrong-kind"
MAX_SUGGESTED = 20
"""Maximum number of unknown cards of a situation that get near matches."""
NO_FACTS = ("card", "name")
"""The fields of a part that are no facts of its card: players may call it by another name."""


@value_object
class NamedCard:
    """A card that a situation names: its place, its slug, the kinds that it may be of, and what is entered about it."""

    at: str
    slug: str
    kinds: tuple[str, ...]
    entered: Document


def card_breaches(named: Iterable[NamedCard], table: TableFacts) -> Iterator[Breach]:
    """Yield cards that are unknown or of another kind, and numbers that differ from the catalog's."""
    strangers: dict[tuple[str, tuple[str, ...]], Document] = {}
    for one in named:
        card = table.cards.get(one.slug)
        if card is None:
            asked = one.slug, one.kinds
            if asked not in strangers:
                near = table.nearest.of_kinds(*asked) if len(strangers) < MAX_SUGGESTED else []
                strangers[asked] = {"nearest": [row.title for row in near], "nearest_slugs": [row.slug for row in near]}
            yield Breach(UNKNOWN_CARD, (one.at,), {"card": one.slug, **strangers[asked]})
            continue
        name = card.get("name") or one.slug
        if card.get("kind") not in one.kinds:
            kinds = [kind.replace("-", " ") for kind in one.kinds]
            yield Breach(WRONG_KIND, (one.at,), {"card": name, "kinds": kinds})
            continue
        for fact, value in one.entered.items():
            printed = card.get(fact)
            if fact not in NO_FACTS and printed is not None and printed != value:
                facts = {"card": name, "fact": fact, "said": str(value), "printed": str(printed)}
                yield Breach(FACT_DIFFERS, (one.at.rpartition("/")[0] + f"/{fact}",), facts)
