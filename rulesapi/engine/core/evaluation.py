"""Judging a legion: read it, expand grants, price it, run the rules, build the verdict.

Values that are created once for each verdict get their fields by position: keyword arguments take twice as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulesapi.engine.core.campaign_context import (
    CAMPAIGN,
    CampaignContext,
    campaign_fields,
    read_campaign,
)
from rulesapi.engine.core.collection import read_collections, unmatched_slugs
from rulesapi.engine.core.digest import digest
from rulesapi.engine.core.doubts import doubt_remarks, without_doubtful_facts
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.house_rules import HouseRules, WithoutHouseRules
from rulesapi.engine.core.lacks import Lack
from rulesapi.engine.core.legion import Legion, Lines, Pricing
from rulesapi.engine.core.library import (
    ALL_RULES,
    ActiveRules,
    Library,
    RuleBits,
    Ruleset,
    free_price,
)
from rulesapi.engine.core.likelihood import (
    LikelyOutcome,
    cards_without_unseen_waivers,
    likely_illegal,
    unseen_waivers,
    with_looked_up_cards,
)
from rulesapi.engine.core.own_facts import with_own_fact_marks, with_own_facts
from rulesapi.engine.core.parsing import (
    game_fields,
    join_lines,
    listed_slugs,
    present_fields,
    read_lines,
    unsupported_fields,
    unsupported_names,
    with_other_cards,
)
from rulesapi.engine.core.remarks import Remark, mixed_sources_remarks
from rulesapi.engine.core.rule_results import RuleResultCollector, unknown_facts, waived_findings, waived_price_findings
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.rulings import SettledQuestion, with_citations, without_rulings
from rulesapi.engine.core.sources import check_sources
from rulesapi.engine.core.unfinished import lacks_of
from rulesapi.engine.core.verdict import Verdict
from rulesapi.engine.values.interpretations import OpenQuestion, RuleResult, WaivedFinding, open_questions
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import (
    CannotJudge,
    Card,
    Document,
    Finding,
    MissingFact,
    OwnedCopies,
    PlayerShare,
    Price,
    RuleBreach,
    Severity,
    UnknownFact,
    VerdictOutcome,
    value_object,
)


@value_object
class Evaluation:
    """The results of judging before they become a verdict. `limit` is the lowest limit on the price."""

    verdict: VerdictOutcome
    format: Format
    limit: int | None
    price: Price
    findings: tuple[Finding, ...]
    unknown: tuple[UnknownFact, ...]
    parts: tuple[PlayerShare, ...]
    waived: tuple[WaivedFinding, ...]
    open_questions: tuple[OpenQuestion, ...]
    house_rules: HouseRules | None
    campaign: CampaignContext | None


def judge(library: Library, legion: Document) -> Verdict:
    """Return the verdict on a legion's or a team's document, which must be valid by its schema.

    Raises CannotJudge if the legion is of another game, has a field that means nothing in its game, names a format or a
    house rule that the library does not have, or asks for something that no rule judges yet.
    """
    filled, facts = with_own_facts(library, legion)
    terms = read_terms(filled, legion)
    read = read_legion(filled, terms, legion)
    triggered = triggered_rules(filled, read)
    evaluation = evaluate_legion(filled, terms, read, triggered=triggered)
    unseen = unseen_waivers(filled, evaluation.unknown) if evaluation.verdict == "undetermined" else ()
    lacks = _lacks(filled, terms, read, evaluation) if evaluation.verdict == "illegal" else ()
    price, house = evaluation.price, evaluation.house_rules
    settled = _settled_questions(filled, legion, evaluation.format) if evaluation.format.settled_by_rulings else ()
    if facts and any(fact.state == "used" for fact in facts):
        price = with_own_fact_marks(price, read_legion(library, read_terms(library, legion), legion).price)
    if house:
        legion = {**legion, "house_rules": [one.slug for one in house.rules]}
    return Verdict(
        evaluation.verdict,
        library.game,
        evaluation.format.slug,
        library.release,
        library.ruleset.name,
        digest(legion, format=evaluation.format.slug, points=legion.get("points", evaluation.format.points)),
        evaluation.limit,
        price,
        with_citations(evaluation.findings, library.rulings, legion, library.cards, settled),
        evaluation.unknown,
        evaluation.parts,
        evaluation.waived,
        evaluation.open_questions,
        settled,
        house,
        _without_house_rules(filled, legion) if house else None,
        facts,
        unmatched_slugs(legion, library),
        (
            *mixed_sources_remarks(filled, legion),
            *_remarks_on_doubts(filled, terms, legion, read, triggered, evaluation),
        ),
        _likely_outcome(filled, terms, legion, read, unseen) if unseen else None,
        evaluation.campaign,
        lacks,
    )


def _lacks(library: Library, terms: Terms, legion: Legion, evaluation: Evaluation) -> tuple[Lack, ...]:
    return lacks_of(library, legion, terms.active_rules, evaluation.limit, evaluation.findings)


def _likely_outcome(
    library: Library, terms: Terms, document: Document, legion: Legion, unseen: Sequence[UnknownFact]
) -> LikelyOutcome | None:
    """Return the outcome of an undetermined legion in case none of these unseen texts lifts a rule.

    Only the rules that need one of them run again, on cards without such texts; the legion is priced again only if one
    of the texts could change its price.
    """
    plain, codes = cards_without_unseen_waivers(library, unseen), {code for one in unseen for code in one.needed_by}
    without = with_looked_up_cards(library, plain)
    of_price = {(one.card, one.fact) for one in legion.price.missing_facts}
    same_price = of_price.isdisjoint((one.card, one.fact) for one in unseen)
    read = _with_other_cards(without, terms, legion, plain, legion.price if same_price else None)
    collected = RuleResultCollector([], [], [], [])
    found: list[tuple[Finding, Rule]] = []
    for rule, level, _ in terms.active_rules:
        if rule.code in codes and level == "error":
            before = len(collected.findings)
            collected.add(rule, level, run_rule(rule, read, without), read.format)
            found += [(finding, rule) for finding in collected.findings[before:]]
    likely = likely_illegal(library, unseen, found)
    return likely and replace(
        likely, findings=with_citations(likely.findings, library.rulings, document, library.cards)
    )


def _remarks_on_doubts(
    library: Library, terms: Terms, document: Document, legion: Legion, triggered: RuleBits, evaluation: Evaluation
) -> tuple[Remark, ...]:
    """Return remarks on a sure verdict that would not be sure if doubtful facts were unknown."""
    if not triggered & library.ruleset.doubt_bit or not library.doubts or evaluation.verdict == "undetermined":
        return ()
    asked = _rules_that_may_turn(library, terms, document, legion, evaluation)
    if not asked:
        return ()
    without = without_doubtful_facts(library)
    if terms.owned:
        terms = replace(terms, owned=read_collections(document, without))
    doubtful = library.cards_without_doubts
    triggered |= without.triggered
    for one in legion.standing:
        if one.card in doubtful:
            triggered |= without.triggers[doubtful[one.card]]
    unsure = _with_other_cards(without, terms, legion, doubtful)
    return doubt_remarks(library, _deciding_facts(without, unsure, [rule for rule, bit in asked if triggered & bit]))


def _rules_that_may_turn(
    library: Library, terms: Terms, document: Document, legion: Legion, evaluation: Evaluation
) -> Sequence[tuple[Rule, RuleBits]]:
    """Return the deciding rules whose results may change if doubtful facts were unknown.

    The rules that an illegal list breaks come first. There are none if it breaks a rule that reads no doubtful fact,
    because the list stays illegal.
    """
    waived = terms.format.waives
    deciding = [(rule, bit) for rule, level, bit in terms.active_rules if level == "error" and rule.code not in waived]
    broken = {finding.code for finding in evaluation.findings if finding.level == "error"}
    if broken:
        deciding.sort(key=lambda asked: asked[0].code not in broken)
    if terms.house_rules:
        return deciding
    doubtful = {fact for slug in listed_slugs(document) if slug in library.doubts for fact in library.doubts[slug]}
    may_turn = []
    for rule, bit in deciding:
        facts_in = library.ruleset.hints_for(rule).facts_in
        if facts_in is None or not doubtful.isdisjoint(facts_in(legion)):
            may_turn.append((rule, bit))
        elif rule.code in broken:
            return ()
    return may_turn


def _with_other_cards(
    library: Library, terms: Terms, legion: Legion, new: Mapping[Card, Card], price: Price | None = None
) -> Legion:
    """Return a legion with some cards replaced, to be judged by a library that has the new cards."""
    parts = [with_other_cards(part, new) for part in legion.parts]
    return expand_legion(library, terms, join_lines(parts) if terms.team else parts[0], price, parts)


def _deciding_facts(library: Library, legion: Legion, rules: Iterable[Rule]) -> tuple[UnknownFact, ...]:
    """Return the unknown facts that leave a list undetermined; empty if any of these rules is broken."""
    missing: list[tuple[MissingFact, str]] = []
    for rule in rules:
        for result in run_rule(rule, legion, library):
            if isinstance(result, RuleBreach):
                return ()
            if isinstance(result, MissingFact):
                missing.append((result, rule.code))
    return unknown_facts(missing)


def _without_house_rules(library: Library, legion: Document) -> WithoutHouseRules:
    """Return the outcome without house rules. The library has the legion's own facts filled in."""
    evaluation = _evaluate(library, {**legion, "house_rules": []})
    findings = with_citations(evaluation.findings, library.rulings, legion, library.cards)
    return WithoutHouseRules(evaluation.verdict, evaluation.price, evaluation.limit, findings, evaluation.unknown)


