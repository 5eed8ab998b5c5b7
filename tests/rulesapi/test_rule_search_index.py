"""The search over the entries of a game: what a query means, what it finds, and in which order."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesapi.rulebooks.search.entries import KINDS, Entry, SearchAnswer
from rulesapi.rulebooks.search.index import SearchIndex
from rulesapi.rulebooks.search.marks import find_marks
from rulesapi.rulebooks.search.query import MAX_WORDS
from rulesapi.rulebooks.search.vocabulary import read_vocabulary

VOCABULARY = read_vocabulary(
    [
        {
            "ignored": ["can", "i", "the", "of", "do", "not", "a"],
            "same": [["line of sight", "los"], ["attack of opportunity", "aoo"], ["critical hit", "crit"]],
            "like": {"stressed": ["exhausted"], "kill": ["destroy"], "too far": ["range"]},
        }
    ]
)
FILLING = [(f"filling {letter}", f"Quite another matter, called {letter}.") for letter in "bcdefghjklmn"]


SMALL_INDEX = SearchIndex(
    [
        Entry(kind="rule", key=f"section/{number}", address=f"{number}.a", title=title, text=text)
        for number, (title, text) in enumerate(
            [*FILLING, ("Line of sight", "Los, as far as a line is on tiles or in it.")]
        )
    ],
    VOCABULARY,
)


def entry(title: str, text: str = "Says something.", **facts: Any) -> Entry:
    return Entry(**{"kind": "rule", "key": f"section/{title}", "address": title, "title": title, "text": text, **facts})


def search(query: str, *entries: Entry, most: int = 10, kinds: Any = None) -> SearchAnswer:
    filling = [entry(title, text) for title, text in FILLING]
    return SearchIndex([*entries, *filling], VOCABULARY).search(query, most, kinds)


def found(query: str, *entries: Entry) -> list[str]:
    return [hit.entry.title for hit in search(query, *entries).hits]


def marked_words(text: str, answer: SearchAnswer) -> list[str]:
    return [text[slice(*mark)] for mark in find_marks(text, answer.searched)]


def is_empty(answer: SearchAnswer) -> bool:
    return (answer.read_as, answer.counts, answer.hits) == ((), dict.fromkeys(KINDS, 0), ())


@pytest.mark.parametrize(
    "query",
    [
        "line of sight",
        "lines of sight",
        "line-of-sight",
        "LOS",
        "can I do line of sight",
        "the lnie of sight",
        "sight",
    ],
)
def test_an_entry_is_found_by_the_words_of_players(query: str) -> None:
    assert found(query, entry("Line of sight"), entry("Armor"))[0] == "Line of sight"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("followup", "A follow-up is made."),
        ("follow-up", "A followup is made."),
        ("follow up", "A followup is made."),
        ("follow up", "A follow-up is made."),
        ("armour", "It has armor."),
        ("manoeuvres", "One maneuver."),
        ("diagonaly", "It moves diagonally."),
        ("initiat", "Initiative is rolled."),
        ("bears' endurance", "Bear’s Endurance helps."),
        ("5 foot", "Moves five feet."),
        ("stressed", "An exhausted creature."),
        ("stresed", "An exhausted creature."),
        ("the line of the sight", "Los is needed."),
        ("kills", "It is destroyed."),
        ("évade", "It evades."),
    ],
)
def test_spellings_and_forms_of_a_word_are_one_word(query: str, text: str) -> None:
    assert found(query, entry("Searched", text)) == ["Searched"]


def test_a_title_counts_more_than_other_words_and_these_more_than_the_text() -> None:
    title, other, text = entry("Flanking"), entry("B", other_words=("flanking",)), entry("C", "Flanking is good.")
    assert found("flanking", text, other, title) == ["Flanking", "B", "C"]


def test_a_title_that_says_just_the_query_comes_first() -> None:
    whole, longer = entry("Line of sight"), entry("Line of sight through walls and trees")
    assert found("line of sight", longer, whole)[0] == "Line of sight"


def test_a_part_of_a_title_before_a_colon_is_a_title() -> None:
    topic, other = entry("Dazed: one action, and no other"), entry("Dazed enemies, action and other")
    assert found("dazed", other, topic)[0] == topic.title


def test_a_card_of_this_name_comes_before_cards_with_the_word() -> None:
    named = entry("Wolf", "", kind="card", other_words=("creature",))
    others = [entry(f"Winter wolf {one}", "A wolf.", kind="card", other_words=("wolf",)) for one in "bcd"]
    assert found("wolf", *others, named)[0] == "Wolf"


def test_other_words_for_one_thing_are_as_rare_as_that_thing() -> None:
    """A rare abbreviation in a text is no better match than the usual expression."""
    usual = [entry(f"Critical hit {one}") for one in "bcdefg"]
    assert found("critical hit", entry("Crit"), *usual)[0] == "Critical hit b"


def test_a_question_word_decides_between_equal_entries_only() -> None:
    assert found("can i not flank", entry("Flank b"), entry("Flank c", "It can not."))[0] == "Flank c"
    assert found("can i not flank", entry("Not", "Not."), entry("Flank")) == ["Flank"]


def test_a_rare_word_decides_more_than_a_frequent_one() -> None:
    frequent = [entry(f"Attack {number}", "An attack.") for number in range(8)]
    assert found("attack gargoyle", *frequent, entry("Gargoyle", "It sits."))[0] == "Gargoyle"


def test_a_section_comes_before_a_text_about_it() -> None:
    aside = entry("Cover", "Cover helps.", kind="ruling", is_aside=True)
    assert [hit.entry.kind for hit in search("cover", aside, entry("Cover", "Cover helps.")).hits] == ["rule", "ruling"]


@pytest.mark.parametrize(
    ("query", "addresses"),
    [
        ("604.4.b", ["604.4.b"]),
        ("rule 604.4.B?", ["604.4.b"]),
        ("§604.4", ["604.4", "604.4.a", "604.4.b"]),
        ("604", ["604", "604.4", "604.4.a", "604.4.b"]),
        ("P15/Combat-Phase", ["p15/combat-phase"]),
    ],
)
def test_sections_are_found_by_their_addresses_with_those_below(query: str, addresses: list[str]) -> None:
    every = ("604", "604.4", "604.4.a", "604.4.b", "6040", "p15/combat-phase", "p15/combat")
    sections = [entry(f"Title of {one}", address=one) for one in every]
    assert [hit.entry.address for hit in search(query, *sections).hits][: len(addresses)] == addresses


def test_a_number_among_other_words_is_no_address() -> None:
    assert found("10 dragons", entry("Elsewhere", address="10"), entry("Dragons"))[0] == "Dragons"


def test_a_heading_is_found_after_the_rules_under_it() -> None:
    assert found("movement", entry("Movement", ""), entry("Movement in woods")) == ["Movement in woods", "Movement"]


def test_entries_are_found_by_the_headings_above_them() -> None:
    assert found("flying", entry("Height", headings=("Flying",))) == ["Height"]


def test_a_text_shown_already_comes_after_another_that_matches_less() -> None:
    text = "Cover makes a ranged attack harder."
    trees = entry("Trees give cover to what is in them")
    apart = [entry("Cover", text), entry("Cover in short", text)]
    together = [replace(one, group="1") for one in apart]
    assert found("cover", *apart, trees) == ["Cover", "Cover in short", trees.title]
    assert found("cover", *together, trees) == ["Cover", trees.title, "Cover in short"]


def test_kinds_are_counted_and_chosen() -> None:
    every = [entry(f"Dragon {kind}", kind=kind, key=f"x/{kind}") for kind in KINDS]
    answer = search("dragon", *every, kinds=["card"])
    assert [hit.entry.kind for hit in answer.hits] == ["card"]
    assert answer.counts == dict.fromkeys(KINDS, 1)
    assert [hit.entry.kind for hit in search("dragon", *every).hits][-1] == "card"


def test_the_answer_says_how_the_words_were_read() -> None:
    entries = [entry("Line of sight"), entry("Exhausted creatures"), entry("Armor")]
    assert search("can i do los stressed armr", *entries).read_as == ("line of sight", "exhausted", "armor")
    assert search("armours in 604.4", *entries, entry("Flight", address="604.4")).read_as == ("604.4", "armor")


def test_matched_words_have_their_places() -> None:
    armor = entry("Armor", "The Line of  Sight ends at armored things.")
    answer = search("los armor", armor)
    assert marked_words(armor.title, answer) == ["Armor"]
    assert marked_words(armor.text, answer) == ["Line of  Sight", "armored"]


def test_words_inside_an_expression_are_marked_with_it_and_question_words_are_not() -> None:
    sight = entry("Sight", "The line of a sight, not of the sight.")
    assert marked_words(sight.text, search("can i do the line of sight", sight)) == ["line of a sight", "sight"]


def test_at_most_as_many_as_wished_are_found() -> None:
    dragons = [entry(f"Dragon {number}") for number in range(9)]
    answer = search("dragon", *dragons, most=3)
    assert (len(answer.hits), answer.counts["rule"]) == (3, 9)


@pytest.mark.parametrize("query", ["", " ", "?!…", "\0", "\ud800", "💥", "xyzzyxyzzy", "-" * 100])
def test_a_query_without_words_finds_nothing(query: str) -> None:
    assert is_empty(search(query, entry("Armor")))


def test_a_query_of_only_question_words_is_searched_unchanged() -> None:
    assert found("do not", entry("Do not", "Not allowed.")) == ["Do not"]


def test_a_query_is_read_up_to_its_maximum_number_of_words() -> None:
    assert found("armor " * MAX_WORDS + "shield", entry("Armor"), entry("Shield")) == ["Armor"]


@given(st.text(max_size=150) | st.text("aeilnorst -.'’é9", max_size=150))
def test_any_query_is_answered_with_marks_inside_the_texts(query: str) -> None:
    answer = SMALL_INDEX.search(query, 10)
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)
    for hit in answer.hits:
        for text in (hit.entry.title, hit.entry.text):
            places = [place for mark in find_marks(text, answer.searched) for place in mark]
            assert places == sorted(places) and all(0 <= place <= len(text) for place in places)


def test_an_index_without_entries_finds_nothing() -> None:
    assert is_empty(SearchIndex([], VOCABULARY).search("armor", 10))


def test_equal_scores_keep_the_order_of_the_entries() -> None:
    twins = [entry("Twin", key=f"x/{number}") for number in range(5)]
    assert [hit.entry.key for hit in search("twin", *twins).hits] == [one.key for one in twins]
