"""The API for the text form: a legion written as text, and a text read into a legion."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import query_params
from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from catalog.api_base.request_body import read_object
from catalog.api_base.views import NO_STORE, BaseAPIView
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.text_files import marked_up_kind
from rulesapi import pasted_lists
from rulesapi.api.legion_requests import LegionRequestView
from rulesapi.engine.core.library import Library
from rulesapi.judging import verdicts
from rulesapi.text_form import ReportRow

FIELDS = ("game", "text")
MAX_LINE_LENGTH = 200
"""The maximum length, in characters, of text shown in a row about a link."""


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
    """Write a legion as the list that players paste, one card a line.

    The text is read back as the same legion. Notes, tags, a collection, packs and extensions are not part of the text.
    A team is refused with `not-judged-yet`: write the legion of each of its players.
    """

    any_origin = True

    def result(self, *, legion: Any) -> dict[str, Any]:
        """Return the text. Raises InvalidInput as `verdicts.legion_text` does."""
        return verdicts.legion_text(legion, release=self.query.get("release"))


class TextReadingView(BaseAPIView):
    """Read a list that players paste as a legion of a game, and report how each line was read.

    If the text has a link that contains a list, `/l/#CODE`, the link is read, unless the text names cards itself; the
    legion then keeps the release of the link.

    A list without any card is a legion, too: its verdict says whether it is legal. Every line that is not blank has at
    least one row. An `outcome` is `mapped`; `guessed` for the most similar card, or for a card next to which something
    was not read; `unknown` for a name that no card has (it is in the legion, so that the verdict reports it); or
    `dropped` for what is not in the legion. `message` has the reason. Rows without a `card` are the title, headings,
    totals and remarks; of these, `guessed` rows with `may_be_card` become cards if you write `1x` before the line.
    """

    throttle_scope = "searching"
    any_origin = True
    parameters = (query_params.RELEASE,)
    long_text: ClassVar[str] = "text"

    @extend_schema(
        operation_id="readText",
        summary="Read the list that players paste",
        tags=["Verdicts"],
        request=body("TextReadingQuestion"),
        responses={200: component("TextReadingAnswer"), **errors("invalid-question", "unknown-game", "not-judged-yet")},
    )
    def post(self, request: Request) -> Response:
        """Return the legion. Raises InvalidInput `invalid-question` and the errors of `verdicts.library`."""
        payload, field_errors = read_object(request, FIELDS, FIELDS)
        field_errors += [
            Fault(json_pointer(field), "wrong-type", "Expected a text.")
            for field in FIELDS
            if not isinstance(payload.get(field, ""), str)
        ]
        if field_errors:
            raise InvalidInput("invalid-question", field_errors)
        library = verdicts.library(payload["game"], self.query.get("release"))
        legion, rows, release = _read(payload["text"], library)
        lines = [row.as_document() for row in rows]
        body = {"game": library.game, "release": release, "legion": legion, "lines": lines}
        return Response(body, headers=NO_STORE)


def _read(text: str, library: Library) -> tuple[dict[str, Any], list[ReportRow], int]:
    """Return the legion in a text or in its link, the report of its lines, and the release used."""
    try:
        linked = pasted_lists.read_linked(text, lambda _names: library)
    except InvalidInput as error:
        return {"game": library.game, "picks": []}, [_link_row(text, error.faults[0].message)], library.release
    if linked is None and (other_kind := _other_kind(text, library)):
        return {"game": library.game, "picks": []}, [_link_row(text, other_kind)], library.release
    if linked is None:
        legion, rows = verdicts.read_text(library, pasted_lists.strip_markup(text, titles=False))
        if all(row.card is None or row.outcome == "unknown" for row in rows):
            refusal = pasted_lists.link_refusal(text)
            rows += [_link_row(text, refusal.faults[0].message)] if refusal else []
        else:
            rows += pasted_lists.link_rows(text, pasted_lists.unread_links(text, legion))
        return legion, rows, library.release
    if (game := linked.document["game"]) != library.game:
        message = _("The link holds a list of the game “{game}”. Ask for that game.").format(game=game)
        return {"game": library.game, "picks": []}, [_link_row(text, message)], library.release
    return linked.document, linked.rows, linked.document["release"]


def _other_kind(text: str, library: Library) -> str:
    """Return why a text cannot be a list with one card per line; empty if it can be one."""
    try:
        if pasted_lists.find_json(text):
            return _("This is JSON. Send it as “legion” to /api/v1/verdicts/, or send its cards as text, one a line.")
    except InvalidInput as error:
        return error.faults[0].message
    kind = marked_up_kind(text.lstrip().encode("utf-8", "surrogatepass"))
    is_shared = pasted_lists.SHARED_ADDRESS.search(text) is not None
    if not (kind or is_shared) or pasted_lists.names_cards(pasted_lists.strip_markup(text), lambda _names: library):
        return ""
    if kind:
        message = _("This is {kind}, and no list can be read from it. Open it, copy the list as text, and paste that.")
        return message.format(kind=kind)
    refusal = pasted_lists.link_refusal(text)
    return refusal.faults[0].message if refusal else ""


def _link_row(text: str, message: str) -> ReportRow:
    return ReportRow(1, text.strip()[:MAX_LINE_LENGTH], "dropped", message=message)
