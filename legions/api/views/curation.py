"""What is offered for the games that a curator keeps: listed, read, decided about fact by fact, and asked about."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from rest_framework.request import Request

from catalog import contributing, roles
from catalog.contributing.reviewing import SAID_LENGTH
from catalog.faults import Fault, Malformed, point
from catalog.models import Contribution
from catalog.models.contributions import WAITING
from rulesapi.kept import mark
from rulesapi.problems import Refusal
from rulesapi.renderers import dumps
from rulesapi.views.bodies import read_object

from .. import contributions as documents
from .. import lists
from ..contributions import mark_of, refusals, sound, text
from ..endpoint import Curates, Private, answer
from ..models import Scope
from .contributions import NOBODYS, PARAMETERS, filtered


class OfCuration(Private):
    """An address of what curators do."""

    permission_classes = (Curates,)
    opened_by = (Scope.CURATE, Scope.CURATE)

    def kept(self) -> QuerySet[Contribution]:
        """Return what is offered for the games that who is asking keeps."""
        found = Contribution.objects.select_related("record", "by")
        return roles.within(found, roles.games_kept(self.request.user), "record__game")

    def one(self, number: int) -> Contribution:
        """Return an offer for one of these games. Raises Http404 for others, in the same way whether there are any."""
        one = self.kept().filter(pk=number).first()
        if one is None:
            raise Http404(NOBODYS)
        return one


class Waiting(OfCuration):
    """What is offered."""

    takes = {"get": PARAMETERS}

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of what waits, or of what is in another state, what was offered last first."""
        found = self.kept() if "state" in self.query else self.kept().filter(state__in=WAITING)
        page = lists.numbered(filtered(found, self.query), self.query, request.path, documents.whole)
        return answer(request, page, mark(dumps(page)))


class OneWaiting(OfCuration):
    """One thing that is offered."""

    def get(self, request: Request, contribution: int) -> HttpResponse:
        """Answer with it and with what there is to judge it by."""
        return _told(request, self.one(contribution))


class Decision(OfCuration):
    """What a curator does about each fact."""

    @transaction.atomic
    def post(self, request: Request, contribution: int) -> HttpResponse:
        """Accept some facts and decline others; what is not named stays open."""
        fields, faults = read_object(request, ("accept", "decline", "why"), ())
        accept, decline = _names(fields, faults, "accept"), _names(fields, faults, "decline")
        why = text(fields, faults, "why", SAID_LENGTH)
        sound(faults)
        one = self.one(contribution)
        self.based(mark_of(one))
        _open(one, accept, decline)
        with refusals(), _unfit():
            one = contributing.decide(
                number=one.pk, seen=one.version, by=request.user, accept=accept, decline=decline, why=why
            )
        return _told(request, one)


class Question(OfCuration):
    """What a curator wants to know about an offer."""

    @transaction.atomic
    def post(self, request: Request, contribution: int) -> HttpResponse:
        """Ask who made it."""
        fields, faults = read_object(request, ("question",), ("question",))
        question = text(fields, faults, "question", SAID_LENGTH)
        sound(faults)
        one = self.one(contribution)
        self.based(mark_of(one))
        with refusals():
            one = contributing.ask(number=one.pk, seen=one.version, by=request.user, question=question)
        return _told(request, one)


@contextmanager
def _unfit() -> Iterator[None]:
    """Answer what cannot be written into the draft of a card. Raises Refusal."""
    try:
        yield
    except Malformed as error:
        raise Refusal("contribution-refused", error.faults) from error


def _told(request: Request, one: Contribution) -> HttpResponse:
    return answer(request, documents.curated(one), mark_of(one))


def _names(fields: dict[str, Any], faults: list[Fault], name: str) -> list[str]:
    names = fields.get(name, [])
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        faults.append(Fault(point(name), "wrong-type", "Expected an array of names of facts."))
        return []
    return names


def _open(one: Contribution, accept: list[str], decline: list[str]) -> None:
    """Raise Malformed unless each fact is one to decide about, and named once."""
    faults, seen = [], set[str]()
    for where, names in (("accept", accept), ("decline", decline)):
        for place, fact in enumerate(names):
            if fact not in one.undecided:
                message = "No fact of this name waits in this contribution."
                faults.append(Fault(point(where, place), "no-such-fact", message))
            elif fact in seen:
                faults.append(Fault(point(where, place), "twice", "This fact is named before."))
            seen.add(fact)
    sound(faults)
