"""Lists that were published as legal, with their sources: documents that come with Muster, one file for each game.

The catalog may not know enough of their cards to judge them.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.text import slugify

from catalog.documents import json_input
from legions.saved_lists.ready_lists import READY_LISTS_DIR


@dataclass(frozen=True, slots=True)
class PublishedList:
    """A list that was published as legal: its title, its source, the published points if any, and a note about it."""

    title: str
    source: str
    points: int | None
    note: str
    legion: dict[str, Any]

    @property
    def slug(self) -> str:
        """The slug by which a form names it."""
        return slugify(self.title)

    @property
    def address(self) -> str:
        """The address of its source; empty for a printed one."""
        return self.source if self.source.startswith(("http://", "https://")) else ""

    @property
    def document(self) -> dict[str, Any]:
        """The list to start from, with its title as name and its source in the notes."""
        return {**self.legion, "name": self.title, "notes": self.source}


@cache
def published_lists(game: str) -> tuple[PublishedList, ...]:
    """Return the published lists of `game`, by title; empty for a game without a file."""
    file = READY_LISTS_DIR / game.replace("-", "_") / "published_lists.json"
    rows = json_input.loads(file.read_bytes())["lists"] if file.is_file() else []
    found = (
        PublishedList(row["title"], row["source"], row.get("published_points"), row.get("note", ""), row["legion"])
        for row in rows
    )
    return tuple(sorted(found, key=lambda published: published.title))


def find_published_list(game: str, slug: str) -> PublishedList | None:
    """Return the published list `slug` of `game`, or None."""
    return next((one for one in published_lists(game) if one.slug == slug), None)
