"""Slot assignment of upgrades, compared with trying everything."""

from collections import Counter
from collections.abc import Iterator
from itertools import compress, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.engine_rate import count_lines
from rulesapi.engine.core.slots import SlotClaim, SlotConflict, assign_slots

ICONS = ("arcane", "divine", "monster")
ALL = frozenset(ICONS)
SPELL = frozenset(("arcane", "divine"))

single = st.sampled_from(ICONS).map(lambda icon: frozenset((icon,)))
grants = st.dictionaries(st.sampled_from(ICONS), st.integers(1, 2), max_size=2)
banners = st.dictionaries(st.sampled_from(ICONS), st.integers(0, 3), max_size=3)
known = st.builds(SlotClaim, single | st.just(ALL), st.just(True), st.just({}) | grants)
doubtful = st.builds(SlotClaim, st.sampled_from((ALL, SPELL)), st.just(False), st.just({}) | grants)
any_claim = known | doubtful | st.builds(SlotClaim, single | st.just(ALL), st.just(True), st.none())


@st.composite
def spells_twice(draw: st.DrawFn) -> list[SlotClaim]:
    """Return claims of which some are copies of one spell of unknown slot."""
    spell = SlotClaim(SPELL, False, draw(st.just({}) | grants), "spell")
    return draw(st.permutations([spell] * draw(st.integers(1, 3)) + draw(st.lists(any_claim, max_size=2))))


any_claims = st.lists(any_claim, max_size=4) | spells_twice()


def tried(banner: dict[str, int], claims: list[SlotClaim]) -> bool:
    """Return whether the cards can be equipped in any order, each into a slot that exists by then."""
    seen = set()

    def rest(free: Counter[str], left: frozenset[int]) -> bool:
        state = (frozenset(free.items()), left)
        if state in seen:
            return False
        seen.add(state)
        return not left or any(
            rest(free - Counter([icon]) + Counter(claims[number].grants), left - {number})
            for number in left
            for icon in claims[number].icons
            if free[icon] > 0
        )

    return rest(+Counter(banner), frozenset(range(len(claims))))


def filled(claims: list[SlotClaim]) -> Iterator[list[SlotClaim]]:
    """Yield every way to fill in unknown slots (equal for copies), with some ways to fill in unknown grants."""
    generous = dict.fromkeys(ICONS, len(claims))
    readable = [
        [
            SlotClaim(icons, True, of, claim.card)
            for icons in ([claim.icons] if claim.known else [frozenset((icon,)) for icon in claim.icons])
            for of in ([{}, {"monster": 1}, generous] if claim.grants is None else [claim.grants])
        ]
        for claim in claims
    ]
    for filling in map(list, product(*readable)):
        if len({claim.icons for claim in filling if claim.card}) < 2:
            yield filling


@given(banners, st.lists(known, max_size=6))
def test_seating_equals_trying_all_orders(banner: dict[str, int], claims: list[SlotClaim]) -> None:
    seating = assign_slots(banner, claims)
    assert seating.possible is tried(banner, claims)
    assert bool(seating.slot_conflicts) is not seating.possible


@given(banners, any_claims)
def test_unknown_facts_leave_a_slot_open_only_if_they_decide(banner: dict[str, int], claims: list[SlotClaim]) -> None:
    answers = {tried(banner, filling) for filling in filled(claims)}
    assert assign_slots(banner, claims).possible is (answers.pop() if len(answers) == 1 else None)


@given(banners, any_claims)
def test_a_crowd_never_fits_completely_whatever_is_left_off(banner, claims: list[SlotClaim]) -> None:
    for crowd in assign_slots(banner, claims).slot_conflicts:
        for filling in filled(claims):
            others = [claim for number, claim in enumerate(filling) if number not in crowd.members]
            members = [filling[number] for number in crowd.members]
            choices = product((True, False), repeat=len(others))
            assert not any(tried(banner, [*members, *compress(others, chosen)]) for chosen in choices)


