"""Rulesets, libraries and the judge: read -> expand grants -> price -> run the rules -> verdict.

A ruleset is a list of rules in the rulebook's order and the few things that only its game knows: which kinds of cards
stand for themselves, which are carried and by which icons, what a legion costs. Rulesets live in the folder `rulesets`,
each in a module named like its game, and are found there by walking it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from rulesapi.engine.answers import Answers
from rulesapi.engine.collection import read_collections
from rulesapi.engine.digest import digest
from rulesapi.engine.formats import Format
from rulesapi.engine.model import (
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
    value,
)
from rulesapi.engine.nearest import Nearest
from rulesapi.engine.reading import Lines, foreign_fields, join_lines, not_judged, own_fields, read_card, read_lines
from rulesapi.engine.readings import OpenQuestion, Question, Thing, Waived, gathered
from rulesapi.engine.sentences import sentences

Check = Callable[[Legion, "Library"], Iterable[Thing]]
"""A rule's question: yields each thing that is wrong or excused, and each unknown fact or open question that would
decide; never raises."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its code, with what people read of it. One without messages shows in the ledger and breaks never.

    `each` tells that it asks every creature by itself: what it says of one pick depends on that pick alone, and it says
    the same of a legion as of each of its picks, one after the other. So a search asks it only of the picks it changes.
    An `optional` one is asked only in the formats that say so.
    """

    code: str
    title: str
    text: str
    cite: Cite
    check: Check | None
    messages: tuple[str, ...] = ()
    level: Level = "error"
    each: bool = False
    optional: bool = False


def free(lines: Lines, chosen: Format) -> Price:
    """The price of a legion of a game in which no card costs anything."""
    return FREE


FREE = Price((), 0, 0, 0, ())


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one edition of one game, in the rulebook's order, and how its cards are read and priced.

    `name` is game and edition, as a game's document and a verdict name it: "some-game/1". `bearers` are the kinds of
    card that stand for themselves, in picks; `carried` those that creatures carry, with the icons they can stand in.
    `readers` read the cards of a kind as a class of the game's own, derived from `Fielded` for a bearer; other bearers
    are read as `Creature`. `arrange` makes of a player's lines what several rules would each have to gather: see
    `Legion.arranged`. `fields` and `pick_fields` are those of `reading.SOME_GAMES` and `reading.SOME_PICKS` that
    mean something in this game; a legion with any other of them is refused, and so are points where cards cost none.
    `questions` are those that the rulebook leaves open, by slug. `sentences` says the words of a card.
    """

    name: str
    rules: tuple[Rule, ...]
    bearers: frozenset[str]
    carried: Mapping[str, frozenset[str]] = field(default_factory=dict)
    price: Callable[[Lines, Format], Price] = free
    readers: Mapping[str, Callable[[Document], Card]] = field(default_factory=dict)
    arrange: Callable[[Lines], Any] | None = None
    fields: frozenset[str] = frozenset()
    pick_fields: frozenset[str] = frozenset()
    questions: Mapping[str, Question] = field(default_factory=dict)
    sentences: Callable[[Document], list[str]] = sentences

    def card(self, document: Document) -> Card:
        """A card's document as the engine wants it; the result may be shared by several libraries."""
        reader = self.readers.get(document["kind"])
        return reader(document) if reader else read_card(document, self.bearers, self.carried)

    def asked(self, chosen: Format) -> tuple[Rule, ...]:
        """The rules that are asked in a format: the optional ones if it has them, the others if it is not without."""
        return tuple(
            rule
            for rule in self.rules
            if rule.code not in chosen.without and (not rule.optional or rule.code in chosen.having)
        )


@cache
def find_ruleset(name: str) -> Ruleset:
    """The ruleset of that name. Raises LookupError when there is none."""
    for ruleset in rulesets_of(name.partition("/")[0]):
        if ruleset.name == name:
            return ruleset
    raise LookupError(f"There is no ruleset {name}.")


@cache
def rulesets_of(game: str) -> tuple[Ruleset, ...]:
    """The rulesets of a game, one for each edition of its rules; none of a game that the engine does not know."""
    package = importlib.import_module("rulesapi.engine.rulesets")
    for module in pkgutil.iter_modules(package.__path__):
        if module.name.replace("_", "-") == game:
            rulesets: tuple[Ruleset, ...] = importlib.import_module(f"{package.__name__}.{module.name}").RULESETS
            return rulesets
    return ()


