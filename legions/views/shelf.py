"""The list of one's own legions, and what can be done with several of them at once."""

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

from catalog.faults import Malformed
from catalog.guard import is_blank
from legions import keeping, services
from legions.accounts.people import Holder, holder_of
from legions.cards import reading
from legions.keeping import Deed, Done
from legions.models import FOLDER_LENGTH, Collection, Legion
from legions.presenting.comparing import MOST
from legions.presenting.shelf import Shelf
from legions.services import Refused, Stale
from legions.tagging import MOST_TAGS, TAG_LENGTH, AddTags, TakeTags, clean, clean_tags, spelled

from .sent import once_of

TRASH_SHOWN = 20
UNDO = "undo_legions"
"""Where the session keeps what was done last with the list, so that it can be taken back."""
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the legions of who is asking, with how each stands. For htmx only what was found is sent."""
    partial = bool(request.htmx) and not request.htmx.history_restore_request
    if not partial:
        return show(request)
    shelf = _shelf(request)
    response = render(request, "legions/_shelf.html", {"shelf": shelf})
    patch_vary_headers(response, ["HX-Request"])
    query = shelf.address(shelf.page.number)
    response["HX-Replace-Url"] = f"/legions/?{query}" if query else "/legions/"
    return response


@never_cache
@require_POST
def do(request: HttpRequest) -> HttpResponse:
    """Do what a button asks for with the chosen legions, or with the one that it stands beside (`archive/<id>`)."""
    name, _slash, only = _asked(request.POST).partition("/")
    chosen = list(dict.fromkeys([only] if only else request.POST.getlist("legion")))
    try:
        if not chosen:
            raise Refused(_("Choose a list first: tick the box before its name."))
        if name == "compare":
            return _compare(chosen)
        return _did(request, _do(request, chosen, name))
    except IntegrityError:  # the same form was sent before, and what it asked for is done
        return _led_back(request, request.session.get(UNDO, {}).get("mark", ""))
    except Stale as stale:
        words = _("“%(name)s” was changed elsewhere in the meantime, so nothing was done. Try again.")
        return show(request, fault=words % {"name": stale.legion.name}, status=409)
    except Malformed as error:
        return show(request, fault=error.faults[0].message, status=error.status)
    except Refused as refused:
        return show(request, fault=str(refused), status=400)


@never_cache
@require_http_methods(["POST"])
def undo(request: HttpRequest) -> HttpResponse:
    """Take back what was done last with the list."""
    kept = request.session.pop(UNDO, None)
    if kept is None or kept.pop("mark") != request.POST.get("mark"):
        return show(request, fault=_("There is nothing to undo any more."), status=409)
    said = keeping.undo(holder=holder_of(request), done=Done(**kept))
    return _did(request, Done(said, "", []))


def show(request: HttpRequest, *, fault: str = "", status: int = 200) -> HttpResponse:
    """Answer with the whole list, and why what was asked for could not be done."""
    held = Legion.objects.held_by(holder_of(request))
    trash = list(held.filter(deleted_at__isnull=False).order_by("-deleted_at", "pk")[:TRASH_SHOWN])
    asked = request.GET.get("deleted", "")
    context = {
        "shelf": _shelf(request),
        "done": _last_done(request),
        "trash": trash,
        "deleted": next((legion for legion in trash if str(legion.pk) == asked), None),
        "fault": fault,
        "entered": request.POST,
        "folder_length": FOLDER_LENGTH,
        "display_name": services.display_name(request.user) if request.user.is_authenticated else "",
    }
    response = render(request, "legions/list.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _shelf(request: HttpRequest) -> Shelf:
    games = {game["slug"]: game["name"] for game in reading.games()}
    holder = holder_of(request)
    return Shelf(Legion.objects.held_by(holder), request.GET, games, Collection.objects.held_by(holder))


# -- doing -------------------------------------------------------------------------------------------------------


@transaction.atomic
def _do(request: HttpRequest, chosen: list[str], name: str) -> Done:
    """Do it with all of them. Raises Http404 unless each is one of the holder's, and what `keeping.do` raises."""
    if len(chosen) > keeping.AT_ONCE:
        raise Refused(_("Choose at most %(most)d lists at once.") % {"most": keeping.AT_ONCE})
    holder = holder_of(request)
    deed = _deed(request, holder, name)
    if not all(_UUID.fullmatch(pk) for pk in chosen):
        raise Http404("There is no such legion.")
    legions = keeping.locked(holder, chosen)
    if len(legions) != len(chosen):
        raise Http404("There is no such legion.")
    if any(legion.deleted_at for legion in legions):
        raise Refused(_("One of these lists is deleted by now. Bring it back first, below."))
    return keeping.do(holder=holder, legions=legions, name=name, deed=deed)


