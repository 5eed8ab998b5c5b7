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

from catalog import guard
from catalog.faults import Fault, Malformed

from .. import ready
from ..cards.stock import alone, stock
from ..games import room_of
from ..services import NAME_LENGTH
from . import beside, beside_forms, changes, edits, moving, own_facts
from .form_parts import CardField, ChangeForm, IndexField, PickForm, whole
from .owning_forms import DisownForm, OwnForm

_grouped = lazy(number_format, str)


class AddForm(ChangeForm):
    """Lay out a creature, with an upgrade it was chosen for."""

    card = CardField()
    carrying = CardField(required=False)

    def made(self) -> changes.AddCreature | beside.TakePlace:
        """See ChangeForm."""
        card, carrying = self.cleaned_data["card"], self.cleaned_data["carrying"]
        game, room = self.data["game"], room_of(self.data["game"])
        if room.single and (rivals := alone(card, stock(game))):
            return beside.TakePlace(card, rivals)
        return changes.AddCreature(card, (carrying,) if carrying else (), room.stacks)


class RemoveForm(PickForm):
    """Take a creature away."""

    def made(self) -> changes.RemoveCreature:
        """See ChangeForm."""
        return changes.RemoveCreature(self.cleaned_data["pick"])


class DuplicateForm(PickForm):
    """Lay out one more of the same."""

    def made(self) -> changes.CopyCreature:
        """See ChangeForm."""
        return changes.CopyCreature(self.cleaned_data["pick"])


class CountForm(PickForm):
    """Say how many."""

    count = whole(1, 500)

    def made(self) -> changes.SetCount:
        """See ChangeForm."""
        return changes.SetCount(self.cleaned_data["pick"], self.cleaned_data["count"])


class SoldiersForm(PickForm):
    """Say how many soldiers."""

    soldiers = whole(0, 500)

    def made(self) -> changes.SetSoldiers:
        """See ChangeForm."""
        return changes.SetSoldiers(self.cleaned_data["pick"], self.cleaned_data["soldiers"])


class EquipForm(PickForm):
    """Give a creature an upgrade."""

    card = CardField()

    def made(self) -> changes.Equip:
        """See ChangeForm."""
        return changes.Equip(self.cleaned_data["pick"], self.cleaned_data["card"])


class UnequipForm(PickForm):
    """Take an upgrade from a creature."""

    upgrade = IndexField()

    def made(self) -> changes.Unequip:
        """See ChangeForm."""
        return changes.Unequip(self.cleaned_data["pick"], self.cleaned_data["upgrade"])


