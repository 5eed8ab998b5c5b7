"""What the catalog stores: identities, the states of their documents with the releases these stand in, and, in rooms of
their own, what curators and players do on the way there."""

from .audits import AuditEntry
from .confirmations import Confirmation
from .contributions import Contribution, ContributionPhoto
from .disputes import Dispute
from .drafts import DraftState
from .keepers import KeptGame
from .pictures import Picture, Rendition
from .records import Card, CardSet, Format, Game, HouseRule, Record, Ruling, Shelf, ShelfManager, Stage
from .releases import Draft, Release, ReleaseManager, Revision, RevisionQuerySet, fact, number_column, text_column
from .tables import BroughtTable, TablePart
from .upcoming import ReleasePreview, UpcomingRelease

__all__ = [
    "AuditEntry",
    "BroughtTable",
    "Card",
    "CardSet",
    "Confirmation",
    "Contribution",
    "ContributionPhoto",
    "Dispute",
    "Draft",
    "DraftState",
    "Format",
    "Game",
    "HouseRule",
    "KeptGame",
    "Picture",
    "Record",
    "Release",
    "ReleaseManager",
    "ReleasePreview",
    "Rendition",
    "Revision",
    "RevisionQuerySet",
    "Ruling",
    "Shelf",
    "ShelfManager",
    "Stage",
    "TablePart",
    "UpcomingRelease",
    "fact",
    "number_column",
    "text_column",
]
