"""Databases as they were made at each state that the migrations have been in, whatever was edited since.

`former_migrations/states.json` lists the states, each as what it changed in the one before: by the name of a migration
`as now` where it was as it stands today, the name of another that it has become, the file of this folder that holds it
as it was, or null where it was taken away. Whoever adds a migration has nothing to do here: it changes no former state.

`python -m tests.operations.migration_states` makes a database of every state, brings it up to date and compares its
tables with the models; on SQLite, or in the empty database that `DATABASE_URL` names, whose tables are dropped in
between.
"""

import gc
import importlib.util
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

MIGRATIONS_FOLDER = Path(__file__).parent / "former_migrations"
MIGRATION_STATES: list[dict[str, str | None]] = json.loads((MIGRATIONS_FOLDER / "states.json").read_text("utf-8"))
OURS = {"catalog", "legions", "rulesapi"}
NOW = datetime(2026, 11, 22, tzinfo=UTC)


def state(number: int) -> dict[str, str]:
    """Return the migrations of a state, each with where it is found."""
    found: dict[str, str | None] = {}
    for step in MIGRATION_STATES[: number + 1]:
        found |= step
    return {name: where for name, where in found.items() if where is not None}


def build(number: int) -> Any:
    """Make the tables of the site's empty database as those of a state; return its models."""
    with _standing(state(number)):
        executor = MigrationExecutor(connection)
        done = executor.migrate(executor.loader.graph.leaf_nodes())
    return done.apps


@contextmanager
def _standing(expected: dict[str, str]) -> Iterator[None]:
    """Have Django find those migrations of ours and no others."""
    usual = MigrationLoader.load_disk

    def load(loader: MigrationLoader) -> None:
        usual(loader)
        theirs = {key: one for key, one in loader.disk_migrations.items() if key[0] not in OURS}
        loader.disk_migrations = theirs | dict(_loaded(name, where) for name, where in expected.items())

    with mock.patch.object(MigrationLoader, "load_disk", load):
        yield


def _loaded(name: str, where: str) -> tuple[tuple[str, str], Any]:
    """Return a migration under the name that it had."""
    app, _, short = name.partition(".")
    if where.endswith(".py"):
        spec = importlib.util.spec_from_file_location(f"former_{where.replace('.', '_')}", MIGRATIONS_FOLDER / where)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        app_now, _, short_now = (name if where == "as now" else where).partition(".")
        module = import_module(f"{app_now}.migrations.{short_now}")
    # Of a file that was renamed later those it depends on have their former names as well.
    return (app, short), module.Migration(short, app)


def bring_up_to_date(number: int) -> None:
    """Make a database of a state with lists in it, apply what has landed since, and see that nothing is amiss.

    Raises CommandError where its tables are not those of the models then, and AssertionError where the lists are not
    those that were kept.
    """
    from legions.saved_lists.models import Legion, LegionRevision

    models = build(number)
    legions = _keep_lists(models) if number else 0  # the first state had none
    call_command("migrate", verbosity=0)
    squashed = MigrationLoader(None).replacements.keys()
    assert squashed <= MigrationRecorder(connection).applied_migrations().keys()
    assert Legion.objects.count() == LegionRevision.objects.count() == legions
    assert set(Legion.objects.values_list("searched", flat=True)) <= {"evening"}


def _keep_lists(models: Any) -> int:
    """Keep two lists with a state each as a site of then has them; return how many."""
    owner = models.get_model("auth", "User").objects.create(username="ann")
    legions, revisions = models.get_model("legions", "Legion"), models.get_model("legions", "LegionRevision")
    document = {"game": "attack-wing", "picks": [{"card": "beast"}], "name": "Évening"}
    since = {"searched": "evening"} if hasattr(legions, "searched") else {}
    same = {"document": document, "what": "made"}
    for _ in range(2):
        legion = legions.objects.create(game="attack-wing", updated_at=NOW, owner=owner, **same, **since)
        revisions.objects.create(legion=legion, number=1, saved_at=NOW, **same)
    return 2


def main() -> None:
    """Go through every state. Raises CommandError or AssertionError at the first that is not brought up to date.

    Each step of each migration makes classes of models anew, which refer to each other: a third of the time would go
    into looking again and again whether one of them is garbage. So that is looked for between two states.
    """
    gc.disable()
    for number in range(len(MIGRATION_STATES)):
        _begin_anew()
        bring_up_to_date(number)
        gc.collect()
        print(f"state {number + 1} of {len(MIGRATION_STATES)}: brought up to date", flush=True)  # noqa: T201


def _begin_anew() -> None:
    """Take every table out of the database, which is nobody's but ours."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return
    name = connection.settings_dict["NAME"]
    connection.close()
    for end in ("", "-wal", "-shm"):
        Path(f"{name}{end}").unlink(missing_ok=True)


if __name__ == "__main__":
    from tests import isolated_processes

    with isolated_processes.database("landed"):
        main()
