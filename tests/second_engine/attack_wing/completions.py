"""Completions of documents: versions without unknown facts."""

import itertools
from collections.abc import Iterator
from typing import Any

from tests.second_engine.attack_wing.fact_domains import ICONS, FactDomains
from tests.second_engine.possible_worlds import HIDDEN_FACT
from tests.second_engine.world_generator import Document

#: Maximum number of completions that are tried.
MAX_COMPLETIONS = 400

#: Enough slots for everything that one of the legions has on a creature.
HIGH_NUMBER = 6

#: Facts that no rule for building a legion reads.
UNJUDGED_FACTS = {
    "text",
    "range",
    "arc",
    "attack",
    "agility",
    "health",
    "armor",
    "actions",
    "weapons",
    "copies",
    "flips",
}


def open_facts(card: Document) -> list[str]:
    """Return the unknown facts of a card that rules may ask for, by pointer."""
    found = [f"/{key}" for key, value in card.items() if value is None and key not in UNJUDGED_FACTS]
    found += [f"/costs/{count}" for count, cost in (card.get("costs") or {}).items() if cost is None]
    return found + ([HIDDEN_FACT] if card.get("troop", False) is None or card.get("costs", {}) is None else [])


def values(card: Document, fact: str, guesses: FactDomains) -> list[Any]:
    """Return the possible values of an unknown fact."""
    if fact == "/slots":
        return [[], *([icon] for icon in ICONS), [icon for icon in ICONS for _ in range(HIGH_NUMBER)]]
    if fact == "/grants":
        return [
            [],
            *([{"slot": icon, "count": HIGH_NUMBER} for icon in some] for some in (ICONS, ICONS[:3], ICONS[3:])),
        ]
    return ["unused"] if fact == "/costs" else guesses((card["slug"], fact))


def completed(card: Document, facts: dict[str, Any]) -> Document:
    """Return a card with these facts; a troop of entirely unknown cost gets one cost for all sizes."""
    assumed = {fact.strip("/"): value for fact, value in facts.items() if fact != HIDDEN_FACT and "/" not in fact[1:]}
    whole = {**card, **assumed}
    if whole.get("troop") and HIDDEN_FACT in facts:
        whole["costs"] = dict.fromkeys("23456", facts[HIDDEN_FACT])
    elif card.get("costs"):
        whole["costs"] = {count: facts.get(f"/costs/{count}", cost) for count, cost in card["costs"].items()}
    return whole


def completions(cards: list[Document], form: Document, house: list[Document]) -> Iterator[list[Document]]:
    """Yield every way to fill in the unknown facts of some cards; nothing if there are too many."""
    guesses = FactDomains(cards, [form, *house])
    domain = [(card["slug"], fact, values(card, fact, guesses)) for card in cards for fact in open_facts(card)]
    number = 1
    for _, _, some in domain:
        number *= len(some)
    if not 1 < number <= MAX_COMPLETIONS:
        return
    for chosen in itertools.product(*(some for _, _, some in domain)):
        facts: dict[str, dict[str, Any]] = {}
        for (slug, fact, _), value in zip(domain, chosen, strict=True):
            facts.setdefault(slug, {})[fact] = value
        yield [completed(card, facts.get(card["slug"], {})) for card in cards]
