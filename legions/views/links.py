"""Links that hold a whole legion after their `#`, which browsers keep to themselves.

The page reads it there and sends it as a form, so that it stands in no log and nothing is kept until somebody asks.
Without scripts the link is pasted into the form.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog.faults import Malformed
from legions import services
from legions.accounts.people import holder_to_be
from legions.presenting.linked import InLink, code_in
from legions.services import Refused
from rulesapi import linked
from rulesapi.links import Unreadable


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest) -> HttpResponse:
    """Show the legion that a link holds, or ask for the link."""
    if request.method != "POST":
        return render(request, "legions/link.html")
    code = code_in(request.POST.get("code", ""))
    try:
        held = InLink(linked.legion_of(code), code)
        held.verdict.outcome  # noqa: B018 - what cannot be judged is refused here
    except (Unreadable, Malformed) as error:
        return _show(request, {"code": code, "fault": _words(error)}, status=400)
    return _show(request, {"code": code, "held": held})


@never_cache
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Keep the legion of a link and open it in the builder."""
    code = code_in(request.POST.get("code", ""))
    try:
        document = linked.legion_of(code)
        kept = services.create(holder=holder_to_be(request), document=document, what=_("Opened from a link."))
    except (Unreadable, Malformed, Refused) as error:
        return _show(request, {"code": code, "fault": _words(error)}, status=400)
    messages.success(request, _("Opened from a link, and kept with your lists."))
    return redirect("legion", kept.pk)


def _words(error: Exception) -> str:
    return error.faults[0].message if isinstance(error, Malformed) else str(error)


def _show(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    template = "legions/_link.html" if request.htmx else "legions/link.html"
    return render(request, template, context, status=status)
