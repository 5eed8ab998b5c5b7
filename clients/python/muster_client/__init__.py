"""A client of Muster's API: judge legions, ask what would change them, read cards, sign verdicts, report wrong ones;
with a token offer facts of cards, and look after webhooks.
"""

from .client import Muster
from .problems import Fault, Refused, Unreachable
from .shapes import (
    Answered,
    Contribution,
    Delivery,
    Finding,
    Ledger,
    Legion,
    NewWebhook,
    OfferedFact,
    Pick,
    Points,
    Receipt,
    Signed,
    Verdict,
    Webhook,
)

__all__ = [
    "Answered",
    "Contribution",
    "Delivery",
    "Fault",
    "Finding",
    "Ledger",
    "Legion",
    "Muster",
    "NewWebhook",
    "OfferedFact",
    "Pick",
    "Points",
    "Receipt",
    "Refused",
    "Signed",
    "Unreachable",
    "Verdict",
    "Webhook",
]
