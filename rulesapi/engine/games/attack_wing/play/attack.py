"""One attack, step by step in the order of the table: declare, measure, dice, their changes, armor, damage (p. 15-22).

Where a roll is given the course goes on with it; where it ends without one, the odds of what is left are told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulesapi.engine.core.messages import phrase
from rulesapi.engine.core.model import Document, value_object
from rulesapi.engine.games.attack_wing import odds
from rulesapi.engine.games.attack_wing.play import faces, upgrade_facts
from rulesapi.engine.games.attack_wing.play.damage import deal_damage, health_left, is_troop, troop_breaches
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts, without_asking
from rulesapi.engine.resolutions.participants import Participant, needed, participant, participant_at
from rulesapi.engine.resolutions.reading import peek

LONGEST_RANGE = 4
FORWARD = "forward"
LOST = "lost"
"""The stage of an attack whose target was measured out of its arc or range."""
MELEE = {True: phrase("melee"), False: phrase("ranged"), None: phrase("melee or ranged is not known")}
NUMBERS = {
    "attack-dice": phrase("attack dice"),
    "defense-dice": phrase("defense dice"),
    "hits": phrase("hits"),
    "criticals": phrase("criticals"),
    "dodges": phrase("dodges"),
}
"""The numbers that cards change, in words."""
LEVELS = {"air": phrase("in the air"), "ground": phrase("on the ground")}
SIDES = ("attacker", "defender")


@value_object
class AttackForm:
    """What an attack is made with: a weapon or an upgrade, with what is known of it.

    `dice` are those of an upgrade's own, `primary` says that they are those of the weapon value; `costs` are tokens.
    What only a part of an attack needs is looked up at its `source` when it is asked for.
    """

    name: str
    at: str
    card: str
    melee: bool | None
    reach: tuple[int, int] | None
    area: bool
    source: Document | Participant
    dice: int | None = None
    primary: bool = False
    burst: bool = False
    costs: tuple[str, ...] = ()

    @property
    def upgrade(self) -> bool:
        """Whether it is an upgrade, and no weapon."""
        return isinstance(self.source, Participant)

    @property
    def arc(self) -> str | None:
        """The arc in which it reaches its targets."""
        arc: str | None = self.source.fact("arc") if isinstance(self.source, Participant) else self.source.get("arc")
        return arc

    @property
    def energy(self) -> tuple[str, ...]:
        """The energy types of an upgrade."""
        return tuple(self.source.fact("energy") or ()) if isinstance(self.source, Participant) else ()

    @property
    def penetrates(self) -> bool | None:
        """Whether it penetrates armor, which no weapon does; `None` where the card would say it and is not known."""
        if not isinstance(self.source, Participant):
            return False
        said, card = self.source.said, self.source.card
        penetrates: bool | None = said.get("penetrates", card.get("penetrates", None if card else False))
        return penetrates

    @property
    def resisted(self) -> bool:
        """Whether the defender shares an energy type that nobody names."""
        return isinstance(self.source, Participant) and bool(self.source.said.get("resisted", False))


@value_object
class Situation:
    """Who attacks whom with what, and all else that was said."""

    document: Document
    table: TableFacts
    attacker: Participant
    defender: Participant

    def spends(self, side: str, token: str) -> bool:
        """Whether a token is to be spent."""
        return token in self.document.get("spend", {}).get(side, ())

    def changes(self, what: str, first: str) -> list[Document]:
        """What is changed about a number: by cards, those of the side that goes first before the other's; then by the
        special rules of an adventure, which beat them.
        """
        found = [one for one in self.document.get("changes", ()) if one["what"] == what]
        if len(found) < 2:
            return found
        return sorted(found, key=lambda one: (one.get("adventure", False), one.get("side", SIDES[0]) != first))

    @property
    def rolled(self) -> Document:
        """The faces that were rolled, by die."""
        found: Document = self.document.get("rolled", {})
        return found


def attack(document: Document, table: TableFacts) -> Course[Answer]:
    """Whether the attack can be made, and what comes of it as far as dice were rolled."""
    attacker = participant(document, "attacker", table, phrase("The attacker"))
    defender = participant(document, "defender", table, phrase("The defender"))
    situation = Situation(document, table, attacker, defender)
    asked: list[Missing] = []
    form, stage = yield from without_asking(_until_dice(situation), asked)
    if stage != LOST:  # which it is whatever else is not known: no dice are rolled
        yield from asked
    if form is None or stage == "declare":
        return Answer({"stage": "declare"})
    if stage != "hit":
        return Answer({"stage": stage, "reach": list(form.reach) if form.reach else None, "arc": form.arc})
    return (yield from roll(situation, form))


def _until_dice(situation: Situation) -> Course[tuple[AttackForm | None, str]]:
    """What it is made with, and `hit` where dice are rolled; else the stage at which it stands."""
    form = yield from _form(situation)
    if form is None or not (yield from _may_be_declared(situation, form)):
        return form, "declare"
    return form, (yield from _measure(situation, form))


# What it is made with -----------------------------------------------------------------------------------------------


def _form(situation: Situation) -> Course[AttackForm | None]:
    if "upgrade" in situation.document:
        return (yield from upgrade_form(situation))
    return (yield from _weapon_form(situation))


def _weapon_form(situation: Situation) -> Course[AttackForm | None]:
    """The weapon that is named, or described, or else the first that the card has."""
    attacker = situation.attacker
    asked = situation.document.get("weapon", {})
    printed = attacker.fact("weapons")
    if asked and not asked.keys() <= {"name"}:
        return _weapon(asked, attacker)
    if not printed:
        yield Missing(attacker.card.get("slug", ""), "/weapons", attacker.at, "declare-target")
        return _weapon(asked, attacker)
    if not asked:
        return _weapon(printed[0], attacker)
    if known := [one for one in printed if one.get("name") == asked["name"]]:
        return _weapon(known[0], attacker)
    names = [one.get("name") for one in printed]
    if not all(names):  # one of unknown name may be it
        yield Missing(attacker.card.get("slug", ""), "/weapons", attacker.at, "unknown-weapon")
        return _weapon(asked, attacker)
    facts = {"attacker": attacker.name, "weapon": asked["name"], "weapons": names}
    yield Breach("unknown-weapon", ("/weapon",), facts)
    return None


def _weapon(document: Mapping[str, Any], attacker: Participant) -> AttackForm:
    reach = document.get("range")
    return AttackForm(
        name=document.get("name") or phrase("the primary weapon"),
        at="/weapon",
        card=attacker.card.get("slug", ""),
        melee=document.get("melee"),
        reach=None if reach is None else (1, reach),
        area=False,
        source=document,
    )


def upgrade_form(situation: Situation) -> Course[AttackForm | None]:
    """What an attack of an upgrade is made with; `None` for an upgrade that has none."""
    one = participant_at(situation.document["upgrade"], "/upgrade", situation.table, phrase("the upgrade"))
    if upgrade_facts.has_no_attack(one):
        yield Breach("no-upgrade-attack", ("/upgrade",), {"upgrade": one.name})
        return None
    reach, area = read_range(one.fact("range"))
    dice = yield from upgrade_facts.attack_dice(one)
    return AttackForm(
        name=one.name,
        at="/upgrade",
        card=one.card.get("slug", ""),
        melee=(yield from upgrade_facts.told(one, "melee", "melee", False, "wrong-play-level")),
        reach=reach,
        area=area or (yield from _is_area(situation, one)),
        source=one,
        dice=dice if isinstance(dice, int) else None,
        primary=dice == upgrade_facts.PRIMARY,
        burst=str(one.fact("range")).startswith("burst "),
        costs=(yield from upgrade_facts.tokens_spent(one)),
    )


def _is_area(situation: Situation, one: Participant) -> Course[bool]:
    """Whether an upgrade attacks all in an area; asked for where that would change anything."""
    between = situation.document.get("interposing", 0) or situation.document.get("obstacles", 0)
    if not (between or is_troop(situation.defender)):
        return bool(one.said.get("area", one.card.get("area")))
    return bool((yield from upgrade_facts.told(one, "area", "area", False, "area-attack")))


def read_range(printed: Any) -> tuple[tuple[int, int] | None, bool]:
    """The nearest and the farthest range that a card prints, and whether it is of an area: “2-3”, “cone 2”."""
    if printed is None:
        return None, False
    words = str(printed).split()
    first, _, last = words[-1].partition("-")
    if not first.isdecimal():
        return None, len(words) > 1
    return (int(first), int(last)) if last else (1, int(first)), len(words) > 1


# Whether it may be made ---------------------------------------------------------------------------------------------


def _may_be_declared(situation: Situation, form: AttackForm) -> Course[bool]:
    breaches = [
        *troop_breaches(situation.attacker),
        *troop_breaches(situation.defender),
        *attacker_breaches(situation),
        *token_breaches(situation, form),
        *upgrade_breaches(situation, form),
        *charge_breaches(situation, form),
    ]
    yield from breaches
    level = yield from reaches_play_level(situation, form)
    if breaches or not level:
        return False
    if situation.spends("attacker", "charge"):
        yield Step("charge", {"attacker": situation.attacker.name})
    facts = {
        "attacker": situation.attacker.name,
        "defender": situation.defender.name,
        "weapon": form.name,
        "melee": MELEE[form.melee],
        "arc": form.arc,
        "range": form.reach[1] if form.reach else None,
    }
    yield Step("declare-target", facts)
    if form.area:
        yield from _area_steps(situation, form)
    return True


def _area_steps(situation: Situation, form: AttackForm) -> Course[None]:
    yield Step("area-attack", {"weapon": form.name, "defender": situation.defender.name})
    if is_troop(situation.defender):
        yield Step("troop-in-area", {"caught": soldiers_caught(situation, form)})


def attacker_breaches(situation: Situation) -> list[Breach]:
    """Why the attacker attacks nobody now (p. 4, 16)."""
    attacker = situation.attacker
    rules = {"attacked": "attack-repeated", "no_attack": "no-attack-token"}
    return [
        Breach(rule, (f"/attacker/{state}",), {"attacker": attacker.name})
        for state, rule in rules.items()
        if attacker.state(state, False)
    ]


def token_breaches(situation: Situation, form: AttackForm) -> list[Breach]:
    """Tokens that are spent and do not lie there; one that the attack itself costs is gone for anything else."""
    costs = form.costs
    found = []
    for side, who in (("attacker", situation.attacker), ("defender", situation.defender)):
        spent = peek(situation.document.get("spend", {})).get(side, ())
        held = Counter(who.state("tokens", ()) if spent else ())
        if side == "attacker":
            held.subtract(costs)
        found += [
            Breach("token-not-there", (f"/spend/{side}",), {"creature": who.name, "token": token})
            for token in spent
            if held[token] <= 0 and token not in costs
        ]
    return found


def upgrade_breaches(situation: Situation, form: AttackForm) -> list[Breach]:
    """Why the upgrade of an attack is not used now: its tokens, and those that it costs (p. 24-25)."""
    if not form.upgrade:
        return []
    said = situation.document["upgrade"]
    facts = {"upgrade": form.name, "attacker": situation.attacker.name}
    found = []
    if tokens := said.get("duration_tokens", 0):
        found.append(Breach("upgrade-on-cooldown", ("/upgrade/duration_tokens",), facts | {"tokens": tokens}))
    if said.get("disabled", False):
        found.append(Breach("upgrade-disabled", ("/upgrade/disabled",), facts))
    held = Counter(situation.attacker.state("tokens", ()) if form.costs else ())
    spent = peek(situation.document.get("spend", {})).get("attacker", ())
    for token in form.costs:
        if held[token] < 1:
            found.append(Breach("missing-token", (f"{form.at}/costs",), facts | {"token": token}))
        elif token in spent and held[token] < 2:
            found.append(
                Breach("token-not-there", ("/spend/attacker",), {"creature": situation.attacker.name, "token": token})
            )
    return found


def charge_breaches(situation: Situation, form: AttackForm) -> list[Breach]:
    """A ranged attack after a charge (p. 16)."""
    if form.melee is not False:
        return []
    facts = {"attacker": situation.attacker.name, "weapon": form.name}
    if situation.spends("attacker", "charge"):
        return [Breach("ranged-after-charge", ("/spend/attacker",), facts)]
    if situation.attacker.state("charged", False):
        return [Breach("ranged-after-charge", ("/attacker/charged",), facts)]
    return []


def reaches_play_level(situation: Situation, form: AttackForm) -> Course[bool]:
    """Whether a melee attack reaches the target's play level; where that is not known it is taken to."""
    attacker, defender = situation.attacker, situation.defender
    if form.melee is None and not form.upgrade:
        yield Missing(form.card, "/weapons", form.at, "wrong-play-level")
    if form.melee is not True or attacker.state("swooping", False) or defender.state("swooping", False):
        return True
    levels: list[str] = []
    for who in (attacker, defender):
        level = play_level(who)
        if level is None:
            yield Missing(who.card.get("slug", ""), "/movement", who.at, "wrong-play-level")
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


