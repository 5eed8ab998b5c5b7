"""Facts a table enters once: the faces of its dice, and the icons missing from the rulebook's text."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.games.attack_wing.play.odds import FACES, LABELS, SIDES, dice_of
from legions.games.attack_wing.play.words import ATTACK_FACES, DEFENSE_FACES
from legions.play.dice_counter import CountedDie
from legions.play.forms import MemoryForm, choice, number

ICONS: Mapping[str, tuple[Any, Mapping[str, Any]]] = {
    "morale": (
        gettext_lazy("Icon of the morale check"),
        {
            "hit": ATTACK_FACES["hit"],
            "critical": ATTACK_FACES["critical"],
            "hit-or-critical": gettext_lazy("Hit or critical"),
        },
    ),
    "dispute": (
        gettext_lazy("Icon of the dispute roll"),
        {"concentrate": ATTACK_FACES["concentrate"], "blank": ATTACK_FACES["blank"]},
    ),
}
"""Label and possible faces of each icon missing from the rulebook's text."""
DICE_WORDS = {"attack": gettext_lazy("Red attack die"), "defense": gettext_lazy("Green defense die")}
DICE_FACES: Mapping[str, Mapping[str, Any]] = {"attack": ATTACK_FACES, "defense": DEFENSE_FACES}


_DIE = {name: re.compile(r"\.".join([r"(\d{1,2})"] * len(faces)), re.ASCII) for name, faces in FACES.items()}
"""The encoding of each die's faces: their numbers joined by dots."""


class TableMemory(MemoryForm):
    """The form for the faces of both dice and the icons."""

    @classmethod
    def encode(cls, entered: Mapping[str, Mapping[str, Any]]) -> str:
        """Return the entered dice and icons as text, for example "attack=3.1.2-defense=3.2-morale=critical"."""
        dice, icons = entered.get("dice", {}), entered.get("icons", {})
        parts = [f"{name}={'.'.join(str(dice[name][face]) for face in FACES[name])}" for name in FACES if name in dice]
        return "-".join([*parts, *(f"{name}={icons[name]}" for name in ICONS if name in icons)])

    @classmethod
    def decode(cls, text: str, game: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the dice and icons of an encoded text, without dice that have more faces than sides."""
        written = dict(part.split("=", 1) for part in text[:200].split("-") if "=" in part)
        dice: dict[str, Any] = {}
        for name, die in dice_of(game).items():
            sides = die.sides or SIDES
            numbers = _DIE[name].fullmatch(written.get(name, ""))
            faces = dict(zip(FACES[name], map(int, numbers.groups()), strict=True)) if numbers else {}
            if faces and sum(faces.values()) <= sides:
                dice[name] = {"sides": sides, **faces}
        icons = {name: written[name] for name, (_label, words) in ICONS.items() if written.get(name) in words}
        return {"dice": dice, "icons": icons} if dice or icons else {}

    def __init__(self, entered: Mapping[str, Any], game: Mapping[str, Any]) -> None:
        """Fill in the facts of the catalog and those entered before, unless the form was submitted."""
        super().__init__(entered, game)
        for name, die in dice_of(game).items():
            for face, known in die.faces.items():
                field = number(f"{DICE_WORDS[name]}: {LABELS[name, face]}", die.sides or SIDES)
                field.initial = None if self.sent else entered.get("dice", {}).get(name, {}).get(face, known)
                self.fields[f"{name}_{face}"] = field
        self.sides = {name: die.sides or SIDES for name, die in dice_of(game).items()}
        for name, (label, words) in ICONS.items():
            self.fields[f"icon_{name}"] = choice(label, words)
            self.fields[f"icon_{name}"].initial = None if self.sent else entered.get("icons", {}).get(name)

    @classmethod
    def dice(cls, game: Mapping[str, Any], entered: Mapping[str, Any], data: QueryDict) -> list[CountedDie]:
        """Return both dice with their faces."""
        found = []
        for name, die in dice_of(game).items():
            counts = entered.get("dice", {}).get(name) or (die.faces if die.known else {})
            faces = [face for face in DICE_FACES[name] for _side in range(counts.get(f"{face}s") or 0)]
            sides = die.sides or SIDES
            faces += ["blank"] * (sides - len(faces)) if counts else []
            found.append(CountedDie(name, DICE_WORDS[name], sides, DICE_FACES[name], tuple(faces)).read(data))
        return found

    @classmethod
    def facts_of(cls, die: CountedDie) -> dict[str, Any]:
        """Return the sides of a die, and the number of sides with each symbol."""
        return {"sides": die.sides} | {fact: die.counts.get(fact.removesuffix("s"), 0) for fact in FACES[die.name]}

    @property
    def numbers(self) -> list[forms.BoundField]:
        """The fields for the numbers of faces, which taps fill in."""
        return [field for field in self if not field.name.startswith("icon_")]

    @property
    def icons(self) -> list[forms.BoundField]:
        """The fields for the icons."""
        return [field for field in self if field.name.startswith("icon_")]

    def clean(self) -> dict[str, Any]:
        """Reject dice with more faces than sides."""
        cleaned = super().clean() or self.cleaned_data
        for name, sides in self.sides.items():
            total = sum(cleaned.get(f"{name}_{face}") or 0 for face in FACES[name])
            if total > sides:
                message = _("These come to %(total)d faces. The die has %(sides)d. Take some away.")
                self.add_error(f"{name}_{FACES[name][-1]}", ValidationError(message % {"total": total, "sides": sides}))
        return cleaned

    def said(self) -> dict[str, dict[str, Any]]:
        """Return the completely entered dice, and the icons."""
        cleaned = self.cleaned_data
        dice = {name: {face: cleaned[f"{name}_{face}"] for face in FACES[name]} for name in self.sides}
        known = {
            name: {"sides": self.sides[name], **faces} for name, faces in dice.items() if None not in faces.values()
        }
        icons = {name: cleaned[f"icon_{name}"] for name in ICONS if cleaned[f"icon_{name}"]}
        return {"dice": known, "icons": icons}
