"""Who takes part in a situation, with facts that a card says or the players do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulesapi.engine.resolutions.model import Breach, Course, Missing, TableFacts
from rulesapi.engine.values.model import Document, value_object

UNKNOWN_CARD = "unknown-card"
FACT_DIFFERS = "fact-differs"
WRONG_KIND = "wrong-kind"
MAX_SUGGESTED = 20
"""For how many unknown cards of a situation near ones are looked for."""
CARD_FIELDS = ("card", "maneuver_card")
"""The fields of a situation that name a card by its slug."""


@value_object
class Participant:
    """A creature or an upgrade of a situation: its place, what it is called, and what was said of it.

    `card` is the document of its card, empty for one that only the players describe.
    """

    at: str
    name: str
    said: Document
    card: Document

    def fact(self, name: str) -> Any:
        """A printed fact: what the players say goes before what the catalog has; `None` while it is not known."""
        said = self.said.get(name)
        return self.card.get(name) if said is None else said

    def state(self, name: str, otherwise: Any) -> Any:
        """How it stands at the table: what the situation says, or what is usual."""
        return self.said.get(name, otherwise)


def participant(situation: Mapping[str, Any], key: str, table: TableFacts, otherwise: str) -> Participant:
    """Who stands at `key` of a situation; `otherwise` is what one without card and name is called."""
    return participant_at(situation[key], f"/{key}", table, otherwise)


def participant_at(said: Document, at: str, table: TableFacts, otherwise: str) -> Participant:
    """Who a part of a situation describes."""
    card = table.cards.get(said.get("card", ""), {})
    return Participant(at, said.get("name") or card.get("name") or otherwise, said, card)


def needed(who: Participant, name: str, rule: str) -> Course[Any]:
    """A fact that a rule needs: `None`, said to be missing, while neither card nor players tell it."""
    value = who.fact(name)
    if value is None:
        yield Missing(who.card.get("slug", ""), f"/{name}", who.at, rule)
    return value


def named_cards(situation: Any, at: str = "") -> Iterator[tuple[str, str, Document]]:
    """Each card that a situation names: its place, its slug, and the object that names it."""
    if isinstance(situation, Mapping):
        yield from ((f"{at}/{field}", situation[field], situation) for field in CARD_FIELDS if field in situation)
        for key, value in situation.items():
            yield from named_cards(value, f"{at}/{key}")
    elif isinstance(situation, list):
        for number, value in enumerate(situation):
            yield from named_cards(value, f"{at}/{number}")


def card_breaches(
    situation: Document, table: TableFacts, kinds_at: Callable[[str], tuple[str, ...]]
) -> Iterator[Breach]:
    """Cards that are not in the catalog or of another kind, and numbers that are said otherwise than it has them."""
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
