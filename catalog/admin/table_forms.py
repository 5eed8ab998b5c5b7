"""Forms for tables: the upload, the meaning of the columns, and the import and export."""

from typing import Any, cast

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import documents, permissions
from catalog.admin.workflow_actions import MAX_REASON_LENGTH
from catalog.models import DocumentType
from catalog.models.table_imports import TableImport
from catalog.tables import columns, file_formats
from catalog.tables.cells import TypedCell, UnreadableCell, column_name

MAX_SAMPLES = 3
"""The number of sample cells shown for each column."""


class KindForm(forms.Form):
    """The game and kind of the rows of a table."""

    of = forms.ChoiceField(label=_("What are its rows?"))

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ChoiceField", self.fields["of"]).choices = writable_kinds(request)

    @property
    def sort(self) -> tuple[str, str]:
        """The game and the kind."""
        game, _slash, kind = self.cleaned_data["of"].partition("/")
        return game, kind


class UploadForm(KindForm):
    """The kind of the rows and the file, or the file's name, size and digest if it is sent in parts."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_(
            "CSV, a spreadsheet (xlsx) or JSON, at most 10 MB and 20,000 rows. The first line has the headings."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.json,.jsonl"}),
    )
    name = forms.CharField(required=False, widget=forms.HiddenInput)
    size = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    sha256 = forms.RegexField("^[0-9a-f]{64}$", required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = self.cleaned_data
        if not values.get("file") and not (values.get("name") and values.get("size")) and "file" not in self.errors:
            self.add_error("file", gettext("Choose a file."))
        return values


class ExportForm(KindForm):
    """The kind and the file format of an export."""

    form = forms.ChoiceField(
        label=_("As"),
        choices=[("xlsx", _("Spreadsheet (xlsx)")), ("csv", "CSV"), ("json", "JSON")],
        widget=forms.RadioSelect,
        initial="xlsx",
    )


class ColumnsForm(forms.Form):
    """The meaning of each column of a file, and the source of the changes."""

    source = forms.CharField(
        label=_("Source"),
        max_length=300,
        required=False,
        help_text=_("Title or address. Used for every fact that the table changes or adds."),
    )
    page = forms.IntegerField(label=_("Page"), required=False, min_value=1, max_value=9999)

    sources_hold = forms.BooleanField(
        label=_("The sources that are there hold for the new values, too"),
        required=False,
        help_text=_("Where no source is named for them. What counted as checked does so no more."),
    )

    def __init__(self, table: TableImport, contents: file_formats.Table, *args: Any, **kwargs: Any) -> None:
        source = table.source or {}
        kwargs["initial"] = {
            "source": source.get("source"),
            "page": source.get("page"),
            "sources_hold": table.sources_hold,
        }
        super().__init__(*args, **kwargs)
        self.contents = contents
        known = columns.columns_of(table.game, table.kind)
        choices = [("", gettext("leave it out")), *((one.key, one.called) for one in known)]
        nameless = gettext("Column {letters}")
        for place, heading in enumerate(contents.header):
            self.fields[f"column-{place}"] = forms.ChoiceField(
                label=heading or nameless.format(letters=column_name(place)),
                choices=choices,
                required=False,
                initial=table.meant[place] if place < len(table.meant) else "",
            )

    @property
    def rows(self) -> list[tuple[Any, list[str]]]:
        """The fields of the columns, each with its sample cells."""
        samples = [cells for _line, cells in self.contents.rows[:MAX_SAMPLES]]
        return [
            (self[f"column-{place}"], [cell_label(cells[place]) for cells in samples])
            for place in range(len(self.contents.header))
        ]

    @property
    def keys(self) -> list[str]:
        """The key of the chosen column for each heading; `""` to leave it out."""
        return [self.cleaned_data[f"column-{place}"] for place in range(len(self.contents.header))]

    @property
    def source_entry(self) -> dict[str, Any] | None:
        """The source of all changes of the table; None if none was entered."""
        values = self.cleaned_data
        if not values["source"]:
            return None
        return {"source": values["source"], **({"page": values["page"]} if values["page"] else {}), "checked": False}


class ImportForm(forms.Form):
    """The reason for an import, and the digest of the check that the curator saw."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH, label=_("Why"), help_text=_("One line, published with the release.")
    )
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


def writable_kinds(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the kinds whose documents the user may change, as pairs of `game/kind` and label."""
    found = []
    for game, kinds in sorted(documents.card_kinds().items()):
        for kind in (*kinds, *(kind for kind in documents.COMMON_TYPES if kind not in documents.ONE_A_GAME)):
            if may_write(request, game, kind):
                found.append((f"{game}/{kind}", f"{game}: {kind_title(game, kind)}"))
    return found


def may_write(request: HttpRequest, game: str, kind: str) -> bool:
    return permissions.may_write(request.user, game, documents.COMMON_TYPES.get(kind, DocumentType.CARD))


def kind_title(game: str, kind: str) -> str:
    """Return the title of a kind of document."""
    return gettext(documents.load_schemas()[documents.schema_path({"game": game, "kind": kind})]["title"])


def cell_label(cell: Any) -> str:
    """Return a cell as text for pages, at most 60 characters."""
    if isinstance(cell, UnreadableCell):
        return gettext("(not readable)")
    text = str(cell.value) if isinstance(cell, TypedCell) else cell
    return text if len(text) <= 60 else text[:59] + "…"
