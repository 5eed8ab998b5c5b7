"""Fields of the forms of questions: each refuses what is not allowed in words that say what is."""

from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import translation

from legions.play.forms import NumberField
from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from rulesapi.engine.values import known_games
from tests.nonempty import nonempty

GAMES = [package.replace("_", "-") for package in known_games.PLAY_PACKAGES]


def number_fields() -> Iterator[tuple[str, NumberField]]:
    for game in GAMES:
        for question, make in play_hooks(game).forms.items():
            for name, field in make(QueryDict(), Table(game, {})).fields.items():
                if isinstance(field, NumberField):
                    yield f"{game} {question} {name}", field


def refusals(field: NumberField) -> Iterator[str]:
    """Yield values that a field for a number refuses."""
    yield from ("many", "1.5", str(field.least - 1), str(field.most + 1))
    if field.step > 1:
        yield str(field.least + 1)


def messages(field: NumberField, text: str) -> list[str]:
    with pytest.raises(ValidationError) as refused:
        field.clean(text)
    return list(refused.value.messages)


def test_a_number_that_is_not_allowed_is_refused_in_one_sentence_that_says_which_are() -> None:
    for name, field in nonempty(list(number_fields())):
        for text in nonempty(refusals(field)):
            (words,) = messages(field, text)
            assert words.startswith(("Write a whole number from", "Write a multiple of")), (name, text, words)
            assert str(field.most) in words, (name, text, words)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Write a multiple of 5 up to 500: 0, 5, 10 and so on."),
        ("de", "Schreib ein Vielfaches von 5 bis 500: 0, 5, 10 und so weiter."),
    ],
)
def test_a_number_between_two_steps_is_refused_with_the_first_steps(language: str, expected: str) -> None:
    with translation.override(language):
        form = play_hooks("dnd-miniatures-2003").forms["damage"](QueryDict("base=7"), Table("dnd-miniatures-2003", {}))
        assert form.errors["base"] == [expected]


def test_a_number_that_can_be_negative_is_typed_with_a_minus_on_a_phone() -> None:
    for name, field in nonempty(list(number_fields())):
        assert ("inputmode" in field.widget.attrs) == (field.least >= 0), name
