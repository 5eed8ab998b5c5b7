"""D&D Miniatures, 2008: warband construction (rules guide, sections 101, 104-108, 202-206, 216-218 and 707.13).

Interpretations where the rules guide is silent:

* Printed costs count for the cost cap and for identical names; points paid count for the point limit alone.
* Warband Building waives a restriction for the creatures that its card names, even if the champion itself breaks
  another restriction.
* Discounts of different champions add up; no creature costs less than 0 points.
"""

from __future__ import annotations

from rulesapi.engine.core.lacks import lacking_cards, lacking_choice
from rulesapi.engine.core.library import DecidingFact, Ruleset, deciding
from rulesapi.engine.core.rule_builder import LACKING_LIMIT, RuleBuilder
from rulesapi.engine.games.dnd_miniatures import field_choices, placement_rules
from rulesapi.engine.games.dnd_miniatures.card_text import sentences
from rulesapi.engine.games.dnd_miniatures.cards import PARTIAL_FACTS, BattleMap, battle_map, creature_2008
from rulesapi.engine.games.dnd_miniatures.shared_rules import closing_rules
from rulesapi.engine.games.dnd_miniatures_2008 import discounts, rules, unique_name_rules
from rulesapi.engine.games.dnd_miniatures_2008.hints import HINTS
from rulesapi.engine.games.dnd_miniatures_2008.pricing import price, price_delta
from rulesapi.engine.values.interpretations import Interpretation, RulebookQuestion
from rulesapi.engine.values.model import Citation

GAME = "dnd-miniatures-2008"
RULES_GUIDE = "D&D Miniatures Comprehensive Rules Guide"
COLLECTION = Citation("The player's own collection")

OTHER_SIZES = ("101.3", "101.4", "101.5", "101.6")
"""The numbers of the rules on games of another size than the standard one of 101.2."""

builder = RuleBuilder(GAME, "warband")


def _guide_citation(section: str, *further: str) -> Citation:
    """Return the citation of a section, whose number is the first word, or the start of a range of numbers.

    `further` has the numbers of other sections that the rule applies.
    """
    number = section.partition(" ")[0].partition("-")[0]
    return Citation(RULES_GUIDE, section=section, at=number, further=further)


QUESTIONS = (
    RulebookQuestion(
        unique_name_rules.IDENTICAL_NAMES,
        "Do two unique creatures with one name but different titles and costs have identical names?",
        (
            Interpretation(
                unique_name_rules.NAME_ALONE,
                "Where names have titles, the parts before the comma are compared and nothing else.",
                _guide_citation("203.2.a Name"),
            ),
            Interpretation(
                unique_name_rules.NAME_AND_COST,
                "That rule only says how names are compared; the costs must still be the same as well.",
                _guide_citation("203.2 Name"),
            ),
        ),
    ),
    RulebookQuestion(
        discounts.IDENTICAL_DISCOUNTS,
        "Do copies of one champion take their discount off more than once?",
        (
            Interpretation(
                discounts.EACH_COPY,
                "A discount lowers what is paid and no statistic, for a creature's Cost does not change. So each"
                " champion takes its own off.",
                _guide_citation("206.1.a Cost"),
            ),
            Interpretation(
                discounts.ONCE,
                "Champions of one card have identical effects, and of identical effects on one number only one"
                " applies.",
                _guide_citation("706.2.a Adding and Removing Powers"),
            ),
        ),
    ),
)

