"""The list of the audit log: its conditions, its search, its export, and the plans of its queries."""

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from catalog import audit, permissions
from catalog.admin import audit_log, audit_queries
from catalog.admin.audit_log import AuditFilterForm
from catalog.admin.audit_queries import AuditFilter
from catalog.models import AuditEntry, Record
from legions.account_pages import deletion
from tests import factories
from tests.catalog import admin_world
from tests.catalog.changeset_world import card, table
from tests.factories import user_with

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

LIST = "admin:catalog_auditentry_changelist"


@pytest.fixture
def ada() -> Any:
    return user_with(permissions.ADMIN)


@pytest.fixture
def client_of_ada(ada: Any) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def entry(what: str, of: str = "", by: Any = None, days_ago: int = 0) -> None:
    one = audit.new_entry(what, by=by, of=of)
    one.at = timezone.now() - timedelta(days=days_ago)
    one.save(force_insert=True)


def objects(client: Client, **conditions: Any) -> list[str]:
    """Return the objects of the listed entries."""
    answer = client.get(reverse(LIST), conditions)
    assert answer.status_code == 200
    return [one.of for one in answer.context_data["cl"].result_list]


@pytest.fixture
def entries(ada: Any, wanda: Any) -> None:
    entry("draft saved", "attack-wing/card/wolf", wanda, 40)
    entry("draft saved", "attack-wing/card/wolf-pack", wanda, 30)
    entry("fact confirmed", "attack-wing/card/wolf cost", ada, 20)
    entry("contribution decided", "contribution 3, attack-wing/wolf", ada, 10)
    entry("changeset discussed", "changeset 3", wanda, 5)
    entry("changeset discussed", "changeset 33", wanda, 4)
    entry("logged in", "", ada, 1)


ABOUT = {
    "attack-wing/card/wolf": ["attack-wing/card/wolf cost", "attack-wing/card/wolf"],
    "contribution 3": ["contribution 3, attack-wing/wolf"],
    "changeset 3": ["changeset 3"],
    "changeset": ["changeset 33", "changeset 3"],
    "attack-wing/card/wol": [],
    "%": [],
    "attack_wing/card/wolf": [],
}


@pytest.mark.usefixtures("entries")
@pytest.mark.parametrize("label", ABOUT)
def test_an_object_is_found_with_its_details_and_without_longer_names(client_of_ada: Client, label: str) -> None:
    assert objects(client_of_ada, about=label) == ABOUT[label]


@pytest.mark.usefixtures("entries")
def test_conditions_are_fulfilled_together(client_of_ada: Client, wanda: Any, ada: Any) -> None:
    assert objects(client_of_ada, person=wanda.username) == objects(client_of_ada, person=wanda.pk)
    assert len(objects(client_of_ada, person=wanda.pk)) == 4
    day = (timezone.now() - timedelta(days=30)).astimezone(UTC).date()
    assert objects(client_of_ada, first=day, last=day) == ["attack-wing/card/wolf-pack"]
    assert objects(client_of_ada, last=day) == ["attack-wing/card/wolf-pack", "attack-wing/card/wolf"]
    assert objects(client_of_ada, person=wanda.pk, what="draft saved", first=day) == ["attack-wing/card/wolf-pack"]
    assert objects(client_of_ada, q="wolf", person=ada.pk) == [
        "contribution 3, attack-wing/wolf",
        "attack-wing/card/wolf cost",
    ]


def test_a_day_lasts_from_midnight_to_midnight_in_utc(client_of_ada: Client) -> None:
    for hour, minute in ((0, 0), (23, 59)):
        one = audit.new_entry("test", by=None, of=f"at {hour}")
        one.at = datetime(2026, 3, 5, hour, minute, tzinfo=UTC)
        one.save(force_insert=True)
    assert objects(client_of_ada, first="2026-03-05", last="2026-03-05") == ["at 23", "at 0"]
    for conditions in ({"first": "2026-03-06"}, {"last": "2026-03-04"}):
        assert objects(client_of_ada, about="at", **conditions) == []


FAULTY = {
    "person": ("nobody", "\x00", "x" * 151),
    "first": ("yesterday", "2026-02-30", "0000-00-00"),
    "last": ("31.12.2026x", "9" * 400),
    "about": ("x" * 251,),
    "what": ("no such action",),
    "q": ("x" * 101,),
}


