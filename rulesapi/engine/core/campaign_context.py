"""The campaign context of a list: its adventure, its side, and what its players have earned and may use.

A list's document has it under `campaign`: either the record of the campaign, or its results for this player
(`entitlements`). In a team each player's part has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from rulesapi.engine.campaigns.adventures import Adventure, Side
from rulesapi.engine.campaigns.bounds import size_of
from rulesapi.engine.campaigns.derivation import Campaign, derive
from rulesapi.engine.campaigns.entitlements import entitlements_of
from rulesapi.engine.campaigns.terms import CampaignTerms
from rulesapi.engine.values.fuzzy_match import close_matches
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import CannotJudge, Document

CAMPAIGN = "campaign"
BOUGHT_SLOT = "bought_slot"
POINTS_BOUGHT = "points_bought"

CAMPAIGN_FIELDS = frozenset(("adventure", "side", "player", POINTS_BOUGHT, "record", "entitlements", "settles"))
"""Fields allowed in the `campaign` of a list; any other field is refused."""

NOTHING_EARNED: Document = {"xp": {"least": 0, "most": 0, "entries": []}, "artifacts": []}


class CampaignRuleset(Protocol):
    """The part of a ruleset that campaigns use; see `library.Ruleset`."""

    @property
    def campaign(self) -> CampaignTerms: ...


class CampaignLibrary(Protocol):
    """The part of a library that campaigns use; see `library.Library`."""

    @property
    def adventures(self) -> Mapping[str, Adventure]: ...

    @property
    def ruleset(self) -> CampaignRuleset: ...


class PlayerInCampaign(NamedTuple):
    """One player's campaign state for a list: points bought now, experience earned, and entries used before.

    `at` is the place of the player's list. `artifacts` are the rows of the entitlements by card slug: the artifacts
    that the player may take.
    """

    at: str
    player: str | None
    points_bought: int
    least_xp: int
    most_xp: int
    entries: tuple[str, ...]
    used_in: str | None
    used_sure: bool
    artifacts: Mapping[str, Document]


class CampaignContext(NamedTuple):
    """The adventure and the side of a list, its point limit, its players, and what the campaign has settled.

    `document` is the list's document, `terms` are the campaign terms of the game.
    """

    adventure: Adventure
    side: Side
    limit: int | None
    players: tuple[PlayerInCampaign, ...]
    settled: Mapping[str, str]
    document: Document
    terms: CampaignTerms

    @property
    def points_bought(self) -> int:
        """The number of points that all players bought together."""
        return sum(player.points_bought for player in self.players)

    def as_document(self) -> dict[str, Any]:
        """Return the context as the verdict's document has it."""
        return {
            "adventure": self.adventure.slug,
            "side": self.side.slug,
            "points": {"adventure": self.side.points, "bought": self.points_bought},
            "bought": list(_bought(self.document, self.players, self.terms)),
            "players": [
                {
                    "at": one.at,
                    "player": one.player,
                    "xp": {"least": one.least_xp, "most": one.most_xp, "entries": list(one.entries)},
                    "artifacts": [
                        {"card": card, "entry": row["entry"], "sure": row.get("sure", True)}
                        for card, row in one.artifacts.items()
                    ],
                }
                for one in self.players
            ],
        }


def campaign_fields(document: Document) -> list[str]:
    """Return the campaign fields of a list that rules ask about; usually there are none."""
    said = _campaigns(document)
    return [POINTS_BOUGHT] if said and any(one.get(POINTS_BOUGHT) for _of, one in said) else []


def _campaigns(document: Document) -> list[tuple[str, Document]]:
    """Return each campaign entry of a list and of the parts of a team, with the place of its list."""
    found = [("", document[CAMPAIGN])] if document.get(CAMPAIGN) else []
    if "team" in document:
        of_parts = ((f"/team/{number}", part.get(CAMPAIGN)) for number, part in enumerate(document["team"]))
        found += [(of, said) for of, said in of_parts if said]
    return found


