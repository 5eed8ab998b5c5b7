"""Forms for the cards that a player owns."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from legions.changes import owned_cards_changes
from legions.changes.form_fields import ChangeForm
from legions.collection.owned_cards import CARD_PREFIX, NAME_FIELD, PACK_PREFIX
from legions.site.form_fields import whole_number_field
from rulesapi.judging import verdicts
from rulesapi.text_form.name_index import ALL_CLASSES, NameIndex

MAX_COPIES = 10_000


class CopiesField(forms.Field):
    """A field for the number of copies by slug; empty values leave the number unchanged."""

    def to_python(self, value: Mapping[str, str] | None) -> dict[str, int]:
        """Return the numbers. Raises ValidationError for the first invalid one."""
        number = whole_number_field(0, MAX_COPIES)
        return {slug: number.clean(text) for slug, text in (value or {}).items() if text.strip()}


class OwnedCardsForm(ChangeForm):
    """The form for owned cards: packs and single cards, and another copy of a card by its name."""

    packs = CopiesField(required=False)
    cards = CopiesField(required=False)
    name = forms.CharField(max_length=120, required=False)
    game = forms.CharField(max_length=100)

    @classmethod
    def submitted_values(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the counts by slug: each pack and card has a field of its own, with a common prefix."""
        return {"packs": _after(PACK_PREFIX, data), "cards": _after(CARD_PREFIX, data), "name": data.get(NAME_FIELD)}

    def clean(self) -> dict[str, Any]:
        """Add the slug of the named card as `more`."""
        super().clean()
        cleaned = self.cleaned_data
        name = cleaned.get("name")
        return {**cleaned, "more": _slug(cleaned["game"], name) if name and "game" in cleaned else ""}

    def make_change(self) -> owned_cards_changes.SetOwnedCards:
        return owned_cards_changes.SetOwnedCards(
            self.cleaned_data["packs"], self.cleaned_data["cards"], self.cleaned_data["more"]
        )


class ClearOwnedCardsForm(ChangeForm):
    """The form that removes the collection from a list."""

    change_type = owned_cards_changes.ClearOwnedCards


def _after(start: str, data: Mapping[str, Any]) -> dict[str, str]:
    """Return the values of the fields whose names begin with `start`, by the rest of their names."""
    return {name.removeprefix(start): data[name] for name in data if name.startswith(start)}


def _slug(game: str, name: str) -> str:
    """Return the slug of the card with this name or slug.

    Raises ValidationError for no match or several matches.
    """
    library = verdicts.library(game)
    if name in library.cards:
        return library.cards[name].slug
    names = NameIndex.of(library)
    found = names.find(name)
    if len(found) == 1:
        return found[0].slug
    if found:
        slugs = ", ".join(card.slug for card in found)
        raise ValidationError(
            _("Several cards are called “{name}”. Write one of these: {slugs}.").format(name=name, slugs=slugs)
        )
    close, _likeness = names.guess(name, ALL_CLASSES)
    like = _(" Did you mean {title}?").format(title=close[0].title) if close else ""
    raise ValidationError(_("No card is called “{name}”.{like}").format(name=name, like=like))
