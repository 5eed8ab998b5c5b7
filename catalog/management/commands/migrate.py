"""`manage.py migrate`: as Django has it, with two questions more, a way back, and searched texts of this version.

Nobody goes back to where what the catalog keeps has no place, and tables that are not what the models say once every
migration is applied are told of: applied means that a migration ran, not that it was the one that stands here now.

Django goes back to no migration that a squashed one replaces, once all of those are applied. Here that is possible for
as long as they stand beside it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.exceptions import AmbiguityError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import QuerySet

from catalog.database import structure
from catalog.models import Contribution, DocumentType, Record
from catalog.models.contributions import ContributionState
from catalog.publishing import no_progress
from catalog.publishing.stored_texts import mend_texts, texts_of_former_forms

NEEDED: dict[str, tuple[str, Callable[[], QuerySet]]] = {
    "0003_house_rules": ("house rules", lambda: Record.objects.filter(document_type=DocumentType.HOUSE_RULE)),
    "0006_reviewing": (
        "contributions that curators have answered",
        lambda: Contribution.objects.exclude(state__in=(ContributionState.OFFERED, ContributionState.WITHDRAWN)),
    ),
    "0015_rulings": ("rulings", lambda: Record.objects.filter(document_type=DocumentType.RULING)),
    "0027_adventures": ("adventures", lambda: Record.objects.filter(document_type=DocumentType.ADVENTURE)),
    "0028_references": ("references", lambda: Record.objects.filter(document_type=DocumentType.REFERENCE)),
}
"""The migrations of the catalog that rows need which stood nowhere before: what they are called, and which."""


MIGRATE_LOCK = 5_717_420_115
"""The number of the advisory lock that a `migrate` on PostgreSQL holds."""


class UnsquashedLoader(MigrationLoader):
    """The migrations of which the squashed ones are made, in their place."""

    def build_graph(self) -> None:
        self.replace_migrations = False
        super().build_graph()
        for key, squashed in self.replacements.items():
            self.graph.remove_replacement_node(key, squashed.replaces)
            self.applied_migrations.pop(key, None)


class UnsquashedExecutor(MigrationExecutor):
    """Applies and takes back the migrations of which the squashed ones are made, one by one."""

    def __init__(self, connection: Any, progress_callback: Any = None) -> None:
        super().__init__(connection, progress_callback)
        self.loader = UnsquashedLoader(connection)

    def unapply_migration(self, state: Any, migration: Any, fake: bool = False) -> Any:
        """Take a migration back, after which the one that replaces it is no longer applied as a whole."""
        for key, squashed in self.loader.replacements.items():
            if (migration.app_label, migration.name) in squashed.replaces:
                self.recorder.record_unapplied(*key)
        return super().unapply_migration(state, migration, fake=fake)


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if options["plan"] or options["check_unapplied"]:
            self._migrate(*args, **options)
            return
        with _turn(options["database"], self.stderr.write):
            self._migrate(*args, **options)

    def _migrate(self, *args: Any, **options: Any) -> None:
        app, name = options["app_label"], options["migration_name"]
        if app and name:
            if not (options["plan"] or options["check_unapplied"] or options["fake"]):
                _refuse(options["database"], app, name)
            if _is_squashed(app, name):
                with _unsquashed():
                    super().handle(*args, **options)
                return
        super().handle(*args, **options)
        if not (options["plan"] or options["check_unapplied"] or options["app_label"]):
            _compare(options["database"])
            if options["database"] == DEFAULT_DB_ALIAS:
                self._mend_texts()

    def _mend_texts(self) -> None:
        """Make the searched texts of cards again that an earlier version made: the search of this one needs its own."""
        if mended := mend_texts(texts_of_former_forms(), no_progress):
            self.stdout.write(f"Searched texts of {mended:,} states of cards were made again.")


@contextmanager
def _turn(using: str, say: Callable[[str], Any]) -> Iterator[None]:
    """Wait until no other `migrate` changes a PostgreSQL database; SQLite has one writer at a time anyway."""
    connection = connections[using]
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [MIGRATE_LOCK])
        if not cursor.fetchone()[0]:
            say("Another migrate changes this database. Waiting until it has ended.")
            cursor.execute("SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATE_LOCK])
            cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        with suppress(DatabaseError), connection.cursor() as cursor:  # a connection that is lost has no lock either
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATE_LOCK])


def _is_squashed(app: str, name: str) -> bool:
    """Return whether the way to a migration, or to before the first of an app, leads by ones that were squashed."""
    loader = MigrationLoader(None)
    replaced = {key for squashed in loader.replacements.values() for key in squashed.replaces}
    if name == "zero":
        return any(key[0] == app for key in replaced)
    try:
        found = loader.get_migration_by_prefix(app, name)
    except (KeyError, AmbiguityError):
        return False  # Django says what is wrong with the name
    return (found.app_label, found.name) in replaced


@contextmanager
def _unsquashed() -> Iterator[None]:
    """Have Django's command go by the migrations of which the squashed ones are made; it has no place to say so."""
    command: Any = migrate  # whose types do not name what it imports
    usual = command.MigrationExecutor
    command.MigrationExecutor = UnsquashedExecutor
    try:
        yield
    finally:
        command.MigrationExecutor = usual


def _compare(using: str) -> None:
    """Raise CommandError where tables are not what the models say after all migrations."""
    if found := list(structure.differences(using)):
        differences = "\n".join(f"  {one}" for one in found)
        raise CommandError(
            "Every migration is applied, and still the tables are not what this version of Muster needs:\n"
            f"{differences}\n{structure.WHAT_TO_DO}"
        )


def _refuse(using: str, app: str, name: str) -> None:
    """Raise CommandError where the way to a migration leads back past one that is needed.

    Asked before the first step: the database refuses the step itself, when those before it have taken their tables.
    """
    executor = UnsquashedExecutor(connections[using])
    try:
        target = None if name == "zero" else executor.loader.get_migration_by_prefix(app, name).name
    except (KeyError, AmbiguityError):
        return  # Django says what is wrong with the name
    undone = {(one.app_label, one.name) for one, back in executor.migration_plan([(app, target)]) if back}
    for step, (what, there) in NEEDED.items():
        if ("catalog", step) in undone and (count := there().using(using).count()):
            raise CommandError(
                f"catalog.{step} cannot be taken back while there are {what} ({count:,}), which nothing before it can "
                f"hold, so nothing was changed: stay at {step} or later, or bring back the backup that the earlier "
                "version wrote (manage.py restore, docs/operating.md)."
            )
