"""Document forms: a document survives the form unchanged, and every fault is shown at its field."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog import documents
from catalog.documents import canonical, json_input
from catalog.documents.errors import Fault
from catalog.documents.forms.document_form import DocumentForm
from catalog.documents.forms.fields import in_order
from catalog.documents.forms.objects.parts import NONE
from catalog.documents.schema_properties import Construct, Property, UnknownConstruct, construct_of, document_properties
from tests import factories
from tests.forms import controls, posted, query, rendered
from tests.sampling import EXAMPLES, FIXTURES_IN_FORMS

FIXTURES = sorted((Path(__file__).resolve().parents[2] / "fixtures").rglob("*.json"))
FEWER = EXAMPLES // 5  # each example renders and parses a form, which takes a tenth of a second
NEW = {"kind": "creature", "game": "attack-wing"}
CREATURE, UPGRADE = factories.creature(), factories.upgrade()


@cache
def as_it_came(base: str, nothing: str) -> QueryDict:
    """Return the unchanged data of a document's form; cached, because rendering takes a quarter of a second."""
    return posted(DocumentForm(json.loads(base), nothing=nothing))


def typed(base: dict[str, Any], *, nothing: str = "unknown", **values: Any) -> DocumentForm:
    """Return the form of `base` submitted with some fields (`__` for a hyphen) changed."""
    data = as_it_came(json.dumps(base), nothing).copy()
    for name, value in values.items():
        data.setlist(name.replace("__", "-"), value if isinstance(value, list) else [value])
    return DocumentForm(base, data=data, nothing=nothing)


def faults(form: DocumentForm) -> dict[str, str]:
    """Return the faults of a form by the id of their field."""
    assert not form.is_valid()
    return {where: message for where, _, message in form.error_entries()}


def stored(form: DocumentForm) -> dict[str, Any]:
    """Return the document of a valid form."""
    assert form.is_valid(), form.error_entries()
    return form.document


# -- round trips through a form ------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("path", FIXTURES[::FIXTURES_IN_FORMS], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_document_comes_back_from_its_form_byte_by_byte(path: Path) -> None:
    document = json.loads(path.read_bytes())
    form = DocumentForm(document, data=posted(DocumentForm(document)))
    assert canonical.compact(stored(form)) == canonical.compact(document)


TEXT = (
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=15)
    .map(json_input.tidy)  # stored texts are normalized, which replaces a compatibility ideograph, for example
    .filter(bool)
)
SLUG = st.from_regex(r"\A[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}\Z")


def values_of(property_: Property) -> st.SearchStrategy[Any]:
    """Return values of a property that its schema allows."""
    schema, construct = property_.schema, property_.construct
    if construct is Construct.TEXT:
        made = SLUG if "pattern" in schema else TEXT
    elif construct is Construct.INTEGER:
        made = st.integers(schema["minimum"], schema["maximum"])
    elif construct is Construct.BOOLEAN:
        made = st.booleans()
    elif construct is Construct.ENUM:
        made = st.sampled_from(property_.choices)
    elif construct is Construct.OBJECT:
        made = st.fixed_dictionaries({member.key: values_of(member) for member in property_.members})
    elif construct is Construct.CLAUSE:
        made = clauses_of(property_.members)
    else:
        made = lists_of(property_)
    return st.none() | made if property_.nullable else made


def lists_of(property_: Property) -> st.SearchStrategy[Any]:
    schema = property_.schema
    if property_.construct is Construct.ROWS:
        item: st.SearchStrategy[Any] = st.fixed_dictionaries(
            {member.key: values_of(member) for member in property_.members}
        )
    elif property_.construct is Construct.CLAUSES:
        item = clauses_of(property_.members)
    elif property_.construct in (Construct.CHOICES, Construct.SEQUENCE):
        item = st.sampled_from(property_.choices)
    elif property_.construct is Construct.WORDS:
        item = st.integers(1, 100_000) if property_.items["type"] == "integer" else SLUG
    else:
        item = TEXT
    unique = property_.construct is Construct.CHOICES or schema.get("uniqueItems", False)
    most = min(4, schema["maxItems"])
    return st.lists(item, min_size=schema.get("minItems", 0), max_size=most, unique_by=repr if unique else None)


