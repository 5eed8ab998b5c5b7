"""Fields for lists: rows that can be added, removed and validated."""

from collections.abc import Iterator
from typing import Any, cast

from django.forms.formsets import BaseFormSet, formset_factory
from django.utils.translation import gettext_lazy as _

from catalog.documents.forms.objects.parts import DocumentPartForm, ErrorEntry, Pointer


class RowsFormSet(BaseFormSet):
    """The rows of a list. Rows that are empty or marked for removal are left out.

    An empty row is kept only if it was empty before and has not changed.
    """

    default_error_messages = {
        "missing_management_form": _("Some rows were lost on the way. Send the form again."),
        "too_many_forms": _("At most %(num)d of these."),
    }

    @property
    def id(self) -> str:
        """The id of the element that contains these rows."""
        return f"id_{self.prefix}"

    @property
    def filled_forms(self) -> list[Any]:
        """The rows of the document, in order."""
        return [form for index, form in enumerate(self.forms) if self._is_filled(index, form)]

    @property
    def blank(self) -> bool:
        """True if there are no rows."""
        return not self.filled_forms

    def value(self) -> list[Any]:
        return [form.value() for form in self.filled_forms]

    def place(self, pointer: Pointer, message: str) -> None:
        """Add a fault to its row, or above the rows if it belongs to none."""
        if pointer and pointer[0].isdigit() and int(pointer[0]) < len(self.filled_forms):
            self.filled_forms[int(pointer[0])].place(pointer[1:], message)
        else:
            self.non_form_errors().append(message)

    def add_fields(self, form: DocumentPartForm, index: int | None) -> None:
        """Add the checkbox that removes a row, if the form has one."""
        super().add_fields(form, index)
        if form.ticked_off:
            form.fields["DELETE"].label = _("Remove")
        else:
            del form.fields["DELETE"]

    def error_entries(self) -> Iterator[ErrorEntry]:
        """Yield all faults of the list and of its rows."""
        for message in self.non_form_errors():
            yield self.id, "", str(message)
        for form in self.forms:
            yield from form.error_entries()

    def _is_filled(self, index: int, form: Any) -> bool:
        if form.raw_value("DELETE"):
            return False
        return not form.blank or (index < self.initial_form_count() and not form.has_changed())


def rows_formset(
    form: type[DocumentPartForm],
    data: Any,
    initial: list[Any],
    prefix: str,
    *,
    extra: int,
    most: int,
    spare: int,
    **kwargs: Any,
) -> RowsFormSet:
    """Return the formset of a list of at most `most` rows: `initial` filled in, and `extra` blank ones.

    `kwargs` are passed to each form. The schema checks the number of rows, but rows beyond `most` + `spare` are
    ignored.
    """
    factory = formset_factory(
        form, formset=RowsFormSet, extra=extra, max_num=most, absolute_max=most + spare, can_delete=True
    )
    return cast("RowsFormSet", factory(data, initial=initial, prefix=prefix, form_kwargs=kwargs))
