"""Drafts that count as existing documents when a document that refers to them is checked."""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from catalog.models import Revision, Stage


class ReferableDrafts:
    """The drafts of some games in some stages, read from the database when they are needed."""

    def __init__(self, games: Collection[str], stages: Collection[Stage]) -> None:
        self._drafts = Revision.objects.drafts().filter(record__game__in=games, stage__in=stages)
        self._read: dict[tuple[str, str], list[dict[str, Any]]] = {}

    @cached_property
    def identities(self) -> frozenset[tuple[str, str, str]]:
        """The game, document type and slug of each draft."""
        return frozenset(self._drafts.values_list("record__game", "record__document_type", "record__slug"))

    def documents(self, game: str, document_type: str) -> list[dict[str, Any]]:
        """Return the documents of the drafts of one game and type."""
        if (game, document_type) not in self._read:
            found = self._drafts.filter(record__game=game, record__document_type=document_type)
            self._read[game, document_type] = list(found.values_list("document", flat=True))
        return self._read[game, document_type]
