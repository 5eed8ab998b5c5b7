"""Rulesets and libraries: the rules of a game's edition, and its cards, formats, house rules and rulings.

A ruleset is a list of rules in the rulebook's order and the few facts specific to its game: which kinds of cards are
picks of their own, which are carried and by which icons, and how a legion is priced. Each game is a package of
`rulesapi.engine.games`, which lists its `RULESETS`.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache, reduce
from types import MappingProxyType
from typing import Any, TypedDict

from rulesapi.engine.campaigns.adventures import ADVENTURE, Adventure
from rulesapi.engine.campaigns.terms import HOUSE_TERMS, CampaignTerms
from rulesapi.engine.core import document_rules
from rulesapi.engine.core.card_text import sentences
from rulesapi.engine.core.document_index import by_slug, contents_of
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.house_rules import HOUSE_RULE, HouseRule, HouseRules
from rulesapi.engine.core.lacks import Lacking
from rulesapi.engine.core.legion import Lines
from rulesapi.engine.core.parsing import read_card
from rulesapi.engine.core.partial_facts import PartialFacts
from rulesapi.engine.core.ratings import RatingPairs
from rulesapi.engine.core.rule_builder import standing_rules
from rulesapi.engine.core.rule_hints import ALLOWED_POINTS, CARD_RESTRICTIONS, NO_HINTS, RuleHints, any_card
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.rulings import RULING, Rulings, is_in_force
from rulesapi.engine.core.solver_bounds import WaysOfUse
from rulesapi.engine.core.unsupported_requests import unsupported_requests
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values import known_games
from rulesapi.engine.values.fuzzy_match import SlugIndex, close_matches
from rulesapi.engine.values.interpretations import RulebookQuestion
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import CannotJudge, Card, Document, PickableCard, Price, PriceDelta, Ruling, Severity
from rulesapi.engine.values.names import slug_as_words

FieldChoices = Callable[["Library", Format, Mapping[str, Any]], Mapping[str, Sequence[Any]]]
"""Returns the possible values of a list's own fields, by field, given the format and the current values."""


RuleBits = int
"""A set of rules of a ruleset, as bits: bit n is set for the rule with number n."""

ALL_RULES: RuleBits = -1

ActiveRules = tuple[tuple[Rule, Severity, RuleBits], ...]
"""Rules that may have something to check, each with its level and its bit."""


def free_price(lines: Lines, chosen: Format, waived: Collection[str] = ()) -> Price:
    """Return the price of a legion in a game in which no card costs anything."""
    return FREE_PRICE


FREE_PRICE = Price((), 0, 0, 0, (), 0)


def unknown_price_delta(lines: Lines) -> PriceDelta:
    """Return a function for which the added price of every card is unknown."""
    return lambda card: None


@dataclass(frozen=True, slots=True)
class DecidingFact:
    """A fact of a card that judging reads: if it is unknown, a list with the card is undetermined.

    With `only_if` it matters only for cards whose other fact has that value.
    """

    fact: str
    only_if: tuple[str, Any] | None = None

    def is_asked_of(self, card: Mapping[str, Any]) -> bool:
        """Return whether verdicts depend on the fact for this card, by the card's document."""
        return self.only_if is None or card.get(self.only_if[0]) == self.only_if[1]


