"""Conversion between legion documents and link codes, with the releases of the catalog."""

from typing import Any

from catalog import snapshots
from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType, Revision
from rulesapi import share_links
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging import verdicts


def encode_legion(document: Any) -> str:
    """Return the link code of a legion, by the release it names, otherwise by the newest.

    Raises the errors of `verdicts.judge`, and LegionTooLong for a legion that does not fit into a link.
    """
    legion = verdicts.validated_legion(document)
    game_library = verdicts.library(legion["game"], legion.get("release"))
    try:
        return share_links.encode(game_library, _games(game_library.release), legion)
    except CannotJudge as error:
        raise verdicts.as_malformed(error) from error


def decode_legion(code: str) -> dict[str, Any]:
    """Return the legion's document in a code, validated like any external document.

    Raises UnreadableCode, and InvalidInput `invalid-legion` for a document that cannot be a legion.
    """
    return verdicts.validated_legion(share_links.decode(code, _library))


def _library(release: int, number: int) -> Library:
    """Return the library of the game with this number in a release. Raises LookupError if there is none."""
    games = _games(release)
    if not 0 < release <= snapshots.MAX_NUMBER or number >= len(games):
        raise LookupError(f"no game {number} in release {release}")
    try:
        return verdicts.library(games[number], release)
    except InvalidInput as error:
        raise LookupError(str(error)) from error


def _games(release: int) -> list[str]:
    """Return the sorted slugs of the games in a release; sorted here, independently of the database's collation."""
    return sorted(Revision.objects.at(release).of_type(DocumentType.GAME).values_list("slug", flat=True))
