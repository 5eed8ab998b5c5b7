"""A creature’s activation: its maneuver, what it meets on the way, altitude, and its action (p. 9-15, 25-27, 33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulesapi.engine.core.messages import phrase
from rulesapi.engine.core.model import Document, value_object
from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.play.attack import play_level
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.resolutions.participants import Participant, needed, participant

RED, GREEN = "red", "green"
TURNABOUT, PIVOT, STRAIGHT = "turnabout", "pivot", "straight"
OVERRUN_DICE = {"small": 1, "large": 2}
ON_THE_BAR = ("dodge", "charge", "concentrate", "target", "feint")
WITHOUT_ICON = ("pass", "card", "remove-disabled")
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
"""Actions and changes of altitude, in words."""
TOKENS = {"dodge": "dodge", "charge": "charge", "concentrate": "concentrate", "target": "target"}


@value_object
class Activation:
    """A creature that is activated, and how it stands at the table."""

    document: Document
    who: Participant
    level: str | None
    swooping: bool
    exhaustion: int
    dial: tuple[Document, ...] | None


def maneuver(document: Document, table: TableFacts) -> Course[Answer]:
    """What a creature may do now, what its maneuver brings, and how it stands afterwards."""
    who = participant(document, "creature", table, phrase("The creature"))
    activation = Activation(
        document,
        who,
        play_level(who),
        who.state("swooping", False),
        who.state("exhaustion", 0),
        _dial(document, table),
    )
    revealed = document.get("revealed")
    choices = {"maneuvers": (yield from _maneuver_choices(activation)), "altitudes": _altitude_choices(activation)}
    if revealed is None:
        return Answer({"stage": "reveal", "choices": choices})
    executed = yield from _executed(activation, revealed)
    if executed is None:
        return Answer({"stage": "reveal", "choices": choices})
    moved = yield from _move(activation, executed)
    if moved["fled"]:
        return Answer({"stage": "done", "executed": dict(executed), "fled": True, "defeated": moved["defeated"]})
    exhaustion = yield from _exhaustion(activation, executed)
    altitude = yield from _altitude(activation)
    actions = _action_choices(activation, executed, moved, exhaustion)
    gained, exhaustion = yield from _action(activation, actions, exhaustion)
    tokens = ["pivot"] if executed["bearing"] == PIVOT else []
    return Answer(
        {
            "stage": "done",
            "executed": dict(executed),
            "fled": False,
            "stopped": moved["stopped"],
            "obstacle_dice": moved["obstacle_dice"],
            "exhaustion": exhaustion,
            "play_level": altitude[0],
            "swooping": altitude[1],
            "tokens": tokens + gained,
            "choices": choices | {"actions": actions},
        },
        moved["odds"],
    )


# The dial -----------------------------------------------------------------------------------------------------------


def _dial(document: Document, table: TableFacts) -> tuple[Document, ...] | None:
    """The maneuvers of the creature's dials: those that are said, or of its maneuver card; `None` for neither."""
    said = document.get("maneuvers")
    if said is None:
        said = table.cards.get(document.get("maneuver_card", ""), {}).get("maneuvers")
    return None if said is None else tuple(said)


def dial_name(level: str | None) -> str | None:
    """Which dial a creature on that play level uses (p. 9)."""
    return {"air": "flight", "ground": "ground"}.get(level or "")


def _maneuver_choices(activation: Activation) -> Course[list[dict[str, Any]] | None]:
    """Each maneuver of the dial in use, with why it may not be chosen; `None` while the dial is not known.

    A line of a card of which the side is not known may be on the dial or not.
    """
    dial = dial_name(activation.level)
    if activation.dial is None:
        return None
    if dial is None:
        yield _unknown_level(activation, "not-on-dial")
        return None
    lines = [one for one in activation.dial if one["dial"] in (dial, None)]
    if any(one["dial"] is None for one in lines):
        yield Missing(activation.document.get("maneuver_card", ""), "/maneuvers", "/creature", "not-on-dial")
    return [{**one, "allowed": None if one["dial"] is None else _red_allowed(activation, one)} for one in lines]


def _unknown_level(activation: Activation, rule: str) -> Missing:
    """That the play level is not known, and decides."""
    return Missing(activation.who.card.get("slug", ""), "/movement", activation.who.at, rule)


def _red_allowed(activation: Activation, one: Mapping[str, Any]) -> bool:
    return one["colour"] != RED or not activation.exhaustion


