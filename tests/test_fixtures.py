"""The documents in fixtures/, of every game: well formed, in the right folder, and consistent with each other."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from catalog.documents import card_kinds, document_type, faults_in, sets_of, slugify
from catalog.documents.canonical import pretty
from catalog.documents.provenance import unsourced, without_basis
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library, find_ruleset
from rulesapi.engine.core.unsupported_requests import unsupported_requests

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
FILES = sorted(FIXTURES.rglob("*.json"))
DOCUMENTS: dict[str, dict[str, Any]] = {
    file.relative_to(FIXTURES).as_posix(): json.loads(file.read_text("utf-8")) for file in FILES
}
CARDS = {path: document for path, document in DOCUMENTS.items() if document_type(document) == "card"}
# Folders of the documents that are not cards; a card is in the folder of its kind.
FOLDERS = {
    "set": "sets",
    "format": "formats",
    "house-rule": "house-rules",
    "ruling": "rulings",
    "adventure": "adventures",
    "reference": "references",
    "section": "sections",
}

NAMING = [path for path, document in DOCUMENTS.items() if document["kind"] in ("format", "house-rule", "ruling")]


def place(document: dict[str, Any]) -> str:
    """Return the path below fixtures/ where `document` belongs."""
    if document["kind"] in ("game", "rulebook"):
        return f"{document['game']}/{document['kind']}.json"
    folder = FOLDERS.get(document["kind"], document["kind"])
    return f"{document['game']}/{folder}/{document['slug']}.json"


def is_official(card: dict[str, Any]) -> bool:
    """Return whether `card` is the publisher's; a card of an unknown set is."""
    return card["set"] is None or DOCUMENTS[f"{card['game']}/sets/{card['set']}.json"]["official"]


