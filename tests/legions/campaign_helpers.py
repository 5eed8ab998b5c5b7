"""Helpers for tests of campaigns: three people, a campaign with seats for them, and games that they play."""

from typing import Any

from django.test import Client

from legions.accounts.holders import Holder
from legions.campaigns import services
from legions.campaigns.models import Campaign
from tests import factories
from tests.clients import logged_in

GAME = "attack-wing"
HILL = "over-the-hill"
GUEST = Holder(guest_key="a guest at the table")


def publish_hill(*more: dict[str, Any]) -> None:
    """Publish an adventure of two sides whose winner earns a point."""
    factories.publish_frame(factories.adventure(), *more)


def new_campaign(holder: Holder, **facts: Any) -> Campaign:
    """Start a campaign whose leader plays in it as Ann."""
    return services.start_campaign(
        holder=holder, **{"game": GAME, "name": "The winter league", "plan": [HILL], "player": "Ann", **facts}
    )


def table_of_two(user: Any) -> Campaign:
    """Start a campaign with the account's player Ann and a guest, Bo."""
    campaign = new_campaign(Holder(user=user))
    services.take_seat(campaign=campaign, holder=GUEST, name="Bo")
    return campaign


def game_won(winner: str = "player-1", loser: str = "player-2", **facts: Any) -> dict[str, Any]:
    """Return the entry of a game on the hill."""
    return {
        "type": "played",
        "adventure": HILL,
        "seats": [{"player": winner, "side": "upper"}, {"player": loser, "side": "lower"}],
        "report": {"sides": {"upper": {"end": "won"}, "lower": {"end": "lost"}}},
        **facts,
    }


def as_guest(key: str = GUEST.guest_key or "") -> Client:
    """Return a client of a guest."""
    client = Client()
    session = client.session
    session["guest_key"] = key
    session.save()
    return client


def address(campaign: Campaign, *more: str) -> str:
    """Return the address of a campaign, or of a page below it."""
    return f"/campaigns/{campaign.pk}/{''.join(f'{one}/' for one in more)}"


def do(client: Client, campaign: Campaign, action: str, **fields: Any) -> Any:
    """Press a button of a campaign's page."""
    return client.post(address(campaign, "do"), {"do": action, **fields})


def roles(ann: Any) -> dict[str, Client]:
    """Return clients of a leader, a guest who plays, another account, another guest and a stranger."""
    return {
        "leader": logged_in(ann),
        "player": as_guest(),
        "account": logged_in(factories.UserFactory()),
        "guest": as_guest("somebody else"),
        "stranger": Client(),
    }
