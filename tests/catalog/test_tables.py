"""Tables: cells, file formats, columns, and the planned changes with each fault at its cell."""

import io
import json
import zipfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from catalog import documents
from catalog.documents import canonical
from catalog.documents.errors import InvalidInput
from catalog.documents.schema_properties import document_properties
from catalog.tables import cells, columns, file_formats, import_plan
from tests import factories
from tests.nonempty import nonempty

FIXTURES = sorted(Path(__file__).resolve().parents[2].joinpath("fixtures").rglob("*.json"))
SOURCE = {"source": "A sheet of paper", "page": 4, "checked": False}
FORMS = ("csv", "xlsx", "json")


def of_kinds() -> dict[tuple[str, str], list[dict[str, Any]]]:
    found: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for file in FIXTURES:
        document = json.loads(file.read_text("utf-8"))
        found[document["game"], document["kind"]].append(document)
    return found


def written(documents: list[dict[str, Any]], form: str) -> bytes:
    """Return documents of one kind as a file, as `export_table` writes them."""
    from catalog.tables import table_export

    return table_export.file_of(documents, documents[0]["game"], documents[0]["kind"], form)


def read_back(raw: bytes, game: str, kind: str) -> import_plan.TablePlan:
    table = file_formats.read(raw)
    return import_plan.plan_import(
        table, columns.guess_columns(table.header, columns.columns_of(game, kind)), game=game, kind=kind
    )


def planned(
    header: list[str], *lines: list[str], kind: str = "creature", source: dict[str, Any] | None = SOURCE
) -> import_plan.TablePlan:
    """Return the import plan of a table of Attack Wing."""
    raw = file_formats.write(header, lines, "csv")
    table = file_formats.read(raw)
    keys = columns.guess_columns(table.header, columns.columns_of("attack-wing", kind))
    return import_plan.plan_import(table, keys, game="attack-wing", kind=kind, source=source)


def errors_of(plan: import_plan.TablePlan) -> list[tuple[int, int | None, str]]:
    return [(row.line, fault.cell, fault.message) for row in plan.rows for fault in row.faults]


# -- cells


@pytest.mark.sampled
@pytest.mark.parametrize(
    "path",
    sorted(
        path
        for path in documents.load_schemas()
        if "/" in path and "/situations/" not in path and not path.endswith("/common.schema.json")
    ),
)
def test_every_fact_of_every_document_comes_back_from_its_cell(path: str) -> None:
    game, _, kind = path.removesuffix(".schema.json").partition("/")
    known = {one.key: one for one in document_properties(path)}
    for document in nonempty(of_kinds()[game, kind]):
        for key, value in document.items():
            cell = cells.unescape_formula(cells.escape_formula(cells.write(value, known[key])))
            assert cells.read(cell, known[key]) == value, (document["slug"], key, cell)


LINES = next(one for one in document_properties("attack-wing/creature.schema.json") if one.key == "keywords")
NAME = next(one for one in document_properties("attack-wing/creature.schema.json") if one.key == "name")
COST = next(one for one in document_properties("attack-wing/creature.schema.json") if one.key == "cost")
UNIQUE = next(one for one in document_properties("attack-wing/creature.schema.json") if one.key == "unique")
ENERGY = next(one for one in document_properties("attack-wing/creature.schema.json") if one.key == "energy")


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40))
def test_any_text_comes_back_from_its_cell_and_is_no_formula(text: str) -> None:
    cell = cells.escape_formula(cells.write(text, NAME))
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert cells.read(cells.unescape_formula(cell), NAME) == text


@example(["a, b"])
@example(["NONE"])
@example([""])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8), max_size=5))
def test_any_list_comes_back_from_its_cell(items: list[str]) -> None:
    assert cells.read(cells.write(items, LINES), LINES) == items


@pytest.mark.parametrize(
    ("cell", "column", "value"),
    [
        ("?", COST, None),
        ("+5", COST, 5),
        ("Yes", UNIQUE, True),
        ("FALSE", UNIQUE, False),
        ("none", ENERGY, []),
        ("Fire, negative", ENERGY, ["fire", "negative"]),
        ("fire; cold", ENERGY, ["fire", "cold"]),
        ('["fire"]', ENERGY, ["fire"]),
        ('"?"', NAME, "?"),
        *((word, UNIQUE, True) for word in ("WAHR", "VRAI", "ja", "oui", "sí", "VERDADERO", "VERO", "PRAWDA", "Да")),
        *((word, UNIQUE, False) for word in ("FALSCH", "FAUX", "nein", "non", "FALSO", "FAŁSZ", "ЛОЖЬ", "NEPRAVDA")),
    ],
)
def test_a_cell_is_read_as_people_write_it(cell: str, column: Any, value: Any) -> None:
    assert cells.read(cell, column) == value


