"""The document of an own adventure, written from the data of its form."""

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from catalog.documents import slugify
from catalog.documents.semantic_validation import resolves
from legions.campaigns.adventure_fields import START
from legions.campaigns.outcome_conditions import ends_meant
from legions.campaigns.records import Document


@dataclass(frozen=True)
class AdventureWriter:
    """The writer of the cleaned `data` of a form into a copy of the document `base`, which the form was made for.

    `fielded` are the outcomes that have a field for each of their conditions and rewards; the others stay unchanged.
    """

    base: Document
    data: Mapping[str, Any]
    fielded: Collection[int]

    def document(self) -> Document:
        """Return the adventure with the data of the form; parts without a field stay unchanged."""
        data = self.data
        found = deepcopy(self.base)
        for name in ("name", "text", "players"):
            found[name] = data[name]
        for name in ("rounds", "most_held", "format"):
            _put(found, name, data.get(name))
        found["special_rules"] = [line.strip() for line in data["special_rules"].splitlines() if line.strip()]
        self._put_area(found)
        for number, side in enumerate(found["sides"]):
            self._put_side(f"side-{number}-", side)
        for number, piece in enumerate(found.get("pieces", ())):
            self._put_piece(f"piece-{number}-", piece)
        sides = {side["side"]: side for side in found["sides"]}
        for number, outcome in enumerate(found["outcomes"]):
            self._put_outcome(number, outcome, sides)
        found["sources"] = {place: one for place, one in found["sources"].items() if resolves(found, place)}
        return found

    def _put_area(self, adventure: Document) -> None:
        width, depth, walls = (self.data[f"area_{one}"] for one in ("width", "depth", "walls"))
        if width is None and depth is None and not walls:
            adventure.pop("area", None)
        else:
            area = {
                "width": width,
                "depth": depth,
                "walls": _in_order(walls, adventure.get("area", {}).get("walls", ())),
            }
            adventure["area"] = {name: value for name, value in area.items() if value is not None}

    def _put_side(self, prefix: str, side: Document) -> None:
        data = self.data
        side["name"], side["objective"] = data[f"{prefix}name"], data[f"{prefix}objective"] or None
        side["points"] = data.get(f"{prefix}points", side["points"])
        side["required_cards"] = data[f"{prefix}cards"]
        side["ends"] = _in_order(data[f"{prefix}ends"], side["ends"])
        exits = [slugify(one) for one in data[f"{prefix}exits"].split(",")]
        _put(side, "exits", list(dict.fromkeys(filter(None, exits))))
        start = {name: data[f"{prefix}{name}"] for name in START if data[f"{prefix}{name}"] is not None}
        _put(side, "start", start)

    def _put_piece(self, prefix: str, piece: Document) -> None:
        data = self.data
        piece["number"], piece["what"] = data[f"{prefix}number"], data[f"{prefix}what"]
        if f"{prefix}card" in data:
            _put(piece, "card", next(iter(data[f"{prefix}card"]), None))
        for name in ("from_west", "from_north"):
            _put(piece, name, data[f"{prefix}{name}"])

    def _put_outcome(self, number: int, outcome: Document, sides: Mapping[str, Document]) -> None:
        at, data = f"outcome-{number}-", self.data
        outcome["paragraph"] = slugify(data[f"{at}paragraph"])
        outcome["victory"] = data[f"{at}victory"] or outcome["victory"]
        outcome["text"] = data[f"{at}text"]
        if number not in self.fielded:
            return
        for row, case in enumerate(outcome["when"]):
            told = {condition["side"]: condition for condition in case["all"]}
            said = {
                word: self._condition(f"{at}case-{row}-{word}-", told.get(word, {"side": word}), side)
                for word, side in sides.items()
            }
            case["all"] = [said[word] for word in (*told, *(one for one in said if one not in told)) if said[word]]
        before = {reward["side"]: reward for reward in outcome["earned"]}
        earned = {word: self._reward(f"{at}earned-{word}-", before.get(word, {"side": word})) for word in sides}
        order = (*before, *(word for word in earned if word not in before))
        outcome["earned"] = [earned[word] for word in order if earned[word]]

    def _condition(self, prefix: str, before: Document, side: Document) -> Document | None:
        data, condition = self.data, dict(before)
        ends = ends_meant(data[f"{prefix}is"], side["ends"])
        _put(condition, "is", _in_order(ends, condition.get("is", ())))
        _put(condition, "by", _in_order(data.get(f"{prefix}by", []), condition.get("by", ())))
        for name in ("least_health", "most_health"):
            _put(condition, name, data[f"{prefix}{name}"])
        _put(
            condition,
            "holds",
            _in_order([int(one) for one in data.get(f"{prefix}holds", [])], condition.get("holds", ())),
        )
        return condition if condition.keys() != {"side"} else None

    def _reward(self, prefix: str, before: Document) -> Document | None:
        data, reward = self.data, dict(before)
        if data[f"{prefix}xp"] is None and not data[f"{prefix}cards"]:
            return None
        reward["xp"] = data[f"{prefix}xp"] or 0
        _put(reward, "cards", data[f"{prefix}cards"])
        if f"{prefix}only_held" in data:
            _put(reward, "only_held", data[f"{prefix}only_held"] or None)
        return reward


def _in_order(values: Sequence[Any], before: Sequence[Any]) -> list[Any]:
    """Return values in their former order, followed by new ones."""
    return [one for one in before if one in values] + [one for one in values if one not in before]


def _put(row: Document, name: str, value: Any) -> None:
    """Set a field of a document; an empty value removes it, unless it was null before."""
    if value not in (None, "", [], {}):
        row[name] = value
    elif row.get(name, "") is not None:
        row.pop(name, None)
