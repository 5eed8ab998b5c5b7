"""What the catalog stores: identities, the states of their documents with the releases these stand in, and, in rooms of
their own, what curators and players do on the way there."""

from .audit import AuditEntry
from .background import PeriodicTaskState, WorkerLease
from .confirmations import Confirmation
from .contributions import Contribution, ContributionPhoto
from .curated_games import CuratedGame
from .disputes import Dispute
from .drafts import DraftState
from .imported_documents import ImportedDocument
from .pictures import Picture, Rendition
from .records import Adventure, Card, CardSet, DocumentType, Format, Game, HouseRule, Record, Reference, Ruling, Stage
from .releases import Draft, Release, Revision, RevisionQuerySet, fact_text, number_column, text_column
from .table_imports import TableImport, TablePart
from .upcoming import ReleasePreview, UpcomingRelease

__all__ = [
    "Adventure",
    "AuditEntry",
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
    "ImportedDocument",
    "PeriodicTaskState",
    "Picture",
    "Record",
    "Reference",
    "Release",
    "ReleasePreview",
    "Rendition",
    "Revision",
    "RevisionQuerySet",
    "Ruling",
    "Stage",
    "TableImport",
    "TablePart",
    "UpcomingRelease",
    "WorkerLease",
    "fact_text",
    "number_column",
    "text_column",
]
