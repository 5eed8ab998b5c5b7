"""Import and export of tables: upload a file, assign its columns, check and mend the rows, and import them as drafts.

All writing is done by `catalog.tables`.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog import audit, permissions
from catalog.admin.mixins import GameScopedMixin, ReadOnlyMixin
from catalog.admin.page_helpers import render_page
from catalog.admin.role_badges import RoleBadgeMixin
from catalog.admin.table_forms import (
    ColumnsForm,
    ExportForm,
    ImportForm,
    UploadForm,
    kind_title,
    may_write,
    writable_kinds,
)
from catalog.admin.table_rows import checked_rows
from catalog.documents.errors import InvalidInput, format_number
from catalog.models.table_imports import TableImport
from catalog.permissions import current_user
from catalog.tables import cell_corrections, file_formats, import_plan, table_export, table_import

State = TableImport.State
PART_BYTES = 512 * 1024
"""The number of bytes per request when a page sends a large file in parts."""
MAX_KEY = 2**63 - 1
CHANGED_MEANWHILE = _("This table, or its cards, changed in the meantime. This is the current state.")


class TableAdmin(RoleBadgeMixin, GameScopedMixin, ReadOnlyMixin, admin.ModelAdmin):
    """The list of imported and pending tables, newest first."""

    list_display = ("file", "game", "kind", "who", "created_at", "state")
    list_display_links = None
    list_filter = ("state", "game")
    list_select_related = ("by",)
    search_fields = ("name",)
    actions = None
    games_visible_to = staticmethod(permissions.curated_games)
    change_list_template = "admin/catalog/tables.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {"title": gettext("Tables")})

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableImport]:
        found: QuerySet[TableImport] = super().get_queryset(request)
        return found.defer("report", "mended", "omitted_lines", "left_behind")

    def get_urls(self) -> list[URLPattern]:
        return [
            path("bring/", self._guarded(upload), name="catalog_tableimport_bring"),
            path("take/", self._guarded(export), name="catalog_tableimport_take"),
            path("<int:pk>/change/", self._guarded(table_page), name="catalog_tableimport_change"),
            path("<int:pk>/part/", self._guarded(upload_part), name="catalog_tableimport_part"),
            path("<int:pk>/faulty/", self._guarded(faulty_rows), name="catalog_tableimport_faulty"),
            *super().get_urls(),
        ]

    def _guarded(self, view: Any) -> Any:
        def within(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            if not writable_kinds(request):
                raise PermissionDenied
            answer: HttpResponse = view(self, request, **kwargs)
            return answer

        return self.admin_site.admin_view(within)

    @admin.display(description=_("File"), ordering="name")
    def file(self, table: TableImport) -> SafeString:
        """The name of the file, linked to its page."""
        return format_html('<a href="{}">{}</a>', table_url(table), table.name)


def table_url(table: TableImport) -> str:
    return reverse("admin:catalog_tableimport_change", args=[table.pk])


# -- in ------------------------------------------------------------------------------------------------------------


def upload(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Show the upload form and store the file; a script sends a large file in parts to `upload_part`."""
    data = request.POST or None
    form = UploadForm(request, data, request.FILES or None, initial={"of": request.GET.get("of")})
    if data is not None and form.is_valid():
        try:
            return _start_upload(request, form)
        except InvalidInput as refused:
            form.add_error("file", refused.faults[0].message)
    if data is not None and _wants_json(request):
        return JsonResponse({"message": _first(form)}, status=400)
    return _page(model_admin, request, "table_upload", gettext("Import a table"), form=form, part=PART_BYTES)


def _start_upload(request: HttpRequest, form: UploadForm) -> HttpResponse:
    values, file = form.cleaned_data, form.cleaned_data["file"]
    game, kind = form.sort
    about: dict[str, Any] = {"by": request.user, "game": game, "kind": kind}
    if file is None:
        table = table_import.start_upload(**about, name=values["name"], size=values["size"], digest=values["sha256"])
        where = reverse("admin:catalog_tableimport_part", args=[table.pk])
        return JsonResponse({"received": 0, "part": where, "address": table_url(table)}, status=201)
    table = table_import.start_upload(**about, name=file.name, size=file.size)
    try:
        table_import.receive_part(table, file.read(), offset=0, by=current_user(request))
    except InvalidInput:
        TableImport.objects.filter(pk=table.pk).delete()
        raise
    return HttpResponseRedirect(table_url(table))


