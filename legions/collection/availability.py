"""Collections in verdicts: lists are judged with their holder's collection, which is never stored in the list.

A list with a collection of its own (`collection`, `packs`) is judged with that. Packs contain the copies that the
newest release says, whatever release the list is on: an owner's copies do not change with it. For a box with unknown
contents, its owner has as many copies of its cards as a list uses, because cards that may be in the box must not be
reported as missing.
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
    """The copies of a game's cards in a collection; `copies` are keyed by the slugs of the newest release."""

    def __init__(self, collection: Collection) -> None:
        self.game = collection.game
        self.library = verdicts.library(collection.game)
        self.copies = usable_copies(collection.counts, self.library)
        self._at: dict[int, dict[str, int]] = {self.library.release: self.copies}

    def applied_to(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a list document together with the owned cards, for the judge."""
        owned = self._in(document.get("release", self.library.release))
        most = load_schemas()["legion.schema.json"]["properties"]["collection"]["maxProperties"]
        if len(owned) > most:
            named = set(_named(document))
            owned = dict(sorted(owned.items(), key=lambda entry: (entry[0] not in named, entry[0]))[:most])
        return {**document, "collection": owned}

    def _in(self, release: int) -> dict[str, int]:
        """Return the copies by the slugs of a release: cards renamed since then have their former slugs."""
        if release not in self._at:
            then = verdicts.library(self.game, release)
            self._at[release] = {self._then(slug, then.cards): number for slug, number in self.copies.items()}
        return self._at[release]

    def _then(self, slug: str, cards: Mapping[str, Any]) -> str:
        former = self.library.documents[slug].get("formerly", ())
        return next((one for one in (slug, *former) if one in cards), slug)


def owned_copies(collection: Collection | None) -> CollectionCopies | None:
    """Return the copies of a collection, or None if nothing is counted, so that lists are not checked against it."""
    return CollectionCopies(collection) if collection is not None and collection.counts else None


def with_owned(document: dict[str, Any], owned: CollectionCopies | None) -> dict[str, Any]:
    """Return the document to judge: the given one if it has a collection of its own or `owned` is None."""
    return document if owned is None or states_owned(document) else owned.applied_to(document)


def legion_with_owned(legion: Legion, owned: CollectionCopies | None) -> dict[str, Any]:
    """Return the document to judge for a list. A wanted list is judged without the collection, since its cards are
    missing.
    """
    document: dict[str, Any] = legion.document
    return document if legion.mark == BuildStatus.WANTED else with_owned(document, owned)


def states_owned(document: Mapping[str, Any]) -> bool:
    """Return whether a list document has a collection of its own."""
    return any(field in document for field in COLLECTION_FIELDS)


def _named(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the slugs of the cards that a list uses."""
    for pick in document["picks"]:
        yield pick["card"]
        yield from pick.get("upgrades", ())
    yield from document.get("tiles", ())
    yield document.get("map", "")