@given(banners, st.lists(any_claim, max_size=6) | spells_twice(), st.randoms(use_true_random=False))
def test_the_order_of_the_claims_does_not_matter(banner: dict[str, int], claims: list[SlotClaim], chance) -> None:
    order = list(range(len(claims)))
    chance.shuffle(order)
    shuffled = [claims[number] for number in order]
    one, other = assign_slots(banner, claims), assign_slots(banner, shuffled)
    assert one.possible is other.possible
    assert [(crowd.icons, crowd.slots, set(crowd.members)) for crowd in one.slot_conflicts] == [
        (crowd.icons, crowd.slots, {order[number] for number in crowd.members}) for crowd in other.slot_conflicts
    ]


@given(banners, st.lists(known, max_size=6) | any_claims)
def test_a_crowd_is_larger_than_its_slots_and_is_listed_once_per_icons(banner: dict[str, int], claims) -> None:
    crowds = assign_slots(banner, claims).slot_conflicts
    assert all(len(crowd.members) > crowd.slots for crowd in crowds)
    assert len({crowd.icons for crowd in crowds}) == len(crowds)


def test_an_unknown_banner_decides_only_what_carries_nothing() -> None:
    assert assign_slots(None, []).possible is True
    assert assign_slots(None, [SlotClaim(ALL, True, {})]).possible is None


def test_a_granted_slot_counts_as_far_as_the_granting_cards_find_one_themselves() -> None:
    granting, divine = (
        SlotClaim(frozenset(("monster",)), True, {"divine": 1}),
        SlotClaim(frozenset(("divine",)), True, {}),
    )
    assert assign_slots({"monster": 1}, [granting, granting, divine, divine]).slot_conflicts == (
        SlotConflict(("divine",), 1, (2, 3)),
        SlotConflict(("monster",), 1, (0, 1)),
    )


def test_cards_that_fit_any_icon_compete_for_every_icon_that_they_can_reach() -> None:
    monster, divine = SlotClaim(frozenset(("monster",)), True, {}), SlotClaim(frozenset(("divine",)), True, {})
    anywhere, opening = SlotClaim(ALL, True, {}), SlotClaim(ALL, True, {"divine": 1})
    crowds = assign_slots({"monster": 2}, [divine, monster, anywhere, opening]).slot_conflicts
    assert crowds == (SlotConflict(("divine", "monster"), 3, (0, 1, 2, 3)),)


def test_copies_of_a_spell_of_unknown_slot_compete_for_one_icon() -> None:
    spell = SlotClaim(SPELL, False, {}, "spell")
    crowds = assign_slots({"arcane": 1, "divine": 1}, [spell, spell]).slot_conflicts
    assert crowds == (SlotConflict(("arcane", "divine"), 1, (0, 1)),)


@pytest.mark.parametrize(
    ("banner", "claims", "possible"),
    [
        pytest.param(
            {"arcane": 1, "divine": 1},
            [SlotClaim(frozenset(("monster",)), True, {}), SlotClaim(SPELL, False, {"monster": 1})],
            True,
            id="either of its icons is printed, and so what it grants is there",
        ),
        pytest.param(
            {"divine": 1},
            [SlotClaim(SPELL, False, {"arcane": 1})],
            None,
            id="it may only fit the slot that it grants itself",
        ),
        pytest.param(
            {"monster": 2},
            [SlotClaim(frozenset(("monster",)), True, {"divine": 1}), SlotClaim(SPELL, False, {"arcane": 1})],
            None,
            id="another card opens only one of its icons",
        ),
    ],
)
def test_a_spell_of_unknown_slot_is_seated_for_sure_where_it_is_in_either(banner, claims, possible) -> None:
    assert assign_slots(banner, claims).possible is possible


@pytest.mark.sampled
@pytest.mark.parametrize("banner", [{"arcane": 3, "divine": 3}, {"arcane": 1000, "divine": 1000}])
@pytest.mark.parametrize("different", [1, 7, 2000])
def test_many_cards_are_seated_in_few_steps(banner: dict[str, int], different: int) -> None:
    spells = [SlotClaim(SPELL, False, {}, f"spell {number % different}") for number in range(1000)]
    others = [
        SlotClaim(ALL, number % 3 > 0, {ICONS[number % 3]: number % 2} if number % 2 else {}) for number in range(1000)
    ]
    claims = [*spells, *others]
    assert count_lines(lambda: assign_slots(banner, claims)) < 400 * len(claims)
