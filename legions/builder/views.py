"""Views of the builder: a new table, and a saved list.

GET never changes anything. Each button and form posts one change; the response is a redirect to the table, or for htmx
the table itself. A table is saved with its first change.
"""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import reswap, retarget

from catalog.curation import contributions
from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from catalog.search.syntax import MAX_QUERY_LENGTH
from legions.accounts.holders import Holder, holder_of, holder_or_new_guest
from legions.builder import forms, pending_change, suggestion_views
from legions.builder.builder_page import BuilderPage, Feedback, Look, Notice, Offers, PendingChange, Refusal
from legions.builder.candidate_list import SORT_ORDERS
from legions.builder.change_judge import ChangeJudge, Holdings
from legions.builder.deferred_parts import unfolded_ids
from legions.builder.density import density_of
from legions.builder.drawer import Drawer
from legions.builder.hint_views import HINTS_COOKIE, remember_hints_seen
from legions.builder.hints import LAST_STEP
from legions.builder.judged_table import JudgedTable
from legions.builder.missing_facts import focus_after, missing_facts
from legions.cards import queries
from legions.cards.choose_game import choose_game
from legions.cards.stock import stock
from legions.changes.basic import (
    AddCreature,
    AddUpgrade,
    Change,
    CopyCreature,
    RemoveCreature,
    RemoveUpgrade,
    ReplaceDocument,
)
from legions.changes.change_sentences import retold
from legions.changes.patches import ApplyEdits
from legions.changes.setting import RemoveTile, ReplaceSingle
from legions.changes.upgrade_moves import MoveUpgrade
from legions.collection.owned_cards import is_owned_cards_field
from legions.game_words import words_of_game
from legions.own_numbers import number_views
from legions.own_numbers.number_fields import NumbersRefused
from legions.own_numbers.services import NumbersChanged
from legions.saved_lists import services
from legions.saved_lists.lookup import own_legion_or_404
from legions.saved_lists.models import Legion
from legions.saved_lists.responses import CONFLICT_MESSAGE, redirect_to_trash
from legions.saved_lists.services import EditConflict
from legions.site.errors import ActionRefused
from legions.site.form_tokens import base_version, form_token
from legions.site.invalid_forms import invalid_form
from legions.site.requests import HtmxRequest
from legions.table.table_layout import Selection
from legions.verdicts.page_anchors import index_of
from rulesapi.judging.supported_games import is_judged

UNDO_ANCHORED_CHANGES = (
    AddCreature,
    CopyCreature,
    AddUpgrade,
    ReplaceDocument,
    MoveUpgrade,
    RemoveCreature,
    ReplaceSingle,
    ApplyEdits,
    RemoveUpgrade,
)
"""Changes after which the posting button is gone or belongs to another place."""

REMOVING_CHANGES = (RemoveCreature, RemoveTile, ApplyEdits, RemoveUpgrade)
LOST_SESSION_KEY = "lost"
"""The mark of a message about a change that removed something or did several things at once, so that the table offers
Undo next to the message.
"""

TOLD_SESSION_KEY = "told"
"""The mark of a message about entered own numbers, so that the table offers Undo next to the message."""

ENTERED_FIELDS = ("name", "notes", "points", "format", "text", "ones", "twos", "threes", "tokens", "copies")
"""Text fields whose values are shown again after a refusal."""

PARTIAL_TEMPLATES = {
    "candidate-list-body": "builder/_candidates.html",
    "candidate-list-more": "builder/_candidate_rows.html",
}
"""Templates of the parts that are rendered alone, by the id of the element that htmx targets."""

SOLVER_ACTIONS = ("fill", "stop")
"""Actions that queue or cancel a completion; they do not change the table."""


