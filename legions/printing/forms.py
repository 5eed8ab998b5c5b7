"""What can be chosen of a print: the paper, colour or not, for whom, how much, and which cards."""

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
    """Which paper, and in colour or not. What is not chosen is A4 in colour."""

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
        """Take what was chosen, `data`; `game_words` is that of the game."""
        super().__init__({**{name: field.initial for name, field in self.base_fields.items()}, **data.dict()})

    @property
    def size(self) -> Paper:
        """The paper that was chosen."""
        return next((one for one in PAPERS if one.slug == self.cleaned_data["paper"]), A4)

    @property
    def grey(self) -> bool:
        """Whether it is printed without colour."""
        return self.cleaned_data["ink"] == GREYSCALE


class SheetForm(PaperForm):
    """For whom a sheet is: an opponent sees neither notes nor what its player has."""

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

    receipt = forms.BooleanField(label=_("With receipt"), required=False)

    def __init__(self, data: Any, game_words: GameWords) -> None:
        """As a PaperForm; a receipt can be had where the site signs any."""
        super().__init__(data, game_words)
        if keys.signing_key() is None:
            del self.fields["receipt"]

    @property
    def signed(self) -> bool:
        """Whether the verdict is printed as a signed receipt, too."""
        return bool(self.cleaned_data.get("receipt"))

    @property
    def full(self) -> bool:
        """Whether what cards do is written out, however many pages it takes."""
        return self.cleaned_data["words"] == ALWAYS

    @property
    def opponent(self) -> bool:
        """Whether it is for an opponent."""
        return self.cleaned_data["view"] == FOR_OPPONENT


class CardsForm(PaperForm):
    """Which cards are printed: each copy or each card once, with the deck of the game where it has one."""

    copies = forms.ChoiceField(
        label=_("Copies"),
        choices=[("all", _("As many as the list has")), (EACH_CARD_ONCE, _("Each card once"))],
        initial="all",
        required=False,
    )
    deck = forms.BooleanField(required=False)

    def __init__(self, data: Any, game_words: GameWords) -> None:
        """As a PaperForm; the deck can be chosen where the game has one."""
        super().__init__(data, game_words)
        kind, title = game_words.common_deck
        if kind:
            self.fields["deck"].label = _("With %(deck)s") % {"deck": title}
        else:
            del self.fields["deck"]

    @property
    def once(self) -> bool:
        """Whether each card is printed once."""
        return self.cleaned_data["copies"] == EACH_CARD_ONCE

    @property
    def with_deck(self) -> bool:
        """Whether the deck of the game is printed as well."""
        return bool(self.cleaned_data.get("deck"))
