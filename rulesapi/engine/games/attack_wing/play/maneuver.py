"""A creature’s activation: its maneuver, its movement, altitude, and its action (p. 9-15, 25-27, 33)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.play.adventures import adventure_cite, adventure_of
from rulesapi.engine.games.attack_wing.play.altitudes import altitude_breaches
from rulesapi.engine.games.attack_wing.play.attack_parts import play_level
from rulesapi.engine.games.attack_wing.play.damage import gone_breaches
from rulesapi.engine.games.attack_wing.play.dials import (
    DIALS,
    PIVOT,
    Dials,
    completed,
    find_dials,
    is_maneuver,
    maneuver_phrase,
    on_the_dial,
    shown,
)
from rulesapi.engine.games.attack_wing.play.parts import Creature
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document, value_object

RED, GREEN = "red", "green"
TURNABOUT, STRAIGHT, FALL_BACK = "turnabout", "straight", "fall-back"
EDGES = ("north", "east", "south", "west")
LONGEST = 4
"""The last section of the ruler."""
OVERRUN_DICE = {"small": 1, "large": 2}
ON_THE_BAR = ("dodge", "charge", "concentrate", "target", "feint")
OF_A_CARD = "card"
WITHOUT_ICON = ("pass", OF_A_CARD, "remove-disabled")
"""Actions that need no icon on the card."""
ACTIONS = {
    **{action: action for action in ON_THE_BAR},
    "pass": phrase("pass"),
    "card": phrase("of a card"),
    "remove-disabled": phrase("removing a Disabled Token"),
}
ALTITUDES = {
    "swoop": phrase("swoop"),
    "stop-swooping": phrase("stop swooping"),
    "land": phrase("land"),
    "take-off": phrase("take off"),
}
"""Display names of actions and of changes of altitude."""
TOKENS = {"dodge": "dodge", "charge": "charge", "concentrate": "concentrate", "target": "target"}


@value_object
class Activation:
    """A creature that is activated, and its state at the table."""

    document: Document
    who: Creature
    level: str | None
    swooping: bool
    exhaustion: int
    dials: Dials | None
    adventure: Document | None


@value_object
class Moved:
    """The result of a movement: the executed maneuver, and what the creature met.

    A field is None if it is unknown: `fled`, `stopped` by an overrun, the number of damage dice in `obstacle_dice`, and
    `loses_action` because of obstacles. The creature may choose between `bearings`.
    """

    executed: Document
    fled: bool | None = False
    defeated: bool = False
    hit_wall: bool = False
    stopped: bool | None = False
    obstacle_dice: int | None = 0
    loses_action: bool | None = False
    bearings: tuple[str, ...] = ()
    odds: dict[str, Any] | None = None


def maneuver(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer what a creature may do now, what its maneuver causes, and its state afterwards."""
    who = Creature(document["creature"], "/creature", table, phrase("The creature"))
    swooping = who.swooping
    level = play_level(who) or ("air" if swooping else None)
    yield from gone_breaches(who)
    yield from altitude_breaches(who, level)
    activation = Activation(
        document,
        who,
        level,
        swooping and level == "air",
        who.exhaustion,
        (yield from find_dials(document, who, table)),
        adventure_of(document, table),
    )
    choices = {"maneuvers": (yield from _maneuver_choices(activation)), "altitudes": _altitude_choices(activation)}
    if "revealed" not in document:
        return (yield from _apart(activation, choices))
    executed = yield from _executed(activation, document["revealed"])
    if executed is None:
        return Answer({"stage": "reveal", "choices": choices})
    moved = yield from _move(activation, executed)
    if moved.fled:
        return Answer({"stage": "done", "executed": dict(executed), "fled": True, "defeated": moved.defeated})
    exhaustion = yield from _exhaustion(activation, executed)
    altitude = yield from _altitude(activation)
    general = _no_action_at_all(activation, moved, exhaustion)
    sure = None not in (moved.loses_action, moved.fled, exhaustion) and not moved.hit_wall
    actions = _action_choices(activation, general, sure=sure)
    gained, exhaustion, actions = yield from _action(activation, actions, exhaustion)
    tokens = ["pivot"] if executed["bearing"] == PIVOT else []
    edge = {"defeated": None} if moved.fled is None else {"defeated": False, "hit_wall": True} if moved.hit_wall else {}
    bearings = {"bearings": list(moved.bearings)} if moved.bearings else {}
    return Answer(
        {
            "stage": "done",
            "executed": dict(moved.executed),
            "fled": moved.fled,
            **edge,
            "stopped": moved.stopped,
            "obstacle_dice": moved.obstacle_dice,
            "exhaustion": exhaustion,
            "play_level": altitude[0],
            "swooping": altitude[1],
            "tokens": tokens + gained,
            "choices": choices | bearings | {"actions": actions},
        },
        moved.odds,
    )


