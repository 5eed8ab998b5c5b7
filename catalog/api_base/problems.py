"""The format of all API errors: problems according to RFC 9457.

A problem has a stable `code` and, in `faults`, a JSON Pointer for each error in the input. A broken rule of a game is
not a problem but a finding, which is part of a normal answer.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions

from catalog.api_base.middleware import API_CONTENT_POLICY
from catalog.api_base.renderers import dumps
from catalog.api_base.throttling import RateLimitExceeded
from catalog.database import errors as database_errors
from catalog.database.errors import Failure
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.suggestions import close_matches, did_you_mean
from catalog.errors import Refused
from catalog.publishing import Busy


class QueueFull(Exception):
    """A full queue of background work."""


class ProblemError(Exception):
    """An exception that is answered with the problem `code`, and these faults, this detail and these headers."""

    def __init__(
        self, code: str, errors: Iterable[Fault] = (), *, detail: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.faults = tuple(errors)
        self.detail = detail
        self.headers = headers


class DocumentNotFound(Http404):
    """An unknown slug. `nearest` are similar slugs."""

    def __init__(self, message: str, nearest: tuple[str, ...]) -> None:
        super().__init__(message + did_you_mean(nearest))
        self.nearest = nearest


MEDIA_TYPE = "application/problem+json"
BUSY = "The catalog is locked by another write, and the wait timed out. Nothing was written."
BUSY_ROWS = (
    "The rows are locked by another request, or the query timed out. Nothing was written. Retry after the seconds in "
    "Retry-After."
)
UNTIL_MENDED = (
    "Nothing was written, and retrying does not help until the operator of this site has fixed it, so there is no "
    "Retry-After. Reading still works."
)
FAILURE_DETAILS = {
    Failure.BUSY: BUSY_ROWS,
    Failure.FULL: f"The disk or the database of this site is full. {UNTIL_MENDED}",
    Failure.READ_ONLY: f"The database of this site is read-only. {UNTIL_MENDED}",
}
"""Details of database failures that share a problem code."""
RETRY_AFTER_SECONDS = 5
"""Seconds after which a client may retry while the database does not respond."""


class ProblemType(NamedTuple):
    """A type of problem: its status, its title, and its meaning with the remedy."""

    status: int
    title: str
    meaning: str


PROBLEM_TYPES = {
    "malformed-json": ProblemType(
        400,
        "The body cannot be read",
        "The body is not valid JSON, or parsers would read it differently: duplicate keys, NaN, NUL, an unpaired "
        "surrogate, bytes that are not UTF-8, a number beyond 2^53, nested too deep, too many values. The fault says "
        "which, and where.",
    ),
    "invalid-legion": ProblemType(
        400,
        "The legion is malformed",
        "The document does not follow the schema of a legion, or facts entered by the owner do not follow the schemas "
        "of their cards. Each fault has the JSON Pointer of its place. A legion that only breaks rules of the game is "
        "well formed: it gets a verdict.",
    ),
    "invalid-campaign": ProblemType(
        400,
        "The record is malformed",
        "The document does not follow the schema of a campaign's record, or an adventure of its own is not in order. "
        "Each fault has the JSON Pointer of its place. A record that only breaks rules is well formed: it gets a "
        "verdict.",
    ),
    "invalid-question": ProblemType(
        400,
        "The request is malformed",
        "The body is not an object with exactly the fields of this endpoint. Each fault has the JSON Pointer of its "
        "place.",
    ),
    "invalid-situation": ProblemType(
        400,
        "The situation is malformed",
        "The situation does not follow the schema of its question. Each fault has the JSON Pointer of its place. A "
        "situation that breaks rules is well formed: each broken rule is a finding.",
    ),
    "invalid-contribution": ProblemType(
        400,
        "The offered facts are malformed",
        "The facts do not follow the schema of the card's kind. Each fault has the JSON Pointer of its place.",
    ),
    "invalid-document": ProblemType(
        400,
        "The document is malformed",
        "It does not follow the schema of its kind, or is not the document of its address. Each fault has the JSON "
        "Pointer of its place.",
    ),
    "no-such-place": ProblemType(
        400,
        "The legion has no such place",
        "A place is the JSON Pointer of a pick, /picks/0 for the first, or empty for a new creature; in games whose "
        "lists have them also /tiles, /map or /faction. In a team it starts with the place of a player's list: "
        "/team/0, /team/0/picks/0.",
    ),
    "too-many-cards": ProblemType(
        400,
        "The legion is too large to search",
        "Candidates are listed for legions of up to 100 cards, copies of one line counted once, and for teams of up "
        "to 200 together. A verdict has no such limit.",
    ),
    "unknown-game": ProblemType(400, "There is no such game", "The requested release has no game with this slug."),
    "unknown-format": ProblemType(
        400, "There is no such format", "The game has no format with this slug in this release."
    ),
    "unknown-house-rule": ProblemType(
        400, "There is no such house rule", "The game has no house rule with this slug in this release."
    ),
    "unknown-set": ProblemType(
        400,
        "There is no such set",
        "The requested release has no set with this slug. Packs are named by the slug of their set: since an unknown "
        "pack could have any card of the legion, it is not ignored.",
    ),
    "uncounted-set": ProblemType(
        400,
        "Nobody has counted this set",
        "The contents of this set are not known, or its packs have random cards. List the cards that you have from it "
        "under collection. The list of sets has the contents of the counted ones.",
    ),
    "unknown-release": ProblemType(
        400, "There is no such release", "No release has this number; see the list of releases."
    ),
    "unknown-kind": ProblemType(
        400, "There is no such kind of card", "No game has cards of this kind; see the schemas."
    ),
    "not-judged-yet": ProblemType(
        400,
        "The legion has a field that is not judged yet",
        "The field belongs to a legion, but no rule reads it yet. Ignoring it could make the verdict wrong, so the "
        "legion is not judged. Leave the field out if you want the verdict without it.",
    ),
    "unknown-parameter": ProblemType(
        400, "There is no such parameter", "The endpoint has no such query parameter. The fault lists those it has."
    ),
    "invalid-parameter": ProblemType(
        400, "A parameter has an invalid value", "The fault names the query parameter and the values it takes."
    ),
    "invalid-query": ProblemType(
        400,
        "The query is invalid",
        "The query uses a field or value that no card has, or its syntax is wrong. Each fault points into the query: "
        "offset is the position of its first character, counted from 0, and length the number of characters.",
    ),
    "bad-request": ProblemType(
        400, "The request cannot be served", "The request itself is invalid, for example its host."
    ),
    "invalid-patch": ProblemType(
        400,
        "The patch is malformed",
        "A JSON Merge Patch is an object, a JSON Patch an array of up to 100 operations, each with exactly the members "
        "that RFC 6902 gives it. The fault says which is not.",
    ),
    "unauthorized": ProblemType(
        401,
        "A token is needed",
        "The token is missing, mistyped, expired or revoked. Send a personal token as Authorization: Bearer …; create "
        "one on the page of your account.",
    ),
    "forbidden": ProblemType(403, "This is not allowed", "Your account or token may not do this."),
    "not-found": ProblemType(
        404, "There is nothing here", "There is no such address, or no such document in the requested release."
    ),
    "method-not-allowed": ProblemType(
        405, "The address does not support this method", "The header Allow lists the supported methods."
    ),
    "too-many-legions": ProblemType(
        409,
        "The limit of lists is reached",
        "An account has up to 500 lists, of 100 MB with their histories. Delete one, then retry.",
    ),
    "too-many-situations": ProblemType(
        413, "Too many situations", "One request resolves up to 50 situations of one question."
    ),
    "too-many-webhooks": ProblemType(
        409, "The limit of webhooks is reached", "An account has up to 5 webhooks. Remove one, then retry."
    ),
    "webhook-there": ProblemType(
        409, "The webhook exists already", "You have a webhook for this URL. Change that one."
    ),
    "contribution-refused": ProblemType(
        409,
        "The contribution does not allow this",
        "The contribution was not accepted, or is not in the state for this decision. The detail says why. Nothing "
        "was written.",
    ),
    "draft-refused": ProblemType(
        409,
        "The draft does not allow this",
        "The draft is not in the stage for it, or somebody else has to do it. The detail says why. Nothing was "
        "written.",
    ),
    "thrown-away": ProblemType(
        409, "The legion is in the trash", "A deleted legion can be read, not changed. Restore it first."
    ),
    "patch-does-not-fit": ProblemType(
        409,
        "The patch does not fit the legion",
        "An operation names a missing place, or tests for a different value. Nothing was changed. The fault names the "
        "operation.",
    ),
    "link-ended": ProblemType(410, "The link was revoked", "Its owner has revoked this link. Ask them for another."),
    "changed-meanwhile": ProblemType(
        412,
        "It was changed in the meantime",
        "The version in If-Match is not the newest, so nothing was changed. Read it again, then retry. The response "
        "has the newest ETag.",
    ),
    "key-used-before": ProblemType(
        422,
        "The idempotency key was used for another request",
        "This key was sent with another body within the last 24 hours. Use a new key for each new resource.",
    ),
    "version-needed": ProblemType(
        428,
        "The version is missing",
        "Send the ETag of the version you read as If-Match, so that no other change is overwritten.",
    ),
    "not-acceptable": ProblemType(406, "Only JSON is served here", "Send Accept: application/json, or no Accept."),
    "length-required": ProblemType(
        411,
        "The length is missing",
        "The server does not read chunked request bodies. Send Content-Length.",
    ),
    "too-slow": ProblemType(
        408,
        "The body came too slowly",
        "The connection stalled in the middle of the body, or was slower than 4 KiB a second. Nothing was done.",
    ),
    "too-large": ProblemType(
        413, "The body is too large", "Send less at once: one legion up to 256 KiB, a batch up to 10 MiB."
    ),
    "unsupported-media-type": ProblemType(
        415, "Only JSON is read here", "Send the body as UTF-8 with Content-Type: application/json, not compressed."
    ),
    "not-completable": ProblemType(
        400,
        "The legion cannot be completed",
        (
            "Only the list of one player can be completed, of up to 1,000 points, in a game in which creatures carry "
            "other cards."
        ),
    ),
    "too-many-requests": ProblemType(
        429,
        "Too many requests",
        "Retry after the seconds in Retry-After. The header RateLimit of each response has the remaining requests; "
        "the API reference has the limits.",
    ),
    "queue-full": ProblemType(
        503,
        "The queue is full",
        "The queue of the solver, or of reports for the curators, is full. Retry after the seconds in Retry-After.",
    ),
    "no-signing-key": ProblemType(
        503,
        "Signing is not set up",
        "This site has no signing key. Verdicts without a signature work as always.",
    ),
    "internal-error": ProblemType(500, "Internal server error", "The error is a fault of Muster. It was logged."),
    "out-of-order": ProblemType(
        503,
        "Out of order until it is fixed",
        "The database is full, read-only, or lacks a table or column. Nothing was written, and retrying does not help "
        "until the operator of this site has fixed it, so there is no Retry-After. Reading may still work.",
    ),
    "unavailable": ProblemType(
        503,
        "Not available at the moment",
        "The database does not respond or is locked by other writes, or the server is overloaded. Retry after the "
        "seconds in Retry-After.",
    ),
}


def problem_document(code: str, errors: Iterable[Fault] = (), *, detail: str = "") -> dict[str, Any]:
    """Return the problem `code` as JSON. Without `detail`, the faults provide the detail."""
    sort = PROBLEM_TYPES[code]
    listed = [_listed(fault) for fault in errors]
    return {
        "type": f"/problems/{code}",
        "title": sort.title,
        "status": sort.status,
        "detail": detail or _detail(listed) or sort.meaning,
        "code": code,
        "faults": listed,
    }


def problem_response(
    code: str, errors: Iterable[Fault] = (), *, detail: str = "", headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Return the response with the problem `code`."""
    return HttpResponse(
        dumps(problem_document(code, errors, detail=detail)),
        status=PROBLEM_TYPES[code].status,
        content_type=MEDIA_TYPE,
        headers={"Cache-Control": "no-store", **API_CONTENT_POLICY, **(headers or {})},
    )


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Return the response to an exception of a view; None for an unexpected exception."""
    if isinstance(error, InvalidInput):
        return problem_response(error.code, error.faults)
    if isinstance(error, ProblemError):
        return problem_response(error.code, error.faults, detail=error.detail, headers=error.headers)
    if isinstance(error, Refused):
        place = [] if error.pointer is None else [Fault(error.pointer, error.code, str(error))]
        return problem_response(error.code, place, detail=str(error))
    if isinstance(error, DocumentNotFound) and error.nearest:
        return problem_response("not-found", [Fault("", "not-found", str(error), nearest=error.nearest)])
    if isinstance(error, Http404):
        return problem_response("not-found", detail=str(error))
    if isinstance(error, exceptions.MethodNotAllowed):
        allowed = ", ".join(context["view"].allowed_methods)
        return problem_response("method-not-allowed", detail=f"The address supports {allowed}.")
    if isinstance(error, exceptions.UnsupportedMediaType):
        return problem_response("unsupported-media-type")
    if isinstance(error, exceptions.NotAcceptable):
        return problem_response("not-acceptable")
    if isinstance(error, SuspiciousOperation):
        return problem_response("bad-request")
    return _access_problem(error, context) or _temporary_problem(error)


def _access_problem(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Return the response to an authentication or permission error, None for other errors."""
    if isinstance(error, (exceptions.NotAuthenticated, exceptions.AuthenticationFailed)):
        scheme = context["view"].get_authenticate_header(context["request"])
        return problem_response("unauthorized", headers={"WWW-Authenticate": f'{scheme} realm="Muster"'})
    if isinstance(error, (PermissionDenied, exceptions.PermissionDenied)):
        return problem_response("forbidden")
    return None


