"""What players offer to the curators: facts of cards, from the cards in their hands.

An offer changes nothing in the catalog (`offering`). A curator decides about it fact by fact, and what is accepted goes
into the draft of its card (`reviewing`). How much anybody may offer stands in `limits`.
"""

from .limits import Refused, accepted_of, limit_of, paused_until
from .offering import PRINTED_CARD, Origin, offer, standing, take_back, withdraw, withdraw_all
from .reviewing import Moved, Undone, answer, ask, decide, source_of, thanked, undo_all

__all__ = [
    "PRINTED_CARD",
    "Moved",
    "Origin",
    "Refused",
    "Undone",
    "accepted_of",
    "answer",
    "ask",
    "decide",
    "limit_of",
    "offer",
    "paused_until",
    "source_of",
    "standing",
    "take_back",
    "thanked",
    "undo_all",
    "withdraw",
    "withdraw_all",
]
