"""House rules: a group's agreements on top of a game's rules, as data. The rules that use them are in `common_rules`.

Several of them are combined, and their order has no meaning. All additions hold together: a card that one bars is
barred, every limit is kept, a card must be in every pool, and slots add up. Waivers add up too, but only for the rules
of the game and the format: no house rule waives an addition of another. If two give one rule different levels, the
stricter level holds; and if one makes a rule an error, another does not waive it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from rulesapi.engine.core.conditions import Clause, HasSlotCondition
from rulesapi.engine.core.formats import CardRestrictions, CardSelector
from rulesapi.engine.core.possibilities import Possibility, possibilities
from rulesapi.engine.values.interpretations import WaivedBy
from rulesapi.engine.values.model import (
    Card,
    Creature,
    Document,
    Finding,
    Price,
    Severity,
    UnknownFact,
    VerdictOutcome,
    value_object,
)
from rulesapi.engine.values.names import slug_as_words

HOUSE_RULE = "house-rule"
EMPTY_LEVELS: Mapping[str, Severity] = MappingProxyType({})


@value_object
class WithoutHouseRules:
    """The outcome of a legion without its house rules."""

    verdict: VerdictOutcome
    price: Price
    limit: int | None
    findings: tuple[Finding, ...]
    unknown: tuple[UnknownFact, ...]

    def as_document(self) -> dict[str, Any]:
        """Return the outcome as the verdict's document has it."""
        return {
            "verdict": self.verdict,
            "points": self.price.as_points(self.limit),
            "findings": [finding.as_document() for finding in self.findings],
            "unknown": [unknown.as_document() for unknown in self.unknown],
        }


@dataclass(frozen=True, slots=True)
class Allowance:
    """The number of some cards allowed together: on one creature, or in a legion."""

    cards: CardSelector
    per: str
    at_most: int


@dataclass(frozen=True, slots=True)
class ExtraSlots:
    """Additional slots of one icon for each creature that meets every clause."""

    icon: str
    count: int
    bearers: tuple[Clause, ...]


class SlotPossibility(NamedTuple):
    """The slots of a creature in one case of its unknown facts.

    `added` are the slots that house rules add, with their number; `printed` are the icons of which an unknown banner
    has at least one in this case.
    """

    added: tuple[tuple[str, int], ...]
    printed: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class HouseRule:
    """One house rule. `waives` and `levels` name rules of the game by code."""

    slug: str
    title: str
    waives: frozenset[str]
    levels: Mapping[str, Severity]
    points: int | None
    bars: CardRestrictions | None
    limits: tuple[Allowance, ...]
    slots: tuple[ExtraSlots, ...]

    @classmethod
    def read(cls, document: Document, cards: Mapping[str, Card]) -> HouseRule:
        """Read a house rule's document; `cards` are the cards of its library, by slug."""
        return cls(
            slug=document["slug"],
            title=document["name"] or slug_as_words(document["slug"]).capitalize(),
            waives=frozenset(document.get("waives", ())),
            levels=MappingProxyType({row["rule"]: row["level"] for row in document.get("levels", ())}),
            points=document.get("points"),
            bars=CardRestrictions.read(document, cards),
            limits=tuple(
                Allowance(CardSelector.read(row["cards"], cards), row["per"], row["at_most"])
                for row in document.get("limits", ())
            ),
            slots=tuple(
                ExtraSlots(row["slot"], row["count"], tuple(map(Clause.read, row.get("bearers", ()))))
                for row in document.get("slots", ())
            ),
        )

    @property
    def by(self) -> WaivedBy:
        """The house rule as the source of a waiver in a verdict."""
        return WaivedBy(HOUSE_RULE, self.slug, self.title)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The combined house rules of a legion. `rules` are all of them by slug, each once.

    `waivers` has the house rule that waives each waived rule: the first by slug if there are several.
    """

    rules: tuple[HouseRule, ...]
    waivers: Mapping[str, HouseRule]
    levels: Mapping[str, Severity]
    points: int | None
    slots: tuple[ExtraSlots, ...]

    @classmethod
    def of(cls, agreed: Iterable[HouseRule], levels_before: Mapping[str, Severity] = EMPTY_LEVELS) -> HouseRules:
        """Combine house rules, with the format's levels of rules. The order of house rules does not matter."""
        rules = tuple(sorted(set(agreed), key=lambda house_rule: house_rule.slug))
        levels: dict[str, Severity] = {}
        for one in rules:
            for code, level in one.levels.items():
                levels[code] = "error" if "error" in (level, levels.get(code)) else "warning"
        waivers = {
            code: one
            for one in reversed(rules)
            for code in one.waives
            if not any(other.levels.get(code) == "error" for other in rules)
        }
        points = [one.points for one in rules if one.points is not None]
        return cls(
            rules=rules,
            waivers=MappingProxyType(waivers),
            levels=MappingProxyType({**levels_before, **levels}),
            points=min(points) if points else None,
            slots=tuple(slots for one in rules for slots in one.slots),
        )

    def slots_of(self, creature: Creature) -> tuple[list[SlotPossibility], list[str]]:
        """Return the slots that a creature gets by the house rules in each possible case, and the facts that decide."""
        open_: list[Clause] = []
        for more in self.slots:
            answers = [(clause, clause.truth_for(creature)) for clause in more.bearers]
            if all(answer is not False for _, answer in answers):
                open_ += (clause for clause, answer in answers if answer is None)
        found = {self._slots_if(creature, case) for case in possibilities(open_)}
        return sorted(found), sorted({clause.word.fact for clause in open_})

    def most_slots(self, creature: Creature) -> dict[str, int]:
        """Return the most slots of each icon that a creature can get by the house rules."""
        added = [dict(case.added) for case in self.slots_of(creature)[0]]
        return {icon: max(case.get(icon, 0) for case in added) for icon in {icon for case in added for icon in case}}

    def guaranteed_slots(self, creature: Creature) -> dict[str, int]:
        """Return the slots that a creature gets by the house rules in every case."""
        first, *others = [dict(case.added) for case in self.slots_of(creature)[0]]
        sure = {icon: min([number, *(case.get(icon, 0) for case in others)]) for icon, number in first.items()}
        return {icon: number for icon, number in sure.items() if number}

    def _slots_if(self, creature: Creature, case: Possibility) -> SlotPossibility:
        added: dict[str, int] = {}
        for more in self.slots:
            answers = [(clause, clause.truth_for(creature)) for clause in more.bearers]
            if all(case.holds(clause) if answer is None else answer for clause, answer in answers):
                added[more.icon] = added.get(more.icon, 0) + more.count
        return SlotPossibility(tuple(sorted(added.items())), tuple(sorted(case.facts.get(HasSlotCondition.fact, ()))))