def play_level(who: Participant) -> str | None:
    """Whether a creature is in the `air` or on the `ground`: as the players say, or as its card has it move."""
    said: str | None = who.state("play_level", None)
    return said or {"flying": "air", "ground": "ground"}.get(who.fact("movement"))


# Measuring ----------------------------------------------------------------------------------------------------------


def _measure(situation: Situation, form: AttackForm) -> Course[str]:
    """What measuring shows: `measure` while nobody has, `lost`, or `hit`."""
    measured = situation.document.get("measured")
    if measured is None:
        return "measure"
    defender = situation.defender.name
    if form.burst:
        yield Step("burst-strikes", {"defender": defender})
        return "hit"
    if not measured.get("in_arc", True):
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
        facts = {"defender": defender, "range": distance, "weapon": form.name, "most": form.reach[1]}
        yield Step("out-of-range", facts)
        return LOST
    yield Step("measure", {"defender": defender, "range": distance})
    return "hit"


# Dice ---------------------------------------------------------------------------------------------------------------


def roll(situation: Situation, form: AttackForm) -> Course[Answer]:
    """The dice of both sides, and what comes of them as far as they were rolled (p. 19-20)."""
    attack_dice = yield from _attack_dice(situation, form)
    defense_dice = yield from _defense_dice(situation, form)
    result: dict[str, Any] = {"stage": "attack-dice", "attack_dice": attack_dice, "defense_dice": defense_dice}
    if attack_dice == 0:
        yield Step("no-attack-dice", {})
        return Answer(result | {"stage": "done", "damage": {"normal": 0, "critical": 0}})
    if "attack" not in situation.rolled:
        return Answer(result, (yield from _odds_of_all(situation, form, attack_dice, defense_dice)))
    yield from _other_number(situation, "attack", attack_dice)
    shown = yield from _modified_attack(situation)
    result |= {"stage": "defense-dice", "hits": shown[0], "criticals": shown[1]}
    if "defense" not in situation.rolled and defense_dice != 0:
        return Answer(result, (yield from _odds_of_defense(situation, form, shown, defense_dice)))
    yield from _other_number(situation, "defense", defense_dice)
    dodges = yield from _modified_defense(situation, form)
    damage = yield from _compared(situation, form, shown, dodges)
    if damage is None:
        return Answer(result | {"dodges": dodges})
    dealt = yield from deal_damage(situation.defender, damage, caught=soldiers_caught(situation, form))
    return Answer(
        result
        | {"stage": "done", "dodges": dodges, "damage": dict(zip(("normal", "critical"), damage, strict=True))}
        | dealt
    )


