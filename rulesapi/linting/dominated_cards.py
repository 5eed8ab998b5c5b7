"""Cards dominated by another card: it is at least as good in everything and better in something.

Card text is compared as far as a program can: an upgrade is only compared with one that has all of its sentences.
Creatures are compared by printed numbers and icons; their text may compensate, so the remark names the facts compared.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any

from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Card, Creature
from rulesapi.linting.context import Document, LintContext, LintMessage

NUMBERS = {
    "level": phrase("level"),
    "attack": phrase("attack"),
    "agility": phrase("agility"),
    "health": phrase("health"),
    "armor": phrase("armor"),
}
COST = phrase("its cost")
NOT_UNIQUE = phrase("not being unique")
FITS = phrase("the slots it fits")
LEVEL = phrase("the level it needs")
RESTRICTIONS = phrase("its restrictions")
EXCLUDED = phrase("what it excludes")
PENALTIES = phrase("its penalties")
LIMITS = phrase("its limits")
PRICE_FOR_EACH = phrase("its price for each")
GRANTS = phrase("the slots it gives")
EXEMPTIONS = phrase("its exemptions")
SLOTS = phrase("its slots")
ACTIONS = phrase("its actions")
ENERGY = phrase("its energy types")
WEAPONS = phrase("its weapons")
"""Reasons why the dominating card is better, translated once, since every pair of cards is compared."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def dominated_cards(context: LintContext) -> Iterator[LintMessage]:
    """Yield a remark for each card that is dominated by another."""
    for kind, compare, say in ((Upgrade, _upgrade_gains, _worse_upgrade), (Creature, _creature_gains, _worse_creature)):
        cards = [card for card in context.cards if isinstance(card, kind)]
        for card, other in permutations(cards, 2):
            if context.is_wanted(card) and card.kind == other.kind:
                better = compare(card, other, context.documents[card.slug], context.documents[other.slug])
                if better:
                    yield LintMessage("strictly-worse", "warning", card.slug, say(card, other, better))


def _worse_upgrade(card: Card, rival: Card, better: list[Phrase]) -> Phrase:
    return phrase(
        "{card} is worse than {other}, which does the same on no fewer creatures and is better in {better}.",
        card=card.title,
        other=rival.title,
        better=better,
    )


def _worse_creature(card: Card, rival: Card, better: list[Phrase]) -> Phrase:
    return phrase(
        "{card} is worse than {other}, which has no smaller number, slot, action or weapon printed and is better in "
        "{better}.",
        card=card.title,
        other=rival.title,
        better=better,
    )


# Each comparison has the name of the reason, whether the rival is no worse, and whether it is better.
_Compared = tuple[Phrase, bool, bool]


def _better(compared: Iterable[_Compared]) -> list[Phrase]:
    """Return the reasons why the rival is better; empty if it is worse in anything."""
    better = []
    for name, no_worse, is_better in compared:
        if not no_worse:
            return []
        if is_better:
            better.append(name)
    return better


def _upgrade_gains(card: Any, rival: Any, document: Document, rival_document: Document) -> list[Phrase]:
    facts = ("energy", "range", "arc")
    if None in (card.cost, rival.cost, card.unique, rival.unique, card.minimum_level, rival.minimum_level):
        return []
    if any(document.get(fact) != rival_document.get(fact) or document.get(fact, ()) is None for fact in facts):
        return []
    if not card.slot_known or not rival.slot_known or not _says_the_same(document, rival_document):
        return []
    return _better(_upgrade_compared(card, rival, document, rival_document))


def _upgrade_compared(
    card: Upgrade, rival: Upgrade, document: Document, rival_document: Document
) -> Iterator[_Compared]:
    assert card.cost is not None and rival.cost is not None
    yield COST, rival.cost <= card.cost, rival.cost < card.cost
    yield NOT_UNIQUE, bool(card.unique) or not rival.unique, bool(card.unique) and not rival.unique
    yield FITS, card.icons <= rival.icons, card.icons < rival.icons
    level, needed = card.minimum_level or 0, rival.minimum_level or 0
    yield LEVEL, needed <= level, needed < level
    for field, name in (
        ("requires", RESTRICTIONS),
        ("excludes", EXCLUDED),
        ("penalties", PENALTIES),
        ("limits", LIMITS),
    ):
        yield _fewer(name, _row_texts(document, field), _row_texts(rival_document, field))
    each, price = document.get("cost_each"), rival_document.get("cost_each")
    yield PRICE_FOR_EACH, price in (None, each), price is None and each is not None
    yield _more(GRANTS, card.grants, rival.grants)
    yield _more(EXEMPTIONS, _counted(card.exempt), _counted(rival.exempt))


