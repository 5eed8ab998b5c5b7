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
    """Find the fewest packs with the cards of a legion; with a `collection` or `packs`, only those that are not owned.

    If no pack is needed, because everything is owned or no counted set has the missing cards, `ways` is one empty way,
    `[[]]`; `nowhere` shows which of the two it is. Otherwise each of `ways` is enough, and all have the same number of
    packs; there are at most ten. `nowhere` has the cards that no counted set contains, with the number of missing
    copies; `counted` has the sets whose contents are known. If `counted` is empty, nobody has counted the sets of this
    game, and every card that is not owned is in `nowhere`, with the set that it names.

    The search is limited. At the limit the packs of `ways` are still enough, but `smallest` is false: fewer may do,
    too. `all_ways` is false if there may be more ways with the same number of packs.
    """

    any_origin = True

    def result(self, *, legion: Any) -> dict[str, Any]:
        """Return the packs. Raises InvalidInput as `verdicts.judge` does."""
        return verdicts.packs(legion, release=self.query.get("release"))
