"""What somebody offers from their cards: made, listed, read, taken back, and answered for."""

from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse
from rest_framework.request import Request

from catalog.api_base import query_params
from catalog.api_base.problems import ProblemError
from catalog.api_base.query_params import QueryParameter
from catalog.api_base.renderers import dumps
from catalog.api_base.request_body import read_object
from catalog.api_base.response_cache import digest_etag
from catalog.curation import contributions
from catalog.curation.contributions import Origin
from catalog.curation.contributions.review import MESSAGE_LENGTH
from catalog.documents.errors import Fault
from catalog.models import Contribution
from catalog.models.contributions import NOTE_LENGTH, SOURCE_LENGTH, ContributionState
from legions.contributing import services

from ..api_base import pagination
from ..api_base.views import PRIVATE_HEADERS, PrivateAPIView, private_response
from ..api_tokens.models import Scope
from . import api_documents as documents
from .api_documents import etag_of, parse_bool, parse_text, raise_faults, refusals_as_problems

NOT_FOUND_MESSAGE = "There is no such contribution."
MAX_PAGE = 9999
STATES = QueryParameter(
    "state",
    "Only those in this state.",
    {
        "type": "string",
        "pattern": f"^({'|'.join(ContributionState.values)})$",
        "maxLength": 10,
        "title": f"one of: {', '.join(ContributionState.values)}",
    },
)
PARAMETERS = (
    query_params.slug("game", "Only those of this game."),
    STATES,
    query_params.LIMIT,
    pagination.CURSOR_PARAMETER,
)


class ContributionView(PrivateAPIView):
    """An address of what somebody offers."""

    opened_by = (Scope.OFFER, Scope.OFFER)

    def own(self, number: int, *, to_change: bool = False) -> Contribution:
        """Return an offer of who is asking; one `to_change` is not changed by others until the transaction ends.

        Raises Http404 for any other, in the same way whether there is such a one or not.
        """
        found = Contribution.objects.filter(by=self.request.user).select_related("record", "by")
        one = (found.select_for_update(of=("self",)) if to_change else found).filter(pk=number).first()
        if one is None:
            raise Http404(NOT_FOUND_MESSAGE)
        return one


class ContributionList(ContributionView):
    """What who shows a token has offered."""

    takes = {"get": PARAMETERS}

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of it, what was offered last first."""
        mine = Contribution.objects.filter(by=request.user).select_related("record", "by")
        page = pagination.numbered_page(
            filter_contributions(mine, self.query), self.query, request.path, documents.contribution_document
        )
        return private_response(request, page, digest_etag(dumps(page)))

    def post(self, request: Request) -> HttpResponse:
        """Offer facts of a card. The same facts offered twice are one contribution."""
        asked = _offered(request)
        with refusals_as_problems():
            one = services.offer_facts(by=request.user, **asked)
        said = documents.contribution_document(one)
        return private_response(request, said, etag_of(one), status=201, Location=said["url"])


class ContributionDetail(ContributionView):
    """One thing that somebody has offered."""

    def get(self, request: Request, contribution: int) -> HttpResponse:
        """Answer with it, and what became of each fact."""
        one = self.own(contribution)
        return private_response(request, documents.contribution_document(one), etag_of(one))

    @transaction.atomic
    def delete(self, request: Request, contribution: int) -> HttpResponse:
        """Take it back."""
        self.based(etag_of(self.own(contribution, to_change=True)))
        if not contributions.withdraw_by_id(by=request.user, number=contribution):
            raise ProblemError("contribution-refused", detail="It does not wait any more, so it cannot be taken back.")
        return HttpResponse(status=204, headers=PRIVATE_HEADERS)


class ContributionAnswer(ContributionView):
    """What a curator has asked about an offer."""

    @transaction.atomic
    def post(self, request: Request, contribution: int) -> HttpResponse:
        """Answer it."""
        fields, faults = read_object(request, ("answer",), ("answer",))
        words = parse_text(fields, faults, "answer", MESSAGE_LENGTH)
        raise_faults(faults)
        one = self.own(contribution, to_change=True)
        self.based(etag_of(one))
        if one.state != ContributionState.ASKED:
            raise ProblemError("contribution-refused", detail="Nobody has asked anything about it.")
        with refusals_as_problems():
            one = contributions.answer_curator(number=one.pk, seen=one.version, by=request.user, words=words)
        return private_response(request, documents.contribution_document(one), etag_of(one))


def filter_contributions(found: Any, asked: dict[str, Any]) -> Any:
    """Return those offers that a list is asked for."""
    if "game" in asked:
        found = found.filter(record__game=asked["game"])
    return found.filter(state=asked["state"]) if "state" in asked else found


def _offered(request: Request) -> dict[str, Any]:
    """Return what is offered, as `contributing.offer` takes it.

    Raises InvalidInput for whatever is wrong in the body.
    """
    known = ("game", "card", "facts", "source", "page", "note", "mends", "thank")
    fields, faults = read_object(request, known, ("game", "card", "facts"))
    game, card = parse_text(fields, faults, "game", 100), parse_text(fields, faults, "card", 100)
    source, note = parse_text(fields, faults, "source", SOURCE_LENGTH), parse_text(fields, faults, "note", NOTE_LENGTH)
    mends, thank = parse_bool(fields, faults, "mends"), parse_bool(fields, faults, "thank")
    page = fields.get("page")
    if page is not None and (type(page) is not int or not 1 <= page <= MAX_PAGE):
        faults.append(Fault("/page", "wrong-type", f"Expected a whole number from 1 to {MAX_PAGE}, or null."))
    if not isinstance(fields.get("facts", {}), dict):
        faults.append(Fault("/facts", "wrong-type", "Expected an object of facts by their names."))
    raise_faults(faults)
    origin = Origin(source=source, page=page, thank=thank)
    return {"game": game, "slug": card, "facts": fields["facts"], "note": note, "mends": mends, "origin": origin}
