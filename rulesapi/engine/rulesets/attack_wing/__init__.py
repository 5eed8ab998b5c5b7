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

from inspect import cleandoc
from typing import TypedDict, Unpack

from rulesapi.engine import common
from rulesapi.engine.bounds import AtMost, Bound
from rulesapi.engine.model import Cite, Level
from rulesapi.engine.ruleset import About, Check, Rule, Ruleset, no_card
from rulesapi.engine.rulesets.attack_wing import banners, checks, teams
from rulesapi.engine.rulesets.attack_wing.prices import price

GAME = "attack-wing"
BOOK = "Attack Wing rulebook"
CATALOG = Cite("Muster catalog")
FORMAT = Cite("The format")
HOUSE = Cite("The house rule")
ADDED = "What a house rule adds is not waived by another."
SPELL_ICONS = frozenset(("arcane", "divine"))


class How(TypedDict, total=False):
    """What else a rule is, as `Rule` has it."""

    level: Level
    each: bool
    paired: bool
    about: About
    stays: str
    bound: Bound | AtMost | None


def _rule(code: str, title: str, check: Check, cite: Cite, *messages: str, **how: Unpack[How]) -> Rule:
    """A rule that can be broken; its text is the first line of the check's docstring."""
    text = cleandoc(check.__doc__ or "").partition("\n")[0]
    return Rule(f"{GAME}/{code}", title, text, cite, check, messages, **how)


def _price(code: str, title: str, text: str, cite: Cite, *messages: str, stays: str = "") -> Rule:
    """A rule about the price: it shows as lines of the ledger and cannot be broken.

    Its messages say what is left out of the price where it is waived.
    """
    return Rule(f"{GAME}/{code}", title, text, cite, None, messages, "warning", stays=stays)


