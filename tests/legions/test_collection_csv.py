"""Collections as CSV: safe for spreadsheets, read from many formats, with errors by line, all or nothing."""

import csv
import io
import json
import re

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from catalog.documents.errors import InvalidInput
from catalog.tables import cells
from legions.collection import csv_columns, csv_files
from legions.collection.counts import MAX_COPIES, Counts
from legions.collection.models import Collection
from rulesapi.engine.core.library import Library
from tests import factories
from tests.legions.collection_helpers import COLLECTION_URL, count, counted, publish_sets
from tests.legions.page_parser import Page
from tests.throttles import allow

IMPORT, KEEP, EXPORT = f"{COLLECTION_URL}import/", f"{COLLECTION_URL}import/keep/", f"{COLLECTION_URL}export.csv"
NAMES = {
    "plain": "Plain",
    "formula": '=HYPERLINK("x")',
    "plus": "+1, or more",
    "minus": "-",
    "at": "@SUM(1)",
    "quoted": "'=odd",
    "long": 'With "quotes"; and; signs',
    "umlaut": "Évocateur",
}
SETS = {"box": "=Box", "loose": "Loose, Set"}
LIBRARY = Library.build(
    release=1,
    game=factories.game(),
    formats=[factories.standard()],
    cards=[
        *(factories.creature(slug=slug, name=name) for slug, name in NAMES.items()),
        factories.creature(slug="twin-one", name="Twin", set="box"),
        factories.creature(slug="twin-two", name="Twin", set="loose"),
    ],
    sets=[
        factories.card_set(slug="box", name=SETS["box"], contents=[{"card": "plain", "copies": 2}]),
        factories.card_set(slug="loose", name=SETS["loose"]),
    ],
)


def read(text):
    return csv_files.read_csv(text.encode(), LIBRARY, SETS)


def outcomes(sheet):
    return [(row.line, row.outcome, row.card, row.at) for row in sheet.rows]


# -- cells -----------------------------------------------------------------------------------------------------------


@given(st.text(alphabet="'=+-@\t\rab", max_size=6) | st.text(max_size=20))
def test_a_cell_is_no_formula_and_comes_back(cell):
    written = cells.escape_formula(cell)
    assert not re.match(r"[=+\-@\t\r]", written)
    assert cells.unescape_formula(written) == cell


NUMBERS = st.integers(1, MAX_COPIES)


@given(
    st.dictionaries(st.sampled_from(sorted(LIBRARY.cards)), NUMBERS, min_size=1),
    st.dictionaries(st.just("box"), NUMBERS),
)
def test_an_exported_collection_is_imported_unchanged(cards, packs):
    text = csv_files.write_csv(Counts(cards, packs), LIBRARY, SETS)
    sheet = read("\ufeff" + text)
    assert sheet.counts == Counts(cards, packs)
    assert not sheet.doubtful
    for line in csv.reader(io.StringIO(text)):
        assert not any(re.match(r"[=+\-@\t\r]", cell) for cell in line)


@given(st.dictionaries(st.sampled_from(sorted(set(NAMES) - {"minus"})), NUMBERS, min_size=1), st.sampled_from(",;\t"))
def test_names_are_read_with_any_separator(cards, sign):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=sign)
    writer.writerows((number, cells.escape_formula(NAMES[slug])) for slug, number in cards.items())
    assert read(text.getvalue()).counts.cards == cards


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_breaks_the_reading(raw):
    try:
        sheet = csv_files.read_csv(raw, LIBRARY, SETS)
    except InvalidInput as error:
        assert error.faults[0].message
    else:
        assert sheet.counts


# -- lines -----------------------------------------------------------------------------------------------------------


def test_each_line_says_what_became_of_it_at_its_cell() -> None:
    sheet = read(
        "Quantity,Card Name,Set\n3,Plain,\n2,Plaim,\n1,Nobody at all,\n"
        '1,Twin,"Loose, Set"\n1,Twin,\nmany,Plain,\n\n0x,Plain,\n'
    )
    assert outcomes(sheet) == [
        (2, "mapped", "plain", None),
        (3, "guessed", "plain", "B3"),
        (4, "unknown", None, "B4"),
        (5, "mapped", "twin-two", None),
        (6, "dropped", None, "B6"),
        (7, "dropped", None, "A7"),
        (9, "mapped", "plain", None),
    ]
    assert sheet.counts == Counts({"plain": 5, "twin-two": 1}, {})
    assert "twin-one, twin-two" in sheet.rows[4].message
    assert "“many” is not a whole number" in sheet.rows[5].message


