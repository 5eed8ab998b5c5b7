"""Actions on a list of the user outside the builder."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_of
from legions.my_lists.forms import RenameFromListForm
from legions.my_lists.views import list_response
from legions.own_numbers.applied_numbers import legion_with_numbers
from legions.saved_lists import services
from legions.saved_lists.lookup import own_legion_or_404
from legions.saved_lists.responses import document_response, first_error_message, save_copy
from legions.saved_lists.services import EditConflict
from legions.site.requests import HtmxRequest


@never_cache
@require_safe
def legion_file(request: HtmxRequest, pk: Any) -> HttpResponse:
    """Send the document of a list as a file, with the holder's own numbers that it is judged with."""
    legion = own_legion_or_404(request, pk)
    return document_response(legion_with_numbers(legion))


@never_cache
@require_POST
def copy_legion(request: HtmxRequest, pk: Any) -> HttpResponse:
    """Save a copy and open it."""
    legion = own_legion_or_404(request, pk)
    return save_copy(request, legion.document, holder_of(request), origin=legion)


@never_cache
@require_POST
def rename_legion(request: HtmxRequest, pk: Any) -> HttpResponse:
    """Rename a list from the overview."""
    legion = own_legion_or_404(request, pk)
    form = RenameFromListForm(request.POST)
    if not form.is_valid():
        return list_response(request, fault=first_error_message(form), status=400)
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
def delete_legion(request: HtmxRequest, pk: Any) -> HttpResponse:
    """Move a list to the trash; the overview offers to restore it."""
    legion = own_legion_or_404(request, pk)
    services.delete_legion(legion=legion)
    return redirect(f"/legions/?deleted={legion.pk}")


@never_cache
@require_POST
def undelete_legion(request: HtmxRequest, pk: Any) -> HttpResponse:
    """Restore a list from the trash."""
    legion = own_legion_or_404(request, pk)
    services.undelete_legion(legion=legion)
    messages.success(request, _("“{name}” is back.").format(name=legion.name))
    return redirect("legions")
