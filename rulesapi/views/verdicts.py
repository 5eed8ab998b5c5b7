"""Legions in, verdicts out."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from django.db import DatabaseError, InterfaceError
from django.http import HttpResponse, StreamingHttpResponse
from rest_framework.exceptions import NotAcceptable
from rest_framework.request import Request
from rest_framework.utils.mediatypes import media_type_matches

from catalog.faults import Fault, Malformed, point

from .. import batches, limits, parameters, problems, verdicts
from ..batches import MOST_VERDICTS, MOST_WAYS, Answer, Ways
from ..limits import TooMany
from ..parsers import GuardedJSONParser, LinesParser
from ..renderers import CanonicalJSONRenderer, LinesRenderer, dumps
from . import bodies
from .base import Endpoint

FIXES = parameters.number("fixes", "Give each error up to so many fixes. Not for a batch.", 1, verdicts.MOST_FIXES)
FORMATS = parameters.several(
    "formats",
    "Of a batch: judge each legion in each of these formats, whatever it names itself.",
    MOST_WAYS,
    slugs=True,
)
RELEASES = parameters.several(
    "releases", "Of a batch: judge each legion by each of these releases, not the one it names.", MOST_WAYS
)
LINES = LinesRenderer.media_type


class Verdicts(Endpoint):
    """Judge one legion, or up to a thousand at once. A legion that breaks rules is a normal answer.

    With `fixes`, for one legion alone, each error also has the smallest edits that would make the legion legal, as at
    the address of fixes.

    A legion may bring own numbers: its `facts` say what its player's cards say where the catalog does not know. They
    hold for this legion alone. The verdict lists each of them in `facts` with what became of it, and marks the lines of
    the ledger that rest on them.

    A batch is `{"legions": [...]}`, and is answered with `verdicts` in the same order. What is wrong with one legion
    stands in its place and spoils no other. With `formats` and `releases` each legion is judged in every format by
    every release: the answers of the first legion come first, format by format, and release by release within a format.
    Each is what the legion alone would get that names this format and this release. One question gets up to 5,000
    verdicts, on up to 30,000 cards together; of more nothing is judged, and the answer is 413. A legion counts as five
    cards at least, each player of a team as five more, own numbers as 20 and one for each card that has them.

    More than a thousand legions are sent as lines: one legion a line with the content type `application/x-ndjson`, 10
    MiB in all. They are judged while they are read, and answered in lines of the same order, one verdict or problem a
    line; empty lines are passed over. Where the end is not reached, because it is too much, the limit is used up or the
    database does not answer, the last line is the problem that says so, and all above it stands. Ask with
    `Accept: application/x-ndjson` to have the answers to `legions` in lines, too.
    """

    parameters = (parameters.RELEASE, FIXES, FORMATS, RELEASES)
    parser_classes = (GuardedJSONParser, LinesParser)
    renderer_classes = (CanonicalJSONRenderer, LinesRenderer)
    limit = "judging"
    batch: ClassVar[str] = "legions"

    def post(self, request: Request) -> HttpResponse:
        """Answer with the verdict, or with those of a batch in its order."""
        sent = bodies.sent(request, "a legion")
        ways, most, release = self._ways(), self.query.get("fixes"), self.query.get("release")
        in_lines = request.accepted_media_type == LINES
        if isinstance(sent, Iterator):
            if not in_lines and not _takes_lines(request):
                raise NotAcceptable
            _no_fixes(most)
            return self._stream(request, batches.judged(sent, ways, release, self._spender(request, MOST_VERDICTS)))
        if isinstance(sent, dict) and self.batch in sent:
            _no_fixes(most)
            return self._answer(request, _legions(sent, ways), ways, in_lines)
        if ways != Ways():
            raise _refused("formats" if ways.formats else "releases", "One legion names its own format and release.")
        self._spend_more(request, 1, batches.weight_of(sent))
        if most is not None:
            self.spend(request, limits.cost_of_search(batches.cards_of(sent)))
        verdict = verdicts.judge(sent, release=release, fixes=most)
        return _sent(dumps(verdict) + b"\n", LINES) if in_lines else _sent(dumps(verdict))

    def _answer(self, request: Request, legions: list[Any], ways: Ways, in_lines: bool) -> HttpResponse:
        """Answer a batch that is read: all that it costs is counted before, or nothing is judged."""
        self._spend_more(request, len(legions) * ways.number, _weight(legions) * ways.number)
        answers = batches.judged(legions, ways, self.query.get("release"))
        if in_lines:
            return self._stream(request, answers)
        return _sent(b'{"verdicts":[%b]}' % b",".join(map(_in_place, answers)))

    def _spend_more(self, request: Request, number: int, cards: int) -> None:
        """Count what so many verdicts on so many cards cost beyond what any question does."""
        more = limits.cost_of(number, cards) - 1
        if more:
            self.spend(request, more)

    def _stream(self, request: Request, answers: Iterator[Answer]) -> StreamingHttpResponse:
        return StreamingHttpResponse(_lines(answers), content_type=LINES, headers={"Cache-Control": "no-store"})

    def _spender(self, request: Request, most: int) -> Callable[[Any], None]:
        """Return what counts the verdicts of a batch that nobody knows the length of, and ends it where it must end."""
        number = cards = 0
        spent = 1

        def spend(legion: Any) -> None:
            nonlocal number, cards, spent
            number += 1
            cards += batches.weight_of(legion)
            if number > most:
                message = f"At most {most:,} verdicts are given at once. Send the rest apart."
                raise Malformed("too-large", [Fault("", "too-large", message)], status=413)
            if cards > batches.MOST_CARDS:
                raise batches.too_many_cards()
            if (cost := limits.cost_of(number, cards)) > spent:
                self.spend(request, cost - spent)
                spent = cost

        return spend

    def _ways(self) -> Ways:
        ways = Ways(self.query.get("formats", ()), self.query.get("releases", ()))
        if ways.releases and "release" in self.query:
            raise _refused("release", "Give either release or releases.")
        return ways


def _takes_lines(request: Request) -> bool:
    """Whether who asks takes lines too, as who names `*/*` after others does: what is preferred is not asked here."""
    taken = str(request.META.get("HTTP_ACCEPT", "*/*")).split(",")
    return any(media_type_matches(LINES, one.strip()) for one in taken)


def _lines(answers: Iterator[Answer]) -> Iterator[bytes]:
    """Yield the answers as lines; what ends them too early is the last."""
    try:
        for answer in answers:
            yield _in_place(answer) + b"\n"
    except Malformed as error:
        yield _in_place(error) + b"\n"
    except TooMany as error:
        yield dumps(problems.as_document("too-many-requests", [problems.too_many(error)])) + b"\n"
    except (DatabaseError, InterfaceError) as error:
        document = problems.database_document(error)
        if document is None:
            raise
        yield dumps(document) + b"\n"


def _legions(sent: dict[str, Any], ways: Ways) -> list[Any]:
    """Return the legions of a batch. Raises Malformed `invalid-legion` when it holds anything beside them."""
    legions = sent[Verdicts.batch]
    if not isinstance(legions, list):
        raise Malformed("invalid-legion", [Fault("/legions", "wrong-type", "Expected a list of legions.")])
    if others := [key for key in sent if key != Verdicts.batch]:
        message = "Beside legions nothing else belongs here: format, points and release are each legion's own."
        raise Malformed("invalid-legion", [Fault(point(key), "unknown-field", message) for key in others])
    if len(legions) * ways.number > MOST_VERDICTS:
        asked = f"{len(legions):,} legions in {ways.number} ways are {len(legions) * ways.number:,} verdicts"
        message = f"{asked}; at most {MOST_VERDICTS:,} are given at once."
        raise Malformed("too-large", [Fault("/legions", "too-large", message)], status=413)
    if _weight(legions) * ways.number > batches.MOST_CARDS:
        raise batches.too_many_cards("/legions")
    return legions


def _weight(legions: list[Any]) -> int:
    return sum(map(batches.weight_of, legions))


def _no_fixes(most: int | None) -> None:
    if most is not None:
        raise _refused("fixes", "Fixes are looked for in one legion at a time: send it alone.")


def _refused(parameter: str, message: str) -> Malformed:
    return Malformed("invalid-parameter", [Fault(point(parameter), "invalid-parameter", message)])


def _in_place(answer: Answer) -> bytes:
    return dumps(problems.as_document(answer.code, answer.faults) if isinstance(answer, Malformed) else answer)


def _sent(body: bytes, media_type: str = "application/json") -> HttpResponse:
    return HttpResponse(body, content_type=media_type, headers={"Cache-Control": "no-store"})