def test_boxes_are_read_by_slug_or_name_whether_anybody_counted_them_or_not() -> None:
    sheet = read('what,name,copies\npack,\'=Box,2\nbox,BOX,1\npack,"Loose, Set",1\npack,Nothing,1\n')
    assert outcomes(sheet) == [
        (2, "mapped", "box", None),
        (3, "mapped", "box", None),
        (4, "mapped", "loose", None),
        (5, "unknown", None, "B5"),
    ]
    assert sheet.counts == Counts({}, {"box": 3, "loose": 1})


def test_a_list_of_names_counts_one_copy_each_up_to_the_maximum() -> None:
    assert read("Plain\nPlain\nÉVOCATEUR").counts.cards == {"plain": 2, "umlaut": 1}
    assert read("9999,Plain\n9999,Plain").counts.cards == {"plain": MAX_COPIES}


@pytest.mark.parametrize(
    ("raw", "code", "status"),
    [
        (b"", "empty", 400),
        (b" \n,,\n", "empty", 400),
        (b"a\x81", "bad-utf-8", 400),
        (b"PK\3\4xl/", "no-table", 400),
        (b"<html><body>", "no-table", 400),
        (b"Plain\0", "nul", 400),
        (b'1,"Plain', "no-csv", 400),
        (b"1,Nobody at all", "nothing-known", 400),
        (b"x" * (csv_files.MAX_BYTES + 1), "too-large", 413),
        (b"1,Plain\n" * (csv_files.MAX_LINES + 1), "too-large", 413),
        (b"," * 99 + b"x", "too-large", 413),
    ],
)
def test_an_invalid_file_is_refused(raw, code, status) -> None:
    with pytest.raises(InvalidInput) as refused:
        csv_files.read_csv(raw, LIBRARY, SETS)
    assert (refused.value.faults[0].code, refused.value.status) == (code, status)


def test_only_so_many_names_are_guessed(monkeypatch) -> None:
    monkeypatch.setattr(csv_files, "MAX_SUGGESTIONS", 1)
    assert [row.outcome for row in read("1,Plaim\n1,Plaim\n1,Plain").rows] == ["guessed", "unknown", "mapped"]


# -- the pages -------------------------------------------------------------------------------------------------------


@pytest.fixture
def world(db):
    publish_sets()
    cache.clear()


def send(client, text):
    """Send lines, and return the page that shows how they are understood."""
    response = client.post(IMPORT, {"text": text})
    assert response.status_code == 200
    return Page(response)


def save(client, page, mode, **fields):
    hidden = {field["name"]: field["value"] for field in page.all("input", type="hidden") if "value" in field}
    return client.post(KEEP, {**hidden, "way": mode, **fields})


@pytest.mark.sampled
@pytest.mark.db_facing
def test_a_file_is_shown_first_and_counted_on_a_yes_and_taken_back(client, world) -> None:
    count(client, "card/giant/0/4", "card/wolf/0/1")
    page = send(client, "what,name,copies\ncard,Giant,2\npack,Hill Box,1\ncard,Draggon,1\ncard,Nobody,1")
    for part in ("4 lines were read. Nothing is counted yet.", "for “Draggon”", "No card is called so.", "cell B5"):
        assert part in page.words
    assert counted() == ({"giant": 4, "wolf": 1}, {})
    assert save(client, page, "these")["Location"] == COLLECTION_URL
    assert counted() == ({"giant": 2, "wolf": 1, "dragon": 1}, {"hill-box": 1})
    assert "Imported. You can undo this." in Page(client.get(COLLECTION_URL)).words
    count(client, f"undo/{Collection.objects.get().version}")
    assert counted() == ({"giant": 4, "wolf": 1}, {})


@pytest.mark.sampled
@pytest.mark.db_facing
@pytest.mark.parametrize(
    ("mode", "cards"),
    [("these", {"giant": 2, "wolf": 1}), ("more", {"giant": 6, "wolf": 1}), ("all", {"giant": 2})],
)
def test_a_file_replaces_adds_or_is_the_whole_collection(client, world, mode, cards) -> None:
    count(client, "card/giant/0/4", "card/wolf/0/1")
    save(client, send(client, "2,Giant"), mode)
    assert counted() == (cards, {})


