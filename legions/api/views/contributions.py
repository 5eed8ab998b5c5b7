"""What somebody offers from their cards: made, listed, read, taken back, and answered for."""

from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse
from rest_framework.request import Request

from catalog import contributing
from catalog.contributing import Origin
from catalog.contributing.reviewing import SAID_LENGTH
from catalog.faults import Fault
from catalog.models import Contribution
from catalog.models.contributions import NOTE_LENGTH, SOURCE_LENGTH, State
from legions.contributing import offering
from rulesapi import parameters
from rulesapi.kept import mark
from rulesapi.parameters import Parameter
from rulesapi.problems import Refusal
from rulesapi.renderers import dumps
from rulesapi.views.bodies import read_object

from .. import contributions as documents
from .. import lists
from ..contributions import mark_of, refusals, sound, text, truth
from ..endpoint import PRIVATE, Private, answer
from ..models import Scope

NOBODYS = "There is no such contribution."
MOST_PAGE = 9999
STATES = Parameter(
    "state",
    "Only those in this state.",
    {
        "type": "string",
        "pattern": f"^({'|'.join(State.values)})$",
        "maxLength": 10,
        "title": f"one of: {', '.join(State.values)}",
    },
)
PARAMETERS = (parameters.slug("game", "Only those of this game."), STATES, parameters.LIMIT, lists.CURSOR)


class Offers(Private):
    """An address of what somebody offers."""

    opened_by = (Scope.OFFER, Scope.OFFER)

    def own(self, number: int, *, to_change: bool = False) -> Contribution:
        """Return an offer of who is asking; one `to_change` is not changed by others until the transaction ends.

        Raises Http404 for any other, in the same way whether there is such a one or not.
        """
        found = Contribution.objects.filter(by=self.request.user).select_related("record", "by")
        one = (found.select_for_update(of=("self",)) if to_change else found).filter(pk=number).first()
        if one is None:
            raise Http404(NOBODYS)
        return one


class Contributions(Offers):
    """What who shows a token has offered."""

    takes = {"get": PARAMETERS}

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of it, what was offered last first."""
        mine = Contribution.objects.filter(by=request.user).select_related("record", "by")
        page = lists.numbered(filtered(mine, self.query), self.query, request.path, documents.whole)
        return answer(request, page, mark(dumps(page)))

    def post(self, request: Request) -> HttpResponse:
        """Offer facts of a card. The same facts offered twice are one contribution."""
        asked = _offered(request)
        with refusals():
            one = offering.offer(by=request.user, **asked)
        said = documents.whole(one)
        return answer(request, said, mark_of(one), status=201, Location=said["url"])


class OneContribution(Offers):
    """One thing that somebody has offered."""

    def get(self, request: Request, contribution: int) -> HttpResponse:
        """Answer with it, and what became of each fact."""
        one = self.own(contribution)
        return answer(request, documents.whole(one), mark_of(one))

    @transaction.atomic
    def delete(self, request: Request, contribution: int) -> HttpResponse:
        """Take it back."""
        self.based(mark_of(self.own(contribution, to_change=True)))
        if not contributing.take_back(by=request.user, number=contribution):
            raise Refusal("contribution-refused", detail="It does not wait any more, so it cannot be taken back.")
        return HttpResponse(status=204, headers=PRIVATE)


class Answer(Offers):
    """What a curator has asked about an offer."""

    @transaction.atomic
    def post(self, request: Request, contribution: int) -> HttpResponse:
        """Answer it."""
        fields, faults = read_object(request, ("answer",), ("answer",))
        words = text(fields, faults, "answer", SAID_LENGTH)
        sound(faults)
        one = self.own(contribution, to_change=True)
        self.based(mark_of(one))
        if one.state != State.ASKED:
            raise Refusal("contribution-refused", detail="Nobody has asked anything about it.")
        with refusals():
            one = contributing.answer(number=one.pk, seen=one.version, by=request.user, words=words)
        return answer(request, documents.whole(one), mark_of(one))


def filtered(found: Any, asked: dict[str, Any]) -> Any:
    """Return those offers that a list is asked for."""
    if "game" in asked:
        found = found.filter(record__game=asked["game"])
    return found.filter(state=asked["state"]) if "state" in asked else found


def _offered(request: Request) -> dict[str, Any]:
    """Return what is offered, as `contributing.offer` takes it. Raises Malformed for whatever is wrong in the body."""
    known = ("game", "card", "facts", "source", "page", "note", "mends", "thank")
    fields, faults = read_object(request, known, ("game", "card", "facts"))
    game, card = text(fields, faults, "game", 100), text(fields, faults, "card", 100)
    source, note = text(fields, faults, "source", SOURCE_LENGTH), text(fields, faults, "note", NOTE_LENGTH)
    mends, thank = truth(fields, faults, "mends"), truth(fields, faults, "thank")
    page = fields.get("page")
    if page is not None and (type(page) is not int or not 1 <= page <= MOST_PAGE):
        faults.append(Fault("/page", "wrong-type", f"Expected a whole number from 1 to {MOST_PAGE}, or null."))
    if not isinstance(fields.get("facts", {}), dict):
        faults.append(Fault("/facts", "wrong-type", "Expected an object of facts by their names."))
    sound(faults)
    origin = Origin(source=source, page=page, thank=thank)
    return {"game": game, "slug": card, "facts": fields["facts"], "note": note, "mends": mends, "origin": origin}
