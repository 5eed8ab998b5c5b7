"""API views of a user's contributions: offer, list, read, withdraw, and answer."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import query_params
from catalog.api_base.openapi.operations import body, component, errors, response
from catalog.api_base.problems import ProblemError
from catalog.api_base.query_params import QueryParameter
from catalog.api_base.request_body import raise_faults, read_fields
from catalog.curation import contributions
from catalog.curation.contributions import Origin
from catalog.documents.errors import Fault
from catalog.models import Contribution
from catalog.models.contributions import ContributionState
from catalog.permissions import current_user
from legions.api_base import pagination
from legions.api_base.headers import IF_MATCH, OF_CONTRIBUTIONS
from legions.api_base.views import PRIVATE_HEADERS, PrivateAPIView, get_or_404, private_response
from legions.api_tokens.models import Scope
from legions.contributing import api_documents as documents
from legions.contributing import services
from legions.contributing.api_documents import etag_of

NOT_FOUND_MESSAGE = "There is no such contribution."
STATES = QueryParameter(
    "state",
    "Only contributions in this state.",
    {
        "type": "string",
        "pattern": f"^({'|'.join(ContributionState.values)})$",
        "maxLength": 10,
        "title": f"one of: {', '.join(ContributionState.values)}",
    },
)
PARAMETERS = (
    query_params.slug("game", "Only results of this game."),
    STATES,
    query_params.LIMIT,
    pagination.CURSOR_PARAMETER,
)


@extend_schema(tags=["Contributions"], parameters=OF_CONTRIBUTIONS)
class ContributionView(PrivateAPIView):
    """The base of the views of contributions."""

    required_scopes = (Scope.OFFER, Scope.OFFER)

    def own(self, number: int, *, to_change: bool = False) -> Contribution:
        """Return a contribution of the user; with `to_change` it is locked until the end of the transaction.

        Raises Http404 for contributions of other users as for unknown ones.
        """
        found = Contribution.objects.filter(by=current_user(self.request)).select_related("record", "by")
        return get_or_404(found, number, NOT_FOUND_MESSAGE, to_change=to_change)


class ContributionList(ContributionView):
    """The contributions of the token's owner."""

    method_parameters = {"get": PARAMETERS}

    @extend_schema(
        operation_id="listContributions",
        summary="List your contributions",
        description="The newest come first.",
        responses={200: component("ContributionList")},
    )
    def get(self, request: Request) -> Response:
        """Return a page of contributions, the newest first."""
        mine = Contribution.objects.filter(by=current_user(request)).select_related("record", "by")
        return self.paginated_response(filter_contributions(mine, self.query), documents.contribution_document)

    @extend_schema(
        operation_id="offerFacts",
        summary="Offer facts of a card",
        description=(
            "Facts that agree with the catalog are left out; facts that contradict it need `mends`. The same facts "
            "offered twice are one contribution, and a newer offer of the same facts replaces an older pending one."
        ),
        request=body("ContributionToOffer"),
        responses={
            201: response("Contribution", "The facts are offered."),
            **errors("invalid-question", "invalid-contribution", "contribution-refused"),
        },
    )
    def post(self, request: Request) -> Response:
        """Offer facts of a card. The same facts offered twice are one contribution."""
        offer = _offered(request)
        one = services.offer_facts(by=current_user(request), **offer)
        document = documents.contribution_document(one)
        return private_response(request, document, etag_of(one), status=201, headers={"Location": document["url"]})


class ContributionDetail(ContributionView):
    """A contribution of the user."""

    @extend_schema(
        operation_id="getContribution",
        summary="Read one of your contributions",
        description="Has the decision on each fact. A contribution of another account is not found.",
        responses={200: component("Contribution"), **errors("not-found")},
    )
    def get(self, request: Request, contribution: int) -> Response:
        """Return the contribution with the outcome of each fact."""
        one = self.own(contribution)
        return private_response(request, documents.contribution_document(one), etag_of(one))

    @extend_schema(
        operation_id="takeBack",
        summary="Withdraw a contribution",
        description="Possible while it is pending. Facts that were accepted before stay accepted.",
        parameters=[IF_MATCH],
        responses={204: response("", "The contribution is withdrawn."), **errors("not-found", "contribution-refused")},
    )
    @transaction.atomic
    def delete(self, request: Request, contribution: int) -> Response:
        """Withdraw the contribution."""
        self.check_if_match(etag_of(self.own(contribution, to_change=True)))
        if not contributions.withdraw_by_id(by=current_user(request), number=contribution):
            raise ProblemError("contribution-refused", detail="It does not wait any more, so it cannot be taken back.")
        return Response(status=204, headers=PRIVATE_HEADERS)


class ContributionAnswer(ContributionView):
    """The answer to a curator's question about a contribution."""

    @extend_schema(
        operation_id="answerCurator",
        summary="Answer a curator",
        description="Possible if a curator has asked a question about it.",
        parameters=[IF_MATCH],
        request=body("ContributionAnswer"),
        responses={200: component("Contribution"), **errors("invalid-question", "not-found", "contribution-refused")},
    )
    @transaction.atomic
    def post(self, request: Request, contribution: int) -> Response:
        """Send the answer."""
        words = read_fields(request, "ContributionAnswer")["answer"]
        one = self.own(contribution, to_change=True)
        self.check_if_match(etag_of(one))
        if one.state != ContributionState.ASKED:
            raise ProblemError("contribution-refused", detail="Nobody has asked anything about it.")
        one = contributions.answer_curator(number=one.pk, seen=one.version, by=current_user(request), answer=words)
        return private_response(request, documents.contribution_document(one), etag_of(one))


def filter_contributions(queryset: Any, query: dict[str, Any]) -> Any:
    """Return the contributions that match the query."""
    if "game" in query:
        queryset = queryset.filter(record__game=query["game"])
    return queryset.filter(state=query["state"]) if "state" in query else queryset


def _offered(request: Request) -> dict[str, Any]:
    """Return the arguments for `services.offer_facts` from the request body.

    Raises InvalidInput for any fault in the body.
    """
    fields = read_fields(request, "ContributionToOffer", apart=("facts",))
    if not isinstance(fields["facts"], dict):
        raise_faults([Fault("/facts", "wrong-type", "Expected an object of facts by their names.")])
    if not fields["facts"]:
        raise_faults([Fault("/facts", "too-few", "Offer at least one fact.")])
    source = fields.get("source", "")
    origin = Origin(source, page=fields.get("page"), thank=fields.get("thank", False), printed=not source.strip())
    said = {"note": fields.get("note", ""), "mends": fields.get("mends", False)}
    return {"game": fields["game"], "slug": fields["card"], "facts": fields["facts"], "origin": origin, **said}
