"""The layout of a warband: its figures, its map or tiles, and the figures that its player has opened."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.second_engine.places import Card, Standing, by_any_slug, title
from tests.second_engine.report import Report

#: The kind of card in each field of a list.
KINDS = {"map": "battle-map", "tiles": "terrain-tile", "pool": "creature", "picks": "creature"}


@dataclass(frozen=True)
class Figure:
    """Some copies of a creature at a place, with the line of the list that names them."""

    place: str
    card: Card
    copies: int
    line: Mapping[str, Any]


@dataclass
class Warband:
    """One player's warband. `extras` are the map and the tiles; `lacking` says whether a figure is unknown."""

    at: str
    line: Mapping[str, Any]
    figures: list[Figure] = field(default_factory=list)
    extras: list[Standing] = field(default_factory=list)
    unknown: list[tuple[str, str]] = field(default_factory=list)
    misplaced: list[tuple[str, Card, str]] = field(default_factory=list)
    lacking: bool = False

    @property
    def standing(self) -> list[Standing]:
        """Return every card of the warband; a pool is not part of it."""
        return [(one.place, one.card, one.copies) for one in self.figures] + self.extras


def lay_out(cards: Mapping[str, Card], line: Mapping[str, Any], pointer: str) -> Warband:
    """Find each card, by its current or a former slug, in a place that allows its kind."""
    known = by_any_slug(cards)
    warband = Warband(pointer, line)
    for field_, slug, place, pick in _named(line, pointer):
        card = known.get(slug)
        if card is None:
            warband.unknown.append((slug, place))
            warband.lacking |= field_ == "picks"
        elif card["kind"] != KINDS[field_]:
            warband.misplaced.append((place, card, KINDS[field_]))
        elif field_ == "picks":
            warband.figures.append(Figure(place, card, pick.get("count", 1), pick))
        elif field_ != "pool":
            warband.extras.append((place, card, 1))
    return warband


def _named(line: Mapping[str, Any], pointer: str) -> Iterable[tuple[str, str, str, Mapping[str, Any]]]:
    """Yield each card that a list names: the field, the slug, the place, and the pick."""
    for number, pick in enumerate(line["picks"]):
        yield "picks", pick["card"], f"{pointer}/picks/{number}", pick
    if "map" in line:
        yield "map", line["map"], f"{pointer}/map", {}
    for number, slug in enumerate(line.get("tiles", [])):
        yield "tiles", slug, f"{pointer}/tiles/{number}", {}
    for slug in line.get("pool", {}):
        yield "pool", slug, f"{pointer}/pool/{slug}", {}


def by_card(figures: Sequence[Figure]) -> list[tuple[Card, list[str], int]]:
    """Return each creature once, with its places and its number of copies."""
    slugs = dict.fromkeys(figure.card["slug"] for figure in figures)
    alike = [[figure for figure in figures if figure.card["slug"] == slug] for slug in slugs]
    return [(some[0].card, [one.place for one in some], sum(one.copies for one in some)) for some in alike]


def cards_that_cannot_be(report: Report, warbands: Sequence[Warband]) -> None:
    """Check for cards that are unknown, misplaced or retired."""
    strangers: dict[str, list[str]] = {}
    retired: dict[str, list[str]] = {}
    cards = {}
    for warband in warbands:
        for slug, place in warband.unknown:
            strangers.setdefault(slug, []).append(place)
        for place, card, expected in warband.misplaced:
            report.broken("misplaced-card", [place], {"card": title(card), "kind": card["kind"], "wanted": expected})
        for place, card, _ in warband.standing:
            if "retired" in card:
                cards[card["slug"]] = card
                retired.setdefault(card["slug"], []).append(place)
    for slug, places in strangers.items():
        report.broken("unknown-card", places, {"card": slug})
    for slug, places in retired.items():
        report.broken("retired-card", places, {"card": title(cards[slug]), "why": cards[slug]["retired"]})


def opened(cards: Mapping[str, Card], warband: Warband) -> dict[str, int] | None:
    """Return the copies of each creature the player has opened, by current slug; None for a list without a pool."""
    if "pool" not in warband.line:
        return None
    known = by_any_slug(cards)
    counts: dict[str, int] = {}
    for slug, number in warband.line["pool"].items():
        today = known.get(slug, {"slug": slug})["slug"]
        counts[today] = counts.get(today, 0) + number
    return counts


def not_opened(report: Report, code: str, cards: Mapping[str, Card], warband: Warband) -> None:
    """Check that only opened figures are used, none more often than opened."""
    pool = opened(cards, warband)
    if pool is None:
        report.broken(code, [warband.at], {})
        return
    for card, places, copies in by_card(warband.figures):
        if copies > pool.get(card["slug"], 0):
            facts = {"creature": title(card), "copies": copies, "opened": pool.get(card["slug"], 0)}
            report.broken(code, places, facts)
