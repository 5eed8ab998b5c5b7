"""The table of admin actions (`admin_actions`): permitted roles, and the audit log entries of each action."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse

from catalog.models import AuditEntry
from legions.api_tokens.models import Token
from legions.api_urls import curation_urls
from tests import worlds
from tests.catalog import admin_world
from tests.catalog.admin_actions import ADMIN_ACTIONS, ELSEWHERE, READ_PAGES, AdminAction, RequestData
from tests.catalog.test_admin_roles import url_of
from tests.sampling import REFUSED_ACTORS

pytestmark = [pytest.mark.django_db, pytest.mark.guard]

WRITES = re.compile(r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"(\w+)"')
LOG = {AuditEntry._meta.db_table}
PAGES_AT_ONCE = 10
"""Number of pages tested with one set of people and one catalog."""
OF_VISITS = {Session._meta.db_table, Token._meta.db_table}
"""Tables written on every visit, with the time of last use."""


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


class Actors:
    """Users of every role: each is logged in, and has an API token for curation.

    Their accounts are inactive until they act: what a curator has to do depends on whether others could approve it.
    """

    def __init__(self) -> None:
        people = {role: admin_world.person(role) for role in admin_world.ROLES}
        self._keys = {role: user.pk for role, user in people.items()}
        self._sessions = {role: admin_world.visitor(user).cookies for role, user in people.items()}
        self._tokens = {role: admin_world.bearer(user) for role, user in people.items()}
        get_user_model().objects.filter(pk__in=self._keys.values()).update(is_active=False)

    def person(self, actor: str) -> Any:
        """Activate the account of a role; return its user, without cached permissions. Return None for nobody."""
        if actor == admin_world.NOBODY:
            return None
        users = get_user_model().objects.filter(pk=self._keys[actor])
        users.update(is_active=True)
        return users.get()

    def agent(self, actor: str, *, of_api: bool) -> Client:
        """Return a new client of a user: a browser, or an API client."""
        if of_api:
            return Client(headers=self._tokens.get(actor, {}))
        client = Client()
        client.cookies.load({name: one.value for name, one in self._sessions.get(actor, {}).items()})
        return client


@worlds.once_a_module
def actors() -> Actors:
    """Publish a document of each type; return the users of every role."""
    admin_world.catalog()
    return Actors()


class _Enough(Exception):
    pass


@contextmanager
def undone() -> Iterator[None]:
    """Roll back the changes made inside, so that the next action starts from an equal state."""
    try:
        with transaction.atomic():
            yield
            raise _Enough
    except _Enough:
        cache.clear()


def send(client: Client, deed: AdminAction, sent: RequestData) -> Any:
    """Send an action's request: a form, or an API request."""
    if deed.page.startswith("api-"):
        body = json.dumps(sent.data).encode() if sent.data else b""
        how = {"content_type": "application/json", "headers": dict(sent.headers)}
        return client.generic(deed.method.upper(), reverse(deed.page, args=sent.args), body, **how)
    address = reverse(deed.page if deed.page.startswith("token") else f"admin:{deed.page}", args=sent.args)
    if isinstance(sent.data, bytes):
        return client.post(address, sent.data, "application/octet-stream", headers=dict(sent.headers))
    for value in sent.data.values():
        if isinstance(value, UploadedFile):
            value.seek(0)
    return getattr(client, deed.method)(address + sent.query, sent.data)


def done(deed: AdminAction, sent: RequestData, client: Client) -> tuple[list[tuple[Any, str]], set[str]]:
    """Return an action's audit log entries (user and words), and the other tables it writes to."""
    noted = AuditEntry.objects.count()
    with CaptureQueriesContext(connection) as queries:
        answer = send(client, deed, sent)
    assert answer.status_code < 500
    entries = list(AuditEntry.objects.order_by("pk")[noted:])
    numbers = {one.request for one in entries}
    assert "" not in numbers and len(numbers) <= 1
    if "X-Request-ID" in answer.headers:
        assert numbers <= {answer.headers["X-Request-ID"]}
    rows = [(one.by, in_words(one)) for one in entries]
    return rows, written(queries) - OF_VISITS


