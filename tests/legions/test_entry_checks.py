"""Every entrance to the catalog refuses the same faults with the same words.

The entrances are the form, the steps of the review, tables, files and the API.
"""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from catalog import permissions, publishing
from catalog.documents.errors import Fault, InvalidInput
from catalog.models import Record, Revision, Stage
from catalog.models.drafts import DraftAction
from catalog.tables import columns, file_formats, import_plan, table_export, table_import
from legions.api_tokens.models import Scope
from tests import factories
from tests.catalog.test_admin import send, text_of
from tests.legions.api_clients import TokenClient, token

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

CARD = {"source": "The printed card", "checked": False}
BOOK = {"source": "A made-up rulebook", "page": 1, "checked": True}


@pytest.fixture(autouse=True)
def catalog() -> None:
    """A set, and a card whose cost has a source of its own."""
    facts = {"name": "Wolf", "cost": 25, "formerly": ["hound"], "sources": {"": BOOK, "/cost": CARD}}
    wolf = factories.creature(slug="wolf", **facts)
    factories.publish_frame(wolf, factories.card_set(slug="starter-set", name="Starter Set"))
    factories.import_documents(wolf)


@pytest.fixture
def writer() -> Any:
    return curator()


def curator() -> Any:
    return factories.user_with(permissions.CURATOR)


def new_card(**facts: Any) -> dict[str, Any]:
    """Return a new card with a source for each fact."""
    return factories.creature(slug="bear", name="Bear", sources={"": CARD}, **facts)


def without_source(fact: str) -> dict[str, Any]:
    """Return a new card with a source for every fact but one."""
    card = new_card()
    facts = [key for key in card if key not in ("kind", "game", "slug", "text", "sources", fact)]
    return {**card, "sources": {f"/{key}": CARD for key in facts}}


UNKNOWN_SET = Fault(
    "/set",
    "unknown-set",
    "The catalog has no set “starter-sett”. Publish it first or along with this. Did you mean “starter-set”?",
    nearest=("starter-set",),
)
UNSOURCED = "No source is named for this. Name one, or give a reason why it is published without."
STALE = (
    "This value is new, but its source, “The printed card”, is older. Name the source of the new value, or confirm "
    "that this source covers it, too."
)
FORMER_SLUG = "“hound” was the slug of “wolf” before, and is never used again. Write one that is free."
FAULTS: dict[str, tuple[Callable[[], dict[str, Any]], Fault]] = {
    "a set that does not exist": (lambda: new_card(set="starter-sett"), UNKNOWN_SET),
    "a fact without a source": (lambda: without_source("cost"), Fault("/cost", "unsourced", UNSOURCED)),
    "a new value with a former source": (
        lambda: {**Revision.objects.newest().get(slug="wolf").document, "cost": 33},
        Fault("/cost", "stale-source", STALE),
    ),
    "the former slug of another document": (
        lambda: {**new_card(), "slug": "hound"},
        Fault("/slug", "slug-used", FORMER_SLUG),
    ),
}
"""Documents with one fault each."""
SAVED_WITH_FAULTS = {"unknown-set", "unsourced"}
"""The codes of faults that a draft may have while its author works on it."""


def drafted(document: dict[str, Any], by: Any) -> Record:
    """Save a document as a draft, whatever faults it has."""
    return factories.save_draft(document, by=by, why="New").record


def through_release(document: dict[str, Any], by: Any) -> list[Fault]:
    with pytest.raises(InvalidInput) as refused:
        publishing.publish([document], by=by, why="New")
    return list(refused.value.faults)


def through_save_and_submit(document: dict[str, Any], by: Any) -> list[Fault]:
    with pytest.raises(InvalidInput) as refused:
        publishing.save_and_submit(document, by=by, why="New")
    return list(refused.value.faults)


def through_files(document: dict[str, Any], by: Any, tmp_path: Path, **options: Any) -> str:
    (tmp_path / "card.json").write_text(json.dumps(document))
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("import_cards", tmp_path, stderr=errors, stdout=StringIO(), **options)
    return errors.getvalue()


def table_of(document: dict[str, Any], form: str = "csv") -> bytes:
    return table_export.file_of([document], "attack-wing", "creature", form)


