"""Changesets: what belongs to one, its review as a whole, by sample and row by row, and taking it back."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from catalog import publishing
from catalog.documents.errors import InvalidInput
from catalog.models import Changeset, Record, Revision, Stage
from catalog.models.changesets import ChangesetOrigin, ChangesetState
from catalog.models.drafts import DraftAction, DraftState
from catalog.publishing import changeset_publication, changeset_review, changesets, upcoming_releases
from catalog.publishing.changesets import changeset_drafts
from tests import factories
from tests.catalog.changeset_world import SOURCE, card, published, seen, state, table

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture
def frame() -> None:
    factories.publish_frame()


@pytest.mark.usefixtures("frame")
def test_a_changeset_goes_from_drafts_to_a_release_as_a_whole(wanda: Any, ben: Any) -> None:
    changeset = table([card(number) for number in range(30)], wanda)
    assert state(changeset) == ChangesetState.WORK
    sent = changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    assert (len(sent.done), sent.left, state(changeset)) == (30, [], ChangesetState.REVIEW)
    agreed = changeset_review.approve_rows(changeset, by=ben, seen=seen(changeset))
    assert (len(agreed.done), agreed.left, state(changeset)) == (30, [], ChangesetState.APPROVED)
    release, left = changeset_publication.publish_changeset(changeset, by=ben, seen=seen(changeset))
    assert (release.why, release.brought.count(), left) == ("Wave two", 30, [])
    assert state(changeset) == ChangesetState.PUBLISHED
    assert set(Revision.objects.filter(since=release).values_list("changeset", "by")) == {(changeset.pk, wanda.pk)}


@pytest.mark.usefixtures("frame")
def test_its_author_does_not_approve_it_as_long_as_somebody_else_could(wanda: Any, ben: Any) -> None:
    changeset = table([card(1), card(2)], wanda)
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    own = changeset_review.approve_rows(changeset, by=wanda, seen=seen(changeset))
    assert own.done == [] and [one.reason for one in own.left] == ["You wrote this. Somebody else approves it."] * 2
    ben.groups.clear()
    assert len(changeset_review.approve_rows(changeset, by=wanda, seen=seen(changeset)).done) == 2


@pytest.mark.usefixtures("frame")
def test_its_author_approves_the_rows_that_nobody_else_has_reviewed_in_time(wanda: Any, ben: Any) -> None:
    changeset = table([card(1), card(2), card(3)], wanda)
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    late = DraftState.objects.filter(record__slug__in=["card-1", "card-2"], deed=DraftAction.SENT)
    late.update(at=timezone.now() - timedelta(days=15))
    found = changeset_review.approve_rows(changeset, by=wanda, seen=seen(changeset), why="At last")
    assert [draft.slug for draft in found.done] == ["card-1", "card-2"]
    assert [one.reason for one in found.left] == ["You wrote this. Somebody else approves it."]
    notes = DraftState.objects.filter(deed=DraftAction.APPROVED).values_list("why", flat=True)
    assert set(notes) == {"Approved by its author: nobody else reviewed it for 14 days. At last"}


@pytest.mark.usefixtures("frame")
def test_good_rows_go_on_while_faulty_ones_stay_behind(wanda: Any, ben: Any) -> None:
    changeset = table([card(1), card(2, set="starter-sett")], wanda)
    sent = changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    assert [draft.slug for draft in sent.done] == ["card-1"]
    assert [(one.revision.slug, "starter-sett" in one.reason) for one in sent.left] == [("card-2", True)]
    changeset_review.approve_rows(changeset, by=ben, seen=seen(changeset))
    release, _left = changeset_publication.publish_changeset(changeset, by=ben, seen=seen(changeset))
    assert release.brought.get().slug == "card-1" and changeset_drafts(changeset)[0].slug == "card-2"


@pytest.mark.usefixtures("frame")
def test_rows_are_sent_back_and_approved_one_by_one(wanda: Any, ben: Any) -> None:
    changeset = table([card(1), card(2), card(3)], wanda)
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    first, second, third = changeset_drafts(changeset)
    changeset_review.approve_rows(changeset, by=ben, seen=seen(changeset), keys={first.pk})
    with pytest.raises(InvalidInput):
        changeset_review.return_rows(changeset, by=ben, seen=seen(changeset), keys={second.pk}, why="")
    changeset_review.return_rows(changeset, by=ben, seen=seen(changeset), keys={second.pk}, why="Its cost is 30")
    assert [draft.stage for draft in changeset_drafts(changeset)] == [Stage.APPROVED, Stage.DRAFT, Stage.REVIEW]
    note = publishing.return_note(second)
    assert note and (note.why, note.by) == ("Its cost is 30", ben)
    changeset_review.withdraw_rows(changeset, by=wanda, seen=seen(changeset), keys={third.pk})
    assert changeset_drafts(changeset)[2].stage == Stage.DRAFT


@pytest.mark.usefixtures("frame")
def test_nothing_is_done_to_a_changeset_that_changed_meanwhile(wanda: Any, ben: Any) -> None:
    changeset = table([card(1), card(2)], wanda)
    before = seen(changeset)
    factories.save_draft(card(1, cost=31), by=wanda, why="Again", sources_hold=None)
    for act in (
        lambda: changeset_review.submit_rows(changeset, by=wanda, seen=before),
        lambda: changeset_publication.publish_changeset(changeset, by=wanda, seen=before),
        lambda: changeset_publication.discard_rows(changeset, by=wanda, seen=before),
    ):
        with pytest.raises(publishing.Conflict):
            act()
    assert {draft.stage for draft in changeset_drafts(changeset)} == {Stage.DRAFT}


# -- by sample ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("frame")
def test_by_sample_only_rows_with_the_approved_sources_are_approved(wanda: Any, ben: Any) -> None:
    odd = [card(number, source="A guess") for number in range(100, 105)]
    changeset = table([*(card(number) for number in range(60)), *odd], wanda)
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    read = {draft.slug for draft in changeset_review.sample_of(changeset_drafts(changeset))}
    assert len(read) == 10
    result = changeset_review.approve_by_sample(changeset, by=ben, seen=seen(changeset), sources={SOURCE})
    strange = {one["slug"] for one in odd} - read
    assert {one.revision.slug for one in result.left} == strange and all("A guess" in one.reason for one in result.left)
    deeds = {
        draft.slug: draft.record.states.order_by("-number").values_list("deed", flat=True)[0]
        for draft in changeset_drafts(changeset)
    }
    assert {slug for slug, deed in deeds.items() if deed == DraftAction.APPROVED} == read
    assert {slug for slug, deed in deeds.items() if deed == DraftAction.SENT} == strange
    assert {deed for slug, deed in deeds.items() if slug not in read | strange} == {DraftAction.SAMPLED}


@pytest.mark.usefixtures("frame")
def test_a_row_without_a_source_is_never_approved_by_sample(wanda: Any, ben: Any) -> None:
    documents = [card(number) for number in range(40)]
    bare = [{**card(number), "sources": {}} for number in range(200, 203)]
    changeset = changesets.new_changeset(title="Bare", origin=ChangesetOrigin.TABLE, by=wanda)
    publishing.save_drafts(
        [*documents, *bare],
        by=wanda,
        why="Bare",
        expected={publishing.identity(one): "" for one in [*documents, *bare]},
        reason_of=lambda _document: "Nobody printed it",
        changeset=changeset,
    )
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    read = {draft.slug for draft in changeset_review.sample_of(changeset_drafts(changeset))}
    result = changeset_review.approve_by_sample(changeset, by=ben, seen=seen(changeset), sources={SOURCE})
    assert {one.revision.slug for one in result.left} == {one["slug"] for one in bare} - read


@pytest.mark.usefixtures("frame")
def test_a_few_rows_are_read_one_by_one(wanda: Any, ben: Any) -> None:
    changeset = table([card(number) for number in range(24)], wanda)
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    with pytest.raises(publishing.Conflict):
        changeset_review.approve_by_sample(changeset, by=ben, seen=seen(changeset), sources={SOURCE})


# -- taking back -------------------------------------------------------------------------------------------------------


def test_taking_back_restores_values_and_retires_new_cards_after_a_review(wanda: Any, ben: Any) -> None:
    factories.publish_frame(card(1, cost=20), card(2, cost=20))
    changeset = table([card(1, cost=31), card(2, cost=32), card(3, cost=33)], wanda)
    published(changeset, wanda, ben)
    revert, plan = changeset_publication.revert_changeset(changeset, by=wanda, why="From a wrong table")
    assert plan.kept == [] and (revert.origin, state(revert)) == (ChangesetOrigin.REVERT, ChangesetState.REVIEW)
    changeset_review.approve_rows(revert, by=ben, seen=seen(revert))
    release, _left = changeset_publication.publish_changeset(revert, by=ben, seen=seen(revert))
    now = {one.slug: one.document for one in release.brought.all()}
    assert {slug: document["cost"] for slug, document in now.items()} == {"card-1": 20, "card-2": 20, "card-3": 33}
    assert now["card-3"]["retired"] == "From a wrong table"
    assert Changeset.objects.counted().get(pk=changeset.pk).taken_back


def test_what_was_changed_since_is_named_and_stays(wanda: Any, ben: Any) -> None:
    factories.publish_frame(card(1, cost=20), card(2, cost=20))
    changeset = table([card(1, cost=31), card(2, cost=32, level=4), card(3), card(4)], wanda)
    published(changeset, wanda, ben)
    since = table([card(2, cost=50, level=4), card(3, cost=51)], ben, "Read again")
    release = published(since, ben, wanda)
    factories.save_draft(card(4, cost=52), by=wanda, why="In work", sources_hold=None)
    _revert, plan = changeset_publication.revert_changeset(changeset, by=wanda, why="Wrong")
    by_slug = {one["slug"]: one for one in plan.documents}
    assert by_slug.keys() == {"card-1", "card-2"}
    assert (by_slug["card-2"]["cost"], by_slug["card-2"]["level"]) == (50, card(2)["level"])
    reasons = {one.revision.slug: one.reason for one in plan.kept}
    assert reasons.keys() == {"card-2", "card-3", "card-4"}
    assert reasons["card-2"].endswith("and stays: cost.")
    assert f"release {release.number}" in reasons["card-3"] and "draft" in reasons["card-4"]


def test_a_rename_is_taken_back_with_its_slug(wanda: Any, ben: Any) -> None:
    factories.publish_frame(card(1))
    record = Record.objects.get(slug="card-1")
    publishing.change_slug(record, slug="card-one", by=wanda, why="Its name", at_once=False)
    changeset = Revision.objects.drafts().get().changeset
    changeset_review.approve_rows(changeset, by=ben, seen=seen(changeset))
    changeset_publication.publish_changeset(changeset, by=ben, seen=seen(changeset))
    revert, plan = changeset_publication.revert_changeset(changeset, by=wanda, why="Not its name")
    assert [(one["slug"], one["formerly"]) for one in plan.documents] == [("card-1", ["card-one"])]
    changeset_review.approve_rows(revert, by=ben, seen=seen(revert))
    changeset_publication.publish_changeset(revert, by=ben, seen=seen(revert))
    assert Revision.objects.newest().get(slug="card-1").document["formerly"] == ["card-one"]


def test_nothing_is_taken_back_twice(wanda: Any, ben: Any) -> None:
    factories.publish_frame(card(1, cost=20))
    changeset = table([card(1, cost=31)], wanda)
    published(changeset, wanda, ben)
    revert, _plan = changeset_publication.revert_changeset(changeset, by=wanda, why="Wrong")
    with pytest.raises(changeset_publication.NothingToTakeBack):
        changeset_publication.revert_changeset(changeset, by=wanda, why="Wrong")
    changeset_review.approve_rows(revert, by=ben, seen=seen(revert))
    changeset_publication.publish_changeset(revert, by=ben, seen=seen(revert))
    with pytest.raises(changeset_publication.NothingToTakeBack):
        changeset_publication.revert_changeset(changeset, by=wanda, why="Wrong")


@pytest.mark.usefixtures("frame")
def test_discarded_rows_keep_their_states(wanda: Any) -> None:
    changeset = table([card(1), card(2)], wanda)
    kept = changeset_drafts(changeset)[1]
    result = changeset_publication.discard_rows(
        changeset, by=wanda, seen=seen(changeset), keys={changeset_drafts(changeset)[0].pk}, why="A double"
    )
    assert [draft.slug for draft in result.done] == ["card-1"] and changeset_drafts(changeset) == [kept]
    last = Record.objects.get(slug="card-1").states.order_by("-number")[0]
    assert (last.deed, last.why, publishing.document_of(last)["name"]) == (DraftAction.DISCARDED, "A double", "Card 1")


# -- what belongs to a changeset ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("frame")
def test_the_work_of_an_evening_is_one_changeset_until_it_is_decided(wanda: Any, ben: Any) -> None:
    first = factories.save_draft(card(1), by=wanda, why="First")
    second = factories.save_draft(card(2), by=wanda, why="Second")
    other = factories.save_draft(card(3), by=ben, why="Third")
    assert first.changeset == second.changeset != other.changeset and first.changeset.title == "First"
    assert factories.save_draft(card(1, cost=99), by=ben, why="Corrected").changeset == first.changeset
    changeset_review.submit_rows(first.changeset, by=wanda, seen=seen(first.changeset))
    assert factories.save_draft(card(4), by=wanda, why="Fourth").changeset == first.changeset
    changeset_review.approve_rows(first.changeset, by=ben, seen=seen(first.changeset))
    assert factories.save_draft(card(5), by=wanda, why="Fifth").changeset != first.changeset


def test_documents_published_at_once_and_from_files_are_one_changeset_each(wanda: Any) -> None:
    release = factories.publish_documents([factories.game(), factories.standard(), card(1)], by=wanda, why="At once")
    assert release
    changeset = Changeset.objects.get()
    assert (changeset.title, changeset.origin, changeset.by) == ("At once", ChangesetOrigin.PUBLICATION, wanda)
    assert changeset.rows.count() == release.brought.count()


def test_of_two_changesets_over_one_fact_the_second_is_reviewed_again(wanda: Any, ben: Any) -> None:
    """A document has one draft: whoever changes it next changes it in the changeset that it is in."""
    factories.publish_frame(card(1, cost=20), card(2))
    first = table([card(1, cost=31)], wanda)
    second = table([card(1, cost=32), card(2, cost=33)], ben, "Another table")
    assert [draft.slug for draft in changeset_drafts(first)] == ["card-1"]
    assert [draft.slug for draft in changeset_drafts(second)] == ["card-2"]
    changeset_review.submit_rows(first, by=wanda, seen=seen(first))
    changeset_review.approve_rows(first, by=wanda, seen=seen(first))
    factories.publish(card(1, cost=40))
    left = changeset_review.approve_rows(first, by=wanda, seen=seen(first))
    assert [draft.document["cost"] for draft in left.done] == [32]


def test_an_outdated_approval_waits_and_the_others_are_published(wanda: Any, ben: Any) -> None:
    factories.publish_frame(card(1, cost=20), card(2, cost=20))
    changeset = table([card(1, cost=31), card(2, cost=32)], wanda)
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    changeset_review.approve_rows(changeset, by=ben, seen=seen(changeset))
    factories.publish(card(1, cost=25))
    release, left = changeset_publication.publish_changeset(changeset, by=ben, seen=seen(changeset))
    assert release.brought.get().slug == "card-2" and [one.revision.slug for one in left] == ["card-1"]
    with pytest.raises(upcoming_releases.ReleaseRefused):
        changeset_publication.publish_changeset(changeset, by=ben, seen=seen(changeset))


# -- title and discussion ----------------------------------------------------------------------------------------------


def test_deleting_an_account_keeps_the_changeset_and_drops_the_name(wanda: Any, ben: Any) -> None:
    changeset = changesets.new_changeset(title="Wave two", origin=ChangesetOrigin.TABLE, by=wanda)
    changesets.add_note(changeset, text="Is page 4 read?", by=wanda)
    wanda.delete()
    changeset.refresh_from_db()
    assert (changeset.title, changeset.by, changeset.notes.get().by) == ("Wave two", None, None)


def test_titles_and_notes_have_text_of_a_bounded_length(wanda: Any) -> None:
    changeset = changesets.new_changeset(title="Wave two", origin=ChangesetOrigin.TABLE, by=wanda)
    for text in ("", "  ", "x" * 1_001, "\x00"):
        with pytest.raises(InvalidInput):
            changesets.add_note(changeset, text=text, by=wanda)
        with pytest.raises(InvalidInput):
            changesets.rename_changeset(changeset, title=text, by=wanda)
    changesets.rename_changeset(changeset, title=" Wave three ", by=wanda)
    changeset.refresh_from_db()
    assert changeset.title == "Wave three"


def test_a_discussion_ends_somewhere(wanda: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changesets, "MAX_NOTES", 1)
    changeset = changesets.new_changeset(title="Wave two", origin=ChangesetOrigin.TABLE, by=wanda)
    changesets.add_note(changeset, text="One", by=wanda)
    with pytest.raises(InvalidInput, match="at most"):
        changesets.add_note(changeset, text="Two", by=wanda)


# -- bounded work ------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.usefixtures("frame")
@pytest.mark.parametrize("number", [3, 40])
def test_the_queries_of_a_review_do_not_grow_with_the_rows(
    wanda: Any, ben: Any, number: int, django_assert_max_num_queries: Any
) -> None:
    changeset = table([card(index) for index in range(number)], wanda)
    with django_assert_max_num_queries(40):
        changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    with django_assert_max_num_queries(40):
        changeset_review.approve_rows(changeset, by=ben, seen=seen(changeset))
    with django_assert_max_num_queries(60):
        changeset_publication.publish_changeset(changeset, by=ben, seen=seen(changeset))
    with django_assert_max_num_queries(80):
        changeset_publication.revert_changeset(changeset, by=wanda, why="Wrong")


# -- taking back on the command line -----------------------------------------------------------------------------------


def take_back(changeset: int, by: Any, why: str = "The wrong table") -> str:
    """Run the command; return its output."""
    out = StringIO()
    call_command("take_back", str(changeset), f"--by={by.username if by else ''}", f"--why={why}", stdout=out)
    return out.getvalue()


def test_the_command_takes_back_what_is_too_much_for_a_request(
    wanda: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.publish_frame(card(1, cost=20), card(2, cost=20))
    changeset = table([card(1, cost=31), card(2, cost=31)], wanda)
    published(changeset, wanda, ben)
    factories.publish(card(2, cost=40))
    monkeypatch.setattr(changeset_publication, "MAX_REVERTED", 1)
    assert changeset_publication.is_too_large_to_revert(changeset)
    told = take_back(changeset.pk, wanda)
    revert = changeset.reverted_by.get()
    assert told.startswith(f"1 documents are put up for review as changeset {revert.pk}.\ncard-2 stays: ")
    assert {draft.document["cost"] for draft in changeset_drafts(revert)} == {20} and revert.by == wanda


def test_the_command_refuses_what_it_does_not_understand(wanda: Any, ben: Any) -> None:
    factories.publish_frame()
    changeset = table([card(1)], wanda)
    for number, by, why, said in (
        (changeset.pk, wanda, "Wrong", "Nothing of it can be taken back"),
        (10**30, wanda, "Wrong", "There is no changeset"),
        (changeset.pk, None, "Wrong", "name the account"),
        (changeset.pk, wanda, " ", "--why: Give a reason"),
    ):
        with pytest.raises(CommandError, match=said):
            take_back(number, by, why)
