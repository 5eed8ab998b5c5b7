"""Forms of the builder for features of some games only; see `legions.changes.setting`."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents import slugify
from legions.changes import setting
from legions.changes.form_fields import CardField, ChangeForm, IndexField, PickForm
from legions.site.form_fields import whole_number_field


class SetFieldForm(ChangeForm):
    """The form for a faction or a map."""

    change_type = setting.SetField
    field = forms.ChoiceField(choices=[(name, name) for name in ("faction", "map")])
    value = CardField(required=False, empty_value=None)


class AddTilesForm(ChangeForm):
    """The form that adds tiles, with commas between them."""

    tile = forms.CharField(max_length=1000, error_messages={"required": gettext_lazy("Choose a tile.")})

    def make_change(self) -> setting.AddTiles:
        return setting.AddTiles(tuple(self.cleaned_data["tile"].split(",")))


class RemoveTileForm(ChangeForm):
    """The form that removes a tile."""

    change_type = setting.RemoveTile
    index = IndexField()


class TreasureForm(ChangeForm):
    """The form for the number of chest markers by value and the number of tokens; an empty field is zero."""

    ones, twos, threes = (whole_number_field(0, 150, required=False) for _ in range(3))
    tokens = whole_number_field(0, 10_000, required=False)

    def make_change(self) -> setting.SetTreasure:
        ones, twos, threes, tokens = (self.cleaned_data[field] or 0 for field in self.base_fields)
        return setting.SetTreasure((ones, twos, threes), tokens)


class AddOpenedForm(ChangeForm):
    """The form that adds opened copies of a figure."""

    change_type = setting.AddOpened
    card = CardField()
    copies = whole_number_field(1, 1000)


class SetOpenedForm(ChangeForm):
    """The form that sets the total of opened copies of a figure."""

    change_type = setting.SetOpened
    card = CardField()
    copies = whole_number_field(0, 1000)


class OpenUncountedForm(ChangeForm):
    """The form that counts the figures on the table as opened."""

    change_type = setting.OpenUncounted


class UnitField(forms.CharField):
    """The name of a unit in a player's own words, stored as a slug."""

    def __init__(self) -> None:
        super().__init__(max_length=100, required=False)

    def clean(self, value: Any) -> str | None:
        """Return the slug, or None for no unit."""
        words = super().clean(value)
        slug = slugify(words)
        if words and not slug:
            raise ValidationError(_("The name of a unit needs a letter or a digit."))
        return slug or None


class PartForm(PickForm):
    """The form for the role of a pick in its list."""

    change_type = setting.SetPart
    minion_of = CardField(required=False, empty_value=None)
    summoned_by = CardField(required=False, empty_value=None)
    unit = UnitField()
    formed = forms.BooleanField(required=False)
    attached_to = UnitField()


EXTRAS_FORMS: dict[str, type[ChangeForm]] = {
    "set": SetFieldForm,
    "tile": AddTilesForm,
    "tile-away": RemoveTileForm,
    "treasure": TreasureForm,
    "open": AddOpenedForm,
    "opened": SetOpenedForm,
    "open-standing": OpenUncountedForm,
    "part": PartForm,
}
"""The forms by the name in the `do` field."""
