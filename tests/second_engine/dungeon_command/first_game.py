"""A first game (pp. 3-6): each player has one half of one pack, identified by the color of the set symbol."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.dungeon_command.layout import Warband, by_card, copies
from tests.second_engine.dungeon_command.tiles import wrong_sizes
from tests.second_engine.places import Standing, title
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report

CODE = "first-game"


def first_game(report: Report, warband: Warband, form: Mapping[str, Any], sets: Sequence[Mapping[str, Any]]) -> None:
    """A first game has fixed numbers of creatures and orders, of one pack and one color, within the pack's contents."""
    numbers = {row["name"]: row["number"] for row in form.get("numbers", [])}
    for kind, noun in (("creature", "creatures"), ("order", "orders")):
        count, required = copies(warband.of(kind)), numbers[noun]
        if count != required:
            facts = {"count": count, "noun": noun, "wanted": required}
            short = {"short": required - count} if count < required else {}
            report.broken(CODE, [f"{warband.at}/picks"], facts | short)
    _one_pack(report, warband, {pack["slug"]: pack["name"] for pack in sets})
    _one_colour(report, warband, _inside(report, warband, sets))
    if warband.line.get("tiles"):
        wrong_sizes(report, CODE, warband, numbers["large-tiles"], numbers["small-tiles"])


def _fewer(standing: Sequence[Standing], word_by_slug: Mapping[str, str | None]) -> list[str]:
    """Return the places of all cards except those with the most frequent word."""
    counts: Counter[str] = Counter()
    for _, card, count in standing:
        if word := word_by_slug[card["slug"]]:
            counts[word] += count
    most = max(sorted(counts), key=lambda word: counts[word], default=None)
    return [place for place, card, _ in standing if word_by_slug[card["slug"]] not in (most, None)]


def _one_pack(report: Report, warband: Warband, names: Mapping[str, str]) -> None:
    """All cards are of one pack."""
    cards = warband.cards
    packs = {card["slug"]: card["set"] for _, card, _ in cards}

    def mixed(look: WorldReader) -> bool:
        return len({look(card, "/set") for _, card, _ in cards}) > 1

    known = sorted({pack for pack in packs.values() if pack})
    facts = {"packs": known, "names": [names[pack] for pack in known]}
    report.decide(CODE, _fewer(cards, packs), mixed, facts)


def _inside(report: Report, warband: Warband, sets: Sequence[Mapping[str, Any]]) -> set[str]:
    """Report cards used more often than a shared pack holds them; return their slugs."""
    too_many = set()
    for card, places, count in by_card(warband.cards):
        for pack in sets:
            inside = {row["card"]: row["copies"] for row in pack.get("contents", [])}
            if pack["slug"] == card["set"] and count > inside.get(card["slug"], count):
                facts = {"card": title(card), "copies": count, "inside": inside[card["slug"]]}
                report.broken(CODE, places, facts)
                too_many.add(card["slug"])
    return too_many


def _one_colour(report: Report, warband: Warband, too_many: set[str]) -> None:
    """Check that all cards are of one half, gold or silver, with one copy of each card that has both symbols."""
    halves = [*warband.of("creature"), *warband.of("order")]
    symbols = {card["slug"]: card["symbol"] for _, card, _ in halves}
    named = {
        colour: sorted({title(card) for _, card, _ in halves if card["symbol"] == colour})
        for colour in ("gold", "silver")
    }

    # Cards are compared in pairs: if no pair surely differs in color, all unknown ones could be of one color.
    cards = [card for card, _, _ in by_card(halves)]
    pairs = [
        report.ask(lambda look, pair=pair: {look(card, "/symbol") for card in pair} == {"gold", "silver"})
        for pair in itertools.combinations(cards, 2)
    ]
    if any(all(pair.values) for pair in pairs):
        coloured = {slug: None if symbol == "both" else symbol for slug, symbol in symbols.items()}
        report.broken(CODE, _fewer(halves, coloured), named)
    else:
        for pair in pairs:
            if any(pair.values):
                report.left_open(CODE, pair.deciding(), pair.facts)
    for card, places, count in by_card(halves):

        def twice(look: WorldReader, card: Mapping[str, Any] = card, count: int = count) -> bool:
            return count > 1 and card["slug"] not in too_many and look(card, "/symbol") == "both"

        report.decide(CODE, places, twice, {"card": title(card), "copies": count})
