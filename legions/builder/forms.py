"""Forms of the builder and the list pages.

A builder form checks only that its fields can be parsed and turns them into a change; the services check whether the
result is a valid list.
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
from legions.cards.card_hooks import card_hooks
from legions.cards.stock import single_cards_of_kind, stock
from legions.changes import basic, campaign_changes, own_facts, patches, setting, upgrade_moves
from legions.changes.form_fields import CardField, ChangeForm, IndexField, PickForm
from legions.changes.sources import SetSources, parse_sources
from legions.game_words import words_of_game
from legions.saved_lists import published_lists, ready_lists
from legions.saved_lists.services import MAX_NAME_LENGTH
from legions.site.form_fields import whole_number_field
from legions.site.invalid_forms import invalid_form

_grouped = lazy(number_format, str)


class AddCreatureForm(ChangeForm):
    """The form that adds a creature, with the upgrade it was chosen for."""

    card = CardField()
    carrying = CardField(required=False)

    def make_change(self) -> basic.AddCreature | setting.ReplaceSingle:
        card, carrying = self.cleaned_data["card"], self.cleaned_data["carrying"]
        game, game_words = self.data["game"], words_of_game(self.data["game"])
        if game_words.decks and (rivals := single_cards_of_kind(card, stock(game))):
            return setting.ReplaceSingle(card, rivals)
        if card_hooks(game).chosen_by_leader(stock(game).card(card), ()):
            return setting.AddLeader(card)
        return basic.AddCreature(card, (carrying,) if carrying else (), bool(game_words.decks))


class RemoveCreatureForm(PickForm):
    """The form that removes a creature."""

    change_type = basic.RemoveCreature


class CopyCreatureForm(PickForm):
    """The form that adds another copy of a creature."""

    change_type = basic.CopyCreature


class SetCountForm(PickForm):
    """The form that sets the number of copies."""

    change_type = basic.SetCount
    count = whole_number_field(1, 500)


class SetSoldiersForm(PickForm):
    """The form that sets the number of soldiers."""

    change_type = basic.SetSoldiers
    soldiers = whole_number_field(0, 500)


class AddUpgradeForm(PickForm):
    """The form that adds an upgrade to a creature."""

    change_type = basic.AddUpgrade
    card = CardField()


class RemoveUpgradeForm(PickForm):
    """The form that removes an upgrade from a creature."""

    change_type = basic.RemoveUpgrade
    upgrade = IndexField()


class MoveUpgradeForm(PickForm):
    """The form that moves an upgrade to another creature. Its field `carried` is `PICK/UPGRADE`."""

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
            raise invalid_form(message, "/to", "same")
        return upgrade_moves.MoveUpgrade(pick, upgrade, to)


class LimitsForm(ChangeForm):
    """The form for format and points limit; an empty limit is the format's own."""

    change_type = basic.SetLimits
    format = forms.CharField(max_length=100, required=False, empty_value=None)
    points = whole_number_field(1, 100_000, required=False)


class HouseRuleForm(ChangeForm):
    """The form that adds or removes a house rule."""

    change_type = basic.ToggleHouseRule
    slug = forms.CharField(max_length=100, error_messages={"required": gettext_lazy("Choose a house rule.")})


class SourcesForm(ChangeForm):
    """The form for the open sets whose cards are offered, joined; an empty value means official cards only."""

    sources = forms.CharField(max_length=5_000, required=False)

    def make_change(self) -> SetSources:
        """Return the change. Raises InvalidInput for an unknown open set."""
        return parse_sources(self.cleaned_data["sources"], stock(self.data["game"]).sets)


class SetOwnFactForm(ChangeForm):
    """The form that enters an own number for a fact of a card."""

    card = CardField()
    fact = forms.CharField(max_length=60)

    @classmethod
    def submitted_values(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values together with the posted data: the fields of the fact belong to another form."""
        return {**super().submitted_values(data), "posted": data}

    def make_change(self) -> own_facts.SetOwnFact:
        """Return the change. Raises InvalidInput for an unknown fact or a value that cannot be parsed."""
        game, slug, fact = self.data["game"], self.cleaned_data["card"], self.cleaned_data["fact"]
        kind = stock(game).card(slug).document.get("kind", "")
        value = own_facts.parse_fact(game, kind, fact, self.data["posted"])
        return own_facts.SetOwnFact(slug, fact, value, own_facts.fact_label(game, kind, fact))


class RemoveOwnFactForm(ChangeForm):
    """The form that removes an own number."""

    change_type = own_facts.RemoveOwnFact
    card = CardField()
    fact = forms.CharField(max_length=60)


class RenameForm(ChangeForm):
    """The form that renames a list."""

    change_type = basic.Rename
    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        required=False,
        error_messages={"max_length": gettext_lazy("A name has at most %(limit_value)d characters.")},
    )


class NotesForm(ChangeForm):
    """The form for the owner's notes."""

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
    """The form that moves a list to another release of the catalog."""

    change_type = basic.UseRelease
    release = whole_number_field(1, json_input.INTEGER_LIMIT)


class ReadyListForm(ChangeForm):
    """The form that starts from a ready list or a published one."""

    ready = forms.CharField(max_length=100)
    game = forms.CharField(max_length=100)

    def make_change(self) -> basic.ReplaceDocument:
        """Return the change. Raises InvalidInput for an unknown list."""
        game, slug = self.cleaned_data["game"], self.cleaned_data["ready"]
        found = ready_lists.find_ready_list(game, slug) or published_lists.find_published_list(game, slug)
        if found is None:
            raise invalid_form(_("There is no such ready list."), "/ready", "unknown")
        return basic.ReplaceDocument(found.document)


class ApplyEditsForm(ChangeForm):
    """The form that applies an offer of the solver, with the edits as the page showed them."""

    steps = forms.CharField(max_length=20_000, error_messages={"required": gettext_lazy("Choose an action.")})

    def make_change(self) -> patches.ApplyEdits:
        """Return the change. Raises InvalidInput for invalid edits."""
        return patches.ApplyEdits(patches.parse_steps(self.cleaned_data["steps"]))


class PasteDocumentForm(ChangeForm):
    """The form that replaces a list by a pasted document or a file."""

    text = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        if not cleaned.get("file") and not cleaned.get("text", "").strip():
            raise ValidationError(_("Paste a list or choose a file first."))
        return cleaned

    def make_change(self) -> basic.ReplaceDocument:
        """Return the change. Raises InvalidInput for text that cannot be parsed."""
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
"""The forms by the name in the `do` field; undo and redo have none."""


def parse_change(
    do: str, data: Mapping[str, Any], files: MultiValueDict[str, UploadedFile] | None = None, *, game: str
) -> basic.Change:
    """Return the change that a button or form asks for on a table of `game`.

    `do` is the name of a change. Buttons append the values of its first fields after slashes: `equip/0/fireball`.
    Raises InvalidInput.
    """
    name, *values = do.split("/")
    form = CHANGE_FORMS.get(name)
    if form is None:
        raise invalid_form(_("This page is out of date. Reload it."), "/do", "unknown")
    submitted = form.submitted_values(data)
    submitted |= {"game": game, **dict(zip(form.base_fields, values, strict=False))}
    return form(submitted, files).change()
