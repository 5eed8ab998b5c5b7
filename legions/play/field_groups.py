"""Groups of fields as pages of questions show them, and the number of controls that are visible at once."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from legions.my_lists.named_lists import NamedList
from legions.play.forms import Entry, FacesField, Group, NameHint, SituationForm

MAX_CONTROLS = 25
"""Maximum controls that a page shows at once at the width of a phone."""
MAX_LINES = 3
"""Maximum folded entries of a list in a line each; more of them are folded to one line."""
BUTTONS = (forms.RadioSelect, forms.CheckboxSelectMultiple)
"""Widgets with a control for each choice."""
Dice = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field with its name hints, the cards offered for it and their list, and the number of dice if it is for a roll.

    In a group or an entry of a list, its `label` does not repeat which one that is.
    """

    field: BoundField
    label: str
    hints: list[NameHint]
    offered: list[tuple[str, str]]
    offered_from: NamedList | None = None
    dice: int | None = None

    @property
    def asks(self) -> bool:
        """True if it has an error, or asks which card is meant."""
        return bool(self.field.errors) or any(not hint.taken for hint in self.hints)

    @property
    def controls(self) -> int:
        """The number of its visible controls, without the offered cards."""
        field = self.field.field
        hints = sum(len(hint.near) + hint.may_be_own for hint in self.hints)
        if isinstance(field, FacesField):
            rolled = len([face for face in str(self.field.value() or "").split(".") if face])
            return (0 if self.dice is not None and rolled >= self.dice else len(field.faces)) + bool(rolled)
        return hints + (len(self.field.subwidgets) if isinstance(field.widget, BUTTONS) else 1)


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry of a list with its fields, its rare fields, and the groups in it."""

    entry: Entry
    fields: list[FieldView]
    rare: list[FieldView]
    groups: list["GroupView"]
    opened: bool

    @property
    def list_key(self) -> str:
        """The key of the list that it is of: of its entries, one is unfolded at a time."""
        return self.entry.path.rpartition("_")[0]

    @property
    def number_of_rare(self) -> int:
        """The number of rare fields with a value."""
        return sum(bool(view.field.value()) for view in self.rare)

    @property
    def asks(self) -> bool:
        """True if one of its fields has an error or asks something."""
        return _any_asks((*self.fields, *self.rare, *self.groups))

    @property
    def rare_opened(self) -> bool:
        """True if one of its rare fields has an error or asks something."""
        return _any_asks(self.rare)

    @property
    def controls(self) -> int:
        """The number of its visible controls."""
        if not self.opened:
            return 1
        rare = controls_in(self.rare) if self.rare_opened else 0
        return 1 + controls_in((*self.fields, *self.groups)) + bool(self.rare) + rare + self.entry.removable


@dataclass(frozen=True, slots=True)
class GroupView:
    """Fields under a title, after the entries of a list; a folded group is `opened` if it asks something."""

    group: Group
    key: str
    fields: list[FieldView]
    entries: list[EntryView]
    opened: bool

    @property
    def packed(self) -> list[EntryView]:
        """The entries of a long list that are folded to one line together."""
        filled = [view for view in self.entries if not view.opened and not view.entry.empty]
        return filled if len(filled) > MAX_LINES and not self.group.folded else []

    @property
    def packed_title(self) -> str:
        """The line of these entries: their number and their titles."""
        words = {"number": len(self.packed), "names": ", ".join(view.entry.title for view in self.packed)}
        return _("%(number)d entered: %(names)s") % words

    @property
    def is_long(self) -> bool:
        """True if so many entries have a line each that only the unfolded one is shown."""
        return len(self.lines) > MAX_LINES

    @property
    def lines(self) -> list[EntryView]:
        """The entries with a line each."""
        packed = self.packed
        return [view for view in self.entries if view not in packed]

    @property
    def asks(self) -> bool:
        """True if one of its fields has an error or asks something."""
        return _any_asks((*self.fields, *self.entries))

    @property
    def controls(self) -> int:
        """The number of its visible controls."""
        if self.group.folded and not self.opened:
            return 1
        return controls_in((*self.fields, *self.lines)) + bool(self.packed) + self.group.folded


def group_views(form: SituationForm, asked: Collection[str], dice: Dice) -> list[GroupView]:
    """Return the groups of a form, without the `asked` fields, which are next to the answer.

    `dice` is the number of dice by field of faces.
    """
    groups = (*form.shown_groups(), form.adventure_group())
    numbered = (replace(group, key=group.key or str(number)) for number, group in enumerate(groups, 1))
    return list(_views_of(form, numbered, asked, dice))


def field_view(form: SituationForm, name: str, dice: Dice, within: str = "") -> FieldView:
    """Return a field as pages show it, in an entry or a group with a label."""
    label = str(form[name].label)
    short = label.removeprefix(f"{within}: ") if within else label
    offered, offered_from = form.offered(name), form.offered_from(name)
    return FieldView(form[name], short, form.hints.get(name, []), offered, offered_from, dice.get(name))


def _views_of(form: SituationForm, groups: Iterable[Group], asked: Collection[str], dice: Dice) -> Iterator[GroupView]:
    for group in groups:
        fields = _fields_of(form, group.names, asked, dice, str(group.title))
        entries = [_entry_view(form, entry, asked, dice) for entry in group.entries]
        entries = _opened([view for view in entries if view.fields or not view.entry.empty])
        if fields or entries:
            view = GroupView(_with_words(form, group), group.key, fields, entries, opened=False)
            yield replace(view, opened=view.asks)


def _with_words(form: SituationForm, group: Group) -> Group:
    """Return a folded group with what is entered in it: a few words, or the number of values."""
    if not group.folded or group.words or not form.is_bound:
        return group
    entered = [name for name in group.names if name in form.fields and form.has_value(name)]
    if len(entered) > MAX_LINES:
        return replace(group, words=_("%(number)d entered") % {"number": len(entered)})
    return replace(group, words=form.words_of(entered))


def _entry_view(form: SituationForm, entry: Entry, asked: Collection[str], dice: Dice) -> EntryView:
    fields, rare = (_fields_of(form, names, asked, dice, entry.label) for names in (entry.names, entry.rare))
    groups = list(_views_of(form, entry.groups, asked, dice))
    return EntryView(entry, fields, rare, groups, entry.opens)


def _opened(views: list[EntryView]) -> list[EntryView]:
    """Return the entries of a list, of which those are unfolded that ask something, if there are any."""
    asking = any(view.asks for view in views)
    return [replace(view, opened=view.asks) if asking else view for view in views]


def _fields_of(
    form: SituationForm, names: Iterable[str], asked: Collection[str], dice: Dice, within: str = ""
) -> list[FieldView]:
    return [field_view(form, name, dice, within) for name in names if name in form.fields and name not in asked]


def _any_asks(views: Iterable[FieldView | EntryView | GroupView]) -> bool:
    return any(view.asks for view in views)


def controls_in(views: Iterable[Any]) -> int:
    """Return the number of visible controls of fields, entries or groups."""
    return sum(view.controls for view in views)


def fields_in(views: Iterable[GroupView]) -> list[FieldView]:
    """Return all fields of groups, with those of entries and of the groups in them."""
    found: list[FieldView] = []
    for view in views:
        found += view.fields
        for entry in view.entries:
            found += (*entry.fields, *entry.rare, *fields_in(entry.groups))
    return found
