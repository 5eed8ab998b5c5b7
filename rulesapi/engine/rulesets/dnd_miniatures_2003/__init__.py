"""D&D Miniatures, the original edition: how warbands are built (its FAQ of May 2005 and the formats of its publisher).

Our readings where the FAQ is silent:

* A commander never admits itself; two of one card admit each other.
* Whom a commander's card admits, it admits, even if the commander itself is of another faction.
* A minion belongs to the creature whose card brings it: a pick says which card that is.
* A creature to be summoned is named with the warband only because of the pool that it comes from.
* Commanders are not warned of as Difficult, nor is anything while a Commander rating is not known.
* Numbers, costs, sizes and the names of unique creatures are asked only in formats that say something of them.
"""

from __future__ import annotations

from rulesapi.engine.declaring import FORMAT, RuleWriter
from rulesapi.engine.library import Lacks, Ruleset
from rulesapi.engine.model import Cite
from rulesapi.engine.readings import Question, Reading
from rulesapi.engine.rulesets.dnd_miniatures import places, setting
from rulesapi.engine.rulesets.dnd_miniatures.cards import (
    TerrainTile,
    creature_2003,
    terrain_tile,
    unique_creatures,
)
from rulesapi.engine.rulesets.dnd_miniatures.closing import closing_rules
from rulesapi.engine.rulesets.dnd_miniatures.sentences import sentences
from rulesapi.engine.rulesets.dnd_miniatures_2003 import building, checks, minions
from rulesapi.engine.rulesets.dnd_miniatures_2003.prices import adding, price

GAME = "dnd-miniatures-2003"
COLLECTION = Cite("The player's own collection")

write = RuleWriter(GAME, "warband")


def _faq(section: str) -> Cite:
    return Cite("D&D Miniatures FAQ, May 2005", section=section)


QUESTIONS = (
    Question(
        building.COMMANDERS_ADMITTED,
        "Whether a commander's Warband Building admits another commander",
        (
            Reading(
                building.FOLLOWERS_ALONE,
                "Warband Building is a Commander Effect, and those help followers only, never another commander.",
                _faq("Followers and Commanders"),
            ),
            Reading(
                building.COMMANDERS_TOO,
                "Warband Building admits every creature that the card names and the Commander rating reaches,"
                " commanders too.",
                _faq("WARBAND BUILDING"),
            ),
        ),
    ),
    Question(
        minions.MINIONS,
        "How minions count outside Limited play",
        (
            Reading(
                minions.EXTRA,
                "They come with the creature that brings them, whatever their faction, and count neither to the points"
                " nor to the number.",
                Cite("Wretched Tournament Format, January 2007", section="Special Build Rules"),
            ),
            Reading(
                minions.COUNTED,
                "They are creatures of the warband like all others; the FAQ speaks of Limited play alone.",
                _faq("Minions"),
            ),
        ),
    ),
)