def _apart(activation: Activation, choices: dict[str, Any]) -> Course[Answer]:
    """Answer before the reveal or in another phase, where only a free action by a card is possible (p. 11, 13)."""
    document = activation.document
    name = {"creature": activation.who.name}
    if document.get("altitude", "keep") != "keep":
        yield Breach("before-reveal", ("/altitude",), name)
    wanted = document.get("action")
    if wanted is None:
        return Answer({"stage": "reveal", "choices": choices})
    general = _no_action_at_all(activation, None, activation.exhaustion)
    if not document.get("free", False):
        if general is not None and wanted != "pass":
            yield Breach(general, ("/action",), name)
        yield Breach("before-reveal", ("/action",), name | {"action": ACTIONS[wanted]})
        return Answer({"stage": "reveal", "choices": choices})
    actions = _action_choices(activation, general, sure=True)
    gained, exhaustion, actions = yield from _action(activation, actions, activation.exhaustion)
    return Answer(
        {"stage": "reveal", "exhaustion": exhaustion, "tokens": gained, "choices": choices | {"actions": actions}}
    )


# The dial -----------------------------------------------------------------------------------------------------------


def _maneuver_choices(activation: Activation) -> Course[list[dict[str, Any]] | None]:
    """Return each maneuver of the dial in use and whether it is allowed, or None if the dial is unknown.

    A line with an unknown dial may or may not belong to it. Before the reveal the dial is asked for.
    """
    dials = activation.dials
    if dials is None:
        return None
    dial, asked = DIALS.get(activation.level or ""), "revealed" not in activation.document
    lines = [one for one in dials.maneuvers if one["dial"] in (dial, None)]
    if dial is None and asked:
        yield _unknown_level(activation, "not-on-dial")
    elif asked and (not lines or any(one["dial"] is None for one in lines)):
        yield dials.missing("/creature")
    if dial is None or not lines:
        return None
    return [{**one, "allowed": None if one["dial"] is None else _red_allowed(activation, one)} for one in lines]


def _unknown_level(activation: Activation, rule: str) -> Missing:
    return Missing(activation.who.card.get("slug", ""), "/movement", activation.who.at, rule)


def _red_allowed(activation: Activation, line: Mapping[str, Any]) -> bool:
    return line["colour"] != RED or not activation.exhaustion


def _executed(activation: Activation, revealed: Document) -> Course[Document | None]:
    """Return the maneuver that is executed, or None if the revealed one is not possible."""
    one, who = shown(revealed), activation.who
    forced = revealed.get("forced", False)
    if not is_maneuver(one):
        yield Breach("no-such-maneuver", ("/revealed",), {"creature": who.name, "maneuver": maneuver_phrase(one)})
        return None
    lines: list[Document] | None = []
    if activation.dials is not None:
        lines = yield from on_the_dial(one, activation.dials, DIALS.get(activation.level or ""), who)
    if lines is None:
        return None
    one = yield from completed(one, lines)
    facts = {"creature": who.name, "maneuver": maneuver_phrase(one)}
    if forced and not activation.exhaustion:
        yield Breach("forced-unexhausted", ("/revealed/forced",), facts)
        return None
    if one["colour"] == RED and activation.exhaustion:
        yield Breach("forced-is-red" if forced else "red-while-exhausted", ("/revealed",), facts)
        return None
    yield Step("forced-maneuver" if forced else "reveal", facts)
    return one


# On the way ---------------------------------------------------------------------------------------------------------


def _move(activation: Activation, executed: Document) -> Course[Moved]:
    """Return the result of the movement: creatures in the way, the edge, creatures under the base, obstacles.

    A creature that an overrun stops does not reach the edge, or a base or an obstacle behind (p. 26).
    """
    stopped: bool | None = False
    odds: dict[str, Any] | None = None
    if executed["bearing"] == PIVOT:
        blocked = activation.document.get("overlap", "none") != "none"
        yield Step("pivot-blocked" if blocked else "pivot", {"creature": activation.who.name})
    else:
        stopped, odds = yield from _overruns(activation)
    if stopped is None:
        return (yield from _may_be_stopped(activation, executed, odds))
    if stopped:
        dice, loses = yield from _obstacles(activation, behind=False)
        return Moved(executed, stopped=True, obstacle_dice=dice, loses_action=loses)
    fled, defeated, hit_wall = yield from _leaves(activation, executed)
    if fled:
        return Moved(executed, fled=True, defeated=defeated)
    if executed["bearing"] == PIVOT:
        bearings: tuple[str, ...] = ()
    else:
        executed, bearings = yield from _overlap(activation, executed)
    dice, loses = yield from _obstacles(activation, behind=True)
    return Moved(executed, fled, False, hit_wall, False, dice, loses, bearings)


