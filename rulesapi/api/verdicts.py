"""The API for verdicts on legions."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from django.db import DatabaseError, InterfaceError
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAcceptable
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.mediatypes import media_type_matches

from catalog.api_base import problems, query_params, request_body, throttling
from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from catalog.api_base.parsers import GuardedJSONParser, LinesParser
from catalog.api_base.renderers import CanonicalJSONRenderer, LinesRenderer, dumps
from catalog.api_base.throttling import RateLimitExceeded
from catalog.api_base.views import NO_STORE, BaseAPIView
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from rulesapi.judging import batches, fix_search, verdicts
from rulesapi.judging.batches import MAX_COMBINATIONS, MAX_VERDICTS, BatchResult, JudgingVariants

FIXES = query_params.number(
    "fixes", "The maximum number of fixes for each error. Not for a batch.", 1, fix_search.MAX_FIXES
)
FORMATS = query_params.comma_separated(
    "formats",
    "For a batch: judge each legion in each of these formats, instead of the one it names.",
    MAX_COMBINATIONS,
    slugs=True,
)
RELEASES = query_params.comma_separated(
    "releases",
    ("For a batch: judge each legion with each of these releases, instead of the one it names."),
    MAX_COMBINATIONS,
)
LINES_MEDIA_TYPE = LinesRenderer.media_type


class VerdictsView(BaseAPIView):
    """Judge one legion, or up to 1,000 at once. A verdict on a legion that breaks rules has the status 200, too.

    With `fixes`, for a single legion, each error also has the smallest edits that make the legion legal, like those of
    `/api/v1/fixes/`.

    A legion may have facts entered by its owner: `facts` has what the owner's cards say where the catalog has no value.
    They apply to this legion alone. The verdict lists each of them in `facts` with how it was used, and marks the lines
    of the ledger that rely on them.

    A batch is `{"legions": [...]}`; the response has `verdicts` in the same order. An error in one legion takes the
    place of its verdict and does not affect the others. With `formats` and `releases` each legion is judged in every
    format with every release: the verdicts on the first legion come first, ordered by format and then by release. Each
    verdict is the one that the legion would get if it named this format and this release itself. A request gets at most
    5,000 verdicts, on at most 30,000 cards together; a larger request is refused with 413, and nothing is judged. A
    legion counts as at least five cards, each player of a team as five more, facts entered by the owner as 20 and one
    for each card that has them, and the record of a campaign by its entries, what they carry and the outcomes of its
    adventures. The response has at most 29 MB, which lists of usual size do not reach. Each legion after that gets the
    problem `too-large` instead of a verdict: send it again.

    Send more than 1,000 legions as lines: one legion a line, with the content type `application/x-ndjson`, at most 10
    MiB in all. They are judged while they are read. The response has one verdict or problem a line, in the same order;
    empty lines are ignored. If the request is cut off because it is too large, the limit is used up or the database
    does not respond, the last line is the problem that says so; all lines above it are valid. With `Accept:
    application/x-ndjson` the response to `legions` is in lines, too.
    """

    parameters = (query_params.RELEASE, FIXES, FORMATS, RELEASES)
    parser_classes = (GuardedJSONParser, LinesParser)
    renderer_classes = (CanonicalJSONRenderer, LinesRenderer)
    throttle_scope = "judging"
    any_origin = True
    batch: ClassVar[str] = "legions"

    @extend_schema(
        operation_id="judge",
        summary="Judge one legion, or up to 1,000",
        tags=["Verdicts"],
        request=body("VerdictQuestion", lines="legion"),
        responses={
            200: component("VerdictAnswer"),
            (200, LinesRenderer.media_type): component("VerdictLine"),
            **errors(*LEGION_ERRORS),
        },
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Return the verdict, or the verdicts of a batch in order."""
        payload = request_body.read_body(request, "a legion")
        variants, most, release = self._variants(), self.query.get("fixes"), self.query.get("release")
        in_lines = request.accepted_media_type == LINES_MEDIA_TYPE
        if isinstance(payload, Iterator):
            if not in_lines and not _takes_lines(request):
                raise NotAcceptable
            _refuse_fixes(most)
            charge, answers = self._charge_per_verdict(request, MAX_VERDICTS), _Answers()
            return self._stream(answers.to(batches.judge_batch(payload, variants, release, charge, answers.size)))
        if isinstance(payload, dict) and self.batch in payload:
            _refuse_fixes(most)
            return self._judge_legions(request, _legions(payload, variants), variants, in_lines)
        if variants != JudgingVariants():
            raise _refused_parameter(
                "formats" if variants.formats else "releases", "One legion names its own format and release."
            )
        self._spend_more(request, 1, batches.judging_cost(payload))
        if most is not None:
            self.charge(request, throttling.cost_of_search(batches.card_count(payload)))
        if most is None:
            return Response(verdicts.judge(payload, release=release), headers=NO_STORE)
        return Response(fix_search.judge_with_fixes(payload, most, release=release), headers=NO_STORE)

    def _judge_legions(
        self, request: Request, legions: list[Any], variants: JudgingVariants, in_lines: bool
    ) -> HttpResponseBase:
        """Return the verdicts of a batch; its whole cost is charged first, or nothing is judged."""
        self._spend_more(request, len(legions) * variants.number, _batch_cost(legions) * variants.number)
        answers = _Answers()
        results = answers.to(batches.judge_batch(legions, variants, self.query.get("release"), answered=answers.size))
        if in_lines:
            return self._stream(results)
        return Response(b'{"verdicts":[%b]}' % b",".join(results), headers=NO_STORE)

    def _spend_more(self, request: Request, number: int, cards: int) -> None:
        """Charge the cost of the given number of verdicts and cards beyond the base cost of a request."""
        more = throttling.cost_of(number, cards) - 1
        if more:
            self.charge(request, more)

    def _stream(self, results: Iterator[bytes]) -> StreamingHttpResponse:
        return StreamingHttpResponse(_result_lines(results), content_type=LINES_MEDIA_TYPE, headers=NO_STORE)

    def _charge_per_verdict(self, request: Request, most: int) -> Callable[[Any], None]:
        """Return a function that charges each verdict of a batch of unknown length and stops the batch at its
        limits.
        """
        number = cards = 0
        charged = 1

        def charge(legion: Any) -> None:
            nonlocal number, cards, charged
            number += 1
            cards += batches.judging_cost(legion)
            if number > most:
                message = f"At most {most:,} verdicts are given at once. Send the rest apart."
                raise InvalidInput("too-large", [Fault("", "too-large", message)], status=413)
            if cards > batches.MAX_CARDS:
                raise batches.too_many_cards()
            if (cost := throttling.cost_of(number, cards)) > charged:
                self.charge(request, cost - charged)
                charged = cost

        return charge

    def _variants(self) -> JudgingVariants:
        variants = JudgingVariants(self.query.get("formats", ()), self.query.get("releases", ()))
        if variants.releases and "release" in self.query:
            raise _refused_parameter("release", "Give either release or releases.")
        return variants


