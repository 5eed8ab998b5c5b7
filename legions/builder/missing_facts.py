"""Unknown facts that a verdict depends on, as the builder asks for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.schema_properties import Property
from legions.cards.stock import CardView, Stock
from legions.changes import own_facts
from legions.own_numbers import number_fields
from legions.own_numbers.number_fields import NumberField, RefusedFields, number_field
from legions.verdicts.deciding_facts import FIRST_FACT, DecidingFact, deciding_facts
from rulesapi.engine.core.library import find_ruleset
from rulesapi.judging.deciding_facts import missing_deciding_facts

MAX_ASKED = 12
"""The maximum number of missing facts asked for at once in the strip; the others follow once these are entered."""


@dataclass(frozen=True, slots=True)
class MissingFact:
    """A fact that the page asks for: with its own `field`, or in a form if it needs more than a field (None)."""

    card: CardView
    slug: str
    fact: str
    label: str
    field: NumberField | None


@dataclass(frozen=True, slots=True)
class MissingFacts:
    """The missing facts of a verdict, by influence. `number` counts all of them."""

    number: int
    asked: tuple[MissingFact, ...]

    @property
    def further(self) -> int:
        """The number of facts that are not asked for yet."""
        return self.number - len(self.asked)


def askable_facts(verdict: Mapping[str, Any], stock: Stock) -> list[DecidingFact]:
    """Return the unknown facts that a verdict depends on and a player can enter, by influence."""
    return [one for one in deciding_facts([verdict]) if _fact(stock.card(one.card), one.fact) is not None]


def missing_facts(facts: Sequence[DecidingFact], stock: Stock, where: str, refused: RefusedFields) -> MissingFacts:
    """Return `facts` as a page asks for them: all are counted, the first have fields."""
    found = (_missing(one.card, one.fact, stock, where, refused) for one in facts[:MAX_ASKED])
    return MissingFacts(len(facts), tuple(one for one in found if one is not None))


def missing_of_card(card: CardView, stock: Stock, where: str, refused: RefusedFields) -> list[MissingFact]:
    """Return the unknown deciding facts of a card, without its cost: the seal has a field for that."""
    if not card.known:
        return []
    facts = missing_deciding_facts(card.document, find_ruleset(stock.game["ruleset"]))
    found = (_missing(card.slug, fact, stock, where, refused) for fact in facts if fact != FIRST_FACT)
    return [one for one in found if one is not None]


def _missing(slug: str, fact: str, stock: Stock, where: str, refused: RefusedFields) -> MissingFact | None:
    card = stock.card(slug)
    one = _fact(card, fact)
    if one is None:
        return None
    return MissingFact(card, slug, fact, _(one.title), number_field(card, slug, fact, where, refused))


def _fact(card: CardView, fact: str) -> Property | None:
    return own_facts.find_fact(card.game, card.document.get("kind", ""), fact)


def focus_after(data: Any, missing: MissingFacts) -> str:
    """Return the id of the element to focus: the next field in `missing`, or the card that a number was sent for."""
    name = next((name for name in data if name.startswith(f"{number_fields.PREFIX}/") and data.get(name)), "")
    _prefix, where, slug = [*name.split("/"), "", "", ""][:3]
    if where.startswith("p") and where[1:].isdecimal():
        return f"name-{where[1:]}"
    if where == "c":
        return f"c-{slug}"
    fields = (one.field for one in missing.asked if one.field is not None)
    following = next((field.id_at(where) for field in fields), "") if where else ""
    return following or "legion-name"
