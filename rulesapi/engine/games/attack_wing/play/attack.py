"""One attack in the order of the table: declare, measure, dice, their changes, armor, damage (p. 15-22).

If a roll is given, the course continues with it. If not, the course ends with the odds of the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from typing import Any

from rulesapi.engine.games.attack_wing.play import attack_odds
from rulesapi.engine.games.attack_wing.play.attack_parts import (
    AIR,
    ALL_AROUND,
    ATTACKER,
    BOTH,
    DEFENDER,
    GROUND,
    LEVELS,
    LONGEST_RANGE,
    AttackForm,
    Situation,
    penetration_unknown,
    play_level,
)
from rulesapi.engine.games.attack_wing.play.damage import (
    Caught,
    creature_breaches,
    deal_damage,
    face_up_armor,
    is_troop,
    soldiers_in_play,
)
from rulesapi.engine.games.attack_wing.play.modifying import change_step, modified_attack, modified_defense
from rulesapi.engine.games.attack_wing.play.parts import PRIMARY, Creature, Upgrade, Weapon
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts, without_asking
from rulesapi.engine.resolutions.reading import Layered, peek
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document

FORWARD = "forward"
BURST = "burst"
SHAPES = ("line", "cone", BURST)
"""The shapes of area attacks, as named in the ranges of cards."""
SECTIONS = re.compile(r"(?:range )?([0-9]+)(?: ?[-–] ?([0-9]+))?")
"""A range in sections of the ruler, as printed on cards or written by players."""
LOST, UNAFFECTED = "lost", "unaffected"
"""The stages of an attack on a target out of arc or range, and of one on a target that a burst does not reach."""
MELEE = {True: phrase("melee"), False: phrase("ranged"), None: phrase("melee or ranged is not known")}


def attack(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer whether an attack can be made, and its result as far as dice were rolled."""
    attacker = Creature(document["attacker"], "/attacker", table, phrase("The attacker"))
    defender = Creature(document["defender"], "/defender", table, phrase("The defender"))
    situation = Situation(document, table, attacker, defender)
    asked: list[Missing] = []
    form, stage = yield from without_asking(_until_dice(situation), asked)
    if stage not in (LOST, UNAFFECTED):  # these stages do not depend on other unknown facts: no dice are rolled
        yield from asked
    if form is None or stage == "declare":
        return Answer({"stage": "declare"})
    if stage != "hit":
        return Answer({"stage": stage, "reach": list(form.reach) if form.reach else None, "arc": form.arc})
    return (yield from roll(situation, form))


def _until_dice(situation: Situation) -> Course[tuple[AttackForm | None, str]]:
    """Return the form of the attack and its stage: `hit` if dice are rolled, otherwise the stage at which it ends."""
    form = yield from _form(situation)
    if form is None or not (yield from _may_be_declared(situation, form)):
        return form, "declare"
    return form, (yield from _measure(situation, form))


# The form of the attack ---------------------------------------------------------------------------------------------


def _form(situation: Situation) -> Course[AttackForm | None]:
    if "upgrade" in situation.document:
        return (yield from upgrade_form(situation))
    return (yield from _weapon_form(situation))


def _weapon_form(situation: Situation) -> Course[AttackForm | None]:
    """Return the named weapon with the stated facts, a described weapon, or the attacker's first weapon."""
    attacker = situation.attacker
    asked = situation.document.get("weapon", {})
    printed = attacker.weapons or ()
    if not asked and printed:
        return _weapon(printed[0].said, situation)
    if known := [one for one in printed if asked.get("name") and one.said.get("name") == asked["name"]]:
        return _weapon(Layered(asked, known[0].said), situation)
    if not peek(asked).keys() <= {"name"}:
        return _weapon(asked, situation)
    names = [one.said.get("name") for one in printed]
    if not all(names) or not names:  # a weapon with an unknown name may be meant
        rule = "unknown-weapon" if names else "declare-target"
        yield Missing(attacker.slug, "/weapons", attacker.at, rule)
        return _weapon(asked, situation)
    facts = {"attacker": attacker.name, "weapon": asked["name"], "weapons": names}
    yield Breach("unknown-weapon", ("/weapon",), facts)
    return None