def soldiers_caught(situation: Situation, form: AttackForm) -> int | None:
    """How many soldiers of a troop stand in the area of an attack; `None` for one that is aimed at a single soldier."""
    return situation.document.get("caught", 1) if form.area else None


def _attack_dice(situation: Situation, form: AttackForm) -> Course[int | None]:
    attacker, defender = situation.attacker, situation.defender
    if form.upgrade and form.dice is not None:
        dice: int | None = form.dice
    elif form.upgrade and not form.primary:
        dice = None
    else:
        dice = yield from needed(attacker, "attack", "attack-dice")
    if dice is not None:
        yield Step("attack-dice", {"weapon": form.name, "dice": dice}, 0, dice)
    charged = yield from _charged(situation, form)
    if charged is None:
        dice = None
    elif charged:
        dice = yield from _more(dice, 1, "charge-die", {})
    if "pivot" in defender.state("tokens", ()):
        dice = yield from _more(dice, 1, "pivot-die", {"defender": defender.name})
    if pressed := attacker.state("pressed", 0):
        dice = yield from _more(dice, -pressed, "pressed-attack", {"pressed": pressed, "creature": attacker.name})
    dice = yield from _declared(situation, "attack-dice", SIDES[1], dice)
    return None if dice is None else max(0, dice)


