"""The audit log: entries are never removed and never identify a person. `admin_actions` lists the entries."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from catalog import audit, permissions, publishing
from catalog.admin import audit_log
from catalog.curation import contributions
from catalog.models import AuditEntry, Contribution, Record, Revision
from catalog.publishing.stage_changes import AUDIT_ACTIONS
from legions.account_pages import deletion
from legions.community.models import Decision
from operations import site_state
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.guard]


def by_orm_update() -> None:
    AuditEntry.objects.update(of="other")


def by_save() -> None:
    one = AuditEntry.objects.get()
    one.of = "other"
    one.save()


def by_delete() -> None:
    AuditEntry.objects.get().delete()


def by_all() -> None:
    AuditEntry.objects.all().delete()


def by_sql(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize(
    "change",
    [
        by_orm_update,
        by_save,
        by_delete,
        by_all,
        lambda: by_sql("UPDATE catalog_auditentry SET what = 'other'"),
        lambda: by_sql("DELETE FROM catalog_auditentry"),
        lambda: by_sql("TRUNCATE catalog_auditentry"),
        lambda: by_sql("INSERT OR REPLACE INTO catalog_auditentry SELECT * FROM catalog_auditentry"),
    ],
)
def test_nothing_changes_or_takes_away_a_row(change: Any) -> None:
    audit.log_action("test", by=None, of="this")
    with pytest.raises(DatabaseError), transaction.atomic():
        change()
    assert list(AuditEntry.objects.values_list("what", "of")) == [("test", "this")]


def test_log_entries_are_one_short_line() -> None:
    audit.log_action("test", by=None, of="a\n2026-01-01 admin granted\r\x1b[2K\u2028b" + "c" * 500)
    of = AuditEntry.objects.get().of
    assert of.isprintable() and len(of) == 250


# -- contents of entries -----------------------------------------------------------------------------------------------


@pytest.fixture
def root(client: Client) -> Any:
    """A logged-in superuser."""
    user = factories.UserFactory(username="root", is_superuser=True, is_staff=True)
    client.force_login(user)
    return user


@pytest.fixture
def card() -> Record:
    """A published card."""
    factories.publish_frame(factories.creature(slug="card"))
    return Record.objects.get(slug="card")


def draft_of(record: Record) -> None:
    factories.save_draft({**record.revisions.newest().get().document, "text": "Other."}, by=None, why="work")


def test_there_is_a_row_for_every_written_revision_of_a_bulk_and_of_single_saves(card: Record) -> None:
    factories.publish_documents([factories.creature() for _ in range(120)], by=None, why="many")
    draft_of(card)
    draft_of(card)
    publishing.discard_draft(card)
    published = AuditEntry.objects.filter(what="document published").count()
    assert published == Revision.objects.filter(since__isnull=False).count()
    assert AuditEntry.objects.filter(what="draft saved").count() == 2
    assert AuditEntry.objects.filter(what="draft discarded").count() == 1


def test_an_entry_tells_what_differs_and_nothing_else(card: Record) -> None:
    draft_of(card)
    one = AuditEntry.objects.get(what="draft saved")
    assert (one.of, one.before, one.after) == (
        "attack-wing/card/card",
        {"/text": "Stands where it stands."},
        {"/text": "Other."},
    )


def test_refused_or_rolled_back_changes_are_not_logged_as_done(card: Record) -> None:
    before = AuditEntry.objects.count()
    with pytest.raises(publishing.Conflict):
        factories.save_draft({**card.revisions.get().document, "text": "x"}, by=None, why="w", expected="other")
    assert AuditEntry.objects.count() == before


def test_roles_and_rights_are_noted_before_and_after_without_names(client: Client, root: Any) -> None:
    ann = factories.UserFactory(username="ann", email="ann@example.org")
    data = {"username": "ann", "email": "ann.secret@example.org", "is_active": "on"}
    data["groups"] = [Group.objects.get(name="curator").pk]
    assert client.post(reverse("admin:auth_user_change", args=[ann.pk]), data).status_code == 302
    rights = AuditEntry.objects.get(what="rights changed")
    assert (rights.by, rights.of) == (root.pk, f"user {ann.pk}")
    assert (rights.before["roles"], rights.after["roles"]) == ([], ["curator"])
    entries = json.dumps(list(AuditEntry.objects.values("of", "before", "after")))
    assert "ann" not in entries and "example.org" not in entries


def test_a_password_set_by_an_admin_is_logged_without_its_text(client: Client, root: Any) -> None:
    ann = factories.UserFactory(username="ann")
    secret = "another long secret"
    values = {"password1": secret, "password2": secret, "usable_password": "true"}
    where = reverse("admin:auth_user_password_change", args=[ann.pk])
    assert client.post(where, values).status_code == 302
    one = AuditEntry.objects.get(what="account changed")
    assert one.after == {"fields": ["password"]}
    assert secret not in json.dumps(list(AuditEntry.objects.values("of", "before", "after")))


def test_the_command_that_gives_a_role_is_noted() -> None:
    permissions.grant(factories.UserFactory(), permissions.CURATOR)
    one = AuditEntry.objects.get(what="rights changed")
    assert (one.by, one.after["roles"]) == (None, ["curator"])


@pytest.fixture
def offered(card: Record) -> Contribution:
    """A contribution of a user."""
    factories.publish(factories.creature(slug="half-known", cost=None))
    values = {"game": "attack-wing", "slug": "half-known", "facts": {"cost": 3}}
    return contributions.submit(by=factories.UserFactory(), origin=contributions.Origin(printed=True), **values)


def test_undoing_somebodys_work_is_noted_once(client: Client, root: Any, offered: Contribution) -> None:
    where = reverse("admin:catalog_contribution_undo", args=[offered.by_id])
    assert client.post(where, {"why": "Made up"}).status_code == 302
    one = AuditEntry.objects.get(what="contributions undone")
    assert (one.by, one.of, one.after) == (
        root.pk,
        f"user {offered.by_id}",
        {"offers": 1, "facts": 0, "published": 0},
    )


# -- logging in ---------------------------------------------------------------------------------------------------


def test_log_ins_of_people_with_a_role_are_noted_and_refused_tries_too(client: Client) -> None:
    ann, _ = (factories.UserFactory(username=name) for name in ("ann", "bob"))
    permissions.grant(ann, permissions.CURATOR)
    noted = AuditEntry.objects.count()
    where = reverse("account_login")
    client.post(where, {"login": "bob", "password": "wrong"})
    client.post(where, {"login": "nobody\nat all", "password": "wrong"})
    client.post(where, {"login": "ann", "password": "my secret by mistake"})
    client.post(where, {"login": "ann", "password": "a long enough secret"})
    Client().post(where, {"login": "bob", "password": "a long enough secret"})
    new = AuditEntry.objects.order_by("pk")[noted:]
    assert [(one.what, one.by, one.of) for one in new] == [
        ("log-in refused", None, f"user {ann.pk}"),
        ("logged in", ann.pk, ""),
    ]


def test_refusals_in_the_admin_are_logged_once_a_minute(client: Client) -> None:
    from django.core.cache import cache

    cache.clear()
    ann = factories.user_with(permissions.MODERATOR)
    client.force_login(ann)
    for _ in range(3):
        assert client.get("/admin/auth/user/").status_code == 403
    assert [(one.by, one.of) for one in AuditEntry.objects.filter(what="refused")] == [
        (ann.pk, "GET /admin/auth/user/")
    ]


# -- reading, and deleting accounts --------------------------------------------------------------------------------


def test_a_deleted_account_leaves_only_its_number(client: Client, root: Any) -> None:
    ann = factories.UserFactory(username="annabel")
    number = ann.pk
    audit.log_action("test", by=ann)
    deletion.delete_account(user=ann)
    assert AuditEntry.objects.get(what="test").by == number
    html = client.get(reverse("admin:catalog_auditentry_changelist")).content.decode()
    assert f"account {number}, gone" in html and "annabel" not in html


def test_admins_search_it_and_nobody_writes_to_it(client: Client, card: Record) -> None:
    admin = factories.user_with(permissions.ADMIN, username="ada")
    client.force_login(admin)
    draft_of(card)
    html = client.get(reverse("admin:catalog_auditentry_changelist"), {"q": "draft"}).content.decode()
    assert "attack-wing/card/card" in html and "attack-wing/game/attack-wing" not in html
    one = AuditEntry.objects.get(what="draft saved")
    page = client.get(reverse("admin:catalog_auditentry_change", args=[one.pk])).content.decode()
    assert "Stands where it stands." in page
    for name in ("change", "delete"):
        where = reverse(f"admin:catalog_auditentry_{name}", args=[one.pk])
        assert client.post(where, {"post": "yes", "what": "other"}).status_code == 403


@pytest.mark.parametrize("count", [10, 1_000])
def test_the_page_asks_as_much_for_many_as_for_few(client: Client, root: Any, django_assert_num_queries, count) -> None:
    audit.log_entries(audit.new_entry("test", by=root, of=str(number)) for number in range(count))
    with django_assert_num_queries(5):
        assert client.get(reverse("admin:catalog_auditentry_changelist")).status_code == 200


@pytest.mark.sampled
def test_everything_that_is_noted_is_shown_in_words() -> None:
    noted = {*AUDIT_ACTIONS.values(), *(f"moderator: {do}" for do in Decision.Do.values)}
    noted |= {site_state.BACKUP_WRITTEN, site_state.DATA_CHECKED}
    places = {"log_action": 0, "new_entry": 0, "_note": 0, "save_changed": 2}
    for app in ("catalog", "rulesapi", "legions", "operations"):
        for file in (Path(settings.BASE_DIR) / app).rglob("*.py"):
            text = file.read_text("utf-8")
            if not any(name in text for name in places):
                continue
            for node in ast.walk(ast.parse(text)):
                name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
                place = places.get(name)
                if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                    noted.add(
                        f"table {node.args[place].value}" if file.name == "table_import.py" else node.args[place].value
                    )
    assert noted == set(audit_log.action_labels())