def _asked(sent: QueryDict) -> str:
    """Return what is asked for. Enter in a field stands for the button beside that field."""
    asked = sent.get("do", "")
    if asked != "enter":
        return asked
    return "tag" if sent.get("tags") and not sent.get("folder") else "move" if sent.get("folder") else asked


def _deed(request: HttpRequest, holder: Holder, name: str) -> Deed:
    """Return what a button asks for. Raises Refused when a name for it is missing or too long."""
    if name in COPYING:
        return keeping.Duplicate(variant=COPYING[name], once=once_of(request))
    if name in NAMED:
        return NAMED[name](holder, request.POST)
    if name not in keeping.DEEDS:
        raise Refused(_("This page does not know that button. Load it again."))
    return keeping.DEEDS[name]


def _move(holder: Holder, sent: QueryDict) -> Deed:
    folder = clean(sent.get("folder", ""))
    if is_blank(sent.get("folder", "")):
        raise Refused(_("Nothing of this name can be seen. Write letters."))
    if len(folder) > FOLDER_LENGTH:
        raise Refused(_("A folder’s name has at most %(most)d characters.") % {"most": FOLDER_LENGTH})
    known = Legion.objects.held_by(holder).kept().exclude(folder="").values_list("folder", flat=True).distinct()
    return keeping.Move(spelled(folder, known) if folder else "")


def _tags(sent: QueryDict) -> tuple[str, ...]:
    tags = clean_tags(sent.get("tags", ""))
    if not tags:
        raise Refused(_("Write a tag first, or several with commas between them."))
    if len(tags) > MOST_TAGS:
        raise Refused(_("Write at most %(most)d tags at once.") % {"most": MOST_TAGS})
    if any(len(tag) > TAG_LENGTH for tag in tags):
        raise Refused(_("A tag has at most %(most)d characters.") % {"most": TAG_LENGTH})
    return tags


def _new_tags(sent: QueryDict) -> tuple[str, ...]:
    tags = _tags(sent)
    if any(map(is_blank, tags)):
        raise Refused(_("Nothing of this tag can be seen. Write letters."))
    return tags


NAMED: dict[str, Callable[[Holder, QueryDict], Deed]] = {
    "move": _move,
    "tag": lambda holder, sent: keeping.Tag(AddTags(_new_tags(sent))),
    "untag": lambda holder, sent: keeping.Tag(TakeTags(_tags(sent))),
}
"""What needs a name beside legions: a folder's, or tags."""

COPYING = {"duplicate": False, "branch": True}
"""What makes new legions, once a form; whether they are variants."""


def _compare(chosen: list[str]) -> HttpResponse:
    if not 2 <= len(chosen) <= MOST:
        raise Refused(_("Choose two to %(most)d lists to compare.") % {"most": MOST})
    return HttpResponseRedirect(f"/legions/compare/?{urlencode({'with': chosen}, doseq=True)}", status=303)


# -- what was done last ------------------------------------------------------------------------------------------


def _did(request: HttpRequest, done: Done) -> HttpResponse:
    """Keep what was done in the session, and lead back to the list as it was asked for, which says so."""
    mark = secrets.token_urlsafe(9)
    request.session[UNDO] = {**asdict(done), "mark": mark}
    return _led_back(request, mark)


def _led_back(request: HttpRequest, mark: str) -> HttpResponse:
    query = _shelf(request).query
    return HttpResponseRedirect(f"/legions/?{query}{'&' if query else ''}done={mark}", status=303)


def _last_done(request: HttpRequest) -> dict[str, Any] | None:
    """Return what the address says was done last; nothing once somebody went on from there."""
    kept = request.session.get(UNDO)
    return kept if kept and kept["mark"] == request.GET.get("done") else None