def _charged(situation: Situation, form: AttackForm) -> Course[bool | None]:
    """Whether the charge gives a die; `None`, said to be missing, where the arc decides and is not known."""
    charged = situation.spends("attacker", "charge") or situation.attacker.state("charged", False)
    if not charged or form.melee is False:
        return False
    if form.melee is None:
        return None  # which is asked for where the target is declared
    arc = situation.document["measured"].get("arc") or form.arc
    if arc in (FORWARD, "rear"):
        return arc == FORWARD
    yield Missing("", "/arc", "/measured", "charge-die")
    return None


def _defense_dice(situation: Situation, form: AttackForm) -> Course[int | None]:
    defender, document = situation.defender, situation.document
    dice = yield from needed(defender, "agility", "defense-dice")
    if dice is not None:
        yield Step("defense-dice", {"defender": defender.name, "dice": dice}, 0, dice)
    if document["measured"]["range"] == LONGEST_RANGE:
        dice = yield from _more(dice, 1, "long-range", {})
    if not form.area:
        dice = yield from _obstructions(situation, dice)
    if pressed := defender.state("pressed", 0):
        dice = yield from _more(dice, -pressed, "pressed-defense", {"pressed": pressed, "creature": defender.name})
    dice = yield from _declared(situation, "defense-dice", SIDES[0], dice)
    if dice is not None and dice < 0:
        yield Step("no-defense-dice", {}, dice, 0)
        return 0
    return dice


