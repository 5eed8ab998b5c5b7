"""Contradictions of the rulebooks: each has a ruling, and the texts of both places lead to it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from catalog.documents.sections import section_slug
from rulesapi.engine.core.library import find_ruleset
from tests.nonempty import nonempty

TESTS = Path(__file__).resolve().parent
FIXTURES = TESTS.parent / "fixtures"
Document = dict[str, Any]


def documents(folder: str) -> list[Document]:
    """Return the documents in a folder of each game."""
    return nonempty(json.loads(file.read_text("utf-8")) for file in sorted(FIXTURES.glob(f"*/{folder}/*.json")))


SECTIONS = {(section["game"], section["at"]): section for section in documents("sections")}
RULINGS = [ruling for ruling in documents("rulings") if "replaced_by" not in ruling and "retired" not in ruling]
OURS = [ruling for ruling in RULINGS if ruling["said_by"] == "curators"]
"""The rulings on contradictions; all others are answers of the publisher."""
GAMES = sorted({game for game, _ in SECTIONS})
LEADS = re.compile(r"; see the rulings?\.$")
NAMES_OF_RULES = re.compile(r"(?<![\d.,/])\d{3,4}\.\d+(?:\.[a-z])?(?!\d)")
PAGES = re.compile(r"\b[Pp]ages? (\d+)(?:(?:, (\d+))* and (\d+))?")


def rulings_by_place() -> Counter[tuple[str, str]]:
    """Return the number of our rulings about each section."""
    return Counter((ruling["game"], at) for ruling in OURS for at in ruling["sections"])


def own_texts() -> Iterator[tuple[tuple[str, str], str]]:
    """Yield each section with a text of its own, by game and address."""
    return ((place, section["text"]) for place, section in SECTIONS.items() if "text" in section)


def all_words(document: Document) -> str:
    """Return the words of a section or ruling for players, in lower case."""
    fields = (document.get(field, "") for field in ("name", "text", "question", "answer"))
    return " ".join((*fields, *document.get("also", ()), *document.get("abilities", ()))).lower().replace("’", "'")


def test_a_text_leads_to_rulings_exactly_if_there_are_rulings_about_its_section():
    rulings = rulings_by_place()
    expected = {0: "", 1: "; see the ruling."}
    assert {
        place: text[-60:]
        for place, text in own_texts()
        if (lead[0] if (lead := LEADS.findall(text)) else "") != expected.get(rulings[place], "; see the rulings.")
    } == {}


def test_no_text_promises_a_ruling_in_other_words():
    promises = re.compile(r"open reading|ruling or|see the (?!ruling)", re.IGNORECASE)
    assert [place for place, text in own_texts() if promises.search(LEADS.sub("", text))] == []


def test_a_ruling_on_a_contradiction_names_sections_of_its_book():
    assert OURS
    assert [
        (ruling["slug"], at) for ruling in OURS for at in ruling["sections"] if (ruling["game"], at) not in SECTIONS
    ] == []


def test_a_section_refers_to_another_section_of_each_ruling_about_it():
    for ruling in nonempty(OURS):
        for at in nonempty(ruling["sections"]):
            others = set(ruling["sections"]) - {at}
            seen = set(SECTIONS[ruling["game"], at].get("see", ()))
            assert not others or others & seen, (ruling["slug"], at)


def named_places(game: str, text: str) -> set[str]:
    """Return the rule numbers of D&D Miniatures 2008, or the pages, that a text names."""
    if game == "dnd-miniatures-2008":
        return set(NAMES_OF_RULES.findall(text)) | ({"glossary"} if "glossary" in text.lower() else set())
    return {f"p{int(page):02}" for found in PAGES.findall(text) for page in found if page}


def place_of(address: str) -> set[str]:
    """Return the words by which a text can name a section: its number, or its page and the page it runs over to."""
    page = re.match(r"p(\d\d)/", address)
    return {f"p{int(page[1]):02}", f"p{int(page[1]) + 1:02}"} if page else {address}


@pytest.mark.parametrize("ruling", OURS, ids=lambda ruling: ruling["slug"])
def test_a_ruling_and_the_texts_of_its_sections_name_the_other_places(ruling: Document):
    game, places = ruling["game"], ruling["sections"]
    if game == "dnd-miniatures-2003":  # The sections are the questions of the FAQ, whose answers are rulings.
        assert [at for at in places if at not in ruling["answer"]] == []
        return
    assert [at for at in places if not place_of(at) & named_places(game, ruling["answer"])] == []
    for at in places:
        text = SECTIONS[game, at]["text"]
        others = [place_of(other) for other in places if other != at]
        assert not others or set().union(*others) & named_places(game, text) or "Muster’s text" in text, at


def test_a_ruling_on_a_contradiction_says_how_it_is_read_or_that_it_is_open():
    said = re.compile(r"Muster|does not settle")
    assert [ruling["slug"] for ruling in OURS if not said.search(ruling["answer"])] == []


def test_our_rulings_are_there_in_german():
    assert [
        ruling["slug"] for ruling in OURS if [row["language"] for row in ruling.get("translations", ())] != ["de"]
    ] == []


@pytest.mark.parametrize("game", GAMES)
def test_an_open_question_of_the_rules_has_a_ruling_that_cites_both_places(game: str):
    """The engine keeps a verdict open; the ruling tells readers of the book why."""
    document = json.loads((FIXTURES / game / "game.json").read_text("utf-8"))
    books = json.loads((FIXTURES / game / "rulebook.json").read_text("utf-8"))["cited_as"]
    for question in find_ruleset(document["ruleset"]).questions.values():
        cites = [one.cite for one in question.interpretations if one.cite.source == books]
        slugs = [section_of(game, cite.section or "") for cite in cites]
        if len(set(slugs)) < 2:
            continue
        assert any(set(slugs) <= {section_slug(at) for at in ruling["sections"]} for ruling in OURS), question


def section_of(game: str, cited: str) -> str:
    """Return the slug of the section that a citation names: its number, or the first question under its heading."""
    if game == "dnd-miniatures-2008":
        return section_slug(cited.split()[0])
    return f"{cited.lower().replace(' ', '-')}-1"


def test_each_rule_that_a_text_of_the_guide_names_is_in_the_book():
    told = [*SECTIONS.values(), *RULINGS]
    named = {
        (document["slug"], number)
        for document in told
        if document["game"] == "dnd-miniatures-2008"
        for number in NAMES_OF_RULES.findall(all_words(document))
    }
    assert named
    assert [pair for pair in sorted(named) if ("dnd-miniatures-2008", pair[1]) not in SECTIONS] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_terms_of_a_glossary_and_of_players_lead_to_their_sections(game: str):
    terms: dict[str, list[str]] = json.loads((TESTS / "rulebook_terms.json").read_text("utf-8"))[game]
    answers = {ruling["slug"]: ruling for ruling in RULINGS if ruling["game"] == game}
    for term, addresses in nonempty(terms.items()):
        word = re.sub(r"( x)?( type| damage)?$", "", term.lower())
        pattern = re.compile(rf"(?<!\w){re.escape(word)}")
        for address in nonempty(addresses):
            under = [
                section
                for (of, at), section in SECTIONS.items()
                if of == game and (at == address or at.startswith(f"{address}."))
            ]
            told = [*under, *(answers[section["ruling"]] for section in under if "ruling" in section)]
            assert any(pattern.search(all_words(document)) for document in told), (term, address)
