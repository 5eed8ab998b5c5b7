"""D&D Attack Wing: how legions are built (pp. 3-5, 24, 26, 28-32 and 35 of its rulebook).

Our readings where the rulebook is silent:

* Two cards that each grant the slot the other would stand in do not hold each other up: there must be an order to put
  them on in.
* A card limit is asked of the creature (or the legion) on which the card that states it stands.
* Soldiers below 1 or above 6 are priced like the nearest troop there is, so that such a legion still has a price.
* Cards that one misspelt or misplaced card carries are priced, and asked what is asked of the legion as a whole; what
  they add for their bearer is not, since nobody knows who that is.
* Each player of a team has a creature. What a card counts in the legion, it counts in the team's.
* A legion is checked against a collection only when its document carries one, be it empty: the player asks for it. The
  rulebook advises that above 120 points, where this is asked just the same. A team's collection is for all its players
  together, a player's own for that player's part.
* A unique name twice with one player, and once more with another, is two things wrong.
"""

from __future__ import annotations

from rulesapi.engine import common
from rulesapi.engine.bounds import AtMost, Bound
from rulesapi.engine.declaring import RuleWriter
from rulesapi.engine.library import Lacks, Ruleset, no_card
from rulesapi.engine.model import Cite
from rulesapi.engine.rulesets.attack_wing import banners, checks, teams
from rulesapi.engine.rulesets.attack_wing.prices import adding, price

GAME = "attack-wing"
BOOK = "Attack Wing rulebook"
SPELL_ICONS = frozenset(("arcane", "divine"))

write = RuleWriter(GAME, "legion")

