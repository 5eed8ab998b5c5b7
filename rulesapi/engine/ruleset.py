"""The judge: read -> expand grants -> price -> run the rules -> verdict.

Rules, rulesets and libraries, which are what it judges by, are in `library`; they can be had from here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from rulesapi.engine.collection import read_collections
from rulesapi.engine.digest import digest
from rulesapi.engine.formats import Format
from rulesapi.engine.house import House, HouseRule, Waived, Without
from rulesapi.engine.library import About, Check, Library, Rule, Ruleset, any_card, find_ruleset, no_card
from rulesapi.engine.model import (
    Broken,
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
    Wanting,
    broken_in,
    value,
)
from rulesapi.engine.names import in_order
from rulesapi.engine.reading import Lines, join_lines, not_judged, read_lines

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
    "fielded",
    "find_ruleset",
    "findings_of",
    "gathered",
    "holding",
    "judge",
    "no_card",
    "read_terms",
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
    house: House | None


def judge(library: Library, legion: Document) -> Verdict:
    """The verdict on a legion's or a team's document, which must be valid by its schema.

    Raises CannotJudge when the legion is of another game, names a format or a house rule that the library does not
    have, or asks for something that no rule judges yet.
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
        house=house,
        without=_without_house(library, legion) if house else None,
    )


def _without_house(library: Library, legion: Document) -> Without:
    """What the legion would be without its house rules."""
    weighed = weigh(library, {**legion, "house_rules": []})
    return Without(weighed.verdict, weighed.price, weighed.limit, weighed.findings, weighed.unknown)


@value
class Terms:
    """What a legion is judged under, whatever its picks. `limit_at` is the place that says the limit."""

    format: Format
    limit: int | None
    limit_at: str
    on: str | None
    team: bool
    owned: Mapping[str, Owned]
    house: House | None


NO_WAIVERS: Mapping[str, HouseRule] = MappingProxyType({})

Ask = Callable[[Rule, Legion, Library], Sequence[Broken | Wanting]]
"""How a rule is asked of a legion."""


def ask(rule: Rule, legion: Legion, library: Library) -> Sequence[Broken | Wanting]:
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
    chosen = library.format(document.get("format"))
    return Terms(
        format=chosen,
        limit=document.get("points", chosen.points),
        limit_at="/points" if "points" in document else "",
        on=document.get("on"),
        team="team" in document,
        owned=read_collections(document, library.cards),
        house=library.house(document.get("house_rules", ()), chosen),
    )


def weigh_fielded(library: Library, legion: Legion, asking: Ask = ask) -> Weighed:
    """Judge a legion that is read and priced already. A search that knows some answers gives its own way of asking."""
    findings, wanting = _run(library, legion, asking)
    house = legion.house
    return Weighed(
        verdict=_outcome(findings, wanting),
        format=legion.format,
        limit=legion.limit if house is None else _lowest(legion.limit, house.points),
        price=legion.price,
        findings=tuple(findings),
        unknown=gathered(wanting),
        parts=_shares(legion.parts, legion.price) if legion.team else (),
        waived=() if house is None else tuple(_set_aside(library, legion, asking, house)),
        house=house,
    )


def _lowest(*limits: int | None) -> int | None:
    return min((limit for limit in limits if limit is not None), default=None)


def fielded(
    library: Library, terms: Terms, lines: Lines, price: Price | None = None, parts: Sequence[Lines] = ()
) -> Legion:
    """The legion as the rules see it, priced unless a price is given; a team's comes with its players' `parts`."""
    return Legion(
        format=terms.format,
        house=terms.house,
        on=terms.on,
        limit=terms.limit,
        limit_at=terms.limit_at,
        team=terms.team,
        parts=tuple(parts) or (lines,),
        picks=lines.picks,
        carried=lines.carried,
        loose=lines.loose,
        strangers=lines.strangers,
        misplaced=lines.misplaced,
        nameless=lines.nameless,
        owned=terms.owned,
        price=price or _price(library.ruleset, terms.house, lines),
    )


def _price(ruleset: Ruleset, house: House | None, lines: Lines) -> Price:
    """What the lines cost, without what the rules of the price would add that are waived."""
    waived = [rule.code for rule in ruleset.rules if rule.check is None and rule.code in house.waivers] if house else ()
    return ruleset.price(lines, waived) if waived else ruleset.price(lines)


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


def _run(library: Library, legion: Legion, asking: Ask) -> tuple[list[Finding], list[tuple[Wanting, str]]]:
    """Ask every rule that is not waived; one that only warns never needs a fact to decide."""
    findings: list[Finding] = []
    wanting: list[tuple[Wanting, str]] = []
    levels, waivers = _weights(legion.format, legion.house)
    for rule in library.ruleset.rules:
        if rule.code in waivers:
            continue
        said = asking(rule, legion, library)
        if said:
            level = levels.get(rule.code, rule.level)
            findings += findings_of(rule, level, said)
            if level == "error":
                wanting += [(thing, rule.code) for thing in said if isinstance(thing, Wanting)]
    return findings, wanting


def findings_of(rule: Rule, level: Level, said: Sequence[Broken | Wanting]) -> list[Finding]:
    """What a rule says is broken, in the order of the places."""
    broken = broken_in(said)
    return [Finding(rule.code, level, thing.at, thing.facts, rule.cite, rule.messages) for thing in broken]


def holding(library: Library, terms: Terms) -> list[tuple[Rule, Level]]:
    """The rules that hold, each with its weight: those that no house rule waives."""
    levels, waivers = _weights(terms.format, terms.house)
    return [(rule, levels.get(rule.code, rule.level)) for rule in library.ruleset.rules if rule.code not in waivers]


def _weights(chosen: Format, house: House | None) -> tuple[Mapping[str, Level], Mapping[str, HouseRule]]:
    """The rules that weigh otherwise than by themselves, and those that are waived."""
    return (chosen.levels, NO_WAIVERS) if house is None else (house.levels, house.waivers)


def _set_aside(library: Library, legion: Legion, asking: Ask, house: House) -> Iterator[Waived]:
    """What the rules that are waived would have said, in their order."""
    for rule in library.ruleset.rules:
        if rule.code in house.waivers:
            if rule.check is None:
                lines = library.ruleset.price(join_lines(legion.parts)).lines
                yield from house.left_out(rule, lines, library.cards)
            else:
                level = house.levels.get(rule.code, rule.level)
                yield from house.set_aside(rule, level, asking(rule, legion, library), library.cards)


def _outcome(findings: list[Finding], wanting: list[tuple[Wanting, str]]) -> Outcome:
    if any(finding.level == "error" for finding in findings):
        return "illegal"
    return "undetermined" if wanting else "legal"


def gathered(wanting: list[tuple[Wanting, str]]) -> tuple[Unknown, ...]:
    """Each wanted fact once, with all its places and all the rules that need it."""
    if not wanting:
        return ()
    facts: dict[tuple[str, str], tuple[list[str], set[str]]] = {}
    for wanted, code in wanting:
        places, codes = facts.setdefault((wanted.card, wanted.fact), ([], set()))
        places.append(wanted.at)
        codes.add(code)
    return tuple(
        Unknown(card, fact, in_order(places), tuple(sorted(codes)))
        for (card, fact), (places, codes) in sorted(facts.items())
    )