@pytest.mark.parametrize(
    ("cell", "column", "message"),
    [
        ("many", COST, "Write a whole number, or ? if it is not known."),
        ("3.5", COST, "Write a whole number"),
        ("9" * 30, COST, "Write a whole number"),
        ("perhaps", UNIQUE, "Write yes or no"),
        ("[1", ENERGY, "This is to be JSON, and is none"),
        ('"half', NAME, "This is to be JSON, and is none"),
        ("#REF!", NAME, "The formula of this cell has an error"),
        ("#NV", COST, "The formula of this cell has an error"),
        ("#BEZUG!", ENERGY, "The formula of this cell has an error"),
        ("x" * 20_001, NAME, "at most 20,000 characters"),
    ],
)
def test_the_message_about_an_invalid_cell_says_what_to_write(cell: str, column: Any, message: str) -> None:
    with pytest.raises(cells.InvalidCell) as caught:
        cells.read(cell, column)
    assert message in str(caught.value)


def test_cells_are_called_as_spreadsheets_call_them() -> None:
    assert [cells.cell_name(place, 7) for place in (0, 25, 26, 701, 702)] == ["A7", "Z7", "AA7", "ZZ7", "AAA7"]


# -- files


@pytest.mark.sampled
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.django_db
def test_an_exported_table_is_imported_unchanged(form: str) -> None:
    from django.core.management import call_command

    call_command("import_cards", "fixtures", verbosity=0, stdout=io.StringIO())
    for (game, kind), exported in nonempty(of_kinds().items()):
        plan = read_back(written(exported, form), game, kind)
        assert errors_of(plan) == [], (game, kind)
        assert plan.counts["unchanged"] == len(exported), (game, kind)