@require_safe
def choose_builder_game(request: HtmxRequest) -> HttpResponse:
    """Redirect to the table of the only game, or show a choice of games."""
    return choose_game(request, "build", is_judged)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_legion(request: HtmxRequest, game: str) -> HttpResponse:
    """Show an empty table of `game`, or one with the card of the address; save it with the first change.

    Raises Http404 for a game without lists.
    """
    if not is_judged(queries.game_or_404(game)):
        raise Http404("Lists of this game are not judged.")
    if request.method != "POST":
        return _show_new(request, game)
    document = _empty(game)
    try:
        document = _start(request, game)
        if number_views.is_number_action(_do(request)):
            holder = holder_or_new_guest(request)
            return _run_number_action(request, _new_drawer(request, JudgedTable(document, holder=holder)), holder)
        if _do(request) in SOLVER_ACTIONS:
            table = JudgedTable(document, holder=holder_of(request))
            return _run_solver(request, Drawer(table, _selection(request.POST, document), card=_card(request.POST)))
        change = forms.parse_change(_do(request), request.POST, request.FILES, game=game)
        holder = holder_or_new_guest(request)
        judge = ChangeJudge(Holdings(game, Holder(user=holder.user) if holder.user else holder))
        legion = services.create_with_change(
            holder=holder, document=document, change=change, once=form_token(request), judge=judge
        )
    except (InvalidInput, ActionRefused) as error:
        table = JudgedTable(document, holder=holder_of(request))
        return show_refusal(request, Drawer(table, _selection(request.POST, document)), error)
    table = JudgedTable(legion.document, legion, judge=judge)
    return _changed(request, table, _after(request, document, change), change, legion.what, before=document)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_legion(request: HtmxRequest, pk: Any) -> HttpResponse:
    """Show a list of the user on the table, or change it."""
    if request.method == "POST" and (ended := pending_change.store_change(request)):
        return ended
    legion = own_legion_or_404(request, pk)
    if legion.deleted_at:
        return redirect_to_trash(request, legion)
    if request.method == "POST" and (pending_change.CONFIRM_FIELD in request.POST or _do(request) == "forget"):
        pending_change.discard_change(request)
    if request.method == "POST" and _do(request) == "forget" and not request.htmx:
        return HttpResponseRedirect(request.path, status=303)
    if request.method != "POST" or _do(request) == "forget":
        drawer = Drawer(JudgedTable(legion.document, legion), _selection(request.GET, legion.document))
        return _show_with_offers(request, drawer, waiting=pending_change.pending_change(request, legion))
    before = legion.document
    drawer = Drawer(JudgedTable(before, legion), _selection(request.POST, before))
    if number_views.is_number_action(_do(request)):
        return _run_number_action(request, drawer, number_views.holder_of_legion(legion))
    judge = ChangeJudge(drawer.table.holdings, legion.mark)
    try:
        if _do(request) in SOLVER_ACTIONS:
            return _run_solver(request, drawer)
        changed, change, message = _change(request, legion, judge)
    except EditConflict as stale:
        newer = stale.legion
        drawer = Drawer(JudgedTable(newer.document, newer), _selection(request.POST, newer.document))
        refusal = Refusal(Notice(str(CONFLICT_MESSAGE), again=_again(request)))
        return _show(request, drawer, refusal=refusal, status=409)
    except (InvalidInput, ActionRefused) as error:
        return show_refusal(request, drawer, error)
    selection = _after(request, before, change) if change else _selection(request.POST, changed.document)
    table = JudgedTable(changed.document, changed, judge=judge if changed.pk == legion.pk else None)
    return _changed(request, table, selection, change, message, before=before)


# -- parsing requests --------------------------------------------------------------------------------------------


def _do(request: HtmxRequest) -> str:
    """Return the action of a form; a form of another page may have only the name of a ready list."""
    return request.POST.get("do") or ("ready" if "ready" in request.POST else "")


