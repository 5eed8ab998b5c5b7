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
    """Find the best legal legion that contains given picks, by integer programming; the result is judged.

    The picks are kept; creatures are added, and free slots are filled. `objective` has a weight for each number,
    negative if less is better: `points` used, and the printed numbers that the game allows, summed over the legion. The
    default is the points used. Added cards come from the `sources` of the legion. Without `sources` they are official
    cards and those of the open sets that the legion already has cards of, or that `pool` names. `pool` restricts the
    added cards, written like the pool of a format; the `collection` of the legion limits their copies, and its house
    rules apply. A card with unknown facts is added if they decide nothing, as one copy if it may be unique.

    `status` is `optimal` if it is proven that no legal legion is better; `best-found` if the time of at most `seconds`
    ran out, or not everything was searched, and nothing is better by more than `gap` (null: not known); `nothing-fits`
    if no addition makes the legion better; `illegal` or `undetermined` if the picks are so themselves, whatever is
    added: ask for fixes first. `do` is the JSON Patch (RFC 6902) that turns the legion you sent into `legion`.

    `left_out` counts the cards that could be in a legal legion but were not searched: because their cost, or a number
    that should be small, is not known, or because the size of the model or the time does not allow all combinations. If
    there are any, `bound` holds for them as well, or is null. `undecided` counts the cards that cannot be in a legal
    legion until a fact is known; `unweighed` counts the cards that were searched although a weighted number is not
    known: it counts as zero.

    `left_out_for` has the reasons for both numbers: the unknown fact, and how many cards.

    A legion that lacks choices, such as its faction, map or tiles, gets them as well: `do` adds them. If no card can be
    added, `do` can consist of these choices alone.

    If cards cost nothing, a legion has minimum sizes instead of a limit: it is filled up to these sizes and no further,
    since each further card makes the others rarer. `objective` then has printed numbers only, by default the first of
    them; of the best legions, the response has one in which most cards are of use, which is not proven. With `repair`
    cards may also be removed: as few cards as possible are changed, and of the legions with as few changes the best is
    returned. `illegal` then says that no legal legion can be built from the allowed cards.

    A team is refused with `not-completable`: complete the legion of one of its players as a legion of its own.

    A result that is not proven within a second is answered with 202 and continues as a job at the address in `url`,
    which is kept for an hour. Its key is enough to read the job, or to cancel it with DELETE.
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
            202: response(
                "CompletionJob",
                ("The completion takes longer and continues as a job. Location is the address of its result."),
            ),
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
    """Read the progress of a completion, and its result when it is done.

    `state` is `waiting`, `running`, `done`, or `failed`. `progress` has the best value found so far, its bound and the
    difference; the result is in `completion`.
    """

    parameters = ()
    any_origin = True

    @extend_schema(
        operation_id="getCompletion",
        summary="Read the progress of a completion",
        tags=["Verdicts"],
        responses={200: component("CompletionJob"), **errors("not-found")},
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the state of the job, with its result once it is finished."""
        job = completion_jobs.unexpired().filter(key=key).first()
        if job is None:
            raise Http404("There is no such question, or it has been forgotten.")
        return Response(completion_jobs.as_document(job), headers=NO_STORE)

    @extend_schema(
        operation_id="cancelCompletion",
        summary="Cancel a completion",
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