def _takes_lines(request: Request) -> bool:
    """Return whether the client accepts lines, including through `*/*`, regardless of its preference."""
    taken = str(request.META.get("HTTP_ACCEPT", "*/*")).split(",")
    return any(media_type_matches(LINES_MEDIA_TYPE, one.strip()) for one in taken)


class _Answers:
    """The serializer of a batch's answers, which counts their bytes."""

    def __init__(self) -> None:
        self._size = 0

    def size(self) -> int:
        """Return the number of bytes serialized so far."""
        return self._size

    def to(self, results: Iterator[BatchResult]) -> Iterator[bytes]:
        """Yield each answer as bytes."""
        for result in results:
            written = _result_bytes(result)
            self._size += len(written)
            yield written


def _result_lines(results: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the answers as lines; an error that ends them early is the last line."""
    try:
        for result in results:
            yield result + b"\n"
    except InvalidInput as error:
        yield _result_bytes(error) + b"\n"
    except RateLimitExceeded as error:
        yield dumps(problems.problem_document("too-many-requests", [problems.throttled_fault(error)])) + b"\n"
    except (DatabaseError, InterfaceError) as error:
        document = problems.database_document(error)
        if document is None:
            raise
        yield dumps(document) + b"\n"


def _legions(payload: dict[str, Any], variants: JudgingVariants) -> list[Any]:
    """Return the legions of a batch. Raises InvalidInput `invalid-legion` if the body has other members."""
    legions = payload[VerdictsView.batch]
    if not isinstance(legions, list):
        raise InvalidInput("invalid-legion", [Fault("/legions", "wrong-type", "Expected a list of legions.")])
    if others := [key for key in payload if key != VerdictsView.batch]:
        message = "Beside legions nothing else belongs here: format, points and release are each legion's own."
        raise InvalidInput("invalid-legion", [Fault(json_pointer(key), "unknown-field", message) for key in others])
    if len(legions) * variants.number > MAX_VERDICTS:
        number = f"{len(legions):,} legions in {variants.number} ways are {len(legions) * variants.number:,} verdicts"
        message = f"{number}; at most {MAX_VERDICTS:,} are given at once."
        raise InvalidInput("too-large", [Fault("/legions", "too-large", message)], status=413)
    if _batch_cost(legions) * variants.number > batches.MAX_CARDS:
        raise batches.too_many_cards("/legions")
    return legions


def _batch_cost(legions: list[Any]) -> int:
    return sum(map(batches.judging_cost, legions))


def _refuse_fixes(most: int | None) -> None:
    if most is not None:
        raise _refused_parameter("fixes", "Fixes are looked for in one legion at a time: send it alone.")


def _refused_parameter(parameter: str, message: str) -> InvalidInput:
    return InvalidInput("invalid-parameter", [Fault(json_pointer(parameter), "invalid-parameter", message)])


def _result_bytes(answer: BatchResult) -> bytes:
    return dumps(problems.problem_document(answer.code, answer.faults) if isinstance(answer, InvalidInput) else answer)
