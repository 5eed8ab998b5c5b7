"""Upgrades of a site to the installed version: checks, a backup, the stages, and the way back.

A stage has no further effect if it was done before, so an upgrade that was stopped is simply run again. Only its backup
is not repeated once the tables have changed: the journal in VAR_DIR names the one from before the changes.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import TextIO

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.template.defaultfilters import filesizeformat
from django.utils import timezone

from catalog.atomic_files import atomic_write
from catalog.background import leases
from catalog.console import progress_bars
from catalog.database import former_versions
from legions.site import static_files
from operations import backups, data_checks, databases, media_files, preflight
from operations.exceptions import OperationRefused

JOURNAL, LOCK = "upgrade.json", "upgrade.lock"
REASON = "Cards of a new version of Muster"
"""The reason of the release with the new cards, which everybody can read."""
STALE = timedelta(days=1)
"""The age from which the backup of an unfinished upgrade is not used if its migrations are complete."""
SPARE_BYTES = 64 * 2**20
"""The space that should stay free next to a backup."""


@dataclass(frozen=True)
class Journal:
    """The last upgrade of this site: its database, the last migrations before it, its backup, and whether it ended."""

    database: str
    before: list[str]
    began: str
    backup: str = ""
    finished: bool = False


@dataclass(frozen=True)
class Choices:
    """The choices of the operator."""

    folder: Path | None
    """The folder of the backup, or None for no backup."""
    cards: bool = True
    local: bool = False
    """Whether the database was upgraded from another machine."""
    previous: str = ""
    """The revision that ran before, for the way back."""


@dataclass(frozen=True)
class Upgrade:
    """An upgrade that may begin: its choices, its journal, the pending migrations, and whether it has a backup."""

    choices: Choices
    journal: Journal
    pending: tuple[str, ...]
    is_continued: bool
    """Whether the backup of the journal is that of an upgrade that was stopped."""


@dataclass(frozen=True)
class Stage:
    """A stage: its title, a function that says what it would do, and one that does it."""

    title: str
    plan: Callable[[Upgrade], str]
    run: Callable[[Upgrade, TextIO], None]


class StageFailed(Exception):
    """The failure of a stage. The cause is the error itself; `is_unchanged` says that the database is as it was."""

    def __init__(self, stage: Stage, *, is_unchanged: bool) -> None:
        super().__init__(stage.title)
        self.is_unchanged = is_unchanged


# -- before the first stage ------------------------------------------------------------------------------------------


def prepare(choices: Choices) -> Upgrade:
    """Check the site and return its upgrade; nothing is written but missing folders. Raises OperationRefused."""
    preflight.check_demonstration()
    preflight.check_folders()
    preflight.check_database()
    if choices.cards and not card_files().is_dir():
        raise OperationRefused(f"{card_files()} is missing. Install the whole version, or use --without-cards.")
    before, pending = databases.applied_layout("default").version, tuple(databases.pending_migrations("default"))
    _check_migrations(before, pending, choices)
    now, identity = timezone.now(), databases.identity()
    if continued := _continued(identity, before, pending, now):
        return Upgrade(choices, continued, pending, is_continued=True)
    backup = str(choices.folder / f"before-upgrade-{now:%Y-%m-%d-%H%M%S}.backup") if choices.folder else ""
    _check_space(choices.folder)
    _check_integrity()
    return Upgrade(choices, Journal(identity, before, now.isoformat(), backup), pending, is_continued=False)


def warnings() -> Iterator[str]:
    """Yield what the operator should know before the upgrade begins."""
    if leases.alive():
        yield (
            "The site is running, here or on another machine. The way back loses what people change from now on. "
            "Stop the site first if nothing may be lost."
        )


def card_files() -> Path:
    """Return the folder with the cards of this version."""
    return Path(settings.BASE_DIR) / "fixtures"


def _check_migrations(before: list[str], pending: tuple[str, ...], choices: Choices) -> None:
    if not before:
        raise OperationRefused(
            "The database has no tables, so there is nothing to upgrade. docs/operating.md describes how to set up a "
            "new site."
        )
    if unknown := former_versions.unknown_migrations():
        raise OperationRefused(
            f"This database belongs to a newer version of Muster, which has {', '.join(unknown)}. Install that "
            "version, or a newer one."
        )
    if choices.local and pending:
        raise OperationRefused(
            "The database is not upgraded yet. Run manage.py upgrade without --local on one machine first."
        )


def _check_space(folder: Path | None) -> None:
    if folder is None:
        return
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        raise OperationRefused(f"Muster cannot write into {existing}. Choose another folder with --backups.")
    needed, free = database_bytes() + _media_bytes() + SPARE_BYTES, shutil.disk_usage(existing).free
    if free < needed:
        raise OperationRefused(
            f"{folder} has {_size(free)} free, and the upgrade may need {_size(needed)}. Make room, or choose another "
            "disk with --backups."
        )


def _check_integrity() -> None:
    if faults := list(data_checks.database_faults()):
        raise OperationRefused(
            f"The database is damaged: {faults[0]} Nothing was changed. Restore a backup, or mend it first: “Repairing "
            "the tables” in docs/operating.md describes how."
        )


def _continued(identity: str, applied: list[str], pending: tuple[str, ...], now: datetime) -> Journal | None:
    """Return the journal of an upgrade that was stopped after it had changed tables, None for an upgrade that begins.

    Raises OperationRefused if its backup is gone.
    """
    journal = _read_journal()
    if journal is None or journal.finished or not journal.backup or journal.database != identity:
        return None
    is_migrated = not pending
    is_stale = now - datetime.fromisoformat(journal.began) > STALE
    if (is_stale and is_migrated) or (applied == journal.before and not is_migrated):
        return None
    if not Path(journal.backup).exists():
        raise OperationRefused(
            f"An upgrade was stopped after it had written {journal.backup}, which is missing now. Put it back, or "
            f"remove {_journal_path()} to go on without a way back."
        )
    return journal


# -- the stages ------------------------------------------------------------------------------------------------------


def run(upgrade: Upgrade, stream: TextIO, begin: Callable[[int, Stage], None]) -> None:
    """Run all stages; `begin` is called before each. Raises StageFailed."""
    for number, stage in enumerate(stages(upgrade), 1):
        begin(number, stage)
        try:
            stage.run(upgrade, stream)
        except (Exception, KeyboardInterrupt) as error:
            raise StageFailed(stage, is_unchanged=_is_unchanged(stage, upgrade)) from error
    if not upgrade.choices.local:
        _write_journal(replace(upgrade.journal, finished=True))


def stages(upgrade: Upgrade) -> list[Stage]:
    """Return the stages of an upgrade in their order."""
    static = Stage("Static files", _plan_static_files, _collect_static_files)
    if upgrade.choices.local:
        return [static]
    backup = Stage("Backup", _plan_backup, _back_up)
    cards = (
        Stage("Cards", _plan_cards, _import_cards),
        Stage("Public lists", lambda upgrade: "Adds the ready lists that are new.", _seed_lists),
    )
    return [
        *([backup] if upgrade.journal.backup else []),
        Stage("Tables", _plan_tables, _migrate),
        Stage("Roles", lambda upgrade: "Gives each role the permissions of this version.", _create_roles),
        static,
        *(cards if upgrade.choices.cards else ()),
        Stage("Data", lambda upgrade: "Checks all stored data.", _check_data),
    ]


def _plan_backup(upgrade: Upgrade) -> str:
    if upgrade.is_continued:
        return f"Keeps {upgrade.journal.backup}, which was written before the tables were changed."
    return (
        f"Writes {upgrade.journal.backup}, from a database of {_size(database_bytes())} and uploaded files of "
        f"{_size(_media_bytes())}."
    )


def _back_up(upgrade: Upgrade, stream: TextIO) -> None:
    target = Path(upgrade.journal.backup)
    if upgrade.is_continued:
        stream.write(f"{target} is kept.\n")
        return
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with progress_bars() as progress:
        backups.write_backup_of(databases.applied_layout("default"), target, progress)
    _write_journal(upgrade.journal)
    stream.write(f"{target}: {_size(target.stat().st_size)}.\n")


def _plan_tables(upgrade: Upgrade) -> str:
    if not upgrade.pending:
        return "Every migration is applied."
    return f"Applies the migrations {', '.join(upgrade.pending)}."


def _migrate(upgrade: Upgrade, stream: TextIO) -> None:
    call_command("migrate", interactive=False, stdout=stream)


def _create_roles(upgrade: Upgrade, stream: TextIO) -> None:
    call_command("create_roles", stdout=StringIO())


def _plan_static_files(upgrade: Upgrade) -> str:
    if static_files.are_collected():
        return "The files of this version are collected."
    return f"Collects the files of this version in {settings.STATIC_ROOT}."


def _collect_static_files(upgrade: Upgrade, stream: TextIO) -> None:
    call_command("collectstatic", interactive=False, verbosity=0, stdout=stream)


def _plan_cards(upgrade: Upgrade) -> str:
    if upgrade.pending:
        return "Publishes the new cards, and keeps what people have changed. The tables must be migrated to say which."
    output = StringIO()
    call_command("import_cards", str(card_files()), sources_hold=True, dry_run=True, stdout=output)
    return output.getvalue().rstrip()


def _import_cards(upgrade: Upgrade, stream: TextIO) -> None:
    call_command("import_cards", str(card_files()), sources_hold=True, why=REASON, stdout=stream)


def _seed_lists(upgrade: Upgrade, stream: TextIO) -> None:
    call_command("seed_public_lists", stdout=stream)


def _check_data(upgrade: Upgrade, stream: TextIO) -> None:
    call_command("check_data", stdout=stream)


def _is_unchanged(failed: Stage, upgrade: Upgrade) -> bool:
    """Return whether the database is as before the upgrade, after the failure of a stage."""
    if failed.run not in (_back_up, _migrate) or upgrade.is_continued:
        return False
    try:
        return databases.applied_layout("default").version == upgrade.journal.before
    except DatabaseError:
        return False


# -- the way back ----------------------------------------------------------------------------------------------------


def way_back(upgrade: Upgrade, *, complete: bool) -> list[str]:
    """Return what to type for the version and the data from before the upgrade; empty without a backup.

    After a complete upgrade, accounts that were deleted since then are deleted again.
    """
    if not upgrade.journal.backup:
        return []
    name, root = str(connection.settings_dict["NAME"]), settings.BASE_DIR
    database = [f"export DATABASE_URL=sqlite:///{Path(name).with_suffix('')}-before.sqlite3"]
    if connection.vendor == "postgresql":
        owner = connection.settings_dict["USER"]
        options = f"--owner={owner} --encoding=UTF8 --template=template0"
        database = [
            f'su postgres -c "createdb {options} {name}_before"',
            f"export DATABASE_URL=postgres://…/{name}_before",
        ]
    deleted = Path(upgrade.journal.backup).with_suffix(".deleted")
    return [
        *([f"python manage.py deleted_accounts > {deleted}"] if complete else []),
        f"git -C {root} checkout {upgrade.choices.previous or 'PREVIOUS'}",
        f"python -m pip install --require-hashes --no-deps -r {root}/requirements.lock",
        *database,
        f"python manage.py restore {upgrade.journal.backup}{f' --deleted {deleted}' if complete else ''}",
        "python manage.py collectstatic --noinput",
    ]


# -- journal and lock ------------------------------------------------------------------------------------------------


@contextmanager
def lock() -> Iterator[None]:
    """Hold the lock of upgrades on this machine, which a killed process releases. Raises OperationRefused."""
    Path(settings.VAR_DIR).mkdir(parents=True, exist_ok=True)
    with Path(settings.VAR_DIR, LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperationRefused("Another upgrade is running on this machine. Wait until it ends.") from None
        yield


def _journal_path() -> Path:
    return Path(settings.VAR_DIR, JOURNAL)


def _read_journal() -> Journal | None:
    try:
        return Journal(**json.loads(_journal_path().read_text("utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def _write_journal(journal: Journal) -> None:
    with atomic_write(_journal_path()) as file:
        file.write(json.dumps(asdict(journal), indent=1).encode())


def database_bytes() -> int:
    """Return the size of the database."""
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        return file.stat().st_size if file.exists() else 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _media_bytes() -> int:
    root = Path(settings.MEDIA_ROOT)
    return sum((root / name).stat().st_size for name in media_files.files_below(root))


def _size(count: int) -> str:
    return filesizeformat(count).replace("\N{NO-BREAK SPACE}", " ")
