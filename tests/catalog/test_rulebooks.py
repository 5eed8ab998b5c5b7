"""Rulebooks and their sections as documents of the catalog: addresses, links, and texts with one home."""

from typing import Any

import pytest

from catalog import documents
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.sections import section_slug
from catalog.import_export import path_of
from catalog.models import Section
from catalog.publishing import planning
from catalog.publishing.planning import references_of
from tests import factories


def codes(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the pointer and code of each fault of a document."""
    return [(fault.pointer, fault.code) for fault in documents.faults_in(document)]


@pytest.mark.parametrize(
    ("address", "slug"),
    [("604.4.b", "604-4-b"), ("p15/combat-phase", "p15-combat-phase"), ("damage/3", "damage-3"), ("0", "0")],
)
def test_the_slug_of_a_section_follows_from_its_address(address: str, slug: str) -> None:
    assert section_slug(address) == slug
    assert codes(factories.section(at=address, slug=slug)) == []
    assert codes(factories.section(at=address, slug="another")) == [("/slug", "not-allowed")]


@pytest.mark.parametrize(
    "address", ["604..4", ".604", "p15/", "604 4", "P15/Combat", "604.4.b\n", "", "ä/1", "a" * 101]
)
def test_an_address_of_another_form_is_refused(address: str) -> None:
    assert "/at" in [pointer for pointer, _ in codes(factories.section(at=address))]


def test_a_rulebook_and_its_sections_have_their_files() -> None:
    assert path_of(factories.rulebook()).as_posix() == "attack-wing/rulebook.json"
    assert path_of(factories.section()).as_posix() == "attack-wing/sections/actions-dodge.json"
    assert codes(factories.rulebook(slug="another")) == [("/slug", "not-allowed")]


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"covered_by": "p14/feint"}, "/covered_by"),
        ({"ruling": "dodge"}, "/ruling"),
        ({"parent": "actions/dodge"}, "/parent"),
        ({"see": ["actions/dodge"]}, "/see"),
    ],
)
def test_a_section_has_one_text_and_does_not_lead_to_itself(facts: dict[str, Any], fault: str) -> None:
    assert [pointer for pointer, _ in codes(factories.section(**facts))] == [fault]


def test_a_section_refers_to_sections_references_and_its_ruling() -> None:
    section = factories.section(parent="p13/actions", see=["p14/feint"], references=["dodge"])
    assert list(references_of(section)) == [
        ("/parent", "section", "p13-actions"),
        ("/see/0", "section", "p14-feint"),
        ("/references/0", "reference", "dodge"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("facts", [{"see": ["p99/nowhere"]}, {"parent": "p99/nowhere"}, {"references": ["nowhere"]}])
def test_a_section_that_leads_nowhere_is_not_published(facts: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        factories.publish_frame(factories.section(**facts))
    assert not Section.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("holder", [factories.creature, factories.ruling, factories.reference])
def test_a_source_names_a_section_of_the_rulebook(holder: Any) -> None:
    source = {"source": "Attack Wing rulebook", "page": 13, "checked": True, "at": "actions/dodge"}
    document = holder(sources={"": source})
    with pytest.raises(InvalidInput) as refused:
        factories.publish_frame(document)
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [("/2/sources//at", "unknown-section")]
    factories.publish_frame(document, factories.section())


def headings(**facts: dict[str, Any]) -> list[dict[str, Any]]:
    """Return sections by address, with these facts and without a text of their own."""
    bare = {key: value for key, value in factories.section().items() if key != "text"}
    return [{**bare, "at": at, "slug": at, **own} for at, own in facts.items()]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sections", "faults"),
    [
        (headings(a={"covered_by": "b"}, b={"covered_by": "c"}, c={"text": "Words."}), []),
        (headings(a={"covered_by": "b"}, b={"references": ["dodge"]}), []),
        (headings(a={"covered_by": "b"}, b={"covered_by": "a"}), ["/covered_by", "/covered_by"]),
        (headings(a={"parent": "b"}, b={"parent": "a"}), ["/parent", "/parent"]),
        (headings(a={"covered_by": "b"}, b={}), ["/covered_by", ""]),
    ],
)
def test_links_between_sections_end_at_a_text_and_at_the_top(sections: list[Any], faults: list[str]) -> None:
    found = planning.plan([*sections, factories.reference(slug="dodge")]).faults
    assert [fault.pointer for _, fault in found] == faults


@pytest.mark.django_db
def test_a_section_keeps_its_text_as_long_as_another_one_needs_it() -> None:
    first, second = headings(a={"covered_by": "b"}, b={"text": "Words."})
    factories.publish_frame(first, second)
    [bare] = headings(b={})
    assert [fault.code for _, fault in planning.plan([bare]).faults] == ["missing"]
    assert planning.plan([bare, headings(a={"text": "Own words."})[0]]).faults == []


RETIRED = {"retired": "Not in the second print."}


def faults(*documents: dict[str, Any]) -> list[Fault]:
    """Return the faults of a publication whose sources cover the new values."""
    return [fault for _, fault in planning.plan(documents, held=planning.all_held).faults]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("documents", "pointer"),
    [
        (headings(a={"covered_by": "b"}, b={"text": "Words.", **RETIRED}), "/covered_by"),
        ([*headings(a={"ruling": "asked"}), factories.ruling(slug="asked", **RETIRED)], "/ruling"),
        ([*headings(a={"references": ["dodge"]}), factories.reference(slug="dodge", **RETIRED)], "/references/0"),
    ],
)
def test_a_section_in_force_has_no_text_of_a_retired_document(documents: list[Any], pointer: str) -> None:
    section, last = documents
    name = last.get("at", last["slug"])
    assert [(fault.pointer, fault.message) for fault in faults(*documents)] == [
        (pointer, f"“{name}” is retired, so it gives no section its text. Name another document."),
        ("/retired", "The section “a” has its text from here. Give it another text first, or along with this."),
    ]
    assert faults({**section, **RETIRED}, last) == []
    factories.publish_frame(section, {key: value for key, value in last.items() if key != "retired"})
    assert [fault.pointer for fault in faults(last)] == ["/retired"]
    own_text = {key: value for key, value in section.items() if key not in ("covered_by", "ruling")}
    assert faults(last, {**own_text, "text": "Words."}) == []


@pytest.mark.django_db
def test_a_ruling_that_was_replaced_may_be_retired_and_its_replacement_not() -> None:
    section = {**headings(a={})[0], "ruling": "first"}
    first, second = factories.ruling(slug="first", replaced_by="second"), factories.ruling(slug="second")
    factories.publish_frame(section, first, second)
    assert faults({**first, **RETIRED}) == []
    assert [fault.pointer for fault in faults({**second, **RETIRED})] == ["/retired"]
    assert faults({**second, **RETIRED, "replaced_by": "third"}, factories.ruling(slug="third")) == []


@pytest.mark.django_db
def test_a_ruling_with_the_text_of_a_section_is_not_replaced_by_a_retired_one() -> None:
    first = factories.ruling(slug="first", formerly=["former"])
    factories.publish_frame(headings(a={"ruling": "former"})[0], first, factories.ruling(slug="second", **RETIRED))
    replaced = {**first, "replaced_by": "second"}
    assert [fault.pointer for fault in faults(replaced)] == ["/replaced_by"]


@pytest.mark.django_db
def test_documents_that_give_no_section_its_text_may_be_retired() -> None:
    [section] = headings(a={"text": "Own words.", "references": ["dodge"], "see": ["b"]})
    others = [*headings(b={"text": "Words."}), factories.reference(slug="dodge"), factories.ruling(sections=["a"])]
    factories.publish_frame(section, *others)
    assert faults(*({**document, **RETIRED} for document in others)) == []
