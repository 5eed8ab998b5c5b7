"""The ready legions: documents that come with Muster, one file each, to start from."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from catalog import guard

READY_DIR = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Ready:
    """One ready legion; `slug` is its file's name."""

    slug: str
    document: dict[str, Any]

    @property
    def name(self) -> str:
        """Its name for people."""
        return self.document.get("name") or self.slug


@cache
def of_game(game: str) -> tuple[Ready, ...]:
    """Return the ready legions of `game`, by name; none for a game that has no folder."""
    if game not in {folder.name for folder in READY_DIR.glob("*") if folder.is_dir()}:
        return ()
    found = (Ready(file.stem, guard.loads(file.read_bytes())) for file in READY_DIR.glob(f"{game}/*.json"))
    return tuple(sorted(found, key=lambda ready: ready.name))


def find(game: str, slug: str) -> Ready | None:
    """Return the ready legion `slug` of `game`, or None."""
    return next((ready for ready in of_game(game) if ready.slug == slug), None)
