"""The API for cards that could be put in a place of a legion or a team."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from rulesapi.api.legion_requests import LegionRequestView
from rulesapi.judging import verdicts


@extend_schema_view(
    post=extend_schema(
        operation_id="findCandidates",
        summary="List the cards for a place",
        tags=["Verdicts"],
        request=body("CandidateQuestion"),
        responses={
            200: component("CandidateAnswer"),
            **errors(*LEGION_ERRORS, "invalid-question", "no-such-place", "too-many-cards"),
        },
    )
)
class CandidatesView(LegionRequestView):
    """List every card for one place of a legion: whether it fits, what it costs, and every reason why it does not fit.

    The cards come from the `sources` of the legion, official cards first. Without `sources` they are official cards and
    those of the open sets that the legion already has cards of. A card of an open set names the set in `open_set`.

    `at` is the place: `/picks/0` for an upgrade on that creature, empty for a new creature; in games whose lists have
    them, `/tiles` for another tile, and `/map` or `/faction` for a replacement. `card` is then the slug of the tile or
    map, or the faction. In a team the place starts with that of the player's list: `/team/0` for a new creature of the
    first player, `/team/1/picks/0`, `/team/1/tiles`.

    Each card is judged as a part of the legion: its findings are those of the verdict with the card that the verdict
    without it does not have. If a pick has several copies, one of them is split off first and carries the card.

    A card `fits` if no known fact makes it break a rule. If it has `unknown` facts, it may still break one;
    `verdict_if_added` is then `undetermined`, unless the legion is illegal anyway. To get only cards that certainly
    fit, take those with nothing in `unknown`.

    With a `collection` in the legion, `owned` is the number of copies the owner has, and `left` the number that the
    legion does not use yet. A creature or an upgrade with none left does not fit; no rule asks whether tiles and maps
    are owned. In a team these are the player's own copies, as far as the team's collection has any left.

    The number of cards that are tried is limited, far above usual lists; at the limit `complete` is false. A legion
    with more than 100 cards, or a team with more than 200, is refused with `too-many-cards`.
    """

    fields = ("at",)
    searches = True
    any_origin = True

    def result(self, *, legion: Any, at: str) -> dict[str, Any]:
        """Return the candidates. Raises InvalidInput as `verdicts.candidates` does."""
        return verdicts.candidates(legion, at, release=self.query.get("release"))