def clauses_of(properties: list[Property]) -> st.SearchStrategy[Any]:
    plain = [one for one in properties if one.construct is not Construct.CLAUSE]
    said = st.one_of([st.fixed_dictionaries({one.key: values_of(one)}) for one in plain])
    return st.one_of(said, said.map(lambda clause: {"not": clause})) if len(plain) < len(properties) else said


SOURCE = st.fixed_dictionaries(
    {"source": TEXT, "checked": st.booleans()}, optional={"page": st.integers(1, 9999), "note": TEXT}
)
CARD_KINDS = ["creature", "upgrade", "spell", "damage-card", "maneuver-card"]


@pytest.mark.sampled
@settings(max_examples=FEWER)
@given(st.sampled_from(CARD_KINDS), st.data())
def test_any_card_comes_back_from_its_form_byte_by_byte(kind: str, data: st.DataObject) -> None:
    document: dict[str, Any] = {"kind": kind, "game": "attack-wing", "slug": "any"}
    for one in document_properties(f"attack-wing/{kind}.schema.json"):
        if one.key in document or one.key == "sources":
            continue
        belongs = one.required if one.only_if is None else document.get(one.only_if[0]) == one.only_if[1]
        if belongs or (one.only_if is None and data.draw(st.booleans())):
            document[one.key] = data.draw(values_of(one), label=one.key)
    if document.get("troop") is True:
        document.setdefault("costs", None)
    places = ["", *(f"/{key}" for key in document)]
    document["sources"] = {
        place: data.draw(SOURCE) for place in data.draw(st.lists(st.sampled_from(places), max_size=4))
    }
    assert not documents.faults_in(document)
    form = DocumentForm(document, data=posted(DocumentForm(document)))
    assert canonical.compact(stored(form)) == canonical.compact(document)


@pytest.mark.sampled
def test_text_with_line_breaks_keeps_them() -> None:
    document = factories.creature(text="One.\n\nTwo.")
    assert stored(typed(document)) == document


@pytest.mark.sampled
def test_a_banner_may_repeat_icons_and_keeps_their_order() -> None:
    document = factories.creature(slots=["arcane", "dragon", "arcane"])
    assert stored(typed(document))["slots"] == ["arcane", "dragon", "arcane"]
    assert stored(typed(document, slots__1__item=""))["slots"] == ["arcane", "arcane"]
    assert stored(typed(document, slots__3__item="divine"))["slots"] == ["arcane", "dragon", "arcane", "divine"]


@pytest.mark.sampled
def test_ticks_keep_the_order_the_document_has() -> None:
    labels = [("a", "A"), ("b", "B"), ("c", "C")]
    assert in_order(labels, ["a", "c"]) == labels
    assert [value for value, _ in in_order(labels, ["c", "a"])] == ["c", "a", "b"]
    assert in_order(labels, ["x", "x"]) == labels
    assert stored(typed(factories.creature(energy=["cold", "fire"])))["energy"] == ["cold", "fire"]


@pytest.mark.sampled
def test_sources_of_places_inside_a_fact_come_back() -> None:
    sources = {"": {"source": "Card", "checked": True}, "/weapons/0/range": {"source": "Photo", "checked": False}}
    assert stored(typed(factories.creature(sources=sources)))["sources"] == sources


@pytest.mark.sampled
def test_a_retired_document_stays_retired() -> None:
    assert stored(typed(factories.creature(retired="Misprint"), cost="3"))["retired"] == "Misprint"


# -- unknown and empty values --------------------------------------------------------------------------------------


def test_a_blank_value_is_not_known() -> None:
    document = stored(typed(CREATURE, name="", cost=" ", unique="", alignment="", text="\r\n "))
    assert [document[key] for key in ("name", "cost", "unique", "alignment", "text")] == [None] * 5


@pytest.mark.sampled
def test_a_list_without_ticks_says_which_it_is() -> None:
    document = factories.creature(energy=["fire"])
    assert stored(typed(document, energy=[], energy__empty="none"))["energy"] == []
    assert stored(typed(document, energy=[], energy__empty="unknown"))["energy"] is None
    # Checked boxes take precedence over the choice for an empty list.
    assert stored(typed(document, energy=["cold"], energy__empty="unknown"))["energy"] == ["cold"]


@pytest.mark.sampled
def test_rows_taken_away_leave_what_an_empty_list_means() -> None:
    document = factories.creature()
    taken = {"weapons__0__DELETE": "on"}
    assert stored(typed(document, **taken, weapons__empty="none"))["weapons"] == []
    assert stored(typed(document, **taken, weapons__empty="unknown"))["weapons"] is None


