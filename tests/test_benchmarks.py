"""The limits of the measurements, and equal services of Muster and the alternatives."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from benchmarks import compare, engine, engine_rate, sample, start
from benchmarks.report import NOTHING, Target

ASK = """
import json
from benchmarks.nested_drf.wsgi import application
from django.test import Client
asking = Client(headers={"host": "127.0.0.1"})
print(json.dumps([asking.get(path).json() for path in ("/cards/", "/cards/wraith/")]))
"""


@pytest.mark.parametrize(
    ("target", "figure", "expected"),
    [
        (Target(1_000, 350), 1_000, "must 350 reached, aim 1,000 reached"),
        (Target(1_000, 350), 999.9, "must 350 reached, aim 1,000 NOT reached"),
        (Target(must=350), 349, "must 350 NOT reached"),
        (Target(25, at_most=True), 25, "aim 25 reached"),
        (Target(25, at_most=True), 25.1, "aim 25 NOT reached"),
        (NOTHING, 1, ""),
    ],
)
def test_a_figure_states_whether_it_reaches_its_target(target: Target, figure: float, expected: str) -> None:
    assert target.by(figure) == expected
    assert target.by(figure, "p99") == f"p99 {expected}" * bool(expected)


@pytest.mark.sampled
def test_the_alternative_with_nested_rows_serves_the_same_cards(tmp_path: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/nested.sqlite3"}
    program = [sys.executable, "-m", "benchmarks.nested_drf"]
    subprocess.run(program, env=environment, cwd=settings.BASE_DIR, check=True)
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, cwd=settings.BASE_DIR, check=True, capture_output=True, text=True
    )
    listed, wraith = json.loads(done.stdout)
    cards = {card["slug"]: card for card in sample.cards()}
    assert listed["count"] == len(cards)
    assert [card["key"] for card in listed["results"]] == sorted(cards)[:50]
    assert wraith["document"]["gamesystem"]["key"] == "attack-wing"
    assert [weapon["name"] for weapon in wraith["weapons"]] == [one["name"] for one in cards["wraith"]["weapons"]]
    assert {source["place"] for source in wraith["sources"]} == set(cards["wraith"]["sources"])


@pytest.mark.sampled
def test_legions_that_are_measured_are_different_ones() -> None:
    legions = sample.legions(40)
    assert len({json.dumps(legion, sort_keys=True) for legion in legions}) == 40


@pytest.mark.sampled
def test_two_engines_are_measured_on_one_corpus_of_cards_and_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "LEGIONS", 3)
    corpora = engine.corpora(Path(settings.BASE_DIR), tmp_path / "corpora")
    assert sorted(corpora) == sample.games()
    corpus = json.loads(corpora["dungeon-command"].read_text("utf-8"))
    measured = engine_rate.measured(*engine_rate.engine(corpus), corpus["legions"])
    assert measured["rate"] > 0
    assert measured["lines"] > 1_000
    assert sum(measured["outcomes"].values()) == 3
    assert corpus["legions"] == sample.legions(3, game="dungeon-command")


def test_figures_of_two_revisions_are_compared_by_name() -> None:
    printed = (
        "\nengine\n"
        "  attack-wing                                             300 legions   (233 legal, 59 illegal; 3.9 cards)\n"
        "    Muster, full verdict                              9,364 legions/s   (9,115 to 9,625; must 10,000)\n"
        "    one verdict p50 / p99                            0.097 / 0.302 ms   (p99 must 0.5 reached)\n"
        "  dungeon-command, 57 changes                       p50 64, p95 111 ms   (p95 aim 100 NOT reached)\n"
        "    Muster, full verdict                                5 legions/s\n"
    )
    assert compare.figure_rows(printed) == [
        ("attack-wing", (300,)),
        ("attack-wing: Muster, full verdict", (9364,)),
        ("attack-wing: one verdict p50 / p99", (0.097, 0.302)),
        ("dungeon-command, 57 changes", (64, 111)),
        ("dungeon-command, 57 changes: Muster, full verdict", (5,)),
    ]


def test_the_median_of_several_rounds_is_reported() -> None:
    runs = [[compare.Row("verdicts", (figure,))] for figure in (3.0, 1.0, 2.0)]
    assert compare.by_name(runs) == {"verdicts": [2.0]}


@pytest.mark.sampled
def test_a_larger_catalog_has_the_stated_number_of_different_cards() -> None:
    library = sample.enlarged(1_000)
    assert len(library.cards) >= len(library.all_cards) == 1_000
    assert len({(card.title, card.cost, card.slug) for card in library.all_cards}) == 1_000
    assert {card["slug"] for card in sample.cards()} <= set(library.cards)


@pytest.mark.sampled
@pytest.mark.parametrize("game", start.GAMES)
def test_the_timed_fresh_process_judges_a_list(game: str) -> None:
    code = start.FIRST_VERDICT.format(game=game)
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=settings.BASE_DIR)


def test_facts_of_questions_are_counted_from_the_command_line() -> None:
    """In a process of its own, because tests have set up Django before."""
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    program = [sys.executable, "-m", "benchmarks", "question_facts"]
    done = subprocess.run(
        program, env=environment, cwd=settings.BASE_DIR, check=True, capture_output=True, text=True, timeout=120
    )
    assert "attack-wing, attack" in done.stdout