def _weapon(entered: Document, situation: Situation) -> AttackForm:
    weapon = Weapon(entered, "/weapon", situation.table, phrase("the primary weapon"))
    return AttackForm(
        name=weapon.name,
        at=weapon.at,
        card=situation.attacker.slug,
        melee=weapon.melee,
        reach=None if weapon.range is None else (1, weapon.range),
        area=False,
        source=weapon,
    )


def upgrade_form(situation: Situation) -> Course[AttackForm | None]:
    """Return the form of an upgrade's attack, or None if it has none."""
    one = Upgrade(situation.document["upgrade"], "/upgrade", situation.table, phrase("the upgrade"))
    if one.has_no_attack:
        yield Breach("no-upgrade-attack", ("/upgrade",), {"upgrade": one.name})
        return None
    reach, shape = read_range(one.range)
    if reach is not None and not 1 <= reach[0] <= reach[1] <= LONGEST_RANGE:
        yield Breach("no-such-range", ("/upgrade/range",), {"range": one.range})
        return None
    dice = one.dice
    if dice is None:
        yield one.missing(Upgrade.dice, "attack-dice")
    return AttackForm(
        name=one.name,
        at="/upgrade",
        card=one.card.get("slug", ""),
        melee=(yield from one.need_or(Upgrade.melee, False, "wrong-play-level")),
        reach=reach,
        area=bool(shape) or (yield from _is_area(situation, one)),
        source=one,
        dice=dice if isinstance(dice, int) else None,
        primary=dice == PRIMARY,
        burst=shape == BURST if shape or reach else None,
        costs=(yield from one.tokens_spent()),
    )


def _is_area(situation: Situation, upgrade: Upgrade) -> Course[bool]:
    """Return whether an upgrade attacks an area. If that is unknown and makes a difference, ask for it."""
    known = upgrade.area
    if known is not None or not upgrade.card:
        return bool(known)
    if is_troop(situation.defender) or any(
        situation.document.get(between, 0) for between in ("interposing", "obstacles")
    ):
        yield Missing(upgrade.card.get("slug", ""), "/area", upgrade.at, "area-attack")
    return False


def read_range(printed: Any) -> tuple[tuple[int, int] | None, str]:
    """Return the minimum and maximum range that a card prints, and the shape of its area: “2-3”, “cone 2”.

    A range that cannot be read is None. The shape of an attack on one creature is empty.
    """
    words = [] if printed is None else str(printed).lower().split()
    shape = words.pop(0) if words and words[0] in SHAPES else ""
    found = SECTIONS.fullmatch(" ".join(words))
    if found is None:
        return None, shape
    first, last = found.groups()
    return (int(first), int(last)) if last else (1, int(first)), shape


# Conditions of the attack -------------------------------------------------------------------------------------------


def _may_be_declared(situation: Situation, form: AttackForm) -> Course[bool]:
    breaches = [
        *creature_breaches(situation.attacker),
        *creature_breaches(situation.defender),
        *attacker_breaches(situation),
        *caught_breaches(situation, form),
        *token_breaches(situation, form),
        *upgrade_breaches(situation, form),
        *charge_breaches(situation, form),
    ]
    yield from breaches
    level = yield from reaches_play_level(situation, form)
    if breaches or not level:
        return False
    yield from before_declared(situation)
    facts = {
        "attacker": situation.attacker.name,
        "defender": situation.defender.name,
        "weapon": form.name,
        "melee": MELEE[form.melee],
        "arc": form.arc,
        "range": form.reach[1] if form.reach else None,
    }
    yield Step("declare-target", facts, sets=situation.attacker.sets(Creature.attacked, True))
    if form.area:
        yield from _area_steps(situation, form)
    return True


