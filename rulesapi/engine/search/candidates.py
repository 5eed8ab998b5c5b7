"""Candidates for a place of a legion, and what each would change."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from rulesapi.engine.core.collection import copies_used
from rulesapi.engine.core.evaluation import lowest_limit, rules_in_force, run_rule
from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import join_lines
from rulesapi.engine.core.rule_hints import NO_HINTS, CardKey, CardPredicate, RuleHints, always_none, any_card
from rulesapi.engine.core.rule_results import findings_from, unknown_facts
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.sources import with_proposed_cards
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.search.incremental import IncrementalJudge, LegionPart, RuleResults, card_count
from rulesapi.engine.search.player_lists import PlayerList, PlayerLists
from rulesapi.engine.values.interpretations import UnresolvedQuestion
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import (
    CannotJudge,
    Card,
    Document,
    Finding,
    LedgerLine,
    MissingFact,
    OwnedCopies,
    PickableCard,
    Price,
    RuleBreach,
    Severity,
    UnknownFact,
    VerdictOutcome,
    value_object,
)

Entry = TypeVar("Entry", Finding, UnknownFact)

REMEDY_FACTS = ("fitting",)
"""Facts that describe possible remedies; a card that changes only these makes nothing worse."""

MAX_CARDS = 100
"""Maximum number of cards of a legion for a candidate search: each candidate is judged next to all of them."""

MAX_TEAM_CARDS = 200
"""Maximum number of cards of all lists of a team together."""

BUDGET = 60_000
"""Default budget of one answer, in work units: enough to try two thousand cards with a usual list.

