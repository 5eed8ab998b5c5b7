"""Rules that the document of a game switches on: the number of cards of a kind, copies of one card, unique names.

The checks, the texts and the hints are shared by all games; which of the rules a game has, for which kinds of card and
with which numbers, is in its document. Each row is a rule of its own, so that formats and house rules can change it
alone: `stone-count`, `stone-copies`, `stone-unique-names`. It cites the source of its row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.common_rules import RuleOutput
from rulesapi.engine.core.lacks import ListInProgress, lacking_cards
from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.rule_hints import Remedy, RuleHints, facts, no_facts
from rulesapi.engine.core.rules import Rule, RuleCheck, RuleLibrary
from rulesapi.engine.core.solver_bounds import CopiesBound, DeckSizeBound
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Card, Citation, Document, Finding, RuleBreach
from rulesapi.engine.values.names import sorted_pointers

COUNTS, COPIES, UNIQUE_NAMES = "card_counts", "card_copies", "unique_names"
FIELDS = (COUNTS, COPIES, UNIQUE_NAMES)
"""The fields of a game's document that switch rules on, each a list of rows with a `kind`."""

COUNT_MESSAGES = (
    "The list has {count} {count:card|cards} of the kind {kind!k}. It needs at least {least}.",
    "The list has no card of the kind {kind!k}. It needs at least {least}.",
    "The list has {count} cards of the kind {kind!k}. At most {most} {most:is|are} allowed.",
)
COPIES_MESSAGES = ("The list has {card} {copies} times. At most {most} {most:is|are} allowed.",)
UNIQUE_MESSAGES = ("{name} is unique, but the list has it {copies} times.",)
LACKING_MESSAGE = "add {short} {short:card|cards} of the kind {kind!k}"


def document_rules(game: Document) -> Iterator[tuple[Rule, RuleHints]]:
    """Yield each rule that a game's document switches on, with its hints."""
    makers = {COUNTS: _count_rule, COPIES: _copies_rule, UNIQUE_NAMES: _unique_names_rule}
    for field, make in makers.items():
        for number, row in enumerate(game.get(field, ())):
            yield make(game["slug"], row, _citation(game["sources"], field, number))


def messages_of(code: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the message templates of a rule by its code, and those of its lacks; both are empty for other rules.

    They do not depend on the numbers of a game, so that a finding can be translated without its document.
    """
    reason = code.rpartition("/")[2]
    for ending, messages in _MESSAGES_BY_ENDING.items():
        if reason.endswith(ending):
            return messages
    return (), ()


def all_messages() -> Iterator[str]:
    """Yield every message template of the rules that documents switch on."""
    for of_findings, of_lacks in _MESSAGES_BY_ENDING.values():
        yield from (*of_findings, *of_lacks)


_MESSAGES_BY_ENDING: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "-count": (COUNT_MESSAGES, (LACKING_MESSAGE,)),
    "-copies": (COPIES_MESSAGES, ()),
    "-unique-names": (UNIQUE_MESSAGES, ()),
}


def _citation(sources: Mapping[str, Document], field: str, number: int) -> Citation:
    """Return the citation of a row: its own source, or that of its field or of the whole document."""
    pointers = (f"/{field}/{number}", f"/{field}", "")
    source = next((sources[pointer] for pointer in pointers if pointer in sources), None)
    if source is None:
        return Citation("Muster catalog")
    return Citation(source["source"], source.get("page"), at=source.get("at"))


def _of_kind(kind: str) -> Callable[[Card], bool]:
    return lambda card: card.kind == kind


def _count_rule(game: str, row: Document, cite: Citation) -> tuple[Rule, RuleHints]:
    kind, least, most = row["kind"], row.get("at_least", 0), row.get("at_most")
    counts = _of_kind(kind)

    def can_add(finding: Finding, in_progress: ListInProgress) -> bool:
        return "short" in finding.facts and in_progress.can_add(counts)

    rule = Rule(
        f"{game}/{kind}-count",
        phrase("Number of cards: {kind!k}", kind=kind),
        _count_text(kind, least, most),
        cite,
        _count_check(kind, least, most),
        COUNT_MESSAGES,
        lacking=(lacking_cards(can_add, LACKING_MESSAGE),),
    )
    bound = DeckSizeBound(counts, least, most)
    return rule, RuleHints(relevant_cards=counts, remedy=Remedy.CARDS, bound=bound, facts_in=no_facts)


def _count_text(kind: str, least: int, most: int | None) -> Phrase:
    if most is None:
        return phrase("A list has at least {least} {least:card|cards} of the kind {kind!k}.", kind=kind, least=least)
    if not least:
        return phrase("A list has at most {most} {most:card|cards} of the kind {kind!k}.", kind=kind, most=most)
    if least == most:
        return phrase("A list has exactly {most} {most:card|cards} of the kind {kind!k}.", kind=kind, most=most)
    return phrase("A list has {least} to {most} cards of the kind {kind!k}.", kind=kind, least=least, most=most)


def _count_check(kind: str, least: int, most: int | None) -> RuleCheck:
    def check(legion: Legion, library: RuleLibrary) -> RuleOutput:
        for part in legion.parts:
            counted = [one for one in part.standing if one.card.kind == kind]
            count = sum(one.copies for one in counted)
            if count < least:
                short = {"kind": kind, "count": count, "least": least, "short": least - count}
                yield RuleBreach((f"{part.at}/picks",), short)
            elif most is not None and count > most:
                places = sorted_pointers(one.at for one in counted)
                yield RuleBreach(places, {"kind": kind, "count": count, "most": most})

    return check


def _copies_rule(game: str, row: Document, cite: Citation) -> tuple[Rule, RuleHints]:
    kind, most = row["kind"], row["at_most"]
    counts = _of_kind(kind)

    def check(legion: Legion, library: RuleLibrary) -> RuleOutput:
        for part in legion.parts:
            yield from common_rules.copies_over([one for one in part.standing if counts(one.card)], most, "card")

    text = phrase(
        "A list has at most {most} {most:copy|copies} of one card of the kind {kind!k}.", kind=kind, most=most
    )
    title = phrase("Copies of a card: {kind!k}", kind=kind)
    rule = Rule(f"{game}/{kind}-copies", title, text, cite, check, COPIES_MESSAGES)
    return rule, RuleHints(relevant_cards=counts, bound=CopiesBound(counts, most), facts_in=facts("name"))


def _unique_names_rule(game: str, row: Document, cite: Citation) -> tuple[Rule, RuleHints]:
    kind = row["kind"]

    def may_be_unique(card: Card) -> bool:
        return card.kind == kind and common_rules.may_be_unique(card)

    def check(legion: Legion, library: RuleLibrary) -> RuleOutput:
        for part in legion.parts:
            yield from common_rules.repeated_unique_names([one for one in part.standing if one.card.kind == kind])

    text = phrase("A unique name of the kind {kind!k} is in a list only once.", kind=kind)
    title = phrase("Unique names: {kind!k}", kind=kind)
    rule = Rule(f"{game}/{kind}-unique-names", title, text, cite, check, UNIQUE_MESSAGES)
    return rule, RuleHints(relevant_cards=may_be_unique, triggered_by=may_be_unique, facts_in=facts("unique", "name"))
