"""The seating of upgrades against trying everything."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rulesapi.engine.slots import Claim, seat

ICONS = ("arcane", "divine", "monster")
ALL = frozenset(ICONS)
SPELL = frozenset(("arcane", "divine"))

single = st.sampled_from(ICONS).map(lambda icon: frozenset((icon,)))
grants = st.dictionaries(st.sampled_from(ICONS), st.integers(1, 2), max_size=2)
banners = st.dictionaries(st.sampled_from(ICONS), st.integers(0, 3), max_size=3)
known = st.builds(Claim, single | st.just(ALL), st.just(True), st.just({}) | grants)
doubtful = st.builds(Claim, st.sampled_from((ALL, SPELL)), st.just(False), st.just({}) | grants)
granting_nothing = st.builds(Claim, st.sampled_from((ALL, SPELL)), st.just(False), st.just({}))
any_claim = known | doubtful | st.builds(Claim, single | st.just(ALL), st.just(True), st.none())


def tried(banner: dict[str, int], claims: list[Claim]) -> bool:
    """Whether the cards can be put on in some order, each into a slot that is there by then: by trying all."""
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


def filled(claims: list[Claim]) -> Iterator[list[Claim]]:
    """Every way in which the unknown slots can turn out, with some of the ways for unknown grants."""
    generous = dict.fromkeys(ICONS, len(claims))
    ways = [
        [
            Claim(icons, True, of)
            for icons in ([claim.icons] if claim.known else [frozenset((icon,)) for icon in claim.icons])
            for of in ([{}, {"monster": 1}, generous] if claim.grants is None else [claim.grants])
        ]
        for claim in claims
    ]
    return map(list, product(*ways))


@given(banners, st.lists(known, max_size=6))
def test_seating_equals_trying_all_orders(banner: dict[str, int], claims: list[Claim]) -> None:
    seating = seat(banner, claims)
    assert seating.possible is tried(banner, claims)
    assert bool(seating.crowds) is not seating.possible


@given(banners, st.lists(any_claim, max_size=4))
def test_what_is_not_known_never_makes_a_sure_answer_wrong(banner: dict[str, int], claims: list[Claim]) -> None:
    possible = seat(banner, claims).possible
    if possible is not None:
        assert {tried(banner, filling) for filling in filled(claims)} == {possible}


@given(banners, st.lists(st.builds(Claim, single, st.just(True), st.just({})) | granting_nothing, max_size=4))
def test_an_unknown_slot_leaves_it_open_only_where_it_decides(banner: dict[str, int], claims: list[Claim]) -> None:
    answers = {tried(banner, filling) for filling in filled(claims)}
    assert seat(banner, claims).possible is (answers.pop() if len(answers) == 1 else None)


@given(banners, st.lists(any_claim, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_the_claims_does_not_matter(banner: dict[str, int], claims: list[Claim], chance) -> None:
    order = list(range(len(claims)))
    chance.shuffle(order)
    shuffled = [claims[number] for number in order]
    one, other = seat(banner, claims), seat(banner, shuffled)
    assert one.possible is other.possible
    assert [(crowd.icons, crowd.slots, set(crowd.members)) for crowd in one.crowds] == [
        (crowd.icons, crowd.slots, {order[number] for number in crowd.members}) for crowd in other.crowds
    ]


@given(banners, st.lists(known, max_size=6))
def test_a_crowd_is_larger_than_its_slots_and_stands_for_its_icons_once(banner: dict[str, int], claims) -> None:
    crowds = seat(banner, claims).crowds
    assert all(len(crowd.members) > crowd.slots for crowd in crowds)
    assert len({crowd.icons for crowd in crowds}) == len(crowds)


def test_an_unknown_banner_decides_only_what_carries_nothing() -> None:
    assert seat(None, []).possible is True
    assert seat(None, [Claim(ALL, True, {})]).possible is None


def test_many_cards_are_seated_in_no_time() -> None:
    banner = {"arcane": 3, "divine": 3}
    claims = [Claim(ALL, number % 3 > 0, {ICONS[number % 3]: 2} if number % 2 else None) for number in range(500)]
    assert seat(banner, claims).possible is not False