def _executed(activation: Activation, revealed: Document) -> Course[Document | None]:
    """The maneuver that is executed in the end; `None` where that one cannot be."""
    facts = {"creature": activation.who.name, "maneuver": _words(revealed)}
    if revealed["colour"] == RED and activation.exhaustion:
        rule = "forced-is-red" if revealed.get("forced", False) else "red-while-exhausted"
        yield Breach(rule, ("/revealed",), facts)
        return None
    if (yield from _off_the_dial(activation, revealed)):
        return None
    rule = "forced-maneuver" if revealed.get("forced", False) else "reveal"
    yield Step(rule, facts)
    if revealed["bearing"] == TURNABOUT and activation.document.get("overlap", "none") == "ground":
        changed = {**revealed, "bearing": STRAIGHT}
        yield Step("turnabout-overlaps", {"speed": revealed["speed"]}, TURNABOUT, STRAIGHT)
        return changed
    return revealed


def _off_the_dial(activation: Activation, revealed: Document) -> Course[bool]:
    dial = dial_name(activation.level)
    if activation.dial is None or dial is None:
        return False
    wanted = {key: revealed[key] for key in ("bearing", "side", "speed", "colour")}
    fitting = [one for one in activation.dial if all(one[key] == value for key, value in wanted.items())]
    if any(one["dial"] == dial for one in fitting):
        return False
    if any(one["dial"] is None for one in fitting):
        yield Missing(activation.document.get("maneuver_card", ""), "/maneuvers", "/revealed", "not-on-dial")
        return False
    facts = {"creature": activation.who.name, "maneuver": _words(revealed), "dial": dial}
    yield Breach("not-on-dial", ("/revealed",), facts)
    return True


def _words(one: Mapping[str, Any]) -> str:
    facts = {"bearing": one["bearing"], "speed": one["speed"], "colour": one["colour"]}
    if one["side"] == "none":
        return phrase("{bearing} {speed} ({colour})", **facts)
    return phrase("{bearing} {side} {speed} ({colour})", side=one["side"], **facts)


# On the way ---------------------------------------------------------------------------------------------------------


def _move(activation: Activation, executed: Document) -> Course[dict[str, Any]]:
    """What the creature meets: the edge, creatures in its way, creatures under its base, obstacles."""
    document = activation.document
    if document.get("leaves", False):
        return {"fled": True, "defeated": (yield from _flees(activation))}
    if executed["bearing"] == PIVOT:
        yield Step("pivot", {"creature": activation.who.name})
    stopped, odds = yield from _overruns(activation)
    yield from _overlap(activation)
    dice = yield from _obstacles(activation)
    return {"fled": False, "stopped": stopped, "odds": odds, "obstacle_dice": dice}


def _flees(activation: Activation) -> Course[bool]:
    if activation.document.get("adventure_keeps_fled", False):
        yield Step("leaves-by-adventure", {"creature": activation.who.name})
        return False
    yield Step("flees", {"creature": activation.who.name})
    return True


def _overlap(activation: Activation) -> Course[None]:
    overlap = activation.document.get("overlap", "none")
    if overlap == "none":
        return
    if overlap == "ground" and activation.level is None:
        yield _unknown_level(activation, "air-over-ground")
    elif overlap == "ground" and activation.level == "air":
        yield Step("air-over-ground", {"creature": activation.who.name})
    else:
        yield Step("back-along-template", {"creature": activation.who.name})


def _overruns(activation: Activation) -> Course[tuple[bool, dict[str, Any] | None]]:
    """An overrun check against each opposing ground creature in the way, in their order; the first that fails stops."""
    blockers: Sequence[Document] = activation.document.get("blockers", ())
    if not blockers or activation.level == "air":
        if blockers:
            yield Step("flies-over", {"creature": activation.who.name})
        return False, None
    if activation.level is None:
        yield _unknown_level(activation, "overrun")
        return False, None
    base = yield from needed(activation.who, "base", "overrun")
    for number, blocker in enumerate(blockers):
        mover_dice, stander_dice = OVERRUN_DICE.get(base or ""), OVERRUN_DICE.get(blocker.get("base") or "")
        if stander_dice is None:
            yield Missing("", "/base", f"/blockers/{number}", "overrun")
        if mover_dice is None or stander_dice is None:
            return False, None
        if "rolled" not in blocker:
            yield Step("overrun", {"creature": activation.who.name, "own": mover_dice, "other": stander_dice})
            return False, {"overrun": {"dice": [mover_dice, stander_dice]}}
        mover, stander = (_hits(blocker["rolled"][side]) for side in ("mover", "stander"))
        if mover < stander:
            yield Step("overrun-fails", {"creature": activation.who.name, "own": mover, "other": stander})
            return True, None
        yield Step("overrun-succeeds", {"creature": activation.who.name, "own": mover, "other": stander})
    return False, None


def _hits(shown: Iterable[str]) -> int:
    """Hits of an overrun check: a critical counts as two (p. 26)."""
    worth = {faces.HIT: 1, faces.CRITICAL: 2}
    return sum(worth.get(face, 0) for face in shown)


