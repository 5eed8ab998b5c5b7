"""The pages of a rulebook: its contents, its chapters, and the address of each section."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from catalog import import_export, publishing
from legions.rulebook.section_states import section_state
from rulesapi.rulebooks.book import find_book
from tests import factories
from tests.legions.page_parser import Page, is_harmless
from tests.nonempty import nonempty

BOOK = "/rules/attack-wing/book/"
GERMAN = {"Accept-Language": "de"}
MAX_BYTES = 150_000
"""The maximum size of a page of a rulebook."""

pytestmark = pytest.mark.django_db


def section(address: str, position: int, **facts: Any) -> dict[str, Any]:
    """Return a section at an address; without `text` among the facts, it has none of its own."""
    document = factories.section(at=address, slug=re.sub(r"[./]", "-", address), position=position)
    return {**{key: value for key, value in document.items() if key != "text"}, "name": f"Title {address}", **facts}


def chapter(number: int, sections: int) -> list[dict[str, Any]]:
    """Return a chapter with a number of sections under its heading."""
    first = section(f"{number}", number * 1000)
    parts = range(1, sections + 1)
    return [first, *(section(f"{number}.{one}", number * 1000 + one, parent=f"{number}", text="So.") for one in parts)]


def publish(*documents: dict[str, Any]) -> None:
    factories.publish_frame(factories.rulebook(), *documents)


def words(client: Client, address: str, **headers: str) -> str:
    """Return the text of a page in one line."""
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return Page(response).words


@pytest.fixture
def attack() -> None:
    """Publish a chapter about attacks with sections of each kind."""
    publish(
        section("6", 10, name="Attacks"),
        section(
            *("6.1", 20),
            name="Natural 20: a critical hit",
            parent="6",
            text="A 20 always hits (6.2). See 9.9 as well.",
            also=["nat 20", "crit"],
            see=["6.2"],
        ),
        section("6.2", 30, name="Damage", parent="6", text="Take <b>that</b>.", formerly=["6-9"]),
        section("6.2.a", 40, name="More of it", parent="6.2", covered_by="6.2"),
        section("6.3", 50, name="Asked", parent="6", ruling="asked", sources=factories.SOURCES),
        section("6.4", 60, name="Dodge Token", parent="6", references=["dodge"]),
        section("6.5", 70, name="Agreements", parent="6", text="Agree.", people="Only players know."),
        section("6.6", 80, name="Old", parent="6", text="Old.", retired="Never printed."),
        factories.ruling(slug="asked", question="May it?", answer="It may.", cards=["ogre"], sections=["6.3"]),
        factories.ruling(slug="about", name="About damage", sections=["6.2"]),
        factories.reference(translations=[{"language": "de", "text": "Ein Marker mehr."}]),
        factories.creature(slug="ogre", name="Ogre", text="Gains a dodge token."),
    )


def test_contents_name_each_chapter_with_its_sections_and_states(client: Client, attack: None) -> None:
    text = words(client, BOOK)
    assert "Rules of Play" in text and "Attacks Natural 20: a critical hit" in text
    assert "in words 4" in text and "ruling 1" in text and "for people to decide 1" in text
    assert f'href="{BOOK}6/"' in client.get(BOOK).content.decode()


def test_a_section_has_its_text_its_state_other_words_and_related_sections(client: Client, attack: None) -> None:
    page = client.get(f"{BOOK}6/").content.decode()
    (entry,) = re.findall(r'<section class="entry entry--3" id="6.1">(.*?)</section>', page, re.DOTALL)
    assert 'A 20 always hits (<a href="#6.2">6.2</a>). See 9.9 as well.' in entry
    assert "nat 20, crit" in entry and "in words" in entry and "p. 13" in entry
    assert 'See also <a href="#6.2" lang="en">Damage</a>' in entry


def test_a_heading_without_a_rule_has_its_other_words_too(client: Client) -> None:
    publish(section("6", 10, name="Attacks", also=["strikes", "blows"]), section("6.1", 20, parent="6", text="So."))
    assert "also: strikes, blows" in words(client, f"{BOOK}6/")


def test_the_contents_a_chapter_and_the_coverage_have_the_states_in_one_order(client: Client, attack: None) -> None:
    states = ["in words", "ruling", "for people to decide"]
    for address in (BOOK, f"{BOOK}6/", "/rules/attack-wing/coverage/"):
        listed = re.search(r'<ul class="states">(.*?)</ul>', client.get(address).content.decode(), re.DOTALL)
        assert listed and re.findall(r'<span class="state state--\w+">([^<]+)<', listed[1]) == states, address


def test_a_text_is_shown_wherever_it_is_kept(client: Client, attack: None) -> None:
    text = words(client, f"{BOOK}6/")
    assert text.count("Take <b>that</b>.") == 2 and "Decided with Damage" in text
    assert "May it? It may." in text
    assert "The creature takes a token that adds a dodge later on." in text
    assert "Only players know." in text and "Never printed." not in text
    assert is_harmless(Page(client.get(f"{BOOK}6/")))


def test_a_section_leads_to_its_rulings_and_to_cards_that_speak_of_it(client: Client, attack: None) -> None:
    page = client.get(f"{BOOK}6/").content.decode()
    entries = dict(re.findall(r'<section class="entry entry--\d" id="([^"]+)">(.*?)</section>', page, re.DOTALL))
    assert "/rules/attack-wing/#ruling-about" in entries["6.2"]
    assert "/cards/attack-wing/ogre/" in entries["6.3"] and "/cards/attack-wing/ogre/" in entries["6.4"]
    assert "/cards/attack-wing/ogre/" not in entries["6.2"]


def test_a_section_whose_ruling_was_replaced_does_not_lead_to_itself(client: Client) -> None:
    publish(
        section("6.3", 10, name="Asked", ruling="before", sources=factories.SOURCES),
        factories.ruling(slug="before", answer="It may.", sections=["6.3"], replaced_by="after"),
        factories.ruling(slug="after", name="After", question="May it?", answer="It may not.", sections=["6.3"]),
        factories.ruling(slug="other", name="Other", sections=["6.3"]),
    )
    (entry,) = re.findall(r"<section .*?</section>", client.get(f"{BOOK}6-3/").content.decode(), re.DOTALL)
    assert "It may not." in entry
    assert "/rules/attack-wing/#ruling-other" in entry
    links = re.search(r'<dl class="entry__links">.*?</dl>', entry, re.DOTALL)
    assert links and ">After</a>" not in links[0] and "6.3" not in links[0]


@pytest.mark.parametrize(
    ("address", "location"),
    [("6", "6/#6"), ("6.2", "6/#6.2"), ("6.9", "6/#6.2"), ("6-9", "6/#6.2"), ("6.2.a", "6/#6.2.a")],
)
def test_an_address_leads_to_its_section_and_so_does_a_former_one(
    client: Client, attack: None, address: str, location: str
) -> None:
    response = client.get(f"{BOOK}at/{address}/")
    assert (response.status_code, response["Location"]) == (302, f"{BOOK}{location}")


def test_an_address_with_a_page_leads_to_its_section(client: Client) -> None:
    publish(section("p15/combat-phase", 10, text="Fight."))
    assert client.get(f"{BOOK}at/p15/combat-phase/")["Location"] == f"{BOOK}p15-combat-phase/#p15/combat-phase"


def test_a_retired_section_says_why(client: Client, attack: None) -> None:
    response = client.get(f"{BOOK}at/6.6/")
    assert response.status_code == 410 and "Never printed." in response.content.decode()


@pytest.mark.parametrize(
    "address",
    [
        *("7/", "6-1/", "at/7/", "at/6.1/x/", "at/%00/", "at/../6/", "at//", "at/%3Cscript%3E/", "%F0%9F%90%89/"),
        *(f"at/{'9' * 3000}/", "at/6.1%0d%0aSet-Cookie:x/"),
    ],
)
def test_an_address_that_the_book_does_not_have_is_not_found(client: Client, attack: None, address: str) -> None:
    assert client.get(BOOK + address).status_code == 404


NO_RULEBOOK = pytest.mark.parametrize(
    "documents", [[], [factories.rulebook(retired="A second print replaces it."), section("6", 10, text="So.")]]
)


@NO_RULEBOOK
def test_a_game_without_a_rulebook_in_force_has_no_pages_of_one(client: Client, documents: list[Any]) -> None:
    factories.publish_frame(*documents)
    for address in (BOOK, f"{BOOK}6/", "/rules/no-game/book/", "/rules/no-game/book/at/6/"):
        assert client.get(address).status_code == 404


@NO_RULEBOOK
def test_a_cited_section_leads_to_the_rules_where_there_is_no_rulebook(client: Client, documents: list[Any]) -> None:
    factories.publish_frame(*documents)
    assert client.get(f"{BOOK}at/p28/unique-names/")["Location"] == "/rules/attack-wing/"


def test_short_chapters_share_a_page_and_a_long_one_has_its_own(client: Client) -> None:
    publish(*chapter(1, 9), *chapter(2, 20), *chapter(3, 60), *chapter(4, 0), *chapter(5, 3))
    first = words(client, f"{BOOK}1/")
    assert "Title 1.9" in first and "Title 2.20" in first and "Title 3.1" not in first
    assert client.get(f"{BOOK}2/")["Location"] == f"{BOOK}1/#2"
    assert client.get(f"{BOOK}at/2.7/")["Location"] == f"{BOOK}1/#2.7"
    assert client.get(f"{BOOK}4/")["Location"] == f"{BOOK}3/#4"
    assert client.get(f"{BOOK}5/").status_code == 200


def test_each_page_that_the_contents_lead_to_answers_even_if_a_section_is_before_its_heading(client: Client) -> None:
    publish(section("1.1", 10, parent="1", text="Early."), section("1", 20), section("2", 30))
    links = {link["href"].partition("#")[0] for link in Page(client.get(BOOK)).all("a") if "book/" in link["href"]}
    for link in nonempty(links):
        assert client.get(link).status_code == 200, link
    assert "Early." in words(client, f"{BOOK}1-1/")


@pytest.mark.sampled
def test_pages_lead_to_the_one_before_and_the_one_after(client: Client) -> None:
    publish(*chapter(1, 50), *chapter(2, 50), *chapter(3, 50))
    ends = {
        number: [
            link["href"] for rel in ("prev", "next") for link in Page(client.get(f"{BOOK}{number}/")).all("a", rel=rel)
        ]
        for number in (1, 2, 3)
    }
    assert ends == {1: [f"{BOOK}2/"], 2: [f"{BOOK}1/", f"{BOOK}3/"], 3: [f"{BOOK}2/"]}


def test_contents_next_to_a_chapter_list_its_sections_and_all_chapters(client: Client) -> None:
    publish(*chapter(1, 50), *chapter(2, 50))
    page = Page(client.get(f"{BOOK}1/"))
    links = [link["href"] for link in page.all("a") if link.get("lang") == "en"]
    assert f"{BOOK}2/" in links and f"{BOOK}1/#1.50" in links and f"{BOOK}2/#2.1" not in links


def test_english_texts_are_marked_in_german_with_one_note(client: Client, attack: None) -> None:
    page = client.get(f"{BOOK}6/", headers=GERMAN).content.decode()
    assert '<span lang="en">A 20 always hits' in page and "Ein Marker mehr." in page
    assert page.count("Die Texte des Buchs sind auf Englisch.") == 1
    assert "auf Englisch" not in client.get(f"{BOOK}6/").content.decode()
    assert "Von Menschen zu entscheiden" not in page and "ein Fall für die Spieler" in page


def test_pages_of_the_book_are_in_the_site_map(client: Client, attack: None) -> None:
    found = client.get("/sitemap-rules.xml").content.decode()
    assert f"{BOOK}</loc>" in found and f"{BOOK}6/</loc>" in found


@pytest.mark.sampled
def test_every_section_of_the_shipped_books_is_at_its_address_and_no_page_is_too_long(client: Client) -> None:
    documents = import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures"])).documents
    publishing.publish(documents, by=None, why="All books")
    for game in ("attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command"):
        found = find_book(game)
        assert found
        pages: dict[str, str] = {}
        for one in nonempty(found.sections):
            path, _, fragment = client.get(f"/rules/{game}/book/at/{one.address}/")["Location"].partition("#")
            if path not in pages:
                pages[path] = client.get(path).content.decode()
            assert f'id="{one.address}"' in pages[path] and fragment == one.address
            assert one.text is None or one.text_source == "ruling" or _plain(one.text) in _plain(pages[path])
        assert max(len(page.encode()) for page in pages.values()) < MAX_BYTES


def _plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def test_a_section_leads_to_what_applies_it(client: Client) -> None:
    publish(
        section("p28/unique-names", 10, text="Each name once."),
        section("p35/experience-points", 20, text="They are earned."),
        section("p30/troop-rules", 30, text="Six at most."),
    )
    book = find_book("attack-wing")
    assert book
    states = {section.address: section_state(book, section) for section in book.sections}
    links = {at: {(link.name, link.address) for link in state.links} for at, state in states.items() if state}
    assert ("Unique name", "/rules/attack-wing/#unique-name") in links["p28/unique-names"]
    assert ("Campaigns", "/campaigns/attack-wing/") in links["p35/experience-points"]
    assert ("Formation of a troop", "/play/attack-wing/formation/") in links["p30/troop-rules"]
    assert "Unique name in a team" in words(client, f"{BOOK}p28-unique-names/")