def before_declared(situation: Situation) -> Course[None]:
    """Yield the steps before the target: the card that allows another attack, and the charge."""
    attacker = situation.attacker
    if again := attacks_again(situation):
        yield Step("attack-again", {"attacker": attacker.name, "because": again})
    if situation.spends(ATTACKER, "charge"):
        yield Step("charge", {"attacker": attacker.name}, sets=attacker.sets(Creature.charged, True))


def _area_steps(situation: Situation, form: AttackForm) -> Course[None]:
    yield Step("area-attack", {"weapon": form.name, "defender": situation.defender.name})
    if is_troop(situation.defender):
        yield Step("troop-in-area", {"caught": situation.document.get("caught")})


def attacks_again(situation: Situation) -> str:
    """Return the card that allows a second attack, or an empty string."""
    if not situation.attacker.attacked:
        return ""
    because: str = situation.document.get("attacks_again", "")
    return because


def attacker_breaches(situation: Situation) -> list[Breach]:
    """Return the reasons why the attacker cannot attack now (p. 4, 16)."""
    attacker = situation.attacker
    found = []
    if attacker.attacked and not attacks_again(situation):
        found.append(Breach("attack-repeated", ("/attacker/attacked",), {"attacker": attacker.name}))
    if attacker.no_attack:
        found.append(Breach("no-attack-token", ("/attacker/no_attack",), {"attacker": attacker.name}))
    return found


def caught_breaches(situation: Situation, form: AttackForm) -> list[Breach]:
    """Return a breach if an area has more soldiers than the troop has in the play area (p. 31-32)."""
    defender = situation.defender
    if not (form.area and is_troop(defender)):
        return []
    caught, most = situation.document.get("caught"), soldiers_in_play(defender)
    if caught is None or caught <= most:
        return []
    return [Breach("too-many-caught", ("/caught",), {"defender": defender.name, "caught": caught, "most": most})]


def token_breaches(situation: Situation, form: AttackForm) -> list[Breach]:
    """Return the breaches of missing tokens that are spent. Tokens that the attack itself costs are not available."""
    found = []
    for side, who in ((ATTACKER, situation.attacker), (DEFENDER, situation.defender)):
        spent: Counter[str] = Counter(peek(situation.document.get("spend", {})).get(side, ()))
        held = Counter(who.tokens) if spent else spent
        costs = Counter(form.costs if side == ATTACKER else ())
        for token, number in spent.items():
            left = held[token] - costs[token]
            if 0 <= left < number:
                facts = {"creature": who.name, "token": token} | ({"spent": number, "held": left} if left else {})
                found.append(Breach("token-not-there", (f"/spend/{side}",), facts))
    return found


def upgrade_breaches(situation: Situation, form: AttackForm) -> list[Breach]:
    """Return the reasons why the upgrade of an attack cannot be used now: its state, or missing tokens (p. 24-25)."""
    if not form.upgrade:
        return []
    said = situation.document["upgrade"]
    facts = {"upgrade": form.name, "attacker": situation.attacker.name}
    found = []
    if tokens := said.get("duration_tokens", 0):
        found.append(Breach("upgrade-on-cooldown", ("/upgrade/duration_tokens",), facts | {"tokens": tokens}))
    found += [
        Breach(f"upgrade-{state}", (f"/upgrade/{state}",), facts)
        for state in ("disabled", "discarded")
        if said.get(state, False)
    ]
    if not form.costs:
        return found
    held = Counter(situation.attacker.tokens)
    for token, number in Counter(form.costs).items():
        if (left := held[token]) < number:
            few = {"number": number, "held": left} if left else {}
            found.append(Breach("missing-token", (f"{form.at}/costs",), facts | {"token": token} | few))
    return found


def charge_breaches(situation: Situation, form: AttackForm) -> list[Breach]:
    """Return a breach for a ranged attack after a charge (p. 16)."""
    if form.melee is not False:
        return []
    facts = {"attacker": situation.attacker.name, "weapon": form.name}
    if situation.spends(ATTACKER, "charge"):
        return [Breach("ranged-after-charge", ("/spend/attacker",), facts)]
    if situation.attacker.charged:
        return [Breach("ranged-after-charge", ("/attacker/charged",), facts)]
    return []