def deciding(*facts: str) -> tuple[DecidingFact, ...]:
    """Return deciding facts for every card of a kind, without a condition (`only_if`)."""
    return tuple(map(DecidingFact, facts))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one edition of one game, in the rulebook's order, and how its cards are read and priced.

    - `name`: game and edition, as a game's document and a verdict name it: "some-game/1".
    - `rules`: the rules of the game, followed by the standing rules for which it has none of its own.
    - `hints`: the hints of its rules, by code.
    - `bearers`: the kinds of card that are picks of their own.
    - `carried`: the kinds that creatures carry, with the icons they can take.
    - `readers`: the functions that read the cards of a kind as a class of the game's own, derived from
        `PickableCard` for a bearer; other bearers are read as `Creature`.
    - `arrange`: prepares a player's lines for several rules: see `Legion.arranged`.
    - `fields`, `pick_fields`: the `parsing.GAME_FIELDS` and `parsing.GAME_PICK_FIELDS` of this game. A legion with any
        other of them is refused, and so are points if cards cost none.
    - `choices`: the possible values of those fields in which something can be chosen.
    - `settings`: the fields for which candidates are offered, with the class of the cards that can be used there;
        `None` if `choices` has words.
    - `questions`: the questions that the rulebook leaves open, by slug.
    - `sentences`: returns the rules text of a card as sentences.
    - `price`: takes the lines, the format, and the codes of waived price rules; never a rule with an
        `Rule.unwaivable_reason`.
    - `price_delta`: takes the lines and returns a function for the price that one more card adds, which saves a search
        most of the pricing.
    - `optimizable_numbers`: the printed numbers of a card that a legion can be optimized for, with their names for
        people; empty if legions cannot be completed.
    - `ways_of_use`: returns the cards that make a card useful, which decides between equally good completions.
    - `waiver_facts`: the texts with which a card lifts a rule for itself or others, each with its value on a card
        without such a text.
    - `dependent_facts`: facts that only cards with another true fact have, with that fact.
    - `rating_pairs`: facts that imply each other: see the module `ratings`.
    - `partial_facts`: facts with the known part of an unknown list: see the module `partial_facts`.
    - `deciding_facts`: the facts that decide nearly every list, by kind of card: those to ask for first.
    - `limit_per_player`: whether each player of a team keeps to the limit alone.
    - `campaign`: the campaign terms of the game.
    - `lacking`: the lacks of its rules, by code: see `Rule`.
    """

    name: str
    rules: tuple[Rule, ...]
    bearers: frozenset[str]
    hints: Mapping[str, RuleHints] = field(default_factory=dict)
    carried: Mapping[str, frozenset[str]] = field(default_factory=dict)
    price: Callable[..., Price] = free_price
    price_delta: Callable[[Lines], PriceDelta] = unknown_price_delta
    readers: Mapping[str, Callable[[Document], Card]] = field(default_factory=dict)
    arrange: Callable[[Lines], Any] | None = None
    fields: frozenset[str] = frozenset()
    pick_fields: frozenset[str] = frozenset()
    choices: FieldChoices | None = None
    settings: Mapping[str, type[Card] | None] = field(default_factory=dict)
    questions: Mapping[str, RulebookQuestion] = field(default_factory=dict)
    sentences: Callable[[Document], list[str]] = sentences
    optimizable_numbers: Mapping[str, str] = field(default_factory=dict)
    ways_of_use: WaysOfUse | None = None
    waiver_facts: Mapping[str, Any] = field(default_factory=dict)
    dependent_facts: Mapping[str, str] = field(default_factory=dict)
    rating_pairs: RatingPairs = field(default_factory=dict)
    partial_facts: PartialFacts = field(default_factory=dict)
    deciding_facts: Mapping[str, tuple[DecidingFact, ...]] = field(default_factory=dict)
    limit_per_player: bool = False
    campaign: CampaignTerms = HOUSE_TERMS
    lacking: Mapping[str, tuple[Lacking, ...]] = field(init=False)

    def __post_init__(self) -> None:
        priced = self.price is not free_price
        rules, hints = standing_rules(self.name.partition("/")[0], self.rules, self.hints, priced=priced)
        object.__setattr__(self, "rules", (*self.rules, *rules))
        object.__setattr__(self, "hints", {**hints, **self.hints})
        object.__setattr__(self, "lacking", {rule.code: rule.lacking for rule in self.rules if rule.lacking})

    def card(self, document: Document) -> Card:
        """Return the engine's card for a document; several libraries may share it."""
        reader = self.readers.get(document["kind"])
        return reader(document) if reader else read_card(document, self.bearers, self.carried, self.optimizable_numbers)

    @property
    def doubt_bit(self) -> RuleBits:
        """The bit, in addition to the bits of rules, that marks a card with a doubtful fact that judging reads."""
        return 1 << len(self.rules)

    def hints_for(self, rule: Rule) -> RuleHints:
        return self.hints.get(rule.code, NO_HINTS)

    def rules_for(self, chosen: Format) -> tuple[Rule, ...]:
        """Return the rules of a format: all but the excluded ones, and of the optional rules only those it uses."""
        return tuple(
            rule
            for rule in self.rules
            if rule.code not in chosen.excluded_rules and (not rule.optional or rule.code in chosen.optional_rules)
        )