def clauses(card: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the words and values with which `card` restricts its bearer, without `not`."""
    conditions = [*(card.get("requires") or []), *(line["unless"] for line in card.get("penalties") or [])]
    for clause in conditions:
        for word, value in clause.get("not", clause).items():
            if isinstance(value, list):
                yield word, value


def required_keywords(card: dict[str, Any]) -> set[str]:
    """Return every keyword that a rule word of `card` names."""
    families = [*(card.get("limits") or []), *([card["cost_each"]] if "cost_each" in card else [])]
    found = {keyword for word, values in clauses(card) if word == "keyword" for keyword in values}
    found |= {keyword for line in card.get("excludes") or [] for keyword in line["keyword"]}
    return found | {keyword for line in families for keyword in line["family"]}


def of_game(game: str) -> list[dict[str, Any]]:
    return [card for card in CARDS.values() if card["game"] == game]


@pytest.mark.sampled
def test_every_game_with_cards_here_has_a_game_document_and_no_file_is_anything_else():
    assert DOCUMENTS, "there are fixtures"
    assert {path.split("/")[0] + "/game.json" for path in DOCUMENTS} <= set(DOCUMENTS)
    assert [file for file in FIXTURES.rglob("*") if file.is_file() and file not in FILES] == []


def test_no_document_has_a_fault():
    errors = {path: faults_in(document) for path, document in DOCUMENTS.items()}
    assert {path: found for path, found in errors.items() if found} == {}


def test_each_document_is_in_the_folder_of_its_game_and_kind_under_its_slug():
    assert {path: place(document) for path, document in DOCUMENTS.items() if place(document) != path} == {}


@pytest.mark.sampled
def test_each_file_has_the_canonical_spelling():
    spelt = {path: pretty(document).encode("utf-8") for path, document in DOCUMENTS.items()}
    assert [path for path, text in spelt.items() if (FIXTURES / path).read_bytes() != text] == []


def test_each_slug_comes_from_the_name_or_from_the_class_while_the_name_is_wanted():
    assert [
        path
        for path, document in DOCUMENTS.items()
        if document["kind"] not in ("game", "rulebook", "section") and not is_slug_of_its_own(document)
    ] == []


def is_slug_of_its_own(document: dict[str, Any]) -> bool:
    """Return whether a document's slug is its name, or its class, with or without its set."""
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
def test_the_rules_can_fulfill_all_formats_house_rules_and_rulings(path):
    document = DOCUMENTS[path]
    ruleset = find_ruleset(DOCUMENTS[f"{document['game']}/game.json"]["ruleset"])
    assert list(unsupported_requests(document, ruleset)) == []


@pytest.mark.parametrize("path", NAMING)
def test_documents_named_by_formats_house_rules_and_rulings_exist(path):
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
    sets = [(path, f"{card['game']}/sets/{of_set}.json") for path, card in CARDS.items() for of_set in sets_of(card)]
    assert [(path, of) for path, of in sets if of not in DOCUMENTS] == []


def test_each_known_fact_of_an_official_card_has_a_source_and_the_card_is_known_from_somewhere():
    official = {path: card for path, card in CARDS.items() if is_official(card)}
    assert {path: unsourced(card) for path, card in official.items() if unsourced(card)} == {}
    assert [path for path, card in official.items() if not card["sources"]] == []


@pytest.mark.parametrize("game", sorted(card_kinds()))
def test_values_required_by_a_card_occur_on_some_card_of_its_game(game):
    cards = of_game(game)
    known = {keyword for card in cards for keyword in card.get("keywords") or []}
    assert {card["slug"]: required_keywords(card) - known for card in cards if required_keywords(card) - known} == {}
    named = {word: {card.get(word) for card in cards} for word in ("class", "name")}
    conditions = [(card["slug"], word, values) for card in cards for word, values in clauses(card) if word in named]
    assert [(slug, word) for slug, word, values in conditions if not named[word].issuperset(values)] == []


DOUBT = re.compile(
    r"\b(doubt\w*|guess\w*|hold it against|implied|inferred|looks odd|may (be|differ|have)|might|perhaps|placeholders?"
    r"|possibly|probably|seems?|surely|unclear|whether|not (certain|known|seen))\b",
    re.IGNORECASE,
)
"""Words in a note that express doubt about a fact."""


def fact_at(document: Any, pointer: str) -> Any:
    """Return the value at a pointer of a document."""
    for step in pointer.split("/")[1:]:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def doubtful_facts(document: dict[str, Any]) -> list[str]:
    """Return the facts of `document` that are marked as checked although a note expresses doubt.

    For unknown facts the note gives the reason.
    """
    return [
        pointer
        for pointer, source in document["sources"].items()
        if source["checked"] and DOUBT.search(source.get("note", "")) and fact_at(document, pointer) is not None
    ]


def test_no_fact_with_a_note_of_doubt_is_checked():
    assert {path: found for path, document in DOCUMENTS.items() if (found := doubtful_facts(document))} == {}


@pytest.mark.parametrize("note", ["It may be a placeholder.", "Inferred from the figure.", "The ring was not seen."])
def test_a_note_of_doubt_on_a_checked_fact_would_be_noticed(note):
    source = {"source": "A page", "checked": True, "note": note}
    assert doubtful_facts({"unique": True, "sources": {"/unique": source}}) == ["/unique"]
    assert doubtful_facts({"unique": None, "sources": {"/unique": source}}) == []
    assert doubtful_facts({"unique": True, "sources": {"/unique": {**source, "checked": False}}}) == []


@cache
def library(game: str) -> Library:
    """Return the library for lists of a game if only the fixtures are published."""
    documents = [document for document in DOCUMENTS.values() if document["game"] == game]
    kinds = ("format", "house-rule", "ruling", "set")
    of_kind = {kind: [one for one in documents if one["kind"] == kind] for kind in kinds}
    return Library.build(
        release=1,
        game=DOCUMENTS[f"{game}/game.json"],
        cards=[one for one in documents if document_type(one) == "card"],
        formats=of_kind["format"],
        house_rules=of_kind["house-rule"],
        rulings=of_kind["ruling"],
        sets=of_kind["set"],
    )


def errors(game: str, **fields: Any) -> set[str]:
    """Return the codes of the errors in a list of real cards, without the game."""
    findings = judge(library(game), {"game": game, **fields}).findings
    return {one.code.partition("/")[2] for one in findings if one.level == "error"}


@pytest.mark.parametrize(
    ("game", "form", "points", "played"),
    [
        ("attack-wing", "standard", 200, True),
        ("attack-wing", "standard", 77, True),
        ("attack-wing", "queen-of-the-evil-dragons", 120, True),
        ("attack-wing", "queen-of-the-evil-dragons", 200, False),
        ("attack-wing", "starter-set", 60, True),
        ("attack-wing", "starter-set", 120, False),
        ("dnd-miniatures-2003", "constructed-2003", 200, False),
        ("dnd-miniatures-2003", "constructed-2006", 200, True),
        ("dnd-miniatures-2003", "parliament-skirmish", 100, True),
        ("dnd-miniatures-2003", "mass-battles", 777, True),
        ("dnd-miniatures-2008", "sealed-booster", 100, False),
    ],
)
def test_a_format_is_played_at_the_points_that_its_text_names(game, form, points, played):
    assert ("point-limit-not-allowed" not in errors(game, format=form, points=points, picks=[])) is played


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if "/formats/" in path])
def test_a_format_that_is_not_played_at_any_points_says_at_which_it_is(path):
    form = DOCUMENTS[path]
    if form["points"] is not None:
        odd = "point-limit-not-allowed" in errors(form["game"], format=form["slug"], points=77, picks=[])
        assert odd is ("allowed_points" in form)