def _obstructions(situation: Situation, dice: int | None) -> Course[int | None]:
    document = situation.document
    sides = situation.attacker, situation.defender
    levels = [play_level(who) for who in sides]
    if (between := document.get("interposing", 0)) and "air" not in levels:
        unknown = [who for who, level in zip(sides, levels, strict=True) if level is None]
        for who in unknown:
            yield Missing(who.card.get("slug", ""), "/movement", who.at, "interposing")
        dice = None if unknown else (yield from _more(dice, between, "interposing", {"number": between}))
    if obstacles := document.get("obstacles", 0):
        dice = yield from _more(dice, obstacles, "obstructed", {"number": obstacles})
    return dice


def _more(dice: int | None, by: int, rule: str, facts: dict[str, Any]) -> Course[int | None]:
    after = None if dice is None else dice + by
    yield Step(rule, facts, dice, after)
    return after


def _declared(situation: Situation, what: str, first: str, number: int | None) -> Course[int | None]:
    """What cards change about a number, as the players say."""
    for change in situation.changes(what, first):
        facts = {"what": NUMBERS[what], "by": f"{change['by']:+d}", "because": change["because"]}
        rule = "adventure-change" if change.get("adventure", False) else "declared-change"
        number = yield from _more(number, change["by"], rule, facts)
    return number


def _other_number(situation: Situation, die: str, dice: int | None) -> Course[None]:
    """Refuse a roll of another number of dice, one die that is re-rolled twice, and one that was never rolled."""
    given = len(situation.rolled.get(die, ()))
    if dice is not None and given != dice:
        yield Breach("other-number-of-dice", (f"/rolled/{die}",), {"given": given, "dice": dice})
    again = [one["die"] for one in situation.rolled.get("reroll", ())] if die == "attack" else []
    for number in sorted({one for one in again if again.count(one) > 1}):
        yield Breach("rerolled-twice", ("/rolled/reroll",), {"die": number + 1})
    for number in sorted({one for one in again if one >= given}):
        yield Breach("rerolled-unrolled", ("/rolled/reroll",), {"die": number + 1, "dice": given})


# Rolled faces -------------------------------------------------------------------------------------------------------


