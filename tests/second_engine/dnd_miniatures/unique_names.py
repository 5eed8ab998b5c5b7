"""Unique creatures of one name: pairs that clash in every world, joined into groups."""

from collections.abc import Callable, Sequence

from tests.second_engine.dnd_miniatures.layout import Figure
from tests.second_engine.groups import joined
from tests.second_engine.places import Card, folded
from tests.second_engine.possible_worlds import WorldAnswers, WorldReader
from tests.second_engine.report import Report

Alike = Callable[[WorldReader, Card, Card], bool]


def name_part(name: str) -> str:
    """Return a name without its title."""
    return name.partition(",")[0].strip()


def pairs_of(figures: Sequence[Figure]) -> list[tuple[Figure, Figure]]:
    """Return all pairs of creatures. A line with several copies is also paired with itself."""
    return [
        (one, other)
        for number, one in enumerate(figures)
        for other in figures[number:]
        if one is not other or one.copies > 1
    ]


def sure_groups(report: Report, figures: Sequence[Figure], clash: Alike, *, by_name: bool = False) -> list[set[str]]:
    """Return the groups of places that clash in every world; `by_name` joins groups of one name."""
    pairs = [
        (one, other)
        for one, other in pairs_of(figures)
        if report.sure(lambda look, figure=one, other=other: clash(look, figure.card, other.card))
    ]
    groups = joined((one.place, other.place) for one, other in pairs)
    if not by_name:
        return groups
    names = {one.place: one.card["name"] and folded(name_part(one.card["name"])) for pair in pairs for one in pair}
    links = [(min(one), min(other)) for one in groups for other in groups if names[min(one)] == names[min(other)]]
    alike = [pair for pair in links if pair[0] == pair[1] or names[pair[0]] is not None]
    return joined([*alike, *((one.place, other.place) for one, other in pairs)])


def number_of_groups(report: Report, figures: Sequence[Figure], clash: Alike, *, by_name: bool = False) -> WorldAnswers:
    """Return the number of clashing groups in each world; pairs that never clash are left out first."""
    possible = [
        (one, other)
        for one, other in pairs_of(figures)
        if any(report.ask(lambda look, figure=one, other=other: clash(look, figure.card, other.card)).values)
    ]

    def number(look: WorldReader) -> int:
        clashing = [(one, other) for one, other in possible if clash(look, one.card, other.card)]
        if by_name:
            return len({folded(name_part(look(one.card, "/name"))) for one, _ in clashing})
        return len(joined((one.place, other.place) for one, other in clashing))

    return report.ask(number)