@cache
def find_ruleset(name: str) -> Ruleset:
    """Return the ruleset of that name. Raises LookupError if there is none."""
    for ruleset in rulesets_of(name.partition("/")[0]):
        if ruleset.name == name:
            return ruleset
    raise LookupError(f"There is no ruleset {name}.")


def ruleset_of(game: Document) -> Ruleset:
    """Return the ruleset of a game by its document, with the rules that the document switches on.

    A rule of the ruleset itself has priority over one of the same code. Raises LookupError if there is no such ruleset.
    """
    ruleset = find_ruleset(game["ruleset"])
    rows = {field: game[field] for field in document_rules.FIELDS if field in game}
    if not rows:
        return ruleset
    text = json.dumps({"slug": game["slug"], "sources": game["sources"], **rows}, sort_keys=True)
    return _extended(ruleset.name, text)


@lru_cache(maxsize=64)
def _extended(name: str, game: str) -> Ruleset:
    """Return a ruleset with the rules that the document of a game switches on; `game` is the document as text."""
    ruleset = find_ruleset(name)
    own = {rule.code for rule in ruleset.rules}
    added = [(rule, hints) for rule, hints in document_rules.document_rules(json.loads(game)) if rule.code not in own]
    return replace(
        ruleset,
        rules=(*(rule for rule, _ in added), *ruleset.rules),
        hints={**ruleset.hints, **{rule.code: hints for rule, hints in added}},
    )


@cache
def rulesets_of(game: str) -> tuple[Ruleset, ...]:
    """Return the rulesets of a game, one for each edition of its rules; none for a game that the engine does not
    know.
    """
    name = game.replace("-", "_")
    if name not in known_games.PACKAGES:
        return ()
    rulesets: tuple[Ruleset, ...] = importlib.import_module(f"{known_games.GAMES}.{name}").RULESETS
    return rulesets


def card_sentences(card: Document) -> list[str]:
    """Return the card's rules text as plain sentences of its game; none for a game without rules."""
    editions = rulesets_of(card["game"])
    return editions[-1].sentences(card) if editions else []


