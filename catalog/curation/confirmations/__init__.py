"""Four eyes for single facts: somebody else than who wrote or offered a fact checks it on the card, and says so.

A confirmation is of one value of one fact (`catalog.models.Confirmation`). `fact_status` says what is confirmed of a
card, `fact_authors` who may not confirm what; `actions` makes confirmations and takes them back, `coverage` counts
them by game and set.
"""

from catalog.curation.confirmations.actions import ConfirmationNotAllowed, confirm, withdraw
from catalog.curation.confirmations.coverage import CardCoverage, SetCoverage, coverage_by_set
from catalog.curation.confirmations.credits import credited_users, credits_by_confirmation
from catalog.curation.confirmations.fact_authors import authors_by_fact
from catalog.curation.confirmations.fact_status import FactStatus, confirmable_facts, fact_statuses, is_confirmed
from catalog.models.confirmations import value_digest

__all__ = [
    "CardCoverage",
    "ConfirmationNotAllowed",
    "FactStatus",
    "SetCoverage",
    "authors_by_fact",
    "confirm",
    "confirmable_facts",
    "coverage_by_set",
    "credited_users",
    "credits_by_confirmation",
    "fact_statuses",
    "is_confirmed",
    "value_digest",
    "withdraw",
]