def _temporary_problem(error: Exception) -> HttpResponse | None:
    """Return the response to an error that may not occur again in a later request."""
    if isinstance(error, RateLimitExceeded):
        return problem_response(
            "too-many-requests",
            [throttled_fault(error)],
            headers=error.headers(),
        )
    if isinstance(error, QueueFull):
        return problem_response("queue-full", headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
    return database_response(error)


def database_response(error: BaseException | None) -> HttpResponse | None:
    """Return the response to a database error, and log the error; None for other errors."""
    trouble = database_errors.classify(error)
    if error is None or trouble is None:
        return None
    database_errors.log_error(error, trouble)
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS)} if trouble.passes else {}
    return problem_response(_code(trouble), detail=_public_detail(error, trouble), headers=headers)


def database_document(error: DatabaseError | InterfaceError) -> dict[str, Any] | None:
    """Return the problem of a database error as JSON, and log the error; None for other errors."""
    trouble = database_errors.classify(error)
    if trouble is None:
        return None
    database_errors.log_error(error, trouble)
    return problem_document(_code(trouble), detail=_public_detail(error, trouble))


def _code(trouble: Failure) -> str:
    return "unavailable" if trouble.passes else "out-of-order"


def _public_detail(error: BaseException, trouble: Failure) -> str:
    """Return the public detail of a failure. The database's own message is only logged."""
    if isinstance(error, Busy):
        return BUSY
    return FAILURE_DETAILS.get(trouble, "")


