"""Table imports of curators: uploaded in parts, checked, applied atomically or not at all, and discarded."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from catalog import permissions, publishing
from catalog.documents.errors import InvalidInput
from catalog.models import AuditEntry, Changeset, Revision
from catalog.models.table_imports import TableImport, TablePart
from catalog.tables import file_formats, table_export, table_import
from tests import factories
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

State = TableImport.State
SOURCE = {"source": "A sheet of paper", "page": 4, "checked": False}


@pytest.fixture
def curator() -> Any:
    user = get_user_model().objects.create_user("kim", password="a long way to the mountains")
    permissions.grant(user, permissions.CURATOR)
    return get_user_model().objects.get(pk=user.pk)


@pytest.fixture
def desk(curator: Any, client: Client) -> Client:
    client.force_login(curator)
    return client


def begun(by: Any, raw: bytes, **facts: Any) -> TableImport:
    return table_import.start_upload(
        **{"by": by, "game": "attack-wing", "kind": "creature", "name": "cards.csv", "size": len(raw), **facts}
    )


def received(by: Any, raw: bytes) -> TableImport:
    """Return a table import with its complete file."""
    return table_import.receive_part(begun(by, raw), raw, offset=0, by=by)


def checked(by: Any, raw: bytes) -> TableImport:
    table = received(by, raw)
    return table_import.check(table, keys=table.meant, source=SOURCE, by=by)


@contextmanager
def killed_in(module: Any, name: str) -> Iterator[None]:
    """End the process in the block when it calls a function."""
    with pytest.MonkeyPatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(module, name, Mock(side_effect=KeyboardInterrupt))
        yield


def many(number: int) -> bytes:
    return file_formats.write(["slug", "name"], [[f"bear-{one}", f"Bear {one}"] for one in range(number)], "csv")


WOLVES = b"slug,name,cost\r\nwolf,Wolf,3\r\n,Bear,?\r\n"


# -- the file


def test_a_file_comes_in_parts_and_a_part_sent_twice_or_too_early_is_not_taken(curator: Any) -> None:
    table = begun(curator, WOLVES, digest=sha256(WOLVES).hexdigest())
    assert table_import.receive_part(table, WOLVES[5:9], offset=5, by=curator).received == 0
    assert table_import.receive_part(table, WOLVES[:9], offset=0, by=curator).received == 9
    assert table_import.receive_part(table, WOLVES[:9], offset=0, by=curator).received == 9
    whole = table_import.receive_part(table, WOLVES[9:], offset=9, by=curator)
    assert (whole.state, whole.meant) == (State.WHOLE, ["slug", "name", "cost"])
    assert table_import.content(whole) == WOLVES


@pytest.mark.parametrize(
    ("raw", "facts", "code"),
    [
        (b"other,file\n1,2", {"digest": "0" * 64}, "other-file"),
        (b"\x81\x8d", {}, "bad-utf-8"),
        (WOLVES, {"size": 5}, "too-large"),
    ],
)
def test_a_file_that_is_not_a_table_is_not_stored(curator: Any, raw: bytes, facts: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        table_import.receive_part(begun(curator, raw, **facts), raw, offset=0, by=curator)
    assert caught.value.faults[0].code == code
    assert not TablePart.objects.exists()


@pytest.mark.parametrize(("size", "status"), [(0, 400), (10 * 2**20 + 1, 413)])
def test_a_file_of_no_size_or_of_too_much_is_not_begun(curator: Any, size: int, status: int) -> None:
    with pytest.raises(InvalidInput) as caught:
        begun(curator, b"", size=size)
    assert caught.value.status == status


def test_nobody_has_more_than_twenty_tables_under_way(curator: Any) -> None:
    for _ in range(table_import.MAX_OPEN):
        table = begun(curator, WOLVES)
    with pytest.raises(InvalidInput):
        begun(curator, WOLVES)
    assert table_import.cancel(table)
    begun(curator, WOLVES)


# -- from checking to drafts


@pytest.mark.sampled
def test_a_table_becomes_drafts_all_at_once_and_the_audit_log_knows(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="wolf", cost=2))
    table = checked(curator, WOLVES)
    assert (table.state, table.report["counts"]) == (
        State.CHECKED,
        {"added": 1, "changed": 1, "unchanged": 0, "faulty": 0},
    )
    done = table_import.import_as_drafts(table, by=curator, why="Counted again", seen=table.digest)
    assert (done.state, done.done) == (State.DONE, 2)
    drafts = {one.slug: one for one in Revision.objects.drafts()}
    assert sorted(drafts) == ["bear", "wolf"]
    assert (drafts["wolf"].document["cost"], drafts["wolf"].by, drafts["wolf"].why) == (3, curator, "Counted again")
    assert AuditEntry.objects.filter(what="table brought in", by=curator.pk).count() == 1
    assert not TablePart.objects.exists()


def test_an_unchecked_table_is_not_imported(curator: Any) -> None:
    table = checked(curator, WOLVES)
    with pytest.raises(table_import.TableStateConflict):
        table_import.import_as_drafts(table, by=curator, why="In", seen="another")
    assert not Revision.objects.exists()


def test_a_table_with_a_fault_is_not_imported(curator: Any) -> None:
    table = checked(curator, b"slug,name,cost\r\nwolf,Wolf,many\r\nbear,Bear,1\r\n")
    assert table.report["rows"][0]["faults"] == [[2, "“many”: Write a whole number, or ? if it is not known."]]
    with pytest.raises(table_import.TableStateConflict):
        table_import.import_as_drafts(table, by=curator, why="In", seen=table.digest)
    assert not Revision.objects.exists()


@pytest.mark.sampled
def test_changes_made_meanwhile_are_shown_again_and_nothing_is_written(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="wolf", cost=2))
    table = checked(curator, WOLVES)
    factories.save_draft(factories.creature(slug="wolf", cost=9), by=None, why="Meanwhile")
    again = table_import.import_as_drafts(table, by=curator, why="In", seen=table.digest)
    assert (again.state, again.report["meanwhile"]) == (State.CHECKED, True)
    assert [one.slug for one in Revision.objects.drafts()] == ["wolf"]
    assert table_import.import_as_drafts(again, by=curator, why="In", seen=again.digest).state == State.DONE


@pytest.mark.sampled
def test_an_import_that_fails_at_the_last_row_leaves_no_drafts(curator: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = checked(curator, many(5))

    def fail(*args: Any, **kwargs: Any) -> None:
        assert Revision.objects.drafts().count() == 5
        raise ZeroDivisionError

    monkeypatch.setattr(publishing.bulk_drafts, "record_states", fail)
    with pytest.raises(ZeroDivisionError):
        table_import.import_as_drafts(table, by=curator, why="In", seen=table.digest)
    table.refresh_from_db()
    assert (Revision.objects.count(), table.state) == (0, State.WRITING)


@pytest.mark.sampled
def test_the_number_of_statements_does_not_grow_with_the_drafts(
    curator: Any, django_assert_max_num_queries: Any
) -> None:
    factories.publish_frame(*(factories.creature(slug=f"bear-{one}") for one in range(0, 60, 2)))
    for number in (3, 60):
        table = checked(curator, many(number))
        with django_assert_max_num_queries(40):
            table_import.import_as_drafts(table, by=curator, why="In", seen=table.digest)
        assert Revision.objects.drafts().count() == number


# -- long work


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Process tables of more than three rows in the background."""
    monkeypatch.setattr(table_import, "MAX_IMMEDIATE_ROWS", 3)


