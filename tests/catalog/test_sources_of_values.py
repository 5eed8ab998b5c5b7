"""Sources belong to the values they were given for, regardless of how another value is written."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from catalog import permissions, publishing
from catalog.curation import contributions
from catalog.documents import provenance
from catalog.documents.errors import InvalidInput
from catalog.models import AuditEntry, Card, Record, Release, Revision
from catalog.models.drafts import DraftState
from catalog.tables import columns, import_plan
from catalog.tables.file_formats import Table
from tests import factories
from tests.catalog.test_admin import address, opened, send, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]
CARD = {"source": "The printed card", "checked": True}
BOOK = {"source": "A made-up rulebook", "page": 1, "checked": True}


@pytest.fixture
def curator(client: Client) -> Client:
    """A client with a logged-in curator who may publish."""
    client.force_login(factories.user_with(permissions.CURATOR, permissions.PUBLISHER, username="curator"))
    return client


@pytest.fixture
def beast() -> dict[str, Any]:
    """A card with the cost 25, whose own source was checked, and an unknown level."""
    document = factories.creature(slug="beast", cost=25, level=None, sources={"": BOOK, "/cost": CARD})
    factories.publish_frame(document)
    return document


def faults(document: dict[str, Any], **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as refused:
        publishing.save_draft(document, by=None, why="Misread", **fields)
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


def saved(document: dict[str, Any], **fields: Any) -> dict[str, Any]:
    draft = publishing.save_draft(document, by=None, why="Misread", **fields)
    sources: dict[str, Any] = draft.document["sources"]
    return sources


# -- asking for sources --------------------------------------------------------------------------------------------


def test_a_cost_that_goes_from_25_to_33_does_not_keep_the_source_of_25(beast: dict[str, Any]) -> None:
    assert faults({**beast, "cost": 33}) == [("/cost", "stale-source")]
    assert not Revision.objects.drafts().exists()


def test_a_confirmed_source_becomes_unchecked(beast: dict[str, Any]) -> None:
    assert saved({**beast, "cost": 33}, sources_hold=["/cost"]) == {"": BOOK, "/cost": {**CARD, "checked": False}}


@pytest.mark.parametrize(
    "entry",
    [
        {"source": "The second printing", "checked": False},
        {**CARD, "page": 2},
        {**CARD, "note": "The second printing."},
        {"source": "The printed card", "checked": False, "doubt": "A small picture."},
    ],
)
def test_a_source_given_again_needs_no_confirmation(beast: dict[str, Any], entry: dict[str, Any]) -> None:
    assert saved({**beast, "cost": 33, "sources": {"": BOOK, "/cost": entry}})["/cost"] == entry


def test_taking_the_tick_off_or_out_is_no_other_source(beast: dict[str, Any]) -> None:
    unticked = {**beast, "cost": 33, "sources": {"": BOOK, "/cost": {**CARD, "checked": False}}}
    assert faults(unticked) == [("/cost", "stale-source")]
    assert faults({**beast, "cost": 33, "sources": {"": BOOK}}) == [("/cost", "stale-source")]


def test_the_source_of_the_whole_card_follows_no_fact_that_becomes_known(beast: dict[str, Any]) -> None:
    assert faults({**beast, "level": 3}) == [("/level", "stale-source")]
    given = {**beast, "level": 3, "sources": {**beast["sources"], "/level": {"source": "A box", "checked": False}}}
    assert saved(given)["/level"] == {"source": "A box", "checked": False}


def test_a_source_of_several_facts_stays_checked_for_those_that_did_not_change(beast: dict[str, Any]) -> None:
    sources = saved({**beast, "level": 3}, sources_hold=["/level"])
    assert sources == {"": BOOK, "/cost": CARD, "/level": {**BOOK, "checked": False}}


def test_the_source_of_the_whole_card_given_again_covers_all_changes(beast: dict[str, Any]) -> None:
    other = {"source": "Another rulebook", "checked": False}
    assert saved({**beast, "level": 3, "sources": {"": other, "/cost": CARD}})[""] == other


def test_a_fact_that_is_not_known_any_more_needs_no_source(beast: dict[str, Any]) -> None:
    assert saved({**beast, "cost": None, "sources": {"": BOOK}}) == {"": BOOK}


def test_text_and_slug_are_ours_and_ask_for_no_source(beast: dict[str, Any]) -> None:
    translations = [{"language": "de", "text": "Beißt."}]
    assert saved({**beast, "text": "It bites."})
    standard = Revision.objects.newest().get(kind="format").document
    assert saved({**standard, "text": "Words.", "translations": translations})


def test_a_new_slug_brings_no_value_under_a_former_source(beast: dict[str, Any]) -> None:
    moved = {**beast, "slug": "great-beast", "formerly": ["beast"]}
    assert faults({**moved, "cost": 33}) == [("/cost", "stale-source")]
    assert saved(moved) == beast["sources"]


def test_a_draft_is_held_against_the_draft_before_and_what_is_published(beast: dict[str, Any]) -> None:
    other = {"source": "A list", "checked": False}
    publishing.save_draft({**beast, "cost": 30, "sources": {"": BOOK, "/cost": other}}, by=None, why="r")
    assert faults({**beast, "cost": 33, "sources": {"": BOOK, "/cost": other}}) == [("/cost", "stale-source")]
    assert faults({**beast, "cost": 33}) == [("/cost", "stale-source")]
    assert saved(beast) == beast["sources"]


def test_a_confirmed_source_is_not_asked_again_and_can_be_checked_later(beast: dict[str, Any]) -> None:
    first = publishing.save_draft({**beast, "cost": 33}, by=None, why="r", sources_hold=["/cost"]).document
    assert saved({**first, "text": "It bites."}) == first["sources"]
    assert saved({**first, "sources": {"": BOOK, "/cost": CARD}})["/cost"] == CARD


@pytest.mark.parametrize("held", [["/level"], ["/cos"], ["/cost/x"]])
def test_confirming_the_source_of_another_value_does_not_help(beast: dict[str, Any], held: list[str]) -> None:
    assert faults({**beast, "cost": 33}, sources_hold=held) == [("/cost", "stale-source")]


def test_a_part_of_a_fact_is_asked_for_its_own_source(beast: dict[str, Any]) -> None:
    bite = {"name": "Bite", "melee": True, "arc": "front", "range": 1, "attack": 3}
    weapons = [{**beast["weapons"][0]}] if beast["weapons"] else [bite]
    sources = {"": BOOK, "/weapons/0/range": CARD}
    factories.publish({**beast, "weapons": weapons, "sources": sources})
    longer = [{**weapons[0], "range": 3}]
    assert faults({**beast, "weapons": longer, "sources": sources}) == [("/weapons/0/range", "stale-source")]
    held = saved({**beast, "weapons": longer, "sources": sources}, sources_hold=["/weapons"])
    assert held["/weapons/0/range"] == {**CARD, "checked": False}


def test_lists_that_get_shorter_are_asked_as_well() -> None:
    before = {"sources": {"": BOOK, "/weapons/0": CARD}, "weapons": [{"range": 1}, {"range": 2}]}
    assert provenance.new_values(before, {**before, "weapons": [{"range": 1}]}) == ["/weapons"]
    assert provenance.new_values(before, {**before, "weapons": [{"range": 2}]}) == ["/weapons", "/weapons/0/range"]
    assert provenance.new_values(before, {**before, "weapons": []}) == ["/weapons"]


def test_members_without_known_facts_are_no_value() -> None:
    before = {"sources": {"": BOOK}, "speed": None}
    assert provenance.new_values(before, {**before, "speed": {"ground": None, "flight": None}}) == []
    assert provenance.new_values(before, {**before, "speed": {"ground": 6, "flight": None}}) == ["/speed"]


# -- all ways of writing -------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_form_has_a_checkbox_next_to_the_fact(curator: Client, beast: dict[str, Any]) -> None:
    url = address("change", Card.objects.get())
    assert "holds-cost" not in opened(curator, url)
    answer = send(curator, url, cost="33")
    assert "This value is new, but its source, “The printed card”, is older." in text_of(answer)
    assert 'name="holds-cost"' in answer.content.decode()
    assert 'name="holds-level"' not in answer.content.decode()
    assert not Revision.objects.drafts().exists()
    send(curator, url, cost="33", holds__cost="on")
    assert Revision.objects.drafts().get().document["sources"]["/cost"] == {**CARD, "checked": False}


@pytest.mark.sampled
def test_publishing_from_the_form_asks_too(curator: Client, beast: dict[str, Any]) -> None:
    url = address("change", Card.objects.get())
    assert "This value is new" in text_of(send(curator, url, "_publish", cost="33", why="Misread"))
    assert Release.objects.newest() == 1
    send(curator, url, "_publish", cost="33", why="Misread", source__cost__note="Second printing")
    assert Revision.objects.newest().get(slug="beast").document["sources"]["/cost"]["note"] == "Second printing"


def planned(*cells: str, keys: tuple[str, ...] = ("slug", "cost"), **fields: Any) -> import_plan.TablePlan:
    rows = Table(keys, ((2, cells),))
    return import_plan.plan_import(rows, list(keys), game="attack-wing", kind="creature", **fields)


def test_a_table_asks_at_the_cell(beast: dict[str, Any]) -> None:
    (fault,) = planned("beast", "33").rows[0].faults
    assert (fault.cell, fault.message[:29]) == (1, "“33”: This value is new, but ")


@pytest.mark.parametrize(
    ("plan", "entry"),
    [
        (lambda: planned("beast", "33", sources_hold=True), {**CARD, "checked": False}),
        (
            lambda: planned("beast", "33", "yes", keys=("slug", "cost", columns.HOLDS)),
            {**CARD, "checked": False},
        ),
        (
            lambda: planned("beast", "33", "The printed card", keys=("slug", "cost", columns.SOURCE)),
            {**CARD, "checked": False},
        ),
        (
            lambda: planned("beast", "33", source={"source": "List", "checked": False}),
            {"source": "List", "checked": False},
        ),
    ],
)
def test_a_table_says_a_source_or_that_the_former_one_holds(beast: dict[str, Any], plan: Any, entry: Any) -> None:
    made = plan()
    assert [row.faults for row in made.rows] == [[]]
    (draft,) = publishing.save_drafts(made.documents, by=None, why="r", expected=made.expected, held=made.held)
    assert draft.document["sources"]["/cost"] == entry


def test_a_cell_with_neither_yes_nor_no_is_a_fault(beast: dict[str, Any]) -> None:
    (fault, *_others) = planned("beast", "33", "perhaps", keys=("slug", "cost", columns.HOLDS)).rows[0].faults
    assert (fault.cell, fault.message) == (2, "“perhaps”: Write yes or no.")


def brought(tmp_path: Path, *documents: dict[str, Any], **options: Any) -> str:
    for document in documents:
        (tmp_path / f"{document['slug']}.json").write_text(json.dumps(document))
    out, err = StringIO(), StringIO()
    try:
        call_command("import_cards", tmp_path, stdout=out, stderr=err, **options)
    except CommandError as error:
        return err.getvalue() + str(error)
    return out.getvalue()


@pytest.mark.parametrize("options", [{}, {"dry_run": True}, {"as_drafts": True}])
def test_an_import_names_the_fact_and_the_way_out_and_writes_nothing(
    tmp_path: Path, beast: dict[str, Any], options: dict[str, Any]
) -> None:
    factories.import_documents(beast)
    told = brought(tmp_path, {**beast, "cost": 33}, **options)
    assert "(beast): /cost: This value is new" in told
    assert "--sources-hold" in told
    assert "Nothing was imported." in told
    assert (Release.objects.newest(), Revision.objects.drafts().count()) == (1, 0)


@pytest.mark.parametrize("as_drafts", [False, True])
def test_an_import_may_say_that_sources_hold(tmp_path: Path, beast: dict[str, Any], as_drafts: bool) -> None:
    factories.import_documents(beast)
    brought(tmp_path, {**beast, "cost": 33, "level": 4}, sources_hold=True, as_drafts=as_drafts)
    newest = Revision.objects.filter(slug="beast", until=None).order_by("-pk").first()
    assert newest is not None
    assert newest.document["sources"] == {
        "": BOOK,
        "/cost": {**CARD, "checked": False},
        "/level": {**BOOK, "checked": False},
    }


@pytest.mark.sampled
def test_an_accepted_fact_has_the_source_named_by_its_contributor(beast: dict[str, Any]) -> None:
    player, judge = factories.UserFactory(), factories.UserFactory(is_superuser=True, is_staff=True)
    for value in (33, 34):
        offer = contributions.submit(
            by=player,
            game="attack-wing",
            slug="beast",
            facts={"cost": value},
            mends=True,
            origin=contributions.Origin(printed=True),
        )
        contributions.decide(number=offer.pk, seen=offer.version, by=judge, accept=["cost"])
    draft = Revision.objects.drafts().get()
    entry = {"source": "The printed card", "checked": False, "basis": "printed"}
    assert (draft.cost, draft.document["sources"]["/cost"]) == (34, entry)
    contributions.undo_all(of=player, by=judge, why="Guessed")
    assert not Revision.objects.drafts().exists()


# -- restored values -------------------------------------------------------------------------------------------------


def test_a_state_that_is_restored_brings_its_source_and_its_tick_back(beast: dict[str, Any]) -> None:
    publishing.save_draft({**beast, "cost": 33}, by=None, why="r", sources_hold=["/cost"])
    record = Record.objects.get(slug="beast")
    publishing.publish_draft(record, by=None, why="r")
    publishing.restore_state(record, beast, by=None, why="It was right", expected=publishing.edit_token(record))
    draft = record.revisions.drafts().get()
    assert (draft.cost, draft.document["sources"]) == (25, beast["sources"])


def test_retiring_restoring_and_renaming_ask_nothing(beast: dict[str, Any]) -> None:
    record = Record.objects.get(slug="beast")
    publishing.retire(record, reason="Recalled", by=None, why="r")
    publishing.restore(record, by=None, why="r")
    moved = publishing.change_slug(record, slug="great-beast", by=None, why="r")
    assert moved.revisions.newest().get().document["sources"] == beast["sources"]


# -- facts without a source ------------------------------------------------------------------------------------------


def bare(**facts: Any) -> dict[str, Any]:
    """Return a card with a source for its cost only."""
    return factories.creature(slug="bare", sources={"/cost": CARD}, **facts)


def unsourced_of(document: dict[str, Any]) -> set[str]:
    with pytest.raises(InvalidInput) as refused:
        publishing.publish([document], by=None, why="r")
    assert {fault.code for fault in refused.value.faults} == {"unsourced"}
    return {fault.pointer for fault in refused.value.faults}


def test_a_fact_without_a_source_stops_a_release_but_no_draft() -> None:
    assert "/level" in unsourced_of(bare())
    assert "/cost" not in unsourced_of(bare())
    draft = publishing.save_draft(bare(), by=None, why="r")
    with pytest.raises(InvalidInput):
        publishing.publish_draft(draft.record, by=None, why="r")
    assert not Release.objects.exists()


def test_a_reason_allows_it_and_is_stored_in_the_history_and_the_release() -> None:
    draft = publishing.save_draft(bare(), by=None, why="r", unsourced_reason="Nobody wrote down where.")
    publishing.publish_draft(draft.record, by=None, why="r")
    revision = Revision.objects.newest().get()
    assert revision.unsourced_reason == "Nobody wrote down where."
    assert set(DraftState.objects.values_list("unsourced_reason", flat=True)) == {"Nobody wrote down where."}
    assert "/level" in AuditEntry.objects.get(what="document published").after["unsourced"]


def test_a_fact_published_without_a_source_is_not_asked_again_until_it_changes() -> None:
    before = bare()
    publishing.publish([before], by=None, why="r", unsourced_reason="Nobody knows.")
    publishing.publish([{**before, "text": "It bites."}], by=None, why="r")
    assert Revision.objects.newest().get().unsourced_reason == "Nobody knows."
    assert unsourced_of({**before, "level": 9}) == {"/level"}


def test_an_unnecessary_reason_is_not_stored() -> None:
    draft = publishing.save_draft(factories.creature(slug="sourced"), by=None, why="r", unsourced_reason="Why not")
    assert draft.unsourced_reason == ""


def test_parts_without_a_source_are_found_next_to_parts_with_one() -> None:
    document = {
        "sources": {"/weapons/0/range": CARD},
        "weapons": [{"range": 1, "arc": "front"}, {"range": 2}],
        "a": None,
    }
    assert provenance.unsourced(document) == ["/weapons/0/arc", "/weapons/1"]


@pytest.mark.sampled
def test_the_form_asks_for_the_reason_and_keeps_it(curator: Client) -> None:
    url = address("add") + "?of=attack-wing/creature"
    answer = send(curator, url, "_publish", name="Grumm", why="New")
    assert "No source is named for this." in text_of(answer)
    assert 'name="unsourced_reason"' in answer.content.decode()
    send(curator, url, "_publish", name="Grumm", why="New", unsourced_reason="From memory")
    revision = Revision.objects.newest().get()
    assert revision.unsourced_reason == "From memory"
    shown = text_of(curator.get(address("history", Card.objects.get())))
    assert "Facts without a source, because: “From memory”." in shown


def test_an_import_stops_at_facts_without_a_source_and_takes_a_reason(tmp_path: Path) -> None:
    assert "--unsourced-reason" in brought(tmp_path, bare())
    assert not Release.objects.exists()
    brought(tmp_path, bare(), unsourced_reason="An old list")
    assert Revision.objects.newest().get().unsourced_reason == "An old list"


# -- curators' view --------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_reviewers_see_value_and_source_before_and_after_and_every_reason(
    curator: Client, beast: dict[str, Any]
) -> None:
    author = User.objects.create_user("ann")
    publishing.save_draft({**beast, "cost": 33}, by=author, why="Misread once", sources_hold=["/cost"])
    draft = publishing.save_draft({**Revision.objects.drafts().get().document, "text": "x"}, by=author, why="Words")
    publishing.submit_for_review(draft.record, by=author, expected=publishing.edit_token(draft.record))
    for url in (address("review", draft, model="draft"), address("change", draft.record)):
        shown = text_of(curator.get(url))
        assert "25 The printed card; checked" in shown
        assert "33 The same source as before: The printed card; not checked" in shown
        assert "“Misread once”" in shown
        assert "“Words”" in shown


@pytest.mark.sampled
def test_the_page_of_a_release_shows_values_sources_and_every_reason(curator: Client, beast: dict[str, Any]) -> None:
    publishing.save_draft({**beast, "cost": 33}, by=None, why="Misread once", sources_hold=["/cost"])
    draft = publishing.save_draft({**Revision.objects.drafts().get().document, "text": "x"}, by=None, why="Words")
    publishing.publish_draft(draft.record, by=None, why="Errata")
    shown = text_of(curator.get("/admin/catalog/release/2/change/"))
    assert "25 The printed card; checked" in shown
    assert "33 The same source as before: The printed card; not checked" in shown
    assert "“Misread once”" in shown
    assert "“Words”" in shown
