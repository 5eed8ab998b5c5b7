"""Confirmations of single facts: a second person checks a fact on the card and confirms it.

A confirmation belongs to one value of one fact (`catalog.models.Confirmation`). `fact_status` returns the confirmations
of a card, `fact_authors` the accounts that may not confirm a fact; `actions` creates and withdraws confirmations, and
`coverage` counts them by game and set.
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
