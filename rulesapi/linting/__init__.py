"""What looks wrong with the cards of a game, for who keeps them.

A remark is a question to a curator and changes nothing: the card may be just so. An `error` is a card that does not
work by the catalog as it stands, a `warning` one that somebody should look at. Retired cards are left alone, and a fact
that is not known never gives a remark.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from ..engine.ruleset import Library
from . import equipping, limits, naming, rules, worse
from .shelf import Remark, Shelf

__all__ = ["CODES", "Remark", "lint"]

CHECKS: Mapping[str, Callable[[Shelf], Iterable[Remark]]] = MappingProxyType(
    {
        "restriction-excludes-everything": equipping.restrictions,
        "nobody-can-equip": equipping.bearers,
        "strictly-worse": worse.dominated,
        "limit-cannot-bite": limits.toothless,
        "names-nearly-collide": naming.collisions,
        "unfit-rule": rules.misfits,
        "rulings-disagree": rules.contradictions,
    }
)
"""The checks by the code of their remarks."""

CODES = tuple(CHECKS)


def lint(library: Library, cards: Iterable[Mapping[str, Any]], *, only: str | None = None) -> list[Remark]:
    """The remarks on the cards of a library, of which `cards` are the documents; on one card alone with `only`.

    They are sorted: errors first, then by card and by code.
    """
    shelf = Shelf.of(library, cards, only)
    found = [remark for check in CHECKS.values() for remark in check(shelf)]
    return sorted(found, key=lambda remark: (remark.level, remark.card, remark.code, remark.sentence))
