"""The documents under fixtures/, of every game: well formed, filed where they belong, and agreeing with each other."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from catalog.canonical import pretty
from catalog.documents import card_kinds, explain, shelf, slugify
from catalog.sourced import unsourced
from rulesapi.engine.house import misfits
from rulesapi.engine.ruleset import find_ruleset

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
FILES = sorted(FIXTURES.rglob("*.json"))
DOCUMENTS: dict[str, dict[str, Any]] = {
    file.relative_to(FIXTURES).as_posix(): json.loads(file.read_text("utf-8")) for file in FILES
}
CARDS = {path: document for path, document in DOCUMENTS.items() if shelf(document) == "card"}
# Where the documents stand that are no cards; a card stands in the folder of its kind.
FOLDERS = {"set": "sets", "format": "formats", "house-rule": "house-rules", "ruling": "rulings"}

NAMING = [path for path, document in DOCUMENTS.items() if document["kind"] in ("format", "house-rule", "ruling")]


def place(document: dict[str, Any]) -> str:
    """Return the path below fixtures/ where `document` belongs."""
    if document["kind"] == "game":
        return f"{document['game']}/game.json"
    folder = FOLDERS.get(document["kind"], document["kind"])
    return f"{document['game']}/{folder}/{document['slug']}.json"


def is_official(card: dict[str, Any]) -> bool:
    """Return whether `card` is the publisher's; a card of a set that is not known is."""
    return card["set"] is None or DOCUMENTS[f"{card['game']}/sets/{card['set']}.json"]["official"]


def clauses(card: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the words and values by which `card` asks about a bearer, taken out of their `not`."""
    asked = [*(card.get("requires") or []), *(line["unless"] for line in card.get("penalties") or [])]
    for clause in asked:
        for word, value in clause.get("not", clause).items():
            if isinstance(value, list):
                yield word, value


def keywords_asked(card: dict[str, Any]) -> set[str]:
    """Return every keyword that a rule word of `card` names."""
    families = [*(card.get("limits") or []), *([card["cost_each"]] if "cost_each" in card else [])]
    found = {keyword for word, values in clauses(card) if word == "keyword" for keyword in values}
    found |= {keyword for line in card.get("excludes") or [] for keyword in line["keyword"]}
    return found | {keyword for line in families for keyword in line["family"]}


def of_game(game: str) -> list[dict[str, Any]]:
    return [card for card in CARDS.values() if card["game"] == game]


def test_every_game_with_cards_here_has_a_game_document_and_no_file_is_anything_else():
    assert DOCUMENTS, "there are fixtures"
    assert {path.split("/")[0] + "/game.json" for path in DOCUMENTS} <= set(DOCUMENTS)
    assert [file for file in FIXTURES.rglob("*") if file.is_file() and file not in FILES] == []


def test_no_document_has_a_fault():
    faults = {path: explain(document) for path, document in DOCUMENTS.items()}
    assert {path: found for path, found in faults.items() if found} == {}


def test_each_document_stands_in_the_folder_of_its_game_and_kind_under_its_slug():
    assert {path: place(document) for path, document in DOCUMENTS.items() if place(document) != path} == {}


def test_each_file_has_the_canonical_spelling():
    spelt = {path: pretty(document).encode("utf-8") for path, document in DOCUMENTS.items()}
    assert [path for path, text in spelt.items() if (FIXTURES / path).read_bytes() != text] == []


def test_each_slug_comes_from_the_name_or_from_the_class_while_the_name_is_wanted():
    assert [
        path for path, document in DOCUMENTS.items() if document["kind"] != "game" and not is_slug_of_its_own(document)
    ] == []


def is_slug_of_its_own(document: dict[str, Any]) -> bool:
    """Return whether a document's slug is its name, or its class, with its set behind it or without."""
    slug, set_slug = slugify(document["name"] or document["class"]), document.get("set")
    return document["slug"] in (slug, f"{slug}-{set_slug}" if set_slug else slug)


def test_a_source_is_a_title_or_a_public_address_never_a_file():
    sources = {entry["source"] for document in DOCUMENTS.values() for entry in document["sources"].values()}
    titles = [source for source in sources if not source.startswith(("http://", "https://"))]
    assert [title for title in titles if "/" in title or "\\" in title] == []
    assert [source for source in sources if "localhost" in source or "127.0.0.1" in source] == []


def test_no_two_cards_of_a_game_have_one_slug_not_even_a_former_one():
    taken = [(card["game"], slug) for card in CARDS.values() for slug in (card["slug"], *card.get("formerly", ()))]
    assert len(taken) == len(set(taken))


def test_a_games_default_format_is_there():
    games = [document for document in DOCUMENTS.values() if document["kind"] == "game"]
    assert [g["slug"] for g in games if f"{g['game']}/formats/{g['default_format']}.json" not in DOCUMENTS] == []


@pytest.mark.parametrize("path", NAMING)
def test_what_a_format_a_house_rule_or_a_ruling_asks_of_the_rules_can_be_had(path):
    document = DOCUMENTS[path]
    ruleset = find_ruleset(DOCUMENTS[f"{document['game']}/game.json"]["ruleset"])
    assert list(misfits(document, ruleset)) == []


@pytest.mark.parametrize("path", NAMING)
def test_what_a_format_a_house_rule_or_a_ruling_names_is_there(path):
    document = DOCUMENTS[path]
    cards = of_game(document["game"])
    known = {
        "card": {slug for card in cards for slug in (card["slug"], *card.get("formerly", ()))},
        "keyword": {keyword for card in cards for keyword in card.get("keywords") or ()},
        "set": {Path(place).stem for place, other in DOCUMENTS.items() if other["kind"] == "set"},
    }
    limited = [clause for row in document.get("limits", ()) for clause in row["cards"]]
    for clause in (*document.get("bans", ()), *document.get("pool", ()), *limited):
        ((word, values),) = clause.items()
        assert set(values) <= known[word]
    if document["kind"] == "ruling":
        assert set(document.get("cards", ())) <= known["card"]


def test_a_set_that_is_not_the_publishers_says_its_licence():
    sets = [document for document in DOCUMENTS.values() if document["kind"] == "set"]
    assert [s["slug"] for s in sets if not s["official"] and "licence" not in s] == []


def test_each_card_is_of_a_kind_of_its_game_and_its_set_is_there():
    assert [path for path, card in CARDS.items() if card["kind"] not in card_kinds()[card["game"]]] == []
    sets = {path: f"{card['game']}/sets/{card['set']}.json" for path, card in CARDS.items() if card["set"] is not None}
    assert {path: of for path, of in sets.items() if of not in DOCUMENTS} == {}


def test_each_known_fact_of_an_official_card_has_a_source_and_the_card_is_known_from_somewhere():
    official = {path: card for path, card in CARDS.items() if is_official(card)}
    assert {path: unsourced(card) for path, card in official.items() if unsourced(card)} == {}
    assert [path for path, card in official.items() if not card["sources"]] == []


@pytest.mark.parametrize("game", sorted(card_kinds()))
def test_what_a_card_asks_for_is_on_some_card_of_its_game(game):
    cards = of_game(game)
    known = {keyword for card in cards for keyword in card.get("keywords") or []}
    assert {card["slug"]: keywords_asked(card) - known for card in cards if keywords_asked(card) - known} == {}
    named = {word: {card.get(word) for card in cards} for word in ("class", "name")}
    asked = [(card["slug"], word, values) for card in cards for word, values in clauses(card) if word in named]
    assert [(slug, word) for slug, word, values in asked if not named[word].issuperset(values)] == []
