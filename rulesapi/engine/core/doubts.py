"""Doubtful facts: those of which a source says why they may be wrong.

Rules read them like any other fact. A verdict that is sure, and would not be if they were not known, says so in a
remark: see `evaluation.judge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from rulesapi.engine.core.library import Library, RuleBits, trigger_index
from rulesapi.engine.core.remarks import DOUBTFUL_FACT, Remark
from rulesapi.engine.values.model import Card, UnknownFact


def without_doubtful_facts(library: Library, slugs: Iterable[str]) -> Library:
    """The library with these cards as they are where nothing is known that is in doubt, and what they rouse then."""
    changed: dict[str, Card] = {}
    roused: dict[Card, RuleBits] = {}
    for slug in slugs:
        card = library.cards[slug]
        if card not in library.without_doubts:
            document = library.documents[card.slug]
            plain = library.ruleset.card({**document, **dict.fromkeys(library.doubts[slug])})
            library.without_doubts[card] = plain, trigger_index(library.ruleset, (plain,))["triggers"][plain]
        plain, rules = library.without_doubts[card]
        roused[plain] = rules
        names = (card.slug, *library.documents[card.slug].get("formerly", ()))
        changed |= {name: plain for name in names if library.cards.get(name) is card}
    # A read-only view of a dictionary is copied ten times as fast by its own operator as key by key.
    cards = cast("dict[str, Card]", library.cards) | changed
    return replace(library, cards=cards, triggers=cast("dict[Card, RuleBits]", library.triggers) | roused)


def doubt_remarks(library: Library, unknown: Sequence[UnknownFact]) -> tuple[Remark, ...]:
    """What is said of facts that would decide if they were not known, of those of them that are in doubt."""
    code = f"{library.game}/{DOUBTFUL_FACT}"
    found = []
    for one in unknown:
        name = one.fact[1:].partition("/")[0]
        if doubt := library.doubts.get(one.card, {}).get(name):
            title, wanted = library.cards[one.card].title, name.replace("_", " ")
            facts = {"card": title, "slug": one.card, "fact": f"/{name}", "wanted": wanted, "doubt": doubt}
            found.append(Remark(code, one.at, facts))
    return tuple(found)
