"""Own numbers on card faces: each drawn fact is dashed, the foot says what dashes mean, and nothing else changes."""

import json
import re
from itertools import pairwise
from math import cos, sin
from pathlib import Path

import pytest

from catalog import faces
from catalog.documents import card_facts
from catalog.documents.schemas import schema_path
from catalog.faces.svg_raster import painted
from tests.catalog.test_faces import CARDS, CREATURE, read, texts_of
from tests.nonempty import nonempty

FIXTURES = Path(__file__).parents[2] / "fixtures"
DASHES = 'stroke-dasharray="9 6"'


def dashes(svg: str) -> int:
    return svg.count(DASHES)


def drawing(card: dict) -> str:
    """Return the face of a card without its title and its description."""
    return re.sub("<title[^>]*>.*?</title><desc>.*?</desc>", "", faces.face(card), count=1)


def complete_cards() -> list[dict]:
    """Return the card of each kind in the fixtures with the fewest unknown facts."""
    best: dict[tuple[str, str], dict] = {}
    for file in sorted(FIXTURES.glob("*/*/*.json")):
        document = json.loads(file.read_text("utf-8"))
        if document.get("kind") and document.get("sources") is not None and faces.has_face(document):
            key = document["game"], document["kind"]
            known = len(card_facts.wanted_facts(document)), -len(document)
            if key not in best or known < (len(card_facts.wanted_facts(best[key])), -len(best[key])):
                best[key] = document
    return list(best.values())


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["slug"])
def test_a_card_without_own_numbers_has_no_dashes(card):
    assert dashes(faces.face(card)) == 0
    assert "Dashed" not in texts_of(faces.face(card))
    assert faces.face(card, own=()) == faces.face(card)


@pytest.mark.parametrize("card", nonempty(complete_cards()), ids=lambda card: f"{card['game']}-{card['kind']}")
def test_each_fact_that_a_face_draws_is_dashed_if_it_is_an_own_number(card):
    legend = dashes(faces.face(card, own={"set"}))
    facts = [fact for fact in card_facts.reportable_facts(schema_path(card)) if card.get(fact) and fact != "keywords"]
    drawn = [fact for fact in facts if drawing(card | {fact: None}) != drawing(card)]
    for fact in nonempty(drawn):
        assert dashes(faces.face(card, own={fact})) > legend, fact


def test_the_foot_and_the_description_say_what_is_an_own_number():
    svg = faces.face(CREATURE, own={"cost", "level"})
    words = texts_of(svg)
    assert "Dashed: own numbers." in words
    assert "Own numbers: Level, Cost." in words or "Own numbers: Cost, Level." in words
    assert "Drawn by Muster" in words
    open_set = faces.face(CREATURE, own={"cost"}, set_document={"name": "Our Set", "official": False})
    assert "Our Set: open set" in texts_of(open_set)
    assert "Dashed: own numbers." in texts_of(open_set)


def test_own_numbers_of_a_sparse_card_come_first_and_count_as_known():
    blank = CREATURE | dict.fromkeys(("cost", "level", "attack", "agility", "health", "armor", "slots", "unique"))
    before = int(re.search(r"(\d+) facts missing", texts_of(faces.face(blank)))[1])
    svg = faces.face(blank | {"level": 7, "slots": ["dragon", "dragon"]}, own={"level", "slots"})
    words = [text for text in read(svg)[2] if text.strip()]
    assert f"{before - 2} facts missing" in " ".join(words)
    assert words.index("2 × dragon") < words.index("Evil")
    assert "7" in words
    assert dashes(svg) == 3  # both, and the legend


@pytest.mark.sampled
def test_dashes_are_painted_with_gaps_in_pictures():
    plain = CREATURE | {"unique": False}

    def changes(own: tuple[str, ...]) -> int:
        """Return the number of changes from dark to light along the top of the seal."""
        image = painted(faces.as_file(faces.face(plain, own=own)), 630)
        dark = [
            sum(image.getpixel((76 + round(45 * sin(turn / 99)), 78 - round(45 * cos(turn / 99))))[:3]) < 200
            for turn in range(-70, 71)
        ]
        return sum(one != after for one, after in pairwise(dark))

    assert changes(()) <= 2
    assert changes(("cost",)) >= 6
