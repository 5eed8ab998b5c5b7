"""Effects of rulings: citations, and settled questions; never a fact, never an older release."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.engine.core.rulings import slug_at
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.fixes import fixes
from tests.engine import conformance_cases
from tests.engine.generators import Document
from tests.nonempty import nonempty

OF_2003, OF_2008 = "dnd-miniatures-2003", "dnd-miniatures-2008"
TWO_ARINS = {
    "game": OF_2008,
    "faction": "wild",
    "map": "wide-plain",
    "picks": [{"card": "arin-the-young"}, {"card": "arin-the-old"}],
}
INTERPRETATIONS = [
    (game, question.slug, reading.slug)
    for game in conformance_cases.games()
    for question in conformance_cases.library(game).ruleset.questions.values()
    for reading in question.interpretations
]


def ruling(game: str, slug: str = "asked", **more: Any) -> Document:
    document = {"kind": "ruling", "game": game, "slug": slug, "name": slug.title(), "question": "Q?", "answer": "A."}
    return {**document, "said_by": "curators", "date": None, "sources": {}, **more}


def settling(game: str, question: str, reading: str, **more: Any) -> Document:
    return ruling(game, settles=[{"question": question, "reading": reading}], **more)


def with_rulings(game: str, *rulings: Document) -> Library:
    return conformance_cases.judging(game, {"rulings": rulings})


def legions(game: str) -> list[Document]:
    """Return the legions of all cases of a game."""
    return [case["legion"] for file in conformance_cases.files(game) for case in file["cases"]]


def uncited(verdict: Document) -> Document:
    """Return a verdict without its citations."""

    def bare(findings: list[Document]) -> list[Document]:
        return [{key: value for key, value in one.items() if key != "rulings"} for one in findings]

    found = {**verdict, "findings": bare(verdict["findings"])}
    for beside in ("without", "likely"):
        if beside in verdict:
            found[beside] = {**verdict[beside], "findings": bare(verdict[beside]["findings"])}
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_a_ruling_that_settles_nothing_changes_nothing_but_what_is_cited(game: str) -> None:
    plain = conformance_cases.library(game)
    about = {"rules": [rule.code for rule in plain.ruleset.rules], "cards": sorted(plain.documents)}
    ruled = with_rulings(game, ruling(game, **about))
    for legion in nonempty(legions(game)):
        judged = judge(ruled, legion).as_document()
        assert uncited(judged) == judge(plain, legion).as_document()
        assert all(finding["rulings"] == [{"slug": "asked", "name": "Asked"}] for finding in judged["findings"])


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "question", "reading"), INTERPRETATIONS)
def test_a_ruling_settles_as_a_format_would_that_says_the_same(game: str, question: str, reading: str) -> None:
    """A format's own reading takes precedence, and the questions settled are those that were open before."""
    plain, documents, row = (
        conformance_cases.library(game),
        conformance_cases.library_documents(game),
        {"question": question, "reading": reading},
    )
    own = [
        one
        if question in {settled_row["question"] for settled_row in one.get("settles", ())}
        else {**one, "settles": [*one.get("settles", ()), row]}
        for one in documents["formats"]
    ]
    names = ("release", "game", "cards", "house_rules", "sets", "adventures")
    rest = {name: documents[name] for name in names if name in documents}
    by_format, by_ruling = Library.build(**rest, formats=own), with_rulings(game, settling(game, question, reading))
    for legion in nonempty(legions(game)):
        ruled = judge(by_ruling, legion).as_document()
        settled = ruled.pop("settled", [])
        before = judge(plain, legion).as_document().get("open", [])
        assert uncited(ruled) == judge(by_format, legion).as_document()
        assert [place_key(one) for one in settled] == [place_key(one) for one in before if one["question"] == question]


def place_key(question: Document) -> Any:
    return question["question"], question["at"], question["needed_by"]