def _may_be_stopped(activation: Activation, executed: Document, odds: dict[str, Any] | None) -> Course[Moved]:
    """Return the result of an unknown or unrolled overrun. If something lies behind it, the dice are asked for."""
    document = activation.document
    behind = any(not one.get("before_creatures", False) for one in document.get("obstacles", ()))
    leaves = document.get("leaves", False)
    if odds is not None and (behind or leaves or document.get("overlap", "none") != "none"):
        unrolled = next(number for number, one in enumerate(document["blockers"]) if "rolled" not in one)
        yield Missing("", "/rolled", f"/blockers/{unrolled}", "overrun")
    dice, loses = yield from _obstacles(activation, behind=False)
    if behind:
        dice, loses = None, loses or None
    return Moved(
        executed, fled=None if leaves else False, stopped=None, obstacle_dice=dice, loses_action=loses, odds=odds
    )


def _leaves(activation: Activation, executed: Document) -> Course[tuple[bool | None, bool, bool]]:
    """Return whether a creature that leaves the play area flees, whether it is defeated, and whether it hits a wall."""
    document, name = activation.document, {"creature": activation.who.name}
    if not document.get("leaves", False):
        return False, False, False
    if executed["bearing"] == PIVOT:
        yield Breach("pivot-leaves", ("/leaves",), name)
        return False, False, False
    if document.get("adventure_keeps_fled", False):
        yield Step("leaves-by-adventure", name)
        return True, False, False
    adventure = activation.adventure
    walls = adventure.get("area", {}).get("walls", ()) if adventure else ()
    if adventure and walls:
        edge = document.get("edge") if len(walls) < len(EDGES) else walls[0]
        if edge is None:
            yield Missing("", "/edge", "/edge", "hits-wall")
            return None, False, False
        if edge in walls:
            yield Step("hits-wall", name | {"adventure": adventure["name"]}, cite=adventure_cite(adventure))
            return False, False, True
    yield Step("flees", name)
    return True, True, False


def _overlap(activation: Activation, executed: Document) -> Course[tuple[Document, tuple[str, ...]]]:
    """Return the maneuver that is executed if the base would end on another, and the bearings to choose from.

    In the air over a base on the ground, a creature chooses where it stops, and after a wingover its facing. In all
    other cases it moves back until the bases touch, and does not turn round (p. 27).
    """
    overlap = activation.document.get("overlap", "none")
    name, bearing = {"creature": activation.who.name}, executed["bearing"]
    if overlap == "ground" and activation.level is None:
        yield _unknown_level(activation, "air-over-ground")
    elif overlap == "ground" and activation.level == "air":
        yield Step("air-over-ground", name)
        if bearing == TURNABOUT:
            yield Step("wingover-over-ground", name)
            return executed, (TURNABOUT, STRAIGHT)
    elif overlap != "none":
        if bearing == TURNABOUT:
            yield Step("turnabout-overlaps", {"speed": executed["speed"]}, TURNABOUT, STRAIGHT)
            executed = {**executed, "bearing": STRAIGHT}
        yield Step("forward-along-template" if bearing == FALL_BACK else "back-along-template", name)
    return executed, ()


def _overruns(activation: Activation) -> Course[tuple[bool | None, dict[str, Any] | None]]:
    """Check for an overrun of each opposing ground creature in the way, in order, until one check fails.

    Returns whether the creature is stopped, or None if that is unknown, and the dice that are still to be rolled.
    """
    blockers: Sequence[Document] = activation.document.get("blockers", ())
    if not blockers or activation.level == "air":
        if blockers:
            yield Step("flies-over", {"creature": activation.who.name})
        return False, None
    if activation.level is None:
        yield _unknown_level(activation, "overrun")
        return None, None
    base = yield from activation.who.need(Creature.base, "overrun")
    for number, blocker in enumerate(blockers):
        mover_dice, stander_dice = OVERRUN_DICE.get(base or ""), OVERRUN_DICE.get(blocker.get("base") or "")
        if stander_dice is None:
            yield Missing("", "/base", f"/blockers/{number}", "overrun")
        if mover_dice is None or stander_dice is None:
            return None, None
        if "rolled" not in blocker:
            yield Step("overrun", {"creature": activation.who.name, "own": mover_dice, "other": stander_dice})
            return None, {"overrun": {"dice": [mover_dice, stander_dice]}}
        rolled = blocker["rolled"]
        if wrong := [*_other_number_of_dice(rolled, number, {"mover": mover_dice, "stander": stander_dice})]:
            yield from wrong
            return None, None
        mover, stander = _hits(rolled["mover"]), _hits(rolled["stander"])
        if mover < stander:
            yield Step("overrun-fails", {"creature": activation.who.name, "own": mover, "other": stander})
            return True, None
        yield Step("overrun-succeeds", {"creature": activation.who.name, "own": mover, "other": stander})
    return False, None


