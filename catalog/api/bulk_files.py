"""The catalog as files, one for each game and kind. Equal documents give equal bytes in every release.

A worker generates the files of a release after its publication. A request before that, or on another machine, generates
them itself.
"""

import gzip
import os
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import brotli
from django.conf import settings
from django_tasks import task

from catalog import documents, snapshots
from catalog.api_base.renderers import dumps
from catalog.models import DocumentType, Revision
from catalog.snapshots import Snapshot

JSON, LINES, GZIP, BROTLI = "application/json", "application/x-ndjson", "application/gzip", "application/x-brotli"
ENCODINGS = {"": None, ".gz": "gzip", ".br": "br"}
FILE_FORMATS = ("jsonl", "json")
MAX_STORED_FILES = 500
"""Number of compressed files that are kept, the most recently requested ones."""


class CatalogFile(NamedTuple):
    """One file: its content, format and number of documents."""

    game: str
    kind: str
    form: str
    document_count: int
    body: bytes

    @property
    def media_type(self) -> str:
        if self.form.endswith(".gz"):
            return GZIP
        return BROTLI if self.form.endswith(".br") else LINES if self.form == "jsonl" else JSON

    @property
    def sha256(self) -> str:
        return sha256(self.body).hexdigest()


def kinds(snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return the games and kinds with documents in a release, sorted."""
    found = Revision.objects.at(snapshot.release).order_by("game", "kind").values_list("game", "kind")
    return list(found.distinct())


@lru_cache(maxsize=128)
def files(snapshot: Snapshot, game: str, kind: str) -> dict[str, CatalogFile]:
    """Return the files of a game's documents of one kind, keyed by form; empty if the release has no such document."""
    standing = Revision.objects.at(snapshot.release).filter(game=game)
    texts = list(standing.filter(kind=kind).order_by("slug").values_list("text", flat=True))
    if not texts:
        return {}
    notices = standing.filter(kind=DocumentType.GAME).values_list("document__notice", flat=True)
    notice = next(iter(notices), None)
    whole = b'{"game":%b,"kind":%b,"notice":%b,"results":[%b]}\n' % (
        *map(dumps, (game, kind, notice)),
        ",\n".join(texts).encode(),
    )
    lines = "".join(f"{text}\n" for text in texts).encode()
    return {
        form + ending: CatalogFile(game, kind, form + ending, len(texts), _file_bytes(body, ending))
        for form, body in zip(FILE_FORMATS, (lines, whole), strict=True)
        for ending in ENCODINGS
    }


@task()
def build_files(release: int) -> None:
    """Generate the files of a release before they are requested."""
    build(release)


def build(release: int) -> None:
    """Generate every file of a release, and delete the least recently requested files beyond the limit."""
    snapshot = snapshots.at(release)
    for game, kind in kinds(snapshot):
        files(snapshot, game, kind)
    stored = sorted(_folder().glob("*.*"), key=lambda file: file.stat().st_mtime, reverse=True)
    for old in stored[MAX_STORED_FILES:]:
        old.unlink(missing_ok=True)


def schema_of(game: str, kind: str) -> tuple[str, str]:
    """Return the `$id` of the schema of a kind, and the SHA-256 of the schema's file, which serves as its version."""
    path = documents.schema_path({"game": game, "kind": kind})
    return documents.load_schemas()[path]["$id"], sha256((documents.SCHEMA_DIR / path).read_bytes()).hexdigest()


def _file_bytes(body: bytes, ending: str) -> bytes:
    """Return the body, compressed for its `ending`. Compressed bodies are stored by the digest of the plain one."""
    if not ending:
        return body
    file = _folder() / f"{sha256(body).hexdigest()}{ending}"
    try:
        made = file.read_bytes()
    except FileNotFoundError:
        made = _written(body, ending)
        part = file.with_suffix(f"{ending}.{os.getpid()}.part")
        with suppress(OSError):  # the file is served even if the disk is full
            part.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(made)
            part.replace(file)
    else:
        with suppress(OSError):
            os.utime(file)  # marks the file as recently requested
    return made


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "bulk"


def _written(body: bytes, ending: str) -> bytes:
    if ending == ".gz":
        return gzip.compress(body, 9, mtime=0)  # without a timestamp, equal input gives equal bytes
    return brotli.compress(body, quality=9) if ending == ".br" else body
