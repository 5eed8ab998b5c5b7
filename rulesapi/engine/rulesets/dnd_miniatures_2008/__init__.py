"""D&D Miniatures, 2008: how warbands are built (sections 101, 104-108, 202-206, 216-218 and 707.13 of its rules guide).

Our readings where the rules guide is silent:

* Printed costs count for the cap on a creature's cost and for identical names, points paid for the point limit alone.
* Warband Building waives a restriction for the creatures that its card names, whether or not the champion itself
  breaks another one.
* Discounts of different champions add up; nothing ever costs less than nothing.
"""

from __future__ import annotations

from rulesapi.engine.declaring import RuleWriter
from rulesapi.engine.library import Lacks, Ruleset, no_card
from rulesapi.engine.model import Cite
from rulesapi.engine.readings import Question, Reading
from rulesapi.engine.rulesets.dnd_miniatures import places, setting
from rulesapi.engine.rulesets.dnd_miniatures.cards import (
    BattleMap,
    battle_map,
    creature_2008,
    unique_creatures,
)
from rulesapi.engine.rulesets.dnd_miniatures.closing import closing_rules
from rulesapi.engine.rulesets.dnd_miniatures.sentences import sentences
from rulesapi.engine.rulesets.dnd_miniatures_2008 import checks, discounts, names
from rulesapi.engine.rulesets.dnd_miniatures_2008.prices import adding, price

GAME = "dnd-miniatures-2008"
GUIDE = "D&D Miniatures Comprehensive Rules Guide"
COLLECTION = Cite("The player's own collection")

write = RuleWriter(GAME, "warband")


def _guide(section: str) -> Cite:
    return Cite(GUIDE, section=section)


QUESTIONS = (
    Question(
        names.IDENTICAL_NAMES,
        "Whether two unique creatures with one name but different titles and costs have identical names",
        (
            Reading(
                names.NAME_ALONE,
                "Where names have titles, the parts before the comma are compared and nothing else.",
                _guide("203.2.a Name"),
            ),
            Reading(
                names.NAME_AND_COST,
                "That rule only says how names are compared; the costs must still be the same as well.",
                _guide("203.2 Name"),
            ),
        ),
    ),
    Question(
        discounts.IDENTICAL_DISCOUNTS,
        "Whether copies of one champion take their discount off more than once",
        (
            Reading(
                discounts.EACH_COPY,
                "A discount lowers what is paid and no statistic, for a creature's Cost does not change. So each"
                " champion takes its own off.",
                _guide("206.1.a Cost"),
            ),
            Reading(
                discounts.ONCE,
                "Champions of one card have identical effects, and of identical effects on one number only one"
                " applies.",
                _guide("706.2.a Adding and Removing Powers"),
            ),
        ),
    ),
)

