"""Import and export of documents as files: one document per file, in canonical JSON.

The tree has `<game>/game.json`, `<game>/sets/<slug>.json` and so on for each kind with a folder in `FOLDERS`, and
`<game>/<kind>/<slug>.json` for cards. Importing an export changes nothing; exporting an import gives identical bytes.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from catalog.documents import canonical, json_input
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.schemas import ONE_A_GAME
from catalog.models import Revision

FOLDERS = {
    "set": "sets",
    "format": "formats",
    "house-rule": "house-rules",
    "ruling": "rulings",
    "adventure": "adventures",
    "reference": "references",
    "section": "sections",
}


@dataclass(slots=True)
class FilesRead:
    """Documents read from files, each with its file, and the faults of files that could not be read."""

    documents: list[dict[str, Any]] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    faults: list[tuple[Path, Fault]] = field(default_factory=list)


def find(paths: Iterable[Path]) -> list[Path]:
    """Return the distinct JSON files at `paths`; folders are searched in alphabetical order.

    Raises OSError for a missing path and for a folder that cannot be read, whose files would be missed.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += _below(path)
        elif path.exists():
            found.append(path)
        else:
            raise FileNotFoundError(f"There is no file or folder {path}.")
    unique: dict[Path, Path] = {}
    for path in found:
        unique.setdefault(path.absolute(), path)
    return list(unique.values())


def _below(folder: Path) -> list[Path]:
    def refuse(error: OSError) -> None:
        raise error

    below = (f"{place}{os.sep}{name}" for place, _, names in os.walk(folder, onerror=refuse) for name in names)
    return [Path(name) for name in sorted(below) if name.endswith(".json")]


def read(
    files: Sequence[Path], progress: Callable[[str, int, int], None] = lambda doing, done, total: None
) -> FilesRead:
    """Read one document from each file; a file that cannot be read adds a fault."""
    reading = FilesRead()
    for number, file in enumerate(files, start=1):
        try:
            document = json_input.loads(_bytes(file))
        except InvalidInput as error:
            reading.faults += [(file, fault) for fault in error.faults]
        except OSError as error:
            reading.faults.append((file, Fault("", "unreadable", f"The file cannot be read: {error.strerror}.")))
        else:
            reading.documents.append(document)
            reading.files.append(file)
        progress("Reading files", number, len(files))
    return reading


def _bytes(file: Path) -> bytes:
    """Return the bytes of a file, at most one more than the input limit.

    Raises OSError for pipes and devices, which could block or never end.
    """
    if not stat.S_ISREG(file.stat().st_mode):
        raise OSError(errno.EINVAL, "it is no file, but a pipe, a device or the like")
    with file.open("rb") as stream:
        return stream.read(json_input.BODY_LIMIT + 1)


def path_of(document: dict[str, Any]) -> Path:
    """Return the path of a document in the tree."""
    game, kind, slug = document["game"], document["kind"], document["slug"]
    return Path(game, f"{kind}.json") if kind in ONE_A_GAME else Path(game, FOLDERS.get(kind, kind), f"{slug}.json")


def exported_files(release: int, game: str | None = None) -> Iterator[tuple[Path, str]]:
    """Yield the path and text of every document in a release, of one game if given."""
    revisions = Revision.objects.at(release).order_by("game", "kind", "slug")
    if game is not None:
        revisions = revisions.filter(game=game)
    for revision in revisions.only("document").iterator():
        yield path_of(revision.document), canonical.pretty(revision.document)


def write(folder: Path, release: int, game: str | None = None) -> list[Path]:
    """Write the tree of a release into a folder; return the written files. Other files are left alone.

    Each file is written atomically. Raises OSError if one cannot be written; files written before it remain.
    """
    written = []
    for relative, text in exported_files(release, game):
        target = folder / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_suffix(".unfinished")
        try:
            unfinished.write_bytes(text.encode())
            unfinished.replace(target)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
        written.append(target)
    return written
