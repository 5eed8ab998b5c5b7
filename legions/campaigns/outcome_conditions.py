"""Conditions of outcomes as the form of an own adventure has them: one choice per side for how it ended.

A choice is one end of the side ("defeated"), or every other end ("not-defeated"). Separate fields hold its exit, its
health and its tokens. Other conditions can only be written as JSON.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from legions.campaigns.game_results import ENDS
from legions.campaigns.records import Document

NOT_ENDS: Mapping[str, Promise] = {
    "defeated": _("was not defeated"),
    "left": _("did not leave the table"),
    "present": _("was not there any more"),
    "won": _("did not win"),
    "lost": _("did not lose"),
    "drawn": _("did not draw"),
}
"""The names of the choices for every other end than this one."""
ANY_END = ("", _("whatever became of it"))
OTHER_THAN = "not-"
CONDITION_FIELDS = frozenset(("side", "is", "by", "least_health", "most_health", "holds"))


def end_choices(ends: Sequence[str], now: str = "") -> list[tuple[str, Any]]:
    """Return the choices of a condition for a side with these ends. The current choice `now` is always one of them."""
    single = [(end, ENDS[end]) for end in ends]
    # With two ends, each is the opposite of the other.
    others = [(f"{OTHER_THAN}{end}", NOT_ENDS[end]) for end in ends] if len(ends) > 2 else []
    choices = [ANY_END, *single, *others]
    if now not in dict(choices):
        end = now.removeprefix(OTHER_THAN)
        choices.append((now, (ENDS if now == end else NOT_ENDS)[end]))
    return choices


def ends_meant(choice: str, ends: Sequence[str]) -> list[str]:
    """Return the ends to which a choice refers, for a side with these ends; empty for any end."""
    if choice.startswith(OTHER_THAN):
        other = choice.removeprefix(OTHER_THAN)
        return [end for end in ends if end != other]
    return [choice] if choice else []


def choice_of(asked: Collection[str] | None, ends: Sequence[str]) -> str | None:
    """Return the choice that refers to exactly these ends: empty for no condition, None if there is no such choice."""
    if asked is None:
        return ""
    if len(asked) == 1:
        return str(next(iter(asked)))
    missing = [end for end in ends if end not in asked]
    return f"{OTHER_THAN}{missing[0]}" if len(missing) == 1 and len(asked) == len(ends) - 1 else None


def is_plain(outcome: Document, sides: Mapping[str, Document]) -> bool:
    """Return whether the form has a field for every condition and reward of an outcome."""
    return _conditions_are_plain(outcome, sides) and _rewards_are_plain(outcome, sides)


def _conditions_are_plain(outcome: Document, sides: Mapping[str, Document]) -> bool:
    for case in outcome["when"]:
        about = [condition["side"] for condition in case["all"]]
        if case.keys() != {"all"} or len(set(about)) < len(about) or not sides.keys() >= set(about):
            return False
        for condition in case["all"]:
            ends = sides[condition["side"]]["ends"]
            if condition.keys() - CONDITION_FIELDS or choice_of(condition.get("is"), ends) is None:
                return False
    return True


def _rewards_are_plain(outcome: Document, sides: Mapping[str, Document]) -> bool:
    about = [reward["side"] for reward in outcome["earned"]]
    return len(set(about)) == len(about) and sides.keys() >= set(about)
