"""What the forms of the builder are made of: a form for a change, and fields for what changes are about."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from catalog.documents.errors import Fault, InvalidInput, json_pointer
from legions.changes import basic


class ChangeForm(forms.Form):
    """One button or field of the builder, which makes one change: `change_type` takes its fields in their order."""

    change_type: ClassVar[Callable[..., basic.Change]]

    @classmethod
    def submitted_values(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the submitted values of the fields of this form."""
        return {name: data.get(name) for name in cls.base_fields}

    def change(self) -> basic.Change:
        """Return the change. Raises InvalidInput, with the name of each field as a place."""
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
        """Return the change made of the cleaned fields."""
        return type(self).change_type(*(self.cleaned_data[name] for name in self.base_fields))


class CardField(forms.CharField):
    """A card's slug. Whether the catalog has it is for the rules to say."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=100, error_messages={"required": gettext_lazy("Choose a card.")}, **options)


class IndexField(forms.IntegerField):
    """The place of a pick or upgrade in the list."""

    def __init__(self, **options: Any) -> None:
        gone = gettext_lazy("That place is not on the table any more.")
        super().__init__(
            min_value=0, max_value=500, error_messages={"required": gone, "invalid": gone, "min_value": gone}, **options
        )


class PickForm(ChangeForm):
    """Something with one creature of the table."""

    pick = IndexField()
