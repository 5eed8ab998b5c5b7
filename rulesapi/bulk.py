"""The catalog in files, one a game and kind: the same documents give the same bytes, whatever the release is called."""

import gzip
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import brotli

from catalog import documents
from catalog.models import Revision, Shelf

from .renderers import dumps
from .snapshots import Snapshot

JSON, LINES, GZIP, BROTLI = "application/json", "application/x-ndjson", "application/gzip", "application/x-brotli"
ENCODINGS = {"": None, ".gz": "gzip", ".br": "br"}
FORMS = ("jsonl", "json")


class File(NamedTuple):
    """One file: what is in it, how many documents, and how it is written."""

    game: str
    kind: str
    form: str
    count: int
    body: bytes

    @property
    def media_type(self) -> str:
        """What a program takes the bytes for."""
        if self.form.endswith(".gz"):
            return GZIP
        return BROTLI if self.form.endswith(".br") else LINES if self.form == "jsonl" else JSON

    @property
    def sha256(self) -> str:
        """The digest of the bytes."""
        return sha256(self.body).hexdigest()


def kinds(snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return the games and kinds that a release has documents of, in their order."""
    found = Revision.objects.at(snapshot.release).order_by("game", "kind").values_list("game", "kind")
    return list(found.distinct())


@lru_cache(maxsize=128)
def files(snapshot: Snapshot, game: str, kind: str) -> dict[str, File]:
    """Return the files of a kind of document of a game, by form; none where a release has no such document."""
    standing = Revision.objects.at(snapshot.release).filter(game=game)
    texts = list(standing.filter(kind=kind).order_by("slug").values_list("text", flat=True))
    if not texts:
        return {}
    notices = standing.filter(kind=Shelf.GAME).values_list("document__notice", flat=True)
    notice = next(iter(notices), None)
    whole = b'{"game":%b,"kind":%b,"notice":%b,"results":[%b]}\n' % (
        *map(dumps, (game, kind, notice)),
        ",\n".join(texts).encode(),
    )
    plain = {"jsonl": "".join(f"{text}\n" for text in texts).encode(), "json": whole}
    return {
        form + ending: File(game, kind, form + ending, len(texts), _written(body, ending))
        for form, body in plain.items()
        for ending in ENCODINGS
    }


def schema_of(game: str, kind: str) -> tuple[str, str]:
    """Return the `$id` of the schema of a kind of document, and the digest of the schema's file: its version."""
    path = documents.schema_path({"game": game, "kind": kind})
    return documents.schemas()[path]["$id"], sha256((documents.SCHEMA_DIR / path).read_bytes()).hexdigest()


def _written(body: bytes, ending: str) -> bytes:
    if ending == ".gz":
        return gzip.compress(body, 9, mtime=0)  # without the time the same bytes are the same file
    return brotli.compress(body, quality=9) if ending == ".br" else body
