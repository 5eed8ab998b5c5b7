from django.utils import translation

from catalog.documents.suggestions import close_matches, did_you_mean, listed


def test_close_matches_are_up_to_three_known_words_the_closest_first() -> None:
    known = ["wraith", "wrath", "wraiths", "wraithe", "giant"]
    assert close_matches("wraith", known) == ("wraith", "wraiths", "wraithe")
    assert close_matches("gaint", known) == ("giant",)
    assert close_matches("gaint", [*known, *known]) == ("giant",)
    assert close_matches("dragon", known) == ()


def test_of_an_unknown_word_only_its_beginning_is_compared() -> None:
    assert close_matches("a" * 100 + "b" * 10_000, ["a" * 100]) == ("a" * 100,)


def test_each_word_is_suggested_once() -> None:
    assert did_you_mean([]) == ""
    assert did_you_mean(["giant", "wraith", "giant"]) == " Did you mean “giant” or “wraith”?"


def test_suggestions_are_translated_and_quoted_as_their_caller_quotes() -> None:
    with translation.override("de"):
        assert did_you_mean(("giant", "wraith")) == " Meintest du “giant” oder “wraith”?"
        assert did_you_mean(("giant", "wraith"), "„{word}“") == " Meintest du „giant“ oder „wraith“?"


def test_words_in_a_row() -> None:
    assert [listed("abc"[:number]) for number in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b"
