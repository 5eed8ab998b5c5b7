"""The rulings and terms of cards: on their pages, at the sections of the book, and on printed sheets."""

import re
from typing import Any

import pytest
from django.test import Client

from legions.printing import sheet_layout
from legions.printing.sheet_content import SheetContent
from legions.printing.sheet_rules import PrintedRule, PrintedRules
from legions.printing.svg_pages import A4
from legions.rulebook.open_book import open_book
from legions.sharing import services
from tests import factories
from tests.legions.page_parser import Page
from tests.legions.test_rulebook_pages import section

pytestmark = pytest.mark.django_db

FILLER = [
    section(f"9.{number}", 900 + number, name=f"Rule number {number} of many", text="Nothing.") for number in range(20)
]
"""Sections with a text that uses no term, so that a term is not in too many of them."""


def terms(text: str | None = None, *headings: str, **facts: Any) -> list[str]:
    """Return the titles of the terms that a creature with a text uses in a book with these headings."""
    sections = [section(f"1.{number}", number, name=heading, text="So.") for number, heading in enumerate(headings, 1)]
    creature = factories.creature(slug="ogre", name="Ogre", text=text, **facts)
    factories.publish_frame(factories.rulebook(), *sections, *FILLER, creature)
    opened = open_book("attack-wing")
    assert opened
    return [one.title for one in opened.terms.by_card.get("ogre", ())]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("It pushes the target.", "Push: one space at a time"),
        ("Loses an armor token.", "Armor Tokens"),
        ("Adds a dodge.", "Dodge (Action)"),
        ("The target is slowed.", "Slowed: speed 2"),
        ("IMMOBILIZED until then.", "Immobilized"),
    ],
)
def test_a_term_is_found_by_its_words_whatever_their_endings(text: str, heading: str) -> None:
    assert terms(text, heading) == [heading]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Deals 5 damage.", "Damaged: below starting hit points"),
        ("It is armored. Tokens lie here.", "Armor Tokens"),
        ("Loses a token of armor.", "Armor Tokens"),
        ("An ogre.", "Ogre"),
        ("It attacks with its class.", "Class"),
        (None, "Push"),
        ("Not the end of it.", "The"),
        ("It goes on and on.", "It goes on and on and on"),
    ],
)
def test_other_words_are_no_term(text: str | None, heading: str) -> None:
    assert terms(text, heading) == []


def test_a_term_within_a_longer_one_does_not_count() -> None:
    assert terms("Gains an exhaustion token.", "Exhaustion", "Exhaustion Tokens") == ["Exhaustion Tokens"]


def test_a_word_that_much_of_the_book_uses_is_no_term() -> None:
    sections = [section(f"2.{number}", 100 + number, name=f"A {number}", text="You move.") for number in range(9)]
    moving = section("1.1", 1, name="Move", text="So.")
    factories.publish_frame(
        factories.rulebook(), moving, *sections, factories.creature(slug="ogre", text="It moves 2 squares.")
    )
    opened = open_book("attack-wing")
    assert opened and opened.terms.by_card == {}


def test_a_term_that_many_cards_use_is_no_term() -> None:
    ogres = [factories.creature(slug=f"ogre-{number}", text="Push it.") for number in range(6)]
    factories.publish_frame(factories.rulebook(), section("1", 1, name="Push", text="So."), *FILLER, *ogres)
    opened = open_book("attack-wing")
    assert opened and opened.terms.by_card == {}


def test_a_retired_card_has_no_terms() -> None:
    assert terms("Push it.", "Push", retired="Never printed.") == []


def shared() -> Any:
    """Return a shared list with an ogre."""
    legion = factories.legion({"card": "ogre"})
    services.share_legion(legion=legion)
    return legion


@pytest.fixture
def ogre() -> None:
    """Publish a creature with a term, a ruling that names it, and one about its ability."""
    factories.publish_frame(
        factories.rulebook(),
        section("1", 10, name="Push: one space at a time", text="Push it away. Never into a wall."),
        section("2", 20, name="Asked", ruling="named"),
        *FILLER,
        factories.ruling(slug="named", name="The ogre's reach", question="Far?", answer="No.", cards=["ogre"]),
        factories.ruling(slug="ability", name="Reach and walls", abilities=["Long Reach"]),
        factories.creature(slug="ogre", name="Ogre", text="Long Reach. It pushes the target."),
    )


def test_a_card_has_its_rulings_and_terms_with_links_to_the_book(client: Client, ogre: None) -> None:
    page = Page(client.get("/cards/attack-wing/ogre/"))
    assert "Rulings The ogre's reach Far? No." in page.words
    assert "About its abilities: Reach and walls" in page.words
    assert "Terms in the rulebook Push Push it away. p. 13" in page.words
    links = {link["href"] for link in page.all("a")}
    assert {"/rules/attack-wing/book/at/2/", "/rules/attack-wing/book/1/#1"} <= links
    assert "/rules/attack-wing/#ruling-ability" in links