class MoveForm(PickForm):
    """Move an upgrade to another creature. A form names the upgrade by one field, `carried`: `PICK/UPGRADE`."""

    upgrade = IndexField()
    to = IndexField()

    @classmethod
    def given(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """See ChangeForm."""
        pick, _slash, upgrade = str(data.get("carried", "")).partition("/")
        return {"pick": pick, "upgrade": upgrade, "to": data.get("to")}

    def made(self) -> moving.MoveUpgrade:
        """See ChangeForm."""
        pick, upgrade, to = (self.cleaned_data[name] for name in ("pick", "upgrade", "to"))
        if pick == to:
            said = _("Choose another creature: it carries this already.")
            raise Malformed("invalid-form", [Fault("/to", "same", said)])
        return moving.MoveUpgrade(pick, upgrade, to)


class LimitsForm(ChangeForm):
    """Format and points limit; an empty limit is the format's own."""

    format = forms.CharField(max_length=100, required=False)
    points = whole(1, 100_000, required=False)

    def made(self) -> changes.SetLimits:
        """See ChangeForm."""
        return changes.SetLimits(self.cleaned_data["format"] or None, self.cleaned_data["points"])


class HouseRuleForm(ChangeForm):
    """A house rule to agree on, or to take back."""

    slug = forms.CharField(max_length=100, error_messages={"required": gettext_lazy("Choose a house rule.")})

    def made(self) -> changes.ToggleHouseRule:
        """See ChangeForm."""
        return changes.ToggleHouseRule(self.cleaned_data["slug"])


class SayForm(ChangeForm):
    """What a card says of which the catalog knows too little."""

    card = CardField()
    fact = forms.CharField(max_length=60)

    @classmethod
    def given(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """See ChangeForm. The fields of the fact itself are those of another form."""
        return {**super().given(data), "posted": data}

    def made(self) -> own_facts.Say:
        """See ChangeForm. Raises Malformed for what is no such fact or cannot be read."""
        game, slug, fact = self.data["game"], self.cleaned_data["card"], self.cleaned_data["fact"]
        kind = stock(game).card(slug).document.get("kind", "")
        value = own_facts.read(game, kind, fact, self.data["posted"])
        return own_facts.Say(slug, fact, value, own_facts.label(game, kind, fact))


class UnsayForm(ChangeForm):
    """An own number to take back."""

    card = CardField()
    fact = forms.CharField(max_length=60)

    def made(self) -> own_facts.Unsay:
        """See ChangeForm."""
        return own_facts.Unsay(self.cleaned_data["card"], self.cleaned_data["fact"])


class RenameForm(ChangeForm):
    """Another name."""

    name = forms.CharField(
        max_length=NAME_LENGTH,
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

    def made(self) -> changes.WriteNotes:
        """See ChangeForm."""
        return changes.WriteNotes(self.cleaned_data["notes"].replace("\r\n", "\n"))


class ReleaseForm(ChangeForm):
    """Another release of the catalog to be judged by."""

    release = whole(1, guard.INTEGER_LIMIT)

    def made(self) -> changes.UseRelease:
        """See ChangeForm."""
        return changes.UseRelease(self.cleaned_data["release"])


class ReadyForm(ChangeForm):
    """A ready legion to start from."""

    ready = forms.CharField(max_length=100)
    game = forms.CharField(max_length=100)

    def made(self) -> changes.LayOut:
        """See ChangeForm. Raises Malformed when there is no such ready legion."""
        found = ready.find(self.cleaned_data["game"], self.cleaned_data["ready"])
        if found is None:
            raise Malformed("invalid-form", [Fault("/ready", "unknown", _("There is no such ready list."))])
        return changes.LayOut(found.document)


class TakeUpForm(ChangeForm):
    """An offer of the engine's to take up, with the edits as the page was told them."""

    steps = forms.CharField(max_length=20_000, error_messages={"required": gettext_lazy("Choose what is to be done.")})

    def made(self) -> edits.TakeUp:
        """See ChangeForm. Raises Malformed for what is no offer."""
        return edits.TakeUp(edits.read(self.cleaned_data["steps"]))


class PasteForm(ChangeForm):
    """A legion's document, pasted or as a file."""

    text = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        """Take the file if there is one, else the text."""
        cleaned = super().clean()
        if not cleaned.get("file") and not cleaned.get("text", "").strip():
            raise ValidationError(_("Paste a list or choose a file first."))
        return cleaned

    def made(self) -> changes.LayOut:
        """See ChangeForm. Raises Malformed for what cannot be read."""
        file = self.cleaned_data.get("file")
        raw = file.read(guard.BODY_LIMIT + 1) if file else self.cleaned_data["text"].encode("utf-8", "surrogatepass")
        document = guard.loads(raw.strip())
        if not isinstance(document, dict):
            raise Malformed("invalid-legion", [Fault("", "wrong-type", _("A list is a JSON object."))])
        return changes.LayOut(document)


CHANGES: dict[str, type[ChangeForm]] = {
    "add": AddForm,
    "remove": RemoveForm,
    "duplicate": DuplicateForm,
    "count": CountForm,
    "soldiers": SoldiersForm,
    "equip": EquipForm,
    "unequip": UnequipForm,
    "move": MoveForm,
    "limits": LimitsForm,
    "house": HouseRuleForm,
    "say": SayForm,
    "unsay": UnsayForm,
    "rename": RenameForm,
    "notes": NotesForm,
    "release": ReleaseForm,
    "ready": ReadyForm,
    "take-up": TakeUpForm,
    "paste": PasteForm,
    "own": OwnForm,
    "disown": DisownForm,
    **beside_forms.CHANGES,
}
"""What a form's `do` field can ask for, beside undo and redo."""


def read_change(do: str, data: Mapping[str, Any], files: Mapping[str, Any], *, game: str) -> changes.Change:
    """Return the change a button or form asks for on a table of `game`.

    `do` is the name of a change, with values for its first fields after slashes where a button stands for one of
    many: `equip/0/fireball`. Raises Malformed.
    """
    name, *values = do.split("/")
    form = CHANGES.get(name)
    if form is None:
        raise Malformed(
            "invalid-form", [Fault("/do", "unknown", _("This page does not know that button. Load it again."))]
        )
    given = form.given(data)
    given |= {"game": game, **dict(zip(form.base_fields, values, strict=False))}
    return form(given, files).change()


class ListedNameForm(forms.Form):
    """Another name for a legion in the list, with the version it is based on."""

    name = forms.CharField(
        max_length=NAME_LENGTH,
        required=False,
        error_messages={"max_length": gettext_lazy("A name has at most %(limit_value)d characters.")},
    )
    version = whole(1, 2**31 - 1)
