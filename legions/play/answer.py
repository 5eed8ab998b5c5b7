"""The answer of a question of play to the situation that a form describes, step by step."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from legions.cards import queries, references
from legions.cards.references import ReferenceView
from legions.play.forms import FacesField, Result, SituationForm
from legions.site import wording
from legions.site.marked_text import MarkedText
from rulesapi.judging.resolutions import Resolver

MAX_UNUSED = 60
"""Maximum number of fields checked for an effect."""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step or a finding in words, with its source."""

    words: str
    cite: MarkedText
    code: str
    before: str = ""
    after: str = ""
    level: str = ""


@dataclass(frozen=True)
class Answer:
    """The answer to the situation that is entered in a form."""

    form: SituationForm
    resolver: Resolver

    @cached_property
    def situation(self) -> dict[str, Any] | None:
        """The situation, or None if too little is entered or a name is unsure."""
        if not (self.form.is_bound and self.form.is_valid()):
            return None
        situation = self.form.asked()
        return None if self.form.unsure else situation

    @cached_property
    def _resolved(self) -> tuple[dict[str, Any] | None, list[str]]:
        if self.situation is None or self.form.errors:
            return None, []
        try:
            found = self.resolver.resolve(self.situation)
            if half := self._half_rolled(found):
                found = self.resolver.resolve(self.form.asked_without(*half) or self.situation)
            return found, []
        except InvalidInput as error:
            return None, [self._fault_words(fault) for fault in error.faults[:10]]

    def _fault_words(self, fault: Fault) -> str:
        """Return a fault of the situation with the label of its field, or with its place."""
        names = self.form.names_of(*fault.pointer.rsplit("/", 1)) if "/" in fault.pointer[1:] else [fault.pointer[1:]]
        label = next((self.form[name].label for name in names if name in self.form.fields), fault.pointer)
        return f"{label}: {fault.message}"

    def _half_rolled(self, resolution: Mapping[str, Any]) -> list[str]:
        """Return the fields with faces of some dice of a roll only; they do not count until the others are entered."""
        rolled = self.form.dice_rolled(resolution)
        return [name for name, dice in rolled.items() if 0 < len(self.form.value(name, ())) < (dice or 0)]

    @property
    def resolution(self) -> dict[str, Any] | None:
        """The resolution, or None without a valid situation."""
        return self._resolved[0]

    @property
    def faults(self) -> list[str]:
        """The errors of an invalid situation."""
        return self._resolved[1]

    @cached_property
    def result(self) -> Result:
        """The result in words."""
        return self.form.result(self.resolution) if self.resolution else Result()

    @cached_property
    def dice_rolled(self) -> dict[str, int | None]:
        """The number of dice that are rolled, by field of faces; empty or None if it is not known."""
        return self.form.dice_rolled(self.resolution) if self.resolution else {}

    @property
    def ended(self) -> bool:
        """True if the answer sentence says everything, so that nothing else needs to be shown."""
        found = self.resolution
        return found is not None and found["outcome"] == "allowed" and self.result.ends

    @cached_property
    def steps(self) -> list[StepView]:
        """The steps in order."""
        return [self._step(one) for one in self._all_of("steps")]

    @cached_property
    def explained(self) -> list[ReferenceView]:
        """The references that the rules of findings and steps lead to, each once."""
        codes = [one["code"] for part in ("findings", "steps") for one in self._all_of(part)]
        return references.explaining(queries.references_of(self.resolver.play.game), codes) if codes else []

    def _all_of(self, part: str) -> list[dict[str, Any]]:
        return list(self.resolution[part]) if self.resolution else []

    @property
    def findings(self) -> list[StepView]:
        """Errors and warnings about the situation."""
        return [self._step(one) for one in self._all_of("findings")]

    def _step(self, step: Mapping[str, Any]) -> StepView:
        return StepView(
            wording.play_message(step),
            wording.linked_citation(step["cite"], self.resolver.play.game),
            step["code"].rpartition("/")[2],
            _number(step.get("before")),
            _number(step.get("after")),
            step.get("level") or "",
        )

    @cached_property
    def unused(self) -> list[tuple[str, str]]:
        """The label of each field without effect on the answer, with the reason."""
        if not self.resolution:
            return []
        reasons = {one["at"]: one["reason"] for one in self.resolution["unused"]}
        shown = [field for field in self.form if isinstance(field.field, FacesField) or not field.is_hidden]
        said = [field for field in shown if self.form.value(field.name, False) is not False]
        found = [
            (str(field.label), self._unused_words(field.name, reasons))
            for field in said[:MAX_UNUSED]
            if not (self.form.is_read_ahead(field.name) or self.form.is_default(field.name))
        ]
        return [(label, words) for label, words in found if words]

    @cached_property
    def _entered(self) -> dict[str, Any]:
        """The values of the situation by pointer."""
        return dict(_leaves(self.situation))

    def _unused_words(self, name: str, reasons: Mapping[str, str]) -> str:
        """Return why a field has no effect: the form or the rules did not use it; empty for a field with an effect."""
        if self.resolution and name in self._half_rolled(self.resolution):
            count = {"number": len(self.form.value(name)), "dice": self.dice_rolled[name]}
            return _("%(number)d of %(dice)d are entered. They count when all are.") % count
        place = self.form.pointer_of(name)
        if place in self._entered and not _reason(place, reasons):
            return ""
        without = self.form.asked_without(name)
        if without is None or self.situation is None:
            return ""
        left, whole = dict(_leaves(without)), self._entered
        parts = [place for place, value in whole.items() if place not in left or left[place] != value]
        if not parts:
            return _("It changes nothing here, or something that goes with it is missing.") if left == whole else ""
        whys = [_reason(place, reasons) for place in parts]
        return wording.translated(whys[0]) if all(whys) else ""


def _leaves(document: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the JSON pointer and value of each leaf of a document."""
    if isinstance(document, dict | list) and document:
        for key, value in document.items() if isinstance(document, dict) else enumerate(document):
            yield from _leaves(value, f"{pointer}/{key}")
    else:
        yield pointer, document


def _reason(place: str, reasons: Mapping[str, str]) -> str:
    """Return the reason for an unused part; empty for a used one."""
    return next((why for at, why in reasons.items() if place == at or place.startswith(f"{at}/")), "")


def _number(value: Any) -> str:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