def read_campaign(library: CampaignLibrary, document: Document) -> CampaignContext | None:
    """Return the campaign that a list is built in, or None. Raises CannotJudge for a campaign that cannot be judged."""
    said = _campaigns(document)
    if not said:
        return None
    if not all(CAMPAIGN_FIELDS.issuperset(one) for _of, one in said):
        strange = [f"{of}/campaign/{name}" for of, one in said for name in sorted(one.keys() - CAMPAIGN_FIELDS)]
        raise CannotJudge("invalid-legion", phrase("A campaign has no such field."), tuple(strange))
    at, whole = said[0]
    if at or "adventure" not in whole or "side" not in whole:
        raise _malformed(f"{at}/campaign", phrase("A list in a campaign names its adventure and its side."))
    terms = library.ruleset.campaign
    campaign = _derived(library, document["game"], whole["record"]) if "record" in whole else None
    adventures = library.adventures if campaign is None else campaign.adventures
    adventure, side = _adventure_and_side(adventures, whole)
    players = []
    for of, one in _players(document, whole):
        if one.get(POINTS_BOUGHT) and not terms.points_per_xp:
            raise _malformed(f"{of}/campaign/points_bought", phrase("In this game experience buys no points."))
        earned = one.get("entitlements", NOTHING_EARNED)
        if campaign is not None:
            player = campaign.players.get(one.get("player", ""))
            if player is None or player.left is not None:
                raise _malformed(f"{of}/campaign/player", phrase("The record has no such player at its end."))
            earned = entitlements_of(campaign, adventure, side, player)
        players.append(_player(of, one, earned))
    limit = side.points if side.points is not None else document.get("points")
    if limit is not None:
        limit += sum(player.points_bought for player in players)
    settled = {row["question"]: row["reading"] for row in whole.get("settles", ())}
    readings = settled if campaign is None else campaign.settled
    return CampaignContext(adventure, side, limit, tuple(players), readings, document, terms)


def _derived(library: CampaignLibrary, game: str, record: Document) -> Campaign:
    """Return the campaign derived from the record in a list. Raises CannotJudge if it is of another game or too
    long.
    """
    if record["game"] != game:
        raise _malformed("/campaign/record/game", phrase("The record is of another game."))
    if (excess := size_of(record, library.adventures).excess()) is not None:
        raise _malformed("/campaign/record", excess)
    return derive(record, library.adventures, library.ruleset.campaign)


def _adventure_and_side(adventures: Mapping[str, Adventure], campaign: Document) -> tuple[Adventure, Side]:
    """Return the adventure and the side that a list names. Raises CannotJudge with near matches for unknown ones."""
    adventure = adventures.get(campaign["adventure"])
    if adventure is None:
        near = close_matches(campaign["adventure"], adventures)
        raise _malformed("/campaign/adventure", phrase("There is no such adventure."), near)
    side = adventure.sides.get(campaign["side"])
    if side is None:
        near = close_matches(campaign["side"], adventure.sides)
        raise _malformed("/campaign/side", phrase("The adventure has no such side."), near)
    return adventure, side


def _bought(document: Document, players: Iterable[PlayerInCampaign], terms: CampaignTerms) -> Iterator[dict[str, Any]]:
    """Yield the purchases with experience, player by player: points first, then slots."""
    parts = document.get("team", (document,))
    for part, player in zip(parts, players, strict=True):
        if player.points_bought and terms.points_per_xp:
            points = player.points_bought
            xp = -(-points // terms.points_per_xp)
            yield {"at": f"{player.at}/campaign/points_bought", "xp": xp, "points": points}
        for number, pick in enumerate(part["picks"]):
            if BOUGHT_SLOT in pick:
                at, xp = f"{player.at}/picks/{number}/{BOUGHT_SLOT}", terms.slot_xp * pick.get("count", 1)
                yield {"at": at, "xp": xp, "card": pick["card"], "icon": pick[BOUGHT_SLOT]}


def _players(document: Document, whole: Document) -> Iterator[tuple[str, Document]]:
    """Yield the place and the campaign entry of the list's player, or of each player of a team."""
    if "team" not in document:
        yield "", whole
    for number, part in enumerate(document.get("team", ())):
        yield f"/team/{number}", part.get(CAMPAIGN, {})


def _player(pointer: str, seat: Document, earned: Document) -> PlayerInCampaign:
    xp = earned["xp"]
    return PlayerInCampaign(
        at=pointer,
        player=seat.get("player"),
        points_bought=seat.get(POINTS_BOUGHT, 0),
        least_xp=xp["least"],
        most_xp=xp["most"],
        entries=tuple(xp["entries"]),
        used_in=xp.get("used_in"),
        used_sure=xp.get("used_sure", True),
        artifacts={row["card"]: row for row in earned["artifacts"]},
    )


def _malformed(pointer: str, message: Phrase, near: tuple[str, ...] = ()) -> CannotJudge:
    return CannotJudge("invalid-legion", message, (pointer,), {pointer: near} if near else {})
