"""`manage.py migrate`: as Django has it, with two questions more.

Nobody goes back to where what the catalog keeps has no place, and tables that are not what the models say once every
migration is applied are told of: applied means that a migration ran, not that it was the one that stands here now.
"""

from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.models import QuerySet

from catalog.database import structure
from catalog.models import Contribution, Record, Shelf
from catalog.models.contributions import State

NEEDED: dict[str, tuple[str, Callable[[], QuerySet]]] = {
    "0003_house_rules": ("house rules", lambda: Record.objects.filter(shelf=Shelf.HOUSE_RULE)),
    "0006_reviewing": (
        "contributions that curators have answered",
        lambda: Contribution.objects.exclude(state__in=(State.OFFERED, State.WITHDRAWN)),
    ),
    "0015_rulings": ("rulings", lambda: Record.objects.filter(shelf=Shelf.RULING)),
}
"""The migrations of the catalog that rows need which stood nowhere before: what they are called, and which."""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        does = not (options["plan"] or options["check_unapplied"] or options["fake"])
        if does and options["app_label"] and options["migration_name"]:
            _refuse(options["database"], options["app_label"], options["migration_name"])
        super().handle(*args, **options)
        if not (options["plan"] or options["check_unapplied"] or options["app_label"]):
            _compare(options["database"])


def _compare(using: str) -> None:
    """Raise CommandError where tables are not what the models say after all migrations."""
    if found := list(structure.differences(using)):
        told = "\n".join(f"  {one}" for one in found)
        raise CommandError(
            "Every migration is applied, and still the tables are not what this version of Muster needs:\n"
            f"{told}\n{structure.WHAT_TO_DO}"
        )


def _refuse(using: str, app: str, name: str) -> None:
    """Raise CommandError where the way to a migration leads back past one that is needed.

    Asked before the first step: the database refuses the step itself, when those before it have taken their tables.
    """
    executor = MigrationExecutor(connections[using])
    try:
        target = None if name == "zero" else executor.loader.get_migration_by_prefix(app, name).name
    except (KeyError, migrate.AmbiguityError):
        return  # Django says what is wrong with the name
    undone = {(one.app_label, one.name) for one, back in executor.migration_plan([(app, target)]) if back}
    for step, (what, there) in NEEDED.items():
        if ("catalog", step) in undone and (count := there().using(using).count()):
            raise CommandError(
                f"catalog.{step} cannot be taken back while there are {what} ({count:,}), which nothing before it can "
                f"hold, so nothing was changed: stay at {step} or later, or bring back the backup that the earlier "
                "version wrote (manage.py restore, docs/operating.md)."
            )