def upload_part(_model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Append bytes to the file and return the number received so far; a GET request only returns the number."""
    table = _table(request, pk)
    if request.method == "POST":
        offset = request.headers.get("Upload-Offset", "")
        if not (offset.isascii() and offset.isdigit() and len(offset) < 12):
            return JsonResponse(
                {"message": gettext("The header Upload-Offset is missing: where these bytes belong.")}, status=400
            )
        if len(request.body) > 2 * PART_BYTES:
            message = gettext("Send at most {most} bytes at once.").format(most=format_number(2 * PART_BYTES))
            return JsonResponse({"message": message}, status=413)
        try:
            table = table_import.receive_part(table, request.body, offset=int(offset), by=current_user(request))
        except InvalidInput as refused:
            return JsonResponse({"message": refused.faults[0].message}, status=refused.status)
    whole = table.state != State.RECEIVING
    return JsonResponse({"received": table.received, "size": table.size, "whole": whole, "address": table_url(table)})


def table_page(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the state of a table with its next steps, or carry out the posted step."""
    table = _table(request, pk)
    if request.method == "POST":
        try:
            done = _perform(model_admin, request, table)
        except table_import.TableStateConflict:
            messages.warning(request, CHANGED_MEANWHILE)
            done = None
        return done or HttpResponseRedirect(table_url(table))
    return _show(model_admin, request, table)


def _perform(model_admin: Any, request: HttpRequest, table: TableImport) -> HttpResponse | None:
    """Carry out the posted step. Return a page if the form has errors, else None."""
    if "_give_up" in request.POST:
        if table_import.cancel(table, by=current_user(request)):
            messages.success(request, gettext("Cancelled. Nothing was imported."))
        else:
            messages.warning(request, gettext("It was imported before it could be stopped."))
    elif "_again" in request.POST:
        table_import.retry(table, by=current_user(request))
    elif "_bring" in request.POST or "_bring_good" in request.POST:
        return _bring(model_admin, request, table)
    elif "_mend" in request.POST:
        return _mend(model_admin, request, table)
    elif table.state in (State.WHOLE, State.CHECKED):
        return _check(model_admin, request, table)
    return None


def _bring(model_admin: Any, request: HttpRequest, table: TableImport) -> HttpResponse | None:
    """Import the rows as drafts. Return a page if the form has errors, else None."""
    form = ImportForm(request.POST)
    if not form.is_valid():
        return _show(model_admin, request, table, bring=form)
    only_good = "_bring_good" in request.POST
    table = table_import.import_as_drafts(
        table, by=current_user(request), good_rows_only=only_good, **form.cleaned_data
    )
    if table.state != State.DONE or table.left_behind or table.changeset_id is None:
        return None
    text = ngettext("{number} draft saved.", "{number} drafts saved.", table.done)
    messages.success(request, text.format(number=format_number(table.done)))
    return HttpResponseRedirect(reverse("admin:catalog_changeset_change", args=[table.changeset_id]))


def _check(model_admin: Any, request: HttpRequest, table: TableImport) -> HttpResponse | None:
    """Check the table with the chosen columns. Return a page if the form has errors, else None."""
    chosen = ColumnsForm(table, file_formats.read(table_import.content(table)), request.POST)
    try:
        if not chosen.is_valid():
            return _show(model_admin, request, table, chosen=chosen)
        table_import.check(
            table,
            keys=chosen.keys,
            source=chosen.source_entry,
            sources_hold=chosen.cleaned_data["sources_hold"],
            by=current_user(request),
        )
    except InvalidInput as refused:
        for fault in refused.faults:
            chosen.add_error(None, fault.message)
        return _show(model_admin, request, table, chosen=chosen)
    return None


def _mend(model_admin: Any, request: HttpRequest, table: TableImport) -> HttpResponse | None:
    """Store the entered cells and check the table again. Return a page if the form has errors, else None."""
    if table.state != State.CHECKED or request.POST.get("seen") != table.digest:
        raise table_import.TableStateConflict
    contents = file_formats.read(table_import.content(table))
    context = checked_rows(table, contents, request.GET, request.POST)
    form = context["mend"]
    try:
        if not form.is_valid():
            return _show(model_admin, request, table, **context)
        table_import.mend(
            table, entered=form.entered, omitted=form.omitted, seen=table.digest, by=current_user(request)
        )
    except InvalidInput as refused:
        form.add_error(None, refused.faults[0].message)
        return _show(model_admin, request, table, **context)
    return None


def faulty_rows(_model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Return the rows that were left behind as a file, with their faults."""
    table = _table(request, pk)
    form = request.GET.get("form", "csv")
    if form not in cell_corrections.FORMATS or not table.left_behind or table.state not in (State.CHECKED, State.DONE):
        raise Http404("There are no rows with faults in this format.")
    return _file(table_import.rows_left_behind(table, form), f"{table.game}-{table.kind}-faults", form)


def _show(model_admin: Any, request: HttpRequest, table: TableImport, **forms_: Any) -> HttpResponse:
    context: dict[str, Any] = {
        "one": table,
        "titled": kind_title(table.game, table.kind),
        "part": PART_BYTES,
        **forms_,
    }
    if table.state in (State.WHOLE, State.CHECKED):
        contents = file_formats.read(table_import.content(table))
        context.setdefault("chosen", ColumnsForm(table, contents))
        context["headings"] = contents.header
        context["lines"] = len(contents.rows)
        context["note"] = contents.note
    if table.state == State.CHECKED:
        if "mend" not in context:
            context |= checked_rows(table, contents, request.GET)
        context["report"] = table.report
        context["faulty"] = table.report["counts"][import_plan.FAULTY]
        context["good"] = table_import.good_rows(table)
        context["foreign"] = table.language if table.language != get_language() else ""
        context.setdefault("bring", ImportForm(initial={"seen": table.digest}))
    answer = _page(model_admin, request, "table", table.name, **context)
    if table.state in (State.CHECKING, State.WRITING) and not table.lost:
        answer.headers["Refresh"] = "2"
    return answer


# -- out -----------------------------------------------------------------------------------------------------------


def export(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Show the export form, or return the exported file."""
    form = ExportForm(request, request.GET if "form" in request.GET else None, initial={"of": request.GET.get("of")})
    if not form.is_bound or not form.is_valid():
        return _page(model_admin, request, "table_export", gettext("Take out a table"), form=form)
    game, kind = form.sort
    made = form.cleaned_data["form"]
    audit.log_action("table taken out", by=request.user, of=f"{game}/{kind}", after={"form": made})
    return _file(table_export.file_of(table_export.documents_of(game, kind), game, kind, made), f"{game}-{kind}", made)


# -- what both share -----------------------------------------------------------------------------------------------


def _file(raw: bytes, name: str, form: str) -> HttpResponse:
    """Return a response with a file to save."""
    answer = HttpResponse(raw, content_type=file_formats.FORMATS[form])
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return answer


def _table(request: HttpRequest, pk: int) -> TableImport:
    table = TableImport.objects.filter(pk=min(pk, MAX_KEY)).select_related("by").first()
    if table is None:
        raise Http404("There is no such table.")
    if not may_write(request, table.game, table.kind):
        raise PermissionDenied
    return table


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _first(form: forms.Form) -> str:
    return next(str(messages_[0]) for messages_ in form.errors.values())


def _page(model_admin: Any, request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponse:
    answer = render_page(model_admin, request, template, title, **context)
    found = (context.get(key) for key in ("form", "chosen", "bring", "mend"))
    answer.status_code = 400 if any(one is not None and one.errors for one in found) else 200
    return answer
