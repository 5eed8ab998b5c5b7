"""The database of the fuzz tests: created with every card, and deleted afterwards."""

import logging
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ACTORS = ("anonymous", "user", "contributor", "curator", "admin")
SCOPES = {
    "user": ("legions", "read"),
    "contributor": ("offer",),
    "curator": ("curate",),
    "admin": ("hooks",),
}
"""The scopes that the token of each actor opens, so that every operation is open to one of them; the first is the
token's own.
"""
WORLD = "world.sqlite3"
RELEASES = 12  # the newest is the one in the description's examples


def enter(folder: Path, database: str) -> None:
    """Set Django up for this process, over a database in `folder`, without rate limits, which are not tested here."""
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{folder / database}",
        "CACHE_URL": "",
        "VAR_DIR": str(folder),
        "SECRET_KEY": "only for these questions, and for nothing else",
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
    """Create the database that each run copies: every table, and every card of the fixtures."""
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
    """Copy that database over the remains of an earlier run."""
    remove(folder, name)
    shutil.copy(folder / WORLD, folder / name)


def remove(folder: Path, name: str) -> None:
    """Remove a copy."""
    for file in folder.glob(f"{name}*"):
        file.unlink()


def person(actor: str) -> Mapping[str, str]:
    """Create an actor, with the objects that the description's examples name, and return the request headers.

    A token and a session cookie are sent together, as from a page of the site: cookies give no access and do no harm.
    """
    if actor == "anonymous":
        return {}
    from django.conf import settings
    from django.test import Client

    from catalog import permissions
    from legions.accounts.holders import Holder
    from legions.api_tokens import services as api_tokens_services
    from legions.api_tokens.models import Scope
    from legions.saved_lists import services as saved_lists_services
    from tests import factories
    from tests.rulesapi.openapi_examples import in_path

    user = factories.UserFactory(username=actor)
    if actor in permissions.ROLES:
        permissions.grant(user, actor)
    document = factories.legion_document({"card": "maurghoros"})
    saved_lists_services.create_legion(
        holder=Holder(user=user),
        document=document,
        id=in_path("getLegion")["pk"],
        share_key=in_path("getSharedLegion")["key"],
    )
    _offer(user, mine=actor == permissions.CONTRIBUTOR)
    _draft()
    visitor = Client()
    visitor.force_login(user)
    scope = Scope(SCOPES[actor][0])
    return {
        "Authorization": f"Bearer {api_tokens_services.create_token(user=user, name='Robot', scope=scope, days=30)[1]}",
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={visitor.cookies[settings.SESSION_COOKIE_NAME].value}",
    }


def _offer(user: Any, *, mine: bool) -> None:
    """Create the offers of the description's examples: by the actor, with a question to the actor, or by another
    user.
    """
    from catalog import permissions
    from catalog.curation import contributions
    from catalog.models import Contribution
    from tests import factories
    from tests.rulesapi.openapi_examples import answers

    (example,) = answers("getContribution").values()
    facts = {one["fact"]: one["value"] for one in example["facts"]}
    by = user if mine else factories.UserFactory(username="offering")
    values = {"game": example["game"], "slug": example["card"], "facts": facts}
    one = contributions.submit(by=by, origin=contributions.Origin(printed=True), **values)
    Contribution.objects.filter(pk=one.pk).update(id=example["id"])
    if mine:
        curator = factories.UserFactory(username="asking")
        permissions.grant(curator, permissions.CURATOR)
        contributions.ask_contributor(
            number=example["id"], seen=one.version, by=curator, question="Is the level a 6 or an 8?"
        )


def _draft() -> None:
    """Create a draft of the example set, written by another user and waiting for review."""
    from catalog import publishing
    from catalog.models import DocumentType, Record
    from tests import factories
    from tests.rulesapi.openapi_examples import example_world

    named = example_world()["set"]
    record = Record.objects.get(game=named["game"], document_type=DocumentType.SET, slug=named["slug"])
    writer = factories.UserFactory(username="writing")
    draft = {**publishing.current_revision(record).document, "wave": "Second peal"}
    factories.save_draft(draft, by=writer, why="Misread")
    publishing.submit_for_review(record, by=writer, expected=publishing.edit_token(record))