@pytest.mark.sampled
def test_a_new_card_knows_nothing_unless_the_whole_card_is_at_hand() -> None:
    fresh = stored(typed(NEW, name="New one"))
    assert fresh["slots"] is fresh["weapons"] is fresh["keywords"] is None
    whole = stored(typed(NEW, nothing=NONE, name="New one"))
    assert whole["slots"] == whole["weapons"] == whole["keywords"] == []
    assert whole["cost"] is None


@pytest.mark.sampled
def test_a_row_of_unknown_values_is_kept_and_a_blank_one_is_dropped() -> None:
    unknown = {"name": None, "melee": None, "arc": None, "range": None}
    assert stored(typed(factories.creature(weapons=[unknown])))["weapons"] == [unknown]
    emptied = {"weapons__0__name": "", "weapons__0__melee": "", "weapons__0__arc": "", "weapons__0__range": ""}
    assert stored(typed(CREATURE, **emptied, weapons__empty="none"))["weapons"] == []


def test_only_a_troop_has_token_costs() -> None:
    assert "costs" not in stored(typed(CREATURE))
    assert stored(typed(CREATURE, troop="true"))["costs"] is None
    unread = dict.fromkeys("23456")
    assert stored(typed(CREATURE, troop="true", costs__empty="unread"))["costs"] == unread
    assert stored(typed(CREATURE, troop="true", costs__2="11"))["costs"] == {**unread, "2": 11}
    assert "id_costs" in faults(typed(CREATURE, costs__2="11"))


# -- clauses -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_clause_reads_only_the_values_of_its_word() -> None:
    words = {"requires__0__word": "energy", "requires__0__energy": ["fire"], "requires__0__class": "Left over"}
    assert stored(typed(UPGRADE, **words))["requires"] == [{"energy": ["fire"]}]
    turned = {**words, "requires__0__not": "on"}
    assert stored(typed(UPGRADE, **turned))["requires"] == [{"not": {"energy": ["fire"]}}]


@pytest.mark.sampled
def test_a_clause_may_hold_commas_numbers_and_no() -> None:
    classes = {"requires__0__word": "class", "requires__0__class": "Mage, of sorts\r\n Red Dragon\r\n"}
    assert stored(typed(UPGRADE, **classes))["requires"] == [{"class": ["Mage, of sorts", "Red Dragon"]}]
    level = {"requires__0__word": "level_at_least", "requires__0__level_at_least": "5"}
    assert stored(typed(UPGRADE, **level))["requires"] == [{"level_at_least": 5}]
    assert stored(typed(UPGRADE, requires__0__word="troop"))["requires"] == [{"troop": False}]


@pytest.mark.sampled
def test_a_clause_without_values_has_its_error_next_to_them() -> None:
    assert "id_requires-0-alignment" in faults(typed(UPGRADE, requires__0__word="alignment"))


@pytest.mark.sampled
def test_a_penalty_needs_its_clause_and_its_cost() -> None:
    assert "id_penalties-0-unless-word" in faults(typed(UPGRADE, penalties__0__cost="5"))
    clause = {"penalties__0__unless__word": "energy", "penalties__0__unless__energy": ["fire"]}
    assert "id_penalties-0-cost" in faults(typed(UPGRADE, **clause))
    whole = stored(typed(UPGRADE, **clause, penalties__0__cost="5"))
    assert whole["penalties"] == [{"unless": {"energy": ["fire"]}, "cost": 5}]