def unknown_game_error(game: str, games: Iterable[str], release: int | None = None) -> InvalidInput:
    """Return the error for a game that is not among the known ones, or not in a `release`."""
    if release is None:
        message = _("There is no game “{game}”.").format(game=game)
    else:
        message = _("There is no game “{game}” in release {release}.").format(game=game, release=release)
    near = close_matches(game, games)
    return InvalidInput("unknown-game", [Fault("/game", "unknown-game", message + did_you_mean(near), nearest=near)])


def throttled_fault(error: RateLimitExceeded) -> Fault:
    """Return the fault of a throttled request."""
    policy = error.allowance.policy
    message = f"At most {policy.quota} requests in {policy.window} seconds, and {error.allowance.left} are left"
    counts = "" if error.cost == 1 else f"; this one counts {error.cost}"
    return Fault("", "too-many-requests", f"{message}{counts}. Retry in {error.allowance.seconds} seconds.")


def is_api_request(request: HttpRequest) -> bool:
    """Return whether a request is to the API, so that its errors are problems instead of pages."""
    return request.path_info.startswith("/api/") and not request.path_info.startswith("/api/docs/")


def _listed(fault: Fault) -> dict[str, Any]:
    place = {} if fault.offset is None else {"offset": fault.offset, "length": fault.length}
    near = {"nearest": list(fault.nearest)} if fault.nearest else {}
    return {"pointer": fault.pointer, "code": fault.code, "message": fault.message, **place, **near}


def _detail(errors: list[dict[str, Any]]) -> str:
    if not errors:
        return ""
    first: str = errors[0]["message"]
    return first if len(errors) == 1 else f"{len(errors)} faults. The first: {first}"
