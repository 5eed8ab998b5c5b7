"""The book of a release: its sections in order, their texts, and the addresses that lead to them."""

from typing import Any

import pytest

from rulesapi.rulebooks.book import bind_book, find_book
from tests import factories


def section(address: str, position: int, **facts: Any) -> dict[str, Any]:
    """Return a section at an address. It has no text of its own unless `text` is among the facts."""
    document = factories.section(at=address, slug=address.replace("/", "-").replace(".", "-"), position=position)
    return {**{key: value for key, value in document.items() if key != "text"}, "name": f"Section {address}", **facts}


def book(*documents: dict[str, Any]) -> Any:
    bound = bind_book(1, [factories.rulebook(), *documents])
    assert bound is not None
    return bound


def test_sections_are_in_the_order_of_the_book_with_their_neighbors() -> None:
    bound = book(section("2", 30), section("1.1", 20, parent="1"), section("1", 10), section("1.2", 25, parent="1"))
    assert [one.address for one in bound.sections] == ["1", "1.1", "1.2", "2"]
    first, second, *_, last = bound.sections
    assert bound.neighbors(first) == (None, second)
    assert bound.neighbors(last) == (bound.sections[-2], None)
    assert [one.address for one in bound.children("1")] == ["1.1", "1.2"]
    assert [one.address for one in bound.children(None)] == ["1", "2"]
    assert bound.headings_above(second) == [first]


def test_a_text_is_found_in_sections_references_and_rulings() -> None:
    bound = book(
        section("1", 10),
        section("1.1", 20, text="Own words."),
        section("1.2", 30, covered_by="1.3"),
        section("1.3", 40, covered_by="1.1"),
        section("1.4", 50, ruling="asked"),
        section("1.5", 60, references=["dodge"]),
        factories.ruling(slug="asked", question="May it?", answer="It may."),
        factories.reference(slug="dodge", text="It adds a dodge."),
    )
    assert {one.address: (one.text_source, one.text) for one in bound.sections} == {
        "1": (None, None),
        "1.1": ("text", "Own words."),
        "1.2": ("covered_by", "Own words."),
        "1.3": ("covered_by", "Own words."),
        "1.4": ("ruling", "It may."),
        "1.5": ("reference", "It adds a dodge."),
    }
    assert bound.section("1.4").question == "May it?"


def test_a_circle_of_sections_has_no_text() -> None:
    bound = book(section("1", 10, covered_by="2"), section("2", 20, covered_by="1"))
    assert [one.text for one in bound.sections] == [None, None]


def test_the_ruling_in_force_decides_a_section_and_others_are_about_it() -> None:
    bound = book(
        section("1", 10, ruling="former-slug"),
        factories.ruling(slug="first", formerly=["former-slug"], replaced_by="second", sections=["1"]),
        factories.ruling(slug="second", answer="It no longer may.", sections=["1"]),
        factories.ruling(slug="another", sections=["1"]),
        factories.ruling(slug="retired", sections=["1"], retired="Wrong."),
    )
    [only] = bound.sections
    assert (only.text, only.rulings) == ("It no longer may.", ("second", "another"))


def test_former_and_retired_addresses_answer() -> None:
    bound = book(
        section("p16/combat", 10, formerly=["p15-combat"]),
        section("p15/gone", 20, text="No longer printed.", retired="Not in the second print."),
        section("p17/more", 30, covered_by="p15/combat"),
    )
    assert bound.section("p15/combat").address == "p16/combat"
    assert bound.section("p15/gone").text == "No longer printed."
    assert bound.section("p99/nowhere") is None
    assert [one.address for one in bound.sections] == ["p16/combat", "p17/more"]
    assert bound.neighbors(bound.section("p15/gone")) == (None, None)


def test_a_section_has_the_page_and_the_words_of_its_document() -> None:
    bound = book(
        section("1", 10, text="Words.", also=["crit"], people="It is a matter of taste.", see=["2"]),
        section("2", 20, sources={"": {"source": "Rules guide", "checked": True}}),
    )
    first, second = bound.sections
    assert (first.page, second.page) == (13, None)
    assert (first.other_words, first.people, first.see) == (("crit",), "It is a matter of taste.", ("2",))
    assert (second.other_words, second.people, second.see, second.parent) == ((), None, (), None)


def test_the_section_about_a_reference_is_on_its_page_or_the_first_that_names_it() -> None:
    sources = {page: {"": {"source": "Attack Wing rulebook", "page": page, "checked": True}} for page in (13, 20, 30)}
    bound = book(
        section("1", 10, references=["dodge", "pass"]),
        section("2", 20, references=["former", "pass"], sources=sources[20]),
        section("3", 30, references=["feint"], retired="Not in the second print."),
        factories.reference(formerly=["former"], sources=sources[20]),
        factories.reference(slug="pass", sources=sources[30]),
        factories.reference(slug="feint"),
    )
    assert {slug: one.address for slug, one in bound.sections_by_reference.items()} == {"dodge": "2", "pass": "1"}


@pytest.mark.django_db
def test_the_book_of_each_release_is_read_once_and_unchanged_sections_once_for_all(
    django_assert_num_queries: Any,
) -> None:
    first = factories.publish_frame(
        factories.rulebook(), section("1", 10, text="As it was."), section("2", 20, text="Another.")
    )
    before = find_book("attack-wing", first.number)
    second = factories.publish_frame(section("1", 10, text="As it is now."))
    with django_assert_num_queries(3):  # the release, the revisions in force, and the new one
        now = find_book("attack-wing")
    with django_assert_num_queries(1):
        assert find_book("attack-wing", second.number) is now
    with django_assert_num_queries(1):
        assert find_book("attack-wing", first.number) is before
    assert before and now
    assert [one.text for one in before.sections] == ["As it was.", "Another."]
    assert [one.text for one in now.sections] == ["As it is now.", "Another."]
    assert now.sections[1].document is before.sections[1].document
    assert find_book("dungeon-command") is None