@pytest.mark.sampled
def test_a_fact_that_is_not_known_no_ruling_settles() -> None:
    unknown = [
        (game, case)
        for game, _, case in conformance_cases.cases()
        if case["verdict"] == "undetermined" and case["unknown"]
    ]
    assert {game for game, _ in unknown} == set(conformance_cases.games())
    for game, case in nonempty(unknown):
        rules = [code for row in case["unknown"] for code in row["needed_by"]]
        about = ruling(game, rules=rules, cards=[row["card"] for row in case["unknown"]])
        judged = judge(with_rulings(game, about), case["legion"]).as_document()
        assert (judged["verdict"], judged["unknown"]) == ("undetermined", case["unknown"])


def test_without_its_ruling_a_question_is_as_open_as_it_was() -> None:
    """The library of an older release has no such ruling."""
    assert (
        judge(with_rulings(OF_2008, settling(OF_2008, "identical-names", "name-alone")), TWO_ARINS).verdict == "illegal"
    )
    assert judge(conformance_cases.library(OF_2008), TWO_ARINS).verdict == "undetermined"


@pytest.mark.parametrize(
    "odd",
    [
        settling(OF_2008, "identical-names", "no-such-reading"),
        settling(OF_2008, "no-such-question", "name-alone"),
        settling(OF_2008, "identical-names", "name-alone", retired="Taken back."),
        settling(OF_2008, "identical-names", "name-alone", replaced_by="other"),
        settling(OF_2003, "minions", "extra"),
    ],
)
def test_a_ruling_that_does_not_hold_or_does_not_fit_settles_nothing(odd: Document) -> None:
    assert judge(with_rulings(OF_2008, odd), TWO_ARINS) == judge(conformance_cases.library(OF_2008), TWO_ARINS)


@given(st.permutations(["name-alone", "name-alone", "name-and-cost"]))
@settings(max_examples=6)
def test_contradicting_rulings_leave_a_question_open_in_any_order(readings: list[str]) -> None:
    rows = [
        settling(OF_2008, "identical-names", one, slug=f"asked-{number}") for number, one in enumerate(sorted(readings))
    ]
    verdict = judge(
        with_rulings(OF_2008, *sorted(rows, key=lambda row: readings.index(row["settles"][0]["reading"]))), TWO_ARINS
    )
    assert verdict.verdict == "undetermined"
    assert verdict.settled == ()
    assert [one.question.slug for one in verdict.open_questions] == ["identical-names"]


def test_a_settled_question_names_its_reading_with_what_speaks_for_it() -> None:
    library = with_rulings(OF_2008, settling(OF_2008, "identical-names", "name-alone"))
    (settled,) = judge(library, TWO_ARINS).as_document()["settled"]
    (open_,) = judge(conformance_cases.library(OF_2008), TWO_ARINS).as_document()["open"]
    assert settled["reading"] in open_["readings"]
    assert settled["reading"]["reading"] == "name-alone"
    assert settled["title"] == open_["title"]


def test_searches_follow_rulings_too() -> None:
    library = with_rulings(OF_2008, settling(OF_2008, "identical-names", "name-alone"))
    one = {**TWO_ARINS, "picks": TWO_ARINS["picks"][:1]}
    (offered,) = candidates(library, one, "", among=["arin-the-old"])
    assert (offered.fits, offered.verdict_if_added) == (False, "illegal")
    assert fixes(library, TWO_ARINS).fixes
    (before,) = candidates(conformance_cases.library(OF_2008), one, "", among=["arin-the-old"])
    assert (before.fits, before.verdict_if_added) == (True, "undetermined")


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_the_card_at_each_place_of_a_legion_is_the_one_that_it_names_there(game: str) -> None:
    for legion in nonempty(legions(game)):
        assert {at: slug_at(legion, at) for at, _ in referenced_cards(legion)} == dict(referenced_cards(legion))
        findings = judge(conformance_cases.library(game), legion).findings
        places = {at for finding in findings for at in finding.at} - {at for at, _ in referenced_cards(legion)}
        assert {slug_at(legion, at) for at in places} <= {""}


def test_a_former_slug_means_the_card() -> None:
    game = next(
        game
        for game in conformance_cases.games()
        if any("formerly" in one for one in conformance_cases.library_documents(game)["cards"])
    )
    card = next(one for one in conformance_cases.library_documents(game)["cards"] if "formerly" in one)
    library = with_rulings(game, ruling(game, cards=[card["formerly"][0]]))
    assert set(library.rulings.about) == {card["slug"]}
