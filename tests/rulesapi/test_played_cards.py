"""The link from a creature's card to its maneuver card, over REST."""

from dataclasses import replace
from typing import Any

import pytest

from catalog import snapshots
from rulesapi.judging import played_cards
from rulesapi.judging.resolutions import play_ruleset
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db

GIANT = "/api/v1/cards/attack-wing/giant/"


@pytest.fixture
def giants() -> None:
    factories.publish_frame(
        factories.creature(slug="giant", **{"class": "Hill Giant"}),
        factories.creature(slug="ghost", **{"class": "Ghost"}),
        factories.creature(slug="stranger", **{"class": None}),
        factories.upgrade(slug="club", **{"class": "Hill Giant"}),
        factories.maneuver_card(slug="hill-giant-maneuvers", **{"class": "Hill Giant"}),
    )


@pytest.mark.usefixtures("giants")
def test_a_creature_links_to_the_maneuver_card_of_its_class(api: ApiClient) -> None:
    link = api.get(GIANT)["Link"]
    assert link == '</api/v1/cards/attack-wing/hill-giant-maneuvers/>; rel="related"; title="maneuver-card"'
    there = api.get(link.partition(">")[0][1:])
    assert (there.status_code, there.json()["kind"]) == (200, "maneuver-card")
    assert "Link" not in there


@pytest.mark.usefixtures("giants")
@pytest.mark.parametrize("slug", ["ghost", "stranger", "club"])
def test_a_card_without_a_maneuver_card_has_no_link(api: ApiClient, slug: str) -> None:
    assert "Link" not in api.get(f"/api/v1/cards/attack-wing/{slug}/")


@pytest.mark.usefixtures("giants")
def test_the_link_stays_in_the_release_that_is_read_and_is_there_with_a_choice_of_fields(api: ApiClient) -> None:
    factories.publish(factories.maneuver_card(slug="other-maneuvers", **{"class": "Hill Giant"}))
    assert "hill-giant-maneuvers/?release=1>" in api.get(f"{GIANT}?release=1&fields=name")["Link"]
    assert "Link" not in api.get(GIANT)  # which of two cards applies is not known


@pytest.mark.usefixtures("giants")
def test_a_retired_maneuver_card_is_not_linked(api: ApiClient) -> None:
    factories.publish(
        factories.maneuver_card(slug="hill-giant-maneuvers", retired="Reprinted.", **{"class": "Hill Giant"})
    )
    assert "Link" not in api.get(GIANT)


def test_a_card_without_a_published_game_has_no_link(api: ApiClient) -> None:
    factories.publish(factories.creature(slug="giant"))
    response = api.get(GIANT)
    assert response.status_code == 200 and "Link" not in response


def test_an_error_in_the_rules_of_a_game_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(card: Any, read_cards: Any) -> None:
        raise KeyError("class")

    play = play_ruleset("attack-wing")
    assert play
    monkeypatch.setattr(played_cards, "play_ruleset", lambda _game: replace(play, played_with=broken))
    factories.publish_frame(factories.creature(slug="giant"))
    with pytest.raises(KeyError):
        played_cards.played_with(factories.creature(slug="giant"), snapshots.newest())
