"""House rules: what a group has agreed on beside a game's rules, all of it data. The rules that ask for it are in
`common`.

Several of them are composed, and their order says nothing. What they add holds together: a card that one bars is
barred, of several limits each is kept, of several pools a card must be in all, and slots add up. What they waive adds
up too, but only of what the game's rules and the format ask: no house rule waives what another one adds. Where two
weigh one rule otherwise, the stricter weight holds; and a rule that one makes an error, another does not waive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesapi.engine.core.conditions import Clause, HasSlotCondition
from rulesapi.engine.core.formats import CardRestrictions, CardSelector
from rulesapi.engine.core.interpretations import RuleResult, WaivedBy, WaivedFinding, breaches_in
from rulesapi.engine.core.messages import Phrase, phrase
from rulesapi.engine.core.model import (
    Card,
    Creature,
    Document,
    Finding,
    LedgerLine,
    MissingFact,
    Price,
    Severity,
    UnknownFact,
    VerdictOutcome,
    value_object,
)
from rulesapi.engine.core.names import slug_as_words, sorted_pointers
from rulesapi.engine.core.possibilities import Possibility, possibilities

if TYPE_CHECKING:
    from rulesapi.engine.core.library import Rule, Ruleset

HOUSE_RULE = "house-rule"
EMPTY_LEVELS: Mapping[str, Severity] = MappingProxyType({})
UNKNOWN_FACT_MESSAGES = ("It is not known of {card}: {wanted}.",)
"""What is said of a fact that would decide, were the rule that asks for it not waived."""


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

    def waived_findings(
        self, rule: Rule, level: Severity, results: Sequence[RuleResult], cards: Mapping[str, Card]
    ) -> Iterator[WaivedFinding]:
        """What a waived rule says, as the verdict lists it: each thing broken, then each fact that would decide."""
        by = self.waivers[rule.code].by
        for broken in breaches_in(results):
            yield WaivedFinding(Finding(rule.code, level, broken.at, broken.facts, rule.cite, rule.messages), by)
        places: dict[tuple[str, str], list[str]] = {}
        for result in results:
            if isinstance(result, MissingFact):
                places.setdefault((result.card, result.fact), []).append(result.at)
        for (slug, fact), at in sorted(places.items()):
            fact_words = fact.strip("/").replace("_", " ").replace("/", ", ")
            facts = {"card": cards[slug].title, "slug": slug, "fact": fact, "wanted": fact_words}
            yield WaivedFinding(
                Finding(rule.code, level, sorted_pointers(at), facts, rule.cite, UNKNOWN_FACT_MESSAGES), by
            )

    def left_out(self, rule: Rule, lines: Iterable[LedgerLine], cards: Mapping[str, Card]) -> Iterator[WaivedFinding]:
        """What a waived rule of the price would have added, as the verdict lists it."""
        for line in lines:
            if line["reason"] == rule.reason:
                facts = {"card": cards[line["card"]].title, "points": line["points"]}
                finding = Finding(rule.code, rule.level, (line["at"],), facts, rule.cite, rule.messages)
                yield WaivedFinding(finding, self.waivers[rule.code].by)


RULES_BY_FIELD = {"bans": "house-barred", "pool": "house-barred", "points": "house-points", "limits": "house-limit"}
"""What a house rule may add, and the rule that asks for it."""


UnsupportedRequest = tuple[str, Phrase]
"""Something that rules cannot give: the place that asks for it, and a sentence."""


def unsupported_requests(document: Document, ruleset: Ruleset) -> Iterator[UnsupportedRequest]:
    """What a format, a house rule or a ruling asks for that its game's rules cannot give."""
    rules = {rule.code: rule for rule in ruleset.rules}
    if document["kind"] == HOUSE_RULE:
        yield from _unsupported_additions(document, ruleset)
    for at, code in _referenced_rules(document):
        if code not in rules:
            yield at, phrase("{game} has no rule {code}.", game=ruleset.name, code=code)
    waives = document.get("waives", ())
    for number, code in enumerate(waives):
        if code in rules and rules[code].unwaivable_reason:
            stays = Phrase(rules[code].unwaivable_reason, {})
            yield f"/waives/{number}", phrase("{code} cannot be waived. {why}", code=code, why=stays)
    for number, row in enumerate(document.get("levels", ())):
        if sentence := _level_obstacle(document, rules.get(row["rule"]), waives):
            yield f"/levels/{number}/rule", sentence
    yield from _unsettleable(document, ruleset)


def _referenced_rules(document: Document) -> Iterator[tuple[str, str]]:
    """Each rule that a format, a house rule or a ruling names, with its place."""
    for field in ("waives", "with", "without", "rules"):
        for number, code in enumerate(document.get(field, ())):
            yield f"/{field}/{number}", code
    for number, row in enumerate(document.get("levels", ())):
        yield f"/levels/{number}/rule", row["rule"]


def _level_obstacle(document: Document, rule: Rule | None, waives: Sequence[str]) -> Phrase | None:
    """Why a rule cannot weigh otherwise; `None` where it can."""
    if rule is None:
        return None
    if rule.check is None:
        return phrase("{code} is about the price alone and cannot be broken, so it has no level.", code=rule.code)
    if document["kind"] == HOUSE_RULE and rule.unwaivable_reason:
        return phrase("{code} cannot weigh otherwise. {why}", code=rule.code, why=Phrase(rule.unwaivable_reason, {}))
    if rule.code in waives:
        return phrase("{code} is waived here already. Keep one of the two.", code=rule.code)
    return None


def _unsettleable(document: Document, ruleset: Ruleset) -> Iterator[UnsupportedRequest]:
    """What a format or a ruling settles that its game's rules do not leave open, or not so, or twice."""
    settled: set[str] = set()
    for number, row in enumerate(document.get("settles", ())):
        question, interpretation = row["question"], row["reading"]
        at = f"/settles/{number}/question"
        if question not in ruleset.questions:
            yield at, _no_such_question(question, ruleset)
        elif interpretation not in (known := [one.slug for one in ruleset.questions[question].interpretations]):
            facts = {"about": question, "reading": interpretation, "known": known}
            yield f"/settles/{number}/reading", phrase("{about} has no reading {reading}, but {known:or}.", **facts)
        elif question in settled:
            yield at, phrase("{about} is settled here already. Keep one of the two.", about=question)
        settled.add(question)


def _no_such_question(question: str, ruleset: Ruleset) -> Phrase:
    """That rules leave no such question open, and which they do."""
    name, known = ruleset.name, sorted(ruleset.questions)
    if not known:
        return phrase("{game} leaves no question open, and so not {about}.", game=name, about=question)
    return phrase("{game} leaves no question {about} open, but {known:or}.", game=name, about=question, known=known)


def _unsupported_additions(document: Document, ruleset: Ruleset) -> Iterator[UnsupportedRequest]:
    """What a house rule adds that no rule of the game asks for."""
    available_reasons = {rule.reason for rule in ruleset.rules}
    for field, code in RULES_BY_FIELD.items():
        if field in document and code not in available_reasons:
            unasked = phrase(
                "{game} has no rule that asks for {asked} of a house rule.", game=ruleset.name, asked=field
            )
            yield f"/{field}", unasked
    for number, limit in enumerate(document.get("limits", ())):
        if limit["per"] == "creature" and not ruleset.carried:
            uncarried = phrase("In {game} no creature carries cards. Limit them in the whole list.", game=ruleset.name)
            yield f"/limits/{number}/per", uncarried
