"""Links that hold a whole legion after their `#`, which browsers keep to themselves.

The page reads it there and sends it as a form, so that it stands in no log and nothing is kept until somebody asks.
Without scripts the link is pasted into the form.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_or_new_guest
from legions.saved_lists import services
from legions.saved_lists.responses import error_message
from legions.saved_lists.services import ActionRefused
from legions.sharing.unsaved_list import ShareLinkList, extract_link_code
from legions.site.requests import HtmxRequest
from rulesapi.share_links import UnreadableCode, link_service


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def share_link(request: HtmxRequest) -> HttpResponse:
    """Show the legion that a link holds, or ask for the link."""
    if request.method != "POST":
        return render(request, "sharing/share_link.html")
    code = extract_link_code(request.POST.get("code", ""))
    try:
        linked = ShareLinkList(link_service.decode_legion(code), code)
        linked.verdict.outcome  # noqa: B018 - what cannot be judged is refused here
    except (UnreadableCode, InvalidInput) as error:
        return _show(request, {"code": code, "fault": error_message(error)}, status=400)
    return _show(request, {"code": code, "unsaved": linked})


@never_cache
@require_POST
def save_linked_list(request: HtmxRequest) -> HttpResponse:
    """Keep the legion of a link and open it in the builder."""
    code = extract_link_code(request.POST.get("code", ""))
    try:
        document = link_service.decode_legion(code)
        legion = services.create_legion(
            holder=holder_or_new_guest(request), document=document, what=_("Opened from a link.")
        )
    except (UnreadableCode, InvalidInput, ActionRefused) as error:
        return _show(request, {"code": code, "fault": error_message(error)}, status=400)
    messages.success(request, _("Opened from a link, and saved with your lists."))
    return redirect("legion", legion.pk)


def _show(request: HtmxRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    template = "sharing/_share_link.html" if request.htmx else "sharing/share_link.html"
    return render(request, template, context, status=status)