@pytest.mark.guard
@pytest.mark.usefixtures("entries")
@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in FAULTY.items() for value in values])
def test_a_condition_that_is_not_understood_is_named_and_leaves_no_entries(
    client_of_ada: Client, field: str, value: str
) -> None:
    answer = client_of_ada.get(reverse(LIST), {field: value})
    assert answer.status_code == 200 and list(answer.context_data["cl"].result_list) == []
    assert set(answer.context_data["conditions"].errors) == {field}
    exported = client_of_ada.get(reverse("admin:catalog_auditentry_export"), {field: value})
    assert exported.status_code == 302 and exported["Location"].startswith(f"{reverse(LIST)}?")


def test_days_in_the_wrong_order_are_named() -> None:
    form = AuditFilterForm({"first": "2026-03-05", "last": "2026-03-04"})
    assert not form.is_valid() and form.errors["last"] == ["It is before the first day."]


@pytest.mark.parametrize("number", ["0", "9" * 150, "٣"])
def test_the_number_of_nobody_finds_nothing(client_of_ada: Client, number: str) -> None:
    entry("test", "this")
    assert objects(client_of_ada, person=number) == []


@pytest.mark.guard
def test_a_deleted_account_has_no_name_in_list_and_export(client_of_ada: Client) -> None:
    annabel = factories.UserFactory(username="annabel")
    entry("test", "this", annabel)
    number = annabel.pk
    assert "annabel" in client_of_ada.get(reverse("admin:catalog_auditentry_export")).content.decode()
    deletion.delete_account(user=annabel)
    for address in (reverse(LIST), reverse("admin:catalog_auditentry_export")):
        text = client_of_ada.get(address, {"person": number}).content.decode()
        assert str(number) in text and "annabel" not in text
    answer = client_of_ada.get(reverse(LIST), {"person": "annabel"})
    assert "There is no account of this name." in answer.content.decode()


# -- bounds ------------------------------------------------------------------------------------------------------------


