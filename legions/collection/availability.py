"""A collection beside a legion: what its holder has goes to whatever judges the legion, and never into the legion.

A legion that says itself what its player has (`collection`, `packs`) is judged by that. The copies in packs are counted
as the newest release knows them, whichever the legion is judged by: what somebody has does not change with it.

Of a box that nobody has counted it is not known how many copies of its cards are in it. Its owner has as many of them
as a legion uses: nothing is said to be missing that may well be there.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from catalog.documents import load_schemas
from legions.collection.counts import usable_copies
from legions.collection.models import Collection
from legions.saved_lists.models import BuildStatus, Legion
from rulesapi.engine.core.collection import COLLECTION_FIELDS
from rulesapi.judging import verdicts


class CollectionCopies:
    """The copies that somebody has of the cards of one game; `copies` are those by today's slugs."""

    def __init__(self, collection: Collection) -> None:
        self.game = collection.game
        self.library = verdicts.library(collection.game)
        self.copies = usable_copies(collection.counts, self.library)
        self._at: dict[int, dict[str, int]] = {self.library.release: self.copies}

    def applied_to(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return what to judge instead of a legion's document: it, with what its holder has of the game."""
        owned = self._in(document.get("release", self.library.release))
        most = load_schemas()["legion.schema.json"]["properties"]["collection"]["maxProperties"]
        if len(owned) > most:
            named = set(_named(document))
            owned = dict(sorted(owned.items(), key=lambda one: (one[0] not in named, one[0]))[:most])
        return {**document, "collection": owned}

    def _in(self, release: int) -> dict[str, int]:
        """The copies by the slugs of a release: a card that was renamed since then goes by its former name."""
        if release not in self._at:
            then = verdicts.library(self.game, release)
            self._at[release] = {self._then(slug, then.cards): number for slug, number in self.copies.items()}
        return self._at[release]

    def _then(self, slug: str, known: Mapping[str, Any]) -> str:
        former = self.library.documents[slug].get("formerly", ())
        return next((one for one in (slug, *former) if one in known), slug)


def owned_copies(collection: Collection | None) -> CollectionCopies | None:
    """Return what a collection comes to, None where nothing is counted: then no legion is checked against it."""
    return CollectionCopies(collection) if collection is not None and collection.counts else None


def with_owned(document: dict[str, Any], owned: CollectionCopies | None) -> dict[str, Any]:
    """Return what to judge for a legion's document: itself where it says what its player has, or nothing is owned."""
    return document if owned is None or states_owned(document) else owned.applied_to(document)


def legion_with_owned(legion: Legion, owned: CollectionCopies | None) -> dict[str, Any]:
    """Return what to judge for a legion of somebody; a wanted one by itself, for what is missing of it is known."""
    document: dict[str, Any] = legion.document
    return document if legion.mark == BuildStatus.WANTED else with_owned(document, owned)


def states_owned(document: Mapping[str, Any]) -> bool:
    """Return whether a legion's document says anything about what its player has."""
    return any(field in document for field in COLLECTION_FIELDS)


def _named(document: Mapping[str, Any]) -> Iterator[str]:
    """The slugs of the cards that a legion uses."""
    for pick in document["picks"]:
        yield pick["card"]
        yield from pick.get("upgrades", ())
    yield from document.get("tiles", ())
    yield document.get("map", "")
