"""D&D Miniatures, the original edition: warband construction (its FAQ of May 2005 and the formats of its publisher).

Interpretations where the FAQ is silent:

* A commander never admits itself; two commanders of one card admit each other.
* A commander admits the creatures that its card names, even if the commander itself is of another faction.
* A minion belongs to the creature whose card brings it; the pick names that card.
* A creature to be summoned is listed with the warband only because it must come from the pool.
* Commanders get no warning about Difficult, and no creature gets one while a Commander rating is unknown.
* Numbers, costs, sizes and names of unique creatures are checked only in formats that limit them.
"""

from __future__ import annotations

from rulesapi.engine.core.lacks import lacking_cards, lacking_choice
from rulesapi.engine.core.library import Ruleset, deciding
from rulesapi.engine.core.rule_builder import FORMAT_CITATION, RuleBuilder
from rulesapi.engine.games.dnd_miniatures import field_choices, placement_rules
from rulesapi.engine.games.dnd_miniatures.card_text import sentences
from rulesapi.engine.games.dnd_miniatures.cards import PARTIAL_FACTS, TerrainTile, creature_2003, terrain_tile
from rulesapi.engine.games.dnd_miniatures.shared_rules import closing_rules
from rulesapi.engine.games.dnd_miniatures_2003 import faction_rules, lacks, minion_rules, rules
from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.games.dnd_miniatures_2003.hints import HINTS
from rulesapi.engine.games.dnd_miniatures_2003.pricing import price, price_delta
from rulesapi.engine.values.interpretations import Interpretation, RulebookQuestion
from rulesapi.engine.values.model import Citation

GAME = "dnd-miniatures-2003"
COLLECTION = Citation("The player's own collection")

builder = RuleBuilder(GAME, "warband")


QUESTIONS = (
    RulebookQuestion(
        faction_rules.COMMANDERS_ADMITTED,
        "Does a commander's Warband Building admit another commander?",
        (
            Interpretation(
                faction_rules.FOLLOWERS_ALONE,
                "Warband Building is a Commander Effect, and those help followers only, never another commander.",
                faq_citation("Followers and Commanders", "followers-and-commanders/1"),
            ),
            Interpretation(
                faction_rules.COMMANDERS_TOO,
                "Warband Building admits every creature that the card names and the Commander rating reaches,"
                " commanders too.",
                faq_citation("WARBAND BUILDING", "warband-building/1"),
            ),
        ),
    ),
    RulebookQuestion(
        minion_rules.MINIONS,
        "How do minions count outside Limited play?",
        (
            Interpretation(
                minion_rules.EXTRA,
                "They come with the creature that brings them, whatever their faction, and count neither to the points"
                " nor to the number.",
                Citation("Wretched Tournament Format, January 2007", section="Special Build Rules"),
            ),
            Interpretation(
                minion_rules.COUNTED,
                "They are creatures of the warband like all others; the FAQ speaks of Limited play alone.",
                faq_citation("Minions", "minions/1"),
            ),
        ),
    ),
)

