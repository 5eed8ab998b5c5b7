"""The likely outcome of an undetermined legion: its verdict unless a card lifts a rule by an unseen text.

Some facts are texts with which a card lifts a rule for itself or others; most cards have none (`Ruleset.waiver_facts`).
If every list without such a text is illegal, the verdict stays undetermined and says so, with the cards that could
change it. Nothing else is called likely: no number, no name and no reading of the rulebook is more probable than
another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.rulings import CARD_FIELDS
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Card, Finding, UnknownFact, VerdictOutcome, value_object

MAX_NAMED = 3
"""Maximum number of cards that the message names; for more it gives their number and names one."""


@value_object
class LikelyOutcome:
    """The likely outcome of a legion. It may be legal after all if one of the facts `unless` lifts a rule.

    `findings` are the errors of that outcome, each by a rule that only such a text could lift.
    """

    verdict: VerdictOutcome
    unless: tuple[UnknownFact, ...]
    findings: tuple[Finding, ...]
    message: Phrase

    def as_document(self) -> dict[str, Any]:
        """Return the outcome as the verdict's document has it."""
        return {
            "verdict": self.verdict,
            "unless": [{"card": one.card, "fact": one.fact, "at": list(one.at)} for one in self.unless],
            "message": self.message,
            "findings": [finding.as_document() for finding in self.findings],
        }


def unseen_waivers(library: Library, unknown: Sequence[UnknownFact]) -> list[UnknownFact]:
    """Return the deciding facts that are texts that may lift a rule."""
    waivers = library.ruleset.waiver_facts
    return [one for one in unknown if one.fact[1:] in waivers] if waivers else []


def cards_without_unseen_waivers(library: Library, unknown: Sequence[UnknownFact]) -> dict[Card, Card]:
    """Return the cards of these facts, each with its version in which no unseen text lifts a rule."""
    plain: dict[Card, Card] = {}
    for slug in {one.card for one in unknown}:
        card = library.cards[slug]
        if card not in library.without_waivers:
            library.without_waivers[card] = _without_waivers(library, slug)
        plain[card] = library.without_waivers[card]
    return plain


def with_looked_up_cards(library: Library, new: Mapping[Card, Card]) -> Library:
    """Return the library with some cards replaced, if rules of its game look up cards outside the picks."""
    if not library.ruleset.fields and CARD_FIELDS.isdisjoint(library.ruleset.pick_fields):
        return library
    names = ((card, (card.slug, *library.documents[card.slug].get("formerly", ()))) for card in new)
    changed = {name: new[card] for card, slugs in names for name in slugs if library.cards.get(name) is card}
    return replace(library, cards={**library.cards, **changed})


def _without_waivers(library: Library, slug: str) -> Card:
    document = library.documents[slug]
    waivers = library.ruleset.waiver_facts
    plain = {fact: value for fact, value in waivers.items() if fact in document and document[fact] is None}
    return library.ruleset.card({**document, **plain})


def likely_illegal(
    library: Library, unknown: Sequence[UnknownFact], findings: Sequence[tuple[Finding, Rule]]
) -> LikelyOutcome | None:
    """Return the outcome of findings that hold unless a fact of `unknown` lifts their rule; None if there are none.

    For the legion to be legal each finding has to be lifted. The finding with the fewest facts that could lift it is
    named.
    """
    lifting = [facts for finding, rule in findings if (facts := _facts_of(library, unknown, finding, rule))]
    if not lifting:
        return None
    unless = min(lifting, key=len)
    titles = list(dict.fromkeys(library.cards[one.card].title for one in unless))
    return LikelyOutcome("illegal", unless, tuple(finding for finding, _ in findings), _message(titles))


def _facts_of(
    library: Library, unknown: Sequence[UnknownFact], finding: Finding, rule: Rule
) -> tuple[UnknownFact, ...]:
    """Return the facts that could lift a finding: those that its rule needs.

    For a rule that checks each creature alone, only facts at the creature of the finding count.
    """
    asked = [one for one in unknown if rule.code in one.needed_by]
    if library.ruleset.hints_for(rule).per_creature:
        creatures = {_pick(at) for at in finding.at}
        here = [(one, tuple(at for at in one.at if _pick(at) in creatures)) for one in asked]
        asked = [UnknownFact(one.card, one.fact, at, one.needed_by) for one, at in here if at]
    return tuple(asked)


def _pick(pointer: str) -> str:
    before, picks, rest = pointer.partition("/picks/")
    return f"{before}{picks}{rest.partition('/')[0]}"


def _message(titles: Sequence[str]) -> Phrase:
    if len(titles) <= MAX_NAMED:
        return phrase("Illegal, unless the card of {cards:or} says otherwise.", cards=titles)
    return phrase(
        "Illegal, unless one of {number} cards says otherwise, for example that of {first}.",
        number=len(titles),
        first=titles[0],
    )
