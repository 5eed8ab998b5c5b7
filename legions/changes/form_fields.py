"""Base classes of the builder's forms: a form for a change, and fields for what it refers to."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from catalog.documents.errors import Fault, InvalidInput, json_pointer
from legions.changes import basic


class ChangeForm(forms.Form):
    """A form for one change in the builder. `change_type` is called with its fields in their order."""

    change_type: ClassVar[Callable[..., basic.Change]]

    @classmethod
    def submitted_values(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the submitted values of the fields of this form."""
        return {name: data.get(name) for name in cls.base_fields}

    def change(self) -> basic.Change:
        """Return the change. Raises InvalidInput with the name of each invalid field as pointer."""
        if not self.is_valid():
            raise InvalidInput(
                "invalid-form",
                [
                    Fault(json_pointer(field) if field != "__all__" else "", "invalid", str(message))
                    for field, messages in self.errors.items()
                    for message in messages
                ],
            )
        return self.make_change()

    def make_change(self) -> basic.Change:
        """Return the change from the cleaned fields."""
        return type(self).change_type(*(self.cleaned_data[name] for name in self.base_fields))


class CardField(forms.CharField):
    """A field for a card's slug. The rules check whether the catalog has it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=100, error_messages={"required": gettext_lazy("Choose a card.")}, **options)


class IndexField(forms.IntegerField):
    """A field for the index of a pick or upgrade in the list."""

    def __init__(self, **options: Any) -> None:
        gone = gettext_lazy("That place is not on the table any more.")
        super().__init__(
            min_value=0, max_value=500, error_messages={"required": gone, "invalid": gone, "min_value": gone}, **options
        )


class PickForm(ChangeForm):
    """A form for a change of one creature."""

    pick = IndexField()