@pytest.mark.db_facing
def test_an_empty_collection_can_start_with_a_file(client, world) -> None:
    file = SimpleUploadedFile("mine.csv", "\ufeffname;copies\r\nGiant;2\r\n".encode())
    page = Page(client.post(IMPORT, {"file": file}))
    assert "1 line was read." in page.words
    assert not Collection.objects.exists()
    assert save(client, page, "all").status_code == 302
    assert counted() == ({"giant": 2}, {})


@pytest.mark.sampled
@pytest.mark.db_facing
def test_counts_changed_meanwhile_are_not_overwritten(client, world) -> None:
    page = send(client, "2,Giant")
    count(client, "card/giant/0/9")
    response = save(client, page, "all")
    assert response.status_code == 409
    assert "was changed in the meantime" in Page(response).words
    assert counted() == ({"giant": 9}, {})


@pytest.mark.db_facing
@pytest.mark.parametrize(
    "fields",
    [
        {"counted": ""},
        {"counted": "[]"},
        {"counted": '{"cards": {}}'},
        {"counted": '{"cards": [], "packs": {}}'},
        {"counted": '{"cards": {"nobody": 1}, "packs": {}}'},
        {"counted": '{"cards": {}, "packs": {"no-set": 1}}'},
        {"counted": '{"cards": {"giant": -1}, "packs": {}}'},
        {"counted": '{"cards": {"giant": true}, "packs": {}}'},
        {"counted": '{"cards": {"giant": 10001}, "packs": {}}'},
        {"counted": '{"cards": {"giant": 1.5}, "packs": {}}'},
        {"way": "none"},
        {"base": "x"},
        {"base": "-1"},
    ],
)
def test_invalid_form_data_is_refused(client, world, fields) -> None:
    whole = {"counted": json.dumps({"cards": {"giant": 1}, "packs": {}}), "base": "0", "way": "all"}
    response = client.post(KEEP, {**whole, **fields})
    assert response.status_code == 400
    assert Page(response).all("div", role="alert")
    assert not Collection.objects.exists()


@pytest.mark.sampled
@pytest.mark.db_facing
def test_the_file_that_is_given_is_taken_again_by_anybody(client, world) -> None:
    count(client, "card/giant/0/4", "pack/hill-box/0/2")
    response = client.get(EXPORT)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="my-collection-attack-wing.csv"'
    assert "no-store" in response["Cache-Control"]
    other = Client()
    save(other, send(other, response.content.decode()), "all")
    mine, theirs = Collection.objects.order_by("pk")
    assert (mine.cards, mine.packs) == (theirs.cards, theirs.packs)
    assert "giant" not in Client().get(EXPORT).content.decode()


@pytest.mark.sampled
def test_uploads_are_rate_limited(client, world, monkeypatch) -> None:
    allow(monkeypatch, "collection-files", 1)
    send(client, "2,Giant")
    assert client.post(IMPORT, {"text": "2,Giant"}).status_code == 429


def test_texts_of_a_file_are_escaped(client, world) -> None:
    page = send(client, "1,Giant\n1,<script>alert(1)</script>")
    assert "<script>alert(1)</script>" in page.words
    assert page.bare_scripts == 0


# -- columns -----------------------------------------------------------------------------------------------------------


HEADINGS = """
    Anzahl Menge Stück Exemplare Kopien Besitz # Have No. Quantité Cantidad Nombre QuantityX Qty Quantity Number Owned
    Count copies Aantal Antal Ilość Quantità Quantidade Količina Nr. OWNED_COPIES №
"""
PHRASES = ("Card Count", "My copies", "Copies owned", "copies (owned)", "", "Wie viele ich habe")


@pytest.mark.parametrize("heading", [*HEADINGS.split(), *PHRASES])
@pytest.mark.parametrize("order", [1, -1])
def test_a_column_of_counts_is_recognized_by_many_headings(heading, order) -> None:
    lines = [(heading, "Name"), ("4", "Plain"), ("3", "Évocateur")]
    sheet = read("\n".join(";".join(line[::order]) for line in lines))
    assert sheet.counts.cards == {"plain": 4, "umlaut": 3}
    assert not sheet.doubtful


