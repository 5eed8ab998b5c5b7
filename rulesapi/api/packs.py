"""The API for the packs that a legion needs."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from rulesapi.api.legion_requests import LegionRequestView
from rulesapi.judging import verdicts


@extend_schema_view(
    post=extend_schema(
        operation_id="findPacks",
        summary="Find the fewest packs for a legion",
        tags=["Verdicts"],
        request=body("PackQuestion"),
        responses={200: component("PackAnswer"), **errors(*LEGION_ERRORS, "invalid-question")},
    )
)
class PacksView(LegionRequestView):
    """The fewest packs that hold the cards of a legion; with a `collection` or `packs` in it only what is not owned.

    Where no pack is needed, because everything is owned or because no counted set holds what is wanting, `ways` is one
    empty way, `[[]]`; look at `nowhere` to tell which of both it is. Else each of `ways` does, and none takes more
    packs than another; more than one where several are as small, at most ten of them. `nowhere` are the cards that no
    counted set holds, with how many copies are wanting; `counted` are the sets whose contents are known. Where that
    list is empty nobody has counted the sets of this game, and every card that is not owned is in `nowhere`, with the
    set that it names.

    How long is searched has a bound. Past it the packs of `ways` still do, but `smallest` is false: fewer may do too.
    `all_ways` is false where there may be further ways as small.
    """

    any_origin = True

    def result(self, *, legion: Any) -> dict[str, Any]:
        """Return the packs. Raises InvalidInput as `verdicts.judge` does."""
        return verdicts.packs(legion, release=self.query.get("release"))