# -- faults --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"cost": "many"}, "id_cost"),
        ({"cost": "1.5"}, "id_cost"),
        ({"cost": "-1"}, "id_cost"),
        ({"cost": "9" * 5_000}, "id_cost"),
        ({"cost": "9" * 30}, "id_cost"),
        ({"level": "0"}, "id_level"),
        ({"name": "x" * 121}, "id_name"),
        ({"name": "a\x00b"}, "id_name"),
        ({"name": "\ud800"}, "id_name"),
        ({"keywords": "Not A Slug"}, "id_keywords"),
        ({"keywords": "same same"}, "id_keywords"),
        ({"alignment": "chaotic"}, "id_alignment"),
        ({"energy": ["fire", "fire"]}, "id_energy"),
        ({"energy": ["love"]}, "id_energy"),
        ({"energy__empty": "maybe"}, "id_energy-empty"),
        ({"unique": "perhaps"}, "id_unique"),
        ({"slots__0__item": "shoe"}, "id_slots-0-item"),
        ({"weapons__0__range": "9"}, "id_weapons-0-range"),
        ({"weapons__1__range": "x"}, "id_weapons-1-range"),
        ({"weapons__TOTAL_FORMS": "100000000"}, "id_weapons"),
        ({"weapons__TOTAL_FORMS": "x"}, "id_weapons"),
        ({"weapons__INITIAL_FORMS": "-3", "weapons__TOTAL_FORMS": "-9", "cost": "x"}, "id_cost"),
        ({"set": "Not A Slug"}, "id_set"),
        ({"formerly": "two words!"}, "id_formerly"),
        ({"whole__source": ""}, "id_whole-source"),
        ({"whole__page": "0"}, "id_whole-page"),
        ({"source__cost__page": "12"}, "id_source-cost-source"),
        ({"source__cost__source": "x", "source__cost__page": "99999"}, "id_source-cost-page"),
        ({"source__costs__source": "x"}, "id_source-costs-source"),
        ({"source__cost__source": "x", "source__cost__basis": "guess"}, "id_source-cost-basis"),
        (
            {"source__cost__source": "x", "source__cost__checked": "on", "source__cost__doubt": "Blurred"},
            "id_source-cost-checked",
        ),
    ],
)
def test_a_fault_is_shown_at_its_field(values: dict[str, Any], where: str) -> None:
    assert where in faults(typed(CREATURE, **values))


@pytest.mark.sampled
def test_a_further_source_is_for_a_place_there_is_and_only_once() -> None:
    sources = {"": {"source": "Card", "checked": True}, "/text": {"source": "Card", "checked": False}}
    document = factories.creature(sources=sources)
    assert "id_others-0-pointer" in faults(typed(document, others__0__pointer="/nothing"))
    assert "id_others-0-pointer" in faults(typed(document, others__0__pointer="no pointer"))
    assert "id_others-0-pointer" in faults(typed(document, others__0__pointer=""))
    twice = typed(document, others__0__pointer="/cost", source__cost__source="Book")
    assert "id_others-0-pointer" in faults(twice)


def test_every_fault_is_shown_at_once_in_the_order_of_the_page() -> None:
    form = typed(CREATURE, cost="x", level="y", weapons__0__range="z")
    assert list(faults(form)) == ["id_cost", "id_level", "id_weapons-0-range"]


def test_a_fault_without_a_field_is_shown_above_the_form() -> None:
    form = typed(CREATURE)
    form.place(Fault("/kind", "not-allowed", "Never seen."))
    assert form.error_entries() == [("", "/kind", "Never seen.")]


@pytest.mark.sampled
def test_adding_a_row_shows_no_faults() -> None:
    data = posted(DocumentForm(factories.creature()))
    data["cost"] = "x"
    html = rendered(DocumentForm(factories.creature(), data=data, judged=False))
    assert "errorlist" not in html
    assert "aria-invalid" not in html
    assert 'value="x"' in html


@pytest.mark.sampled
def test_a_new_document_needs_a_name_or_a_slug() -> None:
    assert "id_slug" in faults(typed(NEW))
    assert stored(typed(NEW, name="Ærlig Måns’ Wyrm"))["slug"] == documents.slugify("Ærlig Måns’ Wyrm")
    assert stored(typed(NEW, name="Name", slug="own-slug"))["slug"] == "own-slug"
    assert "id_slug" in faults(typed(NEW, name="Name", slug="Own Slug"))


def test_the_slug_of_a_game_is_the_games_own_word() -> None:
    values = {"ruleset": "attack-wing/1", "default_format": "standard", "legion_word": "legion", "notice": "Marks."}
    document = stored(typed({"kind": "game", "game": "attack-wing"}, **values))
    assert document["game"] == document["slug"] == "attack-wing"


def test_required_fields_are_required_in_the_form() -> None:
    assert {"id_ruleset", "id_default_format", "id_legion_word", "id_notice"} <= faults(
        typed({"kind": "game", "game": "attack-wing"})
    ).keys()