Each try costs one unit for each card of the list and for each result of a rule that runs again. No time is measured, so
an answer is equal on every machine.
"""

MULTI_VALUE_FIELDS = frozenset(("tiles",))
"""Fields of a list that take several cards, so a card is added; in any other field a card replaces the present one."""


@value_object
class Candidate:
    """A card that could be added, with what it would change; at the place of a faction, the faction.

    It `fits` if it adds no error. `findings` and `unknown` are those that the legion does not have without it, `at` is
    the place it would get, `points` the increase of the legion's price (`None` if unknown). `owned` counts the owner's
    copies, `left` those that the legion does not use yet (`None` without a collection). `open_set` is the open set of
    the card, `None` for an official one.
    """

    card: str
    at: str
    fits: bool
    verdict_if_added: VerdictOutcome
    findings: tuple[Finding, ...]
    unknown: tuple[UnknownFact, ...]
    points: int | None
    owned: int | None
    left: int | None
    open_set: str | None

    def as_document(self) -> dict[str, Any]:
        """Return the candidate as JSON."""
        of = {} if self.open_set is None else {"open_set": self.open_set}
        return of | {
            "card": self.card,
            "at": self.at,
            "fits": self.fits,
            "verdict_if_added": self.verdict_if_added,
            "findings": [finding.as_document() for finding in self.findings],
            "unknown": [unknown.as_document() for unknown in self.unknown],
            "points": self.points,
            "owned": self.owned,
            "left": self.left,
        }


class CandidateResult(NamedTuple):
    """The candidates for a place; unless `complete`, some cards were not tried and there may be more."""

    candidates: list[Candidate]
    complete: bool


def candidates(
    library: Library, legion: Document, pointer: str, among: Collection[str] | None = None
) -> list[Candidate]:
    """Return every candidate from the legion's sources for a place, fitting or not; official cards first.

    "" is the place for a new creature, "/picks/0" the place for an upgrade on that creature; "/tiles", "/map" and
    "/faction" are fields of the list in games that have them: one more tile, another map, another faction. In a team
    the place of the player's list is the prefix: "/team/0", "/team/0/picks/0". With `among` (slugs) only these cards
    are tried, which is faster. Each is judged as a part of the legion, so the answer equals the verdict's own. If a
    pick has several copies, one copy is split off and carries the new upgrade; the other copies become a pick at the
    end. Raises CannotJudge if there is no such place, and the errors of `judge`.
    """
    before = baseline_at(with_proposed_cards(library, legion), legion, pointer)
    return [before.candidate(before.try_option(option)) for option in _filtered_options(before, among)]


def search_candidates(
    library: Library,
    legion: Document,
    pointer: str,
    among: Collection[str] | None = None,
    budget: int = BUDGET,
    *,
    of_all_sources: bool = False,
) -> CandidateResult:
    """Return the first results of `candidates` within `budget`. Raises the same errors.

    With `of_all_sources` the cards of all open sets are tried: for questions about cards, not for proposals.
    """
    before = baseline_at(library if of_all_sources else with_proposed_cards(library, legion), legion, pointer)
    found: list[Candidate] = []
    for option in _filtered_options(before, among):
        if before.work > budget:
            return CandidateResult(found, False)
        found.append(before.candidate(before.try_option(option)))
    return CandidateResult(found, True)


def _filtered_options(before: PlaceBaseline, among: Collection[str] | None) -> Iterable[Option]:
    return (one for one in before.options if among is None or _option_slug(one) in among)


def baseline_at(library: Library, legion: Document, pointer: str) -> PlaceBaseline:
    """Return the legion before something is added at a place."""
    judge = IncrementalJudge(library, legion)
    lists = PlayerLists(legion)
    most = MAX_TEAM_CARDS if judge.terms.team else MAX_CARDS
    if (cards := card_count(legion)) > most:
        message = phrase("The list has {cards} cards. Suggestions work up to {most}.", cards=cards, most=most)
        raise CannotJudge("too-many-cards", message, ("/team" if judge.terms.team else "/picks",))
    for player_list in lists:
        if pointer == player_list.at:
            return CardPlaceBaseline(judge, lists, player_list, None)
        if pointer.startswith(f"{player_list.at}/picks/"):
            number = next(
                (number for number in range(len(player_list.picks)) if pointer == f"{player_list.at}/picks/{number}"),
                None,
            )
            if number is not None:
                return CardPlaceBaseline(judge, lists, player_list, number)
        field = pointer.removeprefix(f"{player_list.at}/")
        if pointer.startswith(f"{player_list.at}/") and field in judge.library.ruleset.settings:
            return FieldPlaceBaseline(judge, lists, player_list, field)
    raise _no_such_place(pointer, lists)


def _split_off_single(picks: list[Any], number: int) -> None:
    """Reduce a pick to a single creature; its other copies become a pick at the end."""
    count = picks[number].get("count", 1)
    if count > 1:
        picks.append({**picks[number], "count": count - 1})
        picks[number] = {**picks[number], "count": 1}


def _no_such_place(pointer: str, lists: PlayerLists) -> CannotJudge:
    message = phrase("There is no card at {at}.", at=pointer)
    if "/picks/" not in pointer:
        message = phrase("Nothing can be put at {at} in this game.", at=pointer)
    if "" not in lists and not pointer.startswith("/team/"):
        message = phrase("The cards of a team are in its players' lists: {at} is the first.", at=lists.places[0])
    return CannotJudge("no-such-place", message, (pointer,))


def _option_slug(option: Option) -> str:
    return option if isinstance(option, str) else option.slug


class _OwnedStock:
    """The copies that a list can still take from the collections it is checked against, its player's and its team's.

    `of` is the place of the list. All counts are `None` without a collection.
    """

    def __init__(self, owned: Mapping[str, OwnedCopies], legion: Legion, of: str) -> None:
        standing = {part.at: part.standing for part in legion.parts} | {"": legion.standing}
        self._shares = [(owned[at], copies_used(standing[at])) for at in dict.fromkeys((of, "")) if at in owned]

    def lies(self, cards: Iterable[Card]) -> None:
        """Count copies of cards outside the picks as used."""
        for card in cards:
            for _, standing in self._shares:
                standing[card] += 1

    def owned(self, option: Option) -> int | None:
        """Return the number of copies of a card: the player's own if both have a collection."""
        return self._shares[0][0].get(option, 0) if self._shares and isinstance(option, Card) else None

    def left(self, option: Option) -> int | None:
        """Return the number of unused copies, by the collection with the fewest left; at least 0."""
        if not self._shares or not isinstance(option, Card):
            return None
        return max(0, min(owned.get(option, 0) - standing[option] for owned, standing in self._shares))


