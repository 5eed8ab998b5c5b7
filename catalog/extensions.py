"""What other apps add to the catalog, which imports none of them.

An app has a subclass of `CatalogExtension` that overrides what it adds, and the `AppConfig` of the app names it by its
dotted path in `catalog_extension`. What only has to hear of something listens to a signal instead
(`catalog.publishing.signals`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from django.apps import apps
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from catalog.models import DocumentType, Revision
from catalog.snapshots import Snapshot

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from catalog.documents.errors import Fault

Document = dict[str, Any]
ProgressCallback = Callable[[int, int], None]
"""Gets how much is done, and of how much; raises when nobody needs the rest."""


class PlannedChange(Protocol):
    """A document that a publication would add or change."""

    @property
    def document(self) -> Document:
        """The document as it would be published."""


class PlannedPublication(Protocol):
    """The changes of a publication that is not carried out yet."""

    @property
    def changes(self) -> Sequence[PlannedChange]:
        """The documents that would get a new revision."""

    @property
    def moved(self) -> Sequence[Revision]:
        """Revisions in force whose document would get another slug."""


class FittingCards(Protocol):
    """Slugs of the cards that fit a creature."""

    @property
    def words(self) -> str:
        """The end of the sentence "cards that ..."."""

    @property
    def yes(self) -> frozenset[str]:
        """Cards that surely fit."""

    @property
    def maybe(self) -> frozenset[str]:
        """Cards that may fit."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing about a document, in a sentence.

    `level` is `error` or `warning`, `card` the slug of the document, `document_type` that of what is no card.
    """

    level: str
    card: str
    sentence: str
    document_type: str = DocumentType.CARD.value

    @property
    def heading(self) -> str:
        """What a page calls the level."""
        return _("Error") if self.level == "error" else _("Warning")


class Link(NamedTuple):
    """Words, and where they lead; nowhere when `address` is empty."""

    words: str
    address: str = ""


class LinkGroup(NamedTuple):
    """Some things that hang together with a card in one way, called `what`."""

    what: str
    links: list[Link]


class CreditedUser(NamedTuple):
    """What somebody is called, and the role that stands beside their name, None for none."""

    name: str
    role: str | None


class CatalogExtension:
    """What an app adds; as it stands here it adds nothing."""

    action_labels: Mapping[str, Any] = {}
    """What the audit log calls the actions that the app writes into it."""
    preview_name = ""
    """Under what its part of the preview of a release is stored; empty where it has none."""
    preview_template = ""
    """Renders that part, which is `report` there."""

    def document_faults(self, document: Document, game: Document | None) -> Iterable[Fault]:
        """Return what keeps a valid document from being published; its game's is None while there is none."""
        return ()

    def preview(self, plan: PlannedPublication, progress: ProgressCallback) -> dict[str, Any]:
        """Return as JSON what publishing would do to the data of the app."""
        return {}

    def remarks_on_document(self, document: Document) -> Iterable[Remark]:
        """Return the remarks on the document of a card or a ruling."""
        return ()

    def remarks_on_game(self, game: str) -> Iterable[Remark]:
        """Return the remarks on all that is published of a game."""
        return ()

    def related_links(self, document: Document) -> list[LinkGroup]:
        """Return what the app has of a card, for its page in the admin."""
        return []

    def format_value(self, game: str, fact: str, value: Any) -> str | None:
        """Return in words the value of a fact that has parts; None leaves it to others."""
        return None

    def credited_users(self, people: Sequence[User]) -> list[CreditedUser] | None:
        """Return a name for each of these people; None leaves it to others."""
        return None

    def cards_fitting(self, game: str | None, snapshot: Snapshot, slug: str | None) -> FittingCards | None:
        """Return which cards could stand on a creature; None leaves it to others. Raises UnavailableTerm."""
        return None

    def validate_username(self, name: str, user: User | None) -> None:
        """Raise ValidationError for a name that an account may not have from now on."""


@cache
def catalog_extensions() -> tuple[CatalogExtension, ...]:
    """Return what the installed apps add, in their order."""
    paths = (getattr(app, "catalog_extension", None) for app in apps.get_app_configs())
    return tuple(import_string(path)() for path in paths if path)
