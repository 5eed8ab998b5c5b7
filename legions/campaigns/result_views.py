"""Views to enter and correct game results, with a preview of the consequences before anything is saved."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog.documents.errors import InvalidInput
from legions.campaigns import services
from legions.campaigns.access import Member, as_member
from legions.campaigns.campaign_lists import brought_lists
from legions.campaigns.forms import TakeBackForm
from legions.campaigns.game_results import GameLine, finding_line, game_line
from legions.campaigns.models import CampaignEntry
from legions.campaigns.open_points import question_line
from legions.campaigns.records import Document, JudgedRecord
from legions.campaigns.result_form import ResultForm
from legions.campaigns.timeline import entry_name
from legions.campaigns.unsaved_results import UnsavedResult
from legions.cards.stock import stock
from legions.saved_lists.responses import error_message
from legions.site.errors import ActionRefused
from legions.site.form_tokens import base_version, form_token
from rulesapi.engine.campaigns.records import CORRECTED, PLAYED

METHODS = ["GET", "HEAD", "POST"]
SAVE, TAKE_BACK = "save", "take-back"
READING_PREFIX = "reading."
"""The prefix of the fields for readings of open questions, before the question."""


@never_cache
@require_http_methods(METHODS)
@as_member
def enter_result(request: HttpRequest, member: Member, adventure: str) -> HttpResponse:
    """Show the form for a game, preview the consequences, and save it. Raises Http404 for an unknown adventure."""
    judged = JudgedRecord(member.campaign)
    if adventure not in judged.adventures:
        raise Http404("There is no such adventure.")
    form = ResultForm(
        request.POST if request.method == "POST" else None,
        adventure=judged.adventures[adventure],
        judged=judged,
        catalog=stock(member.campaign.game, judged.record.get("release")),
        players=judged.present,
        brought=brought_lists(judged, adventure),
    )
    return _answer(request, member, judged, form, None)


@never_cache
@require_http_methods(METHODS)
@as_member
def correct_entry(request: HttpRequest, member: Member, entry: str) -> HttpResponse:
    """Correct or withdraw an entry. Raises Http404 for an unknown entry, and for one that the member may not
    correct.
    """
    judged = JudgedRecord(member.campaign)
    row = next((one for one in judged.rows if one.document["id"] == entry), None)
    if row is None or not member.may_correct(row):
        raise Http404("There is no such entry.")
    if request.POST.get("do") == TAKE_BACK:
        return _take_back(request, member, judged, row)
    told = _latest(judged, row)
    if told["type"] != PLAYED or told["adventure"] not in judged.adventures:
        return _show_take_back(request, judged, row, TakeBackForm())
    form = ResultForm(
        request.POST if request.method == "POST" else None,
        adventure=judged.adventures[told["adventure"]],
        judged=judged,
        catalog=stock(member.campaign.game, judged.record.get("release")),
        players=dict.fromkeys([*judged.present, *(one["player"] for one in told["seats"])]),
        told=told,
        corrects=True,
    )
    return _answer(request, member, judged, form, row)


def _latest(judged: JudgedRecord, row: CampaignEntry) -> Document:
    """Return the valid version of an entry: the last correction with a content, or the entry itself."""
    found = row.document
    for one in judged.rows:
        if one.document["type"] == CORRECTED and one.document["of"] == row.document["id"] and one.document["entry"]:
            found = one.document["entry"]
    return found


def _take_back(request: HttpRequest, member: Member, judged: JudgedRecord, row: CampaignEntry) -> HttpResponse:
    form = TakeBackForm(request.POST)
    why = form.cleaned_data["why"] if form.is_valid() else ""
    try:
        services.correct(
            campaign=member.campaign,
            of=row.document["id"],
            entry=None,
            why=why,
            by=member.player,
            once=form_token(request),
        )
    except (ActionRefused, InvalidInput) as error:
        form.add_error(None, error_message(error))
        return _show_take_back(request, judged, row, form)
    return redirect("campaign", member.campaign.pk)


def _show_take_back(request: HttpRequest, judged: JudgedRecord, row: CampaignEntry, form: TakeBackForm) -> HttpResponse:
    context = {
        "campaign": judged.campaign,
        "game": stock(judged.campaign.game).game,
        "name": entry_name(row.document, judged),
        "back_form": form,
    }
    return render(request, "campaigns/take_back.html", context, status=400 if form.errors else 200)


def _answer(
    request: HttpRequest, member: Member, judged: JudgedRecord, form: ResultForm, row: CampaignEntry | None
) -> HttpResponse:
    """Show the form with a preview, or save the result that was previewed."""
    context: dict[str, Any] = {"seen": member.campaign.entered, "leads": member.leads}
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                unsaved = _result(request, member, judged, form, row)
                preview = _preview(form, unsaved)
                if request.POST.get("do") == SAVE:
                    _save(request, member, form, unsaved)
                    return redirect("campaign", member.campaign.pk)
                context |= preview
                status = 200
            except services.PreviewOutdated as outdated:
                context |= preview | {"outdated": outdated}
                status = 200
            except services.EnteredMeanwhile as meanwhile:
                member.campaign.refresh_from_db()
                context |= preview | {"seen": member.campaign.entered, "meanwhile": meanwhile}
                status = 409
            except (ActionRefused, InvalidInput) as error:
                form.add_error(None, error_message(error))
    context |= {
        "form": form,
        "adventure": form.adventure,
        "name": form.judged.name_of_adventure(form.adventure.slug),
        "campaign": member.campaign,
        "game": form.catalog.game,
        "row": row,
        "back_form": TakeBackForm(),
    }
    return render(request, "campaigns/result.html", context, status=status)


def _result(
    request: HttpRequest, member: Member, judged: JudgedRecord, form: ResultForm, row: CampaignEntry | None
) -> UnsavedResult:
    """Return the result in a valid form. Raises ActionRefused if the member may not enter it."""
    document = form.document()
    if not member.may_enter(document):
        raise ActionRefused(_("Enter games in which you played; who leads the campaign enters any."))
    chosen = _readings(request) if member.leads else {}
    return UnsavedResult(judged, document, row.document["id"] if row else "", chosen)


def _readings(request: HttpRequest) -> dict[str, str]:
    """Return the readings that the form chooses for open questions, by question."""
    fields = ((name, str(value)) for name, value in request.POST.items() if name.startswith(READING_PREFIX))
    return {name.removeprefix(READING_PREFIX): value for name, value in fields if value}


def _save(request: HttpRequest, member: Member, form: ResultForm, unsaved: UnsavedResult) -> None:
    services.enter_result(
        unsaved=unsaved,
        shown=request.POST.get("shown", ""),
        by=member.player,
        why=form.cleaned_data.get("why", ""),
        seen=None if unsaved.of else base_version(request),
        once=form_token(request),
    )


def _preview(form: ResultForm, unsaved: UnsavedResult) -> dict[str, Any]:
    """Return the preview: the result of the game, the findings, and the open questions that it depends on.

    Raises InvalidInput for an invalid entry.
    """
    judged, verdict, session = unsaved.judged, unsaved.verdict, unsaved.session
    offered = {one["player"]: one["cards"] for one in session["rewards"] if one["cards"]} if session else {}
    return {
        "shown": unsaved.digest,
        "outcome": game_line(session, judged, form.catalog) if session else GameLine((), (), ()),
        "findings": [
            finding_line(one)
            for one in (*verdict["findings"], *verdict["remarks"])
            if unsaved.entry_ids & set(one["entries"])
        ],
        "open": [(question_line(one, judged), unsaved.settles.get(one["question"], "")) for one in unsaved.questions],
        "cards": form.offered_cards(offered),
    }