RULES = (
    builder.rule(
        "faction",
        "Faction",
        rules.faction,
        _guide_citation("101.1 Warband Construction, 205.2 Faction", "205.2"),
        "{creature} is of {factions!k:or}. The warband is of {faction!k}.",
        "{creature} is of no faction. The warband is of {faction!k}.",
        "There is no faction called {faction!k}. The factions are {factions!k}.",
        "The warband has no faction yet. All its creatures belong to {fitting!k:or}.",
        "The warband has no faction yet. It is one of {factions!k:or}.",
        lacking=(field_choices.LACKING_FACTION,),
    ),
    builder.rule(
        "battle-map",
        "Battle map",
        rules.battle_map,
        _guide_citation("101.2-101.6 Warband Construction", *OTHER_SIZES),
        "{map} is a {area}-size map. A game of {limit} points is played on a {wanted}-size one.",
        "The warband has no battle map. It needs exactly one, of {wanted} size.",
        "The warband has no battle map. It needs exactly one.",
        lacking=(lacking_choice("map", rules.can_choose_map, "choose a battle map"),),
    ),
    builder.rule(
        "point-limit",
        "Point limit",
        rules.point_limit,
        _guide_citation("101.2-101.6 Warband Construction", *OTHER_SIZES),
        "The warband costs {total} points. The limit is {limit}.",
        "What is known of the warband costs {known} points already. The limit is {limit}.",
        may_leave_open=frozenset((discounts.IDENTICAL_DISCOUNTS,)),
    ),
    builder.rule(
        "creature-count",
        "Number of creatures",
        rules.creature_count,
        _guide_citation("101.2-101.6 Warband Construction", *OTHER_SIZES),
        "The warband has {creatures} creatures. In a game of {limit} points it has at most {most}.",
        "The warband has no creature. It needs at least {least}.",
        lacking=(lacking_cards(rules.can_add_creature, "add a creature"),),
    ),
    builder.rule(
        "creature-cost-cap",
        "Cost of one creature",
        rules.creature_cost_cap,
        _guide_citation("101.2-101.4 Warband Construction", "101.3", "101.4", "206.1.a"),
        "{creature} costs {cost} points. In a game of {limit} points no creature costs more than {most}.",
    ),
    builder.rule(
        "point-limit-not-allowed",
        "Point limits of a scenario",
        rules.point_limit_not_allowed,
        _guide_citation("105.2.a Assault, 108.2.b Sealed-Booster", "108.2.b"),
        "{format} is not played at {limit} points, but at {allowed:or}.",
        "{format} is played at {allowed:or} points. This list names no limit.",
        lacking=(LACKING_LIMIT,),
    ),
    builder.rule(
        "team-not-allowed",
        "Players of a scenario",
        rules.team_not_allowed,
        _guide_citation("105.1 Assault"),
        "{format} is a game of {players} players. This team alone has {team}.",
    ),
    builder.rule(
        "size",
        "Size",
        rules.size,
        _guide_citation("105.2.b Assault, 218.1 Size", "218.1"),
        "{creature} is {size}. In a game of {limit} points no creature is larger than {largest}.",
        "{creature} is {size}. No creature is ever larger than {largest}.",
    ),
    builder.rule(
        "alignment-mix",
        "Good and Evil",
        rules.alignment_mix,
        _guide_citation("105.2.c Assault", "204.1.a", "204.1.b"),
        "The warband has Good creatures ({good}) and Evil ones ({evil}). It cannot have both.",
    ),
    builder.rule(
        "unique",
        "Unique",
        rules.unique,
        _guide_citation("707.13.a Unique, 203.2 Name", "203.2", "203.2.a"),
        "{name} is unique, but the warband has {copies} creatures of that name.",
        may_leave_open=frozenset((unique_name_rules.IDENTICAL_NAMES,)),
    ),
    builder.rule(
        "sealed-pool",
        "Opened figures",
        rules.sealed_pool,
        _guide_citation("108.2.a Sealed-Booster"),
        "{creature} is fielded {copies} times, but was opened {opened} {opened:time|times}.",
        "{creature} is fielded, but was not opened.",
        "The warband does not list the figures its player has opened.",
        lacking=(field_choices.LACKING_POOL,),
        optional=True,
    ),
    builder.ledger_rule(
        "warband-building",
        "Warband Building",
        "A champion's Warband Building waives the restrictions that its card names, for the creatures that it names.",
        _guide_citation("217.2 Champion Powers"),
    ),
    builder.rule(
        "beta-card",
        "Beta cards",
        rules.beta_card,
        _guide_citation("202.5.f Stat Card"),
        "{creature} has a beta card, which is not legal in sanctioned play.",
        optional=True,
    ),
    builder.collection_limit(COLLECTION),
    builder.barred(placement_rules.barred, _guide_citation("101.7 Warband Construction")),
    *closing_rules(
        builder,
        _guide_citation("101.1 Warband Construction"),
        rules.house_points,
        frozenset((discounts.IDENTICAL_DISCOUNTS,)),
    ),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        hints=builder.hints(RULES, HINTS),
        bearers=frozenset(("creature",)),
        readers={"creature": creature_2008, "battle-map": battle_map},
        price=price,
        price_delta=price_delta,
        limit_per_player=True,
        fields=frozenset(("faction", "map", "pool")),
        choices=field_choices.choices(rules.FACTIONS),
        settings={"faction": None, "map": BattleMap},
        questions={question.slug: question for question in QUESTIONS},
        sentences=sentences,
        waiver_facts={"warband_building": [], "discounts": []},
        rating_pairs={"champion": "champion_rating"},
        partial_facts=PARTIAL_FACTS,
        deciding_facts={
            "creature": (
                *deciding("cost", "factions", "champion", "size", "alignment", "unique"),
                DecidingFact("warband_building", only_if=("champion", True)),
            ),
            "battle-map": deciding("area"),
        },
    ),
)
