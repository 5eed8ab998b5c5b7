"""A client of Muster's API: judge legions, ask what would change them, read cards, sign verdicts, report wrong ones."""

from .client import Muster
from .problems import Fault, Refused, Unreachable
from .shapes import Answered, Finding, Ledger, Legion, Pick, Points, Receipt, Signed, Verdict

__all__ = [
    "Answered",
    "Fault",
    "Finding",
    "Ledger",
    "Legion",
    "Muster",
    "Pick",
    "Points",
    "Receipt",
    "Refused",
    "Signed",
    "Unreachable",
    "Verdict",
]