@pytest.mark.usefixtures("small")
def test_a_long_table_is_worked_on_by_the_worker(curator: Any) -> None:
    table = checked(curator, many(4))
    assert (table.state, DBTaskResult.objects.count()) == (State.CHECKING, 1)
    table_import.process(table.pk)
    table.refresh_from_db()
    assert table.state == State.CHECKED
    assert table_import.import_as_drafts(table, by=curator, why="In", seen=table.digest).state == State.WRITING
    table_import.process(table.pk)
    table_import.process(table.pk)  # a repeated task changes nothing
    assert Revision.objects.count() == 4


@pytest.mark.usefixtures("small")
def test_a_table_given_up_while_it_is_checked_is_not_checked_on(curator: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalog.tables.table_import.time.monotonic", iter(range(1_000)).__next__)
    table = checked(curator, many(4))
    table.refresh_from_db()
    seen = table_import.import_plan.columns.guess_columns(
        ["slug", "name"], table_import.columns.columns_of("attack-wing", "creature")
    )
    assert table.meant == seen
    usual = table_import.file_formats.read

    def read(raw: bytes) -> Any:
        assert table_import.cancel(table)
        return usual(raw)

    monkeypatch.setattr(table_import.file_formats, "read", read)
    table_import.process(table.pk)
    table.refresh_from_db()
    assert (table.state, table.report) == (State.CANCELLED, {})


@pytest.mark.usefixtures("small")
def test_work_that_was_lost_is_taken_up_again_and_other_work_is_not(curator: Any) -> None:
    table = checked(curator, many(4))
    with pytest.raises(table_import.TableStateConflict):
        table_import.retry(table, by=curator)
    TableImport.objects.update(heard_at=table.heard_at - table_import.timedelta(minutes=2))
    table.refresh_from_db()
    assert table.lost
    assert not table_import.retry(table, by=curator).lost
    assert DBTaskResult.objects.count() == 2


def test_a_small_table_whose_request_was_killed_is_taken_over_by_the_worker(curator: Any) -> None:
    table = received(curator, WOLVES)
    with killed_in(table_import, "process"):
        table_import.check(table, keys=table.meant, source=SOURCE, by=curator)
    task = DBTaskResult.objects.get()
    assert task.run_after <= timezone.now() + table_import.TAKEOVER_DELAY
    table_import.process_table.call(*task.args_kwargs["args"])
    table.refresh_from_db()
    assert table.state == State.CHECKED
    with killed_in(table_import, "process"):
        table_import.import_as_drafts(table, by=curator, why="In", seen=table.digest)
    table_import.process_table.call(table.pk)
    assert TableImport.objects.get().state == State.DONE
    assert Revision.objects.drafts().count() == 2


def test_the_worker_takes_over_nothing_that_its_request_has_finished(curator: Any) -> None:
    table = checked(curator, WOLVES)
    table_import.import_as_drafts(table, by=curator, why="In", seen=table.digest)
    for task in nonempty(DBTaskResult.objects.all()):
        table_import.process_table.call(*task.args_kwargs["args"])
    assert Revision.objects.drafts().count() == 2
    assert AuditEntry.objects.filter(what="table brought in").count() == 1


def test_a_table_does_not_start_without_its_task(curator: Any) -> None:
    table = received(curator, WOLVES)
    with killed_in(DBTaskResult.objects, "create"):
        table_import.check(table, keys=table.meant, source=SOURCE, by=curator)
    assert TableImport.objects.get().state == State.WHOLE


def test_a_file_that_came_whole_before_a_crash_is_completed_by_the_next_request(curator: Any) -> None:
    table = begun(curator, WOLVES)
    with killed_in(table_import.file_formats, "read"):
        table_import.receive_part(table, WOLVES, offset=0, by=curator)
    table.refresh_from_db()
    assert (table.state, table.received) == (State.RECEIVING, len(WOLVES))
    assert table_import.receive_part(table, b"", offset=len(WOLVES), by=curator).state == State.WHOLE
    assert AuditEntry.objects.filter(what="table received").count() == 1


def test_an_imported_table_cannot_be_discarded(curator: Any) -> None:
    table = checked(curator, WOLVES)
    table_import.import_as_drafts(table, by=curator, why="In", seen=table.digest)
    assert not table_import.cancel(table)
    assert Revision.objects.drafts().count() == 2


def test_abandoned_tables_are_deleted(curator: Any) -> None:
    old = received(curator, WOLVES)
    TableImport.objects.update(heard_at=old.heard_at - table_import.RETENTION * 2)
    begun(curator, WOLVES)
    assert not TableImport.objects.filter(pk=old.pk).exists()


# -- the pages


def post(desk: Client, table: TableImport, **values: Any) -> Any:
    return desk.post(reverse("admin:catalog_tableimport_change", args=[table.pk]), values, follow=True)


def columns_of(table: TableImport) -> dict[str, str]:
    return {f"column-{place}": key for place, key in enumerate(table.meant)}


def upload(desk: Client, raw: bytes, name: str = "cards.csv", of: str = "attack-wing/creature") -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile

    data = {"of": of, "file": SimpleUploadedFile(name, raw)}
    return desk.post(reverse("admin:catalog_tableimport_bring"), data, follow=True)


@pytest.mark.sampled
def test_a_curator_brings_in_a_table_page_by_page(desk: Client) -> None:
    factories.publish_frame(factories.creature(slug="wolf", cost=2))
    page = upload(desk, WOLVES)
    table = TableImport.objects.get()
    assert "Choose what each column holds" in page.content.decode()
    page = post(desk, table, **columns_of(table), source="A sheet", _check="1").content.decode()
    assert "<code>/cost</code>: 2 → 3" in page
    table.refresh_from_db()
    answer = post(desk, table, why="Counted", seen=table.digest, _bring="1")
    table.refresh_from_db()
    changeset = reverse("admin:catalog_changeset_change", args=[table.changeset_id])
    assert answer.redirect_chain == [(changeset, 302)]
    assert "2 drafts saved." in answer.content.decode()
    page = desk.get(reverse("admin:catalog_tableimport_change", args=[table.pk])).content.decode()
    assert "Why: Counted." in page
    assert f'href="{changeset}"' in page
    assert Revision.objects.drafts().count() == 2


def test_drafts_that_were_in_a_changeset_stay_there_and_no_empty_one_is_left(desk: Client, curator: Any) -> None:
    draft = factories.save_draft(factories.creature(slug="wolf", cost=2), by=curator, why="By hand")
    table = checked(curator, b"slug,cost\r\nwolf,3\r\n")
    page = post(desk, table, why="Counted", seen=table.digest, _bring="1").content.decode()
    assert "These drafts stay in the changesets that they were in." in page
    assert Revision.objects.drafts().get().changeset_id == draft.changeset_id
    assert not Changeset.objects.filter(title="Counted").exists()


@pytest.mark.sampled
def test_faults_are_shown_by_cell_and_heading(desk: Client) -> None:
    upload(desk, b"slug,name,Points\r\nwolf,Wolf,many\r\n")
    table = TableImport.objects.get()
    values = {**columns_of(table), "column-2": "cost", "source": "A sheet"}
    page = post(desk, table, **values).content.decode()
    assert "C2 (Points)" in page
    assert "“many”: Write a whole number, or ? if it is not known." in page
    assert "Import as drafts" not in page


def test_a_file_that_is_no_table_is_refused_at_its_field(desk: Client) -> None:
    page = upload(desk, b"%PDF-1.7")
    assert page.status_code == 400
    assert "This is a PDF. Save it as xlsx or as CSV." in page.content.decode()
    assert not TableImport.objects.exists()


@pytest.mark.sampled
def test_with_scripts_a_file_is_sent_in_parts_and_resumed(desk: Client) -> None:
    values = {"of": "attack-wing/creature", "name": "cards.csv", "size": str(len(WOLVES)), "sha256": ""}
    begun_ = desk.post(reverse("admin:catalog_tableimport_bring"), values, headers={"Accept": "application/json"})
    assert begun_.status_code == 201
    where = begun_.json()["part"]
    options = {"content_type": "application/octet-stream"}
    assert desk.post(where, WOLVES[:7], headers={"Upload-Offset": "0"}, **options).json()["received"] == 7
    assert desk.get(where).json() == {
        "received": 7,
        "size": len(WOLVES),
        "whole": False,
        "address": begun_.json()["address"],
    }
    assert "7\xa0bytes of" in desk.get(begun_.json()["address"]).content.decode()
    assert desk.post(where, WOLVES[7:], headers={"Upload-Offset": "7"}, **options).json()["whole"] is True


@pytest.mark.one_variant
@pytest.mark.parametrize("offset", ["", "x", "-1", "9" * 30, "²"])
def test_a_part_that_does_not_say_where_it_belongs_is_refused(desk: Client, curator: Any, offset: str) -> None:
    where = reverse("admin:catalog_tableimport_part", args=[begun(curator, WOLVES).pk])
    headers = {"Upload-Offset": offset.encode().decode("latin-1")}
    answer = desk.post(where, b"x", content_type="application/octet-stream", headers=headers)
    assert (answer.status_code, "Upload-Offset" in answer.json()["message"]) == (400, True)


def test_a_part_that_is_too_large_is_refused(desk: Client, curator: Any) -> None:
    where = reverse("admin:catalog_tableimport_part", args=[begun(curator, WOLVES).pk])
    answer = desk.post(
        where, b"x" * (2**20 + 1), content_type="application/octet-stream", headers={"Upload-Offset": "0"}
    )
    assert answer.status_code == 413


@pytest.mark.sampled
def test_a_page_that_waits_looks_again_by_itself_until_nothing_is_heard(desk: Client, curator: Any) -> None:
    table = received(curator, WOLVES)
    address = reverse("admin:catalog_tableimport_change", args=[table.pk])
    TableImport.objects.update(state=State.CHECKING, total=9_000, done=4_500)
    answer = desk.get(address)
    assert (answer["Refresh"], "4500 of 9000 rows" in answer.content.decode()) == ("2", True)
    TableImport.objects.update(heard_at=table.heard_at - table_import.timedelta(hours=1))
    answer = desk.get(address)
    assert "Refresh" not in answer
    assert "Take it up again" in answer.content.decode()


@pytest.mark.sampled
def test_a_table_is_given_up_by_a_button(desk: Client, curator: Any) -> None:
    table = received(curator, WOLVES)
    assert "Nothing of it was imported." in post(desk, table, _give_up="1").content.decode()


@pytest.mark.sampled
def test_changes_since_the_check_are_reported(desk: Client, curator: Any) -> None:
    table = checked(curator, WOLVES)
    page = post(desk, table, why="In", seen="0" * 64, _bring="1").content.decode()
    assert "in the meantime" in page
    assert "This field is required" in post(desk, table, why="", seen=table.digest, _bring="1").content.decode()


@pytest.mark.sampled
def test_a_table_taken_out_comes_in_and_changes_nothing(desk: Client) -> None:
    factories.publish_frame(factories.creature(slug="wolf", name="=Wolf"))
    answer = desk.get(reverse("admin:catalog_tableimport_take"), {"of": "attack-wing/creature", "form": "xlsx"})
    assert answer["Content-Disposition"] == 'attachment; filename="attack-wing-creature.xlsx"'
    upload(desk, answer.content, "cards.xlsx")
    table = TableImport.objects.get()
    assert "The table matches the catalog." in post(desk, table, **columns_of(table)).content.decode()


def test_drafts_go_out_in_place_of_what_is_published_and_a_release_goes_out_as_it_was() -> None:
    factories.publish_frame(factories.creature(slug="wolf", cost=2))
    factories.save_draft(factories.creature(slug="wolf", cost=3), by=None, why="Looked again")
    assert [one["cost"] for one in table_export.documents_of("attack-wing", "creature")] == [3]
    assert [one["cost"] for one in table_export.documents_of("attack-wing", "creature", 1)] == [2]


def test_without_permission_for_cards_or_games_no_table_is_visible(desk: Client, client: Client, curator: Any) -> None:
    assert "attack-wing/game" not in desk.get(reverse("admin:catalog_tableimport_bring")).content.decode()
    table = received(curator, WOLVES)
    other = get_user_model().objects.create_user("pat", password="a long way to the mountains", is_staff=True)
    client.force_login(other)
    for name, args in (("bring", []), ("take", []), ("change", [table.pk]), ("part", [table.pk])):
        assert client.get(reverse(f"admin:catalog_tableimport_{name}", args=args)).status_code == 403, name


@override_settings(DEBUG=False)
@pytest.mark.parametrize("number", [9, 2**80])
def test_a_table_there_is_none_of_is_not_found(desk: Client, number: int) -> None:
    assert desk.get(reverse("admin:catalog_tableimport_change", args=[number])).status_code == 404


# -- the commands


def test_the_commands_take_a_table_out_and_bring_it_in(tmp_path: Any, capsys: Any) -> None:
    factories.publish_frame(factories.creature(slug="wolf", cost=2))
    file = tmp_path / "cards.csv"
    call_command("export_table", "attack-wing", "creature", file)
    text = file.read_text("utf-8-sig")
    call_command("import_table", "attack-wing", "creature", file)
    assert "Drafts: 0 added, 0 changed, 1 unchanged." in capsys.readouterr().out
    header, row = text.splitlines()[:2]
    cells = dict(zip(header.split(","), row.split(","), strict=False))
    file.write_text(f"slug,Points\n{cells['slug']},5\n")
    with pytest.raises(CommandError, match="Faults in 1 row\\."):
        call_command("import_table", "attack-wing", "creature", file, column=["Points=cost"])
    more = {"column": ["Points=cost"], "source": "A sheet", "page": 2}
    call_command("import_table", "attack-wing", "creature", file, dry_run=True, **more)
    assert "    /cost: 2 -> 5" in capsys.readouterr().out
    assert not Revision.objects.drafts().exists()
    call_command("import_table", "attack-wing", "creature", file, **more)
    assert Revision.objects.drafts().get().document["cost"] == 5
    for arguments in (("attack-wing", "creature", tmp_path / "no.csv"), ("attack-wing", "dragonfly", file)):
        with pytest.raises(CommandError):
            call_command("import_table", *arguments)
    for arguments in (("attack-wing", "creature", tmp_path / "cards.doc"), ("attack-wing", "dragonfly", file)):
        with pytest.raises(CommandError):
            call_command("export_table", *arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"page": 2}, "--page is the page of --source"),
        ({"page": 0, "source": "A sheet"}, "--page: give a number of at least 1"),
        ({"source": " "}, "--source: name the source"),
        ({"column": ["Points"]}, "--column Points: write HEADING=FACT"),
        ({"column": ["Points=prize"]}, "there is no fact “prize”. Known are: .*cost"),
        ({"column": ["Points=cost", "Points=level"]}, "“Points” is chosen twice"),
        ({"column": ["Nothing=cost"]}, "the table has no column “Nothing”"),
    ],
)
def test_options_of_the_import_that_contradict_are_refused(
    tmp_path: Any, options: dict[str, Any], message: str
) -> None:
    factories.publish_frame(factories.creature(slug="wolf", cost=2))
    file = tmp_path / "cards.csv"
    file.write_text("slug,Points\nwolf,5\n")
    with pytest.raises(CommandError, match=message):
        call_command("import_table", "attack-wing", "creature", file, **options)
    assert not Revision.objects.drafts().exists()