def _change(request: HtmxRequest, legion: Legion, judge: ChangeJudge) -> tuple[Legion, Change | None, str]:
    """Apply the posted change, judged by `judge`.

    Returns the newest list, the change made to the shown table (None after an undo, a redo, or when a copy was saved),
    and the message about it.
    """
    do, base, once = _do(request), base_version(request), form_token(request)
    if do == "undo":
        undone = legion.what
        return (
            services.undo_change(legion=legion, base=base, once=once),
            None,
            _("Undone: {what}").format(what=retold(undone)),
        )
    if do == "redo":
        redone = services.redo_change(legion=legion, base=base, once=once)
        return redone, None, _("Done again: {what}").format(what=retold(redone.what))
    change = forms.parse_change(do, request.POST, request.FILES, game=legion.game)
    if "as_copy" in request.POST:
        mine = services.save_conflict_copy(legion=legion, base=base, change=change, holder=holder_of(request))
        return mine, None, _("Saved as “{name}”. {what}").format(name=mine.name, what=mine.what)
    edited = services.edit_legion(legion=legion, base=base, change=change, once=once, judge=judge)
    return edited, change, edited.what if edited.version != base else _("Nothing changed.")


def _start(request: HtmxRequest, game: str) -> dict[str, Any]:
    """Return the document of an unsaved table, as the page sent it back."""
    text = request.POST.get("start", "")
    document = json_input.loads(text.encode("utf-8", "surrogatepass")) if text else _empty(game)
    if not isinstance(document, dict) or document.get("game") != game:
        raise invalid_form(_("The table is of another game."), "/start", "other-game")
    return document


def _empty(game: str) -> dict[str, Any]:
    return {"game": game, "picks": []}


def _selection(params: Any, document: dict[str, Any]) -> Selection:
    """Return the selection: `at` names a pick, `slot` an icon (or `all`, or `creature`), `q` is the query.

    `upto` is the number of candidates to show, `since` the number of those that the page has already, and `lines` the
    first line of a long list that is rendered in full. On a phone the candidate list opens for a slot or a query.
    """
    slot = params.get("slot", "")[:40]
    query = json_input.tidy(params.get("q", "").replace("\0", ""))[:MAX_QUERY_LENGTH]
    index = None if slot == "creature" else _equipped(params.get("at", ""), document)
    narrow = slot if index is not None and slot != "all" else ""
    kind, upto, since = _selected_kind(params, document, index), _number(params, "upto"), _number(params, "since")
    opened, lines = bool(slot or "q" in params), _number(params, "lines")
    sort = params.get("sort", "")
    sort = sort if sort in SORT_ORDERS else ""
    return Selection(index, narrow, query, open=opened, kind=kind, upto=upto, since=since, lines=lines, sort=sort)


def _number(params: Any, name: str) -> int:
    """Return a small number of the request, or 0 if it is invalid."""
    text = params.get(name, "")
    return int(text) if len(text) < 5 and text.isascii() and text.isdecimal() else 0


def _equipped(pointer: str, document: dict[str, Any]) -> int | None:
    """Return the index of the pick at `pointer`, or None if it cannot carry anything."""
    return index_of(pointer, document) if words_of_game(document["game"]).carries else None


def _selected_kind(params: Any, document: dict[str, Any], index: int | None) -> str:
    """Return the kind of card that the candidate list shows: the one in the request, or the first one; empty without
    kinds.

    A query searches all kinds.
    """
    kinds = words_of_game(document["game"]).deck_titles
    if not kinds or index is not None or params.get("q"):
        return ""
    return params["shelf"] if params.get("shelf") in kinds else next(iter(kinds))


def _after(request: HtmxRequest, before: dict[str, Any], change: Change) -> Selection:
    """Return the selection after a change: the place it affects, or the selection before."""
    now = _selection(request.POST, before)
    lands = change.focus_pointer(before)
    if lands is None:
        return Selection(now.index, now.slot, kind=now.kind, upto=now.upto, lines=now.lines, sort=now.sort)
    landed = _equipped(lands, change.apply(before))
    stays = landed == now.index
    upto = now.upto if stays else 0
    return Selection(landed, now.slot if stays else "", kind=now.kind, upto=upto, lines=now.lines, sort=now.sort)


