"""What the catalog stores: identities, the states of their documents with the releases these stand in, and, in rooms of
their own, what curators and players do on the way there."""

from .audit import AuditEntry
from .background import PeriodicTaskState, WorkerLease
from .confirmations import Confirmation
from .contributions import Contribution, ContributionPhoto
from .curated_games import CuratedGame
from .disputes import Dispute
from .drafts import DraftState
from .pictures import Picture, Rendition
from .records import Card, CardSet, DocumentType, Format, Game, HouseRule, Record, Ruling, Stage
from .releases import Draft, Release, Revision, RevisionQuerySet, fact_text, text_column
from .table_imports import BroughtTable, TablePart
from .upcoming import ReleasePreview, UpcomingRelease

__all__ = [
    "AuditEntry",
    "BroughtTable",
    "Card",
    "CardSet",
    "Confirmation",
    "Contribution",
    "ContributionPhoto",
    "CuratedGame",
    "Dispute",
    "DocumentType",
    "Draft",
    "DraftState",
    "Format",
    "Game",
    "HouseRule",
    "PeriodicTaskState",
    "Picture",
    "Record",
    "Release",
    "ReleasePreview",
    "Rendition",
    "Revision",
    "RevisionQuerySet",
    "Ruling",
    "Stage",
    "TablePart",
    "UpcomingRelease",
    "WorkerLease",
    "fact_text",
    "text_column",
]
