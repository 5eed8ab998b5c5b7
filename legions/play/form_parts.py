"""Parts of a situation on a form: where they are shown, and the names of their fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rulesapi.engine.resolutions.input_kinds import Section
from rulesapi.engine.resolutions.inputs import Input, OnePart, Part, SeveralParts


@dataclass(frozen=True, slots=True)
class FormPart:
    """A part of the situation on the form: its declaration, the start of its fields' names, its label, its kind.

    An `open` part is an empty one at the end of a list. `given` is what a list of players says about the part.
    """

    declared: type[Part]
    path: str = ""
    label: str = ""
    kind: OnePart | SeveralParts | None = None
    open: bool = False
    given: Mapping[str, Any] | None = None

    @property
    def inputs(self) -> Mapping[str, Input[Any]]:
        """The inputs of the part, by name."""
        return self.declared.inputs

    def path_of(self, declared: Input[Any]) -> str:
        """Return the name of the field of an input, or the start of such names."""
        return joined(self.path, declared.name)

    def shows(self, declared: Input[Any]) -> bool:
        """Return whether pages show an input of the part before it decides."""
        return self.kind is None or self.kind.shows is None or declared.name in self.kind.shows

    def section_of(self, declared: Input[Any]) -> Section | None:
        """Return the section that an input is shown in; None if it is shown with the others of its part.

        Inputs that are not shown before they decide are in the first section of their part afterwards.
        """
        of_part = self.kind.sections if isinstance(self.kind, OnePart) else {}
        hidden_in = None if self.shows(declared) else next(iter(of_part.values()), None)
        return of_part.get(declared.name) or declared.section or hidden_in


def is_log(declared: Input[Any]) -> bool:
    return isinstance(declared.kind, SeveralParts) and declared.kind.log


def labelled(part: FormPart, label: str) -> str:
    """Return a label with the part that it belongs to."""
    return _("%(part)s: %(fact)s") % {"part": part.label, "fact": label} if part.label else label


def joined(*names: str) -> str:
    return "_".join(filter(None, names))


def is_main(declared: Input[Any]) -> bool:
    """Return whether an input is a card that the question is always about."""
    rare = declared.folded or declared.shown_if is not None
    return isinstance(declared.kind, OnePart) and bool(declared.kind.part.kind) and not rare