@pytest.mark.parametrize("name", ["Karte", "Kartenname", "Nom", "Nombre", "Figur", "Miniature", "CardName", "Whatever"])
def test_a_column_of_names_is_recognized_by_many_headings(name) -> None:
    assert read(f"Anzahl;{name}\n4;Plain\n3;Évocateur").counts.cards == {"plain": 4, "umlaut": 3}


def test_a_column_that_only_its_numbers_tell_is_read_and_named() -> None:
    assert read("Foo;Name\n4;Plain").notes == [
        "Column “Foo” (A) was read as the number of copies, because it holds whole numbers."
    ]
    assert read("Anzahl;Name\n4;Plain").notes == []


def test_columns_that_are_not_read_are_named() -> None:
    sheet = read("Count,Tradelist Count,Name,Edition,Card Number,Condition,Empty\n4,1,Plain,Box,12,NM,")
    assert sheet.counts.cards == {"plain": 4}
    assert sheet.notes == [
        "Columns that were not read: “Tradelist Count” (B), “Edition” (D), “Card Number” (E), “Condition” (F)."
    ]
    notes = read("Name,Level,Cost\nPlain,4,22").notes
    assert "Each line was counted as one copy" in notes[0]
    assert "“Level” (B), “Cost” (C)" in notes[1]
    assert read("4,Plain,NM").notes == ["Columns that were not read: C."]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Qty;Owned;Name\n4;3;Plain", [0, 1]),
        ("Foo;Bar;Name\n4;3;Plain", [0, 1]),
        ("Name;Wanted count\nPlain;4", [1]),
        ("4;Plain;12\n3;Plain;13", [0, 2]),
    ],
)
def test_of_several_columns_that_could_be_it_one_has_to_be_chosen(text, places) -> None:
    with pytest.raises(csv_columns.UnclearCountColumn) as unclear:
        read(text)
    assert [place for place, _label, _samples in unclear.value.choices] == places
    for place in places:
        chosen = csv_files.read_csv(text.encode(), LIBRARY, SETS, count_column=place)
        assert chosen.counts.cards["plain"] == sum(int(row.message[2:]) for row in chosen.rows)
    none = csv_files.read_csv(text.encode(), LIBRARY, SETS, count_column=csv_columns.NO_COLUMN)
    assert none.counts.cards == {"plain": len(none.rows)}


@pytest.mark.parametrize("number", ["4", "4x", "x4", "4 x", "×4", "4×", "4.0", "4.00", "４", "٤", "04"])
def test_a_number_is_read_as_people_write_it(number) -> None:
    assert read(f"Count,Name\n{number},Plain").counts.cards == {"plain": 4}


@pytest.mark.parametrize("number", ["4.5", "4,5", "1,000", "1.000", "-4", "4+1", "four", "~4", "4/5", "1e3", "?"])
def test_a_number_that_can_be_read_in_two_ways_is_refused_at_its_cell(number) -> None:
    sheet = read(f"Count;Name\n2;Umlaut\n{number};Plain\n1;Évocateur\n")
    (row,) = (row for row in sheet.rows if row.line == 3)
    assert (row.outcome, row.at, sheet.counts.cards.get("plain")) == ("dropped", "A3", None)
    assert number in row.message


@pytest.mark.parametrize("title", ["My collection\n\n", "Collection of Tom;;\n", "# from an app\nMarch;\n"])
@pytest.mark.parametrize("headings", ["Count;Name;Set", "Anzahl;Karte;Jahr"])
def test_headings_are_found_below_a_title_which_is_named(title, headings) -> None:
    sheet = read(f"{title}{headings}\n4;Plain;Box\n3;Évocateur;\n")
    assert sheet.counts.cards == {"plain": 4, "umlaut": 3}
    assert title.split("\n")[0].strip(";") in " ".join(sheet.notes)


@pytest.mark.parametrize("text", ["Name;Price\nPlain;2,50\n", "Name;Price\nPlain;2,50\nÉvocateur;13,00\n"])
def test_a_price_with_a_comma_is_no_count(text) -> None:
    sheet = read(text)
    assert set(sheet.counts.cards.values()) == {1}
    assert "“Price”" in " ".join(sheet.notes)


@pytest.mark.parametrize(
    "text",
    ["Count Name\n4 Plain\n3x Évocateur\n", "Name;Count\n4x Plain;\nÉvocateur x3;\n"],
)
def test_a_count_in_the_cell_of_the_name_counts_where_no_column_does(text) -> None:
    assert read(text).counts.cards == {"plain": 4, "umlaut": 3}