class _NeededFact(NamedTuple):
    """An unknown fact that a rule needs: see `MissingFact`."""

    card: str
    fact: str
    at: str
    code: str


class _RuleOutcome:
    """The results of a rule, and their effect on a verdict; a rule that only warns needs no fact and no answer.

    `hints` are the hints of the rule. `is_relevant` returns whether a card can matter to the rule in this legion; `key`
    returns the key of a card, equal for cards that the rule treats alike; `by_key` caches outcomes by key. `forbids` is
    true if the rule forbids the option that is tried, `adds_unknowns` if it needs a fact that was not needed before;
    both are `None` until checked.
    """

    def __init__(
        self,
        rule: Rule,
        level: Severity,
        results: RuleResults,
        hints: RuleHints = NO_HINTS,
        is_relevant: CardPredicate = any_card,
        key: CardKey = always_none,
    ) -> None:
        self.rule = rule
        self.hints = hints
        self.is_relevant = is_relevant
        self.key = key
        self.by_key: dict[Hashable, _RuleOutcome] = {}
        self.level = level
        self.results = results
        decides = level == "error"
        self.findings = findings_from(rule, level, [result for result in results if isinstance(result, RuleBreach)])
        self.errors = len(self.findings) if decides else 0
        self.forbids: bool | None = None
        self.adds_unknowns: bool | None = None
        self.missing_facts: list[MissingFact] = []
        self.needed = 0
        if decides and len(results) > len(self.findings):
            self.missing_facts = [result for result in results if isinstance(result, MissingFact)]
            questions = sum(isinstance(result, UnresolvedQuestion) for result in results)
            self.needed = len(self.missing_facts) + questions

    @cached_property
    def needed_facts(self) -> frozenset[_NeededFact]:
        """The missing facts in a comparable form; computed on demand, because most options do not need them."""
        return self.as_needed(self.missing_facts)

    def as_needed(self, facts: Iterable[MissingFact]) -> frozenset[_NeededFact]:
        """Return some of its missing facts in a comparable form."""
        code = self.rule.code
        return frozenset([_NeededFact(fact.card, fact.fact, fact.at, code) for fact in facts])


Option = Card | str
"""An option for a place: a card, or a word at a place without a card, such as a faction."""


class TriedOption:
    """An option tried in the legion: the pick that gets it, the whole legion, and the outcomes of rules by code.

    The legion is built when the first rule runs on it. An option in a field of a list changes no pick.
    """

    def __init__(
        self, option: Option, legion: Callable[[TriedOption], Legion], part: Callable[[Option], LegionPart] | None
    ) -> None:
        self.option = option
        self.outcomes: dict[str, _RuleOutcome] = {}
        self._legion = legion
        self._part = part

    @cached_property
    def part(self) -> LegionPart | None:
        """The pick with the option; None if the option changes no pick."""
        return self._part(self.option) if self._part else None

    @cached_property
    def legion(self) -> Legion:
        """The legion with the option."""
        return self._legion(self)


