"""The form for facts of a card, generated from the schema of its kind, and their origin.

The form parses the input; `catalog.curation.contributions` decides what may be offered.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import documents
from catalog.curation.contributions import Origin
from catalog.documents import card_facts, json_input
from catalog.documents.differences import ABSENT
from catalog.documents.errors import InvalidInput
from catalog.documents.forms.objects.members import ObjectForm
from catalog.documents.schema_properties import document_properties
from catalog.models.contributions import NOTE_LENGTH, SOURCE_LENGTH
from catalog.pictures import uploads


class CleanLineField(forms.CharField):
    """A single-line field whose value has no invisible characters."""

    def to_python(self, value: Any) -> str:
        """Return the tidied text."""
        return json_input.tidy(super().to_python(value)).strip()


class OriginForm(forms.Form):
    """The form for the origin of facts, and the wish to be named."""

    source = CleanLineField(
        label=_("Where it is printed"),
        required=False,
        max_length=SOURCE_LENGTH,
        help_text=_(
            "The title of a book, or the address of a page. For the printed card in your hand, leave it empty and add "
            "a photo of it, or write “the printed card”."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    page = forms.IntegerField(
        label=_("Page"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("Of the book, if it is one."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 6, "autocomplete": "off"}),
    )
    photo = forms.FileField(
        label=_("A photo of the card"),
        required=False,
        help_text=_("Only curators see it, and it is deleted when they have decided. PNG, JPEG or WebP, at most 8 MB."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    note = CleanLineField(
        label=_("A word to the curators"),
        required=False,
        max_length=NOTE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    thank = forms.BooleanField(label=_("Thank me by name on the page of the card"), required=False)

    def clean_photo(self) -> bytes:
        """Return the content of the file, empty without a file."""
        file = self.cleaned_data["photo"]
        if file is None:
            return b""
        if file.size > uploads.MAX_BYTES:
            raise forms.ValidationError(gettext("The picture has more than 8 MB. Make it smaller first."))
        raw: bytes = file.read()
        return raw

    @property
    def origin(self) -> Origin:
        """The origin of the facts."""
        data = self.cleaned_data
        return Origin(source=data["source"], page=data["page"], photo=data["photo"], thank=data["thank"])


class CardFactsForm:
    """The form for the wanted facts of a card, or with `mends` for all its facts, and their origin.

    `data` and `files` are the posted values, None for an empty form. With `judged=False` no errors are shown.
    """

    def __init__(
        self, document: Mapping[str, Any], *, mends: bool, data: Any = None, files: Any = None, judged: bool = True
    ) -> None:
        self.document, self.mends, self.judged = dict(document), mends, judged
        path = documents.schema_path(self.document)
        fields = card_facts.readable_facts(path) if mends else card_facts.wanted_facts(self.document)
        properties = [one for one in document_properties(path) if one.key in fields]
        self.facts = ObjectForm(data, initial=self.document, properties=properties, judged=judged)
        self.about = (
            OriginForm(data, files, prefix="from") if judged else OriginForm(initial=_plain(data), prefix="from")
        )
        self.loose: list[str] = []

    @property
    def changes(self) -> dict[str, Any]:
        """The facts in the form that differ from the catalog. Values that cannot be parsed are left out."""
        return {
            fact: value
            for fact, value in self.facts.value().items()
            if value is not None and self.document.get(fact, ABSENT) != value
        }

    def is_valid(self) -> bool:
        """Return whether everything could be parsed and something was entered."""
        read = self.facts.is_valid()
        read = self.about.is_valid() and read
        if read and not self.changes:
            self.loose.append(
                gettext("Change at least one fact.") if self.mends else gettext("Fill in at least one fact.")
            )
        return read and not self.loose

    def place(self, error: InvalidInput) -> None:
        """Add each fault to its field, or to the whole form if it has none."""
        for fault in error.faults:
            parts = [part.replace("~1", "/").replace("~0", "~") for part in fault.pointer.split("/")[1:]]
            if len(parts) > 1 and parts[0] == "facts" and self.facts.knows(parts[1]):
                self.facts.place(parts[1:], fault.message)
            elif parts == ["source"]:
                self.about.add_error("source", fault.message)
            else:
                self.loose.append(fault.message)

    @property
    def error_count(self) -> int:
        """The number of errors."""
        if not self.judged:
            return 0
        return len(self.loose) + len(list(self.facts.error_entries())) + len(self.about.errors)


def _plain(data: Any) -> dict[str, Any]:
    """Return the posted values about the origin, as initial values of a form."""
    return {name: data.get(f"from-{name}", "") for name in ("source", "page", "note", "thank")} if data else {}