def test_a_count_next_to_a_name_that_contradicts_the_column_is_reported() -> None:
    sheet = read("Name;Count\n4x Plain;1\nÉvocateur;3\n")
    assert sheet.counts.cards == {"plain": 1, "umlaut": 3}
    assert sheet.rows[0].outcome == "guessed" and "“4” was not read" in sheet.rows[0].message


@pytest.mark.parametrize(
    "text",
    [
        "#;Name\n1;Plain\n2;Évocateur\n3;-\n",
        "No.;Name\n7;Plain\n8;Évocateur\n9;-\n",
        "1;Plain\n2;Évocateur\n3;-\n",
        "Plain,1\nÉvocateur,2\n-,3\n",
    ],
)
def test_numbers_that_run_on_may_number_the_lines_so_the_page_asks(text) -> None:
    with pytest.raises(csv_columns.UnclearCountColumn, match="run on") as unclear:
        read(text)
    ((place, _label, _samples),) = unclear.value.choices
    raw = text.encode()
    assert csv_files.read_csv(raw, LIBRARY, SETS, count_column=place).counts.cards["umlaut"] in (2, 8)
    none = csv_files.read_csv(raw, LIBRARY, SETS, count_column=csv_columns.NO_COLUMN).counts.cards
    assert none == {"plain": 1, "umlaut": 1, "minus": 1}


def test_numbers_that_run_on_under_a_word_for_copies_are_copies() -> None:
    assert read("Copies;Name\n1;Plain\n2;Évocateur\n3;-\n").counts.cards == {"plain": 1, "umlaut": 2, "minus": 3}


def test_a_whole_number_with_a_decimal_comma_is_read() -> None:
    assert read("Count;Name\n4,0;Plain\n").counts.cards == {"plain": 4}


def test_a_line_without_its_number_is_skipped_and_reported() -> None:
    assert outcomes(read("Name;Count\nPlain;4\nPlain"))[1] == (3, "dropped", None, "B3")


@pytest.mark.parametrize("sign", [",", ";", "\t", "|", ":"])
def test_the_first_line_may_name_what_separates_cells(sign) -> None:
    text = f"sep={sign}\nName{sign}Count\n" + f"Plain{sign}4\n"
    for raw in (text.encode(), text.encode("utf-16"), text.replace("\n", "\r\n").encode("utf-8-sig")):
        sheet = csv_files.read_csv(raw, LIBRARY, SETS)
        assert sheet.counts.cards == {"plain": 4}
        assert [row.line for row in sheet.rows] == [3]


@pytest.mark.parametrize(
    ("encoding", "note"),
    [("cp1252", "It was read as Windows-1252, which is assumed."), ("utf-16", "Read as UTF-16."), ("utf-8-sig", None)],
)
def test_a_file_in_another_encoding_is_read_and_says_so(encoding, note) -> None:
    sheet = csv_files.read_csv("Stück;Name\n4;Évocateur\n".encode(encoding), LIBRARY, SETS)
    assert sheet.counts.cards == {"umlaut": 4}
    assert len(sheet.notes) == bool(note)
    assert note is None or note in sheet.notes[0]


@pytest.mark.sampled
@pytest.mark.db_facing
def test_the_page_says_what_it_read_and_asks_which_column_counts(client, world) -> None:
    file = SimpleUploadedFile("mine.csv", "Stück;Name;Größe\n4;Giant;é\n".encode("cp1252"))
    page = Page(client.post(IMPORT, {"file": file}))
    assert "Windows-1252, which is assumed" in page.words
    assert "Columns that were not read: “Größe” (C)." in page.words
    response = client.post(IMPORT, {"file": SimpleUploadedFile("mine.csv", b"Qty;Owned;Name\n4;3;Giant\n")})
    page = Page(response)
    assert response.status_code == 400
    assert "Which column says how many copies you have?" in page.words
    assert [field["value"] for field in page.all("input", name="count_column")] == ["0", "1", "-1"]
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", response.content.decode(), re.DOTALL)[1]
    save(client, Page(client.post(IMPORT, {"text": text, "count_column": "1"})), "all")
    assert counted() == ({"giant": 3}, {})
    for odd in ("x", "99", "-2", "٣", "1" * 50):
        assert client.post(IMPORT, {"text": text, "count_column": odd}).status_code in {200, 400}
