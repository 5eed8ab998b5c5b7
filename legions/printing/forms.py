"""Print options: paper, color, audience, amount of text and selection of cards."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from legions.game_words import GameWords
from legions.printing.svg_pages import A4, PAPERS, Paper
from rulesapi.receipts import keys

GREYSCALE = "grey"
FOR_OPPONENT = "opponent"
EACH_CARD_ONCE = "once"
ALWAYS = "always"


class PaperForm(forms.Form):
    """Paper size and color. The defaults are A4 and color."""

    paper = forms.ChoiceField(
        label=_("Paper"), choices=[(one.slug, one.title) for one in PAPERS], initial=A4.slug, required=False
    )
    ink = forms.ChoiceField(
        label=_("Ink"),
        choices=[("colour", _("Color")), (GREYSCALE, _("Black and white"))],
        initial="colour",
        required=False,
    )

    def __init__(self, data: Any, game_words: GameWords) -> None:
        """Fill in the defaults of options missing from `data`; `game_words` are the words of the game."""
        super().__init__({**{name: field.initial for name, field in self.base_fields.items()}, **data.dict()})

    @property
    def size(self) -> Paper:
        """The chosen paper."""
        return next((one for one in PAPERS if one.slug == self.cleaned_data["paper"]), A4)

    @property
    def grey(self) -> bool:
        """True for printing in grayscale."""
        return self.cleaned_data["ink"] == GREYSCALE


class SheetForm(PaperForm):
    """Options of a sheet. An opponent's sheet has neither notes nor the player's collection."""

    view = forms.ChoiceField(
        label=_("For"),
        choices=[("table", _("My side of the table")), (FOR_OPPONENT, _("My opponent"))],
        initial="table",
        required=False,
    )

    words = forms.ChoiceField(
        label=_("What cards do"),
        choices=[("fit", _("If all fits on one page")), (ALWAYS, _("Always written out"))],
        initial="fit",
        required=False,
    )

    rules = forms.BooleanField(label=_("With rulings and terms"), required=False)
    receipt = forms.BooleanField(label=_("With receipt"), required=False)

    def __init__(self, data: Any, game_words: GameWords) -> None:
        """Remove the receipt option if the site has no signing key."""
        super().__init__(data, game_words)
        if keys.signing_key() is None:
            del self.fields["receipt"]

    @property
    def signed(self) -> bool:
        """True if the sheet includes the verdict as a signed receipt."""
        return bool(self.cleaned_data.get("receipt"))

    @property
    def with_rules(self) -> bool:
        """True if a page with the rulings and terms of the cards follows."""
        return bool(self.cleaned_data["rules"])

    @property
    def full(self) -> bool:
        """True if all card texts are printed, regardless of the number of pages."""
        return self.cleaned_data["words"] == ALWAYS

    @property
    def opponent(self) -> bool:
        """True for an opponent's sheet."""
        return self.cleaned_data["view"] == FOR_OPPONENT


class CardsForm(PaperForm):
    """Options of printed cards: each copy or each card once, and the game's common deck if it has one."""

    copies = forms.ChoiceField(
        label=_("Copies"),
        choices=[("all", _("As many as the list has")), (EACH_CARD_ONCE, _("Each card once"))],
        initial="all",
        required=False,
    )
    deck = forms.BooleanField(required=False)

    def __init__(self, data: Any, game_words: GameWords) -> None:
        """Label the deck option, or remove it if the game has no common deck."""
        super().__init__(data, game_words)
        kind, title = game_words.common_deck
        if kind:
            self.fields["deck"].label = _("With %(deck)s") % {"deck": title}
        else:
            del self.fields["deck"]

    @property
    def once(self) -> bool:
        """True if each card is printed once."""
        return self.cleaned_data["copies"] == EACH_CARD_ONCE

    @property
    def with_deck(self) -> bool:
        """True if the common deck of the game is printed too."""
        return bool(self.cleaned_data.get("deck"))
