"""The form that offers a sheet to the curators: one tick, and a photo of the cards if there is one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.curation.contributions import Origin
from legions.contributing.forms import OriginForm


class OfferSheetForm(OriginForm):
    """That the numbers are those of one's printed cards, a photo of these, and whether to be named."""

    source = None  # type: ignore[assignment]  # a sheet is from the printed cards alone
    page = None  # type: ignore[assignment]
    printed = forms.BooleanField(
        label=_("These numbers are on my printed cards: send them to the curators"),
        error_messages={"required": _("Tick that they are on your printed cards.")},
    )
    field_order = ("printed", "photo", "note", "thank")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["photo"].label = _("A photo of the cards")

    @property
    def origin(self) -> Origin:
        """Where the facts are from: the printed cards."""
        return Origin(photo=self.cleaned_data["photo"], thank=self.cleaned_data["thank"])