def reaches_play_level(situation: Situation, form: AttackForm) -> Course[bool]:
    """Return whether a melee attack reaches the target's play level. An unknown level counts as reached."""
    attacker, defender = situation.attacker, situation.defender
    if form.melee is None and not form.upgrade:
        yield Missing(form.card, "/weapons", form.at, "wrong-play-level")
    if form.melee is not True or attacker.swooping or defender.swooping:
        return True
    levels: list[str] = []
    for who in (attacker, defender):
        level = play_level(who)
        if level is None:
            yield unknown_level(who, "wrong-play-level")
        else:
            levels.append(level)
    if len(levels) < 2 or levels[0] == levels[1]:
        return True
    yield Breach(
        "wrong-play-level",
        ("/attacker", "/defender"),
        {
            "attacker": attacker.name,
            "defender": defender.name,
            "weapon": form.name,
            "from": LEVELS[levels[0]],
            "to": LEVELS[levels[1]],
        },
    )
    return False


def unknown_level(creature: Creature, rule: str) -> Missing:
    """Return the missing fact that decides the play level of a creature."""
    return Missing(creature.card.get("slug", ""), "/movement", creature.at, rule)


# Measuring ----------------------------------------------------------------------------------------------------------


def _measure(situation: Situation, form: AttackForm) -> Course[str]:
    """Return the result of measuring: `measure` if no range was measured, `lost`, `unaffected` or `hit`."""
    measured = situation.document.get("measured")
    if measured is None:
        yield from measure_first(situation)
        return "measure"
    if form.burst:
        return (yield from in_burst(situation, form))
    defender = situation.defender.name
    if not (yield from in_arc(situation, form)):
        yield Step("out-of-arc", {"defender": defender, "arc": form.arc or "attack"})
        return LOST
    distance = measured["range"]
    if distance is None:
        yield Step("out-of-range", {"defender": defender, "range": None, "weapon": form.name, "most": None})
        return LOST
    if not 1 <= distance <= LONGEST_RANGE:
        yield Breach("no-such-range", ("/measured/range",), {"range": distance})
        return "measure"
    if form.reach is None:
        yield Missing(form.card, "/range" if form.upgrade else "/weapons", form.at, "out-of-range")
    elif not form.reach[0] <= distance <= form.reach[1]:
        least, most = form.reach
        facts = {"defender": defender, "range": distance, "weapon": form.name, "most": most}
        yield Step("out-of-range", facts | ({"least": least} if least > 1 else {}))
        return LOST
    yield Step("measure", {"defender": defender, "range": distance})
    return "hit"


def measure_first(situation: Situation) -> Course[None]:
    """Ask for the range if dice were rolled, because nothing is rolled before it is measured (p. 16)."""
    if situation.rolled:
        yield Missing("", "/range", "/measured", "measure")


def in_arc(situation: Situation, form: AttackForm) -> Course[bool]:
    """Return whether the target is in the arc of the attack, which is the default."""
    arc = form.arc
    if arc in ALL_AROUND:
        return True
    measured = situation.document["measured"]
    said, lies = measured.get("in_arc"), measured.get("arc") if arc else None
    if lies is None:
        return said is not False
    inside: bool = lies == arc
    if said is not None and said != inside:
        facts = {"defender": situation.defender.name, "lies": lies, "arc": arc, "weapon": form.name}
        yield Breach("arcs-differ", ("/measured/in_arc", "/measured/arc"), facts)
    return inside


def in_burst(situation: Situation, form: AttackForm) -> Course[str]:
    """Return the stage of a burst, which strikes targets in range of the Burst Token in any arc (p. 18)."""
    distance = situation.document["measured"]["range"]
    defender = situation.defender.name
    if distance is not None and not 1 <= distance <= LONGEST_RANGE:
        yield Breach("no-such-range", ("/measured/range",), {"range": distance})
        return "measure"
    least, most = form.reach or (1, LONGEST_RANGE)
    if distance is None or not least <= distance <= most:
        yield Step("not-caught", {"defender": defender, "weapon": form.name})
        return UNAFFECTED
    if form.reach is None:
        yield Missing(form.card, "/range", form.at, "burst-strikes")
    yield Step("burst-strikes", {"defender": defender})
    return "hit"


