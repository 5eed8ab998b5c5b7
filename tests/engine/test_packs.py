"""Which packs a list needs, held against trying every number of every pack."""

from itertools import product
from random import Random

from hypothesis import given

from rulesapi.engine.model import Card
from rulesapi.engine.packs import collection, needed
from tests.engine.making import chances


def card(slug: str) -> Card:
    return Card(slug, "creature", slug, slug, slug, False, 0, frozenset(), None, None, {})


CARDS = [card(slug) for slug in ("ash", "birch", "cedar", "elm")]


@given(chances)
def test_no_smaller_number_of_packs_would_do(chance: Random) -> None:
    contents = {
        pack: {one: chance.randint(1, 3) for one in CARDS if chance.random() < 0.6} for pack in ("red", "grey", "old")
    }
    used = {one: chance.randint(1, 5) for one in CARDS if chance.random() < 0.8}
    found = needed(contents, used)
    assert found.sure
    assert found.nowhere == {one: n for one, n in used.items() if not any(one in held for held in contents.values())}
    asked = {one: copies for one, copies in used.items() if one not in found.nowhere}

    def holds(packs: dict[str, int]) -> bool:
        return all(
            sum(n * contents[p].get(one, 0) for p, n in packs.items()) >= copies for one, copies in asked.items()
        )

    assert holds(dict(found.packs))
    numbers = product(range(6), repeat=len(contents))
    assert sum(found.packs.values()) == min(sum(n) for n in numbers if holds(dict(zip(contents, n, strict=True))))


def test_an_empty_list_needs_none() -> None:
    assert needed({"red": {CARDS[0]: 1}}, {}).packs == {}


def test_a_search_that_is_given_up_still_finds_packs_that_do() -> None:
    cards = [card(f"card-{number}") for number in range(40)]
    contents = {f"pack-{n}": {one: 1 for place, one in enumerate(cards) if place % 7 != n} for n in range(7)}
    used = dict.fromkeys(cards, 60)
    found = needed(contents, used)
    assert not found.sure
    for one, copies in used.items():
        assert sum(n * contents[pack].get(one, 0) for pack, n in found.packs.items()) >= copies


def test_packs_are_a_collection() -> None:
    ash, birch = CARDS[:2]
    contents = {"red": {ash: 2, birch: 1}, "grey": {birch: 4}}
    assert collection(contents, {"red": 2, "grey": 1, "nobody-knows": 3}) == {"ash": 4, "birch": 6}
    assert collection(contents, {}) == {}
