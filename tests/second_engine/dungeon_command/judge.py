"""The second judge of warbands: the requirements of the Dungeon Command rulebook, page by page.

A rule is broken if it is broken in every world (see possible_worlds.py), and open if only in some.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.second_engine.collection import owned_copies
from tests.second_engine.dungeon_command.fact_domains import FactDomains
from tests.second_engine.dungeon_command.first_game import first_game
from tests.second_engine.dungeon_command.layout import Warband, by_card, copies, lay_out
from tests.second_engine.dungeon_command.orders import opening_deploy, orders
from tests.second_engine.dungeon_command.tiles import tiles, treasure
from tests.second_engine.judge import BaseJudge, answer, kept_out, lists, shares
from tests.second_engine.places import Standing, folded, title
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report
from tests.second_engine.world_generator import World

JUDGE = BaseJudge(
    game="dungeon-command",
    guessing=FactDomains,
    warnings=frozenset(
        {"unplayable-order", "ranged-order-unusable", "opening-deploy", "retired-card", "treasure-without-tiles"}
    ),
    optional=frozenset({"first-game"}),
)

MIN_CREATURES = 12
MIN_ORDERS = 30
MAX_COPIES = 4


def judge(world: World, legion: Mapping[str, Any]) -> dict[str, Any]:
    """Judge a warband, or a team's; see `judge.answer`."""
    warbands = [lay_out(world.cards, line, at) for line, at in lists(legion)]
    standing = [one for warband in warbands for one in warband.everything]
    report = JUDGE.report(world, legion, standing)
    _cards_that_cannot_be(report, warbands, standing)
    kept_out(report, world, legion, standing)
    _team_size(report, legion, len(warbands))
    _not_owned(report, world, legion, standing)
    for warband in warbands:
        if warband.at:
            _not_owned(report, world, warband.line, warband.everything)
        _decks(report, warband)
        _copies(report, "creature-copies", "creature", warband.of("creature"))
        _copies(report, "order-copies", "order", warband.of("order"))
        _one_commander(report, warband)
        tiles(report, warband)
        treasure(report, warband)
        if report.asked("first-game"):
            first_game(report, warband, report.format, world.sets)
        orders(report, warband)
        opening_deploy(report, warband)
    free = {"total": 0, "known": 0, "limit": report.format["points"]}
    return answer(report, free, shares(legion, lambda _: free))


def _cards_that_cannot_be(report: Report, warbands: Iterable[Warband], standing: list[Standing]) -> None:
    """Check for cards that are unknown, misplaced among cards of another kind (pp. 3-4), or retired."""
    strangers: dict[str, list[str]] = {}
    for warband in warbands:
        for slug, place in warband.unknown:
            strangers.setdefault(slug, []).append(place)
        for place, card, _ in warband.misplaced:
            kind = {} if card["kind"] == "tile" else {"kind": card["kind"]}
            report.broken("misplaced-card", [place], {"card": title(card), **kind})
    for slug, places in strangers.items():
        report.broken("unknown-card", places, {"card": slug})
    for card, places, _ in by_card(standing):
        if "retired" in card:
            report.broken("retired-card", places, {"card": title(card), "why": card["retired"]})


def _decks(report: Report, warband: Warband) -> None:
    """At least 12 creatures and 30 orders (pp. 3 and 15)."""
    creatures, deck = copies(warband.of("creature")), copies(warband.of("order"))
    at = [f"{warband.at}/picks"]
    if creatures < MIN_CREATURES:
        facts = {"creatures": creatures, "least": MIN_CREATURES, "short": MIN_CREATURES - creatures}
        report.broken("minimum-creatures", at, facts)
    if deck < MIN_ORDERS:
        report.broken("minimum-orders", at, {"orders": deck, "least": MIN_ORDERS, "short": MIN_ORDERS - deck})


def _copies(report: Report, code: str, kind: str, standing: list[Standing]) -> None:
    """No more than 4 of a kind (p. 15): cards of one name are of a kind (p. 7)."""
    cards = {card["slug"]: card for _, card, _ in standing}
    own_name = {slug: folded(card["name"]) if card["name"] else f"?{slug}" for slug, card in cards.items()}

    def groups(look: WorldReader) -> dict[str, int]:
        """Return the number of cards of each name."""
        counts: Counter[str] = Counter()
        for _, card, count in standing:
            counts[folded(look(card, "/name"))] += count
        return counts

    for name in dict.fromkeys(own_name.values()):
        sure = [(place, card, count) for place, card, count in standing if own_name[card["slug"]] == name]
        facts = {kind: title(sure[0][1]), "copies": copies(sure), "most": MAX_COPIES}
        if copies(sure) > MAX_COPIES:
            report.broken(code, [place for place, _, _ in sure], facts)
    answers = report.ask(lambda look: sum(count > MAX_COPIES for count in groups(look).values()))
    if max(answers.values) > min(answers.values):
        report.left_open(code, answers.deciding(), answers.facts)
    # A card of unknown name may also join cards that are already too many.
    report.touch(code, answers.facts)


def _one_commander(report: Report, warband: Warband) -> None:
    """Exactly one Commander card (p. 15)."""
    commanders = warband.of("commander")
    if copies(commanders) != 1:
        facts = {"commanders": sorted({title(card) for _, card, _ in commanders}), "count": copies(commanders)}
        report.broken("one-commander", [place for place, _, _ in commanders] or [f"{warband.at}/picks"], facts)


def _not_owned(report: Report, world: World, holder: Mapping[str, Any], standing: list[Standing]) -> None:
    """Each creature has its own miniature and card (pp. 3, 6, 15); orders and commanders are owned as cards."""
    owned = owned_copies(world, holder)
    if owned is None:
        return
    for card, places, needed in by_card(standing):
        if needed > owned[card["slug"]] and card["kind"] != "tile":
            code = "miniature-missing" if card["kind"] == "creature" else "card-missing"
            report.broken(code, places, {"card": title(card), "needed": needed, "owned": owned[card["slug"]]})


def _team_size(report: Report, legion: Mapping[str, Any], players: int) -> None:
    """Each team has the same number of players (p. 15); a list that is no team's is of one."""
    for number, others in enumerate(legion.get("against", [])):
        if others != players:
            report.broken("team-size", [f"/against/{number}"], {"players": players, "others": others})