@pytest.mark.sampled
def test_a_card_takes_to_another_kind_what_both_kinds_know() -> None:
    upgrade = factories.upgrade(slot="arcane", cost_each={"family": ["x"], "cost": 1})
    form = DocumentForm(upgrade, kind="spell", data=posted(DocumentForm(upgrade, kind="spell")))
    assert stored(form) == {**upgrade, "kind": "spell", "minimum_level": None}
    assert {"cost_each", "slot", "requires"} <= set(DocumentForm(upgrade, kind="creature").lost)
    assert DocumentForm(upgrade, kind="spell").lost == []


HOSTILE = st.one_of(
    st.text(max_size=30),
    st.text(st.characters(), max_size=5),
    st.sampled_from(["\x00", "\ud800", "9" * 5_000, "-1", "1e9", "__proto__", "<script>", "../..", "on", "null"]),
)


@pytest.mark.sampled
@settings(max_examples=FEWER)
@given(st.sampled_from(["creature", "upgrade", "spell"]), st.data())
def test_no_post_makes_a_form_raise(kind: str, data: st.DataObject) -> None:
    base = {"creature": factories.creature, "upgrade": factories.upgrade, "spell": factories.spell}[kind]()
    post = posted(DocumentForm(base))
    for name in data.draw(st.lists(st.sampled_from(sorted(post)), max_size=12)):
        post.setlist(name, data.draw(st.lists(HOSTILE, max_size=3)))
    form = DocumentForm(base, data=post)
    if form.is_valid():
        assert not documents.faults_in(form.document)
    else:
        assert form.error_entries()
    rendered(form)


def test_an_empty_post_is_refused_and_does_not_raise() -> None:
    assert faults(DocumentForm(factories.creature(), data=query([])))


# -- accessibility -------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("make", [factories.creature, factories.upgrade, factories.spell, factories.card_set])
def test_every_input_has_a_label_and_every_id_is_there_once(make: Any) -> None:
    form = typed(make(), name="x" * 500, text="x" * 5_000)
    form.is_valid()
    page = controls(rendered(form))
    assert len(page.ids) == len(set(page.ids))
    shown = [control for control in page.controls if control.get("type") != "hidden"]
    assert {control["id"] for control in shown} <= page.labelled
    assert page.described <= set(page.ids)


@pytest.mark.sampled
def test_a_fault_is_tied_to_its_input() -> None:
    form = typed(CREATURE, cost="x")
    form.is_valid()
    (control,) = (control for control in controls(rendered(form)).controls if control.get("id") == "id_cost")
    assert control["aria-invalid"] == "true"
    assert "id_cost_error" in str(control["aria-describedby"])


@pytest.mark.sampled
def test_input_is_always_escaped() -> None:
    evil = '"><script>alert(1)</script>'
    form = typed(CREATURE, name=evil, cost=evil, text=evil, weapons__0__name=evil, whole__source=evil)
    form.is_valid()
    assert "<script" not in rendered(form)


def test_the_style_sheet_has_a_place_for_every_word_of_a_clause() -> None:
    style = (Path(__file__).resolve().parents[2] / "static/admin_muster/forms.css").read_text("utf-8")
    places = [int(number) for number in re.findall(r"\.muster-values > :nth-child\((\d+)\)", style)]
    words = {
        len([word for word in one.members if word.construct is not Construct.CLAUSE])
        for path in documents.load_schemas()
        if "/" in path and "/situations/" not in path and not path.endswith("/common.schema.json")
        for one in document_properties(path)
        if one.construct is Construct.CLAUSES
    }
    assert places == list(range(1, len(places) + 1))
    assert max(words) <= len(places)


# -- unknown constructs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "number"},
        {"type": ["string", "integer"]},
        {"type": "string", "format": "date"},
        {"type": "array", "items": {"type": "string"}},
        {"type": "array", "items": {"type": "boolean"}, "maxItems": 3},
        {"type": "array", "items": {"type": "array", "items": {"enum": ["a"]}, "maxItems": 1}, "maxItems": 3},
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {}, "required": []},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {},
    ],
)
def test_a_construct_that_no_form_can_show_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(UnknownConstruct):
        construct_of(schema, "/api/v1/schemas/test.schema.json")


def test_a_condition_of_another_form_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = {
        **documents.load_schemas()["set.schema.json"],
        "if": {"properties": {"name": {"minLength": 1}}},
        "then": {},
    }
    monkeypatch.setitem(documents.load_schemas(), "odd.schema.json", schema)
    with pytest.raises(UnknownConstruct, match="condition"):
        document_properties("odd.schema.json")
