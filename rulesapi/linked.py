"""The links of legions as the catalog stands: a document in, the code of its link out, and back."""

from typing import Any

from catalog.faults import Malformed
from catalog.models import Revision, Shelf

from . import links, snapshots, verdicts
from .engine.model import CannotJudge
from .engine.ruleset import Library


def code_of(document: Any) -> str:
    """Return the code of the link that holds a legion, by the release it names, else by the newest.

    Raises what `verdicts.judge` raises, and TooLong for one that no link can hold.
    """
    sent = verdicts.checked(document)
    shelf = verdicts.library(sent["game"], sent.get("release"))
    try:
        return links.write(shelf, _games(shelf.release), sent)
    except CannotJudge as error:
        raise verdicts.malformed(error) from error


def legion_of(code: str) -> dict[str, Any]:
    """Return the legion's document that a code holds, checked as one from outside is.

    Raises Unreadable, and Malformed `invalid-legion` for one that cannot be a legion.
    """
    return verdicts.checked(links.read(code, _library))


def _library(release: int, number: int) -> Library:
    """Return the library of the game of that number. Raises LookupError when there is none."""
    games = _games(release)
    if not 0 < release <= snapshots.LARGEST or number >= len(games):
        raise LookupError(f"no game {number} in release {release}")
    try:
        return verdicts.library(games[number], release)
    except Malformed as error:
        raise LookupError(str(error)) from error


def _games(release: int) -> list[str]:
    """Return the games of a release in the order of their slugs, which is the same whatever the database sorts by."""
    return sorted(Revision.objects.at(release).shelf(Shelf.GAME).values_list("slug", flat=True))
