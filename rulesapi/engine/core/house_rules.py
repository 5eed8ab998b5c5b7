"""House rules: what a group has agreed on beside a game's rules, all of it data. The rules that ask for it are in
`common_rules`.

Several of them are composed, and their order says nothing. What they add holds together: a card that one bars is
barred, of several limits each is kept, of several pools a card must be in all, and slots add up. What they waive adds
up too, but only of what the game's rules and the format ask: no house rule waives what another one adds. Where two
weigh one rule otherwise, the stricter weight holds; and a rule that one makes an error, another does not waive.
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
    """What a legion would be without its house rules."""

    verdict: VerdictOutcome
    price: Price
    limit: int | None
    findings: tuple[Finding, ...]
    unknown: tuple[UnknownFact, ...]

    def as_document(self) -> dict[str, Any]:
        """The answer as the verdict's document has it."""
        return {
            "verdict": self.verdict,
            "points": self.price.as_points(self.limit),
            "findings": [finding.as_document() for finding in self.findings],
            "unknown": [unknown.as_document() for unknown in self.unknown],
        }


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many of some cards may stand together: on a creature, or in a legion."""

    cards: CardSelector
    per: str
    at_most: int


@dataclass(frozen=True, slots=True)
class ExtraSlots:
    """Slots of one icon for each creature that is what every clause asks for."""

    icon: str
    count: int
    bearers: tuple[Clause, ...]


class SlotPossibility(NamedTuple):
    """The slots of a creature in one case of what is not known of it.

    `added` are those that house rules add, with their number; `printed` are the icons of which a banner that is not
    known has at least one in this case.
    """

    added: tuple[tuple[str, int], ...]
    printed: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class HouseRule:
    """One house rule. `waives` and `levels` name rules of the game by their codes."""

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
        """A house rule's document; `cards` are those of its library, by slug."""
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
        """Who it is that waives, as a verdict names it."""
        return WaivedBy(HOUSE_RULE, self.slug, self.title)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules that a legion is judged under, composed. `rules` are all of them by slug, each once.

    `waivers` has for each rule that is waived who waives it: of several the first by slug.
    """

    rules: tuple[HouseRule, ...]
    waivers: Mapping[str, HouseRule]
    levels: Mapping[str, Severity]
    points: int | None
    slots: tuple[ExtraSlots, ...]

    @classmethod
    def of(cls, agreed: Iterable[HouseRule], levels_before: Mapping[str, Severity] = EMPTY_LEVELS) -> HouseRules:
        """The house rules together, whatever their order, over the weights that rules have by the format."""
        rules = tuple(sorted(set(agreed), key=lambda one: one.slug))
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
        """The slots that a creature has by the house rules, in each case there is, and the facts that would decide."""
        open_: list[Clause] = []
        for more in self.slots:
            answers = [(clause, clause.truth_for(creature)) for clause in more.bearers]
            if all(answer is not False for _, answer in answers):
                open_ += (clause for clause, answer in answers if answer is None)
        found = {self._slots_if(creature, case) for case in possibilities(open_)}
        return sorted(found), sorted({clause.word.fact for clause in open_})

    def most_slots(self, creature: Creature) -> dict[str, int]:
        """The slots of each icon that a creature has by the house rules in the case in which it has the most."""
        added = [dict(case.added) for case in self.slots_of(creature)[0]]
        return {icon: max(case.get(icon, 0) for case in added) for icon in {icon for case in added for icon in case}}

    def guaranteed_slots(self, creature: Creature) -> dict[str, int]:
        """The slots that a creature has by the house rules in every case."""
        first, *others = [dict(case.added) for case in self.slots_of(creature)[0]]
        sure = {icon: min([number, *(case.get(icon, 0) for case in others)]) for icon, number in first.items()}
        return {icon: number for icon, number in sure.items() if number}

    def _slots_if(self, creature: Creature, case: Possibility) -> SlotPossibility:
        """The slots of a creature in one case."""
        added: dict[str, int] = {}
        for more in self.slots:
            answers = [(clause, clause.truth_for(creature)) for clause in more.bearers]
            if all(case.holds(clause) if answer is None else answer for clause, answer in answers):
                added[more.icon] = added.get(more.icon, 0) + more.count
        return SlotPossibility(tuple(sorted(added.items())), tuple(sorted(case.facts.get(HasSlotCondition.fact, ()))))
