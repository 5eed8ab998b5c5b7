"""What curators send about tables: what the rows are and the file, what its columns mean, and why it is brought in."""

from typing import Any, cast

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import documents, permissions
from catalog.admin.workflow_actions import WHY
from catalog.models import DocumentType
from catalog.models.table_imports import TableImport
from catalog.tables import columns, file_formats
from catalog.tables.cells import TypedCell, UnreadableCell, column_name

SAMPLES = 3
"""Cells of a column that are shown where it is chosen what it means."""


class KindForm(forms.Form):
    """What the rows of a table are."""

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
    """What the rows of a table are, and its file, or what a page says of a file that it sends in parts."""

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
    """What is taken out, and as what."""

    form = forms.ChoiceField(
        label=_("As"),
        choices=[("xlsx", _("Spreadsheet (xlsx)")), ("csv", "CSV"), ("json", "JSON")],
        widget=forms.RadioSelect,
        initial="xlsx",
    )


class ColumnsForm(forms.Form):
    """What each column of a file is, and where what it changes is from."""

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
        """The field of each column, with what its first cells hold."""
        samples = [cells for _line, cells in self.contents.rows[:SAMPLES]]
        return [
            (self[f"column-{place}"], [cell_label(cells[place]) for cells in samples])
            for place in range(len(self.contents.header))
        ]

    @property
    def keys(self) -> list[str]:
        """The column that each heading means."""
        return [self.cleaned_data[f"column-{place}"] for place in range(len(self.contents.header))]

    @property
    def source_entry(self) -> dict[str, Any] | None:
        """The source of all that the table changes."""
        values = self.cleaned_data
        if not values["source"]:
            return None
        return {"source": values["source"], **({"page": values["page"]} if values["page"] else {}), "checked": False}


class ImportForm(forms.Form):
    """Why a table is brought in, and what of it was looked at."""

    why = forms.CharField(max_length=WHY, label=_("Why"), help_text=_("One line, saved with every draft."))
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


def writable_kinds(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the kinds whose documents somebody may change, as `game/kind`, with words."""
    found = []
    for game, kinds in sorted(documents.card_kinds().items()):
        for kind in (*kinds, *(kind for kind in documents.COMMON_TYPES if kind != "game")):
            if may_write(request, game, kind):
                found.append((f"{game}/{kind}", f"{game}: {kind_title(game, kind)}"))
    return found


def may_write(request: HttpRequest, game: str, kind: str) -> bool:
    """Return whether somebody may change documents of a kind."""
    return permissions.may_write(request.user, game, documents.COMMON_TYPES.get(kind, DocumentType.CARD))


def kind_title(game: str, kind: str) -> str:
    """Return what documents of a kind are called."""
    return gettext(documents.load_schemas()[documents.schema_path({"game": game, "kind": kind})]["title"])


def cell_label(cell: Any) -> str:
    """Return a cell as a page says it."""
    if isinstance(cell, UnreadableCell):
        return gettext("(not readable)")
    text = str(cell.value) if isinstance(cell, TypedCell) else cell
    return text if len(text) <= 60 else text[:59] + "…"