def _settled_questions(library: Library, legion: Document, chosen: Format) -> tuple[SettledQuestion, ...]:
    """Return the questions settled by rulings that would decide in the format without rulings.

    Only the rules that may leave them open run again.
    """
    terms = read_terms(library, legion)
    active = tuple(one for one in terms.active_rules if not one[0].may_leave_open.isdisjoint(chosen.settled_by_rulings))
    if not active:
        return ()
    without = replace(terms, format=without_rulings(chosen), active_rules=active)
    questions = evaluate_legion(library, without, read_legion(library, without, legion)).open_questions
    return tuple(SettledQuestion.by(chosen, one) for one in questions if one.question.slug in chosen.settled_by_rulings)


@value_object
class Terms:
    """The conditions under which a legion is judged, whatever its picks.

    `limit_pointer` is the place of the limit; `fields` are those of `Legion`. `active_rules` are the rules that have
    something to check, each with its level, without those that house rules waive.
    """

    format: Format
    limit: int | None
    limit_pointer: str
    on: str | None
    team: bool
    fields: Mapping[str, Mapping[str, Any]]
    owned: Mapping[str, OwnedCopies]
    house_rules: HouseRules | None
    active_rules: ActiveRules
    campaign: CampaignContext | None


RuleRunner = Callable[[Rule, Legion, Library], Sequence[RuleResult]]
"""A function that runs a rule on a legion."""


