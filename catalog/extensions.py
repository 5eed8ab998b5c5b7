"""Extension points for other apps. The catalog imports none of these apps.

An app overrides the methods it needs in a subclass of `CatalogExtension`, and its `AppConfig` names the subclass by
dotted path in `catalog_extension`. An app that only needs to be notified listens to a signal instead
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
"""Called with the number of steps done and the total; raises if the work is no longer needed."""


class PlannedChange(Protocol):
    """A document that a publication would add or change."""

    @property
    def document(self) -> Document:
        """The document as it would be published."""


class PlannedPublication(Protocol):
    """The changes of a publication that has not been carried out yet."""

    @property
    def changes(self) -> Sequence[PlannedChange]:
        """The documents that would get a new revision."""

    @property
    def moved(self) -> Sequence[Revision]:
        """Current revisions whose document would get another slug."""


class FittingCards(Protocol):
    """Slugs of the cards that fit a creature."""

    @property
    def words(self) -> str:
        """The end of the sentence "cards that ..."."""

    @property
    def yes(self) -> frozenset[str]:
        """Slugs of cards that certainly fit."""

    @property
    def maybe(self) -> frozenset[str]:
        """Slugs of cards that may fit."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a document, in one sentence.

    `level` is `error` or `warning`. `card` is the slug of the document, `document_type` its type, a card by default.
    """

    level: str
    card: str
    sentence: str
    document_type: str = DocumentType.CARD.value

    @property
    def heading(self) -> str:
        """The title of the level on a page."""
        return _("Error") if self.level == "error" else _("Warning")


class Link(NamedTuple):
    """A text and the address it links to; no link if `address` is empty."""

    words: str
    address: str = ""


class LinkGroup(NamedTuple):
    """Objects related to a card in one way. `what` is the heading of the group."""

    what: str
    links: list[Link]


class CreditedUser(NamedTuple):
    """The displayed name of a user, and the role shown next to it, None for none."""

    name: str
    role: str | None


class CatalogExtension:
    """The contributions of an app to the catalog. The base class contributes nothing."""

    action_labels: Mapping[str, Any] = {}
    """Labels of the actions that the app writes to the audit log, keyed by action."""
    preview_name = ""
    """The key that stores the app's part of the preview of a release; empty for no part."""
    preview_template = ""
    """The template of that part. Its context has the part as `report`."""

    def document_faults(self, document: Document, game: Document | None) -> Iterable[Fault]:
        """Return the faults that prevent the publication of a document. `game` is None if there is no such game yet."""
        return ()

    def preview(self, plan: PlannedPublication, progress: ProgressCallback) -> dict[str, Any]:
        """Return the effects of a publication on the data of the app, as JSON."""
        return {}

    def remarks_on_document(self, document: Document) -> Iterable[Remark]:
        """Return the remarks on the document of a card or a ruling."""
        return ()

    def remarks_on_game(self, game: str) -> Iterable[Remark]:
        """Return the remarks on everything published of a game."""
        return ()

    def related_links(self, document: Document) -> list[LinkGroup]:
        """Return the app's objects related to a card, for the page of the card in the admin."""
        return []

    def format_value(self, game: str, fact: str, value: Any) -> str | None:
        """Return the text of a fact's composite value; None leaves it to other extensions."""
        return None

    def credited_users(self, people: Sequence[User]) -> list[CreditedUser] | None:
        """Return a name for each of these people; None leaves it to other extensions."""
        return None

    def cards_fitting(self, game: str | None, snapshot: Snapshot, slug: str | None) -> FittingCards | None:
        """Return the cards that may be attached to a creature; None leaves it to other extensions.

        Raises UnavailableTerm.
        """
        return None

    def played_with(self, document: Document, snapshot: Snapshot) -> Document | None:
        """Return the card of a release that this card is played with, such as the maneuver card of a creature."""
        return None

    def validate_username(self, name: str, user: User | None) -> None:
        """Raise ValidationError for a name that no account may take any more."""


@cache
def catalog_extensions() -> tuple[CatalogExtension, ...]:
    """Return the extensions of the installed apps, in the order of the apps."""
    paths = (getattr(app, "catalog_extension", None) for app in apps.get_app_configs())
    return tuple(import_string(path)() for path in paths if path)
