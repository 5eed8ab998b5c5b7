"""The form for format and limit: its values are consistent."""

import pytest
from django.test import Client

from tests import factories
from tests.legions.builder_helpers import address, after, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

STARTER = {"slug": "starter", "name": "Starter", "points": 60, "allowed_points": [60], "recommended_points": [60]}


def test_a_format_that_is_not_played_at_the_limit_brings_its_own(client: Client) -> None:
    publish_cards(factories.standard(**STARTER))
    legion = after(client, start(client, "add/giant"), "limits", format="standard", points="100")
    assert legion.document["points"] == 100
    legion = after(client, legion, "limits", format="starter", points="100")
    assert (legion.document["format"], legion.document.get("points")) == ("starter", None)
    assert after(client, legion, "limits", format="starter", points="60").document["points"] == 60


@pytest.mark.sampled
def test_a_form_without_a_field_for_the_limit_keeps_it(client: Client) -> None:
    publish_cards(factories.standard(**STARTER))
    legion = after(client, start(client, "add/giant"), "limits", format="starter", points="60")
    fields = Page(client.get(address(legion))).all("input", name="points")
    assert [(one["type"], one["value"]) for one in fields] == [("hidden", "60")]


def test_a_limit_is_one_that_the_format_has_in_the_release_of_the_list(client: Client) -> None:
    publish_cards(factories.standard(**{**STARTER, "allowed_points": [60, 100]}))
    legion = start(client, "add/giant")
    factories.publish(factories.standard(**STARTER))
    assert after(client, legion, "limits/starter/100").document["points"] == 100