def run_rule(rule: Rule, legion: Legion, library: Library) -> Sequence[RuleResult]:
    """Return all results of a rule for a legion."""
    check = rule.check
    return [*check(legion, library)] if check else ()


def evaluate(library: Library, document: Document) -> Evaluation:
    """Judge without building the verdict; raises the same errors as `judge`."""
    filled, _ = with_own_facts(library, document)
    return _evaluate(filled, document)


def _evaluate(library: Library, document: Document) -> Evaluation:
    """Judge by a library in which the document's own facts are already filled in."""
    return _evaluate_under(read_terms(library, document), library, document)


def _evaluate_under(terms: Terms, library: Library, document: Document) -> Evaluation:
    """Judge a document by terms that are already read."""
    legion = read_legion(library, terms, document)
    return evaluate_legion(library, terms, legion, triggered=triggered_rules(library, legion))


def triggered_rules(library: Library, legion: Legion) -> RuleBits:
    """Return the rules that may have something to check, given the cards of a legion.

    Every rule is triggered by a team, by a list without picks, by a card that is unknown or out of its place, and by a
    card created after the library, as the linter does.
    """
    if legion.team or not legion.picks or legion.unknown_cards or legion.misplaced:
        return ALL_RULES
    triggered, triggers = library.triggered, library.triggers
    try:
        for pick in legion.picks:
            triggered |= triggers[pick.card]
        for carried in legion.carried:
            triggered |= triggers[carried.card]
    except KeyError:
        return ALL_RULES
    return triggered


