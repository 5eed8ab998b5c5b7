"""The overview of a user's lists, and actions on several of them."""

import re
import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.documents import names
from catalog.documents.errors import InvalidInput
from catalog.documents.json_input import is_blank
from legions.accounts import profile_names
from legions.accounts.holders import Holder, holder_of
from legions.cards import queries
from legions.changes.tags import (
    MAX_TAG_LENGTH,
    MAX_TAGS,
    AddTags,
    RemoveTags,
    clean_name,
    clean_tags,
    existing_spelling,
)
from legions.collection.models import Collection
from legions.my_lists.comparison import MAX_COMPARED
from legions.my_lists.list_page import SavedListsPage
from legions.own_numbers.models import OwnNumbers
from legions.saved_lists import bulk_actions
from legions.saved_lists.bulk_actions import BulkAction, BulkResult
from legions.saved_lists.models import FOLDER_LENGTH, Legion
from legions.saved_lists.services import EditConflict
from legions.site.errors import ActionRefused
from legions.site.form_tokens import form_token
from legions.site.requests import HtmxRequest

MAX_TRASH = 20
UNDO_SESSION_KEY = "undo_bulk_action"
"""The session key of the last bulk action, which can be undone."""
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@never_cache
@require_safe
def my_lists(request: HtmxRequest) -> HttpResponse:
    """List the user's lists with their verdicts. For htmx, only the matching lists are returned."""
    partial = bool(request.htmx)
    if not partial:
        return list_response(request)
    lists = _lists_page(request)
    response = render(request, "saved_lists/_lists.html", {"lists": lists})
    patch_vary_headers(response, ["HX-Request"])
    query = lists.address(lists.page.number)
    response["HX-Replace-Url"] = f"/legions/?{query}" if query else "/legions/"
    return response


@never_cache
@require_POST
def bulk_action(request: HttpRequest) -> HttpResponse:
    """Run the action of a button on the selected lists, or on the one in its name (`archive/<id>`)."""
    name, _slash, only = _action_name(request.POST).partition("/")
    chosen = list(dict.fromkeys([only] if only else request.POST.getlist("legion")))
    try:
        if not chosen:
            raise ActionRefused(_("Select a list first: tick the box beside its name."))
        if name == "compare":
            return _compare(chosen)
        return _redirect_after(request, _do(request, chosen, name))
    except IntegrityError:  # the form was sent twice, and its action is done
        return _led_back(request, request.session.get(UNDO_SESSION_KEY, {}).get("mark", ""))
    except EditConflict as stale:
        words = _("“%(name)s” was changed elsewhere in the meantime, so nothing was done. Try again.")
        return list_response(request, fault=words % {"name": stale.legion.name}, status=409)
    except InvalidInput as error:
        return list_response(request, fault=error.faults[0].message, status=error.status)
    except ActionRefused as refused:
        return list_response(request, fault=str(refused), status=400)


@never_cache
@require_http_methods(["POST"])
def undo_bulk(request: HttpRequest) -> HttpResponse:
    """Undo the last bulk action."""
    stored = request.session.pop(UNDO_SESSION_KEY, None)
    if stored is None or stored.pop("mark") != request.POST.get("mark"):
        return list_response(request, fault=_("There is nothing to undo any more."), status=409)
    message = bulk_actions.undo_bulk_action(holder=holder_of(request), done=BulkResult(**stored))
    return _redirect_after(request, BulkResult(message, "", []))