def in_words(entry: AuditEntry) -> str:
    """Return an audit log entry in the notation of the table of actions."""
    of = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", entry.of)
    return f"{entry.what}: {re.sub(r'(?<![a-z])[0-9]+', '#', of)}"


def written(asked: CaptureQueriesContext) -> set[str]:
    """Return the tables that were written to."""
    return {found[1] for one in asked if (found := WRITES.match(one["sql"]))}


def tried_by(name: str) -> list[str]:
    """Return the users who try an action: all permitted ones, and a rotating sample of the others."""
    may = ADMIN_ACTIONS[name].leaves
    others = [actor for actor in admin_world.ACTORS if actor not in may]
    return [*may, *others[list(ADMIN_ACTIONS).index(name) % REFUSED_ACTORS :: REFUSED_ACTORS]]


def test_each_actor_is_refused_somewhere() -> None:
    refused = {actor for name in ADMIN_ACTIONS for actor in tried_by(name) if actor not in ADMIN_ACTIONS[name].leaves}
    assert refused >= {*admin_world.ACTORS} - {"admin"}


PAGES_OF_DEEDS = sorted({deed.page for deed in ADMIN_ACTIONS.values()})


@pytest.mark.parametrize("view", PAGES_OF_DEEDS)
def test_the_deeds_of_a_page_are_done_by_those_who_may_and_leave_their_rows(actors: Actors, view: str) -> None:
    """The changes of each action are rolled back before the next."""
    deeds = {name: deed for name, deed in ADMIN_ACTIONS.items() if deed.page == view}
    assert deeds
    for name, deed in deeds.items():
        with undone():
            _check_deed(name, deed, actors)


def _check_deed(name: str, deed: AdminAction, actors: Actors) -> None:
    data = None if deed.own else deed.sent()
    results = {}
    for actor in tried_by(name):
        with undone():
            by = actors.person(actor)
            client = actors.agent(actor, of_api=deed.page.startswith("api-"))
            rows, tables = done(deed, data or deed.sent(by), client)
        if actor in deed.leaves:
            results[actor] = sorted(rows) == sorted((by.pk, row) for row in deed.leaves[actor]) or rows
        else:
            refused = all(row.startswith("refused: ") for _by, row in rows)
            results[actor] = (refused and tables <= LOG) or (rows, tables)
    assert results == dict.fromkeys(tried_by(name), True), name


# -- completeness ------------------------------------------------------------------------------------------------------


def addresses() -> set[str]:
    """Return the names of all URLs of the admin."""
    found = set()
    for one in admin.site.get_urls():
        found |= {one.name} if isinstance(one, URLPattern) else {each.name for each in one.url_patterns}
    return found - {None}


def test_every_address_of_the_admin_is_in_the_table_of_deeds_or_of_what_is_only_looked_at() -> None:
    listed = {deed.page for deed in ADMIN_ACTIONS.values()}
    assert addresses() == {page for page in listed | READ_PAGES if not page.startswith(("api-", "token"))}


def test_every_way_to_write_of_a_program_that_curates_is_in_the_table() -> None:
    listed = {(deed.page, deed.method) for deed in ADMIN_ACTIONS.values() if deed.page.startswith("api-")}
    methods = {
        (one.name, method)
        for one in curation_urls
        for method in ("post", "put", "patch", "delete")
        if hasattr(one.callback.view_class, method)
    }
    assert listed == methods


LOOKED_AT = sorted(READ_PAGES - ELSEWHERE)


@pytest.mark.parametrize("chunk", range(0, len(LOOKED_AT), PAGES_AT_ONCE))
def test_nothing_is_done_where_it_is_only_looked_at(actors: Actors, chunk: int) -> None:
    by = {role: actors.person(role) for role in ("player", "curator", "admin")}
    clients = {who: actors.agent(who, of_api=False) for who in ("curator", "admin")}
    data = {"why": "x", "reason": "x", "slug": "x", "post": "yes", "_save": "x", "username": "x", "action": "x"}
    for page in LOOKED_AT[chunk : chunk + PAGES_AT_ONCE]:
        url = url_of(page, {**by, "user": by["player"]})
        for who, client in clients.items():
            with undone(), CaptureQueriesContext(connection) as queries:
                assert client.post(url, data).status_code < 500, page
            assert written(queries) - OF_VISITS <= LOG, (page, who)
