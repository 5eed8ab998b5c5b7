"""Rulesets, libraries and the judge: read -> expand grants -> price -> run the rules -> verdict.

A ruleset is a list of rules in the rulebook's order and the few things that only its game knows: which kinds of cards
stand for themselves, which are carried and by which icons, what a legion costs. Rulesets live in the folder `rulesets`,
each in a module named like its game, and are found there by walking it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from rulesapi.engine.collection import read_collections
from rulesapi.engine.digest import digest
from rulesapi.engine.formats import Format
from rulesapi.engine.model import (
    Broken,
    CannotJudge,
    Card,
    Cite,
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
    value,
)
from rulesapi.engine.names import in_order, place_order
from rulesapi.engine.nearest import Nearest
from rulesapi.engine.reading import Lines, join_lines, not_judged, read_card, read_lines

Check = Callable[[Legion, "Library"], Iterable[Broken | Wanting]]
"""A rule's question: yields each thing that is wrong and each unknown fact that would decide; never raises."""

About = Callable[[Card], bool]
"""Whether a card can matter to what it is asked for."""


def any_card(card: Card) -> bool:
    """Every card can matter: what is taken for granted where nothing closer is known."""
    return True


def no_card(card: Card) -> bool:
    """No card can matter that stands where its kind has a place."""
    return False


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its code, with what people read of it. One without messages shows in the ledger and breaks never.

    Two things spare a search most of the asking, because it changes one card at a time. `each` tells that the rule
    asks every creature by itself: what it says of one pick depends on that pick alone, and it says the same of a legion
    as of each of its picks, one after the other. `about` are the cards that matter to it: any other, put in at the end
    of a pick or of the legion, leaves what it says as it is.
    """

    code: str
    title: str
    text: str
    cite: Cite
    check: Check | None
    messages: tuple[str, ...] = ()
    level: Level = "error"
    each: bool = False
    about: About = any_card


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one edition of one game, in the rulebook's order, and how its cards are read and priced.

    `name` is game and edition, as a game's document and a verdict name it: "some-game/1".
    """

    name: str
    rules: tuple[Rule, ...]
    bearers: frozenset[str]
    carried: Mapping[str, frozenset[str]]
    price: Callable[[Lines], Price]

    def card(self, document: Document) -> Card:
        """A card's document as the engine wants it; the result may be shared by several libraries."""
        return read_card(document, self.bearers, self.carried)


@cache
def find_ruleset(name: str) -> Ruleset:
    """The ruleset of that name. Raises LookupError when there is none."""
    package = importlib.import_module("rulesapi.engine.rulesets")
    for module in pkgutil.iter_modules(package.__path__):
        if module.name.replace("_", "-") == name.partition("/")[0]:
            rulesets: Iterable[Ruleset] = importlib.import_module(f"{package.__name__}.{module.name}").RULESETS
            for ruleset in rulesets:
                if ruleset.name == name:
                    return ruleset
    raise LookupError(f"There is no ruleset {name}.")


@dataclass(frozen=True, slots=True)
class Library:
    """All that legions of one game are judged by in one release. `cards` and `formats` also answer to former slugs."""

    release: int
    game: str
    ruleset: Ruleset
    default_format: str
    cards: Mapping[str, Card]
    formats: Mapping[str, Format]
    shelf: tuple[Card, ...]
    nearest: Nearest

    @classmethod
    def build(
        cls,
        *,
        release: int,
        game: Document,
        cards: Iterable[Document | tuple[Document, Card]],
        formats: Iterable[Document],
    ) -> Library:
        """A library of these documents; cards of other games are left out.

        A card may come with what `Ruleset.card` made of it before, to share it with another library. Raises LookupError
        when the engine does not have the game's ruleset.
        """
        ruleset = find_ruleset(game["ruleset"])
        shelf: dict[str, Card] = {}
        former: dict[str, Card] = {}
        for entry in cards:
            document, card = entry if isinstance(entry, tuple) else (entry, None)
            if document["game"] == game["slug"]:
                read = card or ruleset.card(document)
                shelf[read.slug] = read
                former |= dict.fromkeys(document.get("formerly", ()), read)
        by_card = MappingProxyType(former | shelf)
        by_slug: dict[str, Format] = {}
        former_formats: dict[str, Format] = {}
        for document in formats:
            if document["game"] == game["slug"]:
                by_slug[document["slug"]] = Format.read(document, by_card)
                former_formats |= dict.fromkeys(document.get("formerly", ()), by_slug[document["slug"]])
        ordered = sorted(shelf.values(), key=lambda card: (card.identity, card.slug))
        return cls(
            release=release,
            game=game["slug"],
            ruleset=ruleset,
            default_format=game["default_format"],
            cards=by_card,
            formats=MappingProxyType(former_formats | by_slug),
            shelf=tuple(ordered),
            nearest=Nearest.build(ordered),
        )

    def format(self, slug: str | None) -> Format:
        """The format of that slug, or the game's default. Raises CannotJudge when there is none."""
        wanted = slug or self.default_format
        if wanted not in self.formats:
            raise CannotJudge(
                "unknown-format", f"There is no format {wanted} of this game.", ("/format",) if slug else ("",)
            )
        return self.formats[wanted]