def test_a_file_without_an_end_is_read_up_to_the_largest_size_of_a_table() -> None:
    with pytest.raises(CommandError, match="more than 10 MB"):
        call_command("import_table", "attack-wing", "creature", Path("/dev/zero"))


@pytest.mark.parametrize("release", [-1, 0, 2])
def test_a_table_of_a_release_that_does_not_exist_is_not_exported(tmp_path: Any, release: int) -> None:
    factories.publish_frame(factories.creature(slug="wolf", cost=2))
    file = tmp_path / "cards.csv"
    with pytest.raises(CommandError, match=f"There is no release {release}; the newest is 1"):
        call_command("export_table", "attack-wing", "creature", file, release=release)
    assert not file.exists()


def test_a_discarded_table_is_not_imported_even_after_a_check(curator: Any) -> None:
    table = checked(curator, WOLVES)
    seen = table.digest
    table_import.cancel(table)
    with pytest.raises(table_import.TableStateConflict):
        table_import.import_as_drafts(table, by=curator, why="Counted", seen=seen)


@pytest.mark.parametrize("rest", ["", "bring/?of=attack-wing/creature", "7/change/"])
def test_the_former_address_of_the_tables_leads_to_them(client: Client, rest: str) -> None:
    moved = client.get(f"/admin/catalog/broughttable/{rest}")
    assert (moved.status_code, moved["Location"]) == (302, f"/admin/catalog/tableimport/{rest}")
