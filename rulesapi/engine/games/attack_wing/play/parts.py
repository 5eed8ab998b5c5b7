"""Parts of the situations of Attack Wing that several questions share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.resolutions.input_kinds import Section
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    Situation,
    entry_of,
    fact,
    flag,
    flag_of_card,
    number,
    number_of_card,
    number_or,
    number_or_word,
    one_of,
    one_part,
    played_adventure,
    repeated,
    several_parts,
    slugs,
    text,
    tick,
    words_of_card,
)
from rulesapi.engine.resolutions.model import Course, Missing
from rulesapi.engine.values.model import Document

T = TypeVar("T")

ATTACK_FACES = {
    faces.HIT: "Hit",
    faces.CRITICAL: "Critical",
    faces.CONCENTRATE: "Concentrate",
    faces.BLANK: "Blank",
}
DEFENSE_FACES = {faces.DODGE: "Dodge", faces.CONCENTRATE: "Concentrate", faces.BLANK: "Blank"}
"""The faces of each die, with their labels."""
OF_ICONS = {"hit": "Hit", "critical": "Critical", "hit-or-critical": "Hit or critical"}
OF_DISPUTE = {faces.CONCENTRATE: "Concentrate", faces.BLANK: "Blank"}
"""The faces that the icons of the morale check and of the dispute roll can mean, which the rulebook's text lacks."""
AIR, GROUND = "air", "ground"
LEVELS = {GROUND: "on the ground", AIR: "in the air"}
"""The play levels, with their labels."""
BOTH = "both"
"""The value for both play levels."""
LONGEST_RANGE = 4
"""The last section of the ruler."""
PIVOT = "pivot"
"""The bearing, and the token that it leaves."""
BAR_ACTIONS = {
    "dodge": "Dodge",
    "charge": "Charge",
    "concentrate": "Concentrate",
    "target": "Target",
    "feint": "Feint",
}
PERFORMED = BAR_ACTIONS | {"card": "Of a card", "remove-disabled": "Remove a Disabled Token"}
TOKENS = {name: BAR_ACTIONS[name] for name in ("dodge", "charge", "concentrate", "target")}
ENERGY = {
    "fire": "Fire",
    "cold": "Cold",
    "acid": "Acid",
    "lightning": "Lightning",
    "thunder": "Thunder",
    "positive": "Positive",
    "negative": "Negative",
    "poison": "Poison",
    "disease": "Disease",
}
ARCS = {"forward": "Forward", "rear": "Rear", "all": "All around"}
PRIMARY, NONE = "primary", "none"
"""Values on cards: the dice of the weapon value; no attack, or no cost in tokens."""
DISABLE, DISCARD = "disable", "discard"
"""Effects of its use on an upgrade."""
DECK_ASKED = "the cards of the damage deck"
"""The phrase for inputs about the damage deck."""
LAST_SEAT = 5
SEAT = "The place of a side among the sides, from 0 on."
"""The help of an input that names a side."""


def without_room(move: str, section: Section) -> Input[int | None]:
    """Return the number of a troop's soldiers that find no room in the formation after a move."""
    return number(
        "Soldiers without room",
        99,
        help=f"Soldiers of a troop without room in its formation after {move}. Needed if soldiers were pressed before.",
        omitted="none, unless soldiers were pressed before",
        asked="how many soldiers of the troop find no room in its new formation",
        section=section,
    )


class GameSituation(Situation):
    """A situation of a game that may be an adventure."""

    adventure = played_adventure()


class Icons(Part):
    """Icons that are missing from the text of the rulebook."""

    morale = one_of(
        "Icon of the morale check",
        OF_ICONS,
        omitted="the answer covers each possible meaning",
        asked="by which face of the die a soldier flees",
    )
    dispute = one_of(
        "Icon of the dispute roll",
        OF_DISPUTE,
        omitted="the answer covers each possible meaning",
        asked="which face is counted in a dispute roll",
    )

    def missing(self, field: Input[Any], rule: str) -> Missing:
        """Return that the meaning of an icon is unknown."""
        return Missing("", f"/icons/{field.name}", self.at, rule)


class Weapon(Part, named=True):
    """Weapon."""

    melee = flag("Melee", omitted="as for the attacker's weapon with this name")
    arc = one_of(
        "Arc",
        ARCS,
        omitted="the arc of the attacker's weapon with this name, or the given arc of the target",
        or_null=True,
    )
    range = number(
        "Longest range",
        LONGEST_RANGE,
        least=1,
        omitted="the range of the attacker's weapon with this name",
        or_null=True,
    )