class PlaceBaseline(ABC):
    """The unchanged legion, rule by rule, from which the effect of an option at a place is computed.

    `deciding` has the outcomes of rules that an option could change, `options` the possible options. `work` is the work
    done so far: see `BUDGET`.
    """

    options: Sequence[Option]

    def __init__(self, judge: IncrementalJudge, of: str, pointer: str, legion: Legion) -> None:
        self.judge = judge
        self.at = pointer
        self.legion = legion
        self.stock = _OwnedStock(judge.terms.owned, legion, of)
        self.errors = 0
        self.needed = 0
        self.missing_facts: dict[tuple[str, str], list[_NeededFact]] = {}
        self._standing_by_facts: dict[
            frozenset[tuple[str, str]], tuple[list[_NeededFact], tuple[UnknownFact, ...]]
        ] = {}
        self.outcomes: list[_RuleOutcome] = []
        self.deciding: list[_RuleOutcome] = []
        self.work = 0
        self.each = sum(1 + len(pick.carried) for pick in legion.picks) + 1

    def _stands(self, outcome: _RuleOutcome) -> None:
        """Add the outcome of a rule for the unchanged legion."""
        self.errors += outcome.errors
        self.needed += outcome.needed
        for fact in outcome.needed_facts:
            self.missing_facts.setdefault((fact.card, fact.fact), []).append(fact)

    @abstractmethod
    def try_option(self, option: Option) -> TriedOption:
        """Return the option in the legion, before any rule is run."""

    @abstractmethod
    def _after(self, before: _RuleOutcome, tried: TriedOption) -> _RuleOutcome:
        """Return the outcome of a rule with the option: `before` itself if it is unchanged. Each rule runs once."""

    def _after_alike(self, before: _RuleOutcome, tried: TriedOption) -> _RuleOutcome:
        """Return the outcome of a rule with the option, or with an earlier option that the rule treats alike.

        The rule forbids both options or neither, and needs new facts for both or neither; its messages may name the
        earlier option.
        """
        return self._after(before, tried)

    def cannot_fit(self, tried: TriedOption) -> bool:
        """Return whether some rule forbids the option, or needs a fact that no rule needed before.

        The rule that rejected the previous option runs first.
        """
        for number, before in enumerate(self.deciding):
            after = self._after_alike(before, tried)
            if after is not before and (self._rule_forbids(before, after) or self._adds_unknowns(after)):
                self.deciding.insert(0, self.deciding.pop(number))
                return True
        return False

    def refuses(self, tried: TriedOption, *, apart: Collection[str] = ()) -> bool:
        """Return whether some rule forbids the option, except the rules `apart` (by code); known outcomes come
        first.
        """
        if any(said.forbids and said.rule.code not in apart for said in tried.outcomes.values()):
            return True
        deciding = (before for before in self.deciding if before.rule.code not in apart)
        return any(self._rule_forbids(before, self._after_alike(before, tried)) for before in deciding)

    def passes_limit(self, tried: TriedOption) -> bool:
        """Return whether the known price with the option exceeds the limit, though no rule forbids it.

        This happens if a card may reduce the price by an unseen text.
        """
        limit = lowest_limit(self.judge.library.ruleset, tried.legion)
        return limit is not None and tried.legion.price.known > limit

    def _rule_forbids(self, before: _RuleOutcome, after: _RuleOutcome) -> bool:
        """Return whether a rule adds a finding with the option; the answer is cached."""
        if after is before:
            return False
        if after.forbids is None:
            after.forbids = bool(_added_entries(after.findings, before.findings, self.at, _finding_key))
        return after.forbids

    def _adds_unknowns(self, after: _RuleOutcome) -> bool:
        if after.adds_unknowns is None:
            after.adds_unknowns = any((fact.card, fact.fact) not in self.missing_facts for fact in after.missing_facts)
        return after.adds_unknowns

    def candidate(self, tried: TriedOption) -> Candidate:
        """Return the changes that the tried option makes to the legion."""
        findings: list[Finding] = []
        changed: list[tuple[_RuleOutcome, _RuleOutcome]] = []
        errors, needed, fits = self.errors, self.needed, True
        for before in self.outcomes:
            after = self._after(before, tried)
            if after is before:
                continue
            if after.findings:
                new = _added_entries(after.findings, before.findings, self.at, _finding_key)
                findings += new
                fits = fits and not (new and before.level == "error")
            errors += after.errors - before.errors
            needed += after.needed - before.needed
            if after.missing_facts != before.missing_facts:
                changed.append((before, after))
        return Candidate(
            card=_option_slug(tried.option),
            at=self.at,
            fits=fits,
            verdict_if_added="illegal" if errors else "undetermined" if needed else "legal",
            findings=tuple(findings),
            unknown=self._unknown(changed) if changed else (),
            points=_price_growth(self.legion.price, tried.legion.price),
            owned=self.stock.owned(tried.option),
            left=self.stock.left(tried.option),
            open_set=None if isinstance(tried.option, str) else self.judge.library.open_set_of(tried.option),
        )

    def _unknown(self, changed: Sequence[tuple[_RuleOutcome, _RuleOutcome]]) -> tuple[UnknownFact, ...]:
        """Return the unknown facts that the legion newly needs with the option, or needs at new places or for new
        rules.

        A rule usually needs the facts it needed before and a few more: only facts with another need are examined.
        """
        gone: set[_NeededFact] = set()
        come: set[_NeededFact] = set()
        for before, after in changed:
            left, new = map(before.as_needed, _differing(before.missing_facts, after.missing_facts))
            come |= new - before.needed_facts
            if not left <= new:
                gone |= left - new - after.needed_facts
        touched = frozenset((fact.card, fact.fact) for fact in gone | come)
        standing, unknown = self._standing(touched.intersection(self.missing_facts))
        needed = [*(fact for fact in standing if fact not in gone), *come]
        return tuple(_added_entries(_unknown_facts(needed), unknown, self.at, _unknown_key))

    def _standing(self, facts: frozenset[tuple[str, str]]) -> tuple[list[_NeededFact], tuple[UnknownFact, ...]]:
        """Return the needs of these facts in the unchanged legion, cached, since most options need the same facts."""
        if facts not in self._standing_by_facts:
            needed = [one for fact in facts for one in self.missing_facts[fact]]
            self._standing_by_facts[facts] = needed, _unknown_facts(needed)
        return self._standing_by_facts[facts]


