"""Where the questions are asked: a database of its own with every card in it, thrown away afterwards."""

import logging
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ACTORS = ("anonymous", "user", "curator", "admin")
WORLD = "world.sqlite3"
RELEASES = 12  # the newest is the one that the examples of the description speak of


def enter(folder: Path, database: str) -> None:
    """Set Django up for this process, over a database in `folder`. No counting: it is not limits that are tried."""
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{folder / database}",
        "CACHE_URL": "",
        "VAR_DIR": str(folder),
        "SECRET_KEY": "only for these questions",
        "SIGNING_KEY": "A" * 43,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "INSECURE_HTTP": "1",
        "ALLOWED_HOSTS": "localhost",
        "DEMO": "1",
        "API_LIMITS": "0",
    }
    import django

    django.setup()
    logging.disable()


def build(folder: Path) -> None:
    """Make the database that each run has a copy of: every table, and every card of the fixtures."""
    enter(folder, WORLD)
    from django.core.management import call_command
    from django.db import connection

    from tests import factories

    call_command("migrate", verbosity=0)
    call_command("import_cards", str(ROOT / "fixtures"), why="First cards", verbosity=0)
    for number in range(2, RELEASES + 1):
        factories.publish(factories.card_set(name=f"Box {number}"))
    connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def copy(folder: Path, name: str) -> None:
    """Copy that database over whatever an earlier run has left."""
    remove(folder, name)
    shutil.copy(folder / WORLD, folder / name)


def remove(folder: Path, name: str) -> None:
    """Remove a copy."""
    for file in folder.glob(f"{name}*"):
        file.unlink()


def person(actor: str) -> Mapping[str, str]:
    """Make who asks, with a list of their own where the description's examples say it is, and return what they send.

    A token and the cookie of a session go together, as from a page of the site: cookies open nothing, nor do they harm.
    """
    if actor == "anonymous":
        return {}
    from django.conf import settings
    from django.test import Client

    from catalog import roles
    from legions import services
    from legions.accounts.people import Holder
    from legions.api import tokens
    from legions.api.description import examples
    from legions.api.models import Scope
    from tests import factories

    user = factories.UserFactory(username=actor)
    if actor in roles.ROLES:
        roles.grant(user, actor)
    document = factories.legion_document({"card": "maurghoros"})
    services.create(holder=Holder(user=user), document=document, id=examples.ID, share_key=examples.KEY)
    visitor = Client()
    visitor.force_login(user)
    # So that nothing is closed to all of them.
    scope = {roles.ADMIN: Scope.HOOKS, roles.CURATOR: Scope.CURATE}.get(actor, Scope.LEGIONS)
    return {
        "Authorization": f"Bearer {tokens.make(user=user, name='Robot', scope=scope, days=30)[1]}",
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={visitor.cookies[settings.SESSION_COOKIE_NAME].value}",
    }