@pytest.mark.sampled
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.django_db
def test_an_exported_table_fills_an_empty_catalog_completely(form: str) -> None:
    game, kind = "attack-wing", "creature"
    exported = [one for one in of_kinds()[game, kind] if one["set"] is None]
    plan = read_back(written(exported, form), game, kind)
    assert errors_of(plan) == []
    assert plan.documents == exported


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "empty"),
        (b"slug,cost\r\n", "empty"),
        (b'slug,cost\r\n"half', "no-csv"),
        (b"slug\x81\x8d", "bad-utf-8"),
        (b"<!doctype html><table><tr><td>slug</td></tr></table>", "no-table"),
        (b"{\\rtf1 slug}", "no-table"),
        (b"PK\x03\x04 opendocument.spreadsheet", "no-table"),
        (b"slug\0,cost\nx,1", "nul"),
        (b"slug\nx,1", "too-wide"),
        (b"PK\x03\x04 no zip at all", "no-table"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "no-table"),
        (b"%PDF-1.7", "no-table"),
        (b"[1, 2]", "no-table"),
        (b"[{}]", "empty"),
        (b'[{"slug": "x"} {"slug": "y"}]', "no-json"),
        (b'[{"slug": "x"}', "no-json"),
        (b'[{"slug": "x"}] and more', "no-json"),
        (b'{"slug": ', "no-json"),
        (b'[{"slug": "x", "slug": "y"}]', "malformed-json"),
        (b'[{"slug": NaN}]', "malformed-json"),
        (b'[{"slug": "\\ud800"}]', "malformed-json"),
        (b'[{"a": ' + b"[" * 40 + b"]" * 40 + b"}]", "malformed-json"),
        (b"[" * 100_000, "no-json"),
        (b"a" * (10 * 2**20 + 1), "too-large"),
        (b",".join([b"a"] * 300) + b"\n" + b",".join([b"1"] * 300), "too-large"),
        (b"slug\n" + b"x\n" * 20_001, "too-large"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_words(raw: bytes, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        file_formats.read(raw)
    assert code in (caught.value.code, caught.value.faults[0].code)
    assert caught.value.faults[0].message.endswith(".")


def zipped(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def spreadsheet(*table_rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for row in table_rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    "raw",
    [
        zipped(**{"sheet.xml": b"0" * (65 * 2**20)}),
        zipped(**{f"{number}.xml": b"" for number in range(501)}),
    ],
    ids=["a part of 65 MB", "501 parts"],
)
def test_a_spreadsheet_that_unpacks_into_too_much_is_refused_unread(raw: bytes) -> None:
    with pytest.raises(InvalidInput) as caught:
        file_formats.read(raw)
    assert caught.value.status == 413


def test_a_spreadsheet_with_expanding_entities_is_refused() -> None:
    whole = spreadsheet(["slug"], ["x"])
    file = io.BytesIO()
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><sst>&b;</sst>'
    with zipfile.ZipFile(io.BytesIO(whole)) as good, zipfile.ZipFile(file, "w") as bad:
        for part in good.infolist():
            bad.writestr(part.filename, bomb if "sheet1" in part.filename else good.read(part))
    with pytest.raises(InvalidInput) as caught:
        file_formats.read(file.getvalue())
    assert caught.value.faults[0].code == "no-table"


SMALL = spreadsheet(["slug", "cost"], ["x", 3])


@given(st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_spreadsheet_with_damaged_bytes_is_read_or_refused_in_words(damage: list[tuple[float, int]]) -> None:
    raw = bytearray(SMALL)
    for where, byte in damage:
        raw[int(where * len(raw))] = byte
    try:
        file_formats.read(bytes(raw))
    except InvalidInput as error:
        assert error.faults[0].message


def test_typed_cells_of_a_spreadsheet_are_read_as_they_would_be_typed() -> None:
    from datetime import date, datetime

    raw = spreadsheet(
        ["whole", "broken", "flag", "day", "moment", "formula"],
        [3.0, 3.5, True, date(2014, 8, 1), datetime(2014, 8, 1), "'=1+1"],  # noqa: DTZ001 - spreadsheets know no zones
    )
    assert file_formats.read(raw).rows == ((2, ("3", "3.5", "yes", "2014-08-01", "2014-08-01", "=1+1")),)


def test_no_cell_that_goes_out_is_a_formula() -> None:
    row = ["=1+1", "+1", "-1", "@x", "12", "007"]
    workbook = openpyxl.load_workbook(io.BytesIO(file_formats.write(["a", "b", "c", "d", "e", "f"], [row], "xlsx")))
    assert [cell.data_type for cell in workbook.active[2]] == ["s", "s", "s", "s", "n", "s"]
    assert file_formats.read(file_formats.write(["a", "b", "c", "d", "e", "f"], [row], "xlsx")).rows[0][1] == tuple(row)
    assert b"\n'=1+1,'+1,'-1,'@x,12,007" in file_formats.write(["a"], [row], "csv")


def test_json_is_a_list_or_has_one_row_per_line() -> None:
    for raw in (
        b'[{"slug":"x"},{"slug":"y"}]',
        b'{"slug":"x"}\n{"slug":"y"}\n',
        b'\xef\xbb\xbf [ {"slug":"x"} , {"slug":"y"} ] ',
    ):
        assert [cell.value for _, (cell,) in file_formats.read(raw).rows] == ["x", "y"]  # type: ignore[union-attr]


def test_unread_parts_of_a_spreadsheet_are_named() -> None:
    book = openpyxl.Workbook()
    book.active.title = "Cards"
    for row in (["slug", "set"], ["x", "box"], ["y", None], ["z", None]):
        book.active.append(row)
    book.active.merge_cells("B2:B4")
    book.active.row_dimensions[3].hidden = True
    book.create_sheet("More").append(["slug"])
    book.create_sheet("Empty")
    file = io.BytesIO()
    book.save(file)
    table = file_formats.read(file.getvalue())
    assert [line for line, _ in table.rows] == [2, 3, 4]
    assert table.note == (
        "Only the sheet “Cards” was read, not “More”. Hidden rows and columns were read as well. "
        "Only the first of merged cells has their content; the others are empty: B2:B4."
    )
    assert file_formats.read(spreadsheet(["slug"], ["x"])).note == ""


def formulas(*cells: str, shared: bool = False) -> bytes:
    """Return a spreadsheet of one row below "slug" and "cost", with its cells as XML."""
    whole = spreadsheet(["slug", "cost"], ["x", "y"])
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as good, zipfile.ZipFile(file, "w") as changed:
        for part in good.infolist():
            content = good.read(part)
            if "sheet1" in part.filename:
                head, _row, _tail = content.partition(b'<row r="2">')
                content = head + b'<row r="2">' + "".join(cells).encode() + b"</row></sheetData></worksheet>"
            changed.writestr(part, content)
    return file.getvalue()


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ('<c r="B2"><f>1+1</f><v>2</v></c>', "2"),
        ('<c r="B2" t="str"><f>""</f><v></v></c>', ""),
        ('<c r="B2"/>', ""),
        ('<c r="B2"><f>1+1</f></c>', None),
        ('<c r="B2"><f>1+1</f><v></v></c>', None),
        ('<c r="B2"><f>1+1</f><v/></c>', None),
        ("<c><f>1+1</f></c>", None),
        ('<c r="B2"><f t="shared" si="0"/></c>', None),
        ('<c r="B2"><f t="array" ref="B2">SUM(A1)</f></c>', None),
    ],
)
def test_a_formula_says_its_stored_result_and_without_one_it_is_no_empty_cell(cell: str, read: str | None) -> None:
    raw = formulas('<c r="A2" t="inlineStr"><is><t>x</t></is></c>', cell)
    ((_line, cells_read),) = file_formats.read(raw).rows
    if read is None:
        assert isinstance(cells_read[1], cells.UnreadableCell)
        with pytest.raises(cells.InvalidCell, match="its result is not stored"):
            cells.read(cells_read[1], COST)
    else:
        assert cells_read[1] == read


@pytest.mark.django_db
def test_a_formula_without_a_result_is_a_fault_at_its_cell() -> None:
    factories.publish_frame(factories.creature(slug="bear", name="Bear"))
    raw = formulas('<c r="A2" t="inlineStr"><is><t>bear</t></is></c>', '<c r="B2"><f>1+1</f></c>')
    plan = read_back(raw, "attack-wing", "creature")
    ((line, place, message),) = errors_of(plan)
    assert (line, place) == (2, 1)
    assert "There is a formula here" in message


def test_a_heading_that_is_a_formula_without_a_result_is_refused() -> None:
    book = openpyxl.Workbook()
    book.active.append(["slug", "=A1"])
    book.active.append(["x", 1])
    file = io.BytesIO()
    book.save(file)
    with pytest.raises(InvalidInput, match="Cell B1"):
        file_formats.read(file.getvalue())


@pytest.mark.parametrize("sign", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_table_may_name_its_sign_and_be_in_another_encoding(sign: str, encoding: str) -> None:
    text = f"sep={sign}\r\nName{sign}Cost\r\nBlüte{sign}3\r\n"
    table = file_formats.read(text.encode(encoding))
    assert table.header == ("Name", "Cost")
    assert table.rows == ((3, ("Blüte", "3")),)
    assert ("Windows-1252, which is assumed" in table.note) is (encoding == "cp1252")
    assert bool(table.note) is not encoding.startswith("utf-8")


def test_json_of_a_table_may_be_in_another_encoding() -> None:
    table = file_formats.read('[{"name": "Blüte"}]'.encode("utf-16"))
    assert (table.header, table.note) == (("name",), "Read as UTF-16.")


# -- columns


def test_headings_of_strangers_are_taken_for_what_they_mean() -> None:
    header = ["Name", "Point_Cost", "LEVEL", "Alignmnt", "remarks", "Name", "Source page"]
    known = columns.columns_of("attack-wing", "creature")
    assert columns.guess_columns(header, known) == ["name", "", "level", "alignment", "", "", "source page"]


@pytest.mark.parametrize(
    ("meant", "code"), [(["cost"], "no-name"), (["name", "name"], "twice"), (["nothing"], "unknown-column")]
)
@pytest.mark.django_db
def test_columns_that_make_no_table_are_refused(meant: list[str], code: str) -> None:
    table = file_formats.Table(tuple(meant), ())
    with pytest.raises(InvalidInput) as caught:
        import_plan.plan_import(table, meant, game="attack-wing", kind="creature")
    assert code in [fault.code for fault in caught.value.faults]


# -- planned changes


@pytest.mark.django_db
def test_an_empty_cell_leaves_a_fact_and_a_new_card_does_not_know_it() -> None:
    factories.publish_frame(factories.creature(slug="bear", name="Bear", level=3))
    plan = planned(["slug", "name", "level", "cost"], ["bear", "", "", "22"], ["", "Wolf", "2", ""])
    bear, wolf = (row.document for row in plan.rows)
    assert errors_of(plan) == []
    assert (bear["level"], bear["cost"], bear["sources"]["/cost"]) == (3, 22, SOURCE)
    assert (wolf["slug"], wolf["level"], wolf["cost"], wolf["sources"]) == ("wolf", 2, None, {"": SOURCE})
    assert [row.outcome for row in plan.rows] == ["changed", "added"]
    assert [one.pointer for one in plan.rows[0].differences] == ["/cost", "/sources/~1cost"]


@pytest.mark.django_db
def test_a_question_mark_makes_a_fact_not_known_without_a_source() -> None:
    factories.publish_frame(factories.creature(slug="bear"))
    plan = planned(["slug", "cost"], ["bear", "?"], source=None)
    assert errors_of(plan) == []
    assert plan.rows[0].document["cost"] is None


@pytest.mark.django_db
def test_a_changed_fact_without_a_source_is_a_fault_at_its_cell() -> None:
    factories.publish_frame(factories.creature(slug="bear", cost=20))
    plan = planned(["slug", "cost"], ["bear", "22"], source=None)
    message = (
        "“22”: This value is new, but its source, “A made-up rulebook”, is older. Name the source of the new value, or "
        "confirm that this source covers it, too."
    )
    assert errors_of(plan) == [(2, 1, message)]
    row = planned(["slug", "cost", "source", "source page"], ["bear", "22", "The card", "2"], source=None).rows[0]
    assert row.document["sources"]["/cost"] == {"source": "The card", "page": 2, "checked": False}


@pytest.mark.django_db
def test_every_fault_is_at_its_cell() -> None:
    factories.publish_frame(factories.creature(slug="bear"), factories.upgrade(slug="saddle"))
    plan = planned(
        ["slug", "name", "cost", "alignment", "set", "weapons", "source page"],
        ["", "", "many", "", "", "", ""],
        ["wolf", "Wolf", "-1", "grumpy", "", '[{"name": "Bite"}]', "x"],
        ["bear", "", "21", "", "", "", ""],
        ["bear", "", "22", "", "", "", ""],
        ["", "Bear", "", "", "", "", ""],
        ["saddle", "", "", "", "", "", ""],
        ["No Slug!", "Owl", "", "", "", "", ""],
        ["fox", "Fox", "", "", "nowhere", "", ""],
    )
    errors = errors_of(plan)
    at = {(line, cell) for line, cell, _ in errors}
    assert {(2, 2), (2, None), (3, 2), (3, 3), (3, 5), (3, 6), (4, 0), (5, 0), (6, 1), (7, 0), (8, 0), (9, 4)} <= at
    words = " ".join(message for *_, message in errors)
    for part in (
        "Write a whole number",
        "neither a slug nor a name",
        "at least 0",
        "Write one of: ",
        "no set “nowhere”",
        "Lines 5, 6 are about “bear” as well",
        "“bear” is there already",
        "“saddle” is of the kind upgrade",
        "item 1: “melee” is missing",
    ):
        assert part in words, part
    assert plan.documents == []


@pytest.mark.django_db
def test_a_table_starts_from_drafts_and_says_in_what_state_they_were() -> None:
    factories.publish_frame(factories.creature(slug="bear", cost=20))
    before = planned(["slug", "level"], ["bear", "4"])
    drafted = factories.creature(slug="bear", cost=21)
    factories.save_draft(drafted, by=None, why="Looked again")
    after = planned(["slug", "level"], ["bear", "4"])
    assert after.rows[0].document["cost"] == 21
    assert before.expected != after.expected
    assert before.digest != after.digest
    assert canonical.compact(after.rows[0].before) == canonical.compact(drafted)


@pytest.mark.django_db
def test_the_text_of_a_refused_cell_is_in_its_message() -> None:
    factories.publish_frame(factories.creature(slug="bear", name="Bear"))
    plan = planned(["slug", "cost", "unique", "alignment", "level"], ["bear", "many", "maybe", "grey", "x" * 90])
    messages = [message for _line, _place, message in errors_of(plan)]
    assert [message.partition(":")[0] for message in messages] == ["“many”", "“maybe”", f"“{'x' * 59}…”", "“grey”"]


@pytest.mark.django_db
def test_headings_in_another_language_of_the_site_are_known() -> None:
    assert columns.guess_columns(["Name", "Kosten"], columns.columns_of("attack-wing", "creature")) == ["name", "cost"]
