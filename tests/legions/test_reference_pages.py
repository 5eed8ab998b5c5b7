"""References of the rulebook for actions, tokens and the like: on their page, and next to the steps that apply them."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from tests import factories

PAGE = "/rules/attack-wing/reference/"
FILES = [
    json.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parents[2].glob("fixtures/attack-wing/references/*.json"))
]
OF_THE_REQUEST = {
    f"attack-wing/{code}"
    for code in ("unknown-card", "wrong-kind", "fact-differs", "unknown-adventure", "beyond-limit")
}
"""Rules about the request, which are not in the rulebook."""


def text(client: Client, address: str, **query: Any) -> str:
    response = client.get(address, query)
    assert response.status_code == 200
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())))


@pytest.fixture
def references() -> None:
    token = factories.reference(
        slug="dodge-token",
        name="Dodge Token",
        topic="token",
        text="Spent in defense.",
        also=["evade"],
        rules=["attack-wing/attack-dice"],
        see=["dodge"],
        translations=[{"language": "de", "text": "Wird in der Abwehr ausgegeben."}],
    )
    factories.publish_frame(
        factories.reference(), token, factories.creature(slug="ogre", name="Ogre", movement="ground", attack=2)
    )


@pytest.mark.django_db
@pytest.mark.usefixtures("references")
def test_references_are_grouped_by_topic_with_pages_and_links(client: Client) -> None:
    shown = text(client, PAGE)
    assert shown.index("Actions") < shown.index("Dodge Token") and "Attack Wing rulebook, p. 13" in shown
    assert '<a href="#dodge" lang="en">Dodge</a>' in client.get(PAGE).content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("references")
@pytest.mark.parametrize(
    ("query", "expected", "missed"),
    [("evade", "Spent in defense.", "later on"), ("LATER token", "later on", "Spent in"), ("\x00  ", "later on", "–")],
)
def test_references_are_found_by_every_word(client: Client, query: str, expected: str, missed: str) -> None:
    shown = text(client, PAGE, q=query)
    assert expected in shown and missed not in shown


@pytest.mark.django_db
@pytest.mark.usefixtures("references")
def test_a_search_without_results_is_reported(client: Client) -> None:
    response = client.get(PAGE, {"q": "<b>dragon"})
    assert "No entry contains “&lt;b&gt;dragon”." in response.content.decode()
    assert client.get("/rules/dungeon-command/reference/").status_code == 404


@pytest.mark.django_db
@pytest.mark.usefixtures("references")
def test_in_german_the_text_is_german_and_found_by_its_words(client: Client) -> None:
    shown = client.get(PAGE, {"q": "abwehr"}, headers={"Accept-Language": "de"}).content.decode()
    assert "Wird in der Abwehr ausgegeben." in shown


@pytest.mark.django_db
@pytest.mark.usefixtures("references")
def test_a_reference_leads_to_the_section_of_the_rulebook_about_it(client: Client) -> None:
    assert "/book/at/" not in client.get(PAGE).content.decode()
    first, second = (factories.section(at=at, slug=at, position=10 + number) for number, at in enumerate("ab"))
    factories.publish(
        factories.rulebook(), {**second, "references": ["dodge"]}, {**first, "references": ["dodge-token", "dodge"]}
    )
    html = client.get(PAGE).content.decode()
    assert html.count('<a href="/rules/attack-wing/book/at/a/">Attack Wing rulebook, p. 13</a>') == 2


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.usefixtures("references")
def test_a_step_has_what_the_rulebook_says_of_it_at_hand(client: Client) -> None:
    answer = client.get("/play/attack-wing/attack/", {"attacker": "Ogre", "defender": "Ogre", "range": "1"})
    assert f'<a href="{PAGE}#dodge-token">' in answer.content.decode()


def test_each_rule_of_play_leads_to_one_reference() -> None:
    named = [code for one in FILES for code in one.get("rules", ())]
    assert len(named) == len(set(named))
    assert {rule.code for rule in find_play_ruleset("attack-wing").rules.values()} - OF_THE_REQUEST <= set(named)


def test_each_reference_has_its_page_and_its_german() -> None:
    assert all(one["sources"][""]["page"] for one in FILES)
    assert all([row["language"] for row in one["translations"]] == ["de"] for one in FILES)
