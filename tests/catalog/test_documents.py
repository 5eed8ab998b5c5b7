"""Schemas, faults, wanted facts, slugs."""

import copy
import re
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from catalog import documents
from tests import factories


def codes(document: Any) -> set[tuple[str, str]]:
    return {(fault.pointer, fault.code) for fault in documents.explain(document)}


@pytest.mark.parametrize("path", documents.schemas())
def test_every_schema_is_a_schema_and_stands_at_its_own_address(path: str) -> None:
    schema = documents.schemas()[path]
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == documents.SCHEMA_ROOT + path
    assert schema["title"]
    assert schema["description"]


def facts_of(schema: Any, path: str = "") -> list[tuple[str, dict[str, Any]]]:
    found = []
    for name, part in schema.get("properties", {}).items():
        found.append((f"{path}/{name}", part))
    return found


@pytest.mark.parametrize("path", [path for path in documents.schemas() if "/" in path])
def test_every_fact_of_a_card_has_a_title_a_curator_can_read(path: str) -> None:
    registry = documents.schemas()
    for pointer, part in facts_of(registry[path]):
        if "const" in part:
            continue
        if "$ref" in part and "title" not in part:
            folder = path.rpartition("/")[0]
            target, _, name = part["$ref"].partition("#/$defs/")
            target = target.removeprefix("../") if target.startswith("../") else f"{folder}/{target}"
            part = registry[target]["$defs"][name]
        assert part.get("title"), pointer


def patterns(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["pattern"]} if isinstance(value.get("pattern"), str) else set()
        return own.union(*map(patterns, value.values()))
    return set().union(*map(patterns, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("pattern", sorted(set().union(*map(patterns, documents.schemas().values()))))
def test_no_pattern_can_be_made_to_backtrack(pattern: str) -> None:
    for attack in ("a" * 100_000 + "!", "a-" * 50_000, "/a" * 50_000 + "!", "0" * 100_000, "-" * 100_000):
        re.search(pattern, attack)  # a pattern that backtracks would not come back from this


def test_references_to_anywhere_else_are_not_followed() -> None:
    schema = {"$ref": "http://127.0.0.1:1/evil.json"}
    with pytest.raises(Exception, match="no schema of ours"):
        jsonschema_rs.Draft202012Validator(schema, retriever=documents._refuse_retrieval)


@pytest.mark.parametrize(
    "make",
    [factories.creature, factories.upgrade, factories.spell, factories.game, factories.standard, factories.card_set],
)
def test_complete_documents_of_each_kind_are_valid(make: Any) -> None:
    assert documents.explain(make()) == []


def test_a_kind_is_dispatched_on_before_anything_is_validated() -> None:
    assert codes({"kind": "dragon", "game": "attack-wing"}) == {("/kind", "unknown-kind")}
    assert codes({"kind": "creature", "game": "chess"}) == {("/game", "unknown-game")}
    assert codes({"kind": ["creature"], "game": "attack-wing"}) == {("/kind", "unknown-kind")}
    assert codes([]) == {("", "wrong-type")}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"cost": "60"}, ("/cost", "wrong-type")),
        ({"cost": 60.0}, ("/cost", "not-whole")),
        ({"cost": -1}, ("/cost", "too-small")),
        ({"energy": ["fire", "smoke"]}, ("/energy/1", "not-allowed")),
        ({"energy": ["fire", "fire"]}, ("/energy", "repeated")),
        ({"slug": "Not A Slug"}, ("/slug", "bad-form")),
        ({"slug": "slug\n"}, ("/slug", "not-allowed")),
        ({"name": ""}, ("/name", "too-short")),
        ({"levle": 3}, ("/levle", "unknown-field")),
        ({"weapons": [{"name": "Bite"}]}, ("/weapons/0", "missing")),
        ({"troop": True}, ("", "missing")),
        ({"costs": None}, ("/costs", "not-allowed")),
        ({"sources": {"/nowhere": factories.SOURCES[""]}}, ("/sources/~1nowhere", "no-such-fact")),
        ({"formerly": ["same"], "slug": "same"}, ("/formerly", "own-slug")),
    ],
)
def test_a_fault_names_its_place_and_its_code(change: dict[str, Any], expected: tuple[str, str]) -> None:
    assert expected in codes(factories.creature(**change))


def test_all_faults_are_told_at_once() -> None:
    document = factories.creature(cost="x", level="y", movement="swims", bogus=1)
    assert {pointer for pointer, _ in codes(document)} == {"/cost", "/level", "/movement", "/bogus"}


def test_a_misspelled_field_is_told_the_name_it_is_nearest_to() -> None:
    (fault,) = documents.explain(factories.creature(levle=3))
    assert "Did you mean “level”?" in fault.message


@pytest.mark.parametrize("word", ["alignment", "energy", "class", "name", "keyword", "movement", "base", "has_slot"])
def test_a_clause_holds_one_word_only(word: str) -> None:
    document = factories.upgrade(requires=[{word: ["fire"], "troop": True}])
    assert ("/requires/0", "too-many") in codes(document)


def test_what_is_not_known_is_wanted_wherever_it_stands() -> None:
    document = factories.creature(cost=None, weapons=[{"name": "Tail", "melee": None, "arc": "rear", "range": 2}])
    assert set(documents.wanted(document)) == {"/cost", "/set", "/weapons/0/melee"}
    assert documents.explain(document) == []


def test_facts_without_a_source_are_named_and_allowed() -> None:
    document = factories.creature(sources={"/cost": factories.SOURCES[""]})
    assert "/level" in documents.unsourced(document)
    assert "/cost" not in documents.unsourced(document)
    assert documents.unsourced(factories.creature()) == []


def test_the_nearest_source_above_a_fact_stands_for_it() -> None:
    whole, weapons = {"source": "Card", "checked": True}, {"source": "Page", "checked": False}
    document = factories.creature(sources={"": whole, "/weapons": weapons})
    assert documents.source_of(document, "/weapons/0/name") == weapons
    assert documents.source_of(document, "/cost") == whole
    assert documents.source_of(factories.creature(sources={}), "/cost") is None


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Blackguard's Mail", "blackguards-mail"),
        ("Blackguard’s Mail", "blackguards-mail"),
        ("Shield (Spell)", "shield-spell"),
        ("Jarl Hörn", "jarl-horn"),
        ("  Two -- dashes  ", "two-dashes"),
    ],
)
def test_slugs_follow_the_recipe(name: str, slug: str) -> None:
    assert documents.slugify(name) == slug


@given(st.text())
def test_a_slug_is_a_slug_or_nothing(name: str) -> None:
    slug = documents.slugify(name)
    assert slug == "" or re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2_000) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
def test_explaining_never_raises_and_agrees_with_the_quick_validator(data: st.DataObject) -> None:
    make = data.draw(st.sampled_from([factories.creature, factories.upgrade, factories.spell, factories.card_set]))
    document = make()
    for key in data.draw(st.lists(st.sampled_from(sorted(document)), max_size=3)):
        document[key] = data.draw(JSON)
    before = copy.deepcopy(document)
    faults = documents.explain(document)
    assert document == before
    assert all(fault.message and fault.code for fault in faults)