class CardPlaceBaseline(PlaceBaseline):
    """The legion before a creature joins a list, or an upgrade the pick of that number.

    Only the rules to which the card matters run again, a rule that checks each creature only on the pick that gets the
    card, and only changed outcomes are examined. A card therefore takes hardly longer if there are many errors
    elsewhere.
    """

    def __init__(
        self, judge: IncrementalJudge, lists: PlayerLists, player_list: PlayerList, number: int | None
    ) -> None:
        picks = list(player_list.picks)
        if number is None:
            new = f"{player_list.at}/picks/{len(picks)}"
        else:
            _split_off_single(picks, number)
            new = f"{player_list.at}/picks/{number}/upgrades/{len(picks[number].get('upgrades', ()))}"
        of_each = {other.at: judge.parts(other.picks, other.at) for other in lists if other is not player_list}
        parts = judge.parts(picks, player_list.at)
        others = [part for at in of_each for part in of_each[at]]
        every = [part for at in lists.places for part in of_each.get(at, parts)]
        super().__init__(judge, player_list.at, new, judge.whole(every))
        self.of = player_list.at
        self.options = [
            card for card in judge.library.all_cards if isinstance(card, PickableCard if number is None else Upgrade)
        ]
        self.bearer = None if number is None else parts[number]
        self.head = judge.joined([*others, *parts[:number]])
        self.tail = judge.joined(() if number is None else parts[number + 1 :])
        self.added = judge.library.ruleset.price_delta(join_lines(self.legion.parts))
        slugs = {
            slug for of_list in lists for pick in of_list.picks for slug in (pick["card"], *pick.get("upgrades", ()))
        }
        self.present = {judge.library.cards[slug] for slug in slugs if slug in judge.library.cards}
        for rule, level in rules_in_force(judge.terms):
            outcome = _RuleOutcome(rule, level, judge.ask(rule, self.legion, every))
            self._stands(outcome)
            hints = judge.library.ruleset.hints_for(rule)
            if hints.per_creature and self.bearer is None:
                self.outcomes.append(_RuleOutcome(rule, level, [], hints))
                continue
            asked, results = self.legion, outcome.results
            if hints.per_creature and self.bearer is not None:
                asked, results = self.bearer.alone, judge.results_of(self.bearer, rule)
            is_relevant, key = hints.relevant_cards_in(asked), hints.alike_in(asked)
            self.outcomes.append(_RuleOutcome(rule, level, results, hints, is_relevant, key))
        deciding = (outcome for outcome in self.outcomes if outcome.level == "error")
        self.deciding = sorted(deciding, key=lambda outcome: outcome.hints.priced)

    def try_option(self, option: Option) -> TriedOption:
        """Return the card in the legion, before any rule is run."""
        self.work += self.each
        return TriedOption(option, self._legion_with, self._part)

    def _after(self, before: _RuleOutcome, tried: TriedOption) -> _RuleOutcome:
        """Return the outcome of a rule with the card: `before` itself if it is unchanged. Each rule runs once."""
        rule, hints, card = before.rule, before.hints, tried.option
        after = tried.outcomes.get(rule.code)
        if after is None:
            after = before
            assert isinstance(card, Card)
            if hints.relevant_cards(card) and before.is_relevant(card):
                asked = tried.part.alone if hints.per_creature and tried.part else tried.legion
                results = run_rule(rule, asked, self.judge.library)
                self.work += len(results)
                after = before if results == before.results else _RuleOutcome(rule, before.level, results)
            tried.outcomes[rule.code] = after
        return after

    def _after_alike(self, before: _RuleOutcome, tried: TriedOption) -> _RuleOutcome:
        card = tried.option
        assert isinstance(card, Card)
        if card in self.present or before.rule.code in tried.outcomes:
            return self._after(before, tried)
        key = before.key(card)
        if key is None:
            return self._after(before, tried)
        if key not in before.by_key:
            before.by_key[key] = self._after(before, tried)
        return before.by_key[key]

    def _price(self, card: Card) -> Price | None:
        """Return the price with the card; None if its addition is not known beforehand."""
        points = self.added(card)
        return None if points is None else with_line(self.legion.price, self.at, card, points)

    def _legion_with(self, tried: TriedOption) -> Legion:
        """Return the legion with the card."""
        part, card = tried.part, tried.option
        assert part is not None and isinstance(card, Card)
        return self.judge.whole([*self.head, part, *self.tail], self._price(card))

    def _part(self, card: Option) -> LegionPart:
        """Return the pick with the card."""
        if self.bearer is not None and isinstance(card, Upgrade):
            return self.judge.with_upgrade(self.bearer, self.at, card)
        return self.judge.part(int(self.at.rpartition("/")[2]), {"card": _option_slug(card)}, self.of)


