"""Views of share links: create and revoke them, and show shared lists."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from legions.accounts.holders import Holder, holder_of, holder_or_new_guest
from legions.own_numbers.applied_numbers import legion_with_numbers, shown_with_numbers
from legions.saved_lists.lookup import with_own_legion
from legions.saved_lists.models import Legion
from legions.saved_lists.permissions import is_own
from legions.saved_lists.responses import document_response, save_copy, unknown_share_key
from legions.saved_lists.shared_lookup import with_shared_legion
from legions.sharing import services as sharing_services
from legions.sharing.preview_image import preview_image
from legions.sharing.shared_list import SharedList
from legions.site import error_views
from legions.site.requests import HtmxRequest
from legions.site.responses import noindex, with_etag
from rulesapi.engine.core.collection import without_collections


@never_cache
@require_POST
@with_own_legion
def share_legion(request: HtmxRequest, legion: Legion) -> HttpResponse:
    """Create the link of a list (`do=share`), replace it (`rotate`), or revoke it (`revoke`).

    `show` and `hide` set whether visitors see the collection, `publish` and `unlist` whether the list is public.
    """
    do = request.POST.get("do", "")
    if do == "share":
        sharing_services.share_legion(legion=legion)
    elif do == "rotate":
        sharing_services.rotate_share_key(legion=legion)
    elif do == "revoke":
        sharing_services.revoke_link(legion=legion)
    elif do in {"show", "hide"}:
        sharing_services.show_collection(legion=legion, shown=do == "show")
    elif do == "publish" and legion.owner_id is not None and not legion.barred:
        sharing_services.list_in_gallery(legion=legion)
    elif do == "unlist":
        sharing_services.remove_from_gallery(legion=legion)
    else:
        return error_views.bad_request(request)
    if request.htmx:
        return render(request, "sharing/_share.html", {"legion": legion})
    return redirect(f"/legions/{legion.pk}/?share=1#share")


@never_cache
@require_safe
@with_shared_legion
def shared_legion(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Show a shared list, read-only, to visitors with its link.

    Search engines may index it only if it is public.
    """
    return shared_page(request, legion)


def shared_page(request: HttpRequest, legion: Legion, *, thread: Any = None, status: int = 200) -> HttpResponse:
    """Return the page of a shared list. `thread` are its comments, with a refused comment to correct.

    Without it, the page has the comments that its query string asks for.
    """
    holder = holder_of(request)
    context = {
        "shared": SharedList(legion, own=is_own(holder, legion), copied=_copy_of(legion, holder)),
        "thread": thread,
    }
    response = render(request, "sharing/shared.html", context, status=status)
    return response if legion.public else noindex(response)


@never_cache
@require_safe
def marked_address(request: HttpRequest, rest: str) -> HttpResponse:
    """Redirect an address with text marks after its key to the page of the shared list."""
    return unknown_share_key(request, rest)


@never_cache
@require_safe
@with_shared_legion
def shared_document(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Send the document of a shared list as a file."""
    return noindex(document_response(shown_with_numbers(legion)))


@never_cache
@require_POST
@with_shared_legion
def copy_shared(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Save a copy of a shared list and open it. The copy does not contain the owner's collection.

    It contains the own numbers that the list was judged with, because it would be another list without them.
    """
    document = dict(without_collections(legion_with_numbers(legion)))
    return save_copy(request, document, holder_or_new_guest(request), origin=legion)


@require_safe
@with_shared_legion
def shared_picture(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Send the preview image for chats; clients revalidate it with every request."""
    png, tag = preview_image(SharedList(legion, own=False))
    response = HttpResponse(png, content_type="image/png")
    response["Cache-Control"] = "no-cache, private"
    return noindex(with_etag(request, response, tag))


@never_cache
@require_safe
@with_shared_legion
def shared_embedded(request: HttpRequest, legion: Legion) -> HttpResponseBase:
    """Show a shared list in a small form for embedding in other sites: it does not depend on the visitor."""

    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"]})
    def embedded(request: HttpRequest) -> HttpResponse:
        return noindex(render(request, "sharing/embedded.html", {"shared": SharedList(legion, own=False)}))

    return embedded(request)


def _copy_of(legion: Legion, holder: Holder) -> Legion | None:
    """Return the visitor's newest copy of a list; None for the owner."""
    if not holder or is_own(holder, legion):
        return None
    return Legion.objects.held_by(holder).not_deleted().filter(origin=legion).order_by("-updated_at", "pk").first()
