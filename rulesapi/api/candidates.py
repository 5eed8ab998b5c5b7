"""The API for cards that could be put in a place of a legion or a team."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from rulesapi.api.legion_requests import LegionRequestView
from rulesapi.judging import verdicts


@extend_schema_view(
    post=extend_schema(
        operation_id="findCandidates",
        summary="Find what could stand in a place",
        tags=["Verdicts"],
        request=body("CandidateQuestion"),
        responses={
            200: component("CandidateAnswer"),
            **errors(*LEGION_ERRORS, "invalid-question", "no-such-place", "too-many-cards"),
        },
    )
)
class CandidatesView(LegionRequestView):
    """Every card that could stand in a place of a legion: whether it fits, what it costs, and every reason why not.

    The cards are those of the legion's `sources`, official ones first; left out, official cards and those of the open
    sets that the legion has cards of already. A card of an open set names it in `open_set`.

    `at` is the place: `/picks/0` for an upgrade on that creature, the empty text for a new creature; in games whose
    lists have them `/tiles` for one tile more, `/map` or `/faction` for another than the list says. `card` is then the
    slug of the tile or map, or the faction. In a team the place of a player's list goes before: `/team/0` for a new
    creature of the first player, `/team/1/picks/0`, `/team/1/tiles`.

    Each card is judged as a part of the legion: its findings are those that the verdict on the legion with that card
    would have and the verdict without it has not. From a pick of several copies one is taken out first and carries the
    card.

    A card `fits` when no rule is surely broken by it. That is no promise where something is not known: a card with
    `unknown` facts fits and may break a rule yet; `verdict_if_added` is then `undetermined`, unless the legion is
    illegal anyway. Who wants only what surely fits takes those that fit with nothing in `unknown`.

    With a `collection` in the legion, `owned` says how many copies of the card its owner has and `left` how many of
    them the legion does not use yet. A creature or an upgrade with none left does not fit; no rule asks whether tiles
    and maps are owned. In a team these are the player's own, as far as the team's collection leaves any.

    How many cards are tried has a bound that usual lists never come near; past it `complete` is false. A legion that
    lists more than 100 cards, a team more than 200, is refused with `too-many-cards`.
    """

    fields = ("at",)
    searches = True
    any_origin = True

    def result(self, *, legion: Any, at: str) -> dict[str, Any]:
        """Return the candidates. Raises InvalidInput as `verdicts.candidates` does."""
        return verdicts.candidates(legion, at, release=self.query.get("release"))
