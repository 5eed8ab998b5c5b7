"""Models of the catalog: identities, the states of documents with their releases, and the work of curators and
players.
"""

from catalog.models.audit import AuditEntry
from catalog.models.background import PeriodicTaskState, WorkerLease
from catalog.models.changesets import Changeset, ChangesetNote
from catalog.models.confirmations import Confirmation
from catalog.models.contributions import Contribution, ContributionPhoto
from catalog.models.curated_games import CuratedGame
from catalog.models.disputes import Dispute
from catalog.models.drafts import DraftState
from catalog.models.imported_documents import ImportedDocument
from catalog.models.pictures import Picture, Rendition
from catalog.models.records import (
    Adventure,
    Card,
    CardSet,
    DocumentType,
    Format,
    Game,
    HouseRule,
    Record,
    Reference,
    Rulebook,
    Ruling,
    Section,
    Stage,
)
from catalog.models.releases import (
    Draft,
    Release,
    Revision,
    RevisionQuerySet,
    fact_text,
    number_column,
    sold_again_in,
    sold_in,
    text_column,
)
from catalog.models.saved_filters import SavedFilter
from catalog.models.table_imports import TableImport, TablePart
from catalog.models.upcoming import ReleasePreview, UpcomingRelease

__all__ = [
    "Adventure",
    "AuditEntry",
    "Card",
    "CardSet",
    "Changeset",
    "ChangesetNote",
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
    "Rulebook",
    "Ruling",
    "SavedFilter",
    "Section",
    "Stage",
    "TableImport",
    "TablePart",
    "UpcomingRelease",
    "WorkerLease",
    "fact_text",
    "number_column",
    "sold_again_in",
    "sold_in",
    "text_column",
]
