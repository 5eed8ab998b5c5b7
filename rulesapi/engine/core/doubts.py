"""Doubtful facts: facts whose source says why they may be wrong.

Rules read them like any other fact. If a sure verdict would not be sure without them, a remark says so: see
`evaluation.judge`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.remarks import DOUBTFUL_FACT, Remark
from rulesapi.engine.values.model import UnknownFact


def without_doubtful_facts(library: Library) -> Library:
    """Return the library in which doubtful facts are unknown; it is built on first use."""
    if not library.without_doubts:
        library.without_doubts.append(library.with_cards(library.cards_without_doubts))
    return library.without_doubts[0]


def doubt_remarks(library: Library, unknown: Sequence[UnknownFact]) -> tuple[Remark, ...]:
    """Return remarks about the deciding facts that are in doubt."""
    code = f"{library.game}/{DOUBTFUL_FACT}"
    found = []
    for one in unknown:
        doubts, name = library.doubts.get(one.card, {}), one.fact[1:].partition("/")[0]
        part = library.ruleset.partial_facts.get(name, name)
        name = part if part in doubts else name
        if doubt := doubts.get(name):
            title, wanted = library.cards[one.card].title, name.replace("_", " ")
            facts = {"card": title, "slug": one.card, "fact": f"/{name}", "wanted": wanted, "doubt": doubt}
            found.append(Remark(code, one.at, facts))
    return tuple(found)
