"""The inputs of an attack on one creature, and those that an area attack shares."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulesapi.engine.games.attack_wing.play.parts import (
    ARCS,
    ATTACK_FACES,
    BOTH,
    DEFENSE_FACES,
    LONGEST_RANGE,
    TOKENS,
    Creature,
    Dice,
    GameSituation,
    Upgrade,
    Weapon,
    without_room,
)
from rulesapi.engine.games.attack_wing.play.parts import LEVELS as LEVEL_LABELS
from rulesapi.engine.resolutions.input_kinds import Section
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    dice,
    flag,
    measured,
    number,
    number_or,
    one_of,
    one_part,
    optional_parts,
    place,
    places,
    repeated,
    text,
    tick,
)
from rulesapi.engine.resolutions.reading import peek
from rulesapi.engine.values.messages import phrase

OF_OBSTACLES = LEVEL_LABELS | {BOTH: "on both play levels"}
NUMBERS = {
    "attack-dice": phrase("attack dice"),
    "defense-dice": phrase("defense dice"),
    "hits": phrase("hits"),
    "criticals": phrase("criticals"),
    "dodges": phrase("dodges"),
}
"""Display names of the numbers that cards change."""
SIDES = ATTACKER, DEFENDER = "attacker", "defender"
OF_SIDES = {ATTACKER: "Attacker", DEFENDER: "Defender"}
CHARGE, TARGET, CONCENTRATE, DODGE = "charge", "target", "concentrate", "dodge"
DEFENSE_TOKENS = {one: TOKENS[one] for one in (DODGE, CONCENTRATE)}
"""The tokens that a defender can spend."""
MAX_DICE = 40
"""The maximum number of rolled dice of one kind; odds have a limit of their own."""
AROUND = Section("Tokens and what lies between", folded=True)
CARDS = Section("Effects of cards", folded=True)
OF_ATTACKER, OF_DEFENDER = Section("More of the attacker", folded=True), Section("More of the defender", folded=True)
UPGRADES = Section("An upgrade or spell attacks", folded=True)
"""Groups of inputs on pages."""
REASON_LENGTH = 200


def _because(label: str, omitted: str, **options: Any) -> Input[str | None]:
    """Return the card or agreement because of which something happens."""
    return text(label, REASON_LENGTH, omitted=omitted, **options)


# Inputs about one target --------------------------------------------------------------------------------------------


class Measurement(Part):
    """Measurement after the target was declared."""

    range = measured(
        "Range",
        LONGEST_RANGE,
        help="Null if the target is out of range. For a burst, the range is measured from the Burst Token.",
        asked="the range that was measured",
    )
    in_arc = flag(
        "In the arc",
        help="Whether the target is in the arc of the weapon or upgrade.",
        omitted="it is, unless a different arc is given",
        section=AROUND,
    )
    arc = one_of(
        "The target lies in",
        {one: ARCS[one] for one in ("forward", "rear")},
        help="The arc of the attacker that the target is in.",
        omitted="the arc of the weapon or upgrade, unless the target is given as outside it",
        asked="in which arc of the attacker the target is",
        section=AROUND,
    )
    from_attacker = number(
        "Range from the attacker",
        LONGEST_RANGE,
        least=1,
        or_null=True,
        help="Only for a burst, since its range is measured from its token: at range 4 from the attacker, the defender "
        "rolls one more die.",
        omitted="not at range 4",
        section=UPGRADES,
    )

    @property
    def done(self) -> bool:
        """True if the range was measured, even if the target is out of range."""
        return "range" in peek(self.said)

    @property
    def distance(self) -> int | None:
        """The measured range; None if the target is out of range, or if it was not measured."""
        found = self.range
        return found if isinstance(found, int) else None


class Spent(Part):
    """Tokens that are spent, each as often as it is spent."""

    attacker = repeated(
        "The attacker spends", {one: TOKENS[one] for one in (CHARGE, TARGET, CONCENTRATE)}, 20, section=AROUND
    )
    defender = repeated("The defender spends", DEFENSE_TOKENS, 20, twice=(DODGE,), section=AROUND)

    def has_token(self, side: str, token: str) -> bool:
        """Return whether a side spends a token. To spend it again has no effect."""
        return token in self.said.get(side, ())

    def times(self, side: str, token: str) -> int:
        """Return how often a side spends a token whose number counts."""
        times: int = self.said.get(side, ()).count(token)
        return times

    def counted(self, side: str) -> Counter[str]:
        """Return how often a side spends each token; what the answer uses of them is recorded elsewhere."""
        return Counter(peek(self.said).get(side, ()))


class SpentOnTarget(Spent):
    """Tokens that are spent in the attack on one creature; a Charge Token is spent before."""

    attacker = repeated("The attacker spends", {one: TOKENS[one] for one in (TARGET, CONCENTRATE)}, 20, section=AROUND)
    defender = repeated("It spends", DEFENSE_TOKENS, 20, twice=(DODGE,), section=AROUND)


class Change(Part):
    """Change of a number by a card text."""

    what = one_of("What changes", NUMBERS, asked="which number {who} changes")
    by = number("By", 20, least=-20, asked="by how much {who} changes its number")
    because = _because("Because of", "the number of the change", help="The card or agreement that says so.")
    side = one_of(
        "Card of",
        OF_SIDES,
        help="The side with the card. Needed if the order decides; attack dice are changed by the defender first, "
        "defense dice by the attacker.",
        asked="whose card makes {who}",
    )
    adventure = tick(
        "A rule of the adventure",
        help="Whether the change comes from a special rule of an adventure.",
        omitted="from a card",
    )
    first = flag(
        "Before re-rolls and tokens",
        help="Whether its side resolves it before it re-rolls and spends tokens. Needed if that decides.",
        asked="whether {who} comes before the re-rolls and tokens of its side",
    )
    turned = places(
        "Dice turned",
        MAX_DICE - 1,
        20,
        help="The dice that lose a result, by their places from 0 on. Needed if a die that may have lost one is "
        "re-rolled afterwards.",
        asked="which dice lose a result by {who}",
    )

    @property
    def is_counted(self) -> bool:
        """True if it is known by how much the number changes."""
        return "by" in peek(self.said)


class Reroll(Part):
    """Die that is rolled again."""

    die = place("Die", MAX_DICE - 1, help="Its place, from 0 on.", asked="which die is re-rolled")
    face = one_of("Face", ATTACK_FACES | DEFENSE_FACES, asked="what the re-rolled die shows")
    because = _because("Because of", "a Target Token that is spent", help="The card that allows it.")
    twice = tick(
        "More than once",
        help="Whether its card says that a die can be re-rolled more than once.",
        omitted="it does not",
    )
    side = one_of("Side", OF_SIDES, help="The side that re-rolls it.", omitted="the side whose dice they are")

    @property
    def shows(self) -> bool:
        """True if it is known what the die shows."""
        return "face" in peek(self.said)


class AttackReroll(Reroll):
    """Attack die that is rolled again."""

    face = one_of("Face", ATTACK_FACES, asked="what the re-rolled die shows")


class DefenseReroll(Reroll):
    """Defense die that is rolled again."""

    face = one_of("Face", DEFENSE_FACES, asked="what the re-rolled die shows")
    because = _because("Because of", "nothing, and no token allows it", help="The card that allows it.")


class Rolled(Part):
    """Rolled dice."""

    attack = dice("Attack dice", ATTACK_FACES, MAX_DICE, counted="attack_dice", asked="the faces of the attack dice")
    reroll = optional_parts(
        AttackReroll,
        "Re-rolled attack die",
        MAX_DICE,
        plural="Re-rolled attack dice",
        help="In their order.",
        shown_if="attack",
        section=CARDS,
    )
    defense = dice("Defense dice", DEFENSE_FACES, MAX_DICE, counted="defense_dice", shown_if="attack")
    defense_reroll = optional_parts(
        DefenseReroll,
        "Re-rolled defense die",
        MAX_DICE,
        plural="Re-rolled defense dice",
        help="In their order.",
        shown_if="defense",
        section=CARDS,
    )


class OfTarget(Part):
    """Inputs about the attack on one creature."""

    measured = one_part(Measurement, "Measurement", omitted="not measured yet")
    caught = number(
        "Soldiers in the area",
        99,
        least=1,
        help="The number of soldiers of a troop in the area of the attack, without pressed soldiers. Needed if it "
        "decides.",
        asked="how many soldiers of the troop are in the area",
        section=UPGRADES,
    )
    friend = tick(
        "Friend",
        help="Whether it is on the attacker's own side, since area attacks can affect friends.",
        omitted="it is an enemy",
        section=UPGRADES,
    )
    pivot_of_friend = flag(
        "Pivot Token of a friend",
        help="Whether it gives the attacker a die: pages 12 and 19 leave this open. Needed if it decides.",
        asked="whether the Pivot Token of a friend gives the attacker a die",
        section=UPGRADES,
    )
    last_face_up = flag(
        "Criticals of the last soldier lie face up",
        help="Whether a critical lies face up that is dealt to the last soldier of a troop, after its others fell to "
        "the same attack: pages 31 and 32 leave this open. Needed if it decides.",
        asked="whether criticals of the last soldier lie face up if the others fell to the same attack",
        section=UPGRADES,
    )
    spend: Input[Spent] = one_part(Spent, "Tokens spent", omitted="none")
    changes = optional_parts(
        Change,
        "Change",
        20,
        idle=Change.by,
        plural="Changes by cards",
        help="Changes by card texts, as entered by the players; each side's changes in the order in which it resolves "
        "them.",
        section=CARDS,
    )
    rolled = one_part(Rolled, "Rolled", omitted="not rolled yet")

    def changes_in_order(self, name: str, first: str) -> list[Change]:
        """Return the changes of a number: first by cards, the first side's before the other's, then by an adventure.

        The rules of an adventure override cards.
        """
        found = [one for one in self.changes if one.what == name]
        if len(found) < 2:
            return found
        return sorted(found, key=lambda change: (change.adventure, (change.side or ATTACKER) != first))


# Inputs of the whole attack -----------------------------------------------------------------------------------------


class AtHand(Part):
    """Number of dice at hand, if more are to be rolled."""

    attack = number("Attack dice at hand", 99, least=1, omitted="enough", section=CARDS)
    defense = number("Defense dice at hand", 99, least=1, omitted="enough", section=CARDS)


class Obstacle(Part):
    """Obstacle under the ruler."""

    affects = one_of("It is", OF_OBSTACLES, asked="which play level each of the obstacles affects")


class AttackSituation(GameSituation):
    """Inputs of an attack on one creature or on several."""

    attacker = one_part(
        Creature,
        "Attacker",
        called="The attacker",
        shows=(),
        sections={
            OF_ATTACKER: (
                Creature.attack,
                Creature.play_level,
                Creature.swooping,
                Creature.soldiers,
                Creature.pressed,
                Creature.attacked,
                Creature.charged,
                Creature.no_attack,
            )
        },
    )
    attacks_again = _because(
        "A card allows another attack",
        "none does",
        help="The card by which a creature that has attacked in this round may attack once more.",
        section=CARDS,
    )
    no_room = without_room("a charge", OF_ATTACKER)
    at_hand = one_part(AtHand, "Dice at hand", omitted="enough")
    dice = one_part(Dice, "Dice", kept=True)


OF_UPGRADE = (
    Upgrade.dice,
    Upgrade.range,
    Upgrade.melee,
    Upgrade.costs,
    Upgrade.duration_tokens,
    Upgrade.area,
    Upgrade.penetrates,
    Upgrade.resisted,
    Upgrade.disabled,
    Upgrade.discarded,
)
"""The inputs about an upgrade that attacks which pages show."""
OF_TARGET = (
    Creature.agility,
    Creature.health,
    Creature.armor,
    Creature.damage,
    Creature.shattered,
    Creature.tokens,
    Creature.play_level,
    Creature.swooping,
    Creature.soldiers,
    Creature.pressed,
)
"""The inputs about a creature that is attacked which pages show."""


class Attack(AttackSituation, OfTarget):
    """An attack on one creature."""

    attacker = AttackSituation.attacker
    defender = one_part(Creature, "Defender", called="The defender", shows=(), sections={OF_DEFENDER: OF_TARGET})
    weapon = one_part(
        Weapon,
        "Weapon",
        called="the primary weapon",
        omitted="the first of the attacker's",
        section=OF_ATTACKER,
    )
    measured = one_part(Measurement, "Measurement", omitted="not measured yet")
    rolled = one_part(Rolled, "Rolled", omitted="not rolled yet", shown_if="measured")
    upgrade = one_part(
        Upgrade,
        "Upgrade or spell",
        called="the upgrade",
        omitted="a weapon attacks",
        section=UPGRADES,
        shows=OF_UPGRADE,
    )
    interposing = number_or(
        0, "none", "Ground creatures between", 99, help="Between two creatures on the ground.", section=AROUND
    )
    obstacles = optional_parts(
        Obstacle,
        "Obstacle under the ruler",
        20,
        plural="Obstacles under the ruler",
        help="Each with its play level. If only their number is given, the level is needed if it decides.",
        or_number=99,
        section=AROUND,
    )