@pytest.mark.parametrize("form", ["standard", "free-for-all", "team"])
def test_teams_of_dungeon_command_have_equal_numbers_in_each_format(form):
    team = [{"picks": []}, {"picks": []}]
    assert "team-size" in errors("dungeon-command", format=form, team=team, against=[3])
    assert "team-size" not in errors("dungeon-command", format=form, team=team, against=[2])


@pytest.mark.parametrize("form", [path.stem for path in FILES if path.parent.match("dnd-miniatures-2008/formats")])
def test_each_scenario_of_2008_is_for_two_players(form):
    assert "team-not-allowed" in errors("dnd-miniatures-2008", format=form, team=[{"picks": []}, {"picks": []}])
    assert "team-not-allowed" not in errors("dnd-miniatures-2008", format=form, team=[{"picks": []}])


def official_entries() -> list[tuple[str, str, dict[str, Any]]]:
    """Return the path, the pointer and the source of every known fact of an official card."""
    return [
        (path, pointer, source)
        for path, card in CARDS.items()
        if is_official(card)
        for pointer, source in card["sources"].items()
        if not pointer or fact_at(card, pointer) is not None
    ]


def test_a_source_in_a_repository_names_the_commit():
    sources = {entry["source"] for document in DOCUMENTS.values() for entry in document["sources"].values()}
    in_repositories = [source for source in sources if "github.com" in source]
    assert in_repositories, "some facts are from programs"
    assert [source for source in in_repositories if not re.search(r"/blob/[0-9a-f]{40}/", source)] == []


def test_no_source_is_given_for_facts_that_it_does_not_have():
    notes = {(path, pointer): source.get("note", "") for path, pointer, source in official_entries()}
    assert [place for place, note in notes.items() if "others are at" in note] == []


def test_each_known_fact_of_print_says_how_it_came_from_its_source():
    ours = {path for path, document in DOCUMENTS.items() if is_ours(document)}
    silent = {path: without_basis(document) for path, document in DOCUMENTS.items() if path not in ours}
    assert {path: found for path, found in silent.items() if found} == {}


def is_ours(document: dict[str, Any]) -> bool:
    """Return whether a document belongs to an open set or is a house rule of Muster; its author is its source."""
    sources = document["sources"].values()
    return all("open set" in one["source"] or one["source"] == "Muster's own house rules" for one in sources)


def test_inferred_facts_name_their_basis():
    entries = official_entries()
    assert [(path, at) for path, at, one in entries if one.get("basis") == "inferred" and "note" not in one] == []


LIMITED = re.compile(r"\bonly\b|\bcard of it\b|not seen|nothing more|was seen", re.IGNORECASE)
"""Words in a note that mark a source as incomplete."""


def test_an_incomplete_source_is_never_the_source_of_a_whole_card():
    notes = {path: source.get("note", "") for path, pointer, source in official_entries() if not pointer}
    assert [path for path, note in notes.items() if LIMITED.search(note)] == []
