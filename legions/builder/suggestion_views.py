"""Requests of the builder to the solver: fixes and completions.

None of them changes the list: an offer is applied with a change like any other.
"""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from catalog.api_base.problems import QueueFull
from legions.builder import suggestions
from legions.builder.builder_page import Offers
from legions.builder.drawer import Drawer
from legions.builder.judged_table import JudgedTable
from legions.builder.suggestions import CompletionPanel
from legions.site.errors import ActionRefused
from legions.site.requests import HtmxRequest
from legions.throttling import throttled_response
from rulesapi.judging import completion_jobs
from rulesapi.solver.client import SolverFailed


def requested_offers(request: HtmxRequest, drawer: Drawer) -> Offers | HttpResponse:
    """Return the offers that the query asks for, or a response if a rate limit is reached.

    `mend` asks for fixes, after the missing numbers or with `anyway` without them, `fill` for the form of a completion,
    `filling` for its result, and `enter` for hints how a card would fit.
    """
    table = drawer.table
    if "mend" in request.GET and table.verdict.outcome != "legal":
        asking = bool(table.missing) and "anyway" not in request.GET
        if asking and table.only_missing:
            return Offers(asking=True)
        if waits := throttled_response(request, "mending"):
            return waits
        number = request.GET["mend"]
        chosen = int(number) if number.isdecimal() and len(number) < 3 else 1
        return Offers(fixes=suggestions.suggested_fixes(table, chosen), asking=asking)
    if key := request.GET.get("filling", "")[:40]:
        job = completion_jobs.unexpired().filter(key=key.replace("\0", "")).first()
        return Offers(filling=suggestions.completion_panel(table, job))
    if "fill" in request.GET:
        return Offers(filling=suggestions.completion_panel(table))
    if card := request.GET.get("enter", "")[:100]:
        if waits := throttled_response(request, "entering"):
            return waits
        hints = suggestions.fitting_hints(table, drawer.selection.at, card)
        return Offers(fitting_card=card, fitting_hints=tuple(hints))
    return Offers()


def start_completion(request: HtmxRequest, table: JudgedTable) -> CompletionPanel | HttpResponse:
    """Queue a completion of the list and return its panel, or a response if a rate limit is reached.

    Raises InvalidInput and ActionRefused.
    """
    if waits := throttled_response(request, "filling"):
        return waits
    question = suggestions.completion_request(table.searched, request.POST.get("aim", ""), "owned" in request.POST)
    try:
        job = completion_jobs.complete_and_store(question)
    except QueueFull as error:
        raise ActionRefused(_("Too many lists are being filled up at this moment. Try again in a minute.")) from error
    except SolverFailed as error:
        raise ActionRefused(_("Nothing was found in time. Nothing was changed. Try again.")) from error
    return suggestions.completion_panel(table, job)


def cancel_completion(request: HtmxRequest, table: JudgedTable) -> None:
    """Cancel a completion of this list; its worker stops."""
    job = completion_jobs.unexpired().filter(key=request.POST.get("key", "")[:40].replace("\0", "")).first()
    if job is not None and suggestions.concerns_document(job, table.searched):
        job.delete()