@dataclass(frozen=True, slots=True)
class Library:
    """Everything that legions of one game are judged by in one release.

    - `cards`, `formats`, `house_rules`, `adventures`: by slug, former slugs included.
    - `documents`: the documents of the cards, by current slug only.
    - `rulings`: the rulings in force; the formats already contain what they settle.
    - `unsupported_requests`: by kind and slug, the requests of formats, house rules and rulings that the ruleset cannot
        fulfill; such documents are not used for judging.
    - `rules`: the rules of each format, by its slug.
    - `contents`: the copies of cards in one box or pack, by the slug of its set.
    - `sets`: the slug of each set, by current and former slugs; `set_names` has its name.
    - `open_sets`: the part of `sets` that is not the publisher's.
    - `open_cards`: the open set of each card of one, by the card's current and former slugs.
    - `all_cards`: the cards that may be proposed.
    - `optional`: the fields of a legion's document without which some rules do not run.
    - `rules_by_fields`: a cache of the rules that run, by format and the optional fields of a legion.
    - `triggers`: the rules that each card triggers, and `Ruleset.doubt_bit`.
    - `triggered`: the rules that run whatever is picked.
    - `without_waivers`: a cache of cards as they are if no unknown text of theirs lifts a rule.
    - `doubts`: the doubtful facts of cards with the reason for each, by current and former slugs.
    - `cards_without_doubts`: cards as they are if their doubtful facts are unknown, where that differs for judging.
    - `without_doubts`: a cache of the library with those cards.
    """

    release: int
    game: str
    ruleset: Ruleset
    default_format: str
    cards: Mapping[str, Card]
    documents: Mapping[str, Document]
    formats: Mapping[str, Format]
    house_rules: Mapping[str, HouseRule]
    rulings: Rulings
    unsupported_requests: Mapping[tuple[str, str], Phrase]
    rules: Mapping[str, tuple[Rule, ...]]
    contents: Mapping[str, Mapping[Card, int]]
    sets: Mapping[str, str]
    set_names: Mapping[str, str]
    open_sets: Mapping[str, str]
    open_cards: Mapping[str, str]
    all_cards: tuple[Card, ...]
    nearest: SlugIndex
    optional: frozenset[str]
    triggers: Mapping[Card, RuleBits]
    triggered: RuleBits
    rules_by_fields: dict[tuple[str, frozenset[str]], ActiveRules] = field(default_factory=dict)
    without_waivers: dict[Card, Card] = field(default_factory=dict)
    doubts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    cards_without_doubts: Mapping[Card, Card] = field(default_factory=dict)
    without_doubts: list[Library] = field(default_factory=list)
    adventures: Mapping[str, Adventure] = field(default_factory=dict)

    @classmethod
    def build(
        cls,
        *,
        release: int,
        game: Document,
        cards: Iterable[Document | tuple[Document, Card]],
        formats: Iterable[Document],
        house_rules: Iterable[Document] = (),
        rulings: Iterable[Document] = (),
        sets: Iterable[Document] = (),
        adventures: Iterable[Document] = (),
    ) -> Library:
        """Build a library of these documents; those of other games are left out.

        A card may come with the result of `Ruleset.card`, to share it with another library. Raises LookupError if the
        engine does not have the game's ruleset.
        """
        ruleset = ruleset_of(game)
        by_own_slug: dict[str, Card] = {}
        documents: dict[str, Document] = {}
        former: dict[str, Card] = {}
        for entry in cards:
            document, card = entry if isinstance(entry, tuple) else (entry, None)
            if document["game"] == game["slug"]:
                read = card or ruleset.card(document)
                by_own_slug[read.slug] = read
                documents[read.slug] = document
                former |= dict.fromkeys(document.get("formerly", ()), read)
        by_card = former | by_own_slug
        frame = [document for document in (*formats, *house_rules, *rulings) if document["game"] == game["slug"]]
        unfit = _unsupported_documents(frame, ruleset)
        ruled = Rulings.of(
            Ruling.read(document, by_card)
            for document in frame
            if document["kind"] == RULING and is_in_force(document) and (RULING, document["slug"]) not in unfit
        )
        read_formats = by_slug(frame, "format", lambda document: ruled.over(Format.read(document, by_card)))
        boxes = [document for document in sets if document["game"] == game["slug"]]
        open_sets = by_slug(
            [one for one in boxes if one.get("official") is False], "set", lambda document: document["slug"]
        )
        of_sets = ((slug, card.set) for slug, card in by_card.items() if card.set is not None)
        doubts = {
            slug: found
            for slug, document in documents.items()
            if (found := doubtful_facts(document, ruleset.deciding_facts.get(document["kind"], ())))
        }
        certain = cards_without_doubts(ruleset, by_own_slug, documents, doubts)
        ordered = sorted(by_own_slug.values(), key=lambda card: (card.identity, card.slug))
        return cls(
            release=release,
            game=game["slug"],
            ruleset=ruleset,
            default_format=game["default_format"],
            cards=by_card,
            documents=MappingProxyType(documents),
            formats=read_formats,
            house_rules=by_slug(frame, HOUSE_RULE, lambda document: HouseRule.read(document, by_card)),
            rulings=ruled,
            unsupported_requests=MappingProxyType(unfit),
            rules=MappingProxyType({chosen.slug: ruleset.rules_for(chosen) for chosen in read_formats.values()}),
            contents=MappingProxyType(contents_of(boxes, by_card)),
            sets=by_slug(boxes, "set", lambda document: document["slug"]),
            set_names=by_slug(boxes, "set", lambda document: document["name"] or slug_as_words(document["slug"])),
            open_sets=open_sets,
            open_cards=MappingProxyType({slug: open_sets[of] for slug, of in of_sets if of in open_sets}),
            all_cards=tuple(ordered),
            nearest=SlugIndex(ordered),
            optional=frozenset(field for hints in ruleset.hints.values() for field in hints.relevant_fields),
            doubts=MappingProxyType({slug: doubts[card.slug] for slug, card in by_card.items() if card.slug in doubts}),
            cards_without_doubts=MappingProxyType(certain),
            **trigger_index(ruleset, ordered, doubtful=certain),
            adventures=by_slug([one for one in adventures if one["game"] == game["slug"]], ADVENTURE, Adventure.read),
        )

    def with_cards(self, new: Mapping[Card, Card], doubtful: Container[Card] = ()) -> Library:
        """Return the library with some cards replaced, of which some are `doubtful`.

        The index of near slugs stays as it was.
        """
        more = trigger_index(self.ruleset, new.values(), doubtful)
        return replace(
            self,
            cards={slug: new.get(card, card) for slug, card in self.cards.items()},
            contents={
                pack: {new.get(card, card): copies for card, copies in inside.items()}
                for pack, inside in self.contents.items()
            },
            triggers={**self.triggers, **more["triggers"]},
            triggered=self.triggered | more["triggered"],
            without_waivers={},
            without_doubts=[],
        )

    def set_name(self, slug: str) -> str:
        """Return the name of a set; the words of its slug if the name is unknown."""
        return self.set_names.get(slug) or slug_as_words(slug)

    def open_set_of(self, card: Card) -> str | None:
        """Return the slug of the card's open set; `None` for an official card or one of an unknown set."""
        return self.open_cards.get(card.slug)

    def active_rules_for(self, chosen: Format, fields: Iterable[str]) -> ActiveRules:
        """Return the rules that have something to check in legions with these fields, with their levels in the
        format.
        """
        present = self.optional.intersection(fields)
        key = chosen.slug, present
        if key not in self.rules_by_fields:
            present |= frozenset() if chosen.bars is None else {CARD_RESTRICTIONS}
            present |= frozenset() if chosen.allowed is None else {ALLOWED_POINTS}
            in_format = self.rules[chosen.slug]
            self.rules_by_fields[key] = tuple(
                (rule, chosen.levels.get(rule.code, rule.level), 1 << number)
                for number, rule in enumerate(self.ruleset.rules)
                if rule in in_format
                and rule.check
                and (not (needed := self.ruleset.hints_for(rule).relevant_fields) or not present.isdisjoint(needed))
            )
        return self.rules_by_fields[key]

    def format(self, slug: str | None) -> Format:
        """Return the format of that slug, or the game's default. Raises CannotJudge if there is no usable one."""
        requested = slug or self.default_format
        if requested not in self.formats:
            at = "/format" if slug else ""
            near = {at: close_matches(requested, self.formats)}
            message = phrase("There is no format {format} of this game.", format=requested)
            raise CannotJudge("unknown-format", message, (at,), near)
        chosen = self.formats[requested]
        if self.unsupported_requests:
            self._check_supported("format", chosen, ("/format",) if slug else ("",))
        return chosen

    def agreed_house_rules(self, slugs: Sequence[str], chosen: Format) -> HouseRules | None:
        """Return the house rules of those slugs over a format; `None` for none. Raises CannotJudge for unknown
        slugs.
        """
        if not slugs:
            return None
        unknown = [number for number, slug in enumerate(slugs) if slug not in self.house_rules]
        if unknown:
            near = {f"/house_rules/{number}": close_matches(slugs[number], self.house_rules) for number in unknown}
            message = phrase("There is no house rule {named:or} of this game.", named=[slugs[one] for one in unknown])
            raise CannotJudge("unknown-house-rule", message, tuple(near), near)
        agreed = [self.house_rules[slug] for slug in slugs]
        for number, one in enumerate(agreed):
            self._check_supported(HOUSE_RULE, one, (f"/house_rules/{number}",))
        return HouseRules.of(agreed, chosen.levels)

    def _check_supported(self, kind: str, document: Format | HouseRule, places: tuple[str, ...]) -> None:
        misfit = self.unsupported_requests.get((kind, document.slug))
        if misfit:
            message = phrase("{title} cannot be judged by. {why}", title=document.title, why=misfit)
            raise CannotJudge("not-judged-yet", message, places)


