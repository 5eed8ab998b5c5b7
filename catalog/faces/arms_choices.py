"""The parts of a coat of arms that depend on the facts of a card, chosen by the module of its game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bearing:
    """The parts of a coat of arms that are chosen by the facts of a card.

    `tincture` and the optional `second` are keys of `coats_of_arms.TINCTURES`, `outline` is a key of
    `coats_of_arms.OUTLINES`. Cards of one `family` have the same division of the field. `charge` is the figure,
    `device` the mark on it. Arms of a card with unknown facts (`known`) are hatched. A `unique` card has a gold border.
    """

    tincture: str
    outline: str
    family: str
    charge: str
    second: str | None = None
    device: str | None = None
    known: bool = True
    unique: bool = False
