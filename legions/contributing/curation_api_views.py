"""API views for curators: list and read contributions for their games, decide about facts, and ask back."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog import permissions
from catalog.api_base.openapi.operations import body, component, errors
from catalog.api_base.problems import ProblemError
from catalog.api_base.request_body import raise_faults, read_fields
from catalog.curation import contributions
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.models import Contribution
from catalog.models.contributions import WAITING
from catalog.permissions import current_user
from legions.api_base.headers import IF_MATCH, OF_CONTRIBUTIONS
from legions.api_base.permissions import IsCurator
from legions.api_base.views import PrivateAPIView, get_or_404, private_response
from legions.api_tokens.models import Scope
from legions.contributing import api_documents as documents
from legions.contributing.api_documents import etag_of
from legions.contributing.api_views import NOT_FOUND_MESSAGE, PARAMETERS, filter_contributions


@extend_schema(tags=["Curation"], parameters=OF_CONTRIBUTIONS)
class CurationView(PrivateAPIView):
    """The base of the views for curators."""

    permission_classes = (IsCurator,)
    required_scopes = (Scope.CURATE, Scope.CURATE)

    def curated(self) -> QuerySet[Contribution]:
        """Return the contributions for the curator's games."""
        found = Contribution.objects.select_related("record", "by")
        return permissions.limit_to_games(found, permissions.curated_games(self.request.user), "record__game")

    def one(self, number: int) -> Contribution:
        """Return a contribution for one of these games. Raises Http404 for contributions to other games as for unknown
        ones.
        """
        return get_or_404(self.curated(), number, NOT_FOUND_MESSAGE)


class CurationList(CurationView):
    """The contributions for the curator's games."""

    method_parameters = {"get": PARAMETERS}

    @extend_schema(
        operation_id="listWaiting",
        summary="List contributions to review",
        description="The pending contributions for the games that you curate, or those in another `state`.",
        responses={200: component("ContributionList")},
    )
    def get(self, request: Request) -> Response:
        """Return a page of waiting contributions, or of those in another state, the newest first."""
        found = self.curated() if "state" in self.query else self.curated().filter(state__in=WAITING)
        return self.paginated_response(filter_contributions(found, self.query), documents.contribution_document)


class CurationDetail(CurationView):
    """A contribution for one of the curator's games."""

    @extend_schema(
        operation_id="getOffered",
        summary="Read a contribution to review",
        description="Has the current values of the card, too.",
        responses={200: component("CuratedContribution"), **errors("not-found")},
    )
    def get(self, request: Request, contribution: int) -> Response:
        """Return the contribution with the data to judge it."""
        return _curated_response(request, self.one(contribution))


class ContributionDecision(CurationView):
    """The decision of a curator about the facts of a contribution."""

    @extend_schema(
        operation_id="decide",
        summary="Accept and decline",
        description=(
            "Decide each fact; facts that you do not name stay open. Accepted facts go into the draft of the card, "
            "with their source. You cannot decide on your own contributions."
        ),
        parameters=[IF_MATCH],
        request=body("Decision"),
        responses={
            200: component("CuratedContribution"),
            **errors("invalid-question", "not-found", "contribution-refused"),
        },
    )
    @transaction.atomic
    def post(self, request: Request, contribution: int) -> Response:
        """Accept some facts and decline others; facts that are not named stay open."""
        fields = read_fields(request, "Decision")
        accept, decline, why = fields.get("accept", []), fields.get("decline", []), fields.get("why", "")
        one = self.one(contribution)
        self.check_if_match(etag_of(one))
        _open(one, accept, decline)
        with _unfit():
            one = contributions.decide(
                number=one.pk, seen=one.version, by=current_user(request), accept=accept, decline=decline, why=why
            )
        return _curated_response(request, one)


class ContributionQuestion(CurationView):
    """The question of a curator about a contribution."""

    @extend_schema(
        operation_id="askBack",
        summary="Ask the contributor a question",
        description="The contributor answers on the site or over the API.",
        parameters=[IF_MATCH],
        request=body("Question"),
        responses={
            200: component("CuratedContribution"),
            **errors("invalid-question", "not-found", "contribution-refused"),
        },
    )
    @transaction.atomic
    def post(self, request: Request, contribution: int) -> Response:
        """Ask the author of the contribution."""
        question = read_fields(request, "Question")["question"]
        one = self.one(contribution)
        self.check_if_match(etag_of(one))
        one = contributions.ask_contributor(
            number=one.pk, seen=one.version, by=current_user(request), question=question
        )
        return _curated_response(request, one)


@contextmanager
def _unfit() -> Iterator[None]:
    """Raise ProblemError for facts that do not fit the draft of the card."""
    try:
        yield
    except InvalidInput as error:
        raise ProblemError("contribution-refused", error.faults) from error


def _curated_response(request: Request, contribution: Contribution) -> Response:
    return private_response(request, documents.curation_document(contribution), etag_of(contribution))


def _open(contribution: Contribution, accept: list[str], decline: list[str]) -> None:
    """Raise InvalidInput unless each fact is undecided and named once."""
    field_errors, seen = [], set[str]()
    for where, names in (("accept", accept), ("decline", decline)):
        for place, fact in enumerate(names):
            if fact not in contribution.undecided:
                message = "No fact of this name waits in this contribution."
                field_errors.append(Fault(json_pointer(where, place), "no-such-fact", message))
            elif fact in seen:
                field_errors.append(Fault(json_pointer(where, place), "twice", "This fact is named before."))
            seen.add(fact)
    raise_faults(field_errors)
