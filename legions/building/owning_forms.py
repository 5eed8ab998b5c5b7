"""What people send to say what they have."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from rulesapi import verdicts
from rulesapi.text.naming import BOTH, Names

from ..presenting.having import CARD, NAME, PACK
from . import owning
from .form_parts import ChangeForm, whole

MOST_COPIES = 10_000


class CopiesField(forms.Field):
    """How many there are of several things, by slug; what is left empty is not counted anew."""

    def to_python(self, value: Mapping[str, str] | None) -> dict[str, int]:
        """Return the numbers. Raises ValidationError for the first that is none."""
        number = whole(0, MOST_COPIES)
        return {slug: number.clean(text) for slug, text in (value or {}).items() if text.strip()}


class OwnForm(ChangeForm):
    """What the player has: packs and single cards, and one more of a card by its name."""

    packs = CopiesField(required=False)
    cards = CopiesField(required=False)
    name = forms.CharField(max_length=120, required=False)
    game = forms.CharField(max_length=100)

    @classmethod
    def given(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """See ChangeForm: each pack and card has a field of its own, whose name begins alike."""
        return {"packs": _after(PACK, data), "cards": _after(CARD, data), "name": data.get(NAME)}

    def clean(self) -> dict[str, Any]:
        """Find the slug of the card that is named."""
        cleaned = super().clean()
        name = cleaned.get("name")
        return {**cleaned, "more": _slug(cleaned["game"], name) if name and "game" in cleaned else ""}

    def made(self) -> owning.Own:
        """See ChangeForm."""
        return owning.Own(self.cleaned_data["packs"], self.cleaned_data["cards"], self.cleaned_data["more"])


class DisownForm(ChangeForm):
    """Nothing is said about what there is."""

    def made(self) -> owning.Disown:
        """See ChangeForm."""
        return owning.Disown()


def _after(start: str, data: Mapping[str, Any]) -> dict[str, str]:
    """Return the values of the fields whose names begin with `start`, by what comes after it."""
    return {name.removeprefix(start): data[name] for name in data if name.startswith(start)}


def _slug(game: str, name: str) -> str:
    """Return the slug of the card that a person calls `name`, or by its slug.

    Raises ValidationError where there is none, or several.
    """
    library = verdicts.library(game)
    if name in library.cards:
        return library.cards[name].slug
    names = Names.of(library)
    found = names.find(name)
    if len(found) == 1:
        return found[0].slug
    if found:
        slugs = ", ".join(card.slug for card in found)
        raise ValidationError(
            _("Several cards are called “{name}”. Write one of these: {slugs}.").format(name=name, slugs=slugs)
        )
    close, _likeness = names.guess(name, BOTH)
    like = _(" Did you mean {title}?").format(title=close[0].title) if close else ""
    raise ValidationError(_("No card is called “{name}”.{like}").format(name=name, like=like))
