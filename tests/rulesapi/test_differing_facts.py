"""Facts that players enter although the card has another value, in words."""

from typing import Any

import pytest

from catalog.documents import load_schemas
from rulesapi.engine.resolutions.input_kinds import Fact
from rulesapi.engine.resolutions.participants import differing
from rulesapi.judging.question_schemas import declared_questions
from tests.nonempty import nonempty


def test_facts_of_cards_are_called_as_on_their_cards() -> None:
    for game, question in nonempty(list(declared_questions())):
        for part in (question.situation, *question.parts().values()):
            for name, one in nonempty(part.inputs.items()):
                if isinstance(one.kind, Fact):
                    schema = load_schemas()[f"{game}/{part.kind}.schema.json"]["properties"][name]
                    assert one.title == schema["title"], (game, part, name)


@pytest.mark.parametrize(
    ("entered", "printed", "expected"),
    [
        (5, 6, ("5", "6")),
        (True, False, ("yes", "no")),
        (["fire", "cold"], [], (["fire", "cold"], "none")),
        (
            [{"keyword": ["dragon"]}],
            [{"name": "Bite", "bonus": 7, "reach": None}],
            (["keyword dragon"], ["Bite (bonus 7)"]),
        ),
    ],
)
def test_a_fact_that_differs_from_its_card_is_told_in_words(entered: Any, printed: Any, expected: Any) -> None:
    facts = differing("/creature/fact", {"label": "A fact"}, entered, printed).facts
    assert (facts["said"], facts["printed"]) == expected
