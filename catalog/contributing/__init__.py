"""What players offer to the curators: facts of cards, from the cards in their hands.

An offer changes nothing in the catalog (`offering`). A curator decides about it fact by fact, and what is accepted goes
into the draft of its card (`reviewing`). Where it says otherwise than the catalog, both can stand side by side
(`disputing`) until a curator rules (`ruling`). How much anybody may offer stands in `limits`.
"""

from .disputing import disputes_of, mark, open_disputes, siblings
from .limits import Refused, accepted_of, limit_of, paused_until
from .offering import PRINTED_CARD, Origin, offer, standing, take_back, withdraw, withdraw_all
from .reviewing import Moved, Undone, answer, ask, decide, source_of, thanked, undo_all
from .ruling import rule

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
    "disputes_of",
    "limit_of",
    "mark",
    "offer",
    "open_disputes",
    "paused_until",
    "rule",
    "siblings",
    "source_of",
    "standing",
    "take_back",
    "thanked",
    "undo_all",
    "withdraw",
    "withdraw_all",
]