def card_sentences(card: Document) -> list[str]:
    """What the words on a card mean, in plain sentences, as its game says them; none in a game without rules."""
    editions = rulesets_of(card["game"])
    return editions[-1].sentences(card) if editions else []


@dataclass(frozen=True, slots=True)
class Library:
    """All that legions of one game are judged by in one release. `cards` and `formats` also answer to former slugs.

    `rules` are those that each format asks, by its slug; `contents` the copies of cards in one box or pack, by set.
    """

    release: int
    game: str
    ruleset: Ruleset
    default_format: str
    cards: Mapping[str, Card]
    formats: Mapping[str, Format]
    rules: Mapping[str, tuple[Rule, ...]]
    contents: Mapping[str, Mapping[Card, int]]
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
        sets: Iterable[Document] = (),
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
            contents=_contents(game, sets, by_card),
            rules=MappingProxyType({slug: ruleset.asked(chosen) for slug, chosen in by_slug.items()}),
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


def _contents(game: Document, sets: Iterable[Document], cards: Mapping[str, Card]) -> dict[str, dict[Card, int]]:
    """What is in each set of a game that says so; cards that are not in the library are left out."""
    return {
        document["slug"]: {cards[row["card"]]: row["copies"] for row in document["contents"] if row["card"] in cards}
        for document in sets
        if document["game"] == game["slug"] and "contents" in document
    }


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
    waived: tuple[Waived, ...]
    open: tuple[OpenQuestion, ...]


def judge(library: Library, legion: Document) -> Verdict:
    """The verdict on a legion's or a team's document, which must be valid by its schema.

    Raises CannotJudge when the legion is of another game, has a field that means nothing in its game, names a format
    that the library does not have, or asks for something that no rule judges yet.
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
        waived=weighed.waived,
        open=weighed.open,
    )


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


Ask = Callable[[Rule, Legion, Library], Sequence[Thing]]
"""How a rule is asked of a legion."""


def ask(rule: Rule, legion: Legion, library: Library) -> Sequence[Thing]:
    """All that a rule says of a legion."""
    return list(rule.check(legion, library)) if rule.check else ()


def weigh(library: Library, document: Document) -> Weighed:
    """Judge without writing the verdict; raises what `judge` raises."""
    terms = read_terms(library, document)
    if not terms.team:
        return weigh_lines(library, terms, read_lines(document["picks"], library.cards))
    parts = [
        read_lines(part["picks"], library.cards, of=f"/team/{number}") for number, part in enumerate(document["team"])
    ]
    return weigh_lines(library, terms, join_lines(parts), parts=parts)


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
    )


def weigh_lines(
    library: Library, terms: Terms, lines: Lines, asking: Ask = ask, parts: Sequence[Lines] = ()
) -> Weighed:
    """Judge a legion that is read already. A search that knows some answers gives its own way of asking.

    A team's legion comes with the lines of each player as its `parts`.
    """
    legion = fielded(library, terms, lines, parts=parts)
    answers = _answers(library, terms.format, legion, asking)
    return Weighed(
        verdict=answers.verdict,
        format=terms.format,
        limit=terms.limit,
        price=legion.price,
        findings=tuple(answers.findings),
        unknown=answers.unknown,
        parts=_shares(parts, legion.price),
        waived=tuple(answers.waived),
        open=gathered(library.ruleset.questions, answers.open) if answers.open else (),
    )


def fielded(
    library: Library, terms: Terms, lines: Lines, price: Price | None = None, parts: Sequence[Lines] = ()
) -> Legion:
    """The legion as the rules see it, priced unless a price is given; a team's comes with its players' `parts`."""
    of_each, arrange = tuple(parts) or (lines,), library.ruleset.arrange
    return Legion(
        format=terms.format,
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
        price=price or library.ruleset.price(lines, terms.format),
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


def _answers(library: Library, chosen: Format, legion: Legion, asking: Ask) -> Answers:
    """Ask every rule of the format."""
    answers = Answers([], [], [], [])
    for rule in library.rules[chosen.slug]:
        if said := asking(rule, legion, library):
            answers.add(rule, said, chosen)
    return answers