def doubtful_facts(document: Document, deciding: Iterable[DecidingFact]) -> dict[str, str]:
    """Return the reasons why known facts of a card may be wrong, by fact.

    A source of a part applies to the whole fact; a source of the whole card applies to the `deciding` facts without a
    source of their own.
    """
    sources: Mapping[str, Document] = document.get("sources", {})
    found: dict[str, str] = {}
    for pointer, entry in sources.items() if sources else ():
        if "doubt" in entry:
            name = pointer[1:].partition("/")[0]
            names = [name] if name else [one.fact for one in deciding if f"/{one.fact}" not in sources]
            for one in names:
                if document.get(one) is not None:
                    found.setdefault(one, entry["doubt"])
    return found


def cards_without_doubts(
    ruleset: Ruleset,
    cards: Mapping[str, Card],
    documents: Mapping[str, Document],
    doubts: Mapping[str, Mapping[str, str]],
) -> dict[Card, Card]:
    """Return the cards whose doubtful facts matter for judging, without these facts."""
    found = {cards[slug]: ruleset.card({**documents[slug], **dict.fromkeys(doubts[slug])}) for slug in doubts}
    return {
        card: plain
        for card, plain in found.items()
        if any(getattr(card, one.name) != getattr(plain, one.name) for one in fields(card))
    }


