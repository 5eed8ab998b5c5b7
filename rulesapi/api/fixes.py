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
    """The smallest edits that make a legion legal, at most five.

    Tried are: to take out a creature or an upgrade, to put another card of the catalog in its place, to move an upgrade
    to another creature, to count down copies, to change the number of soldiers; where a rule says that something is
    lacking, to add a card or copies of one; in games whose lists have a faction, a map or tiles, to say otherwise
    there; and where the format is not played at the limit of points, to set that to the nearest below or above at which
    it is. Each fix is a JSON Patch (RFC 6902) of the legion; the legion it makes was judged and is legal. `points` is
    what the price changes by. Fewest edits stand first, then the names that a finding suggests for cards that nobody
    knows, then the fewest points lost; of those alike, those that bring cards of the sets which the legion has most of.
    Of more than five, as many ways as there are come first: another card in the same place only where nothing else is
    left. One that follows the suggested names is always among them, the last where it needs more edits.

    In a team each player's list is mended where it stands, `/team/0/picks/0`; nothing moves from one player to another.

    Cards that come are of the legion's `sources`; left out, they are official cards and those of the open sets that the
    legion has cards of already, or that `pool` names. `pool` narrows the cards that may come, written as a format's.

    How many legions are tried has a bound; past it `complete` is false, and there may be better fixes. Where no
    smallest one is found in time, a list of which so many cards of a kind are asked is put to the solver of the
    completions: the fix that changes the fewest cards, from `collection`, `packs` and `pool` where they are there, then
    `complete` where that is proven. Or else one that mends one thing after the other is offered if there is such. Where
    nothing is offered, `no_fix` says why.
    Nothing is ever edited here: a fix is an offer.
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