def _again(request: HtmxRequest) -> dict[str, str]:
    """Return the fields of an edit that came too late, so that it can be saved as a copy; empty for undo and redo."""
    if request.POST.get("do") in {"undo", "redo"}:
        return {}
    return {name: request.POST.get(name, "") for name in request.POST if name not in {"csrfmiddlewaretoken", "as_copy"}}


# -- responses ---------------------------------------------------------------------------------------------------


def _show_new(request: HtmxRequest, game: str) -> HttpResponse:
    """Show an unsaved table: an empty one, or one with the creature that `?card=` names.

    For an upgrade the drawer offers creatures that could carry it.
    """
    document, holder = _empty(game), holder_of(request)
    empty = JudgedTable(document, holder=holder)
    if card := request.GET.get("card"):
        if stock(game).card(card).carried:
            selection = _selection(request.GET, document)
            return _show_with_offers(request, Drawer(empty, selection, carrying=card, card=card))
        with_card = {**document, "picks": [{"card": card}]}
        table = JudgedTable(with_card, holder=holder)
        try:
            return _show_with_offers(request, Drawer(table, _new_selection(request, with_card), card=card))
        except InvalidInput as error:
            return show_refusal(request, Drawer(empty, Selection()), error)
    return _show_with_offers(request, Drawer(empty, _selection(request.GET, document)))


def show_refusal(
    request: HtmxRequest, drawer: Drawer, error: InvalidInput | ActionRefused | contributions.ContributionRefused
) -> HttpResponse:
    """Show the table unchanged, with the reason for the refusal and the texts that were entered."""
    entered = {
        name: request.POST.get(name, "")
        for name in request.POST
        if name in ENTERED_FIELDS or is_owned_cards_field(name)
    }
    own_fact_data = request.POST if _do(request) in ("say", "tell") else None
    if isinstance(error, InvalidInput):
        notice, status = Notice(_("That could not be done. Nothing was changed."), error.faults), error.status
    else:
        notice, status = Notice(str(error)), 409
    return _show(request, drawer, refusal=Refusal(notice, entered, own_fact_data), status=status)


def _new_selection(request: HtmxRequest, document: dict[str, Any]) -> Selection:
    selection = _selection(request.GET, document)
    return Selection(0) if "at" not in request.GET and not selection.open else selection


def _show_with_offers(request: HtmxRequest, drawer: Drawer, waiting: PendingChange | None = None) -> HttpResponse:
    """Return the builder with the offers that its address asks for."""
    offers = suggestion_views.requested_offers(request, drawer)
    if isinstance(offers, HttpResponse):
        return offers
    if offers.fitting_card and request.htmx.target == f"enter-{offers.fitting_card}":
        return render(request, "builder/_fitting_hint.html", {"page": BuilderPage(drawer.table, drawer, offers=offers)})
    focus = "offers-title" if offers.fixes or offers.filling or offers.asking else ""
    return _show(request, drawer, feedback=Feedback(focus=focus), offers=offers, waiting=waiting)


def _run_solver(request: HtmxRequest, drawer: Drawer) -> HttpResponse:
    """Queue or cancel a completion and lead to the address of its result; nothing on the table changes."""
    offers, feedback = Offers(), Feedback()
    if _do(request) == "stop":
        suggestion_views.cancel_completion(request, drawer.table)
        address = drawer.address_with()
    else:
        panel = suggestion_views.start_completion(request, drawer.table)
        if isinstance(panel, HttpResponse):
            return panel
        offers, feedback = Offers(filling=panel), Feedback(focus="offers-title")
        address = drawer.address_with(filling=panel.key)
    if not request.htmx:
        return HttpResponseRedirect(f"{address}#offers", status=303)
    response = _show(request, drawer, feedback=feedback, offers=offers)
    response["HX-Push-Url"] = address
    return response


