"""Merges of imported files with edits by people: each combination of changes, and general properties."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from catalog.documents import merging
from catalog.documents.differences import ABSENT, Difference, differences
from catalog.documents.merging import UNKNOWN, Base, KeptValue, merge
from catalog.documents.provenance import Document, source_of, value_at

BOOK = {"source": "The rulebook", "checked": True}
CARD = {"source": "The printed card", "checked": True}
LIST = {"source": "A list", "checked": False}


def card(**facts: Any) -> Document:
    return {"slug": "orc", "cost": 20, "sources": {"": BOOK}, **facts}


def merged(before: Any, published: Document, now: Document, **options: Any) -> tuple[Document, list[tuple[Any, ...]]]:
    """Return the merged document, and each kept value as pointer, former and new file value, and published value."""
    document, kept = merge(Base(before, before), published, now, **options)
    return document, [(one.pointer, one.before, one.now, one.published) for one in kept]


@pytest.mark.parametrize(
    ("before", "published", "now", "merged_value", "kept"),
    [
        (20, 20, 20, 20, None),  # unchanged
        (20, 20, 25, 25, None),  # changed by the files
        (20, 34, 20, 34, (20, 20)),  # changed by people
        (20, 34, 25, 34, (20, 25)),  # changed by both
        (20, 25, 25, 25, None),  # changed by both to an equal value
        (20, None, 25, None, (20, 25)),  # removed by people
        (None, None, 25, 25, None),  # added by the files
        (None, 34, 25, 34, (None, 25)),  # added by people first
        (20, 20, None, None, None),  # removed by the files
        (20, 34, None, 34, (20, None)),
        (ABSENT, ABSENT, 25, 25, None),
        (ABSENT, 34, ABSENT, 34, (ABSENT, ABSENT)),
        (ABSENT, 34, 25, 34, (ABSENT, 25)),
        (20, ABSENT, 20, ABSENT, (20, 20)),
        (20, ABSENT, 25, ABSENT, (20, 25)),
        (20, 20, ABSENT, ABSENT, None),
        (20, 34, ABSENT, 34, (20, ABSENT)),
        (20, ABSENT, ABSENT, ABSENT, None),
        (1, 1, True, True, None),  # a number differs from a boolean
        ([1], [1, 2], [1, 3], [1, 2], ([1], [1, 3])),  # a list is one value
        ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 2}, {"a": 2, "b": 2}, ("/cost/a", 1, 1, 2)),
        ({"a": 1}, {"a": 2}, None, {"a": 2}, ({"a": 1}, None)),
        (None, {"a": 2}, {"a": 3}, {"a": 2}, ("/cost/a", ABSENT, 3, 2)),
    ],
)
def test_each_cell_of_the_three_way_table(before: Any, published: Any, now: Any, merged_value: Any, kept: Any) -> None:
    def document(value: Any) -> Document:
        return {"slug": "orc", "sources": {"": BOOK}} | ({} if value is ABSENT else {"cost": value})

    found, listed = merged(document(before), document(published), document(now))
    assert merging.is_same(found, document(merged_value))
    expected = [] if kept is None else [kept if len(kept) == 4 else ("/cost", *kept, published)]
    assert listed == expected


def test_without_recorded_file_values_nothing_is_overwritten() -> None:
    found, listed = merged(UNKNOWN, card(cost=34, level=2), card(cost=25, name="Orc"))
    assert found == card(cost=34, level=2)
    assert listed == [
        ("/cost", UNKNOWN, 25, 34),
        ("/level", UNKNOWN, ABSENT, 2),
        ("/name", UNKNOWN, "Orc", ABSENT),
    ]


def test_a_conflict_that_nobody_settled_is_one_again_although_the_files_bring_nothing_new() -> None:
    base = Base(card(cost=25), card(cost=25), {"/cost": 20})
    _document, (value,) = merge(base, card(cost=34), card(cost=25))
    assert value == KeptValue("/cost", 20, 25, 34)
    assert value.is_conflict
    assert merge(base, card(cost=25), card(cost=25)) == (card(cost=25), [])


def test_only_conflicts_are_drafted_and_overwriting_takes_all_but_the_slug() -> None:
    before, now = card(cost=20, level=2), card(cost=25, level=2)
    published = card(cost=34, level=3, slug="orc-chief", formerly=["orc"])
    document, kept = merged(before, published, now, choice=merging.take_conflicts)
    assert (document["cost"], document["level"], document["slug"]) == (25, 3, "orc-chief")
    assert [pointer for pointer, *_ in kept] == ["/cost", "/level", "/slug"]
    document, _kept = merged(before, published, now, choice=merging.take_all)
    assert document == {**now, "slug": "orc-chief", "formerly": ["orc"]}


# -- names -----------------------------------------------------------------------------------------------------------


def test_a_slug_that_files_change_leads_on_and_what_people_changed_goes_with_it() -> None:
    now = card(slug="orc-chief", formerly=["orc"], level=2)
    document, kept = merged(card(), card(cost=34), now)
    assert document == {**now, "cost": 34}
    assert kept == [("/cost", 20, 20, 34)]
    assert merged(UNKNOWN, card(), now)[0]["slug"] == "orc-chief"


def test_former_slugs_of_both_sides_stay() -> None:
    published = card(formerly=["ork", "orc-chief"])
    document, _kept = merged(card(formerly=["ork"]), published, card(slug="orc-lord", formerly=["ork", "orc"]))
    assert (document["slug"], document["formerly"]) == ("orc-lord", ["ork", "orc-chief", "orc"])


# -- sources ---------------------------------------------------------------------------------------------------------


def test_a_kept_value_keeps_the_source_that_it_had_for_the_whole_card() -> None:
    document, kept = merged(card(), card(cost=34), card(sources={"": LIST}))
    assert document["sources"] == {"": LIST, "/cost": BOOK}
    assert kept == [("/cost", 20, 20, 34)]


def test_a_new_source_of_a_value_makes_it_one_that_people_have_changed() -> None:
    published = card(sources={"": BOOK, "/cost": CARD})
    document, kept = merged(card(), published, card(cost=25))
    assert document == published
    assert kept == [("/cost", 20, 25, 20)]


def test_a_value_of_the_files_brings_its_source_where_people_changed_that_of_the_card() -> None:
    document, kept = merged(card(), card(sources={"": LIST}), card(cost=25))
    assert document == card(cost=25, sources={"": LIST, "/cost": BOOK})
    assert kept == [("/sources/", BOOK, BOOK, LIST)]


def test_sources_of_parts_go_with_their_value() -> None:
    before = card(slots=["arcane"], sources={"": BOOK, "/slots/0": CARD})
    published = card(slots=["divine", "arcane"], sources={"": BOOK, "/slots/0": LIST, "/slots/1": CARD})
    now = card(slots=["heroic"], sources={"": BOOK, "/slots/0": BOOK})
    document, kept = merged(before, published, now)
    assert document == published
    assert kept == [("/slots", ["arcane"], ["heroic"], ["divine", "arcane"])]


def test_a_source_that_an_import_itself_counts_as_unchecked_is_nobodys_change() -> None:
    files = card(cost=25)
    revision = card(cost=25, sources={"": BOOK, "/cost": {**BOOK, "checked": False}})
    base = Base(files, merging.as_published(files, revision))
    assert merge(base, revision, files) == (revision, [])
    document, kept = merge(base, revision, card(cost=26))
    assert (document, kept) == (card(cost=26), [])


def test_a_value_without_a_source_is_not_put_under_the_source_of_another() -> None:
    before, published = card(sources={}), card(cost=34, sources={})
    with pytest.raises(merging.Unmergeable):
        merged(before, published, card(sources={"": BOOK}))
    assert [one.pointer for one in merging.keep_whole(Base(before, before), published, card())] == [
        "/cost",
        "/sources/",
    ]


# -- general properties ----------------------------------------------------------------------------------------------

VALUES = st.none() | st.integers(0, 2) | st.lists(st.integers(0, 1), max_size=2)
FACTS = st.fixed_dictionaries(
    {}, optional={"cost": VALUES, "level": VALUES, "costs": st.dictionaries(st.sampled_from("ab"), VALUES, max_size=2)}
)
PLACES = st.sampled_from(["", "/cost", "/costs", "/costs/a", "/level"])
ENTRIES = st.builds(lambda name, checked: {"source": name, "checked": checked}, st.sampled_from("XYZ"), st.booleans())
DOCUMENTS = st.builds(
    lambda facts, entries: {"slug": "orc", **facts, "sources": {"": BOOK, **entries}},
    FACTS,
    st.dictionaries(PLACES, ENTRIES, max_size=3),
)


@given(before=DOCUMENTS, published=DOCUMENTS, now=DOCUMENTS)
def test_no_change_of_either_side_is_lost_without_being_listed(
    before: Document, published: Document, now: Document
) -> None:
    given_documents = deepcopy((before, published, now))
    document, kept = merge(Base(before, before), published, now)
    listed = {one.pointer for one in kept}
    for side in (published, now):
        for change in _single_changes(before, side):
            told = any(_covers(one, change.pointer) for one in listed)
            if not told and not change.pointer.startswith("/sources"):
                assert merging.is_same(value_at(document, change.pointer), change.after)
    for one in kept:
        assert merging.is_same(value_at(document, one.pointer), one.published)
    assert (before, published, now) == given_documents


@given(before=DOCUMENTS, published=DOCUMENTS, now=DOCUMENTS)
def test_each_value_has_the_source_of_the_side_that_it_is_from(
    before: Document, published: Document, now: Document
) -> None:
    document, _kept = merge(Base(before, before), published, now)
    for pointer in ("/cost", "/level", "/costs/a", "/costs/b"):
        value = value_at(document, pointer)
        if value in (None, ABSENT):
            continue
        sides = [side for side in (published, now) if merging.is_same(value_at(side, pointer), value)]
        # A value present on both sides may have its source from either side, also one of a parent pointer.
        sources = [source_of(side, pointer) for side in sides]
        assert source_of(document, pointer) in (sources if len(sides) == 1 else [*sources, *_all_above(sides, pointer)])


@given(before=DOCUMENTS, published=DOCUMENTS, now=DOCUMENTS)
def test_a_change_by_one_side_only_is_taken_unchanged(before: Document, published: Document, now: Document) -> None:
    assert merge(Base(before, before), published, before)[0] == published
    assert merge(Base(before, before), before, now) == (now, [])
    assert merge(Base(), published, now)[0] == published


@pytest.mark.sampled
@given(before=DOCUMENTS, published=DOCUMENTS, now=DOCUMENTS)
def test_the_same_files_once_more_change_nothing(before: Document, published: Document, now: Document) -> None:
    document, kept = merge(Base(before, before), published, now)
    undecided = {one.pointer: one.before for one in kept if one.is_conflict}
    again, listed = merge(Base(now, merging.as_published(now, document), undecided), document, now)
    assert again == document
    assume(all(one.is_conflict for one in kept))
    assert {one.pointer for one in kept} <= {one.pointer for one in listed}


def _single_changes(before: Document, side: Document) -> Iterator[Difference]:
    """Yield the changes of a side, with a new object split into its values, because objects are merged."""
    for change in differences(before, side):
        if isinstance(change.after, dict):
            yield from differences({}, change.after, change.pointer)
        else:
            yield change


def _covers(listed: str, pointer: str) -> bool:
    return pointer == listed or pointer.startswith(f"{listed}/") or listed.startswith(f"{pointer}/")


def _all_above(sides: list[Document], pointer: str) -> list[Any]:
    return [entry for side in sides for place, entry in side["sources"].items() if _covers(place, pointer) or not place]
