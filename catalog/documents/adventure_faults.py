"""Semantic validation of adventures: references between their parts, which a schema cannot check."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, json_pointer

SIDE_FIELDS = ("after", "before")


def adventure_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of an adventure that its schema accepts."""
    sides = {side["side"]: side for side in document["sides"]}
    readings = _readings(document)
    yield from _repeated(document, "sides", "side")
    yield from _repeated(document, "questions", "question")
    yield from _repeated(document, "pieces", "number")
    yield from _repeated(document, "outcomes", "paragraph")
    for index, claim in enumerate(document.get("claims", ())):
        yield from _known_side(sides, claim["side"], ("claims", index, "side"))
        yield from _known_reading(readings, claim, ("claims", index))
        if claim["adventure"] == document["slug"]:
            message = _("The adventure claims artifacts of another one. Name that adventure.")
            yield Fault(json_pointer("claims", index, "adventure"), "own-slug", message)
    for index, side in enumerate(document["sides"]):
        for row, case in enumerate(side.get("may_leave", ())):
            yield from _case_faults(document, sides, case, ("sides", index, "may_leave", row))
    for index, outcome in enumerate(document["outcomes"]):
        for row, case in enumerate(outcome["when"]):
            place = ("outcomes", index, "when", row)
            yield from _known_reading(readings, case, place)
            yield from _case_faults(document, sides, case, place)
        for row, reward in enumerate(outcome["earned"]):
            place = ("outcomes", index, "earned", row)
            yield from _known_side(sides, reward["side"], (*place, "side"))
            if reward.get("only_held") and "cards" not in reward:
                yield Fault(json_pointer(*place), "missing", _("Name the cards it chooses among."))
    yield from _translation_faults(document)


def _translation_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield faults of translations: texts without an original, and incomplete special rules."""
    words = {
        ("sides", "side"): [side["side"] for side in document["sides"]],
        ("pieces", "number"): [piece["number"] for piece in document.get("pieces", ())],
        ("questions", "question"): list(_readings(document)),
        ("outcomes", "paragraph"): [outcome["paragraph"] for outcome in document["outcomes"]],
    }
    for index, translation in enumerate(document.get("translations", ())):
        for (field, key), known in words.items():
            for row, one in enumerate(translation.get(field, ())):
                if one[key] not in known:
                    message = _("The adventure has no “{word}” here, so there is nothing to translate.")
                    place = json_pointer("translations", index, field, row, key)
                    yield Fault(place, "not-allowed", message.format(word=one[key]))
        if "storyline_text" in translation and "storyline_text" not in document:
            message = _("The adventure has no such text, so there is nothing to translate.")
            yield Fault(json_pointer("translations", index, "storyline_text"), "not-allowed", message)
        if len(translation.get("special_rules", document["special_rules"])) != len(document["special_rules"]):
            message = _("Translate each special rule, one for one: there are {number}.")
            place = json_pointer("translations", index, "special_rules")
            yield Fault(place, "not-allowed", message.format(number=len(document["special_rules"])))


def _readings(document: dict[str, Any]) -> dict[str, set[str]]:
    questions = document.get("questions", ())
    return {row["question"]: {one["reading"] for one in row["readings"]} for row in questions}


def _repeated(document: dict[str, Any], field: str, key: str) -> Iterator[Fault]:
    """Yield a fault for each row that repeats the value of `key` in an earlier row."""
    seen = set()
    for index, row in enumerate(document.get(field, ())):
        if row[key] in seen:
            message = _("“{word}” is used above. Use each word only once.").format(word=row[key])
            yield Fault(json_pointer(field, index, key), "repeated", message)
        seen.add(row[key])


def _known_side(sides: dict[str, Any], side: str, place: tuple[str | int, ...]) -> Iterator[Fault]:
    if not sides:
        message = _("The adventure has no sides yet. Name “{side}” among its sides first.")
        yield Fault(json_pointer(*place), "unknown-side", message.format(side=side))
    elif side not in sides:
        message = _("The adventure has no side “{side}”; it is one of: {choices}.")
        yield Fault(json_pointer(*place), "unknown-side", message.format(side=side, choices=", ".join(sides)))


def _known_reading(readings: dict[str, set[str]], row: dict[str, Any], place: tuple[str | int, ...]) -> Iterator[Fault]:
    """Yield a fault if a row has an unknown question or reading, or one without the other."""
    if ("question" in row) is not ("reading" in row):
        yield Fault(json_pointer(*place), "missing", _("Name both, the question and the reading."))
    elif "question" in row and row["reading"] not in readings.get(row["question"], ()):
        message = _("The adventure has no open question “{question}” with a reading “{reading}”.")
        words = {"question": row["question"], "reading": row["reading"]}
        yield Fault(json_pointer(*place, "reading"), "unknown-reading", message.format(**words))


def _case_faults(
    document: dict[str, Any], sides: dict[str, Any], case: dict[str, Any], place: tuple[str | int, ...]
) -> Iterator[Fault]:
    for number, condition in enumerate(case["all"]):
        yield from _condition_faults(document, sides, condition, (*place, "all", number))


def _condition_faults(
    document: dict[str, Any], sides: dict[str, Any], condition: dict[str, Any], place: tuple[str | int, ...]
) -> Iterator[Fault]:
    """Yield faults of conditions that their side cannot meet: an unknown end, exit or piece."""
    yield from _known_side(sides, condition["side"], (*place, "side"))
    for field in SIDE_FIELDS:
        for index, side in enumerate(condition.get(field, ())):
            yield from _known_side(sides, side, (*place, field, index))
    if (side := sides.get(condition["side"])) is None:
        return
    possible = {
        "is": side["ends"],
        "by": side.get("exits", ()),
        "holds": [piece["number"] for piece in document.get("pieces", ())],
    }
    for field, values in possible.items():
        for index, value in enumerate(condition.get(field, ())):
            if value not in values:
                message = _("That cannot be with this side, which has: {choices}.")
                choices = ", ".join(map(str, values)) or _("none")
                yield Fault(json_pointer(*place, field, index), "not-allowed", message.format(choices=choices))
