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

ADVENTURE = query_params.slug("adventure", "With `side`: what each player may use in this adventure next.")
SIDE = query_params.slug("side", "The side of that adventure.")


class CampaignVerdictsView(BaseAPIView):
    """Judge the record of a campaign. A record that breaks rules is a normal answer.

    A record has entries: who joined, which adventure was played by whom with what, how it ended, what was corrected.
    Everything else follows: what each player has earned and used, the standings, the winner. Every number names the
    entries it comes from. What a report leaves out, or a rulebook leaves open, is a range; the record can settle open
    questions under `settles`. Adventures are those of the catalog and the record's own.

    With `adventure` and `side` the answer has `entitlements` for each player: what a list in this campaign takes.

    A record has up to 1,000 entries. Of one with more than 10,000 seats in all sessions, with more than 60,000 cards
    carried and slots bought, with more than 1,500,000 conditions to compare, or with a verdict of possibly more than 24
    MB nothing is judged, and the answer is 413. Of each code the first hundred findings are told, and of each finding
    the first twenty places and entries; `more` has the number of the others.
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