def read_legion(library: Library, terms: Terms, document: Document, price: Price | None = None) -> Legion:
    """Return a legion's or a team's document as the rules see it, priced unless a price is given."""
    if not terms.team:
        return expand_legion(library, terms, read_lines(document["picks"], library.cards), price)
    parts = [
        read_lines(part["picks"], library.cards, of=f"/team/{number}") for number, part in enumerate(document["team"])
    ]
    return expand_legion(library, terms, join_lines(parts), price, parts)


def read_terms(library: Library, document: Document) -> Terms:
    """Return the terms of a legion's document; raises the same errors as `judge`."""
    if strangers := _places_of_other_games(library, document):
        raise CannotJudge("unknown-game", phrase("This library is of {game}.", game=library.game), strangers)
    rules = library.ruleset
    present = present_fields(document)
    unsupported = unsupported_names(rules.fields, rules.pick_fields)
    places = [] if unsupported.isdisjoint(present) else unsupported_fields(document, unsupported)
    if rules.price is free_price and "points" in document:
        places = ["/points", *places]
    if places:
        message = phrase("This means nothing in this game. Leave it out.")
        raise CannotJudge("invalid-legion", message, tuple(places))
    check_sources(library, document)
    campaign = read_campaign(library, document) if CAMPAIGN in document or "team" in document else None
    chosen = library.format(document.get("format") or (campaign.adventure.format if campaign else None))
    house = library.agreed_house_rules(document.get("house_rules", ()), chosen)
    return Terms(
        chosen,
        campaign.limit if campaign else document.get("points", chosen.points),
        "/campaign" if campaign else "/points" if "points" in document else "",
        document.get("on"),
        "team" in document,
        game_fields(document, rules.fields),
        read_collections(document, library),
        house,
        _active_rules(library, document, present, chosen, house),
        campaign,
    )


def _active_rules(
    library: Library, document: Document, present: set[str], chosen: Format, house: HouseRules | None
) -> ActiveRules:
    """Return the rules that have something to check in a legion, or in the list of any player of a team.

    `present` are the names of the fields in the document.
    """
    if CAMPAIGN in present:
        present = present.union(campaign_fields(document))
    active = library.active_rules_for(chosen, present)
    if house is None:
        return active
    levels, waivers = house.levels, house.waivers
    return tuple((rule, levels.get(rule.code, level), bit) for rule, level, bit in active if rule.code not in waivers)


def evaluate_legion(
    library: Library, terms: Terms, legion: Legion, run: RuleRunner = run_rule, triggered: RuleBits = ALL_RULES
) -> Evaluation:
    """Judge a legion that is already read. A search that knows some results passes its own `run`."""
    collected = RuleResultCollector([], [], [], [])
    for rule, level, bit in terms.active_rules:
        if triggered & bit and (results := run(rule, legion, library)):
            collected.add(rule, level, results, legion.format)
    house = legion.house_rules
    set_aside = () if house is None else tuple(_waived_by_house_rules(library, legion, run, house))
    return Evaluation(
        collected.verdict,
        legion.format,
        lowest_limit(library.ruleset, legion),
        legion.price,
        tuple(collected.findings),
        collected.unknown,
        _player_shares(library.ruleset, legion) if legion.team else (),
        (*collected.waived, *set_aside),
        open_questions(library.ruleset.questions, collected.open_questions) if collected.open_questions else (),
        house,
        legion.campaign,
    )