RULES = (
    builder.rule(
        "faction",
        "Faction",
        faction_rules.faction,
        faq_citation("Factions", "factions/1", "summon-summoned/6"),
        "{creature} is {factions!k:or}. The warband is {faction!k}.",
        "{creature} is of no faction. The warband is {faction!k}.",
        "There is no faction called {faction!k}. The factions are {factions!k}.",
        "The warband has no faction yet. All its creatures are {fitting!k:or}.",
        "The warband has no faction yet. It is {factions!k:or}.",
        lacking=(field_choices.LACKING_FACTION,),
        may_leave_open=frozenset((faction_rules.COMMANDERS_ADMITTED, minion_rules.MINIONS)),
    ),
    builder.rule(
        "warband-building",
        "Warband Building",
        faction_rules.warband_building,
        faq_citation("WARBAND BUILDING, Summon", "warband-building/1", "summon-summoned/1"),
        "{creature} is Difficult {difficult}. {commander} would admit it to a {faction!k} warband, but has a Commander"
        " rating of only {rating}.",
    ),
    builder.rule(
        "requires",
        "Required creatures",
        rules.requires,
        faq_citation("Requires CREATURE", "requires-creature/1"),
        "{creature} requires another creature that {whom}. The warband has none.",
        lacking=(lacking_cards(lacks.can_add_required, "add a creature that {whom}"),),
    ),
    builder.rule(
        "minions",
        "Minions",
        minion_rules.minions,
        Citation("The card's own text"),
        "{minion} is to be a minion of {master}, which is not in the warband.",
        "{master} brings no minions.",
        "{minion} is none of the minions that {bringer} brings.",
        "{bringer} brings {most} {most:minion|minions} at most. The warband has {brought}.",
        "{bringer} brings minions of {points} points at most. Those in the warband cost {cost}.",
        lacking=(lacking_cards(lacks.can_add_master, "add {master}"),),
    ),
    builder.rule(
        "limited-pool",
        "Opened figures",
        rules.limited_pool,
        faq_citation("Minions, Summon", "minions/1", "summon-summoned/2"),
        "{creature} is fielded {copies} times, but was opened {opened} {opened:time|times}.",
        "{creature} is fielded, but was not opened.",
        "The warband does not list the figures its player has opened.",
        lacking=(field_choices.LACKING_POOL,),
        optional=True,
    ),
    builder.rule(
        "terrain-tiles",
        "Terrain tiles",
        rules.terrain_tiles,
        faq_citation("Terrain Tiles", "terrain-tiles/3", "terrain-tiles/4"),
        "The warband has {tiles} terrain {tiles:tile|tiles}. It must bring {wanted}.",
        "The warband names no terrain tiles. It must bring {wanted}.",
        lacking=(lacking_choice("tiles", lacks.can_choose_tiles, "choose {wanted} terrain {wanted:tile|tiles}"),),
    ),
    builder.collection_limit(COLLECTION),
    builder.barred(placement_rules.barred, faq_citation("Terrain Tiles", "terrain-tiles/1")),
    builder.rule(
        "difficult",
        "Difficult",
        rules.difficult,
        faq_citation(
            "Summon, Dire Rat, Mordenkainen's Buzzing Bee",
            "summon-summoned/1",
            "dire-rat/1",
            "mordenkainens-buzzing-bee/1",
        ),
        "{creature} is Difficult {difficult}. The highest Commander rating of the warband is {best}.",
        "{creature} is Difficult {difficult}. The warband has no commander.",
        lacking=(lacking_cards(lacks.can_add_commander, "add a commander of rating {difficult} or more"),),
        level="warning",
    ),
    builder.rule(
        "unit-attachment",
        "Attached creatures",
        rules.unit_attachment,
        faq_citation("Mass Battles Rules Questions, Units", "units/1", "units/3"),
        "The unit {unit!k} has {attached} creatures attached. It can have one.",
        "{creature} cannot be attached to the unit {unit!k}: it is neither a commander nor unique.",
        "There is no unit called {missing!k}.",
    ),
    builder.rule(
        "formed-unit-class",
        "Classes in formed units",
        rules.formed_unit_class,
        faq_citation("Mass Battles Rules Questions, Units", "units/4", "units/3"),
        "{creature} has the class {classes}. No such class is in the formed unit {unit!k}.",
    ),
    builder.rule(
        "point-limit",
        "Point limit",
        rules.point_limit,
        FORMAT_CITATION,
        "The warband costs {total} points. The limit is {limit}.",
        "What is known of the warband costs {known} points already. The limit is {limit}.",
        may_leave_open=frozenset((minion_rules.MINIONS,)),
    ),
    builder.point_limit_not_allowed(),
    builder.rule(
        "creature-count",
        "Number of creatures",
        rules.creature_count,
        FORMAT_CITATION,
        "The warband has {creatures} creatures. In a game of {limit} points it has at most {most}.",
        may_leave_open=frozenset((minion_rules.MINIONS,)),
    ),
    builder.rule(
        "creature-cost-cap",
        "Cost of one creature",
        rules.creature_cost_cap,
        FORMAT_CITATION,
        "{creature} costs {cost} points. In a game of {limit} points no creature costs more than {most}.",
        may_leave_open=frozenset((minion_rules.MINIONS,)),
    ),
    builder.rule(
        "size",
        "Size",
        rules.size,
        FORMAT_CITATION,
        "{creature} is {size}. In a game of {limit} points no creature is larger than {largest}.",
    ),
    builder.rule(
        "unique",
        "Unique",
        rules.unique,
        FORMAT_CITATION,
        "{name} is unique, but the warband has {copies} creatures of that name.",
    ),
    *closing_rules(
        builder,
        faq_citation("Terrain Tiles", "terrain-tiles/4"),
        rules.house_points,
        frozenset((minion_rules.MINIONS,)),
    ),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        hints=builder.hints(RULES, HINTS),
        bearers=frozenset(("creature",)),
        readers={"creature": creature_2003, "terrain-tile": terrain_tile},
        price=price,
        price_delta=price_delta,
        limit_per_player=True,
        arrange=minion_rules.warband_parts,
        fields=frozenset(("faction", "tiles", "pool")),
        choices=field_choices.choices(faction_rules.FACTIONS),
        settings={"faction": None, "tiles": TerrainTile},
        pick_fields=frozenset(("minion_of", "summoned_by", "unit", "formed", "attached_to")),
        questions={question.slug: question for question in QUESTIONS},
        sentences=sentences,
        waiver_facts={"warband_building": [], "familiar": False},
        rating_pairs={"commander": "commander_rating"},
        partial_facts=PARTIAL_FACTS,
        deciding_facts={
            "creature": deciding(
                "cost",
                "factions",
                "commander",
                "commander_rating",
                "difficult",
                "requires",
                "size",
                "unique",
            )
        },
    ),
)
