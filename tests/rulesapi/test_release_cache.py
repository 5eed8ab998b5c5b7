"""The cache of releases: shared between the releases of a game, and evicted by least recent use."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.snapshots import Snapshot
from rulesapi.judging.release_cache import Parts, ReleaseCache

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GAMES = ("chess", "go")

asked = st.lists(st.tuples(st.sampled_from(GAMES), st.integers(1, 6)), max_size=30)


def snapshot(release: int) -> Snapshot:
    return Snapshot(release, NOON)


def keys_of(game: str, release: int) -> set[tuple[int, Any]]:
    """Return the keys of three cards, of which each release replaces one; the first release has none."""
    first = 100 * GAMES.index(game) + release
    return {(number, NOON) for number in range(first, first + 3)} if release > 1 else set()


@given(asked, st.integers(1, 4), st.integers(0, 40))
def test_building_a_release_reuses_only_the_cached_parts_of_others(
    asked: list[tuple[str, int]], fewest: int, most_bytes: int
) -> None:
    cache: ReleaseCache[str, object] = ReleaseCache(
        "test", fewest=fewest, most_bytes=most_bytes, entry_bytes=1, part_bytes=2
    )
    kept: list[tuple[str, int]] = []  # least recently used first
    for game, release in asked:
        given_parts: list[set[tuple[int, Any]]] = []

        def make(
            shared: Parts[object], game: str = game, release: int = release, given: Any = given_parts
        ) -> tuple[str, Parts[object]]:
            given.append(set(shared))
            return f"{game} {release}", {key: shared.get(key) or object() for key in keys_of(game, release)}

        assert cache.get(game, snapshot(release), make) == f"{game} {release}"
        of_others = set().union(*(keys_of(*other) for other in kept if other[0] == game))
        assert given_parts == ([] if (game, release) in kept else [of_others])
        kept = [one for one in kept if one != (game, release)] + [(game, release)]
        while len(kept) > fewest and taken(kept) > most_bytes:
            kept.pop(0)
        assert len(cache) == len(kept)


def taken(kept: list[tuple[str, int]]) -> int:
    """Return the expected size: a byte per card and release, and two bytes per distinct card."""
    return sum(len(keys_of(*one)) for one in kept) + 2 * len(set().union(*(keys_of(*one) for one in kept)))


def test_a_failed_build_is_tried_again_on_the_next_request(
    cache: ReleaseCache[str, object], make: Callable[..., Any]
) -> None:
    def fail(shared: Parts[object]) -> tuple[str, Parts[object]]:
        raise LookupError

    with pytest.raises(LookupError):
        cache.get("chess", snapshot(2), fail)
    assert len(cache) == 0
    assert cache.get("chess", snapshot(2), make) == "made"


def test_building_a_release_does_not_change_the_cached_parts_of_others(
    cache: ReleaseCache[str, object], make: Callable[..., Any]
) -> None:
    cache.get("chess", snapshot(2), make)

    def meddle(shared: Any) -> tuple[str, Parts[object]]:
        shared.clear()
        return "made", {}

    with pytest.raises(AttributeError):
        cache.get("chess", snapshot(3), meddle)


@pytest.fixture
def cache() -> ReleaseCache[str, object]:
    return ReleaseCache("test", fewest=2, most_bytes=100, entry_bytes=1, part_bytes=2)


@pytest.fixture
def make() -> Callable[[Parts[object]], tuple[str, Parts[object]]]:
    return lambda shared: ("made", {key: object() for key in keys_of("chess", 2)})