def _other_number_of_dice(rolled: Document, number: int, dice: Mapping[str, int]) -> Iterator[Breach]:
    for side, wanted in dice.items():
        if (given := len(rolled[side])) != wanted:
            yield Breach(
                "other-number-of-dice", (f"/blockers/{number}/rolled/{side}",), {"given": given, "dice": wanted}
            )


def _hits(shown: Iterable[str]) -> int:
    """Return the hits of an overrun check; a critical counts as two (p. 26)."""
    worth = {faces.HIT: 1, faces.CRITICAL: 2}
    return sum(worth.get(face, 0) for face in shown)


def _obstacles(activation: Activation, *, behind: bool) -> Course[tuple[int | None, bool | None]]:
    """Return the number of attack dice of obstacles on the creature's play level, and if it loses its action.

    Both are None if they are unknown. With `behind`, obstacles behind the creatures in the way count too.
    """
    dice: int = 0
    known = True
    for number, one in enumerate(activation.document.get("obstacles", ())):
        if not behind and not one.get("before_creatures", False):
            continue
        if one["affects"] in (activation.level, "both"):
            rule = "obstacle" if one["affects"] == "ground" else "obstacle-past-armor"
            yield Step(rule, {"creature": activation.who.name, "number": number + 1})
            dice += 1
        elif activation.level is None:
            known = False
            yield _unknown_level(activation, "obstacle")
    return dice if known else None, bool(dice) or (False if known else None)


def _exhaustion(activation: Activation, executed: Document) -> Course[int | None]:
    """Return the Exhaustion Tokens after the maneuver, or None if its color is unknown."""
    before = activation.exhaustion
    if executed["colour"] is None:
        return None
    if executed["colour"] == RED:
        yield Step("red-exhausts", {"creature": activation.who.name}, before, before + 1)
        return before + 1
    if executed["colour"] == GREEN and before:
        yield Step("green-refreshes", {"creature": activation.who.name}, before, before - 1)
        return before - 1
    return before


# Altitude -----------------------------------------------------------------------------------------------------------


def _altitude_choices(activation: Activation) -> list[str] | None:
    """Return the possible altitude changes: none after a change in this round, or for a creature that cannot fly.

    Returns None if it is unknown whether the creature can fly.
    """
    if activation.who.altitude_changed:
        return []
    if _flight_unknown(activation):
        return None
    flies = activation.who.movement == "flying" or activation.who.can_fly
    if activation.level == "air":
        return ["stop-swooping", "land"] if activation.swooping else ["swoop", "land"]
    return ["take-off"] if activation.level == "ground" and flies else []


def _altitude(activation: Activation) -> Course[tuple[str | None, bool]]:
    wanted = activation.document.get("altitude", "keep")
    now = activation.level, activation.swooping
    if wanted == "keep":
        return now
    choices = _altitude_choices(activation)
    if choices is None:
        yield _unknown_level(activation, "altitude-illegal")
        return now
    if wanted not in choices:
        rule = "altitude-changed" if activation.who.altitude_changed else "altitude-illegal"
        facts = {"creature": activation.who.name, "change": ALTITUDES[wanted]}
        yield Breach(rule, ("/altitude",), facts)
        return now
    yield Step("altitude", {"creature": activation.who.name, "change": ALTITUDES[wanted]})
    return {
        "land": ("ground", False),
        "swoop": ("air", True),
        "stop-swooping": ("air", False),
        "take-off": ("air", False),
    }[wanted]


def _flight_unknown(activation: Activation) -> bool:
    """Return whether it is unknown that the creature is in the air or can get there."""
    if activation.who.altitude_changed or activation.level == "air":
        return False
    return activation.who.movement is None and not activation.who.can_fly


# The action ---------------------------------------------------------------------------------------------------------


def _no_action_at_all(activation: Activation, moved: Moved | None, exhaustion: int | None) -> str | None:
    """Return the rule that forbids all actions of a creature in this round, or None."""
    if exhaustion:
        return "action-while-exhausted"
    if (moved and moved.executed["bearing"] == PIVOT) or PIVOT in activation.who.tokens:
        return "action-after-pivot"
    met = (moved and moved.loses_action) or activation.who.met_obstacle
    return "action-after-obstacle" if met else None


