"""View models of a verdict: lengths, words, and the slots of upgrades."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legions.cards.stock import CardView
from legions.cards.unknown_facts import unknown_words
from legions.site.wording import citation
from legions.table.slot_assignment import Slot, assign_slots, slots_of
from legions.verdicts.points import PointsView
from legions.verdicts.rulings import rule_url

ICONS = ["dragon", "heroic", "arcane"]


def upgrade(slot, grants=()):
    document = {"slug": "an-upgrade", "slot": slot, "grants": [{"slot": icon, "count": 1} for icon in grants]}
    return CardView("attack-wing", "an-upgrade", document)


upgrades = st.lists(
    st.builds(upgrade, st.sampled_from([*ICONS, "any", None]), st.lists(st.sampled_from(ICONS), max_size=2)), max_size=6
)
banners = st.lists(st.sampled_from(ICONS), max_size=5)


@given(banners, upgrades)
def test_each_upgrade_is_shown_once_and_in_a_slot_that_takes_it(banner, cards) -> None:
    slots = slots_of(banner, cards)
    seated = assign_slots(slots, cards)
    assert len(set(seated.values())) == len(seated)
    for number, upgrade_number in seated.items():
        assert cards[upgrade_number].slot in {slots[number].icon, "any", None}
        assert slots[number].granted_by != upgrade_number


@given(banners, upgrades)
def test_no_card_is_without_a_slot_while_one_is_open(banner, cards) -> None:
    slots = slots_of(banner, cards)
    seated = assign_slots(slots, cards)
    open_ = [slot for number, slot in enumerate(slots) if number not in seated]
    for number, card in enumerate(cards):
        if number not in seated.values():
            assert not [s for s in open_ if s.granted_by != number and card.slot in {s.icon, "any", None}]


def test_a_card_for_any_slot_leaves_room_for_one_that_is_choosy() -> None:
    cards = [upgrade("any"), upgrade("dragon")]
    assert assign_slots(slots_of(["dragon", "heroic"], cards), cards) == {0: 1, 1: 0}


def test_a_card_is_not_in_a_slot_it_grants() -> None:
    cards = [upgrade("heroic", grants=["heroic"])]
    assert slots_of([], cards) == [Slot("heroic", granted_by=0)]
    assert assign_slots(slots_of([], cards), cards) == {}


@pytest.mark.parametrize(
    ("points", "text", "state", "within", "over", "left", "span"),
    [
        (PointsView(63, 63, 120), "63 of 120 points", "", 63, 0, 57, 120),
        (PointsView(139, 139, 120), "139 of 120 points, 19 over", "over", 120, 19, None, 139),
        (PointsView(None, 63, 120), "at least 63 of 120 points", "open", 63, 0, None, 120),
        (PointsView(None, 130, 120), "at least 130 of 120 points, 10 over", "over", 120, 10, None, 130),
        (PointsView(63, 63, None), "63 points", "", 63, 0, None, 63),
        (PointsView(0, 0, None), "0 points", "", 0, 0, None, 1),
    ],
)
def test_points_have_a_bar_and_a_text(points, text, state, within, over, left, span) -> None:
    assert points.words == text
    assert (points.state, points.within, points.over, points.left, points.span) == (state, within, over, left, span)


@given(st.integers(0, 10_000), st.integers(1, 10_000), st.booleans())
def test_the_bar_is_as_long_as_what_it_shows(total, limit, settled) -> None:
    points = PointsView(total if settled else None, total, limit)
    assert points.within + points.over == total
    assert points.within + points.over <= points.span
    assert points.within <= limit


def test_a_rule_is_cited_as_far_as_it_can_be() -> None:
    assert citation({"source": "A rulebook", "page": 28, "section": "Building"}) == "A rulebook, p. 28, Building"
    assert citation({"source": "Muster catalog", "page": None, "section": None}) == "Muster catalog"


def test_a_rule_has_its_place_on_the_page_of_its_game() -> None:
    assert rule_url("attack-wing", "attack-wing/point-limit") == "/rules/attack-wing/#point-limit"


def test_a_fact_that_is_not_known_is_asked_for_in_words() -> None:
    card = CardView("attack-wing", "beast", {"slug": "beast", "name": "Beast"})
    assert unknown_words(card, "/cost") == "The catalog does not know what Beast costs."
    assert unknown_words(card, "/costs/4") == "The catalog does not know what the troop tokens of Beast cost."
    assert unknown_words(card, "/some_fact") == "The catalog does not know some fact of Beast."
