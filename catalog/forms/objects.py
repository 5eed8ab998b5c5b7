"""Forms for objects, rows and clauses: they nest as the schema nests.

Every form here speaks the same few words, whatever it stands for: `blank` (nothing is filled in), `value` (the JSON),
`place` (put a fault beside the field it is about) and `told` (every fault, with the field it stands beside).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms.formsets import BaseFormSet, formset_factory
from django.forms.utils import ErrorDict

from catalog.differences import ABSENT

from .constructs import LISTS, Construct, Property
from .fields import MAKERS, NOT_KNOWN, field_for, in_order

FILL_IN = "Fill this in; it cannot be left out."
# What a fact with nothing filled in means: the choice beside it, and its words.
UNKNOWN, NONE, UNREAD = "unknown", "none", "unread"
NOTHING = {UNKNOWN: NOT_KNOWN, NONE: "printed as none", UNREAD: "printed, but no number is known"}
# Blank rows below those filled in; of single icons, a whole banner's worth.
BLANK_ROWS, BLANK_ITEMS = 1, 6

Pointer = Sequence[str]
Told = tuple[str, str, str]
TEMPLATES = {
    Construct.OBJECT: "object",
    Construct.ROWS: "rows",
    Construct.CLAUSES: "rows",
    Construct.SEQUENCE: "rows",
    Construct.CLAUSE: "clause",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One property as a page shows it: its field or nested form, and the choice of what leaving it empty means."""

    property: Property
    field: forms.BoundField | None
    nested: Any
    empty: forms.BoundField | None
    in_optional: bool

    @property
    def marked(self) -> bool:
        """Whether the page says that it cannot be left blank; in a row that may be blank it says nothing."""
        return self.needed and not self.in_optional

    @property
    def wide(self) -> bool:
        """Whether it takes a whole line of the page."""
        texts = isinstance(self.field.field.widget, forms.Textarea) if self.field else True
        return texts or self.property.construct in (Construct.CHOICES, Construct.LINES)

    @property
    def template(self) -> str:
        """The template that shows this part."""
        return f"admin/catalog/form/{TEMPLATES.get(self.property.construct, 'field')}.html"

    @property
    def needed(self) -> bool:
        """Whether leaving it blank is a fault."""
        one = self.property
        optional = one.nullable or one.only_if or one.construct in LISTS or one.construct is Construct.BOOLEAN
        return one.required and not optional


class DocumentPartForm(forms.Form):
    """What the forms of this module have in common: faults that can be kept back, and values that can be asked for.

    With `judged=False` no fault is shown, because somebody only asks for another row.
    """

    shown_by = "admin/catalog/form/members.html"

    def __init__(self, *args: Any, properties: Sequence[Property], judged: bool = True, **kwargs: Any) -> None:
        # Whether a row is blank is told by what is in it, not by what changed.
        kwargs["empty_permitted"] = False
        super().__init__(*args, **kwargs)
        self.properties = list(properties)
        self.judged = judged

    @property
    def errors(self) -> ErrorDict:
        """The faults, none while they are kept back."""
        found = super().errors
        return found if self.judged else ErrorDict()

    @property
    def id(self) -> str:
        """The id of the element that holds this form."""
        return f"id_{self.prefix}"

    def told(self) -> Iterator[Told]:
        """Yield the id of the field, its label and the message of every fault."""
        for name, messages in self.errors.items():
            where, label = (self.id, "") if name == NON_FIELD_ERRORS else (self[name].auto_id, str(self[name].label))
            for message in messages:
                yield where, label, message

    def unreadable(self, name: str) -> bool:
        """Return whether what stands in the field could not be read."""
        super().errors  # noqa: B018 - the first look reads the fields
        return name not in self.cleaned_data

    def given(self, name: str) -> Any:
        """Return what was read from the field `name`, None when it is blank or unreadable."""
        return None if self.unreadable(name) else self.cleaned_data[name] or None

    def is_blank_field(self, name: str) -> bool:
        """Return whether nothing stands in the field. Zero and “no” are something."""
        return not self.unreadable(name) and (self.cleaned_data[name] in ("", None) or self.cleaned_data[name] == [])