# Dice ---------------------------------------------------------------------------------------------------------------


def roll(situation: Situation, form: AttackForm) -> Course[Answer]:
    """Resolve the dice of both sides as far as they were rolled, and return the answer (p. 19-20)."""
    attack_dice = yield from _attack_dice(situation, form)
    defense_dice = yield from _defense_dice(situation, form)
    result: dict[str, Any] = {"stage": "attack-dice", "attack_dice": attack_dice, "defense_dice": defense_dice}
    rolled = situation.rolled
    if attack_dice == 0:
        yield from _other_number(situation, "attack", attack_dice)
        yield Step("no-attack-dice", {})
        return Answer(result | {"stage": "done", "damage": {"normal": 0, "critical": 0}})
    if "attack" not in rolled:
        if rolled:  # the attack dice are rolled before all others
            yield Missing("", "/attack", "/rolled", "attack-dice")
        dice, added = (attack_dice, defense_dice), _added_dodges(situation, form)
        return Answer(result, (yield from attack_odds.odds_of_all(situation, form, dice, added)))
    yield from _other_number(situation, "attack", attack_dice)
    shown = yield from modified_attack(situation)
    result |= {"stage": "defense-dice", "hits": shown and shown[0], "criticals": shown and shown[1]}
    if shown is None:
        return Answer(result)
    added = _added_dodges(situation, form)
    if "defense" not in rolled and defense_dice != 0:
        return Answer(result, (yield from attack_odds.odds_of_defense(situation, form, shown, defense_dice, added)))
    yield from _other_number(situation, "defense", defense_dice)
    dodges = yield from modified_defense(situation, (yield from added))
    if dodges is None:
        return Answer(result | {"dodges": None})
    damage = yield from _compared(situation, form, shown, dodges)
    if damage is None:
        return Answer(result | {"dodges": dodges})
    dealt = yield from deal_damage(situation.defender, damage, caught=soldiers_caught(situation, form))
    return Answer(
        result
        | {"stage": "done", "dodges": dodges, "damage": dict(zip(("normal", "critical"), damage, strict=True))}
        | dealt
    )


def soldiers_caught(situation: Situation, form: AttackForm) -> Caught:
    """Return the minimum and maximum number of a troop's soldiers in the area of an attack.

    Returns None for an attack on a single soldier, or on a creature that is no troop.
    """
    if not (form.area and is_troop(situation.defender)):
        return None
    caught: int | None = situation.document.get("caught")
    return (1, soldiers_in_play(situation.defender)) if caught is None else (caught, caught)


def _attack_dice(situation: Situation, form: AttackForm) -> Course[int | None]:
    attacker, defender = situation.attacker, situation.defender
    if form.upgrade and form.dice is not None:
        dice: int | None = form.dice
    elif form.upgrade and not form.primary:
        dice = None
    else:
        dice = yield from attacker.need(Creature.attack, "attack-dice")
    if dice is not None:
        yield Step("attack-dice", {"weapon": form.name, "dice": dice}, 0, dice)
    charged = yield from _charged(situation, form)
    if charged is None:
        dice = None
    elif charged:
        dice = yield from _more(dice, 1, "charge-die", {})
    pivoted = yield from _pivoted(situation)
    if pivoted is None:
        dice = None
    elif pivoted:
        dice = yield from _more(dice, 1, "pivot-die", {"defender": defender.name})
    if pressed := attacker.pressed:
        dice = yield from _more(dice, -pressed, "pressed-attack", {"pressed": pressed, "creature": attacker.name})
    dice = yield from _declared(situation, "attack-dice", DEFENDER, dice)
    if dice is None:
        return None
    yield from _in_turns(situation, "attack", dice)
    return max(0, dice)