def _modified_attack(situation: Situation) -> Course[tuple[int, int]]:
    """Hits and criticals once all that changes the attack dice has: cards of the defender, of the attacker, tokens."""
    shown = list(situation.rolled["attack"])
    if situation.spends("attacker", "target"):
        again = [one for one in situation.rolled.get("reroll", ()) if one["die"] < len(shown)]
        for one in again:
            shown[one["die"]] = one["face"]
        yield Step(
            "reroll", {"attacker": situation.attacker.name, "dice": len(again)}, list(situation.rolled["attack"]), shown
        )
    hits, criticals = shown.count(faces.HIT), shown.count(faces.CRITICAL)
    if situation.spends("attacker", "concentrate"):
        turned = shown.count(faces.CONCENTRATE)
        facts = {"attacker": situation.attacker.name, "dice": turned}
        yield Step("concentrate-attack", facts, hits, hits + turned)
        hits += turned
    hits = yield from _declared_least(situation, "hits", SIDES[1], hits)
    criticals = yield from _declared_least(situation, "criticals", SIDES[1], criticals)
    return hits, criticals


def _declared_least(situation: Situation, what: str, first: str, number: int) -> Course[int]:
    changed = yield from _declared(situation, what, first, number)
    return max(0, changed or 0)


def _modified_defense(situation: Situation, form: AttackForm) -> Course[int]:
    """Dodges once all that changes the defense dice has: cards of the attacker, of the defender, tokens, energy."""
    shown = situation.rolled.get("defense", ())
    defender = situation.defender
    dodges = list(shown).count(faces.DODGE)
    if situation.spends("defender", "concentrate"):
        turned = list(shown).count(faces.CONCENTRATE)
        yield Step("concentrate-defense", {"defender": defender.name, "dice": turned}, dodges, dodges + turned)
        dodges += turned
    added = yield from _added_dodges(situation, form)
    return (yield from _declared_least(situation, "dodges", SIDES[0], dodges + added))


def _added_dodges(situation: Situation, form: AttackForm) -> Course[int]:
    """Dodges that no die shows: of a token, and of the energy type that both share."""
    defender, added = situation.defender, 0
    if situation.spends("defender", "dodge"):
        yield Step("dodge-token", {"defender": defender.name})
        added += 1
    if form.resisted:
        yield Step("energy-resistance", {"defender": defender.name})
        added += 1
    elif form.upgrade and form.energy:
        own = yield from needed(defender, "energy", "energy-resistance")
        if shared := sorted(set(own or ()) & set(form.energy)):
            yield Step("energy-resistance", {"defender": defender.name, "energy": shared})
            added += 1
    return added


def _compared(
    situation: Situation, form: AttackForm, shown: tuple[int, int], dodges: int
) -> Course[tuple[int, int] | None]:
    """The damage that is left, normal and critical; `None` where the armor decides and is not known."""
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
    armor = yield from _face_up_armor(situation)
    if armor is None or (armor and (yield from _penetration_unknown(form))):
        return None
    deflected = min(armor, left[0])
    yield Step("armor", {"armor": armor, "deflected": deflected}, left[0], left[0] - deflected)
    return left[0] - deflected, left[1]


def _penetration_unknown(form: AttackForm) -> Course[bool]:
    """Whether it is not known, and asked for, if the attack penetrates armor."""
    if form.penetrates is None:
        yield Missing(form.card, "/penetrates", form.at, "armor-penetrated")
    return form.penetrates is None


def _face_up_armor(situation: Situation) -> Course[int | None]:
    armor: int | None = yield from needed(situation.defender, "armor", "armor")
    if not armor:
        return armor
    shattered: int = situation.defender.state("shattered", 0)
    return max(0, armor - shattered)


# Odds ---------------------------------------------------------------------------------------------------------------