class Creature(Part, kind="creature"):
    """Creature at the table."""

    level = fact(int, asked="the level of {who}")
    attack = fact(int, "Primary weapon value", asked="the primary weapon value of {who}")
    agility = fact(int, asked="the agility of {who}")
    health = number_of_card("Health", 99, asked="the health of {who}")
    armor = fact(int, asked="the armor of {who}")
    energy = words_of_card("Energy types", ENERGY, 9, asked="the energy type of {who}")
    weapons = several_parts(
        Weapon,
        "Weapon",
        10,
        plural="Weapons",
        of_card=True,
        asked="the primary weapon that attacks, with its arc and range",
    )
    movement = fact(str, asked="the movement of {who}, flying or on the ground")
    base = fact(str, asked="whether the base of {who} is small or large")
    actions = words_of_card(
        "Actions", BAR_ACTIONS, 5, help="The action icons of its card.", asked="which action icons {who} has"
    )
    play_level = one_of("Play level", LEVELS, omitted="by the movement on its card")
    swooping = tick("Swooping")
    tokens = repeated("Tokens", TOKENS | {PIVOT: "Pivot"}, 20, help="The Action and Pivot Tokens next to it.")
    exhaustion = number_or(0, "none", "Exhaustion Tokens", 99)
    damage = number_or(
        0,
        "none",
        "Damage cards",
        99,
        help="The damage cards next to it; for a troop, those of the soldier in front.",
    )
    shattered = number_or(0, "none", "Shattered Armor Tokens", 99)
    soldiers = number(
        "Soldiers",
        99,
        help="The number of soldiers that a troop has left.",
        omitted="it is no troop; if soldiers are pressed, the number is needed if it decides",
        asked="how many soldiers the troop of {who} has left",
    )
    pressed = number_or(0, "none", "Pressed soldiers", 99, folded=True)
    leader = tick("Leader", help="Whether a troop has a Leader.", omitted="it has none", folded=True)
    attacked = tick("Has attacked", help="In this round.", omitted="it has not")
    charged = tick("Has charged", help="In this round.", omitted="it has not")
    no_attack = tick("No Attack Token", omitted="none")
    altitude_changed = tick("Has changed altitude", help="In this round.")
    can_fly = tick("Can fly", help="By a card, though it is a ground creature.")
    actions_done = repeated(
        "Actions performed", PERFORMED, 20, help="The actions performed in this round, including free ones."
    )
    action_spent = flag(
        "Has performed its action",
        help="Whether it has performed its one action of this round. Needed if actions were performed, which may all "
        "have been free ones.",
        asked="whether {who} has performed its one action of this round",
    )
    met_obstacle = tick("Has met an obstacle", help="In this round.")
    defeated = tick("Defeated", help="Defeated, or fled from the battlefield.")
    fell_before = flag(
        "Fell before",
        help="Whether it fell before the last round.",
        omitted="in the last round; an End Phase asks if it decides",
        asked="whether {who} fell in an earlier round",
        shown_if=("defeated", True),
    )


class Pick(Part, kind="creature"):
    """Pick of a list."""

    count = number_or(1, "1", "Count", 20, least=1)
    soldiers = number("Soldiers", 99, help="The number of soldiers that a troop has left.", omitted="it is no troop")
    upgrades = slugs("Upgrades", 40)

    def creatures(self) -> Iterator[Creature]:
        """Yield each creature that the pick is of."""
        said = {key: value for key in ("card", "name", "soldiers") if (value := self.said.get(key)) is not None}
        for _ in range(self.count):
            yield Creature(said, self.at, self.table, self.label)


class Side(Part, named=True):
    """Side."""

    total = number("Total", 100_000, help="Legion points of all its cards.", asked="the legion points of {who}")
    creatures = several_parts(
        Creature,
        "Creature",
        60,
        plural="Creatures",
        asked="the creatures of {who}",
        in_lines=Creature.level,
        shows=(
            Creature.level,
            Creature.health,
            Creature.damage,
            Creature.soldiers,
            Creature.defeated,
            Creature.fell_before,
        ),
    )
    picks = several_parts(
        Pick, "Creature", 40, plural="Picks", help="The picks of its list.", shows=(Pick.count, Pick.soldiers)
    )


def all_sides(*facts: Input[Any], totals: bool = False) -> Input[tuple[Side, ...] | None]:
    """Return the sides of a game. Pages ask for these facts of each creature, and with `totals` for points."""
    fields: dict[Input[Any], tuple[Input[Any], ...]] = {Side.creatures: facts} | ({Side.total: ()} if totals else {})
    return several_parts(
        Side,
        "Side",
        6,
        least=2,
        plural="Sides",
        help="In the order of the seats, each to the left of the one before.",
        asked="the sides of the game",
        opens=2,
        fields=fields,
    )


class SidesSituation(Situation):
    """A situation of all sides of a game."""

    sides = all_sides(Creature.level, Creature.defeated)
    initiative = entry_of(
        "sides", "Initiative Token", LAST_SEAT, help=SEAT, asked="which side has the Initiative Token"
    )

    def missing(self, field: Input[Any], rule: str) -> Missing:
        """Return that a fact of the game is unknown, with its own place."""
        return Missing("", f"/{field.name}", self.place(field), rule)


