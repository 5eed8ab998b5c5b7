"""The action of a creature: which ones are open, and what the chosen one does (p. 13-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulesapi.engine.games.attack_wing.play.maneuver_answers import ActionChoice
from rulesapi.engine.games.attack_wing.play.maneuver_inputs import ACTIONS, OF_A_CARD, PASS, Activation, Maneuver
from rulesapi.engine.games.attack_wing.play.movement import Moved
from rulesapi.engine.games.attack_wing.play.parts import BAR_ACTIONS, LONGEST_RANGE, PIVOT, TOKENS, Creature
from rulesapi.engine.resolutions.input_kinds import Beyond
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step
from rulesapi.engine.values.messages import phrase

ACTION_WORDS = {action: action for action in BAR_ACTIONS} | {
    PASS: phrase("pass"),
    OF_A_CARD: phrase("of a card"),
    "remove-disabled": phrase("removing a Disabled Token"),
}
"""Display names of actions."""
TARGET, FEINT = "target", "feint"
Changes = tuple[tuple[str, object], ...]


class Acted(NamedTuple):
    """The tokens that an action gives, and the exhaustion and the possible actions after it."""

    tokens: list[str]
    exhaustion: int | None
    choices: list[ActionChoice]


def no_action_at_all(activation: Activation, moved: Moved | None, exhaustion: int | None) -> str | None:
    """Return the rule that forbids all actions of a creature in this round, or None."""
    if exhaustion:
        return "action-while-exhausted"
    if (moved and moved.maneuver and moved.maneuver.bearing == PIVOT) or PIVOT in activation.who.tokens:
        return "action-after-pivot"
    met = (moved and moved.loses_action) or activation.who.met_obstacle
    return "action-after-obstacle" if met else None


def action_choices(activation: Activation, general: str | None, *, sure: bool) -> list[ActionChoice]:
    """Return each action with the rule that forbids it, or None if no rule does.

    `general` is a rule that forbids all of them. Unless it is `sure` that there is none, no action is certainly
    allowed.
    """
    choices: list[ActionChoice] = []
    for action in ACTIONS:
        why = None if action == PASS else general or _why_not(activation, action)
        known = action == PASS or why is not None or (sure and not _asked_for(activation, action))
        choices.append(ActionChoice(action=action, allowed=why is None if known else None, rule=why))
    return choices


def _why_not(activation: Activation, action: str) -> str | None:
    """Return the rule that forbids an action, or None if no known fact does."""
    printed = activation.who.actions
    if action in activation.who.actions_done and not _may_be_of_another_card(activation, action):
        return "action-repeated"
    if activation.who.action_spent and not activation.ask.free:
        return "second-action"
    return "action-not-on-bar" if action in BAR_ACTIONS and printed is not None and action not in printed else None


def _asked_for(activation: Activation, action: str) -> list[Missing]:
    """Return the missing facts that decide about an action."""
    who, ask, asked = activation.who, activation.ask, []
    done = who.actions_done
    if action in BAR_ACTIONS and who.actions is None:
        asked.append(who.missing(Creature.actions, "action-not-on-bar"))
    if action in done and ask.another_card is None and _may_be_of_another_card(activation, action):
        asked.append(ask.missing(Maneuver.another_card, "action-repeated"))
    if done and not ask.free and who.action_spent is None:
        asked.append(Missing("", f"/{Creature.action_spent.name}", who.at, "second-action"))
    return asked


def _may_be_of_another_card(activation: Activation, action: str) -> bool:
    """Return whether an action of a card may be of another card than the action performed before."""
    return action == OF_A_CARD and activation.ask.another_card is not False


def act(activation: Activation, choices: list[ActionChoice], exhaustion: int | None) -> Course[Acted]:
    """Return what the chosen action does."""
    wanted = activation.ask.action
    if wanted is None:
        return Acted([], exhaustion, choices)
    [choice] = [one for one in choices if one.action == wanted]
    facts = activation.names | {"action": ACTION_WORDS[wanted]}
    if choice.rule is not None:
        yield Breach(choice.rule, (activation.ask.place(Maneuver.action),), facts)
        return Acted([], exhaustion, choices)
    if wanted != PASS:
        yield from _asked_for(activation, wanted)
    if wanted == TARGET:
        return (yield from _target(activation, choices, exhaustion))
    if wanted == FEINT:
        after = yield from _feint(activation, exhaustion)
        return Acted([], after, _without_others(choices, "action-while-exhausted"))
    tokens = [wanted] if wanted in TOKENS else []
    yield Step("action", facts, sets=_performed(activation, wanted, tokens))
    return Acted(tokens, exhaustion, choices)


def _performed(activation: Activation, action: str, tokens: Sequence[str] = ()) -> Changes:
    """Return that an action has been performed: its tokens, and that it was the one of this round unless it is free."""
    who = activation.who
    changes: list[tuple[str, object]] = []
    if action != PASS:
        changes += who.sets(Creature.actions_done, (*who.actions_done, action))
    if tokens:
        changes += who.sets(Creature.tokens, (*who.tokens, *tokens))
    if not activation.ask.free:
        changes += who.sets(Creature.action_spent, True)
    elif not who.actions_done and who.action_spent is None:
        changes += who.sets(Creature.action_spent, False)
    return tuple(changes)


def _without_others(choices: list[ActionChoice], rule: str) -> list[ActionChoice]:
    """Return the possible actions if the creature can perform no other."""
    return [
        one if one.action == PASS else ActionChoice(action=one.action, allowed=False, rule=one.rule or rule)
        for one in choices
    ]


def _target(activation: Activation, choices: list[ActionChoice], exhaustion: int | None) -> Course[Acted]:
    ask, names = activation.ask, activation.names
    reach = ask.enemy_range
    if reach is None:
        yield Step("target-measure", names)
        return Acted([], exhaustion, choices)
    if reach is Beyond.OUT_OF_RANGE:
        yield Step("target-fails", names, sets=_performed(activation, TARGET))
        return Acted([], exhaustion, choices if ask.free else _without_others(choices, "target-fails"))
    if not 1 <= reach <= LONGEST_RANGE:
        yield Breach("no-such-range", (ask.place(Maneuver.enemy_range),), {"range": reach})
        return Acted([], exhaustion, choices)
    yield Step("target-succeeds", names | {"range": reach}, sets=_performed(activation, TARGET, [TARGET]))
    return Acted([TARGET], exhaustion, choices)


def _feint(activation: Activation, exhaustion: int | None) -> Course[int | None]:
    who = activation.who
    rule = "feint-fails" if activation.ask.feint_blocked else "feint"
    after = None if exhaustion is None else exhaustion + 1
    tokens = () if after is None else who.sets(Creature.exhaustion, after)
    yield Step(rule, activation.names, exhaustion, after, sets=(*tokens, *_performed(activation, FEINT)))
    return after
