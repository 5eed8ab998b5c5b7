"""The links of legions as the catalog stands: a document in, the code of its link out, and back."""

from typing import Any

from catalog import snapshots
from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType, Revision
from rulesapi import share_links
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging import verdicts


def encode_legion(document: Any) -> str:
    """Return the code of the link that holds a legion, by the release it names, else by the newest.

    Raises what `verdicts.judge` raises, and LegionTooLong for one that no link can hold.
    """
    legion = verdicts.validated_legion(document)
    game_library = verdicts.library(legion["game"], legion.get("release"))
    try:
        return share_links.encode(game_library, _games(game_library.release), legion)
    except CannotJudge as error:
        raise verdicts.as_malformed(error) from error


def decode_legion(code: str) -> dict[str, Any]:
    """Return the legion's document that a code holds, checked as one from outside is.

    Raises UnreadableCode, and InvalidInput `invalid-legion` for one that cannot be a legion.
    """
    return verdicts.validated_legion(share_links.decode(code, _library))


def _library(release: int, number: int) -> Library:
    """Return the library of the game of that number. Raises LookupError when there is none."""
    games = _games(release)
    if not 0 < release <= snapshots.MAX_NUMBER or number >= len(games):
        raise LookupError(f"no game {number} in release {release}")
    try:
        return verdicts.library(games[number], release)
    except InvalidInput as error:
        raise LookupError(str(error)) from error


def _games(release: int) -> list[str]:
    """Return the games of a release in the order of their slugs, which is the same whatever the database sorts by."""
    return sorted(Revision.objects.at(release).of_type(DocumentType.GAME).values_list("slug", flat=True))
