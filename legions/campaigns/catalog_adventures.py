"""The adventures of a game in the catalog, in reading order."""

from collections.abc import Mapping
from typing import Any

from catalog.models import DocumentType, Revision


def catalog_adventures(game: str, release: int | None = None) -> list[dict[str, Any]]:
    """Return the adventures of a release, by default the newest: storylines by name, each by number, then adventures
    without a storyline.

    Storylines with known outcomes come first.
    """
    revisions = Revision.objects.newest() if release is None else Revision.objects.at(release)
    found = [one.document for one in revisions.of_type(DocumentType.ADVENTURE, game).only("document")]
    known = {storyline_of(one) for one in found if one["outcomes"]}
    return sorted(found, key=lambda adventure: (storyline_of(adventure) not in known, *_order(adventure)))


def storyline_of(adventure: Mapping[str, Any]) -> str:
    """Return the storyline of an adventure, or an empty string."""
    return adventure.get("storyline") or ""


def _order(adventure: Mapping[str, Any]) -> tuple[bool, str, int, str]:
    story = storyline_of(adventure)
    return not story, story, adventure.get("number") or 0, adventure["name"]
