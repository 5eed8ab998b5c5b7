"""The list that players paste: written of a legion, and read to one."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import query_params
from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from catalog.api_base.request_body import read_object
from catalog.api_base.views import NO_STORE, BaseAPIView
from catalog.documents.errors import Fault, InvalidInput, json_pointer

from .. import text_form
from ..judging import verdicts
from .legion_requests import LegionRequestView

FIELDS = ("game", "text")


@extend_schema_view(
    post=extend_schema(
        operation_id="writeText",
        summary="Write a legion as the list that players paste",
        tags=["Verdicts"],
        request=body("TextQuestion"),
        responses={200: component("TextAnswer"), **errors(*LEGION_ERRORS, "invalid-question")},
    )
)
class TextsView(LegionRequestView):
    """A legion as the list that players paste, one card a line.

    What is written is read back as the same legion. Notes, tags, a collection, packs and extensions have no words in a
    text. A team is refused with `not-judged-yet`: write the legion of each of its players.
    """

    def result(self, *, legion: Any) -> dict[str, Any]:
        """Return the text. Raises InvalidInput as `verdicts.legion_text` does."""
        return verdicts.legion_text(legion, release=self.query.get("release"))


class TextReadingView(BaseAPIView):
    """A list that players paste, as a legion of a game, and what became of each of its lines.

    A list without a single card is a legion, too: whether it is legal is for the verdict to say. An `outcome` is
    `mapped`, `guessed` for the card that is most alike, `unknown` for a name that no card has (it stands in the legion,
    so that the verdict tells), or `dropped` for what is not in the legion; `message` says why.
    """

    throttle_scope = "searching"
    parameters = (query_params.RELEASE,)

    @extend_schema(
        operation_id="readText",
        summary="Read the list that players paste",
        tags=["Verdicts"],
        request=body("TextReadingQuestion"),
        responses={200: component("TextReadingAnswer"), **errors("invalid-question", "unknown-game", "not-judged-yet")},
    )
    def post(self, request: Request) -> Response:
        """Return the legion. Raises InvalidInput `invalid-question` and what `verdicts.library` raises."""
        payload, field_errors = read_object(request, FIELDS, FIELDS)
        field_errors += [
            Fault(json_pointer(field), "wrong-type", "Expected a text.")
            for field in FIELDS
            if not isinstance(payload.get(field, ""), str)
        ]
        if field_errors:
            raise InvalidInput("invalid-question", field_errors)
        library = verdicts.library(payload["game"], self.query.get("release"))
        legion, rows = text_form.parse_text(library, payload["text"])
        lines = [row.as_document() for row in rows]
        body = {"game": library.game, "release": library.release, "legion": legion, "lines": lines}
        return Response(body, headers=NO_STORE)