def _obstacles(activation: Activation) -> Course[int]:
    """How many attack dice of damage obstacles roll: one for each of the creature's own play level."""
    dice = 0
    for number, one in enumerate(activation.document.get("obstacles", ())):
        if activation.level is None:
            yield _unknown_level(activation, "obstacle")
        elif one["affects"] in (activation.level, "both"):
            rule = "obstacle" if one["affects"] == "ground" else "obstacle-past-armor"
            yield Step(rule, {"creature": activation.who.name, "number": number + 1})
            dice += 1
    return dice


def _exhaustion(activation: Activation, executed: Document) -> Course[int]:
    before = activation.exhaustion
    if executed["colour"] == RED:
        yield Step("red-exhausts", {"creature": activation.who.name}, before, before + 1)
        return before + 1
    if executed["colour"] == GREEN and before:
        yield Step("green-refreshes", {"creature": activation.who.name}, before, before - 1)
        return before - 1
    return before


# Altitude -----------------------------------------------------------------------------------------------------------


def _altitude_choices(activation: Activation) -> list[str]:
    """The altitude changes that are open; none after one in this round, or for a creature that cannot fly."""
    if activation.who.state("altitude_changed", False):
        return []
    flies = activation.who.fact("movement") == "flying" or activation.who.state("can_fly", False)
    if activation.level == "air":
        return ["stop-swooping", "land"] if activation.swooping else ["swoop", "land"]
    return ["take-off"] if activation.level == "ground" and flies else []


def _altitude(activation: Activation) -> Course[tuple[str | None, bool]]:
    wanted = activation.document.get("altitude", "keep")
    now = activation.level, activation.swooping
    if wanted == "keep":
        return now
    if _flight_unknown(activation):
        yield _unknown_level(activation, "altitude-illegal")
        return now
    if wanted not in _altitude_choices(activation):
        rule = "altitude-changed" if activation.who.state("altitude_changed", False) else "altitude-illegal"
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
    """Whether it is not known that the creature is in the air, or that it can get there."""
    if activation.who.state("altitude_changed", False) or activation.level == "air":
        return False
    return activation.who.fact("movement") is None and not activation.who.state("can_fly", False)


# The action ---------------------------------------------------------------------------------------------------------


def _action_choices(
    activation: Activation, executed: Document, moved: Mapping[str, Any], exhaustion: int
) -> list[dict[str, Any]]:
    """Each action with the rule that keeps it from being performed; `None` where nothing does."""
    printed = activation.who.fact("actions")
    general = _no_action_at_all(executed, moved, exhaustion)
    done = activation.who.state("actions_done", ())
    choices: list[dict[str, Any]] = []
    for action in (*ON_THE_BAR, *WITHOUT_ICON):
        why: str | None = None
        if action != "pass":
            why = general or ("action-repeated" if action in done else None)
        if why is None and action in ON_THE_BAR and printed is not None and action not in printed:
            why = "action-not-on-bar"
        known = action not in ON_THE_BAR or printed is not None or why is not None
        choices.append({"action": action, "allowed": why is None if known else None, "rule": why})
    return choices


def _no_action_at_all(executed: Document, moved: Mapping[str, Any], exhaustion: int) -> str | None:
    if exhaustion:
        return "action-while-exhausted"
    if executed["bearing"] == PIVOT:
        return "action-after-pivot"
    return "action-after-obstacle" if moved["obstacle_dice"] else None


def _action(
    activation: Activation, choices: Sequence[Mapping[str, Any]], exhaustion: int
) -> Course[tuple[list[str], int]]:
    """The tokens that the action brings, and the exhaustion after it."""
    wanted = activation.document.get("action")
    if wanted is None:
        return [], exhaustion
    [choice] = [one for one in choices if one["action"] == wanted]
    facts = {"creature": activation.who.name, "action": ACTIONS[wanted]}
    if choice["rule"] is not None:
        yield Breach(choice["rule"], ("/action",), facts)
        return [], exhaustion
    if choice["allowed"] is None:
        yield Missing(activation.who.card.get("slug", ""), "/actions", "/creature", "action-not-on-bar")
    if wanted == "target":
        return (yield from _target(activation)), exhaustion
    if wanted == "feint":
        return [], (yield from _feint(activation, exhaustion))
    yield Step("action", facts)
    return [TOKENS[wanted]] if wanted in TOKENS else [], exhaustion


def _target(activation: Activation) -> Course[list[str]]:
    measured = activation.document.get("enemy_range", "not measured")
    name = {"creature": activation.who.name}
    if measured == "not measured":
        yield Step("target-measure", name)
        return []
    if measured is None or not 1 <= measured <= 4:
        yield Step("target-fails", name)
        return []
    yield Step("target-succeeds", name | {"range": measured})
    return ["target"]


def _feint(activation: Activation, exhaustion: int) -> Course[int]:
    rule = "feint-fails" if activation.document.get("feint_blocked", False) else "feint"
    yield Step(rule, {"creature": activation.who.name}, exhaustion, exhaustion + 1)
    return exhaustion + 1
