"""Dungeon Command: warband construction (rulebook pp. 3-6, 11-13 and 15).

Interpretations where the rulebook is silent:

* Each player of a team is judged alone, including the tiles and treasure on that player's list.
* A card that is not in the catalog does not count toward the 12 creatures or the 30 orders.
* A list need not have tiles; an empty tile list counts as no tiles. Treasure without tiles gives a warning.
* Treasure tokens are required for every Treasure Chest marker in the list.
* Only warbands with creatures are checked for unplayable orders. A warning is given only if it is certain.
* All creatures with the ability may be adjacent to the creature that plays an order.
* The set symbols alone distinguish the two halves of a pack. If a symbol is unknown, so is the half.
"""

from __future__ import annotations

from rulesapi.engine.core.lacks import lacking_cards, lacking_choice
from rulesapi.engine.core.library import DecidingFact, Ruleset, deciding
from rulesapi.engine.core.rule_builder import RuleBuilder
from rulesapi.engine.games.dungeon_command import cards, deck_rules, play_rules, table_rules
from rulesapi.engine.games.dungeon_command.hints import HINTS
from rulesapi.engine.values.citations import heading_citation

GAME = "dungeon-command"
RULEBOOK = "Dungeon Command rulebook"
GRANTS_NOT_COUNTED = "What other cards grant is not counted."

builder = RuleBuilder(GAME, "warband", product="pack")


def _tile_size_messages(required_text: str) -> tuple[str, ...]:
    """Return the message templates for a list with the wrong tiles. A count of 0 has its own wording."""
    return (
        f"{required_text} This list has {{large}} large and {{small}} small.",
        f"{required_text} This list has {{large}} large and no small one.",
        f"{required_text} This list has {{small}} small and no large one.",
        f"{required_text} This list has none of a known size.",
    )


LACKING_TILES = lacking_choice("tiles", table_rules.can_add_tile, "choose more tiles")