def _odds_of_all(
    situation: Situation, form: AttackForm, attack_dice: int | None, defense_dice: int | None
) -> Course[dict[str, Any] | None]:
    """The odds before anything is rolled, and what each token that lies there would change."""
    found = yield from _dice_and_armor(situation, form, defense_dice)
    if attack_dice is not None and attack_dice > odds.MAX_DICE:
        yield Breach("too-many-dice", ("/attacker",), {"dice": attack_dice, "most": odds.MAX_DICE})
        return None
    if found is None or attack_dice is None:
        return None
    red, green, defense = found
    if red is None:
        return None
    attack_of = odds.Attack(
        attack_dice,
        situation.spends("attacker", "target"),
        situation.spends("attacker", "concentrate"),
        bool(form.penetrates),
        *(sum(one["by"] for one in situation.changes(what, SIDES[1])) for what in ("hits", "criticals")),
    )
    now = odds.odds(red, green, attack_of, defense)
    health = health_left(situation.defender)
    return odds_document(now, health) | {
        "tokens": _token_odds(situation, now, (red, green, attack_of, defense), health)
    }


def _odds_of_defense(
    situation: Situation, form: AttackForm, shown: tuple[int, int], defense_dice: int | None
) -> Course[dict[str, Any] | None]:
    """The odds once the attack dice lie there."""
    found = yield from _dice_and_armor(situation, form, defense_dice, red_too=False)
    if found is None:
        return None
    _, green, defense = found
    now = odds.odds_of_defense(shown, green, odds.Attack(1, penetrates=bool(form.penetrates)), defense)
    return odds_document(now, health_left(situation.defender)) | {"tokens": []}


def _dice_and_armor(
    situation: Situation, form: AttackForm, defense_dice: int | None, *, red_too: bool = True
) -> Course[tuple[odds.AttackDie | None, odds.DefenseDie, odds.Defense] | None]:
    red = (yield from faces.attack_die(situation.document, situation.table, "attack-dice")) if red_too else None
    green = yield from faces.defense_die(situation.document, situation.table, "defense-dice")
    armor = 0 if form.penetrates else (yield from _face_up_armor(situation))
    added = yield from _added_dodges(situation, form)
    unsure = armor and (yield from _penetration_unknown(form))
    if green is None or armor is None or defense_dice is None or unsure:
        return None
    if defense_dice > odds.MAX_DICE:
        yield Breach("too-many-dice", ("/defender",), {"dice": defense_dice, "most": odds.MAX_DICE})
        return None
    declared = sum(one["by"] for one in situation.changes("dodges", SIDES[0]))
    defense = odds.Defense(defense_dice, max(0, added + declared), situation.spends("defender", "concentrate"), armor)
    return red, green, defense


def odds_document(found: odds.Odds, health: int | None) -> dict[str, Any]:
    """Odds as JSON: exact fractions as texts, and decimals to read."""
    document: dict[str, Any] = {
        "mean": chance_document(found.mean),
        "damage": [
            {"damage": number, **chance_document(chance), "at_least": chance_document(found.at_least(number))}
            for number, chance in enumerate(found.damage)
        ],
        "critical": chance_document(found.critical),
        "lethal": None if health is None else chance_document(found.at_least(max(0, health))),
    }
    return document


def chance_document(chance: Fraction) -> dict[str, Any]:
    return {"exact": f"{chance.numerator}/{chance.denominator}", "value": round(float(chance), 6)}


def _token_odds(
    situation: Situation,
    now: odds.Odds,
    parts: tuple[odds.AttackDie, odds.DefenseDie, odds.Attack, odds.Defense],
    health: int | None,
) -> list[dict[str, Any]]:
    """What each token would change that lies there and is not spent."""
    red, green, attack_of, defense = parts
    other = {
        ("attacker", "target"): (replace(attack_of, target=True), defense),
        ("attacker", "concentrate"): (replace(attack_of, concentrate=True), defense),
        ("defender", "concentrate"): (attack_of, replace(defense, concentrate=True)),
        ("defender", "dodge"): (attack_of, replace(defense, dodges=defense.dodges + 1)),
    }
    found = []
    for (side, token), changed in other.items():
        who = situation.attacker if side == "attacker" else situation.defender
        if token in who.state("tokens", ()) and not situation.spends(side, token):
            then = odds.odds(red, green, *changed)
            lethal = None if health is None else chance_document(then.at_least(max(0, health)))
            found.append(
                {
                    "side": side,
                    "token": token,
                    "mean": chance_document(then.mean),
                    "change": chance_document(then.mean - now.mean),
                    "lethal": lethal,
                }
            )
    return found