RULES = (
    _rule(
        "point-limit",
        "Point limit",
        common.point_limit,
        Cite(BOOK, 28, "Legion Building"),
        "The legion costs {total} points. The limit is {limit}.",
        "What is known of the legion costs {known} points already. The limit is {limit}.",
        bound=Bound.LIMIT,
    ),
    _rule(
        "no-creature",
        "No creature",
        common.no_creature,
        Cite(BOOK, 28, "Legion Building"),
        "The legion has no creature. It needs at least one.",
        about=common.creatures,
        bound=Bound.CREATURE,
    ),
    _rule(
        "unique-name",
        "Unique name",
        common.unique_name,
        Cite(BOOK, 28, "Unique Names"),
        "{name} is unique, but the legion has it {copies} times.",
        about=common.unique_cards,
        bound=Bound.UNIQUE,
    ),
    _rule(
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
    ),
    _rule(
        "duplicate-upgrade",
        "Duplicate upgrade",
        checks.duplicate_upgrade,
        Cite(BOOK, 28, "Legion Building"),
        "{creature} carries {copies} copies of {upgrade}. One creature never carries two.",
        each=True,
        about=common.upgrades,
        bound=Bound.ONCE,
    ),
    _rule(
        "equip-restriction",
        "Equip restriction",
        checks.equip_restriction,
        Cite(BOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{upgrade} is {whom}. {creature} {state}.",
        each=True,
        paired=True,
        about=checks.restricted,
        bound=Bound.APART,
    ),
    _rule(
        "keyword-exclusion",
        "Excluded keyword",
        checks.keyword_exclusion,
        Cite(BOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{upgrade} allows no other upgrade with the keyword {keywords!k:or} on {creature}. {other} is one.",
        each=True,
        about=checks.excluding,
        bound=Bound.EXCLUDES,
    ),
    _rule(
        "spell-level",
        "Spell level",
        checks.spell_level,
        Cite(BOOK, 30, "Arcane & Divine Spells"),
        "{spell} needs a level {minimum_level} creature. {creature} is level {level}.",
        each=True,
        paired=True,
        about=checks.levelled,
        bound=Bound.APART,
    ),
    _price(
        "cost-penalty",
        "Cost penalty",
        "An upgrade costs more on a creature that is not what its penalty asks for.",
        Cite(BOOK, 29, "Equip Restrictions / Legion Cost Penalties"),
        "{card} would cost {points} {points:point|points} more.",
        "It is not known what {card} would cost more.",
    ),
    _rule(
        "campaign-artifact-limit",
        "Campaign Artifact limit",
        checks.campaign_artifact_limit,
        Cite(BOOK, 35, "Campaign Artifacts"),
        "A legion may have {limit} Campaign Artifact. This one has {artifacts}.",
        about=checks.counting_artifacts,
        bound=AtMost(checks.ARTIFACTS_ALLOWED, checks.counting_artifacts),
    ),
    _rule(
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
    _price(
        "troop-cost",
        "Troop cost",
        "A troop of two or more soldiers costs the number on its top token alone.",
        Cite(BOOK, 30, "Troop Rules"),
        stays="Without it a troop would have no price.",
    ),
    _rule(
        "collection-limit",
        "Collection limit",
        common.collection_limit,
        Cite(BOOK, 32, "Component Limitations"),
        "The legion uses {needed} copies of {card}. The collection has {owned}.",
        "The legion uses {needed} {needed:copy|copies} of {card}. The collection has none.",
        bound=Bound.OWNED,
    ),
    _rule(
        "card-limit",
        "Card limit",
        checks.card_limit,
        Cite("The card's own text"),
        "{creature} carries {upgrades}. At most {at_most} with the keyword {family!k:or} may stand on one creature.",
        "The legion has {upgrades}. At most {at_most} with the keyword {family!k:or} may stand in a legion.",
        about=checks.limiting,
        bound=Bound.LIMITS,
    ),
    _rule(
        "team-unique-name",
        "Unique name in a team",
        teams.team_unique_name,
        Cite(BOOK, 28, "Unique Names"),
        "{name} is unique, but {players} players of the team have it, {copies} times in all.",
        about=common.unique_cards,
    ),
    _rule(
        "team-points",
        "Team points",
        teams.team_points,
        Cite(BOOK, 32, "Team Play Rules"),
        "The legions of the team cost {total} points together. The limit is {limit}.",
        "What is known of the team's legions costs {known} points already. The limit is {limit}.",
    ),
    _rule(
        "team-artifact-limit",
        "Campaign Artifact limit of a team",
        teams.team_artifact_limit,
        Cite(BOOK, 35, "Campaign Artifacts"),
        "A team may have {limit} Campaign Artifact. This one has {artifacts}.",
        about=checks.counting_artifacts,
    ),
    _rule(
        "barred",
        "Barred",
        common.barred,
        FORMAT,
        "{format} bars {banned} by name.",
        "{format} bars the keyword {keywords!k:or}, and {card} has it.",
        "{format} bars the set {set!k}, and {card} is of it.",
        "{format} is played with the cards of its pool alone, and {card} is not one of them.",
        bound=Bound.APART,
    ),
    _rule(
        "format-dates",
        "Dates of the format",
        common.format_dates,
        FORMAT,
        "{format} is played from {from} on. The legion is for {on}.",
        "{format} was played until {until}. The legion is for {on}.",
        about=no_card,
        bound=Bound.APART,
    ),
    _rule(
        "house-barred",
        "Barred by a house rule",
        common.house_barred,
        HOUSE,
        "{house_rule} bars {banned} by name.",
        "{house_rule} bars the keyword {keywords!k:or}, and {card} has it.",
        "{house_rule} bars the set {set!k}, and {card} is of it.",
        "{house_rule} is played with the cards of its pool alone, and {card} is not one of them.",
        stays=ADDED,
    ),
    _rule(
        "house-points",
        "Points by a house rule",
        common.house_points,
        HOUSE,
        "{house_rule} allows {limit} points. The legion costs {total}.",
        "{house_rule} allows {limit} points. What is known of the legion costs {known} already.",
        stays=ADDED,
    ),
    _rule(
        "house-limit",
        "Limit by a house rule",
        common.house_limit,
        HOUSE,
        "{house_rule} allows {at_most} of these cards on one creature. {creature} carries {count}: {cards}.",
        "{house_rule} allows {at_most} of these cards in a legion. This one has {count}: {cards}.",
        stays=ADDED,
    ),
    _rule(
        "unknown-card",
        "Unknown card",
        common.unknown_card,
        CATALOG,
        "The catalog has no card called {card}. Did you mean {nearest:or}?",
        "The catalog has no card called {card}.",
        about=no_card,
        stays="Nothing is known of such a card that could be judged.",
        bound=Bound.APART,
    ),
    _rule(
        "not-equippable",
        "Not equippable",
        common.not_equippable,
        Cite(BOOK, 29, "Upgrade Cards"),
        "{card} is no {wanted!k} and cannot stand in the place of one. Its kind is {kind!k}.",
        about=no_card,
        stays="A card out of place is neither priced nor asked for anything.",
        bound=Bound.APART,
    ),
    _rule(
        "retired-card",
        "Retired card",
        common.retired_card,
        CATALOG,
        "{card} is retired: {why}",
        level="warning",
        about=common.retired_cards,
        bound=Bound.APART,
    ),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        bearers=frozenset(("creature",)),
        carried={"upgrade": banners.ICONS, "spell": SPELL_ICONS},
        price=price,
        weighs={"attack": "Attack", "agility": "Agility", "health": "Health", "armor": "Armor", "level": "Level"},
        pick_fields=frozenset(("upgrades", "soldiers")),
    ),
)