def through_table_command(document: dict[str, Any], tmp_path: Path) -> str:
    (tmp_path / "table.csv").write_bytes(table_of(document))
    errors = StringIO()
    with pytest.raises(CommandError):
        file = str(tmp_path / "table.csv")
        call_command("import_table", "attack-wing", "creature", file, stderr=errors, stdout=StringIO())
    return errors.getvalue()


def through_table(document: dict[str, Any], by: Any) -> list[tuple[str, str]]:
    """Return the column and message of each fault of a table in the admin."""
    raw = table_of(document)
    values = {"game": "attack-wing", "kind": "creature", "name": "cards.csv", "size": len(raw)}
    table = table_import.receive_part(table_import.start_upload(by=by, **values), raw, offset=0, by=by)
    table = table_import.check(table, keys=table.meant, source=None, by=by)
    (row,) = table.report["rows"]
    return [(table.meant[cell], message) for cell, message in row["faults"]]


def through_api(document: dict[str, Any], by: Any) -> dict[str, Any]:
    """Return the fault that the API answers to a draft, or to submitting it for review."""
    robot = TokenClient(token(by, Scope.CURATE))
    address = reverse("api-draft", args=["attack-wing", "card", document["slug"]])
    state = {"If_None_Match": "*"}
    if Revision.objects.newest().filter(slug=document["slug"]).exists():
        state = {"If_Match": robot.get(address)["ETag"]}
    answer = robot.send("put", address, {"document": document, "why": "New"}, **state)
    if answer.status_code == 201:
        state = {"If_Match": answer["ETag"]}
        answer = robot.send("post", f"{address}stage/", {"do": "put-up"}, **state)
        assert answer.status_code == 409
    (fault,) = answer.json()["faults"]
    return fault


@pytest.mark.parametrize("name", FAULTS)
def test_each_entrance_refuses_a_fault_with_one_code_and_one_message(name: str, writer: Any, tmp_path: Path) -> None:
    make, fault = FAULTS[name]
    document = make()
    assert through_release(document, writer) == [fault]
    assert through_save_and_submit(document, writer) == [fault]
    if fault.code != "slug-used":  # a file with a former slug is about the document that has it today
        for options in ({}, {"dry_run": True}, {"as_drafts": True}):
            assert f"{fault.pointer}: {fault.message} [{fault.code}]" in through_files(
                document, writer, tmp_path, **options
            )
    key = fault.pointer.lstrip("/")
    ((column, message),) = through_table(document, writer)
    assert (column, message) == (key, f"“{document[key]}”: {fault.message}")
    assert f": “{document[key]}”: {fault.message}\n" in through_table_command(document, tmp_path)
    assert not Revision.objects.drafts().exists()


@pytest.mark.parametrize("name", FAULTS)
def test_the_api_refuses_a_fault_with_the_same_code_and_message(name: str, writer: Any, settings: Any) -> None:
    settings.DEMO = True
    make, fault = FAULTS[name]
    found = through_api(make(), writer)
    assert (found["pointer"], found["code"]) == (f"/document{fault.pointer}", fault.code)
    assert found["message"].startswith(fault.message)
    assert found.get("nearest", []) == list(fault.nearest)


@pytest.mark.sampled
@pytest.mark.parametrize("name", [name for name, (_make, fault) in FAULTS.items() if fault.code in SAVED_WITH_FAULTS])
def test_the_form_warns_and_neither_submits_nor_approves(name: str, writer: Any, client: Client) -> None:
    make, fault = FAULTS[name]
    record = drafted(make(), writer)
    client.force_login(writer)
    key = fault.pointer.lstrip("/")
    page = reverse("admin:catalog_card_change", args=[record.pk])
    assert f"Saved as a draft. {key.capitalize()}: {fault.message}" in text_of(send(client, page, alignment="evil"))
    assert fault.message in text_of(send(client, page, "_send", why="Ready"))
    assert f"{key}: {fault.message}" in text_of(
        send(client, reverse("admin:catalog_card_submit", args=[record.pk]), "x")
    )
    assert record.revisions.drafts().get().stage == Stage.DRAFT


