"""Limits of inputs, which the effects of an answer keep: the situation after it can be entered again."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.input_kinds import Number, SeveralOf
from rulesapi.engine.resolutions.inputs import SeveralParts
from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Citation

BEYOND_LIMIT = "beyond-limit"


def limit_rule(game: str, cite: Citation) -> PlayRule:
    """Return the rule of a game about limits. Its findings cite the rule whose effect would pass a limit."""
    return PlayRule(
        f"{game}/{BEYOND_LIMIT}",
        "More than can be entered",
        "Numbers and lists at the table have limits in Muster that the rulebook does not have.",
        cite,
        (
            "“{label}” would be {value}. Muster only knows multiples of {step}.",
            "“{label}” would be {value}. Muster keeps at most {most}.",
        ),
        "error",
    )


def passed_limit(question: Question, pointer: str, value: Any) -> dict[str, Any] | None:
    """Return the facts of the limit that an input would pass with a value; None if it can be entered.

    `pointer` is that of the input in the situation, or of an entry of a list. The value of a list is its length.
    """
    field = question.input_at(pointer)
    if field is None or value is None:
        return None
    last = pointer.rpartition("/")[2]
    match field.kind:
        case Number(most=most, step=step):
            passed = _of_number(value, most, step)
        case SeveralOf(most=most) if most:
            passed = _of_number(len(value), most)
        case SeveralParts(most=most):
            passed = _of_number(int(last) + 1 if last.isdecimal() else len(value), most)
        case _:
            return None
    return {"label": phrase(field.plural or field.title), **passed} if passed else None


def _of_number(value: int, most: int, step: int = 1) -> dict[str, int] | None:
    if value > most:
        return {"value": value, "most": most}
    return {"value": value, "step": step} if value % step else None
