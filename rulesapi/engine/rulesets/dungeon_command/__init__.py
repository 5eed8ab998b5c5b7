"""Dungeon Command: how warbands are built (pp. 3-6, 11-13 and 15 of its rulebook).

Our readings where the rulebook is silent:

* Each player of a team is judged alone, and so is what each of them lists as tiles and treasure.
* A card that the catalog does not have is none of the 12 creatures or 30 orders.
* A list without tiles is not asked for any; an empty one is a list without tiles. Treasure without tiles is told of.
* Treasure tokens are needed for every Treasure Chest marker that is brought.
* Whether an order can be played is asked of warbands that have creatures; it is told of where that is sure.
* All creatures with the ability may stand next to the one that plays an order.
* The two halves of a pack are told by the set symbols alone. While a symbol is not known, so is the half.
"""

from __future__ import annotations

from rulesapi.engine.collection import COLLECTION
from rulesapi.engine.declaring import RuleWriter
from rulesapi.engine.library import Lacks, Ruleset, no_card
from rulesapi.engine.model import Cite
from rulesapi.engine.rulesets.dungeon_command import building, cards, playing, tables

GAME = "dungeon-command"
BOOK = "Dungeon Command rulebook"
GRANTED = "What other cards grant is not counted."

write = RuleWriter(GAME, "warband", product="pack")


def _sizes(wanted: str) -> tuple[str, ...]:
    """What is said of a list with other tiles than are wanted; a number that is 0 is said as such."""
    return (
        f"{wanted} This list has {{large}} large and {{small}} small.",
        f"{wanted} This list has {{large}} large and no small one.",
        f"{wanted} This list has {{small}} small and no large one.",
        f"{wanted} This list has none of a known size.",
    )


