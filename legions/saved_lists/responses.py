"""Responses shared by several views of lists."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from catalog.documents import canonical, slugify
from catalog.documents.errors import InvalidInput
from legions.accounts.holders import Holder
from legions.game_words import words_of_game
from legions.saved_lists import ended_links, services
from legions.saved_lists.models import Legion
from legions.saved_lists.share_keys import keys_before_marks
from legions.site.errors import ActionRefused
from legions.site.requests import HtmxRequest
from legions.site.responses import noindex
from legions.throttling import throttled_response

CONFLICT_MESSAGE = gettext_lazy(
    "This was changed elsewhere in the meantime, so your last change was not made. Below is the newer one."
)


def redirect_to_trash(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Redirect from a legion in the trash to the page where it can be restored."""
    address = f"/legions/?deleted={legion.pk}"
    if cast("HtmxRequest", request).htmx:
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
        return response
    return redirect(address)


def save_copy(
    request: HttpRequest, original: dict[str, Any], holder: Holder, origin: Legion | None = None
) -> HttpResponse:
    """Save a copy of `original` for `holder` and redirect to it; show an error message if that is refused."""
    try:
        copied = services.copy_legion(document=original, holder=holder, origin=origin)
    except (InvalidInput, ActionRefused) as error:
        messages.error(request, error_message(error))
        return redirect("legions")
    return redirect("legion", copied.pk)


def document_response(legion: dict[str, Any]) -> HttpResponse:
    """Return a legion's document as a file download."""
    response = HttpResponse(canonical.pretty(legion), content_type="application/json")
    name = slugify(legion.get("name", "")) or str(words_of_game(legion["game"]).list_words.word)
    response["Content-Disposition"] = f'attachment; filename="{name[:80]}.json"'
    return response


def error_message(error: Exception) -> str:
    """Return the first message of an error, for places that show only one."""
    return error.faults[0].message if isinstance(error, InvalidInput) else str(error)


def first_error_message(form: Any) -> str:
    """Return the first error message of a form, for places that show only one."""
    return next(str(message) for messages_ in form.errors.values() for message in messages_)


@never_cache
def unknown_share_key(request: HttpRequest, key: str) -> HttpResponse:
    """Return the response for an unknown share key.

    Characters that a chat program left after the key are removed by a redirect, an ended link gets status 410, and
    clients that try many keys are throttled.
    """
    if request.method in ("GET", "HEAD") and (mended := redirect_to_key(key)):
        return noindex(mended)
    if ended_links.was_link_ended(key):
        return noindex(render(request, "sharing/ended_link.html", status=410))
    waiting = throttled_response(request, "wrong-share-keys")
    return noindex(waiting or render(request, "sharing/no_such_link.html", status=404))


def redirect_to_key(path: str) -> HttpResponse | None:
    """Return a redirect to a shared list for an address with punctuation after its key, else None."""
    keys = keys_before_marks(path)
    key = next((key for key in keys if Legion.objects.by_share_key(key)), None)
    return redirect("shared", key) if key else None
