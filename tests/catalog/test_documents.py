"""Document schemas, faults, wanted facts and slugs."""

import copy
import json
import posixpath
import re
from functools import reduce
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from catalog import documents
from catalog.documents import provenance, schema_messages, semantic_validation, validation
from rulesapi.engine.core import document_rules
from rulesapi.engine.core.library import rulesets_of
from tests import factories


def codes(document: Any) -> set[tuple[str, str]]:
    return {(fault.pointer, fault.code) for fault in documents.faults_in(document)}


@pytest.mark.sampled
@pytest.mark.parametrize("path", documents.load_schemas())
def test_every_schema_is_valid_and_has_the_id_of_its_path(path: str) -> None:
    schema = documents.load_schemas()[path]
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == documents.SCHEMA_ROOT + path
    assert schema["title"]
    assert schema["description"]


def facts_of(schema: Any, path: str = "") -> list[tuple[str, dict[str, Any]]]:
    found = []
    for name, part in schema.get("properties", {}).items():
        found.append((f"{path}/{name}", part))
    return found


@pytest.mark.parametrize("path", [path for path in documents.load_schemas() if "/" in path])
def test_every_fact_of_a_card_has_a_title_a_curator_can_read(path: str) -> None:
    registry = documents.load_schemas()
    for pointer, part in facts_of(registry[path]):
        file = path
        while "$ref" in part and "title" not in part:
            target, _, place = part["$ref"].partition("#/")
            file = posixpath.normpath(posixpath.join(posixpath.dirname(file), target)) if target else file
            part = reduce(lambda part, step: part[step], place.split("/"), registry[file])
        assert part.get("title") or "const" in part, pointer


