"""What the builder asks the searches of the engine: ways out of what is wrong, and how to fill a legion up.

Looking changes nothing, and asking neither: what is offered is taken up with a change like any other.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from legions.presenting import ways
from legions.presenting.bench import Bench
from legions.services import Refused
from rulesapi import jobs
from rulesapi.completing.solving import SolverFailed
from rulesapi.problems import QueueFull

from .throttling import throttled


def look(request: HttpRequest, bench: Bench) -> HttpResponse | None:
    """Put what the address asks for on the bench.

    That is: `mend` ways out, `fill` a question, `filling` the answer to one, `enter` what would make a card fit.
    Returns an answer to who asks too often, and to who wants nothing but the last.
    """
    if "mend" in request.GET and bench.verdict.outcome != "legal":
        if waits := throttled(request, "mending"):
            return waits
        number = request.GET["mend"]
        bench.ways = ways.ways_out(bench, int(number) if number.isdecimal() and len(number) < 3 else 1)
        bench.focus = "offers-title"
    elif key := request.GET.get("filling", "")[:40]:
        bench.filling = ways.filling(bench, jobs.standing().filter(key=key.replace("\0", "")).first())
        bench.focus = "offers-title"
    elif "fill" in request.GET:
        bench.filling = ways.filling(bench)
        bench.focus = "offers-title"
    elif card := request.GET.get("enter", "")[:100]:
        if waits := throttled(request, "entering"):
            return waits
        bench.entering, bench.ways_in = card, tuple(ways.ways_in(bench, card))
        if request.htmx.target == f"enter-{card}":
            return render(request, "legions/_way_in.html", {"bench": bench})
    return None


def ask(request: HttpRequest, bench: Bench) -> HttpResponse | None:
    """Ask the solver to fill the legion up, and put the answer, or how far it is, on the bench.

    Returns an answer only to who asks too often. Raises Malformed and Refused with what is to be said.
    """
    if waits := throttled(request, "filling"):
        return waits
    sent = ways.question(bench.judged, request.POST.get("aim", ""), "owned" in request.POST)
    try:
        job = jobs.keep(sent)
    except QueueFull as error:
        raise Refused(_("Too many lists are being filled up at this moment. Try again in a minute.")) from error
    except SolverFailed as error:
        raise Refused(_("No answer was found this time. Nothing was changed. Try again.")) from error
    bench.filling = ways.filling(bench, job)
    bench.focus = "offers-title"
    return None


def stop(request: HttpRequest, bench: Bench) -> None:
    """Take a question about this legion back. Who works on it stops."""
    job = jobs.standing().filter(key=request.POST.get("key", "")[:40].replace("\0", "")).first()
    if job is not None and ways.of_table(job, bench.judged):
        job.delete()
