"""Corrections of tables: cells entered in the browser, rows left out, and the file of rows with faults."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from catalog import permissions
from catalog.admin import table_rows
from catalog.documents.errors import InvalidInput
from catalog.models import AuditEntry, Changeset, Revision
from catalog.models.table_imports import TableImport, TablePart
from catalog.tables import cell_corrections, cells, columns, file_formats, file_limits, import_plan, table_import
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

State = TableImport.State
SOURCE = {"source": "A sheet of paper", "page": 4, "checked": False}
RAW = b"slug,name,cost,unique\r\nwolf,Wolf,many,perhaps\r\nbear,Bear,3,yes\r\nowl,Owl,-1,no\r\n"
WOLF_LINE, BEAR_LINE, OWL_LINE = 2, 3, 4
COST, UNIQUE = 2, 3


@pytest.fixture
def curator() -> Any:
    user = get_user_model().objects.create_user("kim", password="a long way to the mountains")
    permissions.grant(user, permissions.CURATOR)
    return get_user_model().objects.get(pk=user.pk)


@pytest.fixture
def desk(curator: Any, client: Client) -> Client:
    client.force_login(curator)
    return client


def checked(by: Any, raw: bytes = RAW, kind: str = "creature") -> TableImport:
    about = {"game": "attack-wing", "kind": kind, "name": "cards.csv", "size": len(raw)}
    table = table_import.receive_part(table_import.start_upload(by=by, **about), raw, offset=0, by=by)
    return table_import.check(table, keys=table.meant, source=SOURCE, by=by)


def mended(table: TableImport, entered: dict[tuple[int, int], str], omitted: Any = (), by: Any = None) -> TableImport:
    lines = omitted if isinstance(omitted, dict) else dict.fromkeys(omitted, True)
    return table_import.mend(table, entered=entered, omitted=lines, seen=table.digest, by=by or table.by)


def brought_in(table: TableImport, **options: Any) -> TableImport:
    return table_import.import_as_drafts(table, by=table.by, why="Counted", seen=table.digest, **options)


def lines_with_faults(table: TableImport) -> dict[int, list[int | None]]:
    return {row["line"]: [cell for cell, _message in row["faults"]] for row in table.report["rows"] if row["faults"]}


def drafts() -> dict[str, dict[str, Any]]:
    return {one.slug: one.document for one in Revision.objects.drafts()}


# -- cells and rows


def test_a_mended_cell_is_checked_again_and_the_file_stays_as_it_was(curator: Any) -> None:
    table = checked(curator)
    assert lines_with_faults(table) == {WOLF_LINE: [COST, UNIQUE], OWL_LINE: [COST]}
    table = mended(table, {(WOLF_LINE, COST): "7", (WOLF_LINE, UNIQUE): "maybe", (OWL_LINE, COST): "-1"})
    assert lines_with_faults(table) == {WOLF_LINE: [UNIQUE], OWL_LINE: [COST]}
    assert table.mended == {"2": {"2": "7", "3": "maybe"}}
    table = mended(table, {(WOLF_LINE, UNIQUE): "no", (OWL_LINE, COST): "1"})
    assert (table.report["counts"]["faulty"], table.left_behind, table_import.content(table)) == (0, [], RAW)
    assert brought_in(table).state == State.DONE
    assert {slug: (one["cost"], one["unique"]) for slug, one in drafts().items()} == {
        "wolf": (7, False),
        "bear": (3, True),
        "owl": (1, False),
    }


def test_the_audit_log_names_the_cells_that_were_mended_but_not_their_texts(curator: Any) -> None:
    table = mended(checked(curator), {(WOLF_LINE, COST): "7"}, omitted=[OWL_LINE])
    mended(table, {(WOLF_LINE, COST): "7"})
    entry = AuditEntry.objects.get(what="table mended")
    assert (entry.by, entry.of) == (curator.pk, f"table {table.pk}")
    assert entry.after == {"cells": ["C2"], "rows left out or taken back": [OWL_LINE]}


def test_a_cell_that_has_the_text_of_the_file_again_is_not_mended(curator: Any) -> None:
    table = mended(checked(curator), {(WOLF_LINE, COST): "7"})
    table = mended(table, {(WOLF_LINE, COST): "many"})
    assert table.mended == {}
    assert COST in lines_with_faults(table)[WOLF_LINE]


def test_a_row_that_is_left_out_is_neither_imported_nor_in_the_file_and_can_be_taken_back(curator: Any) -> None:
    table = mended(checked(curator), {}, omitted=[WOLF_LINE, BEAR_LINE])
    assert (table.omitted_lines, table.total) == ([WOLF_LINE, BEAR_LINE], 1)
    table = mended(table, {(OWL_LINE, COST): "1"}, omitted={BEAR_LINE: False})
    assert (table.omitted_lines, table.left_behind) == ([WOLF_LINE], [])
    assert brought_in(table).state == State.DONE
    assert sorted(drafts()) == ["bear", "owl"]


def test_mended_cells_hold_when_the_columns_are_chosen_again(curator: Any) -> None:
    table = mended(checked(curator), {(WOLF_LINE, COST): "7"})
    table = table_import.check(table, keys=["slug", "name", "level", ""], source=SOURCE, by=curator)
    assert lines_with_faults(table) == {OWL_LINE: [2]}


def test_what_another_person_mended_meanwhile_is_not_overwritten(curator: Any) -> None:
    table = checked(curator)
    seen = table.digest
    mended(TableImport.objects.get(pk=table.pk), {(WOLF_LINE, COST): "none"})
    for stale in (table, TableImport.objects.get(pk=table.pk)):
        with pytest.raises(table_import.TableStateConflict):
            table_import.mend(stale, entered={(OWL_LINE, COST): "1"}, omitted={}, seen=seen, by=curator)
        with pytest.raises(table_import.TableStateConflict):
            table_import.import_as_drafts(stale, by=curator, why="In", seen=seen, good_rows_only=True)
    table.refresh_from_db()
    assert table.mended == {"2": {"2": "none"}}


@pytest.mark.parametrize("state", [State.WHOLE, State.CHECKING, State.WRITING, State.DONE, State.CANCELLED])
def test_only_a_checked_table_can_be_mended(curator: Any, state: str) -> None:
    table = checked(curator)
    TableImport.objects.update(state=state)
    for one in (table, TableImport.objects.get(pk=table.pk)):
        with pytest.raises(table_import.TableStateConflict), transaction.atomic():
            mended(one, {(WOLF_LINE, COST): "7"})
    assert not AuditEntry.objects.filter(what="table mended").exists()


def test_mended_cells_and_omitted_rows_are_bounded_in_number(curator: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_import, "MAX_MENDED", 2)
    table = mended(checked(curator), {(WOLF_LINE, COST): "7"}, omitted=[OWL_LINE])
    with pytest.raises(InvalidInput, match="at most 2 corrected cells"):
        mended(table, {(WOLF_LINE, UNIQUE): "no"})
    mended(table, {(WOLF_LINE, UNIQUE): "no"}, omitted={OWL_LINE: False})


def test_a_long_table_is_checked_again_by_the_worker(curator: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_import, "MAX_IMMEDIATE_ROWS", 2)
    table = checked(curator)
    table_import.process(table.pk)
    table.refresh_from_db()
    table = mended(table, {(WOLF_LINE, COST): "7"})
    assert (table.state, table.left_behind) == (State.CHECKING, [])
    table_import.process(table.pk)
    table.refresh_from_db()
    assert brought_in(table, good_rows_only=True).state == State.WRITING
    table_import.process(table.pk)
    table.refresh_from_db()
    assert (table.state, table.done, len(table.left_behind)) == (State.DONE, 1, 2)


def test_cells_of_json_are_mended_as_text(curator: Any) -> None:
    raw = json.dumps([{"slug": "wolf", "name": "Wolf", "energy": ["water"], "unique": None, "cost": 1.5}]).encode()
    table = checked(curator, raw)
    assert lines_with_faults(table) == {1: [4, 2]}
    contents = file_formats.read(raw)
    assert [cells.text_of(cell) for cell in contents.rows[0][1]] == ["wolf", "Wolf", '["water"]', "?", "1.5"]
    table = mended(table, {(1, 2): "fire; cold", (1, 3): "?", (1, 4): "2"})
    assert table.mended == {"1": {"2": "fire; cold", "4": "2"}}
    brought_in(table)
    assert (drafts()["wolf"]["energy"], drafts()["wolf"]["cost"]) == (["fire", "cold"], 2)


# -- good rows


@pytest.mark.sampled
def test_good_rows_become_drafts_and_the_others_stay_behind_as_a_file(curator: Any) -> None:
    table = checked(curator)
    with pytest.raises(table_import.TableStateConflict):
        brought_in(table)
    done = brought_in(table, good_rows_only=True)
    assert (done.state, done.done, sorted(drafts())) == (State.DONE, 1, ["bear"])
    assert done.changeset.rows.count() == 1
    assert table_import.content(done) == RAW
    entry = AuditEntry.objects.get(what="table brought in")
    assert entry.after == {"documents": 1, "left behind": 2}
    assert table_import.rows_left_behind(done, "csv").decode("utf-8-sig").splitlines() == [
        "slug,name,cost,unique,Faults of this row",
        'wolf,Wolf,many,perhaps,"C (cost): “many”: Write a whole number, or ? if it is not known. '
        'D (unique): “perhaps”: Write yes or no, or ? if it is not known."',
        "owl,Owl,'-1,no,C (cost): “-1”: Write a number that is at least 0.",
    ]


@pytest.mark.sampled
@pytest.mark.parametrize("form", cell_corrections.FORMATS)
def test_the_file_of_the_others_is_mended_and_imported_as_it_is(curator: Any, form: str) -> None:
    table = brought_in(mended(checked(curator), {(WOLF_LINE, UNIQUE): "no"}), good_rows_only=True)
    again = checked(curator, table_import.rows_left_behind(table, form))
    assert again.meant == ["slug", "name", "cost", "unique", ""]
    assert lines_with_faults(again) == {2: [COST], 3: [COST]}
    still = table_import.rows_left_behind(again, form)
    assert file_formats.read(still).header == ("slug", "name", "cost", "unique", "Faults of this row")
    brought_in(mended(again, {(2, COST): "7", (3, COST): "1"}))
    assert {slug: one["cost"] for slug, one in drafts().items()} == {"wolf": 7, "bear": 3, "owl": 1}


def test_the_file_of_a_table_without_faults_is_deleted_after_its_import(curator: Any) -> None:
    brought_in(mended(checked(curator), {}, omitted=[WOLF_LINE, OWL_LINE]), good_rows_only=True)
    assert not TablePart.objects.exists()


def test_without_a_good_row_nothing_is_imported(curator: Any) -> None:
    table = mended(checked(curator), {}, omitted=[BEAR_LINE])
    assert table_import.good_rows(table) == 0
    with pytest.raises(table_import.TableStateConflict):
        brought_in(table, good_rows_only=True)
    assert not Changeset.objects.filter(title="Counted").exists()


def test_good_rows_are_not_imported_if_a_card_changed_meanwhile(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="bear", cost=2))
    table = checked(curator)
    factories.save_draft(factories.creature(slug="bear", cost=9), by=None, why="Meanwhile")
    again = brought_in(table, good_rows_only=True)
    assert (again.state, again.report["meanwhile"], sorted(drafts())) == (State.CHECKED, True, ["bear"])
    assert drafts()["bear"]["cost"] == 9
    assert [line for line, _faults in again.left_behind] == [WOLF_LINE, OWL_LINE]


def references(*facts: tuple[str, str, str]) -> bytes:
    """Return a table of references: slug, slug of a related one, and page of the source."""
    lines = [[slug, slug.capitalize(), "action", "A text.", see, page] for slug, see, page in facts]
    return file_formats.write(["slug", "name", "topic", "text", "see", "source page"], lines, "csv")


def test_a_row_that_depends_on_a_row_with_faults_stays_behind_with_it(curator: Any) -> None:
    factories.publish_frame()
    raw = references(("one", "", "x"), ("two", "one", ""), ("three", "two", ""), ("four", "", ""))
    table = checked(curator, raw, kind="reference")
    assert {line for line, _faults in table.left_behind} == {2, 3, 4}
    assert (table.report["counts"]["faulty"], table_import.good_rows(table)) == (1, 1)
    brought_in(table, good_rows_only=True)
    assert sorted(drafts()) == ["four"]


def test_a_long_chain_of_rows_that_depend_on_each_other_is_not_followed_for_long(
    curator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.publish_frame()
    monkeypatch.setattr(import_plan, "MAX_PASSES", 2)
    chain = [(f"link-{number}", f"link-{number - 1}", "") for number in range(1, 8)]
    table = checked(curator, references(("link-0", "", "x"), *chain), kind="reference")
    assert table_import.good_rows(table) == 0
    assert dict(table.left_behind)[9] == "This row depends on rows that have faults."


# -- the file with the faults


def rows_of(raw: bytes) -> tuple[tuple[str, ...], ...]:
    table = file_formats.read(raw)
    return (table.header, *(tuple(map(cells.text_of, row)) for _line, row in table.rows))


def test_the_column_of_faults_is_ignored_in_any_language_and_takes_no_other_meaning() -> None:
    known = columns.columns_of("attack-wing", "creature")
    for language in ("en", "de"):
        with translation.override(language):
            raw = cell_corrections.rows_left_behind(file_formats.Table(("slug",), ((2, ("x",)),)), {2: "Bad."}, "csv")
        assert columns.guess_columns(file_formats.read(raw).header, known) == ["slug", ""]


def test_the_column_of_faults_of_an_earlier_file_is_replaced_where_it_is() -> None:
    table = file_formats.Table(("slug", "faults of this row", "cost"), ((2, ("x", "Old.", "1")), (3, ("y", "", "2"))))
    assert rows_of(cell_corrections.rows_left_behind(table, {3: "New."}, "csv")) == (
        ("slug", "Faults of this row", "cost"),
        ("y", "New.", "2"),
    )


@pytest.mark.parametrize("form", cell_corrections.FORMATS)
def test_a_file_with_the_greatest_number_of_columns_can_be_imported_with_its_faults(form: str) -> None:
    header = tuple(f"h{number}" for number in range(file_limits.MAX_COLUMNS))
    raw = cell_corrections.rows_left_behind(file_formats.Table(header, ((2, ("x",) * len(header)),)), {2: "Bad."}, form)
    assert len(file_formats.read(raw).header) == file_limits.MAX_COLUMNS + 1
    with pytest.raises(InvalidInput):
        file_formats.read(file_formats.write([*header, "one more"], [["x"] * 201], form))


@pytest.mark.parametrize("heading", ["a;b;c", "[name]", "sep=;", "{x}"])
def test_headings_do_not_change_how_a_file_is_read(heading: str) -> None:
    raw = file_formats.write([heading, "slug"], [["1", "x"]], "csv")
    assert rows_of(raw) == ((heading, "slug"), ("1", "x"))


@pytest.mark.parametrize("form", cell_corrections.FORMATS)
def test_a_cell_that_cannot_be_read_stays_a_fault_in_the_file(curator: Any, form: str) -> None:
    unread = cells.UnreadableCell("There is a formula here.")
    table = file_formats.Table(("slug", "cost"), ((2, ("x", unread)), (3, ("y", "1"))))
    raw = cell_corrections.rows_left_behind(table, {2: "Bad.", 3: "Bad."}, form)
    again = checked(curator, raw)
    assert lines_with_faults(again) == {2: [1]}


def test_characters_that_a_spreadsheet_cannot_hold_become_a_fault() -> None:
    table = file_formats.Table(("slug", "name"), ((2, ("x", "Wo\x01lf")),))
    assert rows_of(cell_corrections.rows_left_behind(table, {2: "Bad."}, "xlsx"))[1] == ("x", "#VALUE!", "Bad.")
    assert rows_of(cell_corrections.rows_left_behind(table, {2: "Bad."}, "csv"))[1] == ("x", "Wo\x01lf", "Bad.")


def test_the_faults_of_a_row_are_bounded_in_length_and_on_one_line(curator: Any) -> None:
    cell = '"' + '"\n'.join("x" * 50 for _ in range(9)).replace('"', '""') + '"'
    header = "slug,name,cost,level,unique,agility,attack,hull,energy"
    raw = f"{header}\r\nx,X,{','.join([cell] * 7)}\r\n".encode()
    ((_line, faults),) = checked(curator, raw).left_behind
    assert len(faults) == import_plan.MAX_FAULTS_LENGTH
    assert "\n" not in faults


NAMES = st.sampled_from(["Wolf", "Bear", "Owl", "Fox"])
COSTS = st.sampled_from(["1", "?", "", "many", "-1", "#REF!", "'=1", '"half'])
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


class Property(TestCase):
    """Properties that hold for any table."""

    @pytest.mark.sampled
    @given(
        cards=st.lists(st.tuples(NAMES, COSTS, TEXTS), min_size=1, max_size=5),
        costs=st.lists(st.sampled_from(["2", "?", "", "2", "other"]), min_size=5, max_size=5),
        form=st.sampled_from(cell_corrections.FORMATS),
    )
    def test_importing_good_rows_and_then_the_mended_file_equals_importing_the_corrected_table(
        self, cards: list[tuple[str, str, str]], costs: list[str], form: str
    ) -> None:
        table = file_formats.read(
            file_formats.write(["name", "cost", "text", "remark"], [[*r, "x"] for r in cards], "csv")
        )
        plan = planned(table)
        behind = dict(plan.left_behind)
        assert len(plan.good_documents) + len(behind) == len(cards)
        mend = {line: (f"Mended {line}", costs[number]) for number, line in enumerate(behind)}
        whole = planned(cell_corrections.corrected_table(table, texts_of(mend), ()))
        good, left = plan.good_documents, []
        if behind:
            file = file_formats.read(cell_corrections.rows_left_behind(table, behind, form))
            assert [row[:3] for _line, row in file.rows] == [row[:3] for line, row in table.rows if line in behind]
            assert [len(file.rows), file.header[-1]] == [len(behind), "Faults of this row"]
            entered = {line: mend[before] for (line, _row), before in zip(file.rows, behind, strict=True)}
            left = planned(cell_corrections.corrected_table(file, texts_of(entered), ())).documents
        if not whole.left_behind:
            by_slug = sorted([*good, *left], key=lambda document: document["slug"])
            assert by_slug == sorted(whole.documents, key=lambda document: document["slug"])


def texts_of(mend: dict[int, tuple[str, str]]) -> dict[str, dict[str, str]]:
    """Return mended cells: the name and the cost by line."""
    return {str(line): {"0": name, "1": cost} for line, (name, cost) in mend.items()}


def planned(table: file_formats.Table) -> import_plan.TablePlan:
    keys = columns.guess_columns(table.header, columns.columns_of("attack-wing", "creature"))
    return import_plan.plan_import(table, keys, game="attack-wing", kind="creature", source=SOURCE)


# -- the pages


def address(table: TableImport, page: str = "change") -> str:
    return reverse(f"admin:catalog_tableimport_{page}", args=[table.pk])


def post(desk: Client, table: TableImport, query: str = "", **values: Any) -> Any:
    return desk.post(address(table) + query, {"seen": table.digest, **values}, follow=True)


@pytest.mark.sampled
def test_faulty_cells_are_fields_and_are_checked_again_without_another_upload(desk: Client, curator: Any) -> None:
    table = checked(curator)
    page = desk.get(address(table)).content.decode()
    assert '<input type="text" name="cell-2-2" value="many"' in page
    assert 'name="cell-3-2"' not in page
    sent = {"cell-2-2": "7", "cell-2-3": "perhaps", "line": ["2", "4"], "omit-4": "on"}
    page = post(desk, table, _mend="x", **sent).content.decode()
    assert '<input type="text" name="cell-2-2" value="7"' in page
    assert "In the file: “many”" in page
    table.refresh_from_db()
    assert (table.mended, table.omitted_lines) == ({"2": {"2": "7"}}, [4])
    assert (
        '<input type="text" name="cell-2-3" value="perhaps" maxlength="2000" aria-describedby="mend-cell-2-3-f' in page
    )
    page = desk.get(address(table), {"only": "omitted"}).content.decode()
    assert 'name="omit-4" id="mend-omit-4" checked' in page
    post(desk, table, "?only=omitted", _mend="x", line="4")
    table.refresh_from_db()
    assert table.omitted_lines == []


@pytest.mark.sampled
def test_all_cells_of_a_row_can_be_mended_on_a_page_of_its_own(desk: Client, curator: Any) -> None:
    table = checked(curator)
    page = desk.get(address(table), {"line": "3"}).content.decode()
    assert [f'name="cell-3-{column}"' in page for column in range(5)] == [True, True, True, True, False]
    post(desk, table, "?line=3", _mend="x", line="3", **{"cell-3-1": "Great Bear\r\n", "cell-3-2": "3"})
    table.refresh_from_db()
    assert table.mended == {"3": {"1": "Great Bear"}}
    for unknown in ("99", "x", "²", "-3"):
        assert 'name="cell-2-2"' in desk.get(address(table), {"line": unknown}).content.decode()


def test_only_sent_fields_of_the_table_are_mended(desk: Client, curator: Any) -> None:
    table = checked(curator)
    hostile = {
        "cell-2-99": "x",
        "cell-99-2": "x",
        "cell-2-0": "x",
        "cell-x-y": "x",
        "line": ["99", "x"],
        "omit-99": "on",
    }
    post(desk, table, _mend="x", **hostile)
    table.refresh_from_db()
    assert (table.mended, table.omitted_lines) == ({}, [])


@pytest.mark.parametrize(
    ("text", "message"),
    [("x" * 2_001, "at most 2000 characters"), ("nul\0", "Null characters are not allowed.")],
)
def test_a_text_that_cannot_be_stored_is_refused_at_its_field(
    desk: Client, curator: Any, text: str, message: str
) -> None:
    table = checked(curator)
    answer = post(desk, table, _mend="x", **{"cell-2-2": text})
    assert answer.status_code == 400
    assert message in answer.content.decode()
    table.refresh_from_db()
    assert (table.mended, table.state) == ({}, State.CHECKED)


def test_too_many_mended_cells_are_refused_on_the_page(
    desk: Client, curator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_import, "MAX_MENDED", 1)
    answer = post(desk, checked(curator), _mend="x", **{"cell-2-2": "7", "cell-2-3": "no"})
    assert answer.status_code == 400
    assert "A table has at most 1 corrected cells and rows left out." in answer.content.decode()


def test_a_page_that_is_out_of_date_mends_nothing(desk: Client, curator: Any) -> None:
    table = checked(curator)
    page = post(desk, table, _mend="x", seen="0" * 64, **{"cell-2-2": "7"}).content.decode()
    assert "changed in the meantime" in page
    table.refresh_from_db()
    assert table.mended == {}


def test_hostile_texts_in_cells_are_shown_as_text(desk: Client, curator: Any) -> None:
    hostile = "</textarea><script>alert(1)</script>\"' onfocus=x"
    raw = file_formats.write(["slug", hostile, "cost"], [["wolf", hostile, hostile]], "csv")
    table = checked(curator, raw)
    table = mended(table, {(2, 2): hostile + "\n", (2, 1): hostile * 2})
    for query in ("", "?line=2"):
        page = desk.get(address(table) + query).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page
    raw = table_import.rows_left_behind(table, "csv")
    assert rows_of(raw)[1][1] == hostile * 2


def test_a_cell_with_several_lines_is_not_mended_by_a_form_that_sends_it_back(desk: Client, curator: Any) -> None:
    raw = file_formats.write(["slug", "name", "text", "cost"], [["wolf", "Wolf", "one\ntwo", "many"]], "csv")
    table = checked(curator, raw)
    line = table.report["rows"][0]["line"]
    assert "<textarea" in desk.get(address(table), {"line": str(line)}).content.decode()
    post(desk, table, f"?line={line}", _mend="x", **{f"cell-{line}-2": "one\r\ntwo", f"cell-{line}-3": "3"})
    table.refresh_from_db()
    assert table.mended == {str(line): {"3": "3"}}


def test_a_page_has_a_bounded_number_of_fields_and_no_field_for_very_long_cells(
    desk: Client, curator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_rows, "MAX_INPUTS", 3)
    rows = [[f"wolf-{number}", "many", "perhaps"] for number in range(4)]
    page = desk.get(address(checked(curator, file_formats.write(["slug", "cost", "unique"], rows, "csv"))))
    assert page.content.decode().count('name="cell-') == 2
    rows = [["wolf", "m" * (table_import.MAX_MENDED_LENGTH + 1)]]
    page = desk.get(address(checked(curator, file_formats.write(["slug", "cost"], rows, "csv")))).content.decode()
    assert 'name="cell-' not in page
    assert "<b>B2 (cost)</b>" in page


@pytest.mark.sampled
def test_a_page_imports_the_good_rows_and_offers_the_others_as_a_file(desk: Client, curator: Any) -> None:
    table = checked(curator)
    page = desk.get(address(table)).content.decode()
    assert "1 row becomes a draft." in page
    assert "2 rows stay behind" in page
    page = post(desk, table, _bring_good="x", why="Counted").content.decode()
    assert "1 draft kept" in page
    assert "2 rows stayed behind." in page
    assert f"/changeset/{Changeset.objects.get(title='Counted').pk}/change/" in page
    for form in cell_corrections.FORMATS:
        answer = desk.get(address(table, "faulty"), {"form": form})
        assert answer["Content-Disposition"] == f'attachment; filename="attack-wing-creature-faults.{form}"'
        assert len(rows_of(answer.content)) == 3


def test_a_row_that_waits_for_rows_with_faults_says_so(desk: Client, curator: Any) -> None:
    factories.publish_frame()
    table = checked(curator, references(("one", "", "x"), ("two", "one", "")), kind="reference")
    assert "Waits for rows with faults:" in desk.get(address(table)).content.decode()


@override_settings(DEBUG=False)
def test_there_is_no_file_without_rows_left_behind(desk: Client, curator: Any) -> None:
    good = checked(curator, b"slug,name\r\nbear,Bear\r\n")
    given_up = checked(curator)
    assert desk.get(address(given_up, "faulty"), {"form": "json"}).status_code == 404
    table_import.cancel(given_up)
    for table in (good, given_up):
        assert desk.get(address(table, "faulty")).status_code == 404


# -- the command


@pytest.fixture
def command(tmp_path: Any, capsys: Any) -> Callable[..., str]:
    file = tmp_path / "cards.csv"
    file.write_bytes(RAW)

    def run(*arguments: str, source: Any = file, **options: Any) -> str:
        call_command("import_table", "attack-wing", "creature", source, *arguments, **{"source": "A sheet", **options})
        out: str = capsys.readouterr().out
        return out

    return run


@pytest.mark.parametrize("form", cell_corrections.FORMATS)
def test_the_command_imports_good_rows_and_writes_the_others_to_a_file(
    command: Callable[..., str], tmp_path: Any, form: str
) -> None:
    faulty = tmp_path / f"faulty.{form}"
    out = command("--good-rows", "--faulty", str(faulty))
    assert "Drafts: 1 added, 0 changed, 0 unchanged." in out
    assert f"Rows left behind with faults: 2, in {faulty}." in out
    assert sorted(drafts()) == ["bear"]
    assert [row[0] for row in rows_of(faulty.read_bytes())] == ["slug", "wolf", "owl"]


def test_without_good_rows_the_command_imports_nothing_and_still_writes_the_file(
    command: Callable[..., str], tmp_path: Any, capsys: Any
) -> None:
    faulty = tmp_path / "faulty.csv"
    with pytest.raises(CommandError, match=r"Faults in 2 rows\. Nothing was imported\."):
        command(faulty=faulty)
    assert "C2 (wolf): “many”" in capsys.readouterr().err
    assert len(rows_of(faulty.read_bytes())) == 3
    assert not drafts()


def test_a_dry_run_of_good_rows_writes_no_file(command: Callable[..., str], tmp_path: Any) -> None:
    faulty = tmp_path / "faulty.csv"
    out = command("--good-rows", "--dry-run", faulty=faulty)
    assert "+ bear" in out
    assert "+ wolf" not in out
    assert "Rows left behind with faults: 2." in out
    assert (faulty.exists(), drafts()) == (False, {})


@pytest.mark.parametrize("name", ["faulty.json", "faulty", "cards.csv", "no/faulty.csv"])
def test_a_file_that_cannot_be_written_imports_nothing(command: Callable[..., str], tmp_path: Any, name: str) -> None:
    with pytest.raises(CommandError, match=r"faulty|cards"):
        command("--good-rows", faulty=tmp_path / name)
    assert (tmp_path / "cards.csv").read_bytes() == RAW
    assert not drafts()