def test_more_entries_than_are_listed_are_reached_by_conditions(
    client_of_ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (audit_log, audit_queries):
        monkeypatch.setattr(module, "MAX_LISTED", 150)
    audit.log_entries(audit.new_entry("test", by=None, of=str(number)) for number in range(300))
    answer = client_of_ada.get(reverse(LIST), {"p": 2})
    assert answer.context_data["cl"].result_count == 150 and len(answer.context_data["cl"].result_list) == 50
    assert "The newest 150 entries are listed." in answer.content.decode()
    assert client_of_ada.get(reverse(LIST), {"p": 3}).status_code == 302
    assert objects(client_of_ada, about="7") == ["7"]
    rows = exported(client_of_ada)
    assert len(rows) == 151 and rows[1][4] == "299"


def test_a_search_looks_at_the_newest_entries_that_fit(client_of_ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_queries, "MAX_SEARCHED", 3)
    for number in range(5):
        entry("test", f"wolf {number}")
    entry("other", "bear")
    assert objects(client_of_ada, q="wolf") == ["wolf 4", "wolf 3"]
    assert objects(client_of_ada, q="wolf", about="wolf") == ["wolf 4", "wolf 3", "wolf 2"]


def plan(conditions: AuditFilter, *, counted: bool = False) -> str:
    """Return the database\'s plan for a page of entries, or for their number."""
    entries = audit_queries.newest(conditions.apply(AuditEntry.objects.all()), 100)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")  # a table of a test is too small for an index
    return str(entries.values("pk").explain() if counted else entries.explain())


DAY = datetime(2026, 3, 5, tzinfo=UTC).date()
PLANS = {
    "audit_at": AuditFilter(),
    "audit_by": AuditFilter(person=3),
    "audit_of": AuditFilter(about="attack-wing/card/wolf"),
    "audit_what": AuditFilter(action="draft saved"),
}


@pytest.mark.parametrize("index", PLANS)
def test_each_condition_has_an_index(index: str) -> None:
    audit.log_entries(audit.new_entry("test", by=None, of=str(number)) for number in range(300))
    for counted in (False, True):
        found = plan(PLANS[index], counted=counted)
        assert index in found and "Seq Scan" not in found and "SCAN catalog_auditentry\n" not in f"{found}\n", found


@pytest.mark.parametrize("conditions", [AuditFilter(first=DAY), AuditFilter(last=DAY), AuditFilter(3, DAY, DAY)])
def test_days_are_found_by_an_index(conditions: AuditFilter) -> None:
    assert "audit_" in plan(conditions) and "Seq Scan" not in plan(conditions)


# -- export ------------------------------------------------------------------------------------------------------------


def exported(client: Client, **conditions: Any) -> list[list[str]]:
    answer = client.get(reverse("admin:catalog_auditentry_export"), conditions)
    assert answer.status_code == 200 and answer["Content-Disposition"] == 'attachment; filename="audit.csv"'
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.usefixtures("entries")
def test_the_export_has_the_listed_entries(client_of_ada: Client, wanda: Any) -> None:
    rows = exported(client_of_ada, person=wanda.pk, what="draft saved")
    assert rows[0] == ["When (UTC)", "Account", "Username", "Action", "Object", "Request"]
    assert [row[1:5] for row in rows[1:]] == [
        [str(wanda.pk), wanda.username, "draft saved", "attack-wing/card/wolf-pack"],
        [str(wanda.pk), wanda.username, "draft saved", "attack-wing/card/wolf"],
    ]
    assert len(exported(client_of_ada, q="cost")) == 2


@pytest.mark.guard
def test_no_cell_of_the_export_is_a_formula(client_of_ada: Client) -> None:
    entry("test", '=HYPERLINK("http://example.org")', factories.UserFactory(username="@SUM"))
    row = exported(client_of_ada)[1]
    assert not row[2].startswith("@") and not row[4].startswith("=")


def test_list_and_export_ask_as_much_for_many_as_for_few(client_of_ada: Client, django_assert_num_queries: Any) -> None:
    for count in (10, 500):
        audit.log_entries(audit.new_entry("test", by=None, of=str(number)) for number in range(count))
        with django_assert_num_queries(8):
            client_of_ada.get(reverse(LIST), {"q": "test", "about": "7"})
        with django_assert_num_queries(5):
            exported(client_of_ada)


# -- who may, and links ------------------------------------------------------------------------------------------------


@pytest.mark.guard
@pytest.mark.parametrize("role", [role for role in admin_world.ROLES if role != "admin"])
def test_only_admins_read_and_export(role: str) -> None:
    client = admin_world.visitor(admin_world.person(role))
    for name in ("changelist", "export"):
        assert client.get(reverse(f"admin:catalog_auditentry_{name}")).status_code in (302, 403)
        if role in ("player", "contributor"):
            continue
        assert client.get(reverse(f"admin:catalog_auditentry_{name}")).status_code == 403


@pytest.mark.guard
def test_pages_lead_to_their_entries_for_those_who_may_read_them(client_of_ada: Client, wanda: Any) -> None:
    factories.publish_frame(factories.creature(slug="wolf"))
    offer = admin_world.offered(wanda)
    changeset = table([card(1)], wanda)
    record = Record.objects.get(slug="wolf")
    upcoming = admin_world.upcoming_releases.create_upcoming(by=None, why="Errata")
    pages = {
        reverse("admin:catalog_card_history", args=[record.pk]): "about=attack-wing%2Fcard%2Fwolf",
        reverse("admin:catalog_changeset_change", args=[changeset.pk]): f"about=changeset+{changeset.pk}",
        reverse("admin:catalog_contribution_review", args=[offer.pk]): f"about=contribution+{offer.pk}",
        reverse("admin:catalog_upcomingrelease_change", args=[upcoming.pk]): f"about=upcoming+release+{upcoming.pk}",
        reverse("admin:auth_user_change", args=[wanda.pk]): f"person={wanda.pk}",
    }
    curator = Client()
    curator.force_login(wanda)
    for page, query in pages.items():
        assert f"{reverse(LIST)}?{query}" in client_of_ada.get(page).content.decode(), page
        assert client_of_ada.get(f"{reverse(LIST)}?{query}").status_code == 200
        assert reverse(LIST) not in curator.get(page).content.decode(), page