@pytest.mark.parametrize("name", [name for name, (_make, fault) in FAULTS.items() if fault.code in SAVED_WITH_FAULTS])
def test_a_draft_that_was_submitted_with_a_fault_is_not_approved(name: str, writer: Any, client: Client) -> None:
    make, fault = FAULTS[name]
    record = drafted(make(), writer)
    record.revisions.drafts().update(stage=Stage.REVIEW)
    reviewer = curator()
    seen = publishing.edit_token(record)
    with pytest.raises(publishing.Unpublishable) as refused:
        publishing.approve(record, by=reviewer, expected=seen)
    assert list(refused.value.faults) == [fault]
    client.force_login(reviewer)
    review = reverse("admin:catalog_draft_review", args=[record.revisions.drafts().get().pk])
    html = client.get(review).content.decode()
    assert f"{fault.pointer.lstrip('/')}: {fault.message}" in html
    assert "disabled" in html.partition('name="_approve"')[2].partition(">")[0]
    answer = client.post(review, {"_approve": "x", "expected": seen})
    assert answer.status_code == 400
    assert "It cannot be approved, since it could not be published." in text_of(answer)
    assert record.revisions.drafts().get().stage == Stage.REVIEW


def test_a_table_reports_each_faulty_row_also_that_without_a_source() -> None:
    lines = ["slug,name,level,alignment,cost,set,source", ",Bear,3,neutral,4,,Card"]
    lines += [
        ",Ape,many,neutral,4,,Card",
        ",Cat,3,odd,4,,Card",
        ",Dog,3,neutral,-1,,Card",
        ",Elk,3,neutral,4,starter-sett,Card",
        ",Fox,3,neutral,4,,",
        "wolf,,,,33,,",
    ]
    table = file_formats.read("\n".join(lines).encode())
    keys = columns.guess_columns(table.header, columns.columns_of("attack-wing", "creature"))
    planned = import_plan.plan_import(table, keys, game="attack-wing", kind="creature")
    assert [row.slug for row in planned.rows if row.faults] == ["ape", "cat", "dog", "elk", "fox", "wolf"]
    fox = next(row for row in planned.rows if row.slug == "fox")
    messages = {(keys[fault.cell or 0], fault.message.partition(": ")[2]) for fault in fox.faults}
    assert messages == {(key, UNSOURCED) for key in ("name", "level", "alignment", "cost")}


# -- remedies --------------------------------------------------------------------------------------------------------


def test_a_row_gives_the_reason_why_a_fact_has_no_source_and_its_draft_keeps_it(writer: Any) -> None:
    document = without_source("cost")
    document["slug"], header = "", ["name", "cost", columns.UNSOURCED]
    raw = file_formats.write(header, [["Ape", "3", "Known from play"], ["Cat", "4", " "]], "csv")
    planned = import_plan.plan_import(file_formats.read(raw), header, game="attack-wing", kind="creature")
    assert [bool(row.faults) for row in planned.rows] == [False, True]
    raw = file_formats.write(header, [["Ape", "3", "Known from play"]], "csv")
    planned = import_plan.plan_import(file_formats.read(raw), header, game="attack-wing", kind="creature")
    values = {"expected": planned.expected, "held": planned.held, "reason_of": planned.reason_of}
    (draft,) = publishing.save_drafts(planned.documents, by=writer, why="New", **values)
    assert draft.unsourced_reason == "Known from play"
    assert publishing.submit_for_review(draft.record, by=writer, expected=publishing.edit_token(draft.record))


@pytest.mark.parametrize("reason", ["x" * 301, "5"])
def test_a_reason_that_is_too_long_is_a_fault_at_its_cell(reason: str) -> None:
    raw = file_formats.write(["name", columns.UNSOURCED], [["Ape", reason]], "csv")
    planned = import_plan.plan_import(
        file_formats.read(raw), ["name", columns.UNSOURCED], game="attack-wing", kind="creature"
    )
    found = [fault.message for fault in planned.rows[0].faults if fault.cell == 1]
    assert [("Give a reason of 1 to 300 characters" in message) for message in found] == [True] * (len(reason) > 300)