RULES = (
    write.rule(
        "minimum-creatures",
        "Minimum of creatures",
        building.minimum_creatures,
        Cite(BOOK, 15, "Building Your Own Warbands"),
        "The warband has {creatures} {creatures:creature|creatures}. It needs at least {least}.",
        "The warband has no creature. It needs at least {least}.",
        lacks=Lacks.CARDS,
    ),
    write.rule(
        "creature-copies",
        "Copies of a creature",
        building.creature_copies,
        Cite(BOOK, 15, "Building Your Own Warbands"),
        "The warband has {creature} {copies} times. At most {most} of one creature are allowed.",
    ),
    write.rule(
        "minimum-orders",
        "Minimum of orders",
        building.minimum_orders,
        Cite(BOOK, 15, "Building Your Own Warbands"),
        "The Order deck has {orders} {orders:card|cards}. It needs at least {least}.",
        "The Order deck has no card. It needs at least {least}.",
        lacks=Lacks.CARDS,
    ),
    write.rule(
        "order-copies",
        "Copies of an order",
        building.order_copies,
        Cite(BOOK, 15, "Building Your Own Warbands"),
        "The Order deck has {order} {copies} times. At most {most} of one Order card are allowed.",
    ),
    write.rule(
        "one-commander",
        "One commander",
        building.one_commander,
        Cite(BOOK, 15, "Building Your Own Warbands"),
        "The warband has {count} commanders: {commanders}. It has exactly one.",
        "The warband has no commander. It has exactly one.",
        lacks=Lacks.CARDS,
    ),
    write.rule(
        "miniature-missing",
        "Missing miniature",
        building.miniature_missing,
        Cite(BOOK, 15, "Building Your Own Warbands"),
        "The warband uses {needed} miniatures and cards of {card}. The collection has {owned}.",
        "The warband uses {needed} {needed:miniature and card|miniatures and cards} of {card}. The collection has "
        "none.",
        only_with=COLLECTION,
    ),
    write.rule(
        "card-missing",
        "Missing card",
        building.card_missing,
        Cite(BOOK, 15, "Building Your Own Warbands"),
        "The warband uses {needed} copies of {card}. The collection has {owned}.",
        "The warband uses {needed} {needed:copy|copies} of {card}. The collection has none.",
        only_with=COLLECTION,
    ),
    write.rule(
        "tiles",
        "Battlefield tiles",
        tables.tiles,
        Cite(BOOK, 4, "Battlefield Tiles"),
        "The list has {starts} small tiles with a Start area. One of them has it.",
        *_sizes("A player brings {of_large} large and {of_small} small tiles."),
        "No small tile has a Start area. One of them has it.",
        heeds=frozenset(("tiles",)),
        only_with=("tiles",),
    ),
    write.rule(
        "treasure-supply",
        "Treasure markers and tokens",
        tables.treasure_supply,
        Cite(BOOK, 4, "Other Items"),
        "The tiles have {squares} Treasure {squares:square|squares}, for which {chests} Treasure Chest "
        "{chests:marker is|markers are} brought.",
        "The tiles have {squares} Treasure {squares:square|squares}, and no Treasure Chest marker is brought.",
        "The Treasure Chest markers come to {numbers} Treasure {numbers:token|tokens}. {tokens} {tokens:is|are} "
        "brought.",
        "The Treasure Chest markers come to {numbers} Treasure {numbers:token|tokens}, and none is brought.",
        heeds=frozenset(("tiles",)),
        only_with=("tiles",),
    ),
    write.rule(
        "treasure-without-tiles",
        "Treasure without tiles",
        tables.treasure_without_tiles,
        Cite(BOOK, 4, "Other Items"),
        "The list says what is brought for treasure and names no tiles, so that nobody can tell whether it is enough.",
        level="warning",
        about=no_card,
        only_with=("treasure",),
    ),
    write.rule(
        "first-game",
        "First game",
        tables.first_game,
        Cite(BOOK, 4, "Your First Game"),
        "For a first game each player has {wanted} {noun}. This list has {count}.",
        "For a first game each player has {wanted} {noun}. This list has none.",
        "A first game is played with one pack. These cards are of {names}.",
        "{card} stands {copies} times. Its pack has it {inside} {inside:time|times}.",
        "With the gold set symbol: {gold}. With the silver one: {silver}. Each player has the cards of one colour.",
        "{card} stands {copies} times. Its two copies have different set symbols, so each player has one.",
        *_sizes("For a first game each player brings {of_large} large and {of_small} small tile."),
        optional=True,
        lacks=Lacks.CARDS,
        heeds=frozenset(("tiles",)),
    ),
    write.rule(
        "team-size",
        "Size of the teams",
        tables.team_size,
        Cite(BOOK, 15, "Team Game"),
        "This team has {players} {players:player|players}, another one {others}. All teams have the same number.",
        about=no_card,
        only_with=("against",),
    ),
    write.rule(
        "unplayable-order",
        "Order that nobody can play",
        playing.unplayable_order,
        Cite(BOOK, 11, "Playing Order Cards"),
        f"No creature of the warband has the keyword {{requires!k:or}}, which {{order}} requires. {GRANTED}",
        f"No creature of the warband with the keyword {{of!k:or}} has {{ability}}, which {{order}} needs. {GRANTED}",
        f"No creature of the warband has {{ability}}, which {{order}} needs, or the keyword {{affinity!k:or}}. "
        f"{GRANTED}",
        f"No creature of the warband has {{ability}}, which {{order}} needs. {GRANTED}",
        f"{{order}} needs Level {{level}}. The creatures with {{with_ability}} come to {{together}} together. "
        f"{GRANTED}",
        f"{{order}} needs Level {{level}}. The creatures come to {{together}} together. {GRANTED}",
        level="warning",
    ),
    write.rule(
        "ranged-order-unusable",
        "Ranged order without ranged damage",
        playing.ranged_order_unusable,
        Cite(BOOK, 13, "Ranged Attacks"),
        "{order} asks for a ranged attack. No creature that could play it has ranged damage.",
        level="warning",
        only_of=playing.asking_for_range,
    ),
    write.rule(
        "opening-deploy",
        "First deployment",
        playing.opening_deploy,
        Cite(BOOK, 6, "Deploy Your Starting Creatures"),
        "{commander} starts with Leadership {leadership}. The lowest Level of a creature is {lowest}, so that none can "
        "be deployed at the start.",
        level="warning",
    ),
    write.barred(tables.barred),
    write.format_dates(),
    write.house_barred(tables.house_barred),
    write.house_limit(tables.house_limit),
    write.unknown_card(building.unknown_card),
    write.rule(
        "misplaced-card",
        "Misplaced card",
        building.misplaced_card,
        Cite(BOOK, 4, "Battlefield Tiles"),
        "{card} is no battlefield tile. Its kind is {kind!k}.",
        "{card} is a battlefield tile. Tiles are listed apart from the decks.",
    ),
    write.retired_card(tables.retired_card),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        bearers=frozenset(("creature", "order", "commander")),
        readers={
            "creature": cards.read_creature,
            "order": cards.read_order,
            "commander": cards.read_commander,
            "tile": cards.read_tile,
        },
        arrange=cards.decks,
        fields=frozenset(("tiles", "treasure", "against")),
        choices=tables.choices,
        settings={"tiles": cards.Tile},
    ),
)
