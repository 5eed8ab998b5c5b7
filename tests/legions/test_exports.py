"""Exports of a legion: equal contents in every format, and no private data of the owner."""

import pytest
from django.utils import translation

from legions.cards.stock import stock_for
from legions.saved_lists import services
from legions.sharing import services as sharing_services
from legions.sharing.exports import ListExports, link_path
from legions.verdicts.view_models import verdict_view
from rulesapi import text_form
from rulesapi.judging import verdicts
from rulesapi.share_links import link_service
from tests import factories, worlds
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]

SITE = "http://testserver"
PICKS = [{"card": "giant", "upgrades": ["club"]}, {"card": "guards", "soldiers": 3, "count": 2}]


@worlds.once_a_module
def world() -> None:
    publish_cards()


@pytest.fixture
def legion(client):
    user = factories.UserFactory(username="owner")
    client.force_login(user)
    return factories.legion(*PICKS, owner=user, name="Embers *and* _ash_", notes="Hold.", collection={"giant": 1})


def exports(legion):
    document = legion.document
    return ListExports(document, verdict_view(document, stock_for(document)), SITE)


def values(response):
    page = Page(response)
    link = page.all("input", id="whole-link")[0]["value"]
    return link, page.text


def test_every_form_is_the_same_list(client, legion) -> None:
    link, words = values(client.get(f"/legions/{legion.pk}/copies/"))
    digest = verdicts.judge(legion.document)["digest"]
    assert verdicts.judge(link_service.decode_legion(link.partition("#")[2]))["digest"] == digest
    copies = exports(legion)
    library = verdicts.library("attack-wing", 1)
    assert verdicts.judge(text_form.parse_text(library, copies.text)[0])["digest"] == digest
    assert "2x Guards (3 soldiers)" in words
    assert copies.text.partition("\n\n")[0] in words


@pytest.mark.sampled
def test_no_form_but_the_document_says_notes_or_collection(client, legion) -> None:
    sharing_services.share_legion(legion=legion)
    for address in (f"/legions/{legion.pk}/copies/", f"/s/{legion.share_key}/copies/"):
        _, words = values(client.get(address))
        assert "Hold." not in words
        assert "collection" not in exports(legion).markdown


def test_fields_omitted_from_the_text_are_named(client) -> None:
    user = factories.UserFactory(username="noted")
    client.force_login(user)
    noted = factories.legion(*PICKS, owner=user, notes="Hold.", tags=["a"])
    assert "Not in this text: notes, tags" in Page(client.get(f"/legions/{noted.pk}/copies/")).words


def test_markdown_shows_names_as_they_are_written(legion) -> None:
    markdown = exports(legion).markdown
    assert markdown.splitlines() == [
        "### Embers \\*and\\* \\_ash\\_ (release 1)",
        "",
        "- Giant (30 points)",
        "  - Club (4 points)",
        "- 2x Guards (3 soldiers) (26 points)",
        "",
        "Total: 60 of 120 points  ",
        "Verdict: Illegal  ",
        f"<{SITE}{link_path({**legion.document, 'release': 1})}>  ",
    ]


def test_text_has_the_points_of_each_card_the_total_the_verdict_and_the_link(client, legion) -> None:
    sharing_services.share_legion(legion=legion)
    words = values(client.get(f"/s/{legion.share_key}/copies/"))[1]
    assert "\nGiant (30 points)\n  + Club (4 points)\n2x Guards (3 soldiers) (26 points)\n\nTotal: " in words
    assert f"\nVerdict: Legal\nhttp://testserver/s/{legion.share_key}/\n" in words


@pytest.mark.sampled
def test_an_own_number_is_written_once_and_read_once(client) -> None:
    factories.publish(factories.creature(slug="stranger", name="Stranger", cost=None))
    legion = factories.legion({"card": "stranger"}, owner=factories.UserFactory(), facts={"stranger": {"cost": 7}})
    text = exports(legion).text
    again, report = text_form.parse_text(verdicts.library("attack-wing"), text)
    assert "Stranger (7 points)\n= Stranger: cost 7\n" in text
    assert again["facts"] == {"stranger": {"cost": 7}}
    assert [(row.card, row.outcome) for row in report if row.card] == [("stranger", "mapped")] * 2


def test_a_list_without_a_name_has_a_title_and_stays_the_same_list(client) -> None:
    nameless = factories.legion(*PICKS, owner=factories.UserFactory(), name="")
    copies = exports(nameless)
    again, _ = text_form.parse_text(verdicts.library("attack-wing"), copies.text)
    assert copies.text.startswith("# Unnamed legion (release 1)\n")
    assert copies.markdown.startswith("### Unnamed legion (release 1)\n")
    assert verdicts.judge(again)["digest"] == verdicts.judge(nameless.document)["digest"]


def test_an_export_is_in_english_for_every_reader(legion) -> None:
    with translation.override("de"):
        text = exports(legion).text
    assert "\nTotal: 60 of 120 points\nVerdict: Illegal\n" in text


def test_an_empty_legion_and_one_with_strange_cards_have_copies(client) -> None:
    user = factories.UserFactory(username="odd")
    client.force_login(user)
    for picks in ([], [{"card": "nobody-knows", "upgrades": ["nor-me"]}]):
        odd = factories.legion(*picks, owner=user)
        link, _ = values(client.get(f"/legions/{odd.pk}/copies/"))
        assert link_service.decode_legion(link.partition("#")[2])["picks"] == picks


@pytest.mark.sampled
def test_a_legion_that_no_link_can_hold_says_so(client) -> None:
    user = factories.UserFactory(username="large")
    client.force_login(user)
    large = factories.legion(*({"card": f"{'long-' * 19}{number}"} for number in range(200)), owner=user)
    page = Page(client.get(f"/legions/{large.pk}/copies/"))
    assert "too large for a link" in page.words
    assert not page.all("input", id="whole-link")


def test_a_deleted_legion_links_to_the_trash(client, legion) -> None:
    services.delete_legion(legion=legion)
    assert client.get(f"/legions/{legion.pk}/copies/")["Location"] == f"/legions/?deleted={legion.pk}"


def test_the_copies_of_a_shared_legion_are_as_little_found_as_it_is(client, legion) -> None:
    sharing_services.share_legion(legion=legion)
    response = client.get(f"/s/{legion.share_key}/copies/")
    assert "noindex" in response["X-Robots-Tag"]
    assert response["Referrer-Policy"] == "same-origin"
    sharing_services.revoke_link(legion=legion)
    assert client.get(f"/s/{legion.share_key or 'x' * 32}/copies/").status_code == 404