RULES = (
    write.rule(
        "point-limit",
        "Point limit",
        common.point_limit,
        Cite(BOOK, 28, "Legion Building"),
        "The legion costs {total} points. The limit is {limit}.",
        "What is known of the legion costs {known} points already. The limit is {limit}.",
        bound=Bound.LIMIT,
    ),
    write.rule(
        "no-creature",
        "No creature",
        common.no_creature,
        Cite(BOOK, 28, "Legion Building"),
        "The legion has no creature. It needs at least one.",
        about=common.creatures,
        bound=Bound.CREATURE,
        lacks=Lacks.CARDS,
    ),
    write.rule(
        "unique-name",
        "Unique name",
        common.unique_name,
        Cite(BOOK, 28, "Unique Names"),
        "{name} is unique, but the legion has it {copies} times.",
        about=common.unique_cards,
        touching=common.of_those_names,
        bound=Bound.UNIQUE,
        only_of=common.unique_cards,
    ),
    write.rule(
        "upgrade-slot",
        "Upgrade slot",
        banners.upgrade_slot,
        Cite(BOOK, 29, "Upgrade Cards"),
        "{creature} has {slots} {icons:or} {slots:slot|slots} and would need {needed}, for {upgrades}.",
        "{creature} has no {icons:or} slot for {upgrades}.",
        "{creature} has no slot for {upgrades}.",
        each=True,
        about=common.upgrades,
        bound=Bound.SLOTS,
        only_of=common.upgrades,
    ),
    write.rule(
        "duplicate-upgrade",
        "Duplicate upgrade",
        checks.duplicate_upgrade,
        Cite(BOOK, 28, "Legion Building"),
        "{creature} carries {copies} copies of {upgrade}. One creature never carries two.",
        each=True,
        about=common.upgrades,
        bound=Bound.ONCE,
        only_of=common.upgrades,
    ),
    write.rule(
        "equip-restriction",
        "Equip restriction",
        checks.equip_restriction,
        Cite(BOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{upgrade} is {whom}. {creature} {state}.",
        each=True,
        paired=True,
        about=checks.restricted,
        bound=Bound.APART,
        only_of=checks.restricted,
    ),
    write.rule(
        "keyword-exclusion",
        "Excluded keyword",
        checks.keyword_exclusion,
        Cite(BOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{upgrade} allows no other upgrade with the keyword {keywords!k:or} on {creature}. {other} is one.",
        each=True,
        about=checks.excluding,
        touching=checks.facing,
        bound=Bound.EXCLUDES,
        only_of=checks.shutting_out,
    ),
    write.rule(
        "spell-level",
        "Spell level",
        checks.spell_level,
        Cite(BOOK, 30, "Arcane & Divine Spells"),
        "{spell} needs a level {minimum_level} creature. {creature} is level {level}.",
        each=True,
        paired=True,
        about=checks.levelled,
        bound=Bound.APART,
        only_of=checks.levelled,
    ),
    write.unbroken(
        "cost-penalty",
        "Cost penalty",
        "An upgrade costs more on a creature that is not what its penalty asks for.",
        Cite(BOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{card} would cost {points} {points:point|points} more.",
        "It is not known what {card} would cost more.",
    ),
    write.rule(
        "campaign-artifact-limit",
        "Campaign Artifact limit",
        checks.campaign_artifact_limit,
        Cite(BOOK, 35, "Campaign Artifacts"),
        "A legion may have {limit} Campaign Artifact. This one has {artifacts}.",
        about=checks.counting_artifacts,
        bound=AtMost(checks.ARTIFACTS_ALLOWED, checks.counting_artifacts),
        only_of=checks.counting_artifacts,
    ),
    write.rule(
        "troop-size",
        "Troop size",
        checks.troop_size,
        Cite(BOOK, 30, "Troop Rules"),
        "{creature} would have {soldiers} soldiers. A troop has 1 to {most}.",
        "{creature} would have no soldiers. A troop has 1 to {most}.",
        "{creature} is no troop, so it has no soldiers.",
        each=True,
        about=common.creatures,
        bound=Bound.APART,
    ),
    write.unbroken(
        "troop-cost",
        "Troop cost",
        "A troop of two or more soldiers costs the number on its top token alone.",
        Cite(BOOK, 30, "Troop Rules"),
        stays="Without it a troop would have no price.",
    ),
    write.collection_limit(Cite(BOOK, 32, "Component Limitations")),
    write.rule(
        "card-limit",
        "Card limit",
        checks.card_limit,
        Cite("The card's own text"),
        "{creature} carries {upgrades}. At most {at_most} with the keyword {family!k:or} may stand on one creature.",
        "The legion has {upgrades}. At most {at_most} with the keyword {family!k:or} may stand in a legion.",
        about=checks.limiting,
        touching=checks.limited,
        bound=Bound.LIMITS,
        only_of=checks.stating_limits,
    ),
    write.rule(
        "team-unique-name",
        "Unique name in a team",
        teams.team_unique_name,
        Cite(BOOK, 28, "Unique Names"),
        "{name} is unique, but {players} players of the team have it, {copies} times in all.",
        about=common.unique_cards,
        only_with=("team",),
    ),
    write.rule(
        "team-points",
        "Team points",
        teams.team_points,
        Cite(BOOK, 32, "Team Play Rules"),
        "The legions of the team cost {total} points together. The limit is {limit}.",
        "What is known of the team's legions costs {known} points already. The limit is {limit}.",
        only_with=("team",),
    ),
    write.rule(
        "team-artifact-limit",
        "Campaign Artifact limit of a team",
        teams.team_artifact_limit,
        Cite(BOOK, 35, "Campaign Artifacts"),
        "A team may have {limit} Campaign Artifact. This one has {artifacts}.",
        about=checks.counting_artifacts,
        only_with=("team",),
    ),
    write.barred(),
    write.point_limit_not_allowed(),
    write.format_dates(),
    write.house_barred(),
    write.house_points(),
    write.house_limit(carried=True),
    write.unknown_card(),
    write.rule(
        "not-equippable",
        "Not equippable",
        common.not_equippable,
        Cite(BOOK, 29, "Upgrade Cards"),
        "{card} is no {wanted!k} and cannot stand in the place of one. Its kind is {kind!k}.",
        about=no_card,
        stays="A card out of place is neither priced nor asked for anything.",
        bound=Bound.APART,
    ),
    write.retired_card(),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        bearers=frozenset(("creature",)),
        carried={"upgrade": banners.ICONS, "spell": SPELL_ICONS},
        price=price,
        adding=adding,
        weighs={"attack": "Attack", "agility": "Agility", "health": "Health", "armor": "Armor", "level": "Level"},
        pick_fields=frozenset(("upgrades", "soldiers")),
        hangs={"costs": "troop"},
    ),
)
