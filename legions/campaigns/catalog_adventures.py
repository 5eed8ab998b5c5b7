"""The adventures that the catalog has of a game, in the order in which they are read and played."""

from collections.abc import Mapping
from typing import Any

from catalog.models import DocumentType, Revision


def catalog_adventures(game: str) -> list[dict[str, Any]]:
    """Return the adventures in force: storylines by name, each in its numbers, then those that stand for themselves.

    Storylines of which it is known what comes of a game go before the others.
    """
    found = [one.document for one in Revision.objects.newest().of_type(DocumentType.ADVENTURE, game).only("document")]
    known = {storyline_of(one) for one in found if one["outcomes"]}
    return sorted(found, key=lambda one: (storyline_of(one) not in known, *_order(one)))


def storyline_of(adventure: Mapping[str, Any]) -> str:
    """Return the storyline of an adventure, empty for one that stands for itself."""
    return adventure.get("storyline") or ""


def _order(adventure: Mapping[str, Any]) -> tuple[bool, str, int, str]:
    story = storyline_of(adventure)
    return not story, story, adventure.get("number") or 0, adventure["name"]
