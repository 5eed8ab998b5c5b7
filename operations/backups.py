"""Backups: one file with every row of every table, every uploaded file, and checksums to verify a restored site.

It is a ZIP: `tables/<table>.jsonl` with one row per line, `files/<name>`, and `manifest.json`, which is written last.
It contains nothing specific to SQLite or PostgreSQL, so that it can be restored into either.
"""

import json
import shutil
import zipfile
from collections.abc import Iterator
from functools import partial
from hashlib import file_digest
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone

from catalog import snapshots
from catalog.api import bulk_files
from catalog.atomic_files import atomic_write
from catalog.database import former_versions
from catalog.models import Release
from catalog.publishing import Progress
from legions.account_pages import deletion
from operations import database_copy, databases
from operations.exceptions import OperationRefused
from operations.media_files import files_below
from operations.table_rows import Checksum, Table

FORMAT = "muster-backup/1"
MANIFEST = "manifest.json"


def write_backup(target: Path, progress: Progress) -> dict[str, Any]:
    """Write a complete backup of the site to `target`, or no file at all; return its manifest.

    Raises OperationRefused, OSError.
    """
    databases.require_current_schema("default")
    return write_backup_of(databases.current_layout(), target, progress)


def write_backup_of(layout: databases.Layout, target: Path, progress: Progress) -> dict[str, Any]:
    """Write a backup of a database with this layout, which the version with the same layout can restore.

    Raises OperationRefused, OSError.
    """
    if not target.name:
        raise OperationRefused("Name the file of the backup.")
    if not target.parent.is_dir():
        raise OperationRefused(f"There is no folder {target.parent} for the backup. Create it first.")
    if target.exists():
        raise OperationRefused(f"{target} exists already, and backups are never overwritten. Choose another name.")
    with atomic_write(target) as file, databases.snapshot() as using:
        manifest: dict[str, Any] = {
            "form": FORMAT,
            "at": timezone.now().isoformat(),
            "version": layout.version,
        }
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            manifest["tables"] = _write_tables(archive, layout.tables, using, progress)
            manifest["numbers"] = databases.sequence_values(using, layout.tables)
            release = Release.objects.db_manager(using).newest()
            manifest["public"] = {"release": release, "files": public_files(release)}
            manifest["files"] = _write_files(archive, progress)
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return manifest


def restore_backup(source: Path, deleted: list[tuple[int, Any]], progress: Progress) -> dict[str, Any]:
    """Restore a backup into the site's own database, which must be empty; return the manifest.

    The rows of each table are verified by their checksum, and the public files of the newest release by their SHA-256.
    Then the accounts in `deleted` are deleted again. All of this is one transaction. Raises OperationRefused, OSError.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = _manifest(archive)
            databases.prepare_empty("default")
            checksums = {
                name: {key: table[key] for key in ("rows", "sha256")} for name, table in manifest["tables"].items()
            }
            with database_copy.copy_rows("default", partial(_lines, archive), manifest["numbers"], progress) as sums:
                if sums != checksums:
                    raise OperationRefused(
                        f"{source} is damaged: its rows do not match their checksums. Use another backup."
                    )
                _compare_public(manifest["public"])
                _restore_files(archive, manifest["files"], progress)
                manifest["deleted_again"] = deletion.repeat_deletions(deleted)
    except (zipfile.BadZipFile, EOFError, ValueError, KeyError, TypeError, IntegrityError) as error:
        raise OperationRefused(f"{source} is not a complete backup: {error}. Nothing was restored.") from error
    return manifest


def public_files(release: int) -> dict[str, str]:
    """Return the SHA-256 of each public file of a release by file name."""
    if not release:
        return {}
    bulk_files.files.cache_clear()  # compare the files of the current rows, not cached ones
    at = snapshots.at(release)
    return {
        f"{game}/{kind}.jsonl": bulk_files.files(at, game, kind)["jsonl"].sha256 for game, kind in bulk_files.kinds(at)
    }


def _write_tables(archive: zipfile.ZipFile, every: list[Table], using: str, progress: Progress) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for number, table in enumerate(every):
        progress("Reading tables", number, len(every))
        checksum = Checksum()
        with archive.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as member:
            for line in table.lines(using):
                checksum.add(line)
                member.write(f"{line}\n".encode())
        tables[table.name] = {"columns": table.columns, **checksum.summary}
    progress("Reading tables", len(every), len(every))
    return tables


def _write_files(archive: zipfile.ZipFile, progress: Progress) -> dict[str, str]:
    root = Path(settings.MEDIA_ROOT)
    digests: dict[str, str] = {}
    names = files_below(root)
    for number, name in enumerate(names):
        progress("Reading files", number, len(names))
        try:
            file = (root / name).open("rb")
        except FileNotFoundError:
            continue  # withdrawn after the files were listed
        with file, archive.open(f"files/{name}", "w", force_zip64=True) as member:
            shutil.copyfileobj(file, member)
            file.seek(0)
            digests[name] = file_digest(file, "sha256").hexdigest()
    return digests


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
    if manifest["form"] != FORMAT:
        raise OperationRefused(
            "This backup has a format that this version of Muster does not know. Restore it with the version that "
            "wrote it."
        )
    if former_versions.is_former_backup(manifest["version"]):
        raise OperationRefused(former_versions.BACKUP_REFUSED)
    if manifest["version"] != databases.schema_version():
        raise OperationRefused(
            "This backup is from another version of Muster. Restore it with the version that wrote it, then update."
        )
    return manifest


def _lines(archive: zipfile.ZipFile, table: Table) -> Iterator[str]:
    with archive.open(f"tables/{table.name}.jsonl") as member:
        for line in member:
            yield line.decode().rstrip("\n")


def _compare_public(public: dict[str, Any]) -> None:
    if Release.objects.newest() != public["release"] or public_files(public["release"]) != public["files"]:
        raise OperationRefused(
            "The public files do not match their digests in the backup. Nothing was restored. Use another backup."
        )


def _restore_files(archive: zipfile.ZipFile, digests: dict[str, str], progress: Progress) -> None:
    """Write the files, each complete or not at all; files left by an earlier restore are kept if they are equal."""
    root = Path(settings.MEDIA_ROOT).resolve()
    for number, (name, digest) in enumerate(digests.items()):
        progress("Writing files", number, len(digests))
        target = (root / name).resolve()
        if not target.is_relative_to(root):
            raise OperationRefused(f"The backup has a file outside its folder: {name}. Use another backup.")
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            with atomic_write(target) as file, archive.open(f"files/{name}") as member:
                shutil.copyfileobj(member, file)
        with target.open("rb") as file:
            if file_digest(file, "sha256").hexdigest() != digest:
                raise OperationRefused(
                    f"The file {name} does not match its digest in the backup. Empty {root} and restore again."
                )
