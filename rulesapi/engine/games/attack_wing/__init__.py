"""D&D Attack Wing: legion building (rulebook pp. 3-5, 24, 26, 28-32 and 35).

Interpretations where the rulebook is silent:

* Two cards that each grant the slot of the other do not enable each other: there must be an order to equip them in.
* A card limit applies to the creature (or the legion) that has the card with the limit.
* Troops with fewer than 1 or more than 6 soldiers are priced like the nearest legal troop, so that the legion has a
  price.
* Upgrades on a misspelled or misplaced card are priced and checked by the rules for the legion as a whole. Points that
  they add because of their bearer are left out, because the bearer is unknown.
* Each player of a team has a creature. A card that counts cards in the legion counts those of the whole team.
* A legion is checked against a collection only if its document has one, even an empty one. The rulebook advises the
  check above 120 points; the points do not matter here. A team's collection is for all its players together, a player's
  own collection for that player's part.
* A unique name that one player has twice and another player has once gives two errors.
"""

from __future__ import annotations

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.lacks import lacking_cards
from rulesapi.engine.core.library import DecidingFact, Ruleset, deciding
from rulesapi.engine.core.rule_builder import RuleBuilder
from rulesapi.engine.games.attack_wing import campaign_rules, rules, slot_rules, team_rules
from rulesapi.engine.games.attack_wing.campaign_terms import TERMS
from rulesapi.engine.games.attack_wing.hints import HINTS
from rulesapi.engine.games.attack_wing.pricing import price, price_delta
from rulesapi.engine.values.citations import heading_citation
from rulesapi.engine.values.model import Citation

GAME = "attack-wing"
RULEBOOK = "Attack Wing rulebook"
SPELL_ICONS = frozenset(("arcane", "divine"))

builder = RuleBuilder(GAME, "legion")

