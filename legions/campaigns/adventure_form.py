"""The form of an own adventure, row by row.

The form is built from a document and returns one. Its rows are those of the document; buttons add and remove them.
Parts of the document without a field stay unchanged: a row knows its place in the document, and an outcome with
conditions that no field can express is shown with the text of its paragraph and kept.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from catalog.documents.errors import Fault
from legions.campaigns.adventure_document import AdventureWriter
from legions.campaigns.adventure_fields import START, AdventureFields, spaced
from legions.campaigns.adventure_rows import MAX_CASES
from legions.campaigns.map_sketch import letter
from legions.campaigns.records import Document
from legions.cards.stock import Stock
from legions.game_words import words_of_game
from legions.site import wording

PARTS_WITHOUT_FIELD: Mapping[str, Any] = {
    "claims": gettext_lazy("artifacts that a side may claim"),
    "questions": gettext_lazy("open questions"),
    "translations": gettext_lazy("texts in other languages"),
    "storyline": gettext_lazy("the storyline"),
    "storyline_text": gettext_lazy("the text of the storyline"),
    "storyline_scene": gettext_lazy("the scene of the storyline"),
    "booster_points": gettext_lazy("points of a booster"),
    "set": gettext_lazy("the set"),
}
"""The parts of a document without a field."""


class AdventureForm(forms.Form):
    """The form of an own adventure. `buys` is true if players of its game buy something with experience."""

    use_required_attribute = False

    def __init__(self, data: Any, document: Document, catalog: Stock, *, buys: bool) -> None:
        super().__init__(data)
        self.base = document
        self.in_squares = words_of_game(str(catalog.game.get("slug", ""))).in_squares
        self.sides: list[Document] = document["sides"]
        made = AdventureFields(document, catalog, buys=buys)
        self.fields.update(made.fields)
        self._places, self._fielded = made.places, made.fielded

    def _shown(self, prefix: str, *names: str) -> list[forms.BoundField]:
        return [self[f"{prefix}{name}"] for name in names if f"{prefix}{name}" in self.fields]

    @cached_property
    def head(self) -> list[forms.BoundField]:
        """The fields of the whole adventure."""
        return self._shown("", "name", "text", "players", "rounds", "format")

    @cached_property
    def area(self) -> list[forms.BoundField]:
        """The fields of the play area."""
        return self._shown("area_", "width", "depth", "walls")

    @cached_property
    def side_rows(self) -> list[tuple[str, str, list[forms.BoundField], list[forms.BoundField]]]:
        """The sides: letter, name, fields, and the fields of the start area."""
        names = ("name", "points", "cards", "objective", "ends", "exits")
        return [
            (
                letter(number + 1),
                side["name"],
                self._shown(f"side-{number}-", *names),
                self._shown(f"side-{number}-", *START),
            )
            for number, side in enumerate(self.sides)
        ]

    @cached_property
    def piece_rows(self) -> list[list[forms.BoundField]]:
        """The fields of the tokens."""
        names = ("number", "what", "card", "from_west", "from_north")
        return [self._shown(f"piece-{number}-", *names) for number, _piece in enumerate(self.base.get("pieces", ()))]

    @cached_property
    def outcome_rows(self) -> list[dict[str, Any]]:
        """The outcomes: their fields, cases and rewards; `fielded` if these have fields."""
        return [self._outcome_row(number, outcome) for number, outcome in enumerate(self.base["outcomes"])]

    def _outcome_row(self, number: int, outcome: Document) -> dict[str, Any]:
        at = f"outcome-{number}-"
        row = {"fields": self._shown(at, "paragraph", "victory", "text"), "word": spaced(outcome["paragraph"])}
        if number not in self._fielded:
            return {**row, "fielded": False}
        cases = [
            [self._condition_row(f"{at}case-{case}-{side['side']}-") for side in self.sides]
            for case, _told in enumerate(outcome["when"])
        ]
        rewards = [self._shown(f"{at}earned-{side['side']}-", "xp", "cards", "only_held") for side in self.sides]
        return {**row, "fielded": True, "cases": cases, "rewards": rewards, "more_cases": len(cases) < MAX_CASES}

    def _condition_row(self, prefix: str) -> tuple[forms.BoundField, list[forms.BoundField], bool]:
        more = self._shown(prefix, "by", "least_health", "most_health", "holds")
        return self[f"{prefix}is"], more, any(field.errors or field.value() not in (None, "", []) for field in more)

    @cached_property
    def beyond(self) -> str:
        """The names of the document's parts without a field, joined."""
        return wording.join_and(str(words) for field, words in PARTS_WITHOUT_FIELD.items() if field in self.base)

    def say_faults(self, faults: Sequence[Fault]) -> list[Fault]:
        """Add faults to their fields, and return the faults without a field."""
        others = []
        for fault in faults:
            name = self._places.field_of(fault.pointer)
            if name is None:
                others.append(fault)
            else:
                self.add_error(name, fault.message)
        return others

    def document(self) -> Document:
        """Return the adventure with the data of the form; parts without a field stay unchanged."""
        return AdventureWriter(self.base, self.cleaned_data, self._fielded).document()

    def as_data(self) -> MultiValueDict[str, str]:
        """Return the initial data as a browser sends it."""
        found: MultiValueDict[str, str] = MultiValueDict()
        for name, field in self.fields.items():
            value = field.initial
            if isinstance(field, forms.MultipleChoiceField):
                found.setlist(name, list(value))
            elif value is not None and value is not False:  # 0 is a number, and equals False
                found[name] = "on" if value is True else str(value)
        return found
