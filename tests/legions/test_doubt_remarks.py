"""The builder's remarks about verdicts that depend on doubtful facts, in the language of the page."""

import pytest

from tests import factories
from tests.legions.builder_helpers import address, publish_cards, start

pytestmark = pytest.mark.django_db

DOUBT = "The ring on the card was <not> seen."


@pytest.mark.sampled
def test_the_doubt_is_marked_as_english_and_the_fact_is_named_in_german(client) -> None:
    wolf = factories.creature(slug="wolf", name="Hill Wolf", cost=30, unique=False)
    entry = {"source": "A list", "checked": False, "doubt": DOUBT}
    publish_cards({**wolf, "sources": {**wolf["sources"], "/cost": entry}})
    legion = start(client, "add/wolf")
    said = '<span lang="en">The ring on the card was &lt;not&gt; seen.</span>'
    english = client.get(address(legion)).content.decode()
    assert f"that is in doubt, cost: {said}" in english
    german = client.get(address(legion), headers={"Accept-Language": "de"}).content.decode()
    assert f"zweifelhaften Angabe von Hill Wolf, Kosten: {said}" in german
