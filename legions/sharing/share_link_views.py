"""Links that contain a whole list after their `#`, which browsers do not send to the server.

The page reads it there and posts it as a form, so that it is in no log and nothing is stored without a request. Without
scripts, users paste the link into the form.
"""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_or_new_guest
from legions.saved_lists import services
from legions.saved_lists.responses import error_message
from legions.sharing.pasted_addresses import share_keys
from legions.sharing.unsaved_list import ShareLinkList
from legions.site.errors import ActionRefused
from legions.site.requests import HtmxRequest
from rulesapi.share_links import MAX_CODE_LENGTH, UnreadableCode, is_whole, link_search, link_service

MAX_TEXT_LENGTH = 10 * MAX_CODE_LENGTH
"""The maximum number of characters of a pasted text that are searched for links."""
MAX_OTHERS = 10
"""The maximum number of further links in a pasted text that are offered."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def share_link(request: HtmxRequest) -> HttpResponse:
    """Show the list in a link, or the form for the link."""
    if request.method != "POST":
        return render(request, "sharing/share_link.html")
    text = request.POST.get("code", "")[:MAX_TEXT_LENGTH]
    codes = link_search.read_codes(text)
    if not is_whole(codes[0]) and (keys := share_keys(text)):
        return _redirect(request, reverse("shared", args=(keys[0],)))
    code = codes[0]
    try:
        linked = ShareLinkList(link_service.decode_legion(code), code, codes[1 : MAX_OTHERS + 1])
        linked.verdict.outcome  # noqa: B018 - what cannot be judged is refused here
    except (UnreadableCode, InvalidInput) as error:
        return _show(request, {"code": code, "fault": error_message(error)}, status=400)
    return _show(request, {"code": code, "unsaved": linked})


@never_cache
@require_POST
def save_linked_list(request: HtmxRequest) -> HttpResponse:
    """Save the list of a link and open it in the builder."""
    code = link_search.read_codes(request.POST.get("code", "")[:MAX_TEXT_LENGTH])[0]
    try:
        document = link_service.decode_legion(code)
        legion = services.create_legion(
            holder=holder_or_new_guest(request), document=document, what=_("Opened from a link.")
        )
    except (UnreadableCode, InvalidInput, ActionRefused) as error:
        return _show(request, {"code": code, "fault": error_message(error)}, status=400)
    messages.success(request, _("Opened from a link, and saved with your lists."))
    return redirect("legion", legion.pk)


@never_cache
@require_safe
def link_in_path(request: HtmxRequest, rest: str) -> HttpResponse:
    """Redirect an address whose “#” was escaped in transit to the page that reads the link. Raises Http404."""
    codes = link_search.find_codes(link_search.unescaped(f"#{rest}"))
    if not codes:
        raise Http404("There is no link to a list in this address.")
    return redirect(f"{reverse('link')}#{codes[0].code}")


def _redirect(request: HtmxRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _show(request: HtmxRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    template = "sharing/_share_link.html" if request.htmx else "sharing/share_link.html"
    return render(request, template, context, status=status)