@value
class Weighed:
    """What judging finds out, before it is put into a verdict."""

    verdict: Outcome
    format: Format
    limit: int | None
    price: Price
    findings: tuple[Finding, ...]
    unknown: tuple[Unknown, ...]
    parts: tuple[Share, ...]


def judge(library: Library, legion: Document) -> Verdict:
    """The verdict on a legion's or a team's document, which must be valid by its schema.

    Raises CannotJudge when the legion is of another game, names a format that the library does not have, or asks for
    something that no rule judges yet.
    """
    weighed = weigh(library, legion)
    return Verdict(
        verdict=weighed.verdict,
        game=library.game,
        format=weighed.format.slug,
        release=library.release,
        ruleset=library.ruleset.name,
        digest=digest(legion, format=weighed.format.slug, points=weighed.limit),
        limit=weighed.limit,
        price=weighed.price,
        findings=weighed.findings,
        unknown=weighed.unknown,
        parts=weighed.parts,
    )


@value
class Terms:
    """What a legion is judged under, whatever its picks. `limit_at` is the place that says the limit."""

    format: Format
    limit: int | None
    limit_at: str
    on: str | None
    team: bool
    owned: Mapping[str, Owned]


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
    )


def weigh_fielded(library: Library, legion: Legion, asking: Ask = ask) -> Weighed:
    """Judge a legion that is read and priced already. A search that knows some answers gives its own way of asking."""
    findings, wanting = _run(library, legion, asking)
    return Weighed(
        verdict=_outcome(findings, wanting),
        format=legion.format,
        limit=legion.limit,
        price=legion.price,
        findings=tuple(findings),
        unknown=gathered(wanting),
        parts=_shares(legion.parts, legion.price) if legion.team else (),
    )


def fielded(
    library: Library, terms: Terms, lines: Lines, price: Price | None = None, parts: Sequence[Lines] = ()
) -> Legion:
    """The legion as the rules see it, priced unless a price is given; a team's comes with its players' `parts`."""
    return Legion(
        format=terms.format,
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
        price=price or library.ruleset.price(lines),
    )


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
    """Ask every rule; a rule that only warns in this format never needs a fact to decide."""
    findings: list[Finding] = []
    wanting: list[tuple[Wanting, str]] = []
    for rule in library.ruleset.rules:
        said = asking(rule, legion, library)
        if said:
            level = legion.format.levels.get(rule.code, rule.level)
            findings += findings_of(rule, level, said)
            if level == "error":
                wanting += [(thing, rule.code) for thing in said if isinstance(thing, Wanting)]
    return findings, wanting


def findings_of(rule: Rule, level: Level, said: Sequence[Broken | Wanting]) -> list[Finding]:
    """What a rule says is broken, in the order of the places."""
    broken = [thing for thing in said if isinstance(thing, Broken)]
    if len(broken) > 1:
        broken.sort(key=lambda thing: [place_order(at) for at in thing.at])
    return [Finding(rule.code, level, thing.at, thing.facts, rule.cite, rule.messages) for thing in broken]


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