RULES = (
    write.rule(
        "faction",
        "Faction",
        checks.faction,
        _guide("101.1 Warband Construction, 205.2 Faction"),
        "{creature} is of {factions!k:or}. The warband is of {faction!k}.",
        "{creature} is of no faction. The warband is of {faction!k}.",
        "There is no faction called {faction!k}. The factions are {factions!k}.",
        "The warband has no faction yet. All its creatures belong to {fitting!k:or}.",
        "The warband has no faction yet. It is one of {factions!k:or}.",
        lacks=Lacks.EXCUSE,
        heeds=frozenset(("faction",)),
    ),
    write.rule(
        "battle-map",
        "Battle map",
        checks.battle_map,
        _guide("101.2-101.6 Warband Construction"),
        "{map} is a {area}-size map. A game of {limit} points is played on a {wanted}-size one.",
        "The warband has no battle map. It needs exactly one, of {wanted} size.",
        "The warband has no battle map. It needs exactly one.",
        heeds=frozenset(("map",)),
    ),
    write.rule(
        "point-limit",
        "Point limit",
        checks.point_limit,
        _guide("101.2-101.6 Warband Construction"),
        "The warband costs {total} points. The limit is {limit}.",
        "What is known of the warband costs {known} points already. The limit is {limit}.",
        leaves_open=frozenset((discounts.IDENTICAL_DISCOUNTS,)),
    ),
    write.rule(
        "creature-count",
        "Number of creatures",
        checks.creature_count,
        _guide("101.2-101.6 Warband Construction"),
        "The warband has {creatures} creatures. In a game of {limit} points it has at most {most}.",
        "The warband has no creature. It needs at least {least}.",
        lacks=Lacks.EXCUSE,
    ),
    write.rule(
        "creature-cost-cap",
        "Cost of one creature",
        checks.creature_cost_cap,
        _guide("101.2-101.4 Warband Construction"),
        "{creature} costs {cost} points. In a game of {limit} points no creature costs more than {most}.",
        lacks=Lacks.EXCUSE,
    ),
    write.rule(
        "point-limit-not-allowed",
        "Point limits of a scenario",
        checks.point_limit_not_allowed,
        _guide("105.2.a Assault, 108.2.b Sealed-Booster"),
        "{format} is not played at {limit} points, but at {allowed:or}.",
        "{format} is played at {allowed:or} points. This list names no limit.",
        about=no_card,
    ),
    write.rule(
        "team-not-allowed",
        "Players of a scenario",
        checks.team_not_allowed,
        _guide("105.1 Assault"),
        "{format} is a game of {players} players. This team alone has {team}.",
        about=no_card,
        only_with=("team",),
    ),
    write.rule(
        "size",
        "Size",
        checks.size,
        _guide("105.2.b Assault, 218.1 Size"),
        "{creature} is {size}. In a game of {limit} points no creature is larger than {largest}.",
        "{creature} is {size}. No creature is ever larger than {largest}.",
        lacks=Lacks.EXCUSE,
    ),
    write.rule(
        "alignment-mix",
        "Good and Evil",
        checks.alignment_mix,
        _guide("105.2.c Assault"),
        "The warband has Good creatures ({good}) and Evil ones ({evil}). It cannot have both.",
        lacks=Lacks.EXCUSE,
        only_of=checks.taking_sides,
    ),
    write.rule(
        "unique",
        "Unique",
        checks.unique,
        _guide("707.13.a Unique, 203.2 Name"),
        "{name} is unique, but the warband has {copies} creatures of that name.",
        lacks=Lacks.EXCUSE,
        leaves_open=frozenset((names.IDENTICAL_NAMES,)),
        only_of=unique_creatures,
    ),
    write.rule(
        "sealed-pool",
        "Opened figures",
        checks.sealed_pool,
        _guide("108.2.a Sealed-Booster"),
        "{creature} is fielded {copies} times, but was opened {opened} {opened:time|times}.",
        "{creature} is fielded, but was not opened.",
        "The warband does not say which figures its player has opened.",
        optional=True,
        heeds=frozenset(("pool",)),
    ),
    write.unbroken(
        "warband-building",
        "Warband Building",
        "A champion's Warband Building waives the restrictions that its card names, for the creatures that it names.",
        _guide("217.1-217.2 Champion Powers"),
    ),
    write.rule(
        "beta-card",
        "Beta cards",
        checks.beta_card,
        _guide("202.5.f Stat Card"),
        "{creature} has a beta card, which is not legal in sanctioned play.",
        optional=True,
    ),
    write.collection_limit(COLLECTION),
    write.barred(places.barred, _guide("101.7 Warband Construction")),
    *closing_rules(
        write,
        _guide("101.1 Warband Construction"),
        checks.house_points,
        frozenset((discounts.IDENTICAL_DISCOUNTS,)),
    ),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        bearers=frozenset(("creature",)),
        readers={"creature": creature_2008, "battle-map": battle_map},
        price=price,
        adding=adding,
        limit_each=True,
        fields=frozenset(("faction", "map", "pool")),
        choices=setting.choices(checks.FACTIONS),
        settings={"faction": None, "map": BattleMap},
        questions={question.slug: question for question in QUESTIONS},
        sentences=sentences,
        rated={"champion": "champion_rating"},
    ),
)