RULES = (
    write.rule(
        "faction",
        "Faction",
        building.faction,
        _faq("Factions"),
        "{creature} is {factions!k:or}. The warband is {faction!k}.",
        "{creature} is of no faction. The warband is {faction!k}.",
        "There is no faction called {faction!k}. The factions are {factions!k}.",
        "The warband has no faction yet. All its creatures are {fitting!k:or}.",
        "The warband has no faction yet. It is {factions!k:or}.",
        lacks=Lacks.EXCUSE,
        heeds=frozenset(("faction",)),
        leaves_open=frozenset((building.COMMANDERS_ADMITTED, minions.MINIONS)),
    ),
    write.rule(
        "warband-building",
        "Warband Building",
        building.warband_building,
        _faq("WARBAND BUILDING, Summon"),
        "{creature} is Difficult {difficult}. {commander} would admit it to a {faction!k} warband, but has a Commander"
        " rating of only {rating}.",
        lacks=Lacks.EXCUSE,
        heeds=frozenset(("faction",)),
        only_of=building.hard_to_lead,
    ),
    write.rule(
        "requires",
        "Required creatures",
        checks.requires,
        _faq("Requires CREATURE"),
        "{creature} requires another creature that {whom}. The warband has none.",
        lacks=Lacks.CARDS,
        only_of=checks.requiring,
    ),
    write.rule(
        "minions",
        "Minions",
        minions.minions,
        Cite("The card's own text"),
        "{minion} is to be a minion of {master}, which is not in the warband.",
        "{master} brings no minions.",
        "{minion} is none of the minions that {bringer} brings.",
        "{bringer} brings {most} {most:minion|minions} at most. The warband has {brought}.",
        "{bringer} brings minions of {points} points at most. Those in the warband cost {cost}.",
        lacks=Lacks.CARDS,
    ),
    write.rule(
        "limited-pool",
        "Opened figures",
        checks.limited_pool,
        _faq("Minions, Summon"),
        "{creature} is fielded {copies} times, but was opened {opened} {opened:time|times}.",
        "{creature} is fielded, but was not opened.",
        "The warband does not say which figures its player has opened.",
        optional=True,
        heeds=frozenset(("pool",)),
    ),
    write.rule(
        "terrain-tiles",
        "Terrain tiles",
        checks.terrain_tiles,
        _faq("Terrain Tiles"),
        "The warband has {tiles} terrain {tiles:tile|tiles}. It must bring {wanted}.",
        "The warband names no terrain tiles. It must bring {wanted}.",
        heeds=frozenset(("tiles",)),
    ),
    write.collection_limit(COLLECTION),
    write.barred(places.barred, _faq("Terrain Tiles")),
    write.rule(
        "difficult",
        "Difficult",
        checks.difficult,
        _faq("Summon, Dire Rat, Mordenkainen's Buzzing Bee"),
        "{creature} is Difficult {difficult}. The highest Commander rating of the warband is {best}.",
        "{creature} is Difficult {difficult}. The warband has no commander.",
        level="warning",
        lacks=Lacks.CARDS,
        heeds=frozenset(("faction",)),
        only_of=building.hard_to_lead,
    ),
    write.rule(
        "unit-attachment",
        "Attached creatures",
        checks.unit_attachment,
        _faq("Mass Battles Rules Questions, Units"),
        "The unit {unit!k} has {attached} creatures attached. It can have one.",
        "{creature} cannot be attached to the unit {unit!k}: it is neither a commander nor unique.",
        "There is no unit called {missing!k}.",
    ),
    write.rule(
        "formed-unit-class",
        "Classes in formed units",
        checks.formed_unit_class,
        _faq("Mass Battles Rules Questions, Units"),
        "{creature} has the class {classes}. No such class stands in the formed unit {unit!k}.",
    ),
    write.rule(
        "point-limit",
        "Point limit",
        checks.point_limit,
        FORMAT,
        "The warband costs {total} points. The limit is {limit}.",
        "What is known of the warband costs {known} points already. The limit is {limit}.",
        leaves_open=frozenset((minions.MINIONS,)),
    ),
    write.point_limit_not_allowed(),
    write.rule(
        "creature-count",
        "Number of creatures",
        checks.creature_count,
        FORMAT,
        "The warband has {creatures} creatures. In a game of {limit} points it has at most {most}.",
        leaves_open=frozenset((minions.MINIONS,)),
    ),
    write.rule(
        "creature-cost-cap",
        "Cost of one creature",
        checks.creature_cost_cap,
        FORMAT,
        "{creature} costs {cost} points. In a game of {limit} points no creature costs more than {most}.",
        leaves_open=frozenset((minions.MINIONS,)),
    ),
    write.rule(
        "size",
        "Size",
        checks.size,
        FORMAT,
        "{creature} is {size}. In a game of {limit} points no creature is larger than {largest}.",
    ),
    write.rule(
        "unique",
        "Unique",
        checks.unique,
        FORMAT,
        "{name} is unique, but the warband has {copies} creatures of that name.",
        only_of=unique_creatures,
    ),
    *closing_rules(write, _faq("Terrain Tiles"), checks.house_points, frozenset((minions.MINIONS,))),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        bearers=frozenset(("creature",)),
        readers={"creature": creature_2003, "terrain-tile": terrain_tile},
        price=price,
        adding=adding,
        limit_each=True,
        arrange=minions.warband,
        fields=frozenset(("faction", "tiles", "pool")),
        choices=setting.choices(building.FACTIONS),
        settings={"faction": None, "tiles": TerrainTile},
        pick_fields=frozenset(("minion_of", "summoned_by", "unit", "formed", "attached_to")),
        questions={question.slug: question for question in QUESTIONS},
        sentences=sentences,
        rated={"commander": "commander_rating"},
    ),
)
