"""Four eyes for single facts: somebody else than who wrote or offered a fact holds it against the card, and says so.

A check is of one value of one fact (`catalog.models.Confirmation`). What stands of a card is told by `standing`, who
may not check what by `hands`; checks are made and taken back in `checking`, and counted by game and set in `progress`.
"""

from catalog.models.confirmations import digest_of

from .checking import NotYours, confirm, may_confirm, take_back
from .hands import writers
from .naming import Named, named, names_of
from .progress import CardCount, Part, progress
from .standing import Checked, checked, facts_of, is_confirmed

__all__ = [
    "CardCount",
    "Checked",
    "Named",
    "NotYours",
    "Part",
    "checked",
    "confirm",
    "digest_of",
    "facts_of",
    "is_confirmed",
    "may_confirm",
    "named",
    "names_of",
    "progress",
    "take_back",
    "writers",
]