def lowest_limit(ruleset: Ruleset, legion: Legion) -> int | None:
    """Return the lowest limit on the price of the whole legion, all players of a team together."""
    agreed = None if legion.team and ruleset.limit_per_player else legion.limit
    if legion.house_rules is None or legion.house_rules.points is None:
        return agreed
    return legion.house_rules.points if agreed is None else min(agreed, legion.house_rules.points)


def expand_legion(
    library: Library, terms: Terms, lines: Lines, price: Price | None = None, parts: Sequence[Lines] = ()
) -> Legion:
    """Return the legion as the rules see it, priced on first use; a team's comes with its players' `parts`."""
    of_each, arrange = tuple(parts) or (lines,), library.ruleset.arrange
    return Legion(
        terms.format,
        terms.house_rules,
        terms.on,
        terms.limit,
        terms.limit_pointer,
        terms.team,
        of_each,
        lines.picks,
        lines.carried,
        lines.unattached_upgrades,
        lines.unknown_cards,
        lines.misplaced,
        lines.has_unnamed_card,
        terms.fields,
        terms.owned,
        tuple(map(arrange, of_each)) if arrange else (),
        Pricing(lambda: price_of(library.ruleset, terms, lines), price),
        terms.campaign,
    )


def price_of(ruleset: Ruleset, terms: Terms, lines: Lines) -> Price:
    """Return the price of the lines, without additions by price rules that house rules waive."""
    house = terms.house_rules
    waived = [rule.code for rule in ruleset.rules if rule.check is None and rule.code in house.waivers] if house else ()
    return ruleset.price(lines, terms.format, waived) if waived else ruleset.price(lines, terms.format)


def _places_of_other_games(library: Library, document: Document) -> tuple[str, ...]:
    """Return the places where a legion or a player's part names another game; a part may leave it out."""
    places = [] if document["game"] == library.game else ["/game"]
    if "team" not in document:
        return tuple(places) if places else ()
    for number, part in enumerate(document["team"]):
        if part.get("game", library.game) != library.game:
            places.append(f"/team/{number}/game")
    return tuple(places)


def _player_shares(ruleset: Ruleset, legion: Legion) -> tuple[PlayerShare, ...]:
    """Return each player's share of the price: the ledger lines of the player's part, less possible reductions."""
    shares = []
    limit = legion.limit if ruleset.limit_per_player else None
    of_each: dict[str, list[int | None]] = {}
    for line in legion.price.lines:
        of_each.setdefault(line["at"].rpartition("/picks/")[0], []).append(line["points"])
    for part in legion.parts:
        points = of_each.get(part.at, [])
        priced = ruleset.price(part, legion.format)
        less = sum(line["points"] or 0 for line in priced.lines) - priced.known
        known = sum(number for number in points if number is not None) - less
        shares.append(PlayerShare(part.at, None if less or None in points else known, known, limit))
    return tuple(shares)


def rules_in_force(terms: Terms) -> tuple[tuple[Rule, Severity], ...]:
    """Return the applicable rules that are not waived and have something to check, each with its level."""
    return tuple((rule, level) for rule, level, _ in terms.active_rules if rule.code not in terms.format.waives)


def _waived_by_house_rules(
    library: Library, legion: Legion, run: RuleRunner, house: HouseRules
) -> Iterator[WaivedFinding]:
    """Yield the findings of the waived rules, in the order of the rules."""
    for rule in library.rules[legion.format.slug]:
        if rule.code in house.waivers:
            if rule.check is None:
                lines = library.ruleset.price(join_lines(legion.parts), legion.format).lines
                yield from waived_price_findings(house, rule, lines, library.cards)
            else:
                level = house.levels.get(rule.code, rule.level)
                yield from waived_findings(house, rule, level, run(rule, legion, library), library.cards)