def test_a_table_over_a_draft_keeps_the_reason_for_its_facts_without_a_source(writer: Any) -> None:
    draft = factories.save_draft(without_source("cost"), by=writer, why="New", unsourced_reason="Known from play")
    raw = b"slug,level,source\r\nbear,4,The printed card\r\n"
    table = file_formats.read(raw)
    planned = import_plan.plan_import(table, ["slug", "level", "source"], game="attack-wing", kind="creature")
    values = {"expected": planned.expected, "held": planned.held, "reason_of": planned.reason_of}
    (again,) = publishing.save_drafts(planned.documents, by=writer, why="Level", **values)
    assert (again.record, again.document["level"], again.unsourced_reason) == (draft.record, 4, "Known from play")


# -- documents that wait for others ------------------------------------------------------------------------------------


def submitted(document: dict[str, Any], by: Any) -> Record:
    record = drafted(document, by)
    publishing.submit_for_review(record, by=by, expected=publishing.edit_token(record))
    return record


def test_a_card_is_submitted_next_to_the_draft_of_its_set_and_approved_once_the_set_is_submitted(writer: Any) -> None:
    new_set = drafted(factories.card_set(slug="second-set"), writer)
    card = submitted(new_card(set="second-set"), writer)
    reviewer = curator()
    with pytest.raises(publishing.Unpublishable, match="no set “second-set”"):
        publishing.approve(card, by=reviewer, expected=publishing.edit_token(card))
    publishing.submit_for_review(new_set, by=writer, expected=publishing.edit_token(new_set))
    assert publishing.approve(card, by=reviewer, expected=publishing.edit_token(card)).stage == Stage.APPROVED


def test_tables_and_files_as_drafts_may_refer_to_the_draft_of_a_set_and_a_release_may_not(
    writer: Any, tmp_path: Path
) -> None:
    drafted(factories.card_set(slug="second-set"), writer)
    card = new_card(set="second-set")
    table = file_formats.read(table_of(card))
    assert not import_plan.plan_import(table, table.header, game="attack-wing", kind="creature").rows[0].faults
    assert "no set “second-set”" in through_files(card, writer, tmp_path)
    call_command("import_cards", tmp_path, as_drafts=True, stdout=StringIO())
    assert Revision.objects.drafts().filter(slug="bear").exists()


def test_a_review_says_what_has_to_be_published_along_with_a_draft(writer: Any, client: Client) -> None:
    submitted(factories.card_set(slug="second-set"), writer)
    card = submitted(new_card(set="second-set"), writer)
    client.force_login(curator())
    page = text_of(client.get(reverse("admin:catalog_draft_review", args=[card.revisions.drafts().get().pk])))
    assert "Published by itself it would be refused set: The catalog has no set “second-set”." in page
    assert "It cannot be approved" not in page


def test_a_reference_is_retired_along_with_the_draft_of_the_section_that_had_its_text(writer: Any) -> None:
    section = {key: value for key, value in factories.section(references=["dodge"]).items() if key != "text"}
    factories.publish(factories.rulebook(), factories.reference(), section)
    retired = drafted({**factories.reference(), "retired": "The section says it."}, writer)
    with pytest.raises(publishing.Unpublishable, match="has its text from here"):
        publishing.submit_for_review(retired, by=writer, expected=publishing.edit_token(retired))
    drafted(factories.section(), writer)
    assert publishing.submit_for_review(retired, by=writer, expected=publishing.edit_token(retired))


def test_faults_of_several_drafts_have_the_index_of_their_draft(writer: Any) -> None:
    records = [drafted({**new_card(set=slug), "slug": slug}, writer) for slug in ("starter-set", "starter-sett")]
    drafts = [record.revisions.drafts().get() for record in records]
    assert publishing.draft_faults(drafts, DraftAction.APPROVED) == [(1, UNKNOWN_SET)]


# -- used slugs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "message"),
    [("hound", FORMER_SLUG), ("wolf", "“wolf” is the slug of another document. Write one that is free.")],
)
def test_the_forms_for_a_new_document_and_for_another_slug_refuse_a_used_one(
    slug: str, message: str, writer: Any, client: Client
) -> None:
    client.force_login(writer)
    page = f"{reverse('admin:catalog_card_add')}?of=attack-wing/creature"
    assert message in text_of(send(client, page, slug=slug, name="Bear", whole__source="The card"))
    record = drafted(new_card(), writer)
    page = reverse("admin:catalog_card_move", args=[record.pk])
    assert message in text_of(send(client, page, "x", slug=slug, why="Found its name"))
    assert not Revision.objects.drafts().exclude(slug="bear").exists()