def _charged(situation: Situation, form: AttackForm) -> Course[bool | None]:
    """Return whether the charge gives a die, or None with a missing fact if an unknown arc decides."""
    charged = situation.spends(ATTACKER, "charge") or situation.attacker.charged
    if not charged or form.melee is False:
        return False
    if form.melee is None:
        return None  # which the declaration of the target asks for
    arc = situation.document["measured"].get("arc") or form.arc
    if arc in (FORWARD, "rear"):
        return arc == FORWARD
    yield Missing("", "/arc", "/measured", "charge-die")
    return None


def _pivoted(situation: Situation) -> Course[bool | None]:
    """Return whether the defender's Pivot Token gives a die, or None with a missing fact for a friend.

    The token gives a die to enemies by p. 12, to any attacker by p. 19.
    """
    if "pivot" not in situation.defender.tokens:
        return False
    if not situation.document.get("friend", False):
        return True
    counts: bool | None = situation.document.get("pivot_of_friend")
    if counts is None:
        yield Missing("", "/pivot_of_friend", "", "pivot-die")
    return counts


def _defense_dice(situation: Situation, form: AttackForm) -> Course[int | None]:
    defender = situation.defender
    dice = yield from defender.need(Creature.agility, "defense-dice")
    if dice is not None:
        yield Step("defense-dice", {"defender": defender.name, "dice": dice}, 0, dice)
    # The range of a burst is measured from its token, and the range for the defense die from the attacker (p. 17-18).
    if situation.document["measured"].get("from_attacker" if form.burst else "range") == LONGEST_RANGE:
        dice = yield from _more(dice, 1, "long-range", {})
    if not form.area:
        dice = yield from _interposing(situation, dice)
        dice = yield from _obstructed(situation, dice)
    if pressed := defender.pressed:
        dice = yield from _more(dice, -pressed, "pressed-defense", {"pressed": pressed, "creature": defender.name})
    dice = yield from _declared(situation, "defense-dice", ATTACKER, dice)
    if dice is None:
        return None
    if dice < 0:
        yield Step("no-defense-dice", {}, dice, 0)
        return 0
    yield from _in_turns(situation, "defense", dice)
    return dice


def _interposing(situation: Situation, dice: int | None) -> Course[int | None]:
    """Return the defense dice with those for ground creatures between two creatures on the ground (p. 17-18)."""
    sides = situation.attacker, situation.defender
    levels = [play_level(who) for who in sides]
    if AIR in levels or not (between := situation.document.get("interposing", 0)):
        return dice
    unknown = [who for who, level in zip(sides, levels, strict=True) if level is None]
    yield from (unknown_level(who, "interposing") for who in unknown)
    return None if unknown else (yield from _more(dice, between, "interposing", {"number": between}))


def _obstructed(situation: Situation, dice: int | None) -> Course[int | None]:
    """Return the defense dice with those for obstacles on the play level of attacker or defender (p. 33-34)."""
    said = situation.document.get("obstacles", 0)
    if not said:
        return dice
    sides = situation.attacker, situation.defender
    levels = {who.at: play_level(who) for who in sides}
    obstacles = [None] * said if isinstance(said, int) else [one["affects"] for one in said]
    hinders = [_hinders(affects, levels.values()) for affects in obstacles]
    if None in hinders:
        if isinstance(said, int):
            yield Missing("", "/affects", "/obstacles", "obstructed")
        yield from (unknown_level(who, "obstructed") for who in sides if levels[who.at] is None)
        return None
    number = hinders.count(True)
    if number < len(hinders):
        yield Step("not-obstructed", {"number": len(hinders) - number})
    return (yield from _more(dice, number, "obstructed", {"number": number})) if number else dice


def _hinders(affects: str | None, levels: Collection[str | None]) -> bool | None:
    """Return whether an obstacle hinders an attack between creatures on these play levels, or None if unknown."""
    if {AIR, GROUND} <= {*levels} or affects == BOTH or (affects is not None and affects in levels):
        return True
    return None if affects is None or None in levels else False