class Upgrade(Part, kinds=("upgrade", "spell")):
    """Upgrade at the table."""

    dice = number_or_word(
        "Attack dice",
        {PRIMARY: "Those of the weapon value"},
        99,
        lambda card: PRIMARY if card.get("dice_from") == PRIMARY else card.get("dice"),
        help="The number of dice of its attack, or primary for the weapon value.",
        asked="how many attack dice {who} rolls",
    )
    melee = flag(
        "Melee",
        of_card=True,
        folded=True,
        omitted="as on its card; for an upgrade without a card: ranged",
        asked="whether the attack of {who} is melee or ranged",
    )
    arc = one_of("Arc", ARCS, of_card=True, folded=True, omitted="the arc on its card, or the given arc of the target")
    range = text(
        "Range", 20, of_card=True, folded=True, help="As cards print it: 2-3, cone 2.", asked="the range of {who}"
    )
    energy = words_of_card("Energy types", ENERGY, 9, omitted="as on its card; for an upgrade without a card: none")
    penetrates = flag(
        "Penetrates armor",
        of_card=True,
        folded=True,
        omitted="as on its card; for an upgrade without a card: it does not",
        asked="whether {who} penetrates armor",
    )
    resisted = flag(
        "Resisted",
        folded=True,
        help="Whether the defender has its energy type, if the types are not given.",
        omitted="the energy types of both decide",
    )
    area = flag(
        "Area attack",
        of_card=True,
        folded=True,
        omitted="by its range or its card; for an upgrade without a card: only in the question of an area attack",
        asked="whether {who} attacks every creature in an area",
    )
    costs = words_of_card(
        "Tokens it costs",
        TOKENS,
        4,
        lambda card: card.get("spends"),
        fact="spends",
        omitted="as on its card; for an upgrade without a card: none",
        asked="which tokens the attack of {who} costs",
    )
    duration_tokens = number_or(0, "none", "Duration Tokens on it", 99)
    disabled = tick("Disabled", omitted="it is not")
    discarded = tick("Discarded", omitted="it is not", folded=True)
    places_tokens = number_of_card(
        "Duration Tokens it places",
        99,
        omitted="as on its card; for an upgrade without a card: none",
        asked="how many Duration Tokens {who} places",
    )
    disables_itself = flag_of_card(
        "Is disabled when used",
        lambda card: None if card.get("when_used") is None else card["when_used"] == DISABLE,
        fact="when_used",
        omitted="as on its card; for an upgrade without a card: it is not",
        asked="whether {who} is disabled or discarded when it is used",
    )
    continuous = flag_of_card(
        "Continuous Effect",
        lambda card: None if card.get("headers") is None else "continuous" in card["headers"],
        fact="headers",
        help="Whether it has a Continuous Effect.",
        omitted="as on its card; needed for an upgrade without a card",
        asked="whether {who} has a Continuous Effect",
    )
    permanent = flag(
        "Permanent Duration Token",
        help="Whether it has a Permanent Duration Token, or gets one when it is used.",
        omitted="as on its card, or none",
    )

    @property
    def has_no_attack(self) -> bool:
        """True if the card has no attack and the players state none."""
        return "dice" not in self.said and self.card.get("dice_from") == NONE

    def tokens_spent(self) -> Course[tuple[str, ...]]:
        """Return the tokens that its attack costs: none, with a missing fact, if they are unknown."""
        tokens = yield from self.need_or(Upgrade.costs, (), "missing-token")
        return tuple(token for token in tokens or () if token != NONE)

    def need_or(self, field: Input[T | None], usual: T, rule: str) -> Course[T | None]:
        """Return a fact that a rule needs; the usual one for an upgrade that is only described."""
        value = field.__get__(self, type(self))
        if value is None and not self.card:
            return usual
        return (yield from self.need(field, rule)) if value is None else value


# Dice -----------------------------------------------------------------------------------------------------------------


class DieFaces(Part):
    """A die, with the number of its faces of each kind."""

    sides = number("Sides", 99, least=1, of_card=True)

    @property
    def die(self) -> str:
        """The name of the die."""
        return self.at.rpartition("/")[2]

    @property
    def card(self) -> Document:
        """The die in the document of the game; empty if the game does not know it."""
        return next((one for one in self.table.game.get("dice", ()) if one["die"] == self.die), {})

    def missing(self, field: Input[Any], rule: str) -> Missing:
        """Return that a number of faces is unknown."""
        return Missing(self.table.game.get("slug", ""), f"/dice/{self.die}/{field.name}", self.at, rule)


class AttackDieFaces(DieFaces):
    """Attack die."""

    sides = number("Sides", 99, least=1, of_card=True, asked="how many sides an attack die has")
    hits = number("Hits", 99, of_card=True, asked="how many sides of an attack die show a hit")
    criticals = number("Criticals", 99, of_card=True, asked="how many sides of an attack die show a critical hit")
    concentrates = number(
        "Concentrate faces", 99, of_card=True, asked="how many sides of an attack die show a concentrate result"
    )


class DefenseDieFaces(DieFaces):
    """Defense die."""

    sides = number("Sides", 99, least=1, of_card=True, asked="how many sides a defense die has")
    dodges = number("Dodges", 99, of_card=True, asked="how many sides of a defense die show a dodge")
    concentrates = number(
        "Concentrate faces", 99, of_card=True, asked="how many sides of a defense die show a concentrate result"
    )


class Dice(Part):
    """The faces of the dice, if the catalog does not know them."""

    attack = one_part(AttackDieFaces, "Attack die")
    defense = one_part(DefenseDieFaces, "Defense die")