RULES = (
    builder.rule(
        "minimum-creatures",
        "Minimum of creatures",
        deck_rules.minimum_creatures,
        heading_citation(RULEBOOK, 15, "Building Your Own Warbands"),
        "The warband has {creatures} {creatures:creature|creatures}. It needs at least {least}.",
        "The warband has no creature. It needs at least {least}.",
        lacking=(lacking_cards(deck_rules.can_add_creature, "add {short} {short:creature|creatures}"),),
    ),
    builder.rule(
        "creature-copies",
        "Copies of a creature",
        deck_rules.creature_copies,
        heading_citation(RULEBOOK, 15, "Building Your Own Warbands"),
        "The warband has {creature} {copies} times. At most {most} of one creature are allowed.",
    ),
    builder.rule(
        "minimum-orders",
        "Minimum of orders",
        deck_rules.minimum_orders,
        heading_citation(RULEBOOK, 15, "Building Your Own Warbands"),
        "The Order deck has {orders} {orders:card|cards}. It needs at least {least}.",
        "The Order deck has no card. It needs at least {least}.",
        lacking=(lacking_cards(deck_rules.can_add_order, "add {short} {short:order|orders}"),),
    ),
    builder.rule(
        "order-copies",
        "Copies of an order",
        deck_rules.order_copies,
        heading_citation(RULEBOOK, 15, "Building Your Own Warbands"),
        "The Order deck has {order} {copies} times. At most {most} of one Order card are allowed.",
    ),
    builder.rule(
        "one-commander",
        "One commander",
        deck_rules.one_commander,
        heading_citation(RULEBOOK, 15, "Building Your Own Warbands"),
        "The warband has {count} commanders: {commanders}. It has exactly one.",
        "The warband has no commander. It has exactly one.",
        lacking=(lacking_cards(deck_rules.can_add_commander, "choose a commander"),),
    ),
    builder.rule(
        "miniature-missing",
        "Missing miniature",
        deck_rules.miniature_missing,
        heading_citation(RULEBOOK, 15, "Building Your Own Warbands"),
        "The warband uses {needed} miniatures and cards of {card}. The collection has {owned}.",
        "The warband uses {needed} {needed:miniature and card|miniatures and cards} of {card}. The collection has "
        "none.",
    ),
    builder.rule(
        "card-missing",
        "Missing card",
        deck_rules.card_missing,
        heading_citation(RULEBOOK, 15, "Building Your Own Warbands"),
        "The warband uses {needed} copies of {card}. The collection has {owned}.",
        "The warband uses {needed} {needed:copy|copies} of {card}. The collection has none.",
    ),
    builder.rule(
        "tiles",
        "Battlefield tiles",
        table_rules.tiles,
        heading_citation(RULEBOOK, 4, "Battlefield Tiles"),
        "The list has {starts} small tiles with a Start area. One of them has it.",
        *_tile_size_messages("A player brings {of_large} large and {of_small} small tiles."),
        "No small tile has a Start area. One of them has it.",
        lacking=(LACKING_TILES,),
    ),
    builder.rule(
        "treasure-supply",
        "Treasure markers and tokens",
        table_rules.treasure_supply,
        heading_citation(RULEBOOK, 4, "Other Items"),
        "The tiles have {squares} Treasure {squares:square|squares}, for which {chests} Treasure Chest "
        "{chests:marker is|markers are} brought.",
        "The tiles have {squares} Treasure {squares:square|squares}, and no Treasure Chest marker is brought.",
        "The Treasure Chest markers come to {numbers} Treasure {numbers:token|tokens}. {tokens} {tokens:is|are} "
        "brought.",
        "The Treasure Chest markers come to {numbers} Treasure {numbers:token|tokens}, and none is brought.",
        lacking=(
            lacking_choice(
                "treasure", table_rules.lacks_chests, "bring {squares} Treasure Chest {squares:marker|markers}"
            ),
            lacking_choice("treasure", table_rules.lacks_tokens, "bring {numbers} Treasure {numbers:token|tokens}"),
        ),
    ),
    builder.rule(
        "treasure-without-tiles",
        "Treasure without tiles",
        table_rules.treasure_without_tiles,
        heading_citation(RULEBOOK, 4, "Other Items"),
        "The list has treasure and no tiles, so it is not known whether it is enough.",
        level="warning",
    ),
    builder.rule(
        "first-game",
        "First game",
        table_rules.first_game,
        heading_citation(RULEBOOK, 4, "Your First Game"),
        "For a first game each player has {wanted} {noun}. This list has {count}.",
        "For a first game each player has {wanted} {noun}. This list has none.",
        "A first game is played with one pack. These cards are of {names}.",
        "{card} is in the list {copies} times. Its pack has it {inside} {inside:time|times}.",
        "With the gold set symbol: {gold}. With the silver one: {silver}. Each player has the cards of one colour.",
        "{card} is in the list {copies} times. Its two copies have different set symbols, so each player has one.",
        *_tile_size_messages("For a first game each player brings {of_large} large and {of_small} small tile."),
        lacking=(
            lacking_cards(table_rules.can_add_creatures_of_half, "add {short} {short:creature|creatures}"),
            lacking_cards(table_rules.can_add_orders_of_half, "add {short} {short:order|orders}"),
            LACKING_TILES,
        ),
        optional=True,
    ),
    builder.rule(
        "team-size",
        "Size of the teams",
        table_rules.team_size,
        heading_citation(RULEBOOK, 15, "Team Game"),
        "This team has {players} {players:player|players}, another one {others}. All teams have the same number.",
    ),
    builder.rule(
        "unplayable-order",
        "Order that no creature can play",
        play_rules.unplayable_order,
        heading_citation(
            RULEBOOK,
            11,
            "Playing Order Cards",
            further=("p11/requires", "p11/affinity", "p12/assisting-creatures"),
        ),
        f"No creature of the warband has the keyword {{requires!k:or}}, which {{order}} requires. {GRANTS_NOT_COUNTED}",
        f"No creature of the warband with the keyword {{of!k:or}} has {{ability}}, which {{order}} needs. "
        f"{GRANTS_NOT_COUNTED}",
        f"No creature of the warband has {{ability}}, which {{order}} needs, or the keyword {{affinity!k:or}}. "
        f"{GRANTS_NOT_COUNTED}",
        f"No creature of the warband has {{ability}}, which {{order}} needs. {GRANTS_NOT_COUNTED}",
        f"{{order}} needs Level {{level}}. The creatures with {{with_ability}} come to {{together}} together. "
        f"{GRANTS_NOT_COUNTED}",
        f"{{order}} needs Level {{level}}. The creatures come to {{together}} together. {GRANTS_NOT_COUNTED}",
        level="warning",
    ),
    builder.rule(
        "ranged-order-unusable",
        "Ranged order without ranged damage",
        play_rules.ranged_order_unusable,
        heading_citation(RULEBOOK, 13, "Ranged Attacks"),
        "{order} requires a ranged attack. No creature that could play it has ranged damage.",
        level="warning",
    ),
    builder.rule(
        "opening-deploy",
        "First deployment",
        play_rules.opening_deploy,
        heading_citation(RULEBOOK, 6, "Deploy Your Starting Creatures"),
        "{commander} starts with Leadership {leadership}. The lowest Level of a creature is {lowest}, so that none can "
        "be deployed at the start.",
        level="warning",
    ),
    builder.barred(table_rules.barred),
    builder.format_dates(),
    builder.house_barred(table_rules.house_barred),
    builder.house_limit(table_rules.house_limit),
    builder.unknown_card(deck_rules.unknown_card),
    builder.rule(
        "misplaced-card",
        "Misplaced card",
        deck_rules.misplaced_card,
        heading_citation(RULEBOOK, 4, "Battlefield Tiles"),
        "{card} is no battlefield tile. Its kind is {kind!k}.",
        "{card} is a battlefield tile. Tiles are listed apart from the decks.",
    ),
    builder.retired_card(table_rules.retired_card),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        hints=builder.hints(RULES, HINTS),
        bearers=frozenset(("creature", "order", "commander")),
        readers={
            "creature": cards.read_creature,
            "order": cards.read_order,
            "commander": cards.read_commander,
            "tile": cards.read_tile,
        },
        arrange=cards.read_decks,
        fields=frozenset(("tiles", "treasure", "against")),
        choices=table_rules.choices,
        settings={"tiles": cards.Tile},
        optimizable_numbers=cards.NUMBERS,
        ways_of_use=play_rules.ways_of_use,
        deciding_facts={
            "creature": deciding("level", "abilities"),
            "order": deciding("level", "ability", "requires", "affinity"),
            "commander": deciding("creature_hand", "leadership"),
            "tile": (*deciding("size"), DecidingFact("start", only_if=("size", "small"))),
        },
    ),
)