class ObjectForm(DocumentPartForm):
    """A form for an object: a document's facts, a row, a source. `initial` is the object itself.

    `nothing` says what a list of which nothing is known yet means when it is left blank, `UNKNOWN` or `NONE`.
    With `optional` the whole object may be left blank.
    """

    def __init__(self, *args: Any, nothing: str = UNKNOWN, optional: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.optional = optional
        self.nested: dict[str, Any] = {}
        for one in self.properties:
            if one.construct in MAKERS:
                self._add_field(one)
            else:
                self.nested[one.key] = self._nest(one)
            if one.nullable and (one.construct in LISTS or one.construct is Construct.OBJECT):
                self.fields[f"{one.key}-empty"] = self._empty_choice(one, nothing)

    @property
    def parts(self) -> Iterator[Part]:
        """Yield what a page shows, in the schema's order."""
        for one in self.properties:
            field = self[one.key] if one.key in self.fields else None
            empty = self[f"{one.key}-empty"] if f"{one.key}-empty" in self.fields else None
            yield Part(one, field, self.nested.get(one.key), empty, self.optional)

    @property
    def unfolded(self) -> bool:
        """Whether there is anything in it to be seen at once."""
        return bool(self.errors) or not self.blank if self.is_bound else bool(self.initial)

    @property
    def blank(self) -> bool:
        """Whether nothing is filled in."""
        return all(self.is_blank(one) for one in self.properties)

    def is_blank(self, one: Property) -> bool:
        """Return whether nothing is filled in for one property; a box without its tick is blank."""
        if one.key in self.nested:
            return self.nested[one.key].blank
        unticked = one.construct is Construct.BOOLEAN and not one.nullable and self.given(one.key) is None
        return unticked or self.is_blank_field(one.key)

    def value(self) -> dict[str, Any]:
        """Return the object. What could not be read is left out."""
        values = ((one.key, self._value(one)) for one in self.properties)
        return {key: value for key, value in values if value is not ABSENT}

    def clean(self) -> dict[str, Any]:
        """Say which values are missing. Everything else is the schema's affair."""
        if not (self.optional and self.blank):
            for part in self.parts:
                if part.needed and self.is_blank(part.property):
                    self.place([part.property.key], FILL_IN)
        return self.cleaned_data

    def is_valid(self) -> bool:
        """Return whether neither this form nor one nested in it has a fault."""
        return super().is_valid() and all(nested.is_valid() for nested in self.nested.values())

    def knows(self, key: str) -> bool:
        """Return whether there is a field or a nested form for the property `key`."""
        return any(one.key == key for one in self.properties)

    def place(self, pointer: Pointer, message: str) -> None:
        """Put a fault beside the field that the parts of a JSON Pointer lead to, or else above all of them."""
        key = pointer[0] if pointer else None
        if key in self.nested:
            self.nested[key].place(pointer[1:], message)
        else:
            self.add_error(key if key in self.fields else None, message)

    def told(self) -> Iterator[Told]:
        """Yield every fault, those of nested forms where they stand on the page."""
        own = list(super().told())
        yield from (fault for fault in own if not fault[1])
        for part in self.parts:
            yield from (fault for fault in own if part.field is not None and fault[0] == part.field.auto_id)
            if part.nested is not None:
                yield from part.nested.told()
            yield from (fault for fault in own if part.empty is not None and fault[0] == part.empty.auto_id)

    def _add_field(self, one: Property) -> None:
        field = self.fields[one.key] = field_for(one)
        if one.construct is Construct.CHOICES:
            posted = field.widget.value_from_datadict(self.data, self.files, self.add_prefix(one.key))
            field.choices = in_order(field.choices, posted if self.is_bound else self.initial.get(one.key))

    def _empty_choice(self, one: Property, nothing: str) -> forms.Field:
        second = UNREAD if one.construct is Construct.OBJECT else NONE
        value = self.initial.get(one.key, ABSENT)
        unknown = value is None or (value is ABSENT and nothing != second)
        return forms.ChoiceField(
            label="If left empty",
            choices=[(choice, NOTHING[choice]) for choice in (UNKNOWN, second)],
            initial=UNKNOWN if unknown else second,
            required=False,
        )

    def _nest(self, one: Property) -> Any:
        given = self.initial.get(one.key)
        data = self.data if self.is_bound else None
        prefix = self.add_prefix(one.key)
        if one.construct in LISTS:
            return rows_for(one, given or [], data=data, prefix=prefix, judged=self.judged)
        form = ClauseForm if one.construct is Construct.CLAUSE else ObjectForm
        return form(data, initial=given or {}, prefix=prefix, properties=one.members, judged=self.judged)

    def _value(self, one: Property) -> Any:
        if self.is_blank(one):
            return self._nothing(one)
        if one.key in self.nested:
            return self.nested[one.key].value()
        return ABSENT if self.unreadable(one.key) else self.cleaned_data[one.key]

    def _nothing(self, one: Property) -> Any:
        """Return what a property with nothing filled in stands for."""
        if one.only_if is not None:
            other, wanted = one.only_if
            if self.cleaned_data.get(other) != wanted:
                return ABSENT
        elif not one.required:
            return ABSENT
        if one.nullable:
            choice = self.cleaned_data.get(f"{one.key}-empty")
            if choice == UNREAD:
                return {member.key: None for member in one.members}
            return [] if choice == NONE else None
        if one.construct in LISTS:
            return []
        return False if one.construct is Construct.BOOLEAN else ABSENT


class ItemForm(ObjectForm):
    """A row that holds a single value: one icon of a banner."""

    def value(self) -> Any:
        """Return the value itself."""
        return super().value().get("item")

    def place(self, pointer: Pointer, message: str) -> None:
        """Put a fault beside the one field there is."""
        super().place(["item"], message)


class ClauseForm(DocumentPartForm):
    """One clause of the card words: a word about the bearer, its values, and whether it is turned round by `not`.

    There is a field of values for each word; only that of the chosen word is read.
    """

    shown_by = "admin/catalog/form/words.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.words = {one.key: one for one in self.properties if one.construct is not Construct.CLAUSE}
        turned = self.initial.get("not")
        clause = self.initial if turned is None else turned
        word = next(iter(clause), "")
        self.initial = {**clause, "word": word, "not": turned is not None}
        choices = [("", "choose"), *((one.key, one.title) for one in self.words.values())]
        if len(self.words) < len(self.properties):
            self.fields["not"] = forms.BooleanField(label="not", required=False)
        self.fields["word"] = forms.ChoiceField(label="Word", choices=choices, required=False)
        for one in self.words.values():
            field = self.fields[one.key] = field_for(one)
            if one.construct is Construct.CHOICES:
                field.choices = in_order(field.choices, self.initial.get(one.key))

    @property
    def values(self) -> list[forms.BoundField]:
        """The fields of values, in the order of the words."""
        return [self[word] for word in self.words]

    @property
    def turned(self) -> forms.BoundField | None:
        """The tick for `not`, where a clause may be turned round."""
        return self["not"] if "not" in self.fields else None

    @property
    def blank(self) -> bool:
        """Whether no word is chosen."""
        return self.is_blank_field("word")

    def value(self) -> dict[str, Any]:
        """Return the clause. A value that could not be read is left out."""
        word = self.given("word")
        if word not in self.words or self.unreadable(word):
            return {}
        clause = {word: self.cleaned_data[word]}
        return {"not": clause} if self.given("not") else clause

    def clean(self) -> dict[str, Any]:
        """Say that the chosen word has no value yet."""
        word = self.given("word")
        if word and self.is_blank_field(word):
            self.add_error(word, FILL_IN)
        return self.cleaned_data

    def place(self, pointer: Pointer, message: str) -> None:
        """Put a fault beside the values of the word it is about, or else beside the choice of the word."""
        word = next((part for part in pointer if part in self.words), "word")
        self.add_error(word, message)


class RowsFormSet(BaseFormSet):
    """The rows of a list. A row left blank, or ticked to be removed, is no row.

    Only a row of which nothing is known from the beginning is kept as it is.
    """

    default_error_messages = {
        "missing_management_form": "The rows did not arrive whole. Send the form again.",
        "too_many_forms": "At most %(num)d of these.",
    }

    @property
    def id(self) -> str:
        """The id of the element that holds these rows."""
        return f"id_{self.prefix}"

    @property
    def kept(self) -> list[Any]:
        """The rows that are in the document, in their order."""
        return [form for index, form in enumerate(self.forms) if self._is_kept(index, form)]

    @property
    def blank(self) -> bool:
        """Whether there is no row."""
        return not self.kept

    def value(self) -> list[Any]:
        """Return the list."""
        return [form.value() for form in self.kept]

    def place(self, pointer: Pointer, message: str) -> None:
        """Put a fault into the row it is about, or else above the rows."""
        if pointer and pointer[0].isdigit() and int(pointer[0]) < len(self.kept):
            self.kept[int(pointer[0])].place(pointer[1:], message)
        else:
            self.non_form_errors().append(message)

    def add_fields(self, form: forms.Form, index: int | None) -> None:
        """Add the tick that removes a row; a single value is removed by choosing none."""
        super().add_fields(form, index)
        if isinstance(form, ItemForm):
            del form.fields["DELETE"]
        else:
            form.fields["DELETE"].label = "Remove"

    def told(self) -> Iterator[Told]:
        """Yield every fault of the list and of its rows."""
        for message in self.non_form_errors():
            yield self.id, "", message
        for form in self.forms:
            yield from form.told()

    def _is_kept(self, index: int, form: Any) -> bool:
        if form.given("DELETE"):
            return False
        return not form.blank or (index < self.initial_form_count() and not form.has_changed())


def rows_for(one: Property, given: list[Any], *, data: Any, prefix: str, judged: bool) -> RowsFormSet:
    """Return the rows of a list of objects, of clauses or of single values, `given` filled in."""
    members, form, blank = one.members, ObjectForm, BLANK_ROWS
    if one.construct is Construct.CLAUSES:
        form = ClauseForm
    elif one.construct is Construct.SEQUENCE:
        form, blank = ItemForm, max(BLANK_ROWS, BLANK_ITEMS - len(given))
        given = [{"item": value} for value in given]
    most = one.schema["maxItems"]
    factory = formset_factory(
        form,
        formset=RowsFormSet,
        extra=min(blank, max(0, most - len(given))),
        max_num=most,
        absolute_max=most + BLANK_ROWS,  # how many may be there is the schema's affair, but not thousands to look at
        can_delete=True,
    )
    return factory(data, initial=given, prefix=prefix, form_kwargs={"properties": members, "judged": judged})
