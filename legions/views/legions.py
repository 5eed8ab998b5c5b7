"""What can be done with one of one's own legions without opening it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from catalog import canonical
from catalog.documents import slugify
from catalog.faults import Malformed
from legions import services
from legions.accounts.people import Holder, holder_of
from legions.building import forms
from legions.community.forms import DisplayNameForm
from legions.games import room_of
from legions.models import Legion
from legions.services import Refused, Stale

from .shelf import show


@never_cache
@require_safe
def document(request: HttpRequest, pk: Any) -> HttpResponse:
    """Give a legion's document as a file."""
    legion = held_or_404(request, pk)
    return as_file(legion.document)


@never_cache
@require_POST
def copy(request: HttpRequest, pk: Any) -> HttpResponse:
    """Keep a copy and open it."""
    legion = held_or_404(request, pk)
    return keep_copy(request, legion.document, holder_of(request), origin=legion)


@never_cache
@require_POST
def rename(request: HttpRequest, pk: Any) -> HttpResponse:
    """Give a legion another name, from the list."""
    legion = held_or_404(request, pk)
    form = forms.ListedNameForm(request.POST)
    if not form.is_valid():
        return show(request, fault=_first_error(form), status=400)
    try:
        services.rename(legion=legion, base=form.cleaned_data["version"], name=form.cleaned_data["name"])
    except Stale as stale:
        fault = _("“{name}” was changed elsewhere in the meantime, so it was not renamed. Try again.").format(
            name=stale.legion.name
        )
        return show(request, fault=fault, status=409)
    except Malformed as error:
        return show(request, fault=error.faults[0].message, status=error.status)
    messages.success(request, _("Renamed to “{name}”.").format(name=legion.name))
    return redirect("legions")


@never_cache
@require_POST
def delete(request: HttpRequest, pk: Any) -> HttpResponse:
    """Throw a legion away; the list offers to bring it back."""
    legion = held_or_404(request, pk)
    services.delete(legion=legion)
    return redirect(f"/legions/?deleted={legion.pk}")


@never_cache
@require_POST
def undelete(request: HttpRequest, pk: Any) -> HttpResponse:
    """Bring a legion back."""
    legion = held_or_404(request, pk)
    services.undelete(legion=legion)
    messages.success(request, _("“{name}” is back.").format(name=legion.name))
    return redirect("legions")


@never_cache
@login_required
@require_POST
def call(request: HttpRequest) -> HttpResponse:
    """Choose the name that stands beside what one shares."""
    form = DisplayNameForm(request.POST, user=request.user)
    if not form.is_valid():
        return show(request, fault=_first_error(form), status=400)
    profile = services.call(user=request.user, name=form.cleaned_data["name"])
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


def thrown_away(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Lead from a legion that was thrown away to where it can be brought back."""
    address = f"/legions/?deleted={legion.pk}"
    if request.htmx:
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
        return response
    return redirect(address)


def keep_copy(
    request: HttpRequest, original: dict[str, Any], holder: Holder, origin: Legion | None = None
) -> HttpResponse:
    """Keep a copy of `original` for `holder` and open it; say so when that cannot be done."""
    try:
        copied = services.copy(document=original, holder=holder, origin=origin)
    except (Malformed, Refused) as error:
        messages.error(request, error.faults[0].message if isinstance(error, Malformed) else str(error))
        return redirect("legions")
    return redirect("legion", copied.pk)


def as_file(legion: dict[str, Any]) -> HttpResponse:
    """Answer with a legion's document as a file to keep."""
    response = HttpResponse(canonical.pretty(legion), content_type="application/json")
    name = slugify(legion.get("name", "")) or str(room_of(legion["game"]).word)
    response["Content-Disposition"] = f'attachment; filename="{name[:80]}.json"'
    return response


def _first_error(form: Any) -> str:
    return next(str(message) for messages_ in form.errors.values() for message in messages_)
