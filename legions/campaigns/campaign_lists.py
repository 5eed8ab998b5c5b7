"""Lists for an adventure of a campaign, and their entries in its record."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.documents import json_input
from legions.accounts.holders import Holder
from legions.campaigns.models import CampaignList
from legions.campaigns.records import Document, JudgedRecord
from legions.cards.stock import stock
from legions.changes.basic import BROUGHT_FIELDS
from legions.changes.campaign_changes import SetCampaign
from legions.my_lists.named_lists import NamedList
from legions.own_numbers.applied_numbers import with_numbers
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.site.errors import ActionRefused
from rulesapi.judging import verdicts


def brought_lists(judged: JudgedRecord, adventure: str) -> dict[str, Document]:
    """Return each player's newest list for an adventure, as a seat of the record."""
    rows = judged.campaign.lists.filter(adventure=adventure, player__in=judged.present, legion__deleted_at=None)
    newest = {row.player: row for row in rows.select_related("legion").order_by("legion__updated_at", "pk")}
    return {player: _seat(row) for player, row in newest.items()}


def _seat(row: CampaignList) -> Document:
    """Return a list as a seat: its identity, its points and cards, purchases and artifacts."""
    document: dict[str, Any] = row.legion.document
    verdict = verdicts.judge(document)
    carried = (card for pick in document["picks"] for card in (pick["card"], *pick.get("upgrades", ())))
    cards = list(dict.fromkeys(carried))
    seat: Document = {
        "player": row.player,
        "side": row.side,
        "list": {
            "digest": verdict["digest"],
            "release": verdict["release"],
            "name": row.legion.name,
            "points": verdict["points"]["total"],
            "cards": cards,
        },
    }
    if bought := document.get("campaign", {}).get("points_bought"):
        seat["points_bought"] = bought
    slots = [
        {"pick": number, "icon": pick["bought_slot"]}
        for number, pick in enumerate(document["picks"])
        if "bought_slot" in pick
    ]
    if slots:
        seat["slots_bought"] = slots
    earned = {one["card"] for player in verdict.get("campaign", {}).get("players", ()) for one in player["artifacts"]}
    if artifacts := [card for card in cards if card in earned]:
        seat["artifacts"] = artifacts
    return seat


@transaction.atomic
def build_list(
    *,
    judged: JudgedRecord,
    holder: Holder,
    player: str,
    adventure: str,
    side: str,
    brought: NamedList | None = None,
) -> Legion:
    """Return a player's list for a side of an adventure, updated with the player's present entitlements.

    A new list begins with the cards that the adventure requires, and with those of the list that is `brought`. That
    list is not changed; sent twice, it makes one new list. Raises ActionRefused for a player who is not in the campaign
    and for an unknown side; InvalidInput, ActionRefused and RateLimitExceeded as `services.create_legion` does.
    """
    known = judged.adventures.get(adventure)
    if player not in judged.present or known is None or side not in known.sides:
        raise ActionRefused(_("There is no such side to build a list for."))
    campaign = campaign_of_list(judged, player, adventure, side)
    rows = judged.campaign.lists.filter(player=player, adventure=adventure, side=side, legion__deleted_at=None)
    row = rows.filter(legion__in=Legion.objects.held_by(holder)).select_related("legion").order_by("-pk").first()
    begun = _begun_with(brought, judged, adventure, side)
    if row is not None and (brought is None or row.legion.document["picks"] == json_input.tidy(begun)["picks"]):
        change = SetCampaign(campaign)
        return services.edit_legion(legion=row.legion, base=row.legion.version, change=change)
    document: Document = {
        "game": judged.campaign.game,
        "name": f"{known.name}: {known.sides[side].name}"[: services.MAX_NAME_LENGTH],
        **begun,
        "campaign": campaign,
    }
    if known.format is not None:
        document["format"] = known.format
    what = _("Copied from {name}.").format(name=brought.name) if brought else ""
    origin = brought.legion if brought and brought.shared else None
    legion = services.create_legion(holder=holder, document=document, what=what, origin=origin)
    CampaignList.objects.create(campaign=judged.campaign, legion=legion, player=player, adventure=adventure, side=side)
    return legion


def _begun_with(brought: NamedList | None, judged: JudgedRecord, adventure: str, side: str) -> Document:
    """Return a list with the cards of another and the required cards of a side that can be on the table by themselves.

    Purchases in another campaign stay behind.
    """
    release = judged.verdict["release"]
    catalog = stock(judged.campaign.game, release)
    source: Document = {} if brought is None else brought.document if brought.shared else brought.legion.document
    picks = [{field: pick[field] for field in pick if field != "bought_slot"} for pick in source.get("picks", ())]
    there = {catalog.card(pick["card"]).slug for pick in picks}
    required = map(catalog.card, judged.adventures[adventure].sides[side].required_cards)
    picks += [{"card": card.slug} for card in required if card.stands and card.slug not in there]
    kept = {field: source[field] for field in BROUGHT_FIELDS if field in source}
    begun = {"game": judged.campaign.game, "release": release, **kept, "picks": picks}
    return with_numbers(begun, source.get("facts", {}))


def campaign_of_list(judged: JudgedRecord, player: str, adventure: str, side: str) -> Document:
    """Return the campaign data of a list: the player's entitlements, or for an own adventure the record itself.

    The record is shared together with the list, so it contains no names and notes.
    """
    said: Document = {"adventure": adventure, "side": side, "player": player}
    own = [one for one in judged.record.get("adventures", ()) if one["slug"] == adventure]
    if own:
        entries = [_nameless(row.document) for row in judged.rows]
        head = {field: judged.record[field] for field in ("game", "release", "settles") if field in judged.record}
        return {**said, "record": {**head, "adventures": judged.record["adventures"], "entries": entries}}
    said["entitlements"] = judged.entitlements(adventure, side)[player]
    if settles := judged.record.get("settles"):
        said["settles"] = settles
    return said


def _nameless(entry: Document) -> Document:
    kept = {field: value for field, value in entry.items() if field not in ("name", "notes", "why")}
    if kept.get("entry"):
        kept["entry"] = _nameless(kept["entry"])
    return kept
