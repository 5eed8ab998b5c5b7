"""What people send to the builder and the legion pages, one form each.

A builder form checks only that its fields can be read and turns them into a change; whether the result is a legion is
the services' question.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents import json_input
from catalog.documents.errors import Fault, InvalidInput
from legions.builder import setting_forms
from legions.builder.owned_cards_forms import ClearOwnedCardsForm, OwnedCardsForm
from legions.cards.stock import single_cards_of_kind, stock
from legions.changes import basic, campaign_changes, own_facts, patches, setting, upgrade_moves
from legions.changes.form_fields import CardField, ChangeForm, IndexField, PickForm
from legions.changes.sources import SetSources, parse_sources
from legions.game_words import words_of_game
from legions.saved_lists import ready_lists
from legions.saved_lists.services import MAX_NAME_LENGTH
from legions.site.form_fields import whole_number_field

_grouped = lazy(number_format, str)


class AddCreatureForm(ChangeForm):
    """Lay out a creature, with an upgrade it was chosen for."""

    card = CardField()
    carrying = CardField(required=False)

    def make_change(self) -> basic.AddCreature | setting.ReplaceSingle:
        card, carrying = self.cleaned_data["card"], self.cleaned_data["carrying"]
        game, game_words = self.data["game"], words_of_game(self.data["game"])
        if game_words.decks and (rivals := single_cards_of_kind(card, stock(game))):
            return setting.ReplaceSingle(card, rivals)
        return basic.AddCreature(card, (carrying,) if carrying else (), bool(game_words.decks))


class RemoveCreatureForm(PickForm):
    """Take a creature away."""

    change_type = basic.RemoveCreature


class CopyCreatureForm(PickForm):
    """Lay out one more of the same."""

    change_type = basic.CopyCreature


class SetCountForm(PickForm):
    """Say how many."""

    change_type = basic.SetCount
    count = whole_number_field(1, 500)


class SetSoldiersForm(PickForm):
    """Say how many soldiers."""

    change_type = basic.SetSoldiers
    soldiers = whole_number_field(0, 500)


class AddUpgradeForm(PickForm):
    """Give a creature an upgrade."""

    change_type = basic.AddUpgrade
    card = CardField()


class RemoveUpgradeForm(PickForm):
    """Take an upgrade from a creature."""

    change_type = basic.RemoveUpgrade
    upgrade = IndexField()


class MoveUpgradeForm(PickForm):
    """Move an upgrade to another creature. A form names the upgrade by one field, `carried`: `PICK/UPGRADE`."""

    upgrade = IndexField()
    to = IndexField()

    @classmethod
    def submitted_values(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        pick, _slash, upgrade = str(data.get("carried", "")).partition("/")
        return {"pick": pick, "upgrade": upgrade, "to": data.get("to")}

    def make_change(self) -> upgrade_moves.MoveUpgrade:
        pick, upgrade, to = (self.cleaned_data[name] for name in ("pick", "upgrade", "to"))
        if pick == to:
            message = _("Choose another creature: it carries this already.")
            raise InvalidInput("invalid-form", [Fault("/to", "same", message)])
        return upgrade_moves.MoveUpgrade(pick, upgrade, to)


class LimitsForm(ChangeForm):
    """Format and points limit; an empty limit is the format's own."""

    change_type = basic.SetLimits
    format = forms.CharField(max_length=100, required=False, empty_value=None)
    points = whole_number_field(1, 100_000, required=False)


class HouseRuleForm(ChangeForm):
    """A house rule to agree on, or to take back."""

    change_type = basic.ToggleHouseRule
    slug = forms.CharField(max_length=100, error_messages={"required": gettext_lazy("Choose a house rule.")})


class SourcesForm(ChangeForm):
    """The open sets whose cards are offered, put together; none for official cards alone."""

    sources = forms.CharField(max_length=5_000, required=False)

    def make_change(self) -> SetSources:
        """Raises InvalidInput for what is no open set of the game."""
        return parse_sources(self.cleaned_data["sources"], stock(self.data["game"]).sets)


