"""The layout of a warband: the two decks, the commanders, and the pieces of the battlefield."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.second_engine.places import Card, Standing, by_any_slug


@dataclass
class Warband:
    """One player's warband. `cards` are those of the decks, `tiles` are separate; `line` is the player's document."""

    at: str
    line: Mapping[str, Any]
    cards: list[Standing] = field(default_factory=list)
    tiles: list[Standing] = field(default_factory=list)
    unknown: list[tuple[str, str]] = field(default_factory=list)
    misplaced: list[Standing] = field(default_factory=list)

    def of(self, kind: str) -> list[Standing]:
        """Return the cards of a kind in the decks."""
        return [one for one in self.cards if one[1]["kind"] == kind]

    @property
    def everything(self) -> list[Standing]:
        return [*self.cards, *self.tiles]


def lay_out(cards: Mapping[str, Card], line: Mapping[str, Any], pointer: str) -> Warband:
    """Find each card, by its current or a former slug. Decks have no tiles, and tiles no other cards."""
    known = by_any_slug(cards)
    warband = Warband(pointer, line)
    named = [
        (f"{pointer}/picks/{number}", pick["card"], pick.get("count", 1)) for number, pick in enumerate(line["picks"])
    ]
    named += [(f"{pointer}/tiles/{number}", slug, 1) for number, slug in enumerate(line.get("tiles", []))]
    for place, slug, copies in named:
        card = known.get(slug)
        if card is None:
            warband.unknown.append((slug, place))
            continue
        is_tile, among_tiles = card["kind"] == "tile", "/tiles/" in place
        if is_tile != among_tiles:
            warband.misplaced.append((place, card, copies))
        else:
            (warband.tiles if is_tile else warband.cards).append((place, card, copies))
    return warband


def copies(standing: Iterable[Standing]) -> int:
    """Return the number of cards."""
    return sum(count for _, _, count in standing)


def by_card(standing: Sequence[Standing]) -> list[tuple[Card, list[str], int]]:
    """Return each card once, with its places and its number of copies."""
    slugs = dict.fromkeys(card["slug"] for _, card, _ in standing)
    return [
        (
            next(card for _, card, _ in standing if card["slug"] == slug),
            [place for place, card, _ in standing if card["slug"] == slug],
            copies(one for one in standing if one[1]["slug"] == slug),
        )
        for slug in slugs
    ]
