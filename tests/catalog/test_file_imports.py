"""Imports of files: later edits by people are kept and listed, and everything else is updated from the files."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from catalog import import_export, publishing
from catalog.documents import canonical
from catalog.models import ImportedDocument, Record, Release, Revision
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

Document = dict[str, Any]


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., str]:
    """Return a function that imports documents as files, and returns the output of the command."""

    def imported(*documents: Document, **options: Any) -> str:
        for old in tmp_path.rglob("*.json"):
            old.unlink()
        for document in documents:
            file = tmp_path / import_export.path_of(document)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(canonical.pretty(document), "utf-8")
        out = io.StringIO()
        call_command("import_cards", str(tmp_path), **{"stdout": out, "stderr": out, "sources_hold": True, **options})
        return out.getvalue()

    return imported


def in_force(slug: str) -> Document:
    return Revision.objects.newest().get(slug=slug).document


def stored() -> list[tuple[Any, ...]]:
    """Return everything that an import may write."""
    return [
        *Revision.objects.order_by("pk").values_list("pk", "text", "since", "until"),
        *Release.objects.values_list("number", "why"),
        *ImportedDocument.objects.order_by("pk").values_list("pk", "digest", "release", "text", "undecided"),
        *Record.objects.order_by("pk").values_list("pk"),
    ]


# -- corrections by curators ------------------------------------------------------------------------------------------


@pytest.fixture
def corrected(files: Callable[..., str]) -> list[Document]:
    """Import 40 cards, then have a curator raise all costs. Return newer documents, which change three of the costs."""
    cards = [factories.creature(slug=f"orc-{number:02}", cost=20) for number in range(40)]
    files(*cards)
    curator = factories.UserFactory()
    factories.publish_documents([{**card, "cost": 34} for card in cards], by=curator, why="As printed")
    return [{**card, "level": 6, "cost": 32 if number < 3 else 20} for number, card in enumerate(cards)]


@pytest.mark.sampled
def test_costs_that_a_curator_corrected_stay_and_are_listed(
    files: Callable[..., str], corrected: list[Document]
) -> None:
    said = files(*corrected)
    assert "Release 3: 0 added, 40 changed, 0 retired, 0 unchanged.\n" in said
    assert "Changed by people, kept: 40 values in 40 documents.\n" in said
    assert "    attack-wing creature orc-00 /cost: files 20 -> 32, published 34\n" in said
    assert "    attack-wing creature orc-39 /cost: files 20 (as before), published 34\n" in said
    assert {(one.document["cost"], one.document["level"]) for one in Revision.objects.newest()} == {(34, 6)}


@pytest.mark.sampled
def test_the_same_files_once_more_change_nothing_and_list_the_same(
    files: Callable[..., str], corrected: list[Document]
) -> None:
    first, before = files(*corrected), stored()
    again = files(*corrected)
    assert "Nothing to publish: 0 added, 0 changed, 0 retired, 40 unchanged.\n" in again
    assert again.partition("\n")[2] == first.partition("\n")[2]
    assert stored() == before


@pytest.mark.sampled
@pytest.mark.parametrize("option", [{}, {"overwrite": True}, {"conflicts_as_drafts": True}, {"as_drafts": True}])
def test_a_dry_run_ends_with_the_list_and_writes_nothing(
    files: Callable[..., str], corrected: list[Document], option: dict[str, bool]
) -> None:
    before = stored()
    said = files(*corrected, dry_run=True, **option)
    assert "Nothing was written." in said
    assert said.endswith("orc-39 /cost: files 20 (as before), published 34\n")
    assert stored() == before


@pytest.mark.sampled
def test_conflicts_become_drafts_once_and_the_rest_is_published(
    files: Callable[..., str], corrected: list[Document]
) -> None:
    said = files(*corrected, conflicts_as_drafts=True)
    assert "Drafts of conflicts: 3 drafts, 0 left.\n" in said
    drafts = Revision.objects.drafts()
    assert {(one.slug, one.document["cost"], one.document["level"]) for one in drafts} == {
        (f"orc-{number:02}", 32, 6) for number in range(3)
    }
    assert {one.document["cost"] for one in Revision.objects.newest()} == {34}
    publishing.discard_draft(Record.objects.get(slug="orc-00"))
    assert "Drafts of conflicts: 0 drafts, 0 left.\n" in files(*corrected, conflicts_as_drafts=True)


@pytest.mark.sampled
def test_a_conflict_stays_one_until_somebody_settles_it(files: Callable[..., str], corrected: list[Document]) -> None:
    files(*corrected)
    factories.save_draft({**in_force("orc-00"), "cost": 36}, by=factories.UserFactory(username="ann"), why="Mine")
    said = files(*corrected, conflicts_as_drafts=True)
    assert "Left: creature orc-00 has a draft already, by ann (“Mine”).\n" in said
    assert "Drafts of conflicts: 2 drafts, 1 left.\n" in said
    publishing.publish_draft(Record.objects.get(slug="orc-01"), by=factories.UserFactory(), why="The files are right")
    said = files(*corrected)
    assert "orc-00 /cost: files 20 -> 32, published 34\n" in said  # not yet decided
    assert "orc-01 /cost" not in said  # overwritten by the files
    assert "orc-02 /cost: files 32 (as before), published 34\n" in said  # has a draft


@pytest.mark.sampled
def test_a_draft_of_a_conflict_needs_its_source_as_any_other(
    files: Callable[..., str], corrected: list[Document]
) -> None:
    out, before = io.StringIO(), stored()
    with pytest.raises(CommandError, match=r"3 faults in 3 files\. Nothing was imported"):
        unchanged = [{**one, "level": 5} for one in corrected]
        files(*unchanged, sources_hold=False, conflicts_as_drafts=True, stderr=out)
    assert "(orc-00): /cost: This value is new" in out.getvalue()
    assert stored() == before


@pytest.mark.sampled
def test_an_overwriting_import_lists_the_overwritten_values(
    files: Callable[..., str], corrected: list[Document]
) -> None:
    said = files(*corrected, overwrite=True)
    assert "Changed by people, overwritten: 40 values in 40 documents.\n" in said
    assert {one.document["cost"] for one in Revision.objects.newest()} == {20, 32}
    assert "people" not in files(*corrected)


@pytest.mark.sampled
def test_drafts_of_all_keep_what_files_have_not_changed(files: Callable[..., str], corrected: list[Document]) -> None:
    said = files(*corrected, as_drafts=True)
    assert "Changed by people, drafted: 3 values in 3 documents.\n" in said
    assert "Changed by people, kept: 37 values in 37 documents.\n" in said
    assert sorted(one.document["cost"] for one in Revision.objects.drafts()) == [32] * 3 + [34] * 37


@pytest.mark.parametrize("other", ["as_drafts", "overwrite"])
def test_options_that_contradict_each_other_are_refused(files: Callable[..., str], other: str) -> None:
    with pytest.raises(CommandError, match="--conflicts-as-drafts cannot be combined"):
        files(factories.creature(), conflicts_as_drafts=True, **{other: True})


# -- every kind of document -------------------------------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "document",
    [
        factories.game(),
        factories.standard(),
        factories.card_set(),
        factories.house_rule(),
        factories.ruling(),
        factories.adventure(),
        factories.reference(),
        factories.rulebook(),
        factories.section(),
        factories.upgrade(),
    ],
    ids=lambda document: document["kind"],
)
def test_documents_of_each_kind_are_merged(files: Callable[..., str], document: Document) -> None:
    frame = [one for one in (factories.game(), factories.standard()) if one["kind"] != document["kind"]]
    files(*frame, document)
    factories.publish({**document, "name": "As people call it"})
    key = "question" if document["kind"] == "ruling" else "text"
    said = files(*frame, {**document, key: "What the files say now.", "name": document["name"]})
    published = Revision.objects.newest().get(kind=document["kind"]).document
    assert (published["name"], published[key]) == ("As people call it", "What the files say now.")
    assert f"/name: files {json.dumps(document['name'])} (as before), published" in said


# -- renamed, retired and missing documents --------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_card_renamed_by_people_is_updated_under_its_new_slug(files: Callable[..., str]) -> None:
    card, deck = factories.creature(slug="orc"), factories.card_set(slug="box", contents=[{"card": "orc", "copies": 1}])
    files(card, deck)
    publishing.change_slug(Record.objects.get(slug="orc"), slug="orc-chief", by=factories.UserFactory(), why="Its name")
    for level in (6, 7):
        said = files({**card, "level": level}, deck)
        assert '/slug: files "orc" (as before), published "orc-chief"\n' in said
        assert (in_force("orc-chief")["level"], in_force("orc-chief")["formerly"]) == (level, ["orc"])
    assert not Revision.objects.newest().filter(slug="orc").exists()


def test_a_card_that_the_files_rename_takes_along_what_people_changed(files: Callable[..., str]) -> None:
    card = factories.creature(slug="orc", cost=20)
    files(card)
    factories.publish({**card, "cost": 34})
    renamed = {**card, "slug": "orc-chief", "formerly": ["orc"], "level": 6}
    assert "/cost: files 20 (as before), published 34\n" in files(renamed)
    assert [(one.slug, one.document["cost"]) for one in Revision.objects.newest()] == [("orc-chief", 34)]
    assert [row.record.slug for row in ImportedDocument.objects.select_related("record")] == ["orc-chief"]
    assert "Nothing to publish" in files(renamed)


@pytest.mark.sampled
def test_a_card_that_people_retired_stays_retired_and_follows_the_files_otherwise(files: Callable[..., str]) -> None:
    card = factories.creature(slug="orc")
    files(card)
    publishing.retire(Record.objects.get(), reason="Never printed", by=factories.UserFactory(), why="r")
    said = files({**card, "level": 6})
    assert '/retired: files (absent) (as before), published "Never printed"\n' in said
    assert (in_force("orc")["retired"], in_force("orc")["level"]) == ("Never printed", 6)


def test_a_card_restored_by_people_is_not_retired_again(files: Callable[..., str]) -> None:
    card = factories.creature(slug="orc", retired="Never printed")
    files(card)
    publishing.restore(Record.objects.get(), by=factories.UserFactory(), why="It was")
    assert '/retired: files "Never printed" (as before), published (absent)\n' in files(card)
    assert "retired" not in in_force("orc")


@pytest.mark.sampled
def test_cards_of_people_are_not_retired_for_being_in_no_file(files: Callable[..., str]) -> None:
    kept, gone, changed = (factories.creature(slug=slug, cost=20) for slug in ("kept", "gone", "changed"))
    files(kept, gone, changed)
    factories.publish({**changed, "cost": 34}, factories.creature(slug="of-people"))
    assert "Not in these files, and left unchanged: 2 documents.\n" in files(kept)
    said = files(kept, retire_missing=True)
    assert "Not retired: creature changed: people have changed it.\n" in said
    assert "Not retired: creature of-people: not known to be imported.\n" in said
    assert [one.slug for one in Revision.objects.newest() if "retired" in one.document] == ["gone"]
    assert "1 changed" in files(kept, gone)  # present in the files again: a person had not retired it
    assert "retired" not in in_force("gone")
    files(kept, gone, retire_missing=True, overwrite=True)
    assert {one.slug for one in Revision.objects.newest() if "retired" in one.document} == {"changed", "of-people"}


def test_files_that_lack_many_cards_retire_none_of_them_unless_their_number_is_given(
    files: Callable[..., str],
) -> None:
    cards = [factories.creature(slug=f"card-{number}") for number in range(4)]
    files(*cards)
    with pytest.raises(CommandError, match=r"lack 3 cards.*Nothing was imported.*--retire-up-to 3"):
        files({**cards[0], "cost": 99}, retire_missing=True, retire_up_to=2)
    assert in_force("card-0")["cost"] == cards[0]["cost"] and "retired" not in in_force("card-1")
    with pytest.raises(CommandError, match="0 or more"):
        files(cards[0], retire_missing=True, retire_up_to=-1)
    with pytest.raises(CommandError, match="Give both"):
        files(cards[0], retire_up_to=3)
    files(cards[0], retire_missing=True, retire_up_to=3)
    assert sum("retired" in one.document for one in Revision.objects.newest()) == 3


def test_changes_that_contradict_each_other_leave_the_document_unchanged(
    files: Callable[..., str],
) -> None:
    document = factories.standard()
    files(document)
    factories.publish({**document, "allowed_points": [120, 200]})
    newer = {**document, "points": 150, "text": "Newer."}
    said = files(newer)
    assert "/points: files 120 -> 150, published 120 (both changes together would not be valid)\n" in said
    assert '/text: files null -> "Newer.", published null (both changes' in said
    assert in_force("standard")["points"] == 120
    before = stored()
    assert "Nothing to publish" in files(newer)
    assert stored() == before
    assert "1 draft, 0 left" in files(newer, conflicts_as_drafts=True)
    draft = Revision.objects.drafts().get().document
    assert (draft["points"], draft["text"], "allowed_points" in draft) == (150, "Newer.", False)


# -- imports without a record -----------------------------------------------------------------------------------------


def test_without_a_record_nothing_is_overwritten_and_the_next_files_are_compared(files: Callable[..., str]) -> None:
    card, same = factories.creature(slug="orc", cost=34, level=5), factories.creature(slug="same")
    factories.publish(card, same)
    said = files({**card, "cost": 20}, same, factories.creature(slug="new"))
    assert "1 added, 0 changed, 0 retired, 2 unchanged" in said
    assert "orc /cost: files 20 (before: not recorded), published 34\n" in said
    said = files({**card, "cost": 20, "level": 6}, {**same, "level": 6})
    assert "2 changed" in said
    assert "orc /cost: files 20 (before: not recorded), published 34\n" in said
    assert (in_force("orc")["cost"], in_force("orc")["level"], in_force("same")["level"]) == (34, 6, 6)


def test_sources_that_an_import_marks_as_unchecked_are_not_listed_as_changes_by_people(
    files: Callable[..., str],
) -> None:
    card = factories.creature(slug="orc", cost=20, sources={"": {"source": "The book", "checked": True}})
    files(card)
    files({**card, "cost": 25})
    assert in_force("orc")["sources"]["/cost"]["checked"] is False
    before = stored()
    assert "people" not in files({**card, "cost": 25})
    assert stored() == before


# -- atomicity and limits ---------------------------------------------------------------------------------------------


def test_an_import_that_is_killed_while_it_records_leaves_nothing(
    files: Callable[..., str], corrected: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stored()

    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(CommandError, match="Nothing was imported"):
        patch.setattr(ImportedDocument.objects, "bulk_create", interrupt)
        files(*corrected, conflicts_as_drafts=True)
    assert stored() == before


@pytest.mark.sampled
def test_a_large_import_asks_the_database_as_often_as_a_small_one(
    files: Callable[..., str], corrected: list[Document]
) -> None:
    def asked(*documents: Document) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            files(*documents)
        return len(queries)

    few = asked(*corrected[:4])
    assert asked(*corrected) == few


def test_new_files_are_reported_if_the_catalog_has_cards(files: Callable[..., str]) -> None:
    card = factories.creature(slug="orc", cost=20)
    files(card)
    factories.publish({**card, "cost": 34}, of_people := factories.creature(slug="of-people"))
    assert files(card, of_people, if_empty=True) == "The catalog has documents already; nothing was imported.\n"
    newer = ({**card, "level": 6}, {**of_people, "level": 6}, factories.creature())
    said = files(*newer, if_empty=True)
    assert "The files have 1 new document and 2 changed ones." in said
    assert "--sources-hold --dry-run" in said
    assert Release.objects.newest() == 2


COSTS = st.sampled_from([20, 25, 34])
LEVELS = st.sampled_from([5, 6, None])


class Property(TestCase):
    """Properties that hold for any edits by people and files."""

    @given(
        people=st.lists(st.tuples(COSTS, LEVELS), min_size=2, max_size=2),
        newer=st.lists(st.tuples(COSTS, LEVELS), min_size=2, max_size=2),
    )
    def test_no_change_of_people_is_lost_and_the_same_files_change_nothing(
        self, people: list[tuple[Any, Any]], newer: list[tuple[Any, Any]]
    ) -> None:
        cards = [factories.creature(slug=f"orc-{number}") for number in range(2)]
        how = publishing.ImportOptions(why="Files", held=publishing.all_held, unsourced_reason="For a test")
        publishing.import_documents(cards, how)
        changed = [{**card, "cost": cost, "level": level} for card, (cost, level) in zip(cards, people, strict=True)]
        factories.publish_documents(changed, by=None, why="People")
        brought = [{**card, "cost": cost, "level": level} for card, (cost, level) in zip(cards, newer, strict=True)]
        plan, _release, _left = publishing.import_documents(brought, how)
        for index, (card, ours, theirs) in enumerate(zip(cards, changed, brought, strict=True)):
            listed = {one.pointer for one in plan.kept[index].values} if index in plan.kept else set()
            for key in ("cost", "level"):
                published = in_force(card["slug"])[key]
                assert published == (theirs[key] if ours[key] == card[key] else ours[key])
                assert (f"/{key}" in listed) == (published != theirs[key])
        before = stored()
        again, release, _left = publishing.import_documents(brought, how)
        assert (release, stored()) == (None, before)
        assert {index: one.values for index, one in again.kept.items()} == {
            index: one.values for index, one in plan.kept.items()
        }


@pytest.mark.sampled
def test_a_single_document_can_follow_the_files(files: Callable[..., str], corrected: list[Document]) -> None:
    files(*corrected)
    assert "1 value in 1 document" in files(corrected[5], overwrite=True)
    assert (in_force("orc-05")["cost"], in_force("orc-06")["cost"]) == (20, 34)


def test_an_empty_reason_is_refused(files: Callable[..., str]) -> None:
    with pytest.raises(CommandError, match=r"^--why: Give a reason of 1 to 300 characters; this has 0\.$"):
        files(factories.creature(slug="first"), why="")
    assert not Revision.objects.newest()