def patterns(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["pattern"]} if isinstance(value.get("pattern"), str) else set()
        return own.union(*map(patterns, value.values()))
    return set().union(*map(patterns, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("pattern", sorted(set().union(*map(patterns, documents.load_schemas().values()))))
def test_no_pattern_can_be_made_to_backtrack(pattern: str) -> None:
    for attack in ("a" * 100_000 + "!", "a-" * 50_000, "/a" * 50_000 + "!", "0" * 100_000, "-" * 100_000):
        re.search(pattern, attack)  # a backtracking pattern would not terminate on this


STRUCTURE = {
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "else",
    "if",
    "items",
    "oneOf",
    "properties",
    "propertyNames",
    "then",
}
"""Keywords whose faults are those of the schemas in them, and `additionalProperties`, which names each field."""
REMARKS = {"$comment", "$defs", "$id", "$schema", "deprecated", "description", "examples", "title"}
BY_NAME = {"properties", "$defs"}


def keywords(schema: Any) -> set[str]:
    """Return the keywords of a schema and of the schemas in it."""
    if isinstance(schema, list):
        return set().union(*map(keywords, schema))
    if not isinstance(schema, dict):
        return set()
    inner = [one for key, one in schema.items() if key not in {"const", "enum", "examples", *BY_NAME}]
    named = [one for key in BY_NAME for one in schema.get(key, {}).values()]
    return set(schema).union(*map(keywords, (*inner, *named)))


def test_each_keyword_of_the_schemas_has_words_for_its_faults() -> None:
    used = set().union(*map(keywords, documents.load_schemas().values()))
    assert used - STRUCTURE - REMARKS <= schema_messages._WORDS.keys()
    assert "multipleOf" in used


@pytest.mark.parametrize(
    ("schema", "written", "pointer", "message"),
    [
        ("dnd-miniatures-2003/situations/damage", {"base": 7}, "/base", "Write a multiple of 5: 0, 5, 10 and so on."),
        ("attack-wing/situations/attack", {"obstacles": 100}, "/obstacles", "Write a number that is at most 99."),
        ("attack-wing/situations/attack", {"obstacles": [{"affects": 3}]}, "/obstacles/0/affects", "Write one of:"),
        ("attack-wing/situations/attack", {"upgrade": {"dice": "all"}}, "/upgrade/dice", "primary; or a whole number."),
        ("campaign-verdict", {"digest": "x"}, "/digest", "does not have the right form. SHA-256"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_what_is(
    schema: str, written: Any, pointer: str, message: str
) -> None:
    found = {one.pointer: one.message for one in validation.faults_under_schema(f"{schema}.schema.json", written)}
    assert message in found[pointer]


def test_references_to_anywhere_else_are_not_followed() -> None:
    schema = {"$ref": "http://127.0.0.1:1/evil.json"}
    with pytest.raises(Exception, match="no schema of ours"):
        jsonschema_rs.Draft202012Validator(schema, retriever=validation._refuse_retrieval)


@pytest.mark.parametrize(
    "make",
    [factories.creature, factories.upgrade, factories.spell, factories.game, factories.standard, factories.card_set],
)
def test_complete_documents_of_each_kind_are_valid(make: Any) -> None:
    assert documents.faults_in(make()) == []


def test_a_kind_is_dispatched_on_before_anything_is_validated() -> None:
    assert codes({"kind": "dragon", "game": "attack-wing"}) == {("/kind", "unknown-kind")}
    assert codes({"kind": "creature", "game": "chess"}) == {("/game", "unknown-game")}
    assert codes({"kind": ["creature"], "game": "attack-wing"}) == {("/kind", "unknown-kind")}
    assert codes({"kind": "set", "game": "chess"}) == {("/game", "unknown-game")}
    assert codes({"kind": "creature"}) == {("", "missing")}
    assert codes({"game": "attack-wing"}) == {("", "missing")}
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
        ({"slug": "slug\n"}, ("/slug", "bad-form")),
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


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ([{"card": "one", "copies": 2}, {"card": "two", "copies": 1}], []),
        ([{"card": "one", "copies": 2}, {"card": "one", "copies": 1}], [("/contents/1/card", "repeated")]),
        ([{"card": "one", "copies": 0}], [("/contents/0/copies", "too-small")]),
        ([{"card": "one", "copies": None}], [("/contents/0/copies", "wrong-type")]),
        ([{"card": "one"}], [("/contents/0", "missing")]),
        ([], [("/contents", "too-few")]),
        (None, [("/contents", "wrong-type")]),
    ],
)
def test_the_contents_of_a_set_count_each_card_once(contents: Any, expected: list[tuple[str, str]]) -> None:
    assert codes(factories.card_set(contents=contents)) == set(expected)


def test_all_faults_are_reported_at_once() -> None:
    document = factories.creature(cost="x", level="y", movement="swims", health=4.0, bogus=1)
    assert {pointer for pointer, _ in codes(document)} == {"/cost", "/level", "/movement", "/health", "/bogus"}


def test_faults_are_reported_in_the_order_of_their_places() -> None:
    weapon = {"name": "Bite", "melee": True, "arc": "sideways", "range": 1}
    clauses = [{"alignment": ["good"]}] * 2 + [{"base": ["tiny"]}] * 10
    document = factories.creature(weapons=[weapon] * 2, armor=-1)
    assert [fault.pointer for fault in documents.faults_in(document)] == ["/armor", "/weapons/0/arc", "/weapons/1/arc"]
    places = [fault.pointer for fault in documents.faults_in(factories.upgrade(requires=clauses))]
    assert places == [f"/requires/{index}/base/0" for index in range(2, 12)]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (factories.creature(cost="x"), "Write a whole number, or null if it is not known."),
        (factories.creature(movement="x"), "Write one of: flying, ground; or null if it is not known."),
        (factories.creature(name=""), "Write something here, or null if it is not known."),
        (factories.creature(retired=""), "Write something here."),
        (factories.creature(weapons=[{"name": "Bite", "melee": True, "arc": "any"}]), "“range” is missing. Write null"),
        (factories.upgrade(penalties=[{"cost": 1}]), "“unless” is missing."),
        (factories.upgrade(requires=[{}]), "Needs at least 1 of these. One word about the bearer"),
        (factories.creature(name="x" * 121), "Takes at most 120 characters, and has 121."),
        (factories.creature(armor=-1), "Write a number that is at least 0."),
        (factories.game(released="20"), "“20” does not have the right form."),
    ],
)
def test_a_fault_says_what_to_do(document: dict[str, Any], message: str) -> None:
    (fault,) = documents.faults_in(document)
    assert fault.message.startswith(message)
    assert ("null" in fault.message) == ("null" in message)


def test_a_misspelled_field_gets_the_nearest_name_as_a_suggestion() -> None:
    (fault,) = documents.faults_in(factories.creature(levle=3))
    assert "Did you mean “level”?" in fault.message


@pytest.mark.parametrize("word", ["alignment", "energy", "class", "name", "keyword", "movement", "base", "has_slot"])
def test_a_clause_holds_one_word_only(word: str) -> None:
    document = factories.upgrade(requires=[{word: ["fire"], "troop": True}])
    assert ("/requires/0", "too-many") in codes(document)


def test_unknown_facts_are_wanted_at_any_depth() -> None:
    document = factories.creature(cost=None, weapons=[{"name": "Tail", "melee": None, "arc": "rear", "range": 2}])
    assert set(documents.wanted_pointers(document)) == {"/cost", "/set", "/weapons/0/melee"}
    assert documents.faults_in(document) == []


def test_facts_without_a_source_are_named_and_allowed() -> None:
    document = factories.creature(sources={"/cost": factories.SOURCES[""]})
    assert "/level" in provenance.unsourced(document)
    assert "/cost" not in provenance.unsourced(document)
    assert provenance.unsourced(factories.creature()) == []


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"checked": True, "basis": "printed"}, set()),
        ({"checked": True, "basis": "transcribed", "note": "The second printing."}, set()),
        ({"checked": False, "basis": "inferred", "note": "The list was published as legal."}, set()),
        ({"checked": False, "basis": "absent", "doubt": "The picture is small."}, set()),
        ({"checked": True, "doubt": "The picture is small."}, {("/sources/~1cost/checked", "not-allowed")}),
        ({"checked": True, "basis": "inferred"}, {("/sources/~1cost/checked", "not-allowed")}),
        ({"checked": True, "basis": "absent"}, {("/sources/~1cost/checked", "not-allowed")}),
        ({"checked": False, "basis": "guessed"}, {("/sources/~1cost/basis", "not-allowed")}),
        ({"checked": False, "basis": None}, {("/sources/~1cost/basis", "not-allowed")}),
        ({"checked": False, "doubt": ""}, {("/sources/~1cost/doubt", "too-short")}),
        ({"checked": False, "doubt": "x" * 501}, {("/sources/~1cost/doubt", "too-long")}),
    ],
)
def test_doubtful_inferred_or_absent_facts_are_not_checked(
    entry: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    document = factories.creature(sources={**factories.SOURCES, "/cost": {"source": "Card", **entry}})
    assert codes(document) == expected


def test_the_nearest_source_above_a_fact_applies_to_it() -> None:
    whole, weapons = {"source": "Card", "checked": True}, {"source": "Page", "checked": False}
    document = factories.creature(sources={"": whole, "/weapons": weapons})
    assert provenance.source_of(document, "/weapons/0/name") == weapons
    assert provenance.source_of(document, "/cost") == whole
    assert provenance.source_of(factories.creature(sources={}), "/cost") is None


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


TEAM = {
    "game": "attack-wing",
    "points": 200,
    "team": [
        {"picks": [{"card": "one", "upgrades": ["two"]}], "name": "Mine", "ext": {"half": 0.5}},
        {"game": "attack-wing", "picks": [{"card": "one"}], "collection": {"one": 1}},
    ],
}
RECORD = {"game": "attack-wing", "name": "Friday", "entries": []}


@pytest.mark.parametrize("field", ["format", "points", "release", "on", "house_rules", "facts", "sources", "team"])
def test_fields_of_a_team_are_refused_on_its_players(field: str) -> None:
    value = {**LEGION, "format": "standard", "release": 1, "facts": {}, "sources": ["official"], "team": []}[field]
    parts = [TEAM["team"][0], {**TEAM["team"][1], field: value}]
    (fault,) = documents.faults_under_schema("legion.schema.json", {**TEAM, "team": parts})
    assert (fault.pointer, fault.code) == (f"/team/1/{field}", "not-allowed")


@pytest.mark.parametrize(
    ("path", "around", "pointer"),
    [
        ("campaign.schema.json", lambda own: {**RECORD, "adventures": [own]}, "/adventures/0"),
        (
            "attack-wing/situations/morale.schema.json",
            lambda own: {"soldiers": 1, "adventure": {"document": own}},
            "/adventure/document",
        ),
    ],
)
def test_an_adventure_within_another_document_has_the_same_faults_as_alone(
    path: str, around: Any, pointer: str
) -> None:
    own = {**factories.adventure(), "slug": "a-line\n"}
    del own["name"], own["players"]
    alone = [fault.under(pointer) for fault in documents.faults_in(own)]
    assert [fault.message for fault in alone][:2] == [
        "“name” is missing.",
        "“players” is missing. Write null if it is not known.",
    ]
    assert documents.faults_under_schema(path, around(own)) == alone


def test_a_player_of_a_team_needs_picks_and_has_no_fields_of_other_names() -> None:
    assert documents.faults_under_schema("legion.schema.json", TEAM) == []
    faults = documents.faults_under_schema("legion.schema.json", {**TEAM, "team": [{"pick": []}]})
    assert [fault.pointer for fault in faults] == ["/team/0", "/team/0/pick"]
    assert [fault.code for fault in faults] == ["missing", "unknown-field"]
    assert [fault.pointer for fault in documents.faults_under_schema("legion.schema.json", {**TEAM, "picks": []})] == [
        "/picks"
    ]


@pytest.mark.parametrize(
    ("days", "pointer"),
    [
        ({"from": "2026-02-29"}, "/from"),
        ({"until": "2026-06-31"}, "/until"),
        ({"from": "2026-05-02", "until": "2026-05-01"}, "/until"),
        ({"from": "2026-05"}, "/from"),
    ],
)
def test_the_days_of_a_format_are_days_and_in_order(days: dict[str, str], pointer: str) -> None:
    assert [fault.pointer for fault in documents.faults_in(factories.standard(**days))] == [pointer]
    assert documents.faults_in(factories.standard(**{"from": "2024-02-29", "until": "2024-02-29"})) == []


@pytest.mark.parametrize(
    ("points", "recommended", "pointers"),
    [
        (120, [120], []),
        (120, [], []),
        (60, [60, 120, 200], ["/recommended_points/2"]),
        (200, [120], ["/points"]),
        (None, [60], ["/points"]),
    ],
)
def test_a_format_offers_no_points_that_it_does_not_allow(points: Any, recommended: Any, pointers: list[str]) -> None:
    document = factories.standard(points=points, recommended_points=recommended, allowed_points=[60, 120])
    assert [fault.pointer for fault in documents.faults_in(document)] == pointers


@pytest.mark.parametrize(
    ("official", "origin", "made_by"),
    [
        (True, None, "publisher"),
        (True, "publisher", "publisher"),
        (False, None, "community"),
        (False, "community", "community"),
        (False, "muster", "muster"),
    ],
)
def test_a_set_says_who_made_it_or_it_follows_from_whether_it_is_official(
    official: bool, origin: str | None, made_by: str
) -> None:
    document = factories.card_set(official=official, **({} if origin is None else {"origin": origin}))
    assert documents.faults_in(document) == []
    assert documents.set_origin(document) == made_by


@pytest.mark.parametrize(("official", "origin"), [(True, "muster"), (True, "community"), (False, "publisher")])
def test_the_official_sets_are_those_of_the_publisher(official: bool, origin: str) -> None:
    assert codes(factories.card_set(official=official, origin=origin)) == {("/origin", "not-allowed")}


@pytest.mark.parametrize("origin", ["nobody", None, 1, ["muster"]])
def test_nobody_else_makes_a_set(origin: Any) -> None:
    assert [fault.pointer for fault in documents.faults_in(factories.card_set(origin=origin))] == ["/origin"]


@pytest.mark.parametrize(
    ("sources", "fault"),
    [
        (["official"], None),
        (["official", "nine-bells"], None),
        (["nine-bells", "official"], None),
        ([], ("/sources", "missing")),
        (["nine-bells"], ("/sources", "missing")),
        (["official", "official"], ("/sources", "repeated")),
        (["official", "Nine Bells"], ("/sources/1", "bad-form")),
        (["official", 3], ("/sources/1", "wrong-type")),
        (["official", *(f"set-{number}" for number in range(50))], ("/sources", "too-many")),
        ("official", ("/sources", "wrong-type")),
        (None, ("/sources", "wrong-type")),
    ],
)
def test_the_sources_of_a_legion_name_each_once_and_official_cards_among_them(
    sources: Any, fault: tuple[str, str] | None
) -> None:
    found = documents.faults_under_schema("legion.schema.json", {**LEGION, "sources": sources})
    assert [(one.pointer, one.code) for one in found] == ([] if fault is None else [fault])


LEGION = {
    "game": "attack-wing",
    "points": 120,
    "on": "2026-11-21",
    "house_rules": ["one"],
    "picks": [{"card": "one", "upgrades": ["two", "two"]}, {"card": "three", "count": 2}],
}
VALID = {
    "attack-wing/creature.schema.json": factories.creature(slug="one"),
    "attack-wing/upgrade.schema.json": factories.upgrade(
        slug="one", requires=[{"not": {"keyword": ["troop"]}}], penalties=[{"unless": {"energy": ["fire"]}, "cost": 5}]
    ),
    "attack-wing/spell.schema.json": factories.spell(slug="one", formerly=["two"]),
    "set.schema.json": factories.card_set(slug="one", released="2014-05"),
    "format.schema.json": factories.standard(
        levels=[{"rule": "a/b", "level": "error"}],
        bans=[{"keyword": ["siege"]}, {"card": ["one", "two"]}],
        pool=[{"set": ["box"]}],
        **{"from": "2026-02-28", "until": "2026-11-21"},
    ),
    "game.schema.json": factories.game(),
    "legion.schema.json": LEGION,
}
# Values that validators are known to treat differently: line ends, foreign digits, 1 and true, odd dates.
TEXTS = ["one\n", "\none", "One", "one-", "\u0661", "\uff11", "x" * 100, "x" * 101, "\U0001f409" * 100, "e\u0301" * 60]
FORMS = ["2026-02-29", "2024-02-29", "0000-01-01", "2026-11-21\n", "2014-13", "/cost", "/cost/", "a/1", "a/01", ""]
OTHERS = [True, False, 0, 1, 1.0, 1.5, -0.0, 2**53, None, [], {}, ["fire", "fire"], [1, True], [1, 1.0], ["x"] * 501]
TRICKY = st.sampled_from([*TEXTS, *FORMS, *OTHERS])


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return each object or list in `value` with each of its keys, `value` itself last."""
    below = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    return [found for _, item in below for found in places(item)] + [(value, key) for key, _ in below]


@pytest.mark.sampled
@given(st.sampled_from(sorted(VALID)), st.data())
def test_both_validators_say_the_same_of_any_document(path: str, data: st.DataObject) -> None:
    document = copy.deepcopy(TEAM if path == "legion.schema.json" and data.draw(st.booleans()) else VALID[path])
    assert documents.faults_under_schema(path, document) == []
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places(document)))
        how = data.draw(st.sampled_from(["replace", "remove", "rename"]))
        if how == "replace":
            holder[key] = copy.deepcopy(data.draw(TRICKY | JSON))
        elif how == "remove":
            del holder[key]
        elif isinstance(holder, dict):
            holder[data.draw(TRICKY.filter(lambda value: isinstance(value, str)))] = holder.pop(key)
        if not places(document):
            break
    assert validation.schema_validators(path).quick.is_valid(document) == validation.schema_validators(
        path
    ).slow.is_valid(document)


@given(st.data())
def test_explaining_never_raises_and_agrees_with_the_quick_validator(data: st.DataObject) -> None:
    make = data.draw(st.sampled_from([factories.creature, factories.upgrade, factories.spell, factories.card_set]))
    document = make()
    for key in data.draw(st.lists(st.sampled_from(sorted(document)), max_size=3)):
        document[key] = data.draw(JSON)
    before = copy.deepcopy(document)
    faults = documents.faults_in(document)
    assert document == before
    assert all(fault.message and fault.code for fault in faults)


def champion(**facts: Any) -> dict[str, Any]:
    """Return a real creature of 2008 with few known facts, and with other facts added."""
    root = Path(__file__).resolve().parents[2] / "fixtures" / "dnd-miniatures-2008"
    path = root / "creature" / "orc-raider.json"
    return {**json.loads(path.read_text(encoding="utf-8")), **facts}


@pytest.mark.parametrize(
    ("leads", "rating", "expected"),
    [
        (True, 0, {("/champion_rating", "not-allowed")}),
        (False, 2, {("/champion_rating", "not-allowed")}),
        (True, 1, set()),
        (False, 0, set()),
        (None, 0, set()),
        (None, 3, set()),
        (True, None, set()),
    ],
)
def test_only_leaders_have_a_rating(leads: Any, rating: Any, expected: Any) -> None:
    assert codes(champion(champion=leads, champion_rating=rating)) == expected


def test_the_catalog_and_the_rules_know_the_same_ratings() -> None:
    rulesets = [ruleset for game in documents.card_kinds() for ruleset in rulesets_of(game)]
    assert {
        leads: rating for ruleset in rulesets for leads, rating in ruleset.rating_pairs.items()
    } == semantic_validation.RATED
    named = set().union(*(schema.get("properties", ()) for schema in documents.load_schemas().values()))
    assert named >= {*semantic_validation.RATED, *semantic_validation.RATED.values()}


def test_the_catalog_and_the_rules_know_the_same_lists_with_a_known_part() -> None:
    rulesets = [ruleset for game in documents.card_kinds() for ruleset in rulesets_of(game)]
    partial_facts = {whole: part for ruleset in rulesets for whole, part in ruleset.partial_facts.items()}
    assert partial_facts == semantic_validation.PARTIAL_FACTS
    named = set().union(*(schema.get("properties", ()) for schema in documents.load_schemas().values()))
    assert named >= {*partial_facts, *partial_facts.values()}


@pytest.mark.parametrize(
    ("field", "counted", "expected"),
    [
        ("card_counts", [{"kind": "order", "at_least": 3}, {"kind": "creature", "at_most": 2}], set()),
        ("card_counts", [{"kind": "dragon", "at_least": 3}], {("/card_counts/0/kind", "unknown-kind")}),
        ("card_counts", [{"kind": "order"}], {("/card_counts/0", "missing")}),
        ("card_counts", [{"kind": "order", "at_least": 3, "at_most": 2}], {("/card_counts/0/at_least", "not-allowed")}),
        ("card_copies", [{"kind": "order", "at_most": 3}] * 2, {("/card_copies/1/kind", "repeated")}),
        ("unique_names", [{"kind": "order"}, {"kind": "hero"}], {("/unique_names/1/kind", "unknown-kind")}),
    ],
)
def test_the_rules_that_a_game_switches_on_are_about_its_kinds_and_have_possible_numbers(
    field: str, counted: Any, expected: Any
) -> None:
    game = factories.game(game="dungeon-command", slug="dungeon-command", ruleset="dungeon-command/1")
    assert codes({**game, field: counted}) == expected


def test_the_catalog_and_the_engine_know_the_same_rules_of_documents() -> None:
    assert semantic_validation.LIST_RULES == document_rules.FIELDS