def _creature_gains(card: Any, rival: Any, document: Document, rival_document: Document) -> list[Phrase]:
    """Return the reasons why the rival creature is better; empty if a fact is unknown or missing in this game."""
    same = ("alignment", "movement", "troop")
    if any(document.get(fact) is None or document[fact] != rival_document.get(fact) for fact in same):
        return []
    fields = (*NUMBERS, "cost", "unique", "slots", "actions", "weapons", "energy")
    if any(one.get(fact) is None for one in (document, rival_document) for fact in fields):
        return []
    return _better(_creature_compared(card, rival, document, rival_document))


def _creature_compared(
    card: Creature, rival: Creature, document: Document, rival_document: Document
) -> Iterator[_Compared]:
    cost, price = _price(document), _price(rival_document)
    comparable = cost.keys() == price.keys()
    yield COST, comparable and all(price[key] <= cost[key] for key in cost), comparable and price != cost
    yield NOT_UNIQUE, bool(card.unique) or not rival.unique, bool(card.unique) and not rival.unique
    for name, label in NUMBERS.items():
        yield label, rival_document[name] >= document[name], rival_document[name] > document[name]
    yield _more(SLOTS, card.banner, rival.banner)
    yield _more(ACTIONS, _counted(document["actions"]), _counted(rival_document["actions"]))
    yield _more(ENERGY, _counted(document["energy"]), _counted(rival_document["energy"]))
    reaches = all(any(_reaches(one, weapon) for one in rival_document["weapons"]) for weapon in document["weapons"])
    yield WEAPONS, reaches, len(rival_document["weapons"]) > len(document["weapons"])


def _price(document: Document) -> dict[str, float]:
    """Return the costs of a creature by number of soldiers; an unknown cost counts as infinite."""
    tokens = {"1": document["cost"], **(document.get("costs") or {})}
    return {soldiers: float("inf") if cost is None else cost for soldiers, cost in tokens.items()}


def _reaches(weapon: Mapping[str, Any], rival_weapon: Mapping[str, Any]) -> bool:
    """Return whether a weapon is at least as good as another in range, arc and kind."""
    if weapon["range"] is None or rival_weapon["range"] is None or weapon["melee"] != rival_weapon["melee"]:
        return False
    return bool(weapon["arc"] in (rival_weapon["arc"], "any") and weapon["range"] >= rival_weapon["range"])


def _says_the_same(document: Document, rival_document: Document) -> bool:
    """Return whether each sentence of a card is also on the rival."""
    text, other = document.get("text"), rival_document.get("text")
    if not text or not other:
        return False
    return set(_SENTENCE.split(text)) <= set(_SENTENCE.split(other))


def _row_texts(document: Document, field: str) -> set[str] | None:
    rows = document.get(field, ())
    return None if rows is None else {repr(row) for row in rows}


def _fewer(name: Phrase, mine: set[str] | None, others: set[str] | None) -> _Compared:
    """Return the comparison of two sets, of which the smaller one is better."""
    if mine is None or others is None:
        return name, False, False
    return name, others <= mine, others < mine


def _counted(values: Iterable[str] | None) -> Mapping[str, int] | None:
    return None if values is None else Counter(values)


def _more(name: Phrase, mine: Mapping[str, int] | None, others: Mapping[str, int] | None) -> _Compared:
    """Return the comparison of two counts, of which the larger one is better."""
    if mine is None or others is None:
        return name, False, False
    no_worse = all(others.get(key, 0) >= number for key, number in mine.items())
    return name, no_worse, no_worse and sum(others.values()) > sum(mine.values())
