"""Atomic writing of files: a file exists complete or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

TEMPORARY_SUFFIX = ".part"
"""Suffix of files that are still being written."""


@contextmanager
def atomic_write(target: Path) -> Iterator[IO[bytes]]:
    """Yield a private temporary file, which is renamed to `target` once it is complete and flushed to disk."""
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=TEMPORARY_SUFFIX, dir=target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
