"""The API for completions: an immediate answer, or a job."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors, response
from catalog.api_base.request_body import read_object
from catalog.api_base.views import NO_STORE, BaseAPIView
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from rulesapi.judging import completion_jobs, completions
from rulesapi.models import Completion as Job

FIELDS = ("legion", "objective", "seconds", "pool", "repair")


class CompletionsView(BaseAPIView):
    """The best legal legion around the picks of one: an integer program over the catalog, judged before it leaves.

    The picks stay as they are; creatures join, and free slots are filled. `objective` says what one of each is worth,
    negative where less is better: `points` used, and the printed numbers that the game weighs, summed over the legion.
    Left out it is the points used. What is added is of the legion's `sources`; left out, official cards and those of
    the open sets that the legion has cards of already, or that `pool` names. `pool` narrows the cards that may be
    added, written as a format's; the legion's `collection` limits their copies, and its house rules hold. A card of
    which facts are not known is offered where they decide nothing, as one copy of a card that may be unique.

    `status` is `optimal` when no legal legion is better, which is then proven; `best-found` when the time of at most
    `seconds` was over first, or not all was searched, nothing being better by more than `gap` (null: that is not
    known); `nothing-fits` when no addition makes the legion better; `illegal` or `undetermined` when the picks are so
    themselves, whatever is added: ask for fixes first. `do` is the JSON Patch (RFC 6902) that makes `legion` of the one
    sent.

    `left_out` counts the cards that may stand in a legal legion and were not searched: because their cost, or a number
    of which less is wanted, is not known, or because a model may not hold or the time not allow all that go together.
    With any, `bound` holds for them as well, or is null. `undecided` counts cards that stand in no legal legion while
    a fact of them is not known, `unweighed` those searched though a number that is weighed is not: it counts nothing.

    Where cards cost nothing a legion has least sizes instead of a limit: it is filled up to these and no further, since
    each card more makes the others rarer. `objective` are then printed numbers alone, left out it is the first of them;
    of the best legions one is given in which most cards are of use, which is not proven. With `repair` cards may be
    taken out as well: as few as can be are changed in all, and of the legions that are as near the best is given.
    `illegal` says that no legal legion can be made of what may be taken.

    A team is refused with `not-completable`: complete the legion of one of its players, as a legion of its own.

    What is not proven within a second is answered with 202, and goes on as a job at the address in `url`, kept for an
    hour. Its key is all that one needs to read it or to take it back with DELETE.
    """

    throttle_scope = "completing"
    any_origin = True

    @extend_schema(
        operation_id="complete",
        summary="Find the best legion around picks",
        tags=["Verdicts"],
        request=body("CompletionQuestion"),
        responses={
            200: component("CompletionAnswer"),
            202: response("CompletionJob", "It takes longer; Location is where its answer will be."),
            **errors(*LEGION_ERRORS, "invalid-question", "not-completable", "queue-full"),
        },
    )
    def post(self, request: Request) -> Response:
        """Return the completion, or the job that continues it."""
        found = completion_jobs.complete_or_queue(_read_request(request), self.query.get("release"))
        if isinstance(found, Job):
            job = completion_jobs.as_document(found)
            headers = {**NO_STORE, "Location": job["url"], "Retry-After": "1"}
            return Response(job, status=202, headers=headers)
        return Response(found, headers=NO_STORE)


class CompletionView(BaseAPIView):
    """A question that takes longer: how far it is, and in the end its answer.

    `state` is `waiting`, `running`, `done`, or `failed`. `progress` says the best value found, its bound and how far
    apart they are; the answer stands in `completion`.
    """

    parameters = ()
    any_origin = True

    @extend_schema(
        operation_id="getCompletion",
        summary="Ask how far a question is",
        tags=["Verdicts"],
        responses={200: component("CompletionJob"), **errors("not-found")},
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the job."""
        job = completion_jobs.unexpired().filter(key=key).first()
        if job is None:
            raise Http404("There is no such question, or it has been forgotten.")
        return Response(completion_jobs.as_document(job), headers=NO_STORE)

    @extend_schema(
        operation_id="cancelCompletion",
        summary="Take a question back",
        tags=["Verdicts"],
        responses={204: None, **errors("not-found")},
    )
    def delete(self, request: Request, key: str) -> Response:
        """Cancel the job. Its worker stops."""
        if not completion_jobs.unexpired().filter(key=key).delete()[0]:
            raise Http404("There is no such question, or it has been forgotten.")
        return Response(status=204, headers=NO_STORE)


def _read_request(request: Request) -> dict[str, Any]:
    """Return the validated request body. Raises InvalidInput `malformed-json` or `invalid-question`."""
    payload, field_errors = read_object(request, FIELDS, ("legion",))
    if "seconds" in payload and not _is_whole_number(payload["seconds"], 1, completions.MAX_SECONDS):
        message = f"Expected a whole number from 1 to {completions.MAX_SECONDS}."
        field_errors.append(Fault("/seconds", "wrong-value", message))
    if not isinstance(payload.get("repair", False), bool):
        field_errors.append(Fault("/repair", "wrong-type", "Expected true or false."))
    field_errors += _objective_errors(payload.get("objective", {}))
    if field_errors:
        raise InvalidInput("invalid-question", field_errors)
    return payload


def _objective_errors(objective: Any) -> list[Fault]:
    most = completions.MAX_WEIGHT
    if not isinstance(objective, dict):
        return [Fault("/objective", "wrong-type", "Expected an object of weights.")]
    return [
        Fault(json_pointer("objective", name), "wrong-value", f"Expected a whole number from {-most:,} to {most:,}.")
        for name, weight in objective.items()
        if not _is_whole_number(weight, -most, most)
    ]


def _is_whole_number(number: Any, least: int, most: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and least <= number <= most
