"""The forms of the builder for what only some games have; see `legions.building.beside`."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents import slugify

from . import beside
from .form_parts import CardField, ChangeForm, IndexField, PickForm, whole


class FieldForm(ChangeForm):
    """A faction or a map, in games that have them."""

    field = forms.ChoiceField(choices=[(name, name) for name in ("faction", "map")])
    value = CardField(required=False)

    def made(self) -> beside.SetField:
        """See ChangeForm."""
        return beside.SetField(self.cleaned_data["field"], self.cleaned_data["value"] or None)


class TileForm(ChangeForm):
    """One more tile, or several with commas between them."""

    tile = forms.CharField(max_length=1000, error_messages={"required": gettext_lazy("Choose a tile.")})

    def made(self) -> beside.AddTiles:
        """See ChangeForm."""
        return beside.AddTiles(tuple(self.cleaned_data["tile"].split(",")))


class TileAwayForm(ChangeForm):
    """One tile less."""

    index = IndexField()

    def made(self) -> beside.RemoveTile:
        """See ChangeForm."""
        return beside.RemoveTile(self.cleaned_data["index"])


class TreasureForm(ChangeForm):
    """How many chest markers of each number, and how many tokens; an empty field is none."""

    ones, twos, threes = (whole(0, 150, required=False) for _ in range(3))
    tokens = whole(0, 10_000, required=False)

    def made(self) -> beside.SetTreasure:
        """See ChangeForm."""
        ones, twos, threes, tokens = (self.cleaned_data[field] or 0 for field in self.base_fields)
        return beside.SetTreasure((ones, twos, threes), tokens)


class OpenForm(ChangeForm):
    """So many more of a figure were opened."""

    card = CardField()
    copies = whole(1, 1000)

    def made(self) -> beside.OpenMore:
        """See ChangeForm."""
        return beside.OpenMore(self.cleaned_data["card"], self.cleaned_data["copies"])


class OpenedForm(OpenForm):
    """So many of a figure were opened in all."""

    copies = whole(0, 1000)

    def made(self) -> beside.SetOpened:
        """See ChangeForm."""
        return beside.SetOpened(self.cleaned_data["card"], self.cleaned_data["copies"])


class OpenStandingForm(ChangeForm):
    """What stands on the table was opened."""

    def made(self) -> beside.OpenStanding:
        """See ChangeForm."""
        return beside.OpenStanding()


class UnitField(forms.CharField):
    """The name of a unit in a player's own words, kept as a slug."""

    def __init__(self) -> None:
        super().__init__(max_length=100, required=False)

    def clean(self, value: Any) -> str | None:
        """Return the slug, None for no unit."""
        words = super().clean(value)
        slug = slugify(words)
        if words and not slug:
            raise ValidationError(_("The name of a unit needs a letter or a digit."))
        return slug or None


class PartForm(PickForm):
    """The part of a pick in its list."""

    minion_of = CardField(required=False)
    summoned_by = CardField(required=False)
    unit = UnitField()
    formed = forms.BooleanField(required=False)
    attached_to = UnitField()

    def made(self) -> beside.SetPart:
        """See ChangeForm."""
        pick, minion_of, summoned_by, unit, formed, attached_to = (self.cleaned_data[key] for key in self.base_fields)
        return beside.SetPart(pick, minion_of or None, summoned_by or None, unit, formed, attached_to)


CHANGES: dict[str, type[ChangeForm]] = {
    "set": FieldForm,
    "tile": TileForm,
    "tile-away": TileAwayForm,
    "treasure": TreasureForm,
    "open": OpenForm,
    "opened": OpenedForm,
    "open-standing": OpenStandingForm,
    "part": PartForm,
}
"""What a form's `do` field can ask for here."""
