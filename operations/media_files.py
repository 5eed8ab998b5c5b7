"""Uploaded files: the files below `MEDIA_ROOT`, and the rows that reference them."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db.models import FileField

from catalog.atomic_files import TEMPORARY_SUFFIX

UNFINISHED_SECONDS = 3600
"""The age in seconds from which an unreferenced file counts as abandoned, not as one whose row is still being
written.
"""


def files_below(root: Path) -> list[str]:
    """Return the sorted names of all files below a folder; empty if there is no folder.

    Files that are still being written are left out.
    """
    found = (
        Path(place, name) for place, _, names in os.walk(root) for name in names if not name.endswith(TEMPORARY_SUFFIX)
    )
    return sorted(one.relative_to(root).as_posix() for one in found if one.is_file() and not one.is_symlink())


def referenced_files() -> Iterator[tuple[str, str]]:
    """Yield each file referenced by a row, with the name of the table."""
    for model in apps.get_models():
        for field in model._meta.local_concrete_fields:
            if isinstance(field, FileField):
                rows = model._base_manager.exclude(**{field.name: ""}).values_list(field.name, flat=True)
                yield from ((name, model._meta.db_table) for name in rows.iterator() if name)


def media_faults() -> Iterator[str]:
    """Yield a fault for each unreferenced file, and for each referenced file that is missing."""
    there = set(files_below(Path(settings.MEDIA_ROOT)))
    known = dict(referenced_files())
    yield from (f"{name}: no row refers to this file." for name in sorted(there - known.keys()))
    yield from (
        (f"{name}: {known[name]} refers to this file, which is missing.") for name in sorted(known.keys() - there)
    )


def delete_unreferenced(folder: str) -> int:
    """Delete abandoned files in a folder that no row references, including unfinished ones; return their number.

    They are left behind if the site is stopped between writing a file and its row.
    """
    root = Path(settings.MEDIA_ROOT)
    known = {name for name, _ in referenced_files()}
    every = (Path(place, name) for place, _, names in os.walk(root / folder) for name in names)
    left = [one for one in every if one.relative_to(root).as_posix() not in known and _is_old(one)]
    for one in left:
        one.unlink(missing_ok=True)
        if not any(one.parent.iterdir()):
            one.parent.rmdir()
    return len(left)


def _is_old(file: Path) -> bool:
    return time.time() - file.lstat().st_mtime > UNFINISHED_SECONDS