class TriggerIndex(TypedDict):
    """The part of a library that says which cards trigger which rules."""

    triggers: Mapping[Card, RuleBits]
    triggered: RuleBits


def trigger_index(ruleset: Ruleset, all_cards: Iterable[Card], doubtful: Container[Card] = ()) -> TriggerIndex:
    """Return which cards of a library trigger which rules, and which of them are `doubtful`.

    Cards that may be outside the picks are not looked up for each legion: the rules that they trigger always run.
    """
    triggers = [(1 << number, ruleset.hints_for(rule).triggered_by) for number, rule in enumerate(ruleset.rules)]
    by_card = {card: sum(bit for bit, triggered_by in triggers if triggered_by(card)) for card in all_cards}
    always = sum(bit for bit, triggered_by in triggers if triggered_by is any_card)
    by_card |= {card: bits | ruleset.doubt_bit for card, bits in by_card.items() if card in doubtful}
    for card, bits in by_card.items() if ruleset.fields else ():
        if not isinstance(card, PickableCard | Upgrade):
            always |= bits
    return {"triggers": by_card, "triggered": always}


def _unsupported_documents(documents: Iterable[Document], ruleset: Ruleset) -> dict[tuple[str, str], Phrase]:
    """Return the formats, house rules and rulings with requests that a ruleset cannot fulfill, each with the reason."""
    found = {}
    for document in documents:
        if sentences := [sentence for _, sentence in unsupported_requests(document, ruleset)]:
            found[document["kind"], document["slug"]] = reduce(_joined_sentences, sentences)
    return found


def _joined_sentences(first: Phrase, then: Phrase) -> Phrase:
    return phrase("{first} {then}", first=first, then=then)
