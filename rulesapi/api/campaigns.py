"""The API for campaign records and their verdicts."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import query_params, request_body, throttling
from catalog.api_base.openapi.operations import body, component, errors
from catalog.api_base.views import NO_STORE, BaseAPIView
from catalog.documents.errors import Fault, InvalidInput
from rulesapi.judging import campaigns

ADVENTURE = query_params.slug("adventure", "With `side`: report what each player may use in this adventure next.")
SIDE = query_params.slug("side", "The side of that adventure.")


class CampaignVerdictsView(BaseAPIView):
    """Judge the record of a campaign. A verdict on a record that breaks rules has the status 200, too.

    A record has entries: who joined, which adventure was played by whom and with which cards, how it ended, and
    corrections. Everything else is derived from them: what each player has earned and used, the standings, and the
    winner. Each number names the entries it comes from. If a report leaves something out or the rulebook leaves a
    question open, the number is a range; the record can settle open questions under `settles`. The record uses
    adventures of the catalog and its own.

    With `adventure` and `side` the response has `entitlements` for each player: what a list in this campaign may use.

    A record has up to 1,000 entries. A record is refused with 413, and nothing is judged, if it has more than 10,000
    seats in all sessions, more than 60,000 cards carried and slots bought, or more than 1,500,000 conditions to
    compare, or if its verdict could be larger than 24 MB. The verdict has the first hundred findings of each code, and
    the first twenty places and entries of each finding; `more` has the number of the others.
    """

    parameters = (query_params.RELEASE, ADVENTURE, SIDE)
    throttle_scope = "judging"
    any_origin = True
    batch: ClassVar[str] = "entries"

    @extend_schema(
        operation_id="judgeCampaign",
        summary="Judge the record of a campaign",
        tags=["Verdicts"],
        request=body("campaign"),
        responses={
            200: component("campaign-verdict"),
            **errors("malformed-json", "invalid-campaign", "unknown-game", "unknown-release", "not-judged-yet"),
        },
    )
    def post(self, request: Request) -> Response:
        payload = request_body.read_body(request, "a campaign's record")
        asked = self.query.get("adventure"), self.query.get("side")
        if (asked[0] is None) is not (asked[1] is None):
            fault = Fault("/adventure", "invalid-parameter", "Name both, the adventure and its side.")
            raise InvalidInput("invalid-parameter", [fault])
        entitling = None if asked[0] is None or asked[1] is None else (asked[0], asked[1])

        def spend(cards: int) -> None:
            if more := throttling.cost_of(1, cards) - 1:
                self.charge(request, more)

        verdict = campaigns.judge_record(payload, release=self.query.get("release"), entitling=entitling, spend=spend)
        return Response(verdict, headers=NO_STORE)