def _action_choices(activation: Activation, general: str | None, *, sure: bool) -> list[dict[str, Any]]:
    """Return each action with the rule that forbids it, or None if no rule does.

    `general` is a rule that forbids all of them. Unless it is `sure` that there is none, no action is certainly
    allowed.
    """
    choices: list[dict[str, Any]] = []
    for action in (*ON_THE_BAR, *WITHOUT_ICON):
        why = None if action == "pass" else general or _why_not(activation, action)
        known = action == "pass" or why is not None or (sure and not _asked_for(activation, action))
        choices.append({"action": action, "allowed": why is None if known else None, "rule": why})
    return choices


def _why_not(activation: Activation, action: str) -> str | None:
    """Return the rule that forbids an action, or None if no known fact does."""
    printed = activation.who.actions
    if action in activation.who.actions_done and not _may_be_of_another_card(activation, action):
        return "action-repeated"
    if activation.who.action_spent and not _free(activation):
        return "second-action"
    return "action-not-on-bar" if action in ON_THE_BAR and printed is not None and action not in printed else None


def _asked_for(activation: Activation, action: str) -> list[Missing]:
    """Return the missing facts that decide about an action."""
    who, document, asked = activation.who, activation.document, []
    done = who.actions_done
    if action in ON_THE_BAR and who.actions is None:
        asked.append(Missing(who.card.get("slug", ""), "/actions", "/creature", "action-not-on-bar"))
    if action in done and document.get("another_card") is None and _may_be_of_another_card(activation, action):
        asked.append(Missing("", "/another_card", "/another_card", "action-repeated"))
    if done and not _free(activation) and who.action_spent is None:
        asked.append(Missing("", "/action_spent", "/creature", "second-action"))
    return asked


def _may_be_of_another_card(activation: Activation, action: str) -> bool:
    """Return whether an action of a card may be of another card than the action performed before."""
    return action == OF_A_CARD and activation.document.get("another_card", True)


def _free(activation: Activation) -> bool:
    return bool(activation.document.get("free", False))


def _action(
    activation: Activation, choices: list[dict[str, Any]], exhaustion: int | None
) -> Course[tuple[list[str], int | None, list[dict[str, Any]]]]:
    """Return the tokens that the action gives, and the exhaustion and the possible actions after it."""
    wanted = activation.document.get("action")
    if wanted is None:
        return [], exhaustion, choices
    [choice] = [one for one in choices if one["action"] == wanted]
    facts = {"creature": activation.who.name, "action": ACTIONS[wanted]}
    if choice["rule"] is not None:
        yield Breach(choice["rule"], ("/action",), facts)
        return [], exhaustion, choices
    if wanted != "pass":
        yield from _asked_for(activation, wanted)
    if wanted == "target":
        return (yield from _target(activation, choices, exhaustion))
    if wanted == "feint":
        return [], (yield from _feint(activation, exhaustion)), _without_others(choices, "action-while-exhausted")
    yield Step("action", facts)
    return [TOKENS[wanted]] if wanted in TOKENS else [], exhaustion, choices


def _without_others(choices: list[dict[str, Any]], rule: str) -> list[dict[str, Any]]:
    """Return the possible actions if the creature can perform no other."""
    return [
        one if one["action"] == "pass" else {**one, "allowed": False, "rule": one["rule"] or rule} for one in choices
    ]


def _target(
    activation: Activation, choices: list[dict[str, Any]], exhaustion: int | None
) -> Course[tuple[list[str], int | None, list[dict[str, Any]]]]:
    name = {"creature": activation.who.name}
    if "enemy_range" not in activation.document:
        yield Step("target-measure", name)
        return [], exhaustion, choices
    measured: int | None = activation.document["enemy_range"]
    if measured is not None and not 1 <= measured <= LONGEST:
        yield Breach("no-such-range", ("/enemy_range",), {"range": measured})
        return [], exhaustion, choices
    if measured is None:
        yield Step("target-fails", name)
        return [], exhaustion, choices if _free(activation) else _without_others(choices, "target-fails")
    yield Step("target-succeeds", name | {"range": measured})
    return ["target"], exhaustion, choices


def _feint(activation: Activation, exhaustion: int | None) -> Course[int | None]:
    rule = "feint-fails" if activation.document.get("feint_blocked", False) else "feint"
    after = None if exhaustion is None else exhaustion + 1
    yield Step(rule, {"creature": activation.who.name}, exhaustion, after)
    return after
