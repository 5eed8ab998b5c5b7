"""The form of a clause of card words."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.documents.forms.fields import field_for, sort_choices
from catalog.documents.forms.objects.parts import FILL_IN, DocumentPartForm, Pointer
from catalog.documents.schema_properties import Construct


class ClauseForm(DocumentPartForm):
    """A clause of card words: a word about the bearer with its values, optionally negated by `not`.

    There is a field of values for each word. Only the field of the chosen word is read.
    """

    shown_by = "admin/catalog/form/words.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.words = {one.key: one for one in self.properties if one.construct is not Construct.CLAUSE}
        turned = self.initial.get("not")
        clause = self.initial if turned is None else turned
        word = next(iter(clause), "")
        self.initial = {**clause, "word": word, "not": turned is not None}
        choices = [("", _("choose")), *((one.key, _(one.title)) for one in self.words.values())]
        if len(self.words) < len(self.properties):
            self.fields["not"] = forms.BooleanField(label=_("not"), required=False)
        self.fields["word"] = forms.ChoiceField(label=_("Word"), choices=choices, required=False)
        for one in self.words.values():
            field = self.fields[one.key] = field_for(one)
            if one.construct is Construct.CHOICES:
                sort_choices(field, self.initial.get(one.key))

    @property
    def values(self) -> list[forms.BoundField]:
        """The value fields, in the order of the words."""
        return [self[word] for word in self.words]

    @property
    def turned(self) -> forms.BoundField | None:
        """The checkbox for `not`, None if the clause cannot be negated."""
        return self["not"] if "not" in self.fields else None

    @property
    def blank(self) -> bool:
        """True if no word is chosen."""
        return self.is_blank_field("word")

    def value(self) -> dict[str, Any]:
        """Return the clause, without unreadable values."""
        word = self.raw_value("word")
        if word not in self.words or self.unreadable(word):
            return {}
        clause = {word: self.cleaned_data[word]}
        return {"not": clause} if self.raw_value("not") else clause

    def clean(self) -> dict[str, Any]:
        """Add an error if the chosen word has no value."""
        word = self.raw_value("word")
        if word and self.is_blank_field(word):
            self.add_error(word, FILL_IN)
        return self.cleaned_data

    def place(self, pointer: Pointer, message: str) -> None:
        """Add a fault to the value field of its word, or to the choice of the word if there is no such field."""
        word = next((part for part in pointer if part in self.words), "word")
        self.add_error(word, message)
