"""Views to enter and correct game results, with a preview of the consequences before anything is saved."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog.documents.canonical import compact
from catalog.documents.errors import InvalidInput
from legions.campaigns import services
from legions.campaigns.access import Member, as_member
from legions.campaigns.campaign_lists import brought_lists
from legions.campaigns.forms import TakeBackForm
from legions.campaigns.game_results import GameLine, finding_line, game_line
from legions.campaigns.models import CampaignEntry
from legions.campaigns.open_points import question_line
from legions.campaigns.records import Document, JudgedRecord, new_word
from legions.campaigns.result_form import ResultForm
from legions.campaigns.timeline import entry_name
from legions.cards.stock import stock
from legions.saved_lists.responses import error_message
from legions.site.errors import ActionRefused
from legions.site.form_tokens import base_version, form_token

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
    if told["type"] != "played" or told["adventure"] not in judged.adventures:
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
        if one.document["type"] == "corrected" and one.document["of"] == row.document["id"] and one.document["entry"]:
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
    if request.POST.get("do") == SAVE and _is_saved(judged, form_token(request)):
        return redirect("campaign", member.campaign.pk)
    context: dict[str, Any] = {"seen": member.campaign.entered, "leads": member.leads}
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                document = form.document()
                if not member.may_enter(document):
                    raise ActionRefused(_("Enter games in which you played; who leads the campaign enters any."))
                preview = _preview(judged, form, document, row, _readings(request) if member.leads else {})
                if request.POST.get("do") == SAVE and request.POST.get("shown") == preview["shown"]:
                    _save(request, member, form, document, row, preview["settles"])
                    return redirect("campaign", member.campaign.pk)
                context |= preview
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


def _is_saved(judged: JudgedRecord, token: str) -> bool:
    """Return whether the form was sent before, and made an entry."""
    return bool(token) and any(row.once == token for row in judged.rows)


def _readings(request: HttpRequest) -> dict[str, str]:
    """Return the readings that the form chooses for open questions, by question."""
    fields = ((name, str(value)) for name, value in request.POST.items() if name.startswith(READING_PREFIX))
    return {name.removeprefix(READING_PREFIX): value for name, value in fields if value}


@transaction.atomic
def _save(
    request: HttpRequest,
    member: Member,
    form: ResultForm,
    document: Document,
    row: CampaignEntry | None,
    settles: Mapping[str, str],
) -> None:
    """Save the result, then settle the questions that depend on it."""
    said: dict[str, Any] = {"campaign": member.campaign, "by": member.player, "once": form_token(request)}
    if row is None:
        services.enter(document=document, seen=base_version(request), **said)
    else:
        services.correct(of=row.document["id"], entry=document, why=form.cleaned_data.get("why", ""), **said)
    for question, reading in settles.items():
        services.settle_question(campaign=member.campaign, question=question, reading=reading, by=member.player)


def _preview(
    judged: JudgedRecord, form: ResultForm, document: Document, row: CampaignEntry | None, chosen: Mapping[str, str]
) -> dict[str, Any]:
    """Return the preview: the result of the game, the findings, and the open questions that it depends on.

    `chosen` are readings by question; those of other questions are ignored. Raises InvalidInput for an invalid entry.
    """
    word = new_word((one.document["id"] for one in judged.rows), "e")
    entry = {**document, "id": word}
    if row is not None:
        told = {**document, "id": row.document["id"]}
        entry = {"type": "corrected", "id": word, "of": row.document["id"], "entry": told}
    of = row.document["id"] if row else word
    verdict, questions, settles = _with_readings(judged, entry, {word, of}, chosen)
    session = next((one for one in verdict["sessions"] if one["entry"] == of), None)
    offered = {one["player"]: one["cards"] for one in session["rewards"] if one["cards"]} if session else {}
    return {
        "shown": sha256(compact([{**document, "rewards": []}, settles]).encode()).hexdigest(),
        "settles": settles,
        "outcome": game_line(session, judged, form.catalog) if session else GameLine((), (), ()),
        "findings": [
            finding_line(one) for one in (*verdict["findings"], *verdict["remarks"]) if {word, of} & set(one["entries"])
        ],
        "open": [(question_line(one, judged), settles.get(one["question"], "")) for one in questions],
        "cards": form.offered_cards(offered),
    }


def _with_readings(
    judged: JudgedRecord, entry: Document, entry_ids: set[str], chosen: Mapping[str, str]
) -> tuple[Document, list[Document], dict[str, str]]:
    """Return the verdict on a record with one more entry and the chosen readings of the questions that it depends on.

    Also returned are these questions, and the readings that apply. A reading may lead to further questions.
    """
    verdict, settles = judged.judged_with(entry), dict[str, str]()
    questions: list[Document] = []
    while True:
        asked = [one for one in verdict["open"] if entry_ids & set(one["entries"])]
        questions += [one for one in asked if one["question"] not in {known["question"] for known in questions}]
        valid = {one["question"]: {row["reading"] for row in one["readings"]} for one in asked}
        found = {name: reading for name, reading in chosen.items() if reading in valid.get(name, ())}
        if not found:
            return verdict, questions, settles
        settles |= found
        verdict = judged.judged_with(entry, settles)
