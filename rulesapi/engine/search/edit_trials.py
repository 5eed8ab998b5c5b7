"""Trial legions of a search for fixes: edited, judged, and counted against its budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesapi.engine.core.evaluation import Evaluation, rules_in_force, run_rule
from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.rule_hints import Remedy, no_card
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.search.edits import EditedPick, Edits, EditState, edited_document, initial_state
from rulesapi.engine.search.incremental import IncrementalJudge, LegionPart, card_count
from rulesapi.engine.search.player_lists import PlayerLists
from rulesapi.engine.values.interpretations import breaches_in, prevents_legal
from rulesapi.engine.values.model import Card, Document, Finding, PickableCard, Price, RuleBreach, value_object

TERMS_FIELDS = frozenset(("", "format", "on", "points", "against", "team"))
"""The fields of a list that hold its terms and players; no edit changes them except `POINTS`."""

POINTS = "/points"
"""The point limit, which an edit changes if the format is not played at the present one."""

MAX_RULE_RUNS = 150_000
"""Default budget for single rules, in cards read, when looking for cards that supply what is missing."""


class BudgetExhausted(Exception):
    """The budget of judgments is used up."""


@value_object
class RepairTarget:
    """An error, and the places where a repair is possible.

    `picks` are the numbers of the picks it names, `None` if it names another place. `fields` are the places of the
    lists' own fields that its rule reads; it is `settled` by those fields alone. `remedy` is the way in which a further
    card may repair it, in one of the lists at the places `of`; `short` is the number of lacking cards. `key`
    distinguishes it from other errors, ignoring numbers in its facts.
    """

    key: tuple[Any, ...]
    picks: frozenset[int] | None
    fields: frozenset[str]
    settled: bool
    of: tuple[str, ...]
    remedy: Remedy | None
    short: int


class TrialJudge:
    """Edited versions of one legion, judged in parts. `left` is the number of cards that may still be judged.

    `rule_runs_left` is the number of cards on which single rules may still run.
    """

    def __init__(self, library: Library, legion: Document, left: int) -> None:
        self.legion = legion
        self.judge = IncrementalJudge(library, legion)
        self.library = self.judge.library
        self.hints = self.library.ruleset.hints_for
        self.edits = Edits(self.library, self._suits)
        self.lists = PlayerLists(legion)
        self.start = initial_state(self.lists)
        self.left = left
        self.rule_runs_left = MAX_RULE_RUNS
        self.each = card_count(legion)
        self._judges: dict[tuple[tuple[str, Any], ...], IncrementalJudge] = {(): self.judge}
        fields = sorted(self.library.ruleset.fields)
        self.fields = frozenset(f"{at}/{field}" for at in self.lists.places for field in fields)
        self._parts: dict[tuple[int, EditedPick], LegionPart] = {}
        self._sent = [self.part(number, line) for number, line in enumerate(self.start.lines) if line is not None]
        self._suited: dict[tuple[str, str], bool] = {}
        self._likely: dict[tuple[Any, ...], list[Rule]] = {}
        self._paired = [rule for rule in self.deciding(self.start) if self.hints(rule).per_upgrade]
        self._by_code = {rule.code: rule for rule in library.ruleset.rules}
        self._catalog = library
        self.limits = self._nearest_limits()

    def charge_rule_run(self, cards: int) -> None:
        """Count cards as read for a single rule. Raises BudgetExhausted."""
        if self.rule_runs_left <= 0:
            raise BudgetExhausted
        self.rule_runs_left -= cards

    def charge_evaluation(self, cards: int) -> None:
        """Count cards as judged. Raises BudgetExhausted."""
        if self.left <= 0:
            raise BudgetExhausted
        self.left -= cards

    def evaluate(self, state: EditState) -> Evaluation:
        """Return the full evaluation of an edited legion, with picks numbered as in the original document."""
        return self._judge(state).evaluate(self.parts(state))

    def whole(self, state: EditState) -> Legion:
        return self._judge(state).whole(self.parts(state))

    def deciding(self, state: EditState, broken: frozenset[str] = frozenset()) -> list[Rule]:
        """Return the rules that decide: rules `broken` before the last edit first, then fast rules."""
        if (state.settings, broken) not in self._likely:
            rules = [rule for rule, level in rules_in_force(self._judge(state).terms) if level == "error"]
            rules.sort(key=lambda rule: (rule.code not in broken, rule.code not in self.judge.per_creature))
            self._likely[state.settings, broken] = rules
        return self._likely[state.settings, broken]

    def is_unfixable(self, evaluation: Evaluation) -> bool:
        """Return whether no edit can repair an error: one about the terms, by a rule to which no card matters."""
        errors = [finding for finding in evaluation.findings if finding.level == "error"]
        terms = [
            one for one in errors if self._matters_to_no_card(self.rule(one.code)) and all(map(_concerns_terms, one.at))
        ]
        return not all(map(self._names_limits, terms))

    def _matters_to_no_card(self, rule: Rule) -> bool:
        return self.hints(rule).relevant_cards is no_card

    def rule(self, code: str) -> Rule:
        return self._by_code[code]

    def price_if_legal(self, state: EditState, broken: frozenset[str]) -> Price | None:
        """Return the price of an edited legion if it is legal, else None; the rules `broken` before run first."""
        self.charge_evaluation(self.each)
        judge, parts = self._judge(state), self.parts(state)
        whole: Legion | None = None
        for rule in self.deciding(state, broken):
            if rule.code in judge.per_creature:
                still = any(prevents_legal(result) for part in parts for result in judge.results_of(part, rule))
            else:
                whole = whole or judge.whole(parts)
                still = rule.check is not None and any(map(prevents_legal, rule.check(whole, self.library)))
            if still:
                return None
        return (whole or judge.whole(parts)).price

    def parts(self, state: EditState) -> list[LegionPart]:
        """Return the parts of an edited legion, list by list; each is read and judged once."""
        parts = []
        for one in self.lists:
            here = slice(one.first, one.first + len(one.picks))
            lines = zip(state.lines[here], self.start.lines[here], self._sent[here], strict=True)
            parts += [
                part if line is original else self._part(number, line)
                for number, (line, original, part) in enumerate(lines)
                if line is not None
            ]
            added = [line for line in state.added if line.of == one.at] if state.added else ()
            parts += [self._part(number, line) for number, line in enumerate(added, len(one.picks))]
        return parts

    def part(self, number: int, line: EditedPick) -> LegionPart:
        """Return the part of an edited pick of the original document, by its number among all picks."""
        return self._part(number - self.lists[line.of].first, line)

    def _part(self, number: int, line: EditedPick) -> LegionPart:
        """Return the part of a pick by its number in its list."""
        if (number, line) not in self._parts:
            self._parts[number, line] = self.judge.part(number, line.document(), line.of)
        return self._parts[number, line]

    def is_blocked(self, part: LegionPart) -> bool:
        """Return whether a rule that checks each creature prevents a part from being legal."""
        rules = [rule for rule in self.deciding(self.start) if rule.code in self.judge.per_creature]
        return any(prevents_legal(result) for rule in rules for result in self.judge.results_of(part, rule))

    def standing(self, kind: type[Card] = PickableCard) -> list[Card]:
        """Return the cards of a kind that are not retired."""
        return [card for card in self.library.all_cards if isinstance(card, kind) and card.retired is None]

    def choices(self, state: EditState) -> Mapping[str, Sequence[Any]]:
        """Return the possible values of the own fields of an edited legion's lists, by the field's place.

        The point limit is included if the format is not played at the one that was sent.
        """
        find, terms = self.library.ruleset.choices, self.judge.terms
        otherwise: dict[str, Sequence[Any]] = {POINTS: self.limits} if self.limits else {}
        if find is None:
            return otherwise
        settings = dict(state.settings)
        for at in self.lists.places:
            now = {field: settings.get(f"{at}/{field}", value) for field, value in terms.fields[at].items()}
            now |= {
                field: settings[f"{at}/{field}"] for field in self.library.ruleset.fields if f"{at}/{field}" in settings
            }
            fields = {field: value for field, value in now.items() if value is not None}
            found = find(self.library, terms.format, fields)
            for field in sorted(self.library.ruleset.fields & found.keys()):
                otherwise[f"{at}/{field}"] = [other for other in found[field] if other != fields.get(field)]
        return otherwise

    def targets(self, evaluation: Evaluation) -> list[RepairTarget]:
        """Return the errors of a legion as repair targets."""
        return [self.target(finding) for finding in evaluation.findings if finding.level == "error"]

    def target(self, finding: Finding) -> RepairTarget:
        """Return a finding as a repair target."""
        hints = self.hints(self._by_code[finding.code])
        places = [self.lists.place(at) for at in finding.at]
        picks = [self.lists.row_index(place) if place else None for place in places]
        picked = None not in picks
        of = tuple(dict.fromkeys(place.of for place in places if place)) or tuple(self.lists.places)
        named = self.fields & {f"{place.of}/{place.field}" for place in places if place}
        if self._names_limits(finding):
            named |= {POINTS}
        texts = sorted((name, fact) for name, fact in finding.facts.items() if isinstance(fact, str))
        return RepairTarget(
            key=(finding.code, picked, of, "short" in finding.facts, *texts),
            picks=frozenset(number for number in picks if number is not None) if picked else None,
            fields=frozenset(f"{at}/{field}" for at in of for field in hints.depends_on) | named,
            settled=bool(named) or (bool(hints.depends_on) and all(at in self.lists for at in finding.at)),
            of=of,
            remedy=hints.remedy,
            short=finding.facts.get("short", 1),
        )

    def _names_limits(self, finding: Finding | RuleBreach) -> bool:
        """Return whether the error is the point limit itself and the facts name allowed limits."""
        return "allowed" in finding.facts and {*finding.at} <= {"", POINTS}

    def _nearest_limits(self) -> tuple[int, ...]:
        """Return the next lower and the next higher limit of the format, the nearer one first.

        For a legion without a limit these are all its limits; there are none if the limit is valid.
        """
        now, unedited = self.judge.terms.limit, self.whole(self.start)
        rules = [rule for rule in self.deciding(self.start) if self._matters_to_no_card(rule)]
        breaches = [one for rule in rules for one in breaches_in(run_rule(rule, unedited, self.library))]
        allowed = sorted({limit for one in breaches if self._names_limits(one) for limit in one.facts["allowed"]})
        if now is None:
            return tuple(allowed)
        lower, higher = [one for one in allowed if one < now], [one for one in allowed if one > now]
        return tuple(sorted([*lower[-1:], *higher[:1]], key=lambda limit: abs(limit - now)))

    def _judge(self, state: EditState) -> IncrementalJudge:
        """Return the judge for the settings of an edited legion."""
        if state.settings not in self._judges:
            document = edited_document(self.legion, EditState(self.start.lines, (), state.settings))
            self._judges[state.settings] = IncrementalJudge(self._catalog, document)
        return self._judges[state.settings]

    def _suits(self, creature: str, upgrade: str) -> bool:
        """Return whether an upgrade suits a creature by the rules that depend on these two cards alone."""
        if (creature, upgrade) not in self._suited:
            pair = self.judge.part(0, {"card": creature, "upgrades": [upgrade]})
            self._suited[creature, upgrade] = not any(self.judge.results_of(pair, rule) for rule in self._paired)
        return self._suited[creature, upgrade]


def _concerns_terms(pointer: str) -> bool:
    """Return whether a place belongs to the terms as a whole, not to one player's list."""
    field, _, inside = pointer.removeprefix("/").partition("/")
    return field in TERMS_FIELDS and not (field == "team" and inside)
