"""The API for fixes that make a legion legal."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from catalog.documents.errors import Fault
from rulesapi.api.legion_requests import LegionRequestView
from rulesapi.card_pools import pool_faults
from rulesapi.judging import fix_search


@extend_schema_view(
    post=extend_schema(
        operation_id="findFixes",
        summary="Find the smallest edits that make a legion legal",
        tags=["Verdicts"],
        request=body("FixQuestion"),
        responses={200: component("FixAnswer"), **errors(*LEGION_ERRORS, "invalid-question")},
    )
)
class FixesView(LegionRequestView):
    """Find the smallest edits that make a legion legal, at most five.

    These edits are tried: remove a creature or an upgrade, replace it with another card of the catalog, move an upgrade
    to another creature, reduce the copies, and change the number of soldiers. If a rule reports something missing, a
    card or copies of one are added. In games whose lists have a faction, a map or tiles, these are changed. If the
    format is not played at the point limit of the legion, the limit is set to the nearest allowed one below or above.
    Each fix is a JSON Patch (RFC 6902) of the legion; the result was judged and is legal. `points` is the change of the
    price. Fixes are sorted by the number of edits, then names suggested for unknown cards first, then by the points
    lost, then by whether new cards are from the sets that the legion has most cards of. If there are more than five,
    different ways come first: another card in the same place appears only if nothing else is left. A fix that follows
    the suggested names is always included, last if it needs more edits.

    In a team each player's list is fixed in place, `/team/0/picks/0`; nothing moves from one player to another.

    New cards come from the `sources` of the legion. Without `sources` they are official cards and those of the open
    sets that the legion already has cards of, or that `pool` names. `pool` restricts the new cards, written like the
    pool of a format.

    The number of legions that are tried is limited; at the limit `complete` is false, and there may be better fixes. If
    no smallest fix is found in time, a list that needs a certain number of cards of a kind goes to the solver of
    completions: it finds the fix that changes the fewest cards, within `collection`, `packs` and `pool` if they are
    given, and `complete` is true if that is proven. Otherwise the response may have a fix that repairs one finding
    after the other. If there is no fix, `no_fix` has the reason. A request never changes a stored legion.
    """

    structured = ("pool",)
    searches = True
    any_origin = True

    def result(self, *, legion: Any, pool: Any = None) -> dict[str, Any]:
        """Return the fixes. Raises InvalidInput as judging does."""
        return fix_search.fixes(legion, release=self.query.get("release"), pool=pool)

    def read_faults(self, payload: dict[str, Any]) -> list[Fault]:
        """Return the faults of the pool."""
        return pool_faults(payload["pool"]) if "pool" in payload else []
