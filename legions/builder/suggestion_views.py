"""The requests of the builder to the searches of the engine: fixes of what is wrong, and completions.

None changes the legion: what is offered is taken up with a change like any other.
"""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from catalog.api_base.problems import QueueFull
from legions.builder import suggestions
from legions.builder.builder_page import BuilderPage
from legions.site.errors import ActionRefused
from legions.site.requests import HtmxRequest
from legions.throttling import throttled_response
from rulesapi.judging import completion_jobs
from rulesapi.solver.client import SolverFailed


def show_suggestions(request: HtmxRequest, page: BuilderPage) -> HttpResponse | None:
    """Put what the address asks for on the page.

    That is: `mend` fixes, after the numbers that are missing, or `anyway` without them, `fill` the form for a
    completion, `filling` its result, `enter` what would make a card fit. Returns a response where a rate limit is
    reached, and for the last alone.
    """
    if "mend" in request.GET and page.verdict.outcome != "legal":
        page.focus = "offers-title"
        page.asking = bool(page.missing.number) and "anyway" not in request.GET
        if page.asking and page.only_missing:
            return None
        if waits := throttled_response(request, "mending"):
            return waits
        number = request.GET["mend"]
        page.fixes = suggestions.suggested_fixes(page, int(number) if number.isdecimal() and len(number) < 3 else 1)
        page.focus = "offers-title"
    elif key := request.GET.get("filling", "")[:40]:
        page.filling = suggestions.completion_panel(
            page, completion_jobs.unexpired().filter(key=key.replace("\0", "")).first()
        )
        page.focus = "offers-title"
    elif "fill" in request.GET:
        page.filling = suggestions.completion_panel(page)
        page.focus = "offers-title"
    elif card := request.GET.get("enter", "")[:100]:
        if waits := throttled_response(request, "entering"):
            return waits
        page.fitting_card, page.fitting_hints = card, tuple(suggestions.fitting_hints(page, card))
        if request.htmx.target == f"enter-{card}":
            return render(request, "builder/_fitting_hint.html", {"page": page})
    return None


def start_completion(request: HtmxRequest, page: BuilderPage) -> HttpResponse | None:
    """Queue a completion of the legion, and put its result, or how far it is, on the page.

    Returns a response where a rate limit is reached. Raises InvalidInput and ActionRefused.
    """
    if waits := throttled_response(request, "filling"):
        return waits
    question = suggestions.completion_request(page.searched, request.POST.get("aim", ""), "owned" in request.POST)
    try:
        job = completion_jobs.complete_and_store(question)
    except QueueFull as error:
        raise ActionRefused(_("Too many lists are being filled up at this moment. Try again in a minute.")) from error
    except SolverFailed as error:
        raise ActionRefused(_("Nothing was found in time. Nothing was changed. Try again.")) from error
    page.filling = suggestions.completion_panel(page, job)
    page.focus = "offers-title"
    return None


def cancel_completion(request: HtmxRequest, page: BuilderPage) -> None:
    """Cancel a completion of this legion; its worker stops."""
    job = completion_jobs.unexpired().filter(key=request.POST.get("key", "")[:40].replace("\0", "")).first()
    if job is not None and suggestions.concerns_document(job, page.searched):
        job.delete()
