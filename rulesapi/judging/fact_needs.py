"""The readers of each fact: the rules of lists that depend on it, the lists that wait for it, and questions of play.

Nothing is declared here: rules name the facts that they need in verdicts, and the schema of a situation has the facts
that its question takes from a card.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from catalog.documents import schema_path
from catalog.documents.card_facts import reportable_facts
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import listed_slugs
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.values.model import CannotJudge, Card, Document

NAME = "name"
"""The reportable fact that identifies a card: a card without it is not another card with fewer facts."""
KNOWN_PARTS = ("factions_include", "fielded")
"""The facts that replace unknown ones in verdicts."""

FactKey = tuple[str, str]
"""A kind of card and a fact of it."""


@dataclass(frozen=True, slots=True)
class FactNeed:
    """The need for a fact: the codes of the rules that depend on it, and the number of lists that do.

    `lists` would be undetermined if no fact of their cards were known, `waiting` are undetermined now; each of them
    because of this fact, among others.
    """

    rules: frozenset[str] = frozenset()
    lists: int = 0
    waiting: int = 0


def needs_of_lists(library: Library, legions: Iterable[Document]) -> dict[FactKey, FactNeed]:
    """Return the need of these lists for each fact of a kind of card. Lists that cannot be judged are left out."""
    found: dict[FactKey, FactNeed] = {}
    for legion in legions:
        try:
            now = _needed_facts(library, legion)
            then = _needed_facts(library.with_cards(_cards_without_facts(library, legion)), legion)
        except CannotJudge:
            continue
        for key in now.keys() | then.keys():
            before = found.get(key, FactNeed())
            found[key] = FactNeed(
                before.rules | now.get(key, frozenset()) | then.get(key, frozenset()),
                before.lists + 1,
                before.waiting + (key in now),
            )
    return found


def _needed_facts(library: Library, legion: Document) -> dict[FactKey, frozenset[str]]:
    """Return the facts that would decide the verdict on a list, each with the codes of the rules that need it."""
    found: dict[FactKey, frozenset[str]] = {}
    for unknown in judge(library, legion).as_document()["unknown"]:
        if unknown["card"] in library.cards:
            kind = library.documents[library.cards[unknown["card"]].slug]["kind"]
            key = kind, unknown["fact"].split("/")[1]
            found[key] = found.get(key, frozenset()) | frozenset(unknown["needed_by"])
    return found


def _cards_without_facts(library: Library, legion: Document) -> dict[Card, Card]:
    """Return the cards of a list, each as it would be if all its facts but the name were unknown."""
    cards = {library.cards[slug] for slug in listed_slugs(legion) if slug in library.cards}
    return {card: library.ruleset.card(_without_facts(library.documents[card.slug])) for card in cards}


def _without_facts(document: Document) -> dict[str, Any]:
    unknown = {fact for fact in reportable_facts(schema_path(dict(document))) if fact != NAME}
    return {key: None if key in unknown else value for key, value in document.items() if key not in KNOWN_PARTS}


def questions_with_fact(game: str, kind: str) -> dict[str, int]:
    """Return the number of questions of play that take a fact from cards of this kind, by fact.

    Empty for a game without questions, and for a kind of card that no situation names.
    """
    try:
        ruleset = find_play_ruleset(game)
    except LookupError:
        return {}
    reportable = reportable_facts(f"{game}/{kind}.schema.json")
    found: dict[str, int] = {}
    for question in ruleset.questions.values():
        parts = (part for part in question.parts().values() if kind in part.kinds)
        facts = {fact for part in parts for fact in part.inputs if fact in reportable and fact != NAME}
        for fact in facts:
            found[fact] = found.get(fact, 0) + 1
    return found