class FieldPlaceBaseline(PlaceBaseline):
    """The legion before a field of a list changes: one more tile, another map or faction.

    The picks do not change, so they are read and priced once. Every rule runs again, since any may read the field.
    """

    def __init__(self, judge: IncrementalJudge, lists: PlayerLists, player_list: PlayerList, field: str) -> None:
        library = judge.library
        current = player_list.document.get(field)
        self.of, self.field = player_list.at, field
        self.listed = tuple(current or ()) if field in MULTI_VALUE_FIELDS else None
        at = f"{player_list.at}/{field}" if self.listed is None else f"{player_list.at}/{field}/{len(self.listed)}"
        parts = [part for other in lists for part in judge.parts(other.picks, other.at)]
        super().__init__(judge, player_list.at, at, judge.whole(parts))
        self.options = _field_options(judge, player_list.at, field)
        standing = (current,) if self.listed is None else self.listed
        self.stock.lies(library.cards[slug] for slug in standing if slug in library.cards)
        results_by_code = {rule.code: judge.ask(rule, self.legion, parts) for rule, _ in rules_in_force(judge.terms)}
        for rule, level in rules_in_force(judge.terms_with(player_list.at, field)):
            outcome = _RuleOutcome(rule, level, results_by_code.get(rule.code, ()))
            self._stands(outcome)
            self.outcomes.append(outcome)
        self.deciding = [outcome for outcome in self.outcomes if outcome.level == "error"]

    def try_option(self, option: Option) -> TriedOption:
        """Return the list with the option in its field, before any rule is run."""
        self.work += self.each
        return TriedOption(option, self._legion_with, None)

    def _legion_with(self, tried: TriedOption) -> Legion:
        """Return the list with the option in its field."""
        slug = _option_slug(tried.option)
        fields = self.legion.fields
        settings = {**fields[self.of], self.field: slug if self.listed is None else [*self.listed, slug]}
        return replace(self.legion, fields={**fields, self.of: settings})

    def _after(self, before: _RuleOutcome, tried: TriedOption) -> _RuleOutcome:
        """Return the outcome of a rule with the option: `before` itself if it is unchanged. Each rule runs once."""
        rule = before.rule
        if rule.code not in tried.outcomes:
            results = run_rule(rule, tried.legion, self.judge.library)
            self.work += len(results)
            tried.outcomes[rule.code] = (
                before if [*results] == [*before.results] else _RuleOutcome(rule, before.level, results)
            )
        return tried.outcomes[rule.code]


