"""The published revisions that a publication or a draft is compared with."""

import json
from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, ValuesView

from catalog.documents import COMMON_TYPES
from catalog.models import DocumentType, Revision, RevisionQuerySet, fact_text

# Game, document type and slug, which identify a document.
Identity = tuple[str, str, str]
_MAX_READ_BY_ID = 400
"""The maximum number of revisions that are read by id. If more are missing, all of the games are read."""
_KEYS = ("game", "kind", "slug", "pk")
_COLUMNS = ("document", "text", "record_id", "since_id", "unsourced_reason")


class PublishedRevisions(Mapping[Identity, Revision]):
    """The newest published revisions of the documents of some games.

    The identities are read at once, the revisions when they are needed: a game may have ten thousand cards, of which a
    publication changes a few. `former_slugs` are those of the documents that have any.
    """

    def __init__(self, games: Collection[str]) -> None:
        self._games = games
        self._pks: dict[Identity, int] = {}
        self._revisions: dict[Identity, Revision] = {}
        self.former_slugs: dict[Identity, list[str]] = {}
        for game, kind, slug, pk, formerly in self._queryset().values_list(*_KEYS, fact_text("formerly")):
            key = game, COMMON_TYPES.get(kind, DocumentType.CARD), slug
            self._pks[key] = pk
            if formerly is not None:
                self.former_slugs[key] = json.loads(formerly)

    def __getitem__(self, key: Identity) -> Revision:
        if key not in self._revisions:
            self.read([key])
        return self._revisions[key]

    def __contains__(self, key: object) -> bool:
        return key in self._pks

    def __iter__(self) -> Iterator[Identity]:
        return iter(self._pks)

    def __len__(self) -> int:
        return len(self._pks)

    def items(self) -> ItemsView[Identity, Revision]:
        """Return all identities with their revisions."""
        self.read(self)
        return super().items()

    def values(self) -> ValuesView[Revision]:
        """Return all revisions."""
        self.read(self)
        return super().values()

    def read(self, keys: Iterable[Identity]) -> None:
        """Read the revisions of these identities together; others than published ones are left out."""
        missing = {self._pks[key]: key for key in keys if key in self._pks and key not in self._revisions}
        if len(missing) > _MAX_READ_BY_ID:
            self._take(self._queryset(), missing)
        if missing:  # also revisions that have been replaced since the identities were read
            self._take(Revision.objects.filter(pk__in=missing), missing)

    def _queryset(self) -> RevisionQuerySet:
        return Revision.objects.newest().filter(game__in=self._games)

    def _take(self, revisions: RevisionQuerySet, missing: dict[int, Identity]) -> None:
        """Keep the missing ones of these revisions, and remove them from `missing`."""
        for revision in revisions.only(*_COLUMNS):
            if key := missing.pop(revision.pk, None):
                self._revisions[key] = revision
