"""Choices that the facts of a card make of its coat of arms, game by game; `coats_of_arms` draws it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bearing:
    """What the facts of a card choose of its arms; the module of its game says it.

    `tincture`, and `second` if there is one, are words of `arms.TINCTURES`, `outline` is one of `arms.OUTLINES`. Cards
    of one `family` have the same division of the field. `charge` is the figure, `device` the mark written on it. Arms
    of a card whose facts are not `known` are hatched; a `unique` one has a gold border.
    """

    tincture: str
    outline: str
    family: str
    charge: str
    second: str | None = None
    device: str | None = None
    known: bool = True
    unique: bool = False