def _field_options(judge: IncrementalJudge, of: str, field: str) -> list[Option]:
    """Return the options for a field of a list: the cards of its kind, or the game's words for it."""
    library, kind = judge.library, judge.library.ruleset.settings[field]
    if kind is not None:
        return [card for card in library.all_cards if isinstance(card, kind)]
    find = library.ruleset.choices
    return [] if find is None else [*find(library, judge.terms.format, judge.terms.fields[of])[field]]


def _differing(some: list[MissingFact], others: list[MissingFact]) -> tuple[list[MissingFact], list[MissingFact]]:
    """Return two lists of facts without their common beginning and end."""
    most = min(len(some), len(others))
    start = next((number for number in range(most) if some[number] != others[number]), most)
    end = next((number for number in range(most - start) if some[-1 - number] != others[-1 - number]), most - start)
    return some[start : len(some) - end], others[start : len(others) - end]


def _unknown_facts(needed: Iterable[_NeededFact]) -> tuple[UnknownFact, ...]:
    return unknown_facts([(MissingFact(fact.card, fact.fact, fact.at), fact.code) for fact in needed])


def _added_entries(
    after: Sequence[Entry], before: Sequence[Entry], added: str, key: Callable[[Entry, str], Hashable]
) -> Sequence[Entry]:
    """Return the new entries: those without an equal one before, regardless of the place of the added card."""
    if not before:
        return after
    old = Counter(key(result, added) for result in before)
    new = set()
    for number in sorted(range(len(after)), key=lambda number: added in after[number].at):
        same = key(after[number], added)
        if old[same] > 0:
            old[same] -= 1
        else:
            new.add(number)
    return [result for number, result in enumerate(after) if number in new]


def _finding_key(finding: Finding, added: str) -> Hashable:
    """Return a key of a finding without the place of the added card: findings with equal keys count as one."""
    facts = {name: fact for name, fact in finding.facts.items() if name not in REMEDY_FACTS}
    distinguishing: Hashable = repr(facts)
    if "short" in facts:  # the number of cards is not compared: the added card changes it
        distinguishing = tuple(sorted((name, fact) for name, fact in facts.items() if isinstance(fact, str)))
    return finding.code, distinguishing, tuple(at for at in finding.at if at != added)


def _unknown_key(fact: UnknownFact, added: str) -> Hashable:
    return fact.card, fact.fact, fact.needed_by, tuple(at for at in fact.at if at != added)


def with_line(price: Price, pointer: str, card: Card, points: int) -> Price:
    """Return the price with one more line at the end."""
    line: LedgerLine = {"at": pointer, "card": card.slug, "reason": "printed", "points": points}
    return Price(
        (*price.lines, line),
        None if price.total is None else price.total + points,
        price.known + points,
        None if price.upper_bound is None else price.upper_bound + points,
        price.missing_facts,
        price.least + points,
    )


def _price_growth(before: Price, after: Price) -> int | None:
    """Return the increase of the price; None if unknown.

    It is unknown if a line of unknown points is added, or if unknown facts of the card may reduce the price by more
    than the ledger says.
    """
    growth = after.least - before.least
    if before.total is not None and after.total is not None:
        return growth
    was, new = _ledger_points(before), _ledger_points(after)
    return growth if new.count(None) == was.count(None) and _sum(new) - _sum(was) == growth else None


def _ledger_points(price: Price) -> list[int | None]:
    return [line["points"] for line in price.lines]


def _sum(points: list[int | None]) -> int:
    return sum(one for one in points if one is not None)