RULES = (
    builder.rule(
        "point-limit",
        "Point limit",
        campaign_rules.agreed_point_limit,
        heading_citation(RULEBOOK, 28, "Legion Building"),
        "The legion costs {total} points. The limit is {limit}.",
        "What is known of the legion costs {known} points already. The limit is {limit}.",
    ),
    builder.rule(
        "no-creature",
        "No creature",
        common_rules.no_creature,
        heading_citation(RULEBOOK, 28, "Legion Building"),
        "The legion has no creature. It needs at least one.",
        lacking=(lacking_cards(common_rules.can_add_creature, "add a creature"),),
    ),
    builder.rule(
        "unique-name",
        "Unique name",
        common_rules.unique_name,
        heading_citation(RULEBOOK, 28, "Unique Names"),
        "{name} is unique, but the legion has it {copies} times.",
    ),
    builder.rule(
        "upgrade-slot",
        "Upgrade slot",
        slot_rules.upgrade_slot,
        heading_citation(RULEBOOK, 29, "Upgrade Cards"),
        "{creature} has {slots} {icons:or} {slots:slot|slots} and would need {needed}, for {upgrades}.",
        "{creature} has no {icons:or} slot for {upgrades}.",
        "{creature} has no slot for {upgrades}.",
    ),
    builder.rule(
        "duplicate-upgrade",
        "Duplicate upgrade",
        rules.duplicate_upgrade,
        heading_citation(RULEBOOK, 28, "Legion Building"),
        "{creature} carries {copies} copies of {upgrade}. One creature never carries two.",
    ),
    builder.rule(
        "equip-restriction",
        "Equip restriction",
        rules.equip_restriction,
        heading_citation(RULEBOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{upgrade} is {whom}. {creature} {state}.",
    ),
    builder.rule(
        "keyword-exclusion",
        "Excluded keyword",
        rules.keyword_exclusion,
        heading_citation(RULEBOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{upgrade} allows no other upgrade with the keyword {keywords!k:or} on {creature}. {other} is one.",
    ),
    builder.rule(
        "spell-level",
        "Spell level",
        rules.spell_level,
        heading_citation(RULEBOOK, 30, "Arcane & Divine Spells"),
        "{spell} needs a level {minimum_level} creature. {creature} is level {level}.",
    ),
    builder.ledger_rule(
        "cost-penalty",
        "Cost penalty",
        "An upgrade costs more on a creature that does not meet what its penalty requires.",
        heading_citation(RULEBOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{card} would cost {points} {points:point|points} more.",
        "It is not known what {card} would cost more.",
    ),
    builder.rule(
        "campaign-artifact-limit",
        "Campaign Artifact limit",
        rules.campaign_artifact_limit,
        heading_citation(RULEBOOK, 35, "Campaign Artifacts"),
        "A legion may have {limit} Campaign Artifact. This one has {artifacts}.",
    ),
    builder.rule(
        "troop-size",
        "Troop size",
        rules.troop_size,
        heading_citation(RULEBOOK, 30, "Troop Rules"),
        "{creature} would have {soldiers} soldiers. A troop has 1 to {most}.",
        "{creature} would have no soldiers. A troop has 1 to {most}.",
        "{creature} is no troop, so it has no soldiers.",
    ),
    builder.ledger_rule(
        "troop-cost",
        "Troop cost",
        "A troop of two or more soldiers costs the number on its top token alone.",
        heading_citation(RULEBOOK, 30, "Troop Rules"),
        unwaivable_reason="Without it a troop would have no price.",
    ),
    builder.collection_limit(heading_citation(RULEBOOK, 32, "Component Limitations")),
    builder.rule(
        "card-limit",
        "Card limit",
        rules.card_limit,
        Citation("The card's own text"),
        "{creature} carries {upgrades}. At most {at_most} with the keyword {family!k:or} may be on one creature.",
        "The legion has {upgrades}. At most {at_most} with the keyword {family!k:or} may be in a legion.",
    ),
    builder.rule(
        "team-unique-name",
        "Unique name in a team",
        team_rules.team_unique_name,
        heading_citation(RULEBOOK, 28, "Unique Names"),
        "{name} is unique, but {players} players of the team have it, {copies} times in all.",
    ),
    builder.rule(
        "team-points",
        "Team points",
        team_rules.team_points,
        heading_citation(RULEBOOK, 32, "Team Play Rules"),
        "The legions of the team cost {total} points together. The limit is {limit}.",
        "What is known of the team's legions costs {known} points already. The limit is {limit}.",
    ),
    builder.rule(
        "team-artifact-limit",
        "Campaign Artifact limit of a team",
        team_rules.team_artifact_limit,
        heading_citation(RULEBOOK, 35, "Campaign Artifacts"),
        "A team may have {limit} Campaign Artifact. This one has {artifacts}.",
    ),
    builder.rule(
        "adventure-points",
        "Points of the adventure",
        campaign_rules.adventure_points,
        TERMS.cites["adventure-points"],
        "The legion costs {total} points. {adventure} allows {limit}, {bought} of them bought with experience.",
        "The legion costs {total} points. {adventure} allows {limit}.",
        "What is known of the legion costs {known} points already. {adventure} allows {limit}.",
    ),
    builder.rule(
        "adventure-required-card",
        "Required card",
        campaign_rules.adventure_required_card,
        TERMS.cites["adventure-required-card"],
        "{adventure} requires {card} on this side. The legion does not have it.",
        lacking=(lacking_cards(campaign_rules.can_add_required_card, "add {card}"),),
    ),
    builder.rule(
        "xp-budget",
        "Experience budget",
        campaign_rules.xp_budget,
        TERMS.cites["xp-budget"],
        "The legion spends {spent} XP. The player has earned {earned} before.",
        "The legion spends {spent} XP. The player has earned none before.",
        may_leave_open=frozenset(("earned-before", "team-spending")),
    ),
    builder.rule(
        "xp-slot",
        "Bought slot",
        campaign_rules.xp_slot,
        TERMS.cites["xp-slot"],
        "{creature} has no {icon!k} icon on its banner. A bought slot repeats one that is there.",
    ),
    builder.rule(
        "xp-reuse",
        "Experience used again",
        campaign_rules.xp_reuse,
        TERMS.cites["xp-reuse"],
        "The player has spent experience in {adventure} before, in {entry}.",
        may_leave_open=frozenset(("draw-uses-up",)),
    ),
    builder.rule(
        "artifact-not-earned",
        "Artifact not earned",
        campaign_rules.artifact_not_earned,
        TERMS.cites["artifact-not-earned"],
        "{card} has not been earned in this campaign.",
        may_leave_open=frozenset(("earned-before",)),
    ),
    builder.rule(
        "artifact-reuse",
        "Artifact used again",
        campaign_rules.artifact_reuse,
        TERMS.cites["artifact-reuse"],
        "{card} has been used in {adventure} before, in {entry}.",
        may_leave_open=frozenset(("draw-uses-up",)),
    ),
    builder.barred(),
    builder.point_limit_not_allowed(),
    builder.format_dates(),
    builder.house_barred(),
    builder.house_points(),
    builder.house_limit(carried=True),
    builder.unknown_card(),
    builder.rule(
        "not-equippable",
        "Not equippable",
        common_rules.not_equippable,
        heading_citation(RULEBOOK, 29, "Upgrade Cards"),
        "{card} is no {wanted!k} and cannot be used as one. Its kind is {kind!k}.",
        unwaivable_reason="A card out of place is neither priced nor checked.",
    ),
    builder.retired_card(),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        hints=builder.hints(RULES, HINTS),
        bearers=frozenset(("creature",)),
        carried={"upgrade": slot_rules.ICONS, "spell": SPELL_ICONS},
        price=price,
        price_delta=price_delta,
        optimizable_numbers={
            "attack": "Attack",
            "agility": "Agility",
            "health": "Health",
            "armor": "Armor",
            "level": "Level",
        },
        pick_fields=frozenset(("upgrades", "soldiers", "bought_slot")),
        questions=campaign_rules.QUESTIONS,
        dependent_facts={"costs": "troop"},
        campaign=TERMS,
        waiver_facts={"exempt": [], "grants": []},
        deciding_facts={
            "creature": (*deciding("cost", "unique", "slots", "level"), DecidingFact("costs", only_if=("troop", True))),
            "upgrade": deciding("cost", "unique", "slot", "requires", "excludes", "penalties", "limits"),
            "spell": deciding("cost", "unique", "slot", "minimum_level", "requires", "excludes", "penalties", "limits"),
        },
    ),
)