def _new_drawer(request: HtmxRequest, table: JudgedTable) -> Drawer:
    """Return the drawer of an unsaved table that a form sent back."""
    card = _card(request.POST)
    carrying = card if card and stock(table.document["game"]).card(card).carried else ""
    return Drawer(table, _selection(request.POST, table.document), carrying=carrying, card=card)


def _run_number_action(request: HtmxRequest, drawer: Drawer, holder: Holder) -> HttpResponse:
    """Change the holder's own numbers and show the table judged with them; the list itself is unchanged."""
    table = drawer.table
    try:
        numbers = number_views.run_number_action(_do(request), request.POST, table.stock, holder)
    except NumbersRefused as error:
        message = _("Nothing was saved. Check what you entered.")
        feedback = Feedback(message, focus=next(iter(error.fields)).replace("/", "-"))
        # Without scripts nothing leads to the field.
        notice = None if request.htmx else Notice(message, error.faults(table.stock))
        refusal, offers = Refusal(notice, refused=error.fields), Offers(asking="asking" in request.POST)
        return _show(request, drawer, feedback=feedback, refusal=refusal, offers=offers, status=400)
    except NumbersChanged:
        notice = Notice(_("Your numbers were changed elsewhere in the meantime, so nothing was taken back."))
        return _show(request, drawer, refusal=Refusal(notice), status=409)
    except (InvalidInput, ActionRefused) as error:
        return show_refusal(request, drawer, error)
    table = JudgedTable(table.document, table.legion, holder)
    drawer = replace(drawer, table=table)
    offers = Offers(asking="asking" in request.POST and bool(table.missing))
    focus = focus_after(request.POST, missing_facts(table.missing, table.stock, "o", {}))
    feedback = Feedback(numbers.what, told=bool(numbers.steps), focus=focus)
    if request.htmx:
        return _show(request, drawer, feedback=feedback, offers=offers)
    messages.success(request, feedback.message, extra_tags=TOLD_SESSION_KEY if feedback.told else "")
    asked = {"mend": "1"} if offers.asking else {}
    if focus.startswith("c-"):  # an entry for a candidate: the drawer is open, on a phone too
        selection = drawer.selection
        place = {"slot": selection.slot or "all"} if selection.index is not None else {"slot": "creature"}
        asked |= place | ({"shelf": selection.kind} if selection.kind else {})
    return HttpResponseRedirect(f"{drawer.address_with(**asked)}#{focus}", status=303)


def _card(params: Any) -> str:
    return str(params.get("card", ""))[:100].replace("\0", "")


