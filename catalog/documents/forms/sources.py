"""The sources of a document: one for the whole document, one for each fact, and one for any other place."""

import re
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from catalog.documents.errors import json_pointer
from catalog.documents.forms.objects.members import ObjectForm
from catalog.documents.forms.objects.parts import Pointer
from catalog.documents.forms.objects.rows import rows_formset
from catalog.documents.schema_properties import Construct, Property

TWICE = _("This place has a source already.")
NO_PLACE = _("Write a JSON Pointer, for example /weapons/0/range.")


class SourcesForm:
    """The sources of a document with these facts.

    `whole` covers every fact without a source of its own. `own` has a form for each fact. `others` has a row for each
    place that is not a fact of the form, such as a weapon's range, the text or the slug.
    """

    def __init__(
        self, prop: Property, facts: Sequence[str], sources: dict[str, Any], *, data: Any, judged: bool
    ) -> None:
        members = prop.members
        self.place_pattern = re.compile(prop.schema["propertyNames"]["pattern"])
        common: dict[str, Any] = {"properties": members, "judged": judged}
        by_pointer = {json_pointer(fact): fact for fact in facts}
        self.whole = ObjectForm(data, initial=sources.get("", {}), prefix="whole", **common)
        self.own = {
            fact: ObjectForm(data, initial=sources.get(pointer, {}), prefix=f"source-{fact}", **common)
            for pointer, fact in by_pointer.items()
        }
        place = Property(
            key="pointer",
            construct=Construct.TEXT,
            schema={"title": gettext_noop("Place"), "description": NO_PLACE},
            base=prop.base,
            required=True,
            nullable=False,
        )
        rows = [
            {"pointer": pointer, **source}
            for pointer, source in sources.items()
            if pointer and pointer not in by_pointer
        ]
        most = prop.schema["maxProperties"]
        self.others = rows_formset(
            ObjectForm, data, rows, "others", extra=0, most=most, spare=1, properties=[place, *members], judged=judged
        )

    @property
    def forms(self) -> list[ObjectForm]:
        """The forms of the single sources."""
        return [*self._apart.values(), *self.others.forms]

    @property
    def _apart(self) -> dict[str, ObjectForm]:
        """The forms that are not rows, keyed by pointer."""
        return {"": self.whole, **{json_pointer(fact): form for fact, form in self.own.items()}}

    def value(self) -> dict[str, Any]:
        """Return the sources, keyed by pointer. A row with an invalid or repeated place gets an error here."""
        found = {pointer: form.value() for pointer, form in self._apart.items() if not form.blank}
        for row in self.others.filled_forms:
            source = row.value()
            pointer = source.pop("pointer", None)
            if pointer in found:
                row.place(["pointer"], TWICE)
            elif pointer is not None and not self.place_pattern.search(pointer):
                row.place(["pointer"], NO_PLACE)
            elif pointer is not None:
                found[pointer] = source
        return found

    def is_valid(self) -> bool:
        return all(form.is_valid() for form in self._apart.values()) and self.others.is_valid()

    def place(self, pointer: Pointer, message: str) -> bool:
        """Add a fault to its source. Return whether that source exists."""
        where = pointer[0] if pointer else ""
        inside = pointer[1:2]
        form = self._apart.get(where)
        if form is not None and (where == "" or not form.blank):
            form.place(inside or ["source"], message)
            return True
        for row in self.others.filled_forms:
            if row.raw_value("pointer") == where:
                row.place(inside or ["pointer"], message)
                return True
        return False
