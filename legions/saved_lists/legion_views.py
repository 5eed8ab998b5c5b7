"""What can be done with one of one's own legions without opening it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from catalog.documents import canonical, slugify
from catalog.documents.errors import InvalidInput
from legions.accounts.holders import Holder, holder_of
from legions.builder import forms
from legions.community.forms import DisplayNameForm
from legions.games import page_adapter
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.saved_lists.services import ActionRefused, EditConflict

from .views import list_response


@never_cache
@require_safe
def legion_file(request: HttpRequest, pk: Any) -> HttpResponse:
    """Give a legion's document as a file."""
    legion = held_or_404(request, pk)
    return document_response(legion.document)


@never_cache
@require_POST
def copy_legion(request: HttpRequest, pk: Any) -> HttpResponse:
    """Keep a copy and open it."""
    legion = held_or_404(request, pk)
    return save_copy(request, legion.document, holder_of(request), origin=legion)


@never_cache
@require_POST
def rename_legion(request: HttpRequest, pk: Any) -> HttpResponse:
    """Give a legion another name, from the list."""
    legion = held_or_404(request, pk)
    form = forms.RenameFromListForm(request.POST)
    if not form.is_valid():
        return list_response(request, fault=_first_error(form), status=400)
    try:
        services.rename_legion(legion=legion, base=form.cleaned_data["version"], name=form.cleaned_data["name"])
    except EditConflict as stale:
        fault = _("“{name}” was changed elsewhere in the meantime, so it was not renamed. Try again.").format(
            name=stale.legion.name
        )
        return list_response(request, fault=fault, status=409)
    except InvalidInput as error:
        return list_response(request, fault=error.faults[0].message, status=error.status)
    messages.success(request, _("Renamed to “{name}”.").format(name=legion.name))
    return redirect("legions")


@never_cache
@require_POST
def delete_legion(request: HttpRequest, pk: Any) -> HttpResponse:
    """Throw a legion away; the list offers to bring it back."""
    legion = held_or_404(request, pk)
    services.delete_legion(legion=legion)
    return redirect(f"/legions/?deleted={legion.pk}")


@never_cache
@require_POST
def undelete_legion(request: HttpRequest, pk: Any) -> HttpResponse:
    """Bring a legion back."""
    legion = held_or_404(request, pk)
    services.undelete_legion(legion=legion)
    messages.success(request, _("“{name}” is back.").format(name=legion.name))
    return redirect("legions")


@never_cache
@login_required
@require_POST
def set_display_name(request: HttpRequest) -> HttpResponse:
    """Choose the name that stands beside what one shares."""
    form = DisplayNameForm(request.POST, user=request.user)
    if not form.is_valid():
        return list_response(request, fault=_first_error(form), status=400)
    profile = services.set_display_name(user=request.user, name=form.cleaned_data["name"])
    messages.success(request, _("Lists you share say they are by {name}.").format(name=profile.name))
    return redirect("legions")


def held_or_404(request: HttpRequest, pk: Any) -> Legion:
    """Return a legion of who is asking, one that was thrown away too.

    Raises Http404 for any other, in the same way whether there is such a legion or not.
    """
    legion = Legion.objects.held_by(holder_of(request)).filter(pk=pk).first()
    if legion is None:
        raise Http404("There is no such legion.")
    return legion


def redirect_to_trash(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Lead from a legion that was thrown away to where it can be brought back."""
    address = f"/legions/?deleted={legion.pk}"
    if request.htmx:
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
        return response
    return redirect(address)


def save_copy(
    request: HttpRequest, original: dict[str, Any], holder: Holder, origin: Legion | None = None
) -> HttpResponse:
    """Keep a copy of `original` for `holder` and open it; say so when that cannot be done."""
    try:
        copied = services.copy_legion(document=original, holder=holder, origin=origin)
    except (InvalidInput, ActionRefused) as error:
        messages.error(request, error.faults[0].message if isinstance(error, InvalidInput) else str(error))
        return redirect("legions")
    return redirect("legion", copied.pk)


def document_response(legion: dict[str, Any]) -> HttpResponse:
    """Answer with a legion's document as a file to keep."""
    response = HttpResponse(canonical.pretty(legion), content_type="application/json")
    name = slugify(legion.get("name", "")) or str(page_adapter(legion["game"]).word)
    response["Content-Disposition"] = f'attachment; filename="{name[:80]}.json"'
    return response


def _first_error(form: Any) -> str:
    return next(str(message) for messages_ in form.errors.values() for message in messages_)