def _show(
    request: HtmxRequest,
    drawer: Drawer,
    *,
    feedback: Feedback | None = None,
    refusal: Refusal | None = None,
    offers: Offers | None = None,
    waiting: PendingChange | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the builder page; for htmx only its inner part."""
    partial = bool(request.htmx)
    refusal = refusal or Refusal()
    if not partial:
        feedback = _stored_feedback(request, focus=feedback.focus if feedback else "")
    template = (
        PARTIAL_TEMPLATES.get(request.htmx.target or "", "builder/_response.html")
        if partial
        else "builder/builder.html"
    )
    anew = partial and request.htmx.target == "candidate-list-more" and _is_older(request, drawer.table)
    if anew:
        template = PARTIAL_TEMPLATES["candidate-list-body"]
        drawer = replace(drawer, selection=replace(drawer.selection, since=0))
    look = Look(
        sharing="share" in request.GET,
        hinting=request.COOKIES.get(HINTS_COOKIE) is None,
        density=density_of(request),
        unfolded=unfolded_ids(request, refusal.refused, whole=not partial),
    )
    page = BuilderPage(drawer.table, drawer, feedback or Feedback(), refusal, offers or Offers(), look, waiting)
    response = render(request, template, {"page": page}, status=status)
    if page.hint is not None and page.hint.step == LAST_STEP:
        remember_hints_seen(request, response)
    if anew:
        retarget(reswap(response, "innerHTML"), "#candidate-list-body")
    patch_vary_headers(response, ["HX-Request"])
    return response


def _stored_feedback(request: HtmxRequest, focus: str) -> Feedback:
    """Return the feedback that was stored in the session before a redirect."""
    stored = list(messages.get_messages(request))
    return Feedback(
        " ".join(str(message) for message in stored),
        lost=any(message.extra_tags == LOST_SESSION_KEY for message in stored),
        told=any(message.extra_tags == TOLD_SESSION_KEY for message in stored),
        focus=focus,
    )


def _is_older(request: HtmxRequest, table: JudgedTable) -> bool:
    """Return whether the page that requests more rows shows an older table, whose rows may be in another order."""
    return request.GET.get("version", "") not in ("", str(table.version or ""))


def _changed(
    request: HtmxRequest,
    table: JudgedTable,
    selection: Selection,
    change: Change | None,
    message: str,
    *,
    before: dict[str, Any],
) -> HttpResponse:
    """Return the response to a change: a redirect to the table, or for htmx the table with its new address."""
    drawer, lost = Drawer(table, selection), _loses(change, before)
    if selection.slot and not drawer.has_open(selection.slot):
        drawer = Drawer(table, Selection(selection.index, lines=selection.lines, sort=selection.sort))
    address = _address(drawer)
    if not request.htmx:
        messages.success(request, message, extra_tags=LOST_SESSION_KEY if lost else "")
        anchor = f"#name-{selection.index}" if selection.index is not None else ""
        return HttpResponseRedirect(address + anchor, status=303)
    response = _show(request, drawer, feedback=Feedback(message, lost=lost, focus=_focus(drawer, change)))
    if request.path != table.address:
        response["HX-Push-Url"] = address
    elif request.htmx.current_url_abs_path != address:  # browsers would otherwise replace the address with itself
        response["HX-Replace-Url"] = address
    return response


def _loses(change: Change | None, before: dict[str, Any]) -> bool:
    """Return whether a change takes something away from `before`."""
    if isinstance(change, ReplaceSingle):
        return bool(change.replaced_slugs(before))
    if isinstance(change, ReplaceDocument):
        return bool(before.get("picks"))
    return isinstance(change, REMOVING_CHANGES)


def _address(drawer: Drawer) -> str:
    """Return the address of the table with its selection and, on a phone, a closed candidate list."""
    selected = {"at": drawer.selection.at} if drawer.selection.index is not None else {}
    if drawer.selection.kind not in ("", next(iter(drawer.table.game_words.deck_titles), "")):
        selected["shelf"] = drawer.selection.kind
    if drawer.selection.lines:
        selected["lines"] = str(drawer.selection.lines)
    if drawer.selection.sort:
        selected["sort"] = drawer.selection.sort
    return drawer.table.address + (f"?{urlencode(selected, safe='/')}" if selected else "")


def _focus(drawer: Drawer, change: Change | None) -> str:
    """Return the id of the element to focus: the next open slot of the changed creature.

    Empty for a change that leaves its button in place.
    """
    if not isinstance(change, UNDO_ANCHORED_CHANGES):
        return ""
    if isinstance(change, AddCreature) and change.stacks:
        return f"c-{change.card}"
    if isinstance(change, ReplaceSingle):
        return next(f"name-{pick.index}" for pick in drawer.picks if pick.card.slug == change.card)
    if isinstance(change, ReplaceDocument | ApplyEdits):
        return "legion-name"
    index = drawer.selection.index
    if index is None:
        return "" if isinstance(change, AddCreature) else "add-creature"
    row = next((row for row in drawer.picks[index].rows if row.state == "open"), None)
    return f"slot-{index}-{row.number}" if row else f"name-{index}"