def test_a_card_without_a_rulebook_has_its_rulings(client: Client) -> None:
    factories.publish_frame(
        factories.creature(slug="ogre", name="Ogre", text="It pushes."),
        factories.ruling(slug="named", name="The ogre's reach", cards=["ogre"]),
    )
    page = Page(client.get("/cards/attack-wing/ogre/"))
    assert "The ogre's reach" in page.words and "Terms in the rulebook" not in page.words
    assert "/rules/attack-wing/#ruling-named" in {link["href"] for link in page.all("a")}


def test_a_section_leads_to_the_cards_that_use_its_term(client: Client, ogre: None) -> None:
    assert client.get("/rules/attack-wing/book/1/").content.decode().count("/cards/attack-wing/ogre/") == 2


def test_a_ruling_of_the_book_is_on_the_page_of_the_rules_only_if_it_is_about_one(client: Client, ogre: None) -> None:
    factories.publish(factories.ruling(slug="free", name="Free", cards=["ogre"], rules=["attack-wing/unique-name"]))
    page = client.get("/rules/attack-wing/").content.decode()
    assert 'id="ruling-free"' in page and "Read the whole rulebook" in page


def test_a_sheet_has_the_rulings_and_terms_of_its_cards_on_wish(client: Client, ogre: None) -> None:
    legion = shared()
    plain = client.get(f"/s/{legion.share_key}/sheet/").content.decode()
    full = client.get(f"/s/{legion.share_key}/sheet/?rules=on").content.decode()
    assert plain.count('class="printed__page"') == 1 and full.count('class="printed__page"') == 2
    assert "Push it away." not in plain
    last = re.sub(r"<[^>]+>", " ", full.rpartition('class="printed__page"')[2])
    for words in ("RULINGS", "TERMS IN THE RULEBOOK", "Push it away.", "Far? No.", "Reach and walls", "p. 13"):
        assert words in last


def test_a_german_sheet_marks_the_rules_that_are_not_translated_and_no_others(client: Client) -> None:
    said = {"language": "de", "question": "Wie weit?", "answer": "Nirgends."}
    factories.publish_frame(
        factories.rulebook(),
        section("1", 10, name="Push", text="Push it away."),
        *FILLER,
        factories.ruling(slug="named", question="Far?", answer="No.", cards=["ogre"], translations=[said]),
        factories.creature(slug="ogre", name="Ogre", text="It pushes."),
    )
    factories.publish(factories.game(notice="Wing is a mark of somebody."))
    legion = shared()
    address = f"/s/{legion.share_key}/sheet/?rules=on"
    german = client.get(address, headers={"accept-language": "de"}).content.decode()
    lines = {text: attributes for attributes, text in re.findall(r"<text([^>]*)>([^<]*)</text>", german)}
    marked = {text: 'lang="en"' in attributes for text, attributes in lines.items()}
    assert marked["Push it away."] and not marked["Wie weit? Nirgends."] and marked["Wing is a mark of somebody."]


def test_a_sheet_without_rules_has_no_page_for_them(client: Client) -> None:
    factories.publish_frame(factories.creature(slug="ogre", name="Ogre"))
    legion = shared()
    assert client.get(f"/s/{legion.share_key}/sheet/?rules=on").content.decode().count('class="printed__page"') == 1


@pytest.mark.parametrize("number", [1, 12, 30, 300])
def test_rulings_and_terms_are_one_page_however_many_there_are(number: int) -> None:
    rule = PrintedRule("A rule of the game", "p. 13", "It says something about this and that. " * 6, "en")
    content = SheetContent(
        *("Embers", "Attack Wing", "", "legal", "Legal", "sums", "judged"),
        code=None,
        receipt=None,
        sections=(),
        extras=(),
        findings=(),
        own=(),
        has="",
        notes="",
        notice=("", "en"),
        rules=(PrintedRules("Terms", (rule,) * number),),
    )
    pages = sheet_layout.sheet_pages(content, A4, grey=False)
    assert len(pages) == 2
    assert ("There are more of them" in pages[1]) is (number > 30)


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("It waits. Then it moves.", "It waits."),
        ("It waits", "It waits"),
        ("In this order: 1. It waits. 2. It moves.", "In this order…"),
        ("Two ways: 1. this. 2. that.", "Two ways…"),
        ("It has 12. 3 are left. More.", "It has 12. 3 are left."),
        ("A " + "long " * 40 + "sentence.", "A " + "long " * 30 + "long…"),
    ],
)
def test_a_term_is_shown_with_its_first_sentence_whole_and_marked_as_english(text: str, beginning: str) -> None:
    push = section("1", 10, name="Push", text=text)
    creature = factories.creature(slug="ogre", text="It pushes.")
    factories.publish_frame(factories.rulebook(), push, *FILLER, creature)
    page = Client(headers={"accept-language": "de"}).get("/cards/attack-wing/ogre/").content.decode()
    assert f'<dd><span lang="en">{beginning}</span>' in page
