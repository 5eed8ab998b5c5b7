"""The score sheet of a game of D&D Miniatures 2008: filled in as far as it is known, with room for the rest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from legions.play.declared_form import DeclaredForm
from legions.site import wording
from rulesapi.engine.games.dnd_miniatures_2008.play.victory_inputs import SCENARIOS
from rulesapi.engine.games.dnd_miniatures_2008.play.victory_points import LIMITS
from rulesapi.translation import translated

ELIMINATED = ("eliminated", "bounty")
PLAYERS = ("one", "other")
EMPTY_ROUNDS, EMPTY_FALLEN = 12, 16
"""The rows of both tables of a sheet for a game that goes on."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player with what the sheet has of them; empty text is a line to write on."""

    label: str
    name: str
    total: str
    distance: str
    cost: str

    @property
    def title(self) -> str:
        """The name of the player, or “One player”."""
        return self.name or self.label


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet: the scenarios and limits with the one that is played, players, points, and the end."""

    scenarios: Sequence[tuple[str, bool]]
    limits: Sequence[tuple[int, bool]]
    players: Sequence[PlayerLine]
    rounds: Sequence[Sequence[str]]
    fallen: Sequence[Sequence[str]]
    winner: str
    reason: str


class VictoryPointsForm(DeclaredForm):
    """The form of victory points, whose page prints as a score sheet: a blank one if nothing is entered."""

    sheet_template = "games/dnd-miniatures-2008/_score_sheet.html"

    def sheet(self, situation: Mapping[str, Any] | None, resolution: Mapping[str, Any] | None) -> ScoreSheet:
        """Return the score sheet of a situation; a blank one without it."""
        entered: Mapping[str, Any] = situation or {}
        answer: Mapping[str, Any] = resolution["result"] if resolution else {}
        steps = resolution["steps"] if resolution else ()
        players = [_player(player, entered, answer) for player in PLAYERS]
        ended = answer.get("ends") is True
        winner = next((one.title for player, one in zip(PLAYERS, players, strict=True) if _won(answer, player)), "")
        limit = answer.get("limit") if entered else None
        return ScoreSheet(
            [(translated(name), answer.get("scenario") == scenario) for scenario, name in SCENARIOS.items()],
            [(one, one == limit) for one in LIMITS],
            players,
            [*_rounds(answer.get("rounds") or (), 0 if ended else EMPTY_ROUNDS)],
            [*_fallen(steps, players, 0 if ended else EMPTY_FALLEN)],
            winner,
            wording.play_message(steps[-1]) if ended and steps else "",
        )


def _player(player: str, entered: Mapping[str, Any], answer: Mapping[str, Any]) -> PlayerLine:
    part, total = entered.get(player) or {}, answer.get(player)
    label = _("One player") if player == "one" else _("Other player")
    closest = [part.get(fact) for fact in ("distance", "cost")]
    shown = ["" if number is None else str(number) for number in (total if answer.get("ends") else None, *closest)]
    return PlayerLine(label, part.get("name") or "", *shown)


def _won(answer: Mapping[str, Any], player: str) -> bool:
    return bool(answer.get("winner") == f"/{player}")


def _rounds(scores: Sequence[Mapping[str, int]], at_least: int) -> Iterator[Sequence[str]]:
    """Yield the points and totals of each round, and empty rows after them."""
    for score in scores:
        yield [str(score[name]) for name in ("round", "one", "one_total", "other", "other_total")]
    for number in range(len(scores) + 1, at_least + 1):
        yield [str(number), "", "", "", ""]


def _fallen(
    steps: Sequence[Mapping[str, Any]], players: Sequence[PlayerLine], at_least: int
) -> Iterator[Sequence[str]]:
    """Yield round, name, points and their player for each eliminated creature, and empty rows after them."""
    found = [step["facts"] for step in steps if step["code"].rpartition("/")[2] in ELIMINATED]
    for facts in found:
        scorer = players[PLAYERS.index(facts["side"])].title
        yield [str(facts["round"]), wording.translated(str(facts["creature"])), str(facts["points"]), scorer]
    for _row in range(len(found), at_least):
        yield ["", "", "", ""]
