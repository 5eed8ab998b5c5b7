"""Helpers for the pages of one document: finding it, its title, and rendering a page of the admin."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.safestring import mark_safe

from catalog import documents, faces, permissions, publishing
from catalog.models import CardSet, Record, Revision


def record_of(model_admin: Any, request: HttpRequest, pk: int, *, change: bool) -> Record:
    """Return the record with key `pk`. Raises Http404 or PermissionDenied."""
    record = model_admin.model.objects.filter(pk=pk).first()
    allowed = model_admin.has_change_permission if change else model_admin.has_view_permission
    if not allowed(request, record):
        raise PermissionDenied
    if record is None:
        raise Http404(f"There is no {model_admin.opts.verbose_name} with this number.")
    return record


def for_card_curators(model_admin: Any, view: Callable[..., HttpResponse]) -> Any:
    """Return an admin view, which gets `model_admin` first, for users who may change cards; others are refused."""

    def within(request: HttpRequest, **arguments: Any) -> HttpResponse:
        if not permissions.may_change_cards(request.user):
            raise PermissionDenied
        return view(model_admin, request, **arguments)

    return model_admin.admin_site.admin_view(within)


def title_of(record: Record) -> str:
    """Return the title of the current revision; the slug of a document that was renamed."""
    revision = publishing.current_revision(record)
    return revision.title if revision else record.slug


def draft_and_published(record: Record) -> tuple[Revision | None, Revision | None]:
    """Return the draft and the published revision of a record."""
    return record.revisions.drafts().first(), record.revisions.newest().first()


def log_change(model_admin: Any, request: HttpRequest, record: Record, message: str) -> None:
    """Write a change of a document to Django's admin log."""
    model_admin.log_change(request, model_admin.model.objects.get(pk=record.pk), message)


def render_page(model_admin: Any, request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponse:
    """Return a rendered page of the admin with the context that its templates need."""
    request.current_app = model_admin.admin_site.name
    whole = {
        **model_admin.admin_site.each_context(request),
        "title": title,
        "opts": model_admin.opts,
        "may_change": model_admin.has_change_permission(request),
        "has_view_permission": model_admin.has_view_permission(request),
        **context,
    }
    return TemplateResponse(request, f"admin/catalog/{template}.html", whole)


def face_of(document: dict[str, Any]) -> str:
    """Return the drawn face of a card as safe SVG; `""` for documents without a face or a slug."""
    if "slug" not in document or document["kind"] in documents.COMMON_TYPES or not faces.has_face(document):
        return ""
    sets = CardSet.objects.filter(game=document["game"], slug=document.get("set") or "")
    found = next((publishing.current_revision(one) for one in sets), None)
    return mark_safe(faces.face(document, set_document=found.document if found else None))  # noqa: S308 - our own drawing
