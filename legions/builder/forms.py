"""What people send to the builder and the legion pages, one form each.

A builder form checks only that its fields can be read and turns them into a change; whether the result is a legion is
the services' question.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents import guard
from catalog.documents.errors import Fault, InvalidInput

from ..cards.stock import single_cards_of_kind, stock
from ..games import page_adapter
from ..saved_lists import ready_lists
from ..saved_lists.services import MAX_NAME_LENGTH
from . import changes, extras, extras_forms, own_facts, patches, upgrade_moves
from .form_fields import CardField, ChangeForm, IndexField, PickForm, whole_number_field
from .owned_cards_forms import ClearOwnedCardsForm, OwnedCardsForm

_grouped = lazy(number_format, str)


class AddCreatureForm(ChangeForm):
    """Lay out a creature, with an upgrade it was chosen for."""

    card = CardField()
    carrying = CardField(required=False)

    def made(self) -> changes.AddCreature | extras.ReplaceSingle:
        """See ChangeForm."""
        card, carrying = self.cleaned_data["card"], self.cleaned_data["carrying"]
        game, adapter = self.data["game"], page_adapter(self.data["game"])
        if adapter.single and (rivals := single_cards_of_kind(card, stock(game))):
            return extras.ReplaceSingle(card, rivals)
        return changes.AddCreature(card, (carrying,) if carrying else (), adapter.stacks)


class RemoveCreatureForm(PickForm):
    """Take a creature away."""

    def made(self) -> changes.RemoveCreature:
        """See ChangeForm."""
        return changes.RemoveCreature(self.cleaned_data["pick"])


class CopyCreatureForm(PickForm):
    """Lay out one more of the same."""

    def made(self) -> changes.CopyCreature:
        """See ChangeForm."""
        return changes.CopyCreature(self.cleaned_data["pick"])


class SetCountForm(PickForm):
    """Say how many."""

    count = whole_number_field(1, 500)

    def made(self) -> changes.SetCount:
        """See ChangeForm."""
        return changes.SetCount(self.cleaned_data["pick"], self.cleaned_data["count"])


class SetSoldiersForm(PickForm):
    """Say how many soldiers."""

    soldiers = whole_number_field(0, 500)

    def made(self) -> changes.SetSoldiers:
        """See ChangeForm."""
        return changes.SetSoldiers(self.cleaned_data["pick"], self.cleaned_data["soldiers"])


class AddUpgradeForm(PickForm):
    """Give a creature an upgrade."""

    card = CardField()

    def made(self) -> changes.AddUpgrade:
        """See ChangeForm."""
        return changes.AddUpgrade(self.cleaned_data["pick"], self.cleaned_data["card"])


class RemoveUpgradeForm(PickForm):
    """Take an upgrade from a creature."""

    upgrade = IndexField()

    def made(self) -> changes.RemoveUpgrade:
        """See ChangeForm."""
        return changes.RemoveUpgrade(self.cleaned_data["pick"], self.cleaned_data["upgrade"])


class MoveUpgradeForm(PickForm):
    """Move an upgrade to another creature. A form names the upgrade by one field, `carried`: `PICK/UPGRADE`."""

    upgrade = IndexField()
    to = IndexField()

    @classmethod
    def submitted_values(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """See ChangeForm."""
        pick, _slash, upgrade = str(data.get("carried", "")).partition("/")
        return {"pick": pick, "upgrade": upgrade, "to": data.get("to")}

    def made(self) -> upgrade_moves.MoveUpgrade:
        """See ChangeForm."""
        pick, upgrade, to = (self.cleaned_data[name] for name in ("pick", "upgrade", "to"))
        if pick == to:
            message = _("Choose another creature: it carries this already.")
            raise InvalidInput("invalid-form", [Fault("/to", "same", message)])
        return upgrade_moves.MoveUpgrade(pick, upgrade, to)


class LimitsForm(ChangeForm):
    """Format and points limit; an empty limit is the format's own."""

    format = forms.CharField(max_length=100, required=False)
    points = whole_number_field(1, 100_000, required=False)

    def made(self) -> changes.SetLimits:
        """See ChangeForm."""
        return changes.SetLimits(self.cleaned_data["format"] or None, self.cleaned_data["points"])


class HouseRuleForm(ChangeForm):
    """A house rule to agree on, or to take back."""

    slug = forms.CharField(max_length=100, error_messages={"required": gettext_lazy("Choose a house rule.")})

    def made(self) -> changes.ToggleHouseRule:
        """See ChangeForm."""
        return changes.ToggleHouseRule(self.cleaned_data["slug"])