def list_response(request: HttpRequest, *, fault: str = "", status: int = 200) -> HttpResponse:
    """Return a response with the complete overview, and the reason why an action was refused."""
    legions = Legion.objects.held_by(holder_of(request))
    trash = list(legions.filter(deleted_at__isnull=False).order_by("-deleted_at", "pk")[:MAX_TRASH])
    deleted = request.GET.get("deleted", "")
    context = {
        "lists": _lists_page(request),
        "done": _last_done(request),
        "trash": trash,
        "deleted": next((legion for legion in trash if str(legion.pk) == deleted), None),
        "fault": fault,
        "entered": request.POST,
        "folder_length": FOLDER_LENGTH,
        "display_name": profile_names.display_name(request.user) if request.user.is_authenticated else "",
    }
    response = render(request, "saved_lists/list.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _lists_page(request: HttpRequest) -> SavedListsPage:
    games = {game["slug"]: game["name"] for game in queries.published_games()}
    holder = holder_of(request)
    beside = Collection.objects.held_by(holder), OwnNumbers.objects.held_by(holder)
    return SavedListsPage(Legion.objects.held_by(holder), request.GET, games, *beside)


# -- bulk actions ------------------------------------------------------------------------------------------------


@transaction.atomic
def _do(request: HttpRequest, chosen: list[str], name: str) -> BulkResult:
    """Run an action on all selected lists. Raises Http404 unless all are the holder's, and the errors of
    `run_bulk_action`.
    """
    if len(chosen) > bulk_actions.MAX_SELECTED:
        raise ActionRefused(_("Choose at most %(most)d lists at once.") % {"most": bulk_actions.MAX_SELECTED})
    holder = holder_of(request)
    action = _parse_action(request, holder, name)
    if not all(_UUID.fullmatch(pk) for pk in chosen):
        raise Http404("There is no such legion.")
    legions = bulk_actions.locked_legions(holder, chosen)
    if len(legions) != len(chosen):
        raise Http404("There is no such legion.")
    if any(legion.deleted_at for legion in legions):
        raise ActionRefused(_("One of these lists has been deleted. Restore it first, below."))
    return bulk_actions.run_bulk_action(holder=holder, legions=legions, name=name, action=action)


def _action_name(data: QueryDict) -> str:
    """Return the name of the action. Enter in a field counts as the button next to that field."""
    name = data.get("do", "")
    if name != "enter":
        return name
    return "tag" if data.get("tags") and not data.get("folder") else "move" if data.get("folder") else name


def _parse_action(request: HttpRequest, holder: Holder, name: str) -> BulkAction:
    """Return the action of a button. Raises ActionRefused for a missing or too long name."""
    if name in COPY_ACTIONS:
        return bulk_actions.DuplicateAction(variant=COPY_ACTIONS[name], once=form_token(request))
    if name in NAMED_ACTIONS:
        return NAMED_ACTIONS[name](holder, request.POST)
    if name not in bulk_actions.BULK_ACTIONS:
        raise ActionRefused(_("This page is out of date. Reload it."))
    return bulk_actions.BULK_ACTIONS[name]


def _move_action(holder: Holder, data: QueryDict) -> BulkAction:
    folder = clean_name(data.get("folder", ""))
    if message := names.refusal(data.get("folder", "")):
        raise ActionRefused(message)
    if is_blank(data.get("folder", "")):
        raise ActionRefused(_("This name is invisible. Use letters."))
    if len(folder) > FOLDER_LENGTH:
        raise ActionRefused(_("A folder’s name has at most %(most)d characters.") % {"most": FOLDER_LENGTH})
    known = Legion.objects.held_by(holder).not_deleted().exclude(folder="").values_list("folder", flat=True).distinct()
    return bulk_actions.MoveToFolder(existing_spelling(folder, known) if folder else "")


def _tags(data: QueryDict) -> tuple[str, ...]:
    tags = clean_tags(data.get("tags", ""))
    if message := names.refusal(data.get("tags", "")):
        raise ActionRefused(message)
    if not tags:
        raise ActionRefused(_("Write a tag first, or several with commas between them."))
    if len(tags) > MAX_TAGS:
        raise ActionRefused(_("Write at most %(most)d tags at once.") % {"most": MAX_TAGS})
    if any(len(tag) > MAX_TAG_LENGTH for tag in tags):
        raise ActionRefused(_("A tag has at most %(most)d characters.") % {"most": MAX_TAG_LENGTH})
    return tags


def _new_tags(data: QueryDict) -> tuple[str, ...]:
    tags = _tags(data)
    if any(map(is_blank, tags)):
        raise ActionRefused(_("This tag is invisible. Use letters."))
    return tags


NAMED_ACTIONS: dict[str, Callable[[Holder, QueryDict], BulkAction]] = {
    "move": _move_action,
    "tag": lambda holder, data: bulk_actions.TagAction(AddTags(_new_tags(data))),
    "untag": lambda holder, data: bulk_actions.TagAction(RemoveTags(_tags(data))),
}
"""Actions with a name to enter: a folder, or tags."""

COPY_ACTIONS = {"duplicate": False, "branch": True}
"""Actions that create lists, once per form; True for those that create variants."""


def _compare(chosen: list[str]) -> HttpResponse:
    if not 2 <= len(chosen) <= MAX_COMPARED:
        raise ActionRefused(_("Choose two to %(most)d lists to compare.") % {"most": MAX_COMPARED})
    return HttpResponseRedirect(f"/legions/compare/?{urlencode({'with': chosen}, doseq=True)}", status=303)


# -- the last action ---------------------------------------------------------------------------------------------


def _redirect_after(request: HttpRequest, done: BulkResult) -> HttpResponse:
    """Store the last action in the session, and redirect to the overview with its filters, which describes it."""
    mark = secrets.token_urlsafe(9)
    request.session[UNDO_SESSION_KEY] = {**asdict(done), "mark": mark}
    return _led_back(request, mark)


def _led_back(request: HttpRequest, mark: str) -> HttpResponse:
    query = _lists_page(request).query
    return HttpResponseRedirect(f"/legions/?{query}{'&' if query else ''}done={mark}", status=303)


def _last_done(request: HttpRequest) -> dict[str, Any] | None:
    """Return the last action if the query string names it, otherwise None."""
    stored = request.session.get(UNDO_SESSION_KEY)
    return stored if stored and stored["mark"] == request.GET.get("done") else None
