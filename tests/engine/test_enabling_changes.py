"""Enabling changes: a card that did not fit does fit after each of them."""

import pytest

from rulesapi.engine.core.library import Library
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.enabling_changes import MAX_CHANGES, EnablingChange, enabling_changes
from rulesapi.engine.values.model import CannotJudge
from tests.engine.conformance_cases import library_documents

_ANY = {"game": "attack-wing", "set": None, "unique": False, "keywords": [], "energy": []}
_STATS = {"attack": 3, "agility": 1, "health": 4, "armor": 1, "movement": "ground", "base": "large", "troop": False}
_FREE = {"requires": [], "excludes": [], "penalties": [], "grants": [], "limits": [], "exempt": []}


def creature(slug, **facts):
    kind = {"kind": "creature", "class": "Giant", "alignment": "neutral", "level": 5}
    return {**_ANY, **_STATS, **kind, "slug": slug, "name": slug.title(), **facts}


def upgrade(slug, **facts):
    return {**_ANY, **_FREE, "kind": "upgrade", "class": "Talent", "slug": slug, "name": slug.title(), **facts}


CARDS = [
    creature("giant", cost=30, slots=["heroic", "arcane"]),
    creature("mage", cost=30, level=9, slots=["arcane"]),
    creature("dragon", cost=60, unique=True, slots=["dragon"]),
    upgrade("club", cost=4, slot="heroic"),
    upgrade("axe", cost=5, slot="heroic"),
    upgrade("bolt", kind="spell", cost=3, slot="arcane", minimum_level=7),
]


@pytest.fixture(scope="module")
def library():
    documents = library_documents("attack-wing")
    return Library.build(release=1, game=documents["game"], cards=CARDS, formats=documents["formats"])


def legion(*picks, **fields):
    lines = [{"card": slug, "upgrades": list(upgrades)} if upgrades else {"card": slug} for slug, *upgrades in picks]
    return {"game": "attack-wing", "points": 120, "picks": lines, **fields}


def test_a_card_that_fits_needs_nothing(library):
    assert enabling_changes(library, legion(("giant",)), "/picks/0", "club").changes == []


def test_the_card_in_its_slot_is_named(library):
    document = legion(("giant", "club"))
    assert enabling_changes(library, document, "/picks/0", "axe").changes == [
        EnablingChange(remove=("/picks/0/upgrades/0",))
    ]


def test_one_of_several_copies_is_taken_away_where_that_is_enough(library):
    document = {**legion(("giant",)), "points": 120, "picks": [{"card": "giant", "count": 4}]}
    changes = enabling_changes(library, document, "/picks/0", "club").changes
    assert EnablingChange(remove=("/picks/0",)) in changes
    assert EnablingChange(remove=("/picks/0",)) in enabling_changes(library, document, "", "giant").changes


def test_taking_one_card_away_is_tried_before_many_creatures_that_could_carry_it_use_up_the_work(library):
    document = legion(("giant", "club"), *[("mage",)] * 3, points=200)
    found = enabling_changes(library, document, "/picks/0", "axe", budget=60)
    assert found.changes[0] == EnablingChange(remove=("/picks/0/upgrades/0",))


def test_another_creature_that_can_carry_it_is_named_first(library):
    document = legion(("giant",), ("mage",))
    assert enabling_changes(library, document, "/picks/0", "bolt").changes[0] == EnablingChange(at="/picks/1")


def test_over_the_limit_a_creature_is_removed_or_the_limit_raised(library):
    found = enabling_changes(library, legion(("giant",), ("mage",), ("mage",)), "", "dragon").changes
    assert EnablingChange(points=150) in found
    assert all(len(way.remove) == 1 for way in found if way.remove)
    assert EnablingChange(remove=("/picks/1",)) in found


def test_if_removing_one_card_is_not_enough_two_are_named(library):
    found = enabling_changes(library, legion(("mage",), ("mage",), ("mage",), ("giant",)), "", "dragon").changes
    assert {len(way.remove) for way in found if way.remove} == {2}
    assert len(found) <= MAX_CHANGES


def test_without_a_helpful_change_nothing_is_returned(library):
    assert enabling_changes(library, legion(("giant",)), "/picks/0", "bolt").changes == []


def test_a_place_that_is_not_there_is_refused(library):
    with pytest.raises(CannotJudge):
        enabling_changes(library, legion(("giant",)), "/picks/7", "club")


def test_after_each_way_the_card_fits(library):
    document = legion(("giant", "club"), ("mage",), ("mage",))
    for slug in ("axe", "club"):
        for way in enabling_changes(library, document, "/picks/0", slug).changes:
            if way.remove == ("/picks/0/upgrades/0",):
                bare = {**document, "picks": [{"card": "giant"}, *document["picks"][1:]]}
                assert candidates(library, bare, "/picks/0", {slug})[0].fits


def test_no_limit_is_named_at_which_the_format_is_not_played(library):
    document = {**legion(("giant",), ("mage",)), "points": 60, "format": "at-sixty"}
    assert all(way.points is None for way in enabling_changes(library, document, "", "dragon").changes)
    document = {**legion(("giant",), ("mage",)), "points": 100, "format": "at-two-limits"}
    assert EnablingChange(points=200) in enabling_changes(library, document, "", "dragon").changes


@pytest.mark.parametrize(("points", "form", "higher"), [(80, "at-sixty", []), (70, "at-two-limits", [100])])
def test_a_way_in_leads_from_a_limit_at_which_the_format_is_not_played_to_no_other_such(library, points, form, higher):
    document = {**legion(("giant",)), "points": points, "format": form}
    assert [way.points for way in enabling_changes(library, document, "", "dragon").changes if way.points] == higher


def test_an_incomplete_search_is_reported(library):
    document = legion(("giant",), ("mage",), ("mage",))
    whole = enabling_changes(library, document, "", "dragon")
    assert whole.complete
    some = enabling_changes(library, document, "", "dragon", budget=20)
    assert not some.complete
    assert len(some.changes) < len(whole.changes)
