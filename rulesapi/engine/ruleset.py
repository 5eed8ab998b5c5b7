"""The judge: read -> expand grants -> price -> run the rules -> verdict.

Rules, rulesets and libraries, which are what it judges by, are in `library`; they can be had from here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rulesapi.engine.answers import Answers
from rulesapi.engine.collection import read_collections
from rulesapi.engine.digest import digest
from rulesapi.engine.formats import Format
from rulesapi.engine.house import House, HouseRule, Without
from rulesapi.engine.library import (
    About,
    Check,
    Library,
    Rule,
    Ruleset,
    any_card,
    card_sentences,
    find_ruleset,
    free,
    no_card,
    rulesets_of,
)
from rulesapi.engine.model import (
    CannotJudge,
    Document,
    Finding,
    Legion,
    Level,
    Outcome,
    Owned,
    Price,
    Share,
    Unknown,
    Verdict,
    value,
)
from rulesapi.engine.reading import Lines, foreign_fields, join_lines, not_judged, own_fields, read_lines
from rulesapi.engine.readings import OpenQuestion, Thing, Waived, gathered

__all__ = [
    "About",
    "Ask",
    "Check",
    "Library",
    "Rule",
    "Ruleset",
    "Terms",
    "Weighed",
    "any_card",
    "ask",
    "card_sentences",
    "fielded",
    "find_ruleset",
    "free",
    "holding",
    "judge",
    "no_card",
    "read_terms",
    "rulesets_of",
    "weigh",
    "weigh_fielded",
]


@value
class Weighed:
    """What judging finds out, before it is put into a verdict. `limit` is the lowest of those that hold."""

    verdict: Outcome
    format: Format
    limit: int | None
    price: Price
    findings: tuple[Finding, ...]
    unknown: tuple[Unknown, ...]
    parts: tuple[Share, ...]
    waived: tuple[Waived, ...]
    open: tuple[OpenQuestion, ...]
    house: House | None


def judge(library: Library, legion: Document) -> Verdict:
    """The verdict on a legion's or a team's document, which must be valid by its schema.

    Raises CannotJudge when the legion is of another game, has a field that means nothing in its game, names a format or
    a house rule that the library does not have, or asks for something that no rule judges yet.
    """
    weighed = weigh(library, legion)
    house = weighed.house
    if house:
        legion = {**legion, "house_rules": [one.slug for one in house.rules]}
    return Verdict(
        verdict=weighed.verdict,
        game=library.game,
        format=weighed.format.slug,
        release=library.release,
        ruleset=library.ruleset.name,
        digest=digest(legion, format=weighed.format.slug, points=legion.get("points", weighed.format.points)),
        limit=weighed.limit,
        price=weighed.price,
        findings=weighed.findings,
        unknown=weighed.unknown,
        parts=weighed.parts,
        waived=weighed.waived,
        open=weighed.open,
        house=house,
        without=_without_house(library, legion) if house else None,
    )


def _without_house(library: Library, legion: Document) -> Without:
    """What the legion would be without its house rules."""
    weighed = weigh(library, {**legion, "house_rules": []})
    return Without(weighed.verdict, weighed.price, weighed.limit, weighed.findings, weighed.unknown)


@value
class Terms:
    """What a legion is judged under, whatever its picks.

    `limit_at` is the place that says the limit; `fields` are those of `Legion`.
    """

    format: Format
    limit: int | None
    limit_at: str
    on: str | None
    team: bool
    fields: Mapping[str, Mapping[str, Any]]
    owned: Mapping[str, Owned]
    house: House | None


NO_WAIVERS: Mapping[str, HouseRule] = MappingProxyType({})

Ask = Callable[[Rule, Legion, Library], Sequence[Thing]]
"""How a rule is asked of a legion."""


def ask(rule: Rule, legion: Legion, library: Library) -> Sequence[Thing]:
    """All that a rule says of a legion."""
    return list(rule.check(legion, library)) if rule.check else ()


def weigh(library: Library, document: Document) -> Weighed:
    """Judge without writing the verdict; raises what `judge` raises."""
    terms = read_terms(library, document)
    if not terms.team:
        return weigh_fielded(library, fielded(library, terms, read_lines(document["picks"], library.cards)))
    parts = [
        read_lines(part["picks"], library.cards, of=f"/team/{number}") for number, part in enumerate(document["team"])
    ]
    return weigh_fielded(library, fielded(library, terms, join_lines(parts), parts=parts))


def read_terms(library: Library, document: Document) -> Terms:
    """What a legion's document is judged under; raises what `judge` raises."""
    if strangers := _of_another_game(library, document):
        raise CannotJudge("unknown-game", f"This library is of {library.game}.", strangers)
    if places := not_judged(document):
        raise CannotJudge("not-judged-yet", "The legion asks for something that is not judged yet.", tuple(places))
    rules = library.ruleset
    places = foreign_fields(document, rules.fields, rules.pick_fields)
    if rules.price is free and "points" in document:
        places = ["/points", *places]
    if places:
        raise CannotJudge("invalid-legion", "This means nothing in this game. Leave it out.", tuple(places))
    chosen = library.format(document.get("format"))
    return Terms(
        format=chosen,
        limit=document.get("points", chosen.points),
        limit_at="/points" if "points" in document else "",
        on=document.get("on"),
        team="team" in document,
        fields=own_fields(document, rules.fields),
        owned=read_collections(document, library.cards),
        house=library.house(document.get("house_rules", ()), chosen),
    )


