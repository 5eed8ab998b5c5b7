"""Search words: tokens, stems and corrections of misspellings."""

from typing import Any

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from catalog.documents.text_folding import fold
from catalog.search.card_texts import EVERYTHING, STEMS, TITLE, search_texts
from catalog.search.spelling import allowed_edits, edit_distance, nearest
from catalog.search.words import (
    FUNCTION_WORDS,
    is_function_word,
    snowball_stem,
    stem,
    stems,
    tokens,
    without_punctuation,
)
from tests import factories

OTHER_WORDS = "heal health obstacle fly draw die elf dwarf immune armor color poison two hour your axe leave level"
ROOTS = """
    heal univers gener commun arsen relat nation hop hopp fall fly cry say us gas kiwi bead controll sens able dy ly new
    inn proce succe ear sk sing ide gent
"""
ENDINGS = """
    s es ed eed ing ingly edly ies ied y ly al ally ation ational izer ization fulness ousness iveness ment e er ings
    able ible ism ate iti ous ive ize ion logi li ful ness icate ative alize
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Re-roll 1 die.", ["re", "roll", "reroll", "1", "die"]),
        ("Évocateur’s Wood–Elf", ["evocateurs", "wood", "elf", "woodelf"]),
        ("one-two-three-four-five", ["one", "two", "three", "four", "five"]),
        ("range 1-2", ["range", "1", "2"]),
        ("fire/cold, acid; (poison)…", ["fire", "cold", "acid", "poison"]),
        ("dragon—fire", ["dragon", "fire"]),
        ("２ and ٢", ["2", "and", "2"]),
        ("Straße Æther", ["strasse", "aether"]),
        ("snake_case", ["snake", "case"]),
        ("Łukasz Дракон", ["lukasz", "дракон"]),
    ],
)
def test_a_text_is_split_into_words(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    "forms",
    [
        "heal heals healed healing",
        "health",
        "reroll rerolls rerolled rerolling",
        "obstacle obstacles",
        "fly flies flying flew flown flight flyer",
        "draw draws drew drawn drawing",
        "die dice",
        "elf elves elven",
        "dwarf dwarves dwarfs",
        "swordsman swordsmen",
        "immune immunity",
        "immobilize immobilizes immobilized immobilise immobilised immobilising",
        "armor armour armored armoured armors",
        "color colour colours colored",
        "defense defence",
        "maneuver manoeuvre maneuvers manoeuvres manoeuvring",
        "poison poisons poisoned poisonous",
        "gray grey",
        "two 2",
        "versus vs against",
        "hour hours",
        "four 4",
        "your",
        "axe axes",
        "leave leaves leaving",
        "specimen specimens",
        "level levels levelled leveled",
        "paralyse paralyze paralysed paralyzing",
    ],
)
def test_the_forms_of_a_word_have_one_stem_of_their_own(forms: str) -> None:
    found = {stem(form) for form in forms.split()}
    assert len(found) == 1, {form: stem(form) for form in forms.split()}
    others = OTHER_WORDS.split()
    assert found.isdisjoint(stem(other) for other in others if other not in forms.split())


@pytest.mark.parametrize("pair", ["heal health", "art artillery", "for four", "universal unison", "ogre org"])
def test_words_that_only_begin_alike_have_other_stems(pair: str) -> None:
    one, other = pair.split()
    assert stem(one) != stem(other)


@given(st.text(max_size=60))
def test_any_text_has_tokens_that_are_folded_and_stems(text: str) -> None:
    for token in tokens(text):
        assert token
        assert fold(token) == token
        assert not token.isspace()
    assert len(stems(text)) == len(tokens(text))
    assert all(stems(text))


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=25))
def test_a_stem_is_never_longer_than_its_word_and_a_letter(word: str) -> None:
    assert 0 < len(snowball_stem(word)) <= len(word) + 1


@given(st.text(st.sampled_from("ab ,.;:!?…„“”«»()[]\"'-"), max_size=30))
def test_punctuation_changes_no_words(text: str) -> None:
    plain = fold(without_punctuation(text))
    assert tokens(plain.replace(" ", "  ")) == tokens(plain)
    assert "“" not in plain and "(" not in plain


@pytest.mark.django_db
@pytest.mark.db_facing
def test_the_stemmer_is_that_of_snowball() -> None:
    """PostgreSQL has the Snowball stemmer: compare every word of the fixtures, and many endings."""
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL has a stemmer")
    words = [root + ending for root in ROOTS.split() for ending in ["", *ENDINGS.split()]]
    with connection.cursor() as cursor:
        cursor.execute("SELECT word, (ts_lexize('english_stem', word))[1] FROM unnest(%s::text[]) AS word", [words])
        theirs = {word: found for word, found in cursor.fetchall() if found is not None}
    assert {word: snowball_stem(word) for word in theirs} == theirs


# -- spelling ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "other", "distance"),
    [("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("gaint", "giant", 1), ("fierbal", "fireball", 2), ("ab", "ba", 1)],
)
def test_letters_that_differ_are_counted(word: str, other: str, distance: int) -> None:
    assert edit_distance(word, other) == edit_distance(other, word) == distance


@given(st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_a_distance_is_nothing_only_between_equal_words(word: str, other: str) -> None:
    distance = edit_distance(word, other)
    assert (distance == 0) is (word == other)
    assert abs(len(word) - len(other)) <= distance <= max(len(word), len(other))


@given(st.text("abcd", max_size=9), st.lists(st.text("abcd", max_size=9), max_size=8, unique=True))
def test_only_words_within_the_allowed_edits_are_near(word: str, vocabulary: list[str]) -> None:
    for found in nearest(word, vocabulary, 3):
        assert 0 < edit_distance(word, found) <= allowed_edits(word) <= 2


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("breth", ["breath"]),
        ("atem", []),
        ("wurfel", []),
        ("org", []),
        ("obstakel", ["obstacl"]),
        ("2", []),
        ("fire3", []),
        ("x" * 400, []),
    ],
)
def test_a_misspelled_word_is_corrected_and_a_different_word_is_not(word: str, expected: list[str]) -> None:
    assert (
        nearest(word, ["breath", "stem", "item", "curfew", "ogre", "orc", "obstacl", "fire2", "dragon"], 3) == expected
    )


# -- texts of cards ------------------------------------------------------------------------------------------------


def test_the_words_on_a_face_are_among_the_words_of_a_card() -> None:
    card: dict[str, Any] = factories.creature(
        name="Bell, Wyrm",
        **{"class": "Vane-Dragon"},
        alignment="evil",
        energy=["fire"],
        movement="flying",
        unique=True,
        troop=False,
        weapons=[{"name": "Bite", "melee": True, "arc": "rear", "range": 1}],
        text="You may re-roll a die.",
    )
    texts = search_texts(card)
    for word in ["creature", "evil", "fire", "flying", "unique", "bite", "melee", "rear"]:
        assert f" {word} " in texts[EVERYTHING], word
        assert f" {stem(word)} " in texts[STEMS], word
    assert "troop" not in texts[EVERYTHING]
    assert "bell wyrm" in texts[EVERYTHING]
    assert " rerol " in texts[STEMS]
    assert "reroll" in texts["text"]
    assert texts[TITLE].split() == ["bell", "wyrm", "vane", "dragon", "vanedragon"] or " vane dragon" in texts[TITLE]
    assert " wyrm \n vane" not in texts[STEMS] or "\n" in texts[STEMS]


def test_words_of_no_meaning_are_few_and_folded() -> None:
    assert {fold(word) for word in FUNCTION_WORDS} == FUNCTION_WORDS
    assert FUNCTION_WORDS.isdisjoint({"fire", "dragon", "against", "all", "attack"})


@pytest.mark.parametrize("word", ["the", "can't", "can’t", "don't", "isn’t", "cannot"])
def test_short_forms_are_words_that_every_sentence_has(word: str) -> None:
    assert is_function_word(word)
    assert not is_function_word(f"{word}dragon")
