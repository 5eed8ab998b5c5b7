"""Migrations back and forward over a full database: what the first version could hold is the same afterwards.

`python -m tests.migration_roundtrip --cards 10000 --legions 100000` fills an SQLite file of its own, or the empty
PostgreSQL database that `DATABASE_URL` names, takes back every migration of every app of Muster, one after the other,
down to the first of each, and makes them again. The rows of the first version's tables have the same checksums before
and after; it prints how long each way took and which step took longest: a step is one transaction, so nobody waits for
a lock longer. The steps are those of which the squashed migrations are made. `--last 5` is a sample: the last five of
each app, back and forward with one command an app.

Tables that a later migration made go with it. What an earlier one has no place for, as house rules, stops the way back
before its first step (`catalog.management.commands.migrate`); so there is none of it here.
"""

import argparse
import sys
import time
from typing import Any

from tests import isolated_processes

APPS = ("legions", "rulesapi", "catalog")
"""Those that know others come first on the way back."""
CHUNK = 1_000


def main() -> int:
    """Fill, go back and forward, hold the sums against one another, print; return 1 where a row is not what it was."""
    parser = argparse.ArgumentParser(prog="python -m tests.migration_roundtrip", description=__doc__)
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--legions", type=int, default=100_000)
    parser.add_argument("--last", type=int, default=0, help="only so many steps of each app, with one command")
    options = parser.parse_args()
    with isolated_processes.database("migrating"):
        _fill(options.cards, options.legions)
        before = _sums()
        names = {app: _names(app) for app in APPS}
        if options.last:
            names = {app: [there[-options.last - 1 :][0], there[-1]] for app, there in names.items()}
        back = [(app, name) for app in APPS for name in reversed(names[app][:-1])]
        forward = [(app, name) for app in reversed(APPS) for name in names[app][1:]]
        _walk("back", back)
        _walk("forward", forward)
        after = _sums()
    for table, sums in before.items():
        print(f"{table}: {sums['rows']:,} rows, {'as before' if after[table] == sums else 'CHANGED'}")  # noqa: T201
    return int(before != after)


def _fill(cards: int, legions: int) -> None:
    """Publish cards twice over, so that there is a history, begin drafts of some, keep legions: as their doors do."""
    from legions.saved_lists.models import Legion, LegionRevision
    from tests import factories

    documents = [factories.creature(slug=f"beast-{number}", cost=10) for number in range(cards)]
    factories.publish_frame(*documents)
    factories.publish(*({**card, "cost": 20} for card in documents[::2]))
    owner = factories.UserFactory(username="owner")
    for card in documents[: cards // 10]:
        factories.save_draft({**card, "cost": 30}, by=owner, why="Misread")
    one = factories.legion({"card": "beast-0"}, owner=owner, name="Bones")
    for start in range(1, legions, CHUNK):
        made = Legion.objects.bulk_create(
            _copy(one, {"card": f"beast-{number % cards}"}, number)
            for number in range(start, min(start + CHUNK, legions))
        )
        LegionRevision.objects.bulk_create(_first_state(legion) for legion in made)


def _copy(one: Any, pick: dict[str, Any], number: int) -> Any:
    """Return a legion like another with one pick and a name of its own."""
    from legions.saved_lists.models import Legion, search_text
    from legions.saved_lists.quotas import document_size

    document = {**one.document, "picks": [pick], "name": f"Légion {number}", "tags": ["Évening"]}
    same = {name: getattr(one, name) for name in ("owner", "game", "what", "created_at", "updated_at")}
    return Legion(document=document, searched=search_text(document), stored=2 * document_size(document), **same)


def _first_state(legion: Any) -> Any:
    """Return the state that a legion begins with."""
    from legions.saved_lists.models import LegionRevision

    values = {name: getattr(legion, name) for name in ("document", "what")}
    return LegionRevision(legion=legion, number=1, saved_at=legion.updated_at, **values)


def _names(app: str) -> list[str]:
    """Return the migrations of an app that are not squashed ones, the first one first."""
    from django.db.migrations.loader import MigrationLoader

    there = MigrationLoader(None).disk_migrations.values()
    return sorted(one.name for one in there if one.app_label == app and not one.replaces)


def _walk(way: str, steps: list[tuple[str, str]]) -> None:
    """Go to one migration after the other; print how long it took and which was the longest."""
    from django.core.management import call_command

    took = {}
    for app, name in steps:
        begin = time.monotonic()
        call_command("migrate", app, name, verbosity=0)
        took[f"{app}.{name}"] = time.monotonic() - begin
    longest = max(took, key=lambda step: took[step])
    print(f"{way}: {len(steps)} commands in {sum(took.values()):.1f} s; {longest} took {took[longest]:.1f} s")  # noqa: T201


def _sums() -> dict[str, dict[str, Any]]:
    """Return the checksum of the rows of each table that the first version had."""
    from django.contrib.auth import get_user_model

    from catalog.models import Record, Release, Revision
    from legions.saved_lists.models import Legion
    from operations import table_rows

    first = (Record, Release, Revision, Legion, get_user_model())
    return {model._meta.db_table: table_rows.Table(model).sum("default") for model in first}


if __name__ == "__main__":
    sys.exit(main())
