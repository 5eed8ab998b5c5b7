"""Four eyes for single facts: somebody else than who wrote or offered a fact holds it against the card, and says so.

A check is of one value of one fact (`catalog.models.Confirmation`). What stands of a card is told by `standing`, who
may not check what by `hands`; checks are made and taken back in `checking`, and counted by game and set in
`coverage_by_set`.
"""

from catalog.models.confirmations import value_digest

from .actions import ConfirmationNotAllowed, confirm, may_confirm, withdraw
from .coverage import CardCoverage, SetCoverage, coverage_by_set
from .credits import CreditedUser, credited_users, credits_by_confirmation
from .fact_authors import authors_by_fact
from .fact_status import FactStatus, confirmable_facts, fact_statuses, is_confirmed

__all__ = [
    "CardCoverage",
    "ConfirmationNotAllowed",
    "CreditedUser",
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
    "may_confirm",
    "value_digest",
    "withdraw",
]
