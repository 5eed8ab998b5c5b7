"""The form that offers a sheet to the curators: a confirmation, and an optional photo of the cards."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.curation.contributions import Origin
from legions.contributing.forms import OriginForm


class OfferSheetForm(OriginForm):
    """The form for the confirmation that the numbers are on the user's printed cards, a photo, and the wish to be
    named.
    """

    source = None  # type: ignore[assignment]  # the source of a sheet is always the printed cards
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
        """The origin of the facts: the printed cards."""
        data = self.cleaned_data
        return Origin(photo=data["photo"], thank=data["thank"], printed=data["printed"])
