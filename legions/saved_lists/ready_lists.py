"""Ready legions to start from: documents that come with Muster, one file each."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from catalog.documents import json_input

READY_LISTS_DIR = Path(__file__).resolve().parents[1] / "games"


@dataclass(frozen=True, slots=True)
class ReadyList:
    """A ready legion; `slug` is its file name."""

    slug: str
    document: dict[str, Any]

    @property
    def name(self) -> str:
        """The name for people."""
        return self.document.get("name") or self.slug


@cache
def ready_lists(game: str) -> tuple[ReadyList, ...]:
    """Return the ready legions of `game`, by name; empty for a game without a folder."""
    folders = [
        folder for folder in READY_LISTS_DIR.glob("*/ready_lists") if folder.parent.name.replace("_", "-") == game
    ]
    files = (file for folder in folders for file in folder.glob("*.json"))
    found = (ReadyList(file.stem, json_input.loads(file.read_bytes())) for file in files)
    return tuple(sorted(found, key=lambda ready: ready.name))


def find_ready_list(game: str, slug: str) -> ReadyList | None:
    """Return the ready legion `slug` of `game`, or None."""
    return next((ready for ready in ready_lists(game) if ready.slug == slug), None)