class SetOwnFactForm(ChangeForm):
    """What a card says of which the catalog knows too little."""

    card = CardField()
    fact = forms.CharField(max_length=60)

    @classmethod
    def submitted_values(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return them with all that was posted: the fields of the fact itself are those of another form."""
        return {**super().submitted_values(data), "posted": data}

    def make_change(self) -> own_facts.SetOwnFact:
        """Raises InvalidInput for what is no such fact or cannot be read."""
        game, slug, fact = self.data["game"], self.cleaned_data["card"], self.cleaned_data["fact"]
        kind = stock(game).card(slug).document.get("kind", "")
        value = own_facts.parse_fact(game, kind, fact, self.data["posted"])
        return own_facts.SetOwnFact(slug, fact, value, own_facts.fact_label(game, kind, fact))


class RemoveOwnFactForm(ChangeForm):
    """An own number to take back."""

    change_type = own_facts.RemoveOwnFact
    card = CardField()
    fact = forms.CharField(max_length=60)


class RenameForm(ChangeForm):
    """Another name."""

    change_type = basic.Rename
    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        required=False,
        error_messages={"max_length": gettext_lazy("A name has at most %(limit_value)d characters.")},
    )


class NotesForm(ChangeForm):
    """What the owner wants to remember."""

    notes = forms.CharField(
        max_length=json_input.STRING_LIMIT,
        required=False,
        error_messages={
            "max_length": format_lazy(
                gettext_lazy("Notes have at most {most} characters."),
                most=_grouped(json_input.STRING_LIMIT, force_grouping=True),
            )
        },
    )

    def make_change(self) -> basic.SetNotes:
        return basic.SetNotes(self.cleaned_data["notes"].replace("\r\n", "\n"))


class ReleaseForm(ChangeForm):
    """Another release of the catalog to be judged by."""

    change_type = basic.UseRelease
    release = whole_number_field(1, json_input.INTEGER_LIMIT)


class ReadyListForm(ChangeForm):
    """A ready legion to start from."""

    ready = forms.CharField(max_length=100)
    game = forms.CharField(max_length=100)

    def make_change(self) -> basic.ReplaceDocument:
        """Raises InvalidInput when there is no such ready legion."""
        found = ready_lists.find_ready_list(self.cleaned_data["game"], self.cleaned_data["ready"])
        if found is None:
            raise InvalidInput("invalid-form", [Fault("/ready", "unknown", _("There is no such ready list."))])
        return basic.ReplaceDocument(found.document)


class ApplyEditsForm(ChangeForm):
    """An offer of the engine's to take up, with the edits as the page was told them."""

    steps = forms.CharField(max_length=20_000, error_messages={"required": gettext_lazy("Choose what is to be done.")})

    def make_change(self) -> patches.ApplyEdits:
        """Raises InvalidInput for what is no offer."""
        return patches.ApplyEdits(patches.parse_steps(self.cleaned_data["steps"]))


class PasteDocumentForm(ChangeForm):
    """A legion's document, pasted or as a file."""

    text = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        """Take the file if there is one, else the text."""
        super().clean()
        cleaned = self.cleaned_data
        if not cleaned.get("file") and not cleaned.get("text", "").strip():
            raise ValidationError(_("Paste a list or choose a file first."))
        return cleaned

    def make_change(self) -> basic.ReplaceDocument:
        """Raises InvalidInput for what cannot be read."""
        file = self.cleaned_data.get("file")
        raw = (
            file.read(json_input.BODY_LIMIT + 1) if file else self.cleaned_data["text"].encode("utf-8", "surrogatepass")
        )
        document = json_input.loads(raw.strip())
        if not isinstance(document, dict):
            raise InvalidInput("invalid-legion", [Fault("", "wrong-type", _("A list is a JSON object."))])
        return basic.ReplaceDocument(document)


CHANGE_FORMS: dict[str, type[ChangeForm]] = {
    "add": AddCreatureForm,
    "remove": RemoveCreatureForm,
    "duplicate": CopyCreatureForm,
    "count": SetCountForm,
    "soldiers": SetSoldiersForm,
    "equip": AddUpgradeForm,
    "unequip": RemoveUpgradeForm,
    "move": MoveUpgradeForm,
    "limits": LimitsForm,
    "house": HouseRuleForm,
    "sources": SourcesForm,
    "say": SetOwnFactForm,
    "unsay": RemoveOwnFactForm,
    "rename": RenameForm,
    "notes": NotesForm,
    "release": ReleaseForm,
    "ready": ReadyListForm,
    "take-up": ApplyEditsForm,
    "paste": PasteDocumentForm,
    "own": OwnedCardsForm,
    "disown": ClearOwnedCardsForm,
    **setting_forms.EXTRAS_FORMS,
    **campaign_changes.CAMPAIGN_FORMS,
}
"""What a form's `do` field can ask for, beside undo and redo."""


def parse_change(
    do: str, data: Mapping[str, Any], files: MultiValueDict[str, UploadedFile] | None = None, *, game: str
) -> basic.Change:
    """Return the change a button or form asks for on a table of `game`.

    `do` is the name of a change, with values for its first fields after slashes where a button stands for one of
    many: `equip/0/fireball`. Raises InvalidInput.
    """
    name, *values = do.split("/")
    form = CHANGE_FORMS.get(name)
    if form is None:
        raise InvalidInput("invalid-form", [Fault("/do", "unknown", _("This page is out of date. Reload it."))])
    submitted = form.submitted_values(data)
    submitted |= {"game": game, **dict(zip(form.base_fields, values, strict=False))}
    return form(submitted, files).change()