def weigh_fielded(library: Library, legion: Legion, asking: Ask = ask) -> Weighed:
    """Judge a legion that is read and priced already. A search that knows some answers gives its own way of asking."""
    answers = _answers(library, legion, asking)
    house = legion.house
    set_aside = () if house is None else tuple(_set_aside(library, legion, asking, house))
    return Weighed(
        verdict=answers.verdict,
        format=legion.format,
        limit=legion.limit if house is None else _lowest(legion.limit, house.points),
        price=legion.price,
        findings=tuple(answers.findings),
        unknown=answers.unknown,
        parts=_shares(legion.parts, legion.price) if legion.team else (),
        waived=(*answers.waived, *set_aside),
        open=gathered(library.ruleset.questions, answers.open) if answers.open else (),
        house=house,
    )


def _lowest(*limits: int | None) -> int | None:
    return min((limit for limit in limits if limit is not None), default=None)


def fielded(
    library: Library, terms: Terms, lines: Lines, price: Price | None = None, parts: Sequence[Lines] = ()
) -> Legion:
    """The legion as the rules see it, priced unless a price is given; a team's comes with its players' `parts`."""
    of_each, arrange = tuple(parts) or (lines,), library.ruleset.arrange
    return Legion(
        format=terms.format,
        house=terms.house,
        on=terms.on,
        limit=terms.limit,
        limit_at=terms.limit_at,
        team=terms.team,
        parts=of_each,
        picks=lines.picks,
        carried=lines.carried,
        loose=lines.loose,
        strangers=lines.strangers,
        misplaced=lines.misplaced,
        nameless=lines.nameless,
        fields=terms.fields,
        owned=terms.owned,
        arranged=tuple(map(arrange, of_each)) if arrange else (),
        price=price or _price(library.ruleset, terms, lines),
    )


def _price(ruleset: Ruleset, terms: Terms, lines: Lines) -> Price:
    """What the lines cost, without what the rules of the price would add that are waived."""
    house = terms.house
    waived = [rule.code for rule in ruleset.rules if rule.check is None and rule.code in house.waivers] if house else ()
    return ruleset.price(lines, terms.format, waived) if waived else ruleset.price(lines, terms.format)


def _of_another_game(library: Library, document: Document) -> tuple[str, ...]:
    """Where a legion, or a player's part of one, names another game; a part may leave it out."""
    places = () if document["game"] == library.game else ("/game",)
    return places + tuple(
        f"/team/{number}/game"
        for number, part in enumerate(document.get("team", ()))
        if part.get("game", library.game) != library.game
    )


def _shares(parts: Iterable[Lines], price: Price) -> tuple[Share, ...]:
    """What of the price is each player's: the lines of the ledger that stand in the player's part."""
    shares = []
    for part in parts:
        points = [line["points"] for line in price.lines if line["at"].startswith(f"{part.at}/")]
        known = sum(number for number in points if number is not None)
        shares.append(Share(part.at, None if None in points else known, known))
    return tuple(shares)


def _answers(library: Library, legion: Legion, asking: Ask) -> Answers:
    """Ask every rule of the format that no house rule waives; one that only warns never needs a fact to decide."""
    answers = Answers([], [], [], [])
    levels, waivers = _weights(legion.format, legion.house)
    for rule in library.rules[legion.format.slug]:
        if rule.code in waivers:
            continue
        if said := asking(rule, legion, library):
            answers.add(rule, levels.get(rule.code, rule.level), said, legion.format)
    return answers


def holding(library: Library, terms: Terms) -> list[tuple[Rule, Level]]:
    """The rules that hold, each with its weight: those of the format that nothing waives."""
    levels, waivers = _weights(terms.format, terms.house)
    rules = library.rules[terms.format.slug]
    waived = {*waivers, *terms.format.waives}
    return [(rule, levels.get(rule.code, rule.level)) for rule in rules if rule.code not in waived]


def _weights(chosen: Format, house: House | None) -> tuple[Mapping[str, Level], Mapping[str, HouseRule]]:
    """The rules that weigh otherwise than by themselves, and those that are waived."""
    return (chosen.levels, NO_WAIVERS) if house is None else (house.levels, house.waivers)


def _set_aside(library: Library, legion: Legion, asking: Ask, house: House) -> Iterator[Waived]:
    """What the rules that are waived would have said, in their order."""
    for rule in library.rules[legion.format.slug]:
        if rule.code in house.waivers:
            if rule.check is None:
                lines = library.ruleset.price(join_lines(legion.parts), legion.format).lines
                yield from house.left_out(rule, lines, library.cards)
            else:
                level = house.levels.get(rule.code, rule.level)
                yield from house.set_aside(rule, level, asking(rule, legion, library), library.cards)