class SetOwnFactForm(ChangeForm):
    """What a card says of which the catalog knows too little."""

    card = CardField()
    fact = forms.CharField(max_length=60)

    @classmethod
    def submitted_values(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """See ChangeForm. The fields of the fact itself are those of another form."""
        return {**super().submitted_values(data), "posted": data}

    def made(self) -> own_facts.SetOwnFact:
        """See ChangeForm. Raises InvalidInput for what is no such fact or cannot be read."""
        game, slug, fact = self.data["game"], self.cleaned_data["card"], self.cleaned_data["fact"]
        kind = stock(game).card(slug).document.get("kind", "")
        value = own_facts.parse_fact(game, kind, fact, self.data["posted"])
        return own_facts.SetOwnFact(slug, fact, value, own_facts.fact_label(game, kind, fact))


class RemoveOwnFactForm(ChangeForm):
    """An own number to take back."""

    card = CardField()
    fact = forms.CharField(max_length=60)

    def made(self) -> own_facts.RemoveOwnFact:
        """See ChangeForm."""
        return own_facts.RemoveOwnFact(self.cleaned_data["card"], self.cleaned_data["fact"])


class RenameForm(ChangeForm):
    """Another name."""

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        required=False,
        error_messages={"max_length": gettext_lazy("A name has at most %(limit_value)d characters.")},
    )

    def made(self) -> changes.Rename:
        """See ChangeForm."""
        return changes.Rename(self.cleaned_data["name"])


class NotesForm(ChangeForm):
    """What the owner wants to remember."""

    notes = forms.CharField(
        max_length=guard.STRING_LIMIT,
        required=False,
        error_messages={
            "max_length": format_lazy(
                gettext_lazy("Notes have at most {most} characters."),
                most=_grouped(guard.STRING_LIMIT, force_grouping=True),
            )
        },
    )

    def made(self) -> changes.SetNotes:
        """See ChangeForm."""
        return changes.SetNotes(self.cleaned_data["notes"].replace("\r\n", "\n"))


class ReleaseForm(ChangeForm):
    """Another release of the catalog to be judged by."""

    release = whole_number_field(1, guard.INTEGER_LIMIT)

    def made(self) -> changes.UseRelease:
        """See ChangeForm."""
        return changes.UseRelease(self.cleaned_data["release"])


class ReadyListForm(ChangeForm):
    """A ready legion to start from."""

    ready = forms.CharField(max_length=100)
    game = forms.CharField(max_length=100)

    def made(self) -> changes.ReplaceDocument:
        """See ChangeForm. Raises InvalidInput when there is no such ready legion."""
        found = ready_lists.find_ready_list(self.cleaned_data["game"], self.cleaned_data["ready"])
        if found is None:
            raise InvalidInput("invalid-form", [Fault("/ready", "unknown", _("There is no such ready list."))])
        return changes.ReplaceDocument(found.document)


class ApplyEditsForm(ChangeForm):
    """An offer of the engine's to take up, with the edits as the page was told them."""

    steps = forms.CharField(max_length=20_000, error_messages={"required": gettext_lazy("Choose what is to be done.")})

    def made(self) -> patches.ApplyEdits:
        """See ChangeForm. Raises InvalidInput for what is no offer."""
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

    def made(self) -> changes.ReplaceDocument:
        """See ChangeForm. Raises InvalidInput for what cannot be read."""
        file = self.cleaned_data.get("file")
        raw = file.read(guard.BODY_LIMIT + 1) if file else self.cleaned_data["text"].encode("utf-8", "surrogatepass")
        document = guard.loads(raw.strip())
        if not isinstance(document, dict):
            raise InvalidInput("invalid-legion", [Fault("", "wrong-type", _("A list is a JSON object."))])
        return changes.ReplaceDocument(document)


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
    **extras_forms.EXTRAS_FORMS,
}
"""What a form's `do` field can ask for, beside undo and redo."""


def parse_change(do: str, data: Mapping[str, Any], files: Mapping[str, Any], *, game: str) -> changes.Change:
    """Return the change a button or form asks for on a table of `game`.

    `do` is the name of a change, with values for its first fields after slashes where a button stands for one of
    many: `equip/0/fireball`. Raises InvalidInput.
    """
    name, *values = do.split("/")
    form = CHANGE_FORMS.get(name)
    if form is None:
        raise InvalidInput(
            "invalid-form", [Fault("/do", "unknown", _("This page does not know that button. Load it again."))]
        )
    submitted = form.submitted_values(data)
    submitted |= {"game": game, **dict(zip(form.base_fields, values, strict=False))}
    return form(submitted, files).change()


class RenameFromListForm(forms.Form):
    """Another name for a legion in the list, with the version it is based on."""

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        required=False,
        error_messages={"max_length": gettext_lazy("A name has at most %(limit_value)d characters.")},
    )
    version = whole_number_field(1, 2**31 - 1)
