"""Rulings on the website: on the rules page, on the card, next to findings, and where one decides a question."""

import pytest
from django.test import Client

from legions.saved_lists.models import Legion
from rulesapi.judging import verdicts
from tests import factories
from tests.engine import conformance_cases
from tests.legions.builder_helpers import address, after, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

GAME = "dnd-miniatures-2008"
TWINS = {
    "date": "2014-05",
    "said_by": "publisher",
    "sources": {"": {"source": "A rulebook", "page": 28, "checked": True}},
    "translations": [{"language": "de", "question": "Zwei von einem Namen?", "answer": "Nein."}],
}


@pytest.fixture(autouse=True)
def table() -> None:
    """Publish a few cards of another game as well."""
    publish_cards()


def page(client: Client, where: str) -> Page:
    return Page(client.get(where))


@pytest.mark.sampled
def test_pages_without_rulings_do_not_mention_them(client: Client) -> None:
    assert "Rulings" not in page(client, "/rules/attack-wing/").words
    assert "Rulings" not in page(client, "/cards/attack-wing/dragon/").words


@pytest.mark.sampled
def test_the_page_of_the_rules_tells_a_ruling_whole_and_each_rule_leads_to_it(client: Client) -> None:
    factories.publish(factories.ruling(**TWINS, cards=["dragon"]))
    rules = page(client, "/rules/attack-wing/")
    words = rules.words
    assert "May two creatures of one unique name stand in a legion?" in words
    assert "No, whatever else differs between their cards." in words
    assert "The publisher, May 2014" in words
    assert "A rulebook, p. 28" in words
    assert rules.all("li", id="ruling-two-of-a-name")
    assert len(rules.all("a", href="#ruling-two-of-a-name")) == 2
    assert rules.all("a", href="/cards/attack-wing/dragon/")


@pytest.mark.sampled
def test_a_card_shows_the_rulings_about_it_by_a_former_slug_too_and_no_others(client: Client) -> None:
    about = {"rules": ["attack-wing/unique-name"], "cards": ["old-drake"]}
    factories.publish(factories.creature(slug="drake", formerly=["old-drake"]))
    factories.publish(factories.ruling(**about), factories.ruling(slug="other", name="Other", cards=["dragon"]))
    drake = page(client, "/cards/attack-wing/drake/")
    assert "Two of a name" in drake.words
    assert "Other" not in drake.words
    assert drake.all("a", href="/rules/attack-wing/#ruling-two-of-a-name")


def test_a_ruling_in_the_language_of_the_page(client: Client) -> None:
    factories.publish(factories.ruling(**TWINS))
    words = Page(client.get("/rules/attack-wing/", headers={"Accept-Language": "de"})).words
    assert "Zwei von einem Namen?" in words
    assert "Der Verlag, Mai 2014" in words


@pytest.mark.sampled
def test_a_ruling_that_does_not_hold_any_more_says_why_and_what_holds_and_is_cited_nowhere(client: Client) -> None:
    factories.publish(
        factories.ruling(cards=["dragon"], replaced_by="newer"),
        factories.ruling(slug="newer", name="Newer"),
        factories.ruling(slug="gone", name="Gone", retired="It was a mistake.", cards=["dragon"]),
    )
    rules = page(client, "/rules/attack-wing/")
    assert "Former rulings" in rules.words
    assert "Replaced by: Newer" in rules.words
    assert "It was a mistake." in rules.words
    assert len(rules.all("a", href="#ruling-two-of-a-name")) == 1
    assert "Rulings" not in page(client, "/cards/attack-wing/dragon/").words


@pytest.mark.sampled
def test_a_finding_leads_to_the_rulings_that_it_cites(client: Client) -> None:
    factories.publish(factories.ruling())
    shown = page(client, address(start(client, "add/dragon", "add/dragon")))
    assert "Rulings: Two of a name" in shown.words
    assert shown.all("a", href="/rules/attack-wing/#ruling-two-of-a-name")


@pytest.fixture
def two_releases() -> tuple[int, int]:
    """A release of another game, and one with a ruling about a question that its rulebook leaves open."""
    documents = conformance_cases.library_documents(GAME)
    named = {"wide-plain", "arin-the-young", "arin-the-old"}
    cards = [{**card, "set": None} for card in documents["cards"] if card["slug"] in named]
    form = next(one for one in documents["formats"] if one["slug"] == documents["game"]["default_format"])
    settles = [{"question": "identical-names", "reading": "name-and-cost"}]
    ruling = factories.ruling(game=GAME, slug="two-arins", name="Two Arins", rules=[f"{GAME}/unique"], settles=settles)
    return factories.publish(documents["game"], form, *cards).number, factories.publish(ruling).number


def test_a_question_that_a_ruling_settles_stays_open_in_the_release_before(two_releases: tuple[int, int]) -> None:
    picks = [{"card": "arin-the-young"}, {"card": "arin-the-old"}]
    legion = {"game": GAME, "faction": "wild", "map": "wide-plain", "picks": picks}
    older, newer = (verdicts.judge({**legion, "release": number}) for number in two_releases)
    assert (older["verdict"], [one["question"] for one in older["open"]]) == ("undetermined", ["identical-names"])
    assert "settled" not in older
    assert newer["verdict"] == "legal"
    assert newer["settled"][0]["rulings"] == [{"slug": "two-arins", "name": "Two Arins"}]
    assert older["digest"] == newer["digest"]


@pytest.mark.sampled
@pytest.mark.usefixtures("two_releases")
def test_a_settled_question_is_shown_with_its_reading_and_a_link_to_the_ruling(client: Client) -> None:
    client.post(f"/build/{GAME}/", {"do": "add/arin-the-young"})
    after(client, Legion.objects.get(), "add/arin-the-old")
    shown = page(client, address(Legion.objects.get()))
    assert "A ruling settles: Do two unique creatures with one name" in shown.words
    assert shown.all("a", href=f"/rules/{GAME}/#ruling-two-arins")
    assert "The rules leave open" not in shown.words
    assert "Settles: Do two unique creatures" in page(client, f"/rules/{GAME}/").words