def _in_turns(situation: Situation, die: str, dice: int) -> Course[None]:
    """Yield the step of rolling in turns if there are fewer dice at hand than in the pool (p. 32)."""
    at_hand: int | None = situation.document.get("at_hand", {}).get(die)
    if at_hand is not None and dice > at_hand:
        yield Step("dice-in-turns", {"dice": dice, "at_hand": at_hand, "again": dice - at_hand})


def _more(dice: int | None, by: int, rule: str, facts: dict[str, Any]) -> Course[int | None]:
    after = None if dice is None else dice + by
    yield Step(rule, facts, dice, after)
    return after


def _declared(situation: Situation, name: str, first: str, number: int | None) -> Course[int | None]:
    """Return a number of dice after the declared changes by cards. Only the final sum is kept at 0 or more."""
    for change in situation.changes(name, first):
        after = None if number is None else number + change["by"]
        yield change_step(change, number, after)
        number = after
    return number


def _other_number(situation: Situation, die: str, dice: int | None) -> Course[None]:
    """Yield a breach if another number of dice was rolled."""
    given = len(situation.rolled.get(die, ()))
    if dice is not None and given != dice:
        yield Breach("other-number-of-dice", (f"/rolled/{die}",), {"given": given, "dice": dice})


# Rolled faces -------------------------------------------------------------------------------------------------------


def _added_dodges(situation: Situation, form: AttackForm) -> Course[list[Step]]:
    """Return the steps of dodges that no die shows: one for each token, and one for a shared energy type."""
    facts = {"defender": situation.defender.name}
    tokens = situation.times_spent(DEFENDER, "dodge")
    added = [Step("dodge-token", facts) for _ in range(tokens)]
    resists = yield from _resists(situation, form)
    if resists:
        added.append(Step("energy-resistance", facts | ({} if resists is True else {"energy": resists})))
    return added


def _resists(situation: Situation, form: AttackForm) -> Course[list[str] | bool]:
    """Return the energy types that an upgrade attack shares with the defender, or a truth value if they are unknown."""
    if not form.upgrade:
        return False
    types, said = form.energy, form.resisted
    if types is None and not form.card and said is None:
        return False  # an upgrade that is only described has an energy type only if one is stated
    own = situation.defender.energy if types != () or said else None
    if types == () or own == () or None not in (types, own):
        shared = sorted({*(types or ())} & {*(own or ())})
        if said is not None and said != bool(shared):
            facts = {"defender": situation.defender.name, "upgrade": form.name}
            yield Breach("resistance-differs", ("/upgrade/resisted",), facts)
        return shared
    if said is not None:
        return said
    yield from situation.defender.need(Creature.energy, "energy-resistance")
    if types is None:
        yield Missing(form.card, "/energy", form.at, "energy-resistance")
    return False


def _compared(
    situation: Situation, form: AttackForm, shown: tuple[int, int], dodges: int
) -> Course[tuple[int, int] | None]:
    """Return the remaining normal and critical damage, or None if unknown armor decides."""
    hits, criticals = shown
    cancelled = min(hits, dodges)
    left = hits - cancelled, max(0, criticals - (dodges - cancelled))
    facts = {
        "dodges": dodges,
        "hits": hits,
        "criticals": criticals,
        "left_hits": left[0],
        "left_criticals": left[1],
    }
    yield Step("compare", facts, [hits, criticals], list(left))
    if not any(left):
        yield Step("missed", {})
        return left
    if form.penetrates:
        yield Step("armor-penetrated", {})
        return left
    if not left[0]:
        return left
    armor = yield from face_up_armor(situation.defender)
    if armor is None or (armor and (yield from penetration_unknown(form))):
        return None
    deflected = min(armor, left[0])
    yield Step("armor", {"armor": armor, "deflected": deflected}, left[0], left[0] - deflected)
    return left[0] - deflected, left[1]
