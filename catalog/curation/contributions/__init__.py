"""Contributions: facts that players offer to the curators from the cards in their hands.

An offer changes nothing in the catalog (`submission`). A curator decides about it fact by fact; accepted facts go into
the draft of the card (`review`). If an offered value differs from the catalog's, both can be kept as a dispute
(`disputes`) until a curator rules (`dispute_resolution`). Values on which two accounts agree can be accepted for a
whole set at once (`agreement`), and offers from one shelf as one changeset (`batches`). `quotas` limits the number of
offers per user.
"""

from catalog.curation.contributions.agreement import (
    AGREED_SOURCE,
    AgreedFact,
    accept_agreed,
    agreed_count,
    agreed_facts,
    agreement_token,
    agreements_by_set,
    facts_offered_by_others,
)
from catalog.curation.contributions.batches import accept_batch, batch_contributions, batch_token, open_batches
from catalog.curation.contributions.dispute_resolution import resolve
from catalog.curation.contributions.disputes import dispute_token, disputes_about_same_fact, disputes_of, open_disputes
from catalog.curation.contributions.photos import photo_of
from catalog.curation.contributions.quotas import ContributionRefused, accepted_count, paused_until, quota_of
from catalog.curation.contributions.review import (
    ContributionChanged,
    UndoResult,
    answer_curator,
    ask_contributor,
    credited_users,
    decide,
    source_of,
    undo_all,
)
from catalog.curation.contributions.submission import (
    PRINTED_CARD,
    Origin,
    SheetOffer,
    open_contributions,
    submit,
    submit_batch,
    submit_sheet,
    withdraw,
    withdraw_all,
    withdraw_by_id,
)

__all__ = [
    "AGREED_SOURCE",
    "PRINTED_CARD",
    "AgreedFact",
    "ContributionChanged",
    "ContributionRefused",
    "Origin",
    "SheetOffer",
    "UndoResult",
    "accept_agreed",
    "accept_batch",
    "accepted_count",
    "agreed_count",
    "agreed_facts",
    "agreement_token",
    "agreements_by_set",
    "answer_curator",
    "ask_contributor",
    "batch_contributions",
    "batch_token",
    "credited_users",
    "decide",
    "dispute_token",
    "disputes_about_same_fact",
    "disputes_of",
    "facts_offered_by_others",
    "open_batches",
    "open_contributions",
    "open_disputes",
    "paused_until",
    "photo_of",
    "quota_of",
    "resolve",
    "source_of",
    "submit",
    "submit_batch",
    "submit_sheet",
    "undo_all",
    "withdraw",
    "withdraw_all",
    "withdraw_by_id",
]
