"""Growth of the time for a verdict with the size of the list, hardly more than linear, in lines of Python run."""

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from math import log
from typing import Any

import pytest

from benchmarks.engine_rate import count_lines
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import PickableCard
from tests.engine.published_libraries import GAMES, library
from tests.sampling import GROWING_LISTS

pytestmark = pytest.mark.sampled

SMALL, LARGE = 100, 400
"""Numbers of picks. A shorter list may have no card that breaks a rule, and is judged faster."""
MOST = 1.2
"""The maximum exponent of the growth of work."""

Document = dict[str, Any]
Family = Callable[[int], Document]
"""A family of lists, by number of picks."""


def _of(game: str, format: str, picks: Callable[[int], list[Document]]) -> Family:
    fields: Document = {"game": game, "format": format}
    if game.startswith("dnd-"):
        fields["faction"] = "wild" if game.endswith("2008") else "chaotic-evil"
    if game != "dungeon-command":
        fields["points"] = 200
    return lambda number: {**fields, "picks": picks(number)}


def _shared_out(family: Family, each: int) -> Family:
    """Return the lists of a family, with their picks dealt to players in turn, `each` picks per player."""

    def of_team(number: int) -> Document:
        document = family(number)
        picks = document.pop("picks")
        faction = {"faction": document.pop("faction")} if "faction" in document else {}
        return {**document, "team": [{**faction, "picks": picks[at : at + each]} for at in range(0, number, each)]}

    return of_team


def families(game: str) -> Iterator[tuple[str, Family]]:
    """Return lists of one card repeated, of three in turn, and of the special features of each game."""
    known = library(game)
    pickable = [card.slug for card in known.all_cards if isinstance(card, PickableCard)]
    carried = [card.slug for card in known.all_cards if isinstance(card, Upgrade)]

    def repeated(*slugs: str, **own: Any) -> Callable[[int], list[Document]]:
        return lambda number: [{"card": slug, **own} for slug in islice(cycle(slugs), number)]

    for format in known.formats:
        for slug in pickable[:: max(1, len(pickable) // 6)]:
            yield f"{format}: {slug}", _of(game, format, repeated(slug))
        yield f"{format}: three", _of(game, format, repeated(*pickable[:3]))
        for each in (1, 3, 25):
            yield f"{format}: players with {each}", _shared_out(_of(game, format, repeated(*pickable[:3])), each)
            yield f"{format}: players with {each} of all", _shared_out(_of(game, format, repeated(*pickable)), each)
        if carried:
            for slug in carried[:: len(carried) // 4]:
                yield f"{format}: carrying {slug}", _of(game, format, repeated(pickable[0], upgrades=[slug]))
                yield (
                    f"{format}: {slug} on one",
                    _of(game, format, lambda number, slug=slug: [{"card": pickable[0], "upgrades": [slug] * number}]),
                )
        if game == "dnd-miniatures-2003":
            yield f"{format}: minions", _of(game, format, repeated(*pickable[:3], minion_of=pickable[0]))
            yield (
                f"{format}: of many",
                _of(
                    game,
                    format,
                    lambda number: [{"card": pickable[0], "minion_of": f"nobody-{one}"} for one in range(number)],
                ),
            )
            yield f"{format}: unit", _of(game, format, repeated(*pickable[:3], unit="a", formed=True))


ALL = [(game, name, family) for game in GAMES for name, family in families(game)]


@pytest.mark.parametrize(
    ("game", "family"), [pytest.param(g, f, id=f"{g}: {name}") for g, name, f in ALL[::GROWING_LISTS]]
)
def test_a_verdict_takes_as_long_as_the_list_is(game: str, family: Family) -> None:
    known = library(game)
    for number in (SMALL, LARGE):  # fills the caches kept between verdicts
        judge(known, family(number)).as_document()
    small, large = (
        count_lines(lambda number=number: judge(known, family(number)).as_document()) for number in (SMALL, LARGE)
    )
    assert log(large / small) / log(LARGE / SMALL) <= MOST, f"{small} lines, then {large}"
