"""What players offer to the curators: facts of cards, from the cards in their hands.

An offer changes nothing in the catalog (`submission`). A curator decides about it fact by fact, and what is accepted
goes into the draft of its card (`review`). Where it says otherwise than the catalog, both can stand side by side
(`disputes`) until a curator rules (`dispute_resolution`). How much anybody may offer is in `quotas`.
"""

from .dispute_resolution import resolve
from .disputes import dispute_token, disputes_about_same_fact, disputes_of, open_disputes
from .quotas import ContributionRefused, accepted_count, paused_until, quota_of
from .review import (
    ContributionChanged,
    UndoResult,
    answer_curator,
    ask_contributor,
    credited_users,
    decide,
    source_of,
    undo_all,
)
from .submission import PRINTED_CARD, Origin, open_contributions, submit, withdraw, withdraw_all, withdraw_by_id

__all__ = [
    "PRINTED_CARD",
    "ContributionChanged",
    "ContributionRefused",
    "Origin",
    "UndoResult",
    "accepted_count",
    "answer_curator",
    "ask_contributor",
    "credited_users",
    "decide",
    "dispute_token",
    "disputes_about_same_fact",
    "disputes_of",
    "open_contributions",
    "open_disputes",
    "paused_until",
    "quota_of",
    "resolve",
    "source_of",
    "submit",
    "undo_all",
    "withdraw",
    "withdraw_all",
    "withdraw_by_id",
]
