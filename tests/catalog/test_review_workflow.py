"""The review workflow of drafts: permissions, history, and approval by a second person."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from catalog import permissions, publishing
from catalog.documents.errors import InvalidInput
from catalog.models import AuditEntry, Record, Release, Revision, Stage
from catalog.models.drafts import DraftAction, DraftState
from tests import factories
from tests.contention import at_once
from tests.factories import user_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Any:
    return user_with(permissions.CURATOR, permissions.PUBLISHER)


@pytest.fixture
def ben() -> Any:
    return user_with(permissions.CURATOR)


@pytest.fixture
def record() -> Record:
    """A published card."""
    factories.publish_frame(factories.creature(slug="one", cost=20))
    return Record.objects.get(slug="one")


def draft(record: Record, by: Any, **facts: Any) -> Revision:
    document = publishing.current_revision(record).document
    return factories.save_draft({**document, **facts}, by=by, why="Misread", source="The card")


def seen(record: Record) -> dict[str, str]:
    return {"expected": publishing.edit_token(record)}


def in_review(record: Record, by: Any, **facts: Any) -> Revision:
    draft(record, by, **facts)
    return publishing.submit_for_review(record, by=by, **seen(record))


def approved(record: Record, by: Any, approver: Any, **facts: Any) -> Revision:
    in_review(record, by, **facts)
    return publishing.approve(record, by=approver, **seen(record))


def deeds(record: Record) -> list[str]:
    return list(record.states.order_by("number").values_list("deed", flat=True))


# -- workflow --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_draft_is_worked_on_put_up_sent_back_and_approved_and_each_is_remembered(
    record: Record, ann: Any, ben: Any
) -> None:
    in_review(record, ann, cost=25)
    publishing.return_to_author(record, by=ben, why="The card says 26.", **seen(record))
    assert publishing.return_note(record.revisions.drafts().get()).why == "The card says 26."
    in_review(record, ann, cost=26)
    done = publishing.approve(record, by=ben, **seen(record))
    assert (done.stage, done.approved_over, done.document["cost"]) == (Stage.APPROVED, 1, 26)
    assert publishing.return_note(done) is None
    assert deeds(record) == ["saved", "sent", "returned", "saved", "sent", "approved"]
    states = [(one.number, one.by, json.loads(one.text)["cost"]) for one in record.states.order_by("number")]
    assert states == [(1, ann, 25), (2, ann, 25), (3, ben, 25), (4, ann, 26), (5, ann, 26), (6, ben, 26)]
    noted = set(AuditEntry.objects.values_list("what", "by"))
    assert {("draft put up for review", ann.pk), ("draft sent back", ben.pk), ("draft approved", ben.pk)} <= noted


@pytest.mark.sampled
def test_an_edited_document_is_a_draft_again(record: Record, ann: Any, ben: Any) -> None:
    approved(record, ann, ben, cost=25)
    again = draft(record, ben, cost=26)
    assert (again.stage, again.approved_over) == (Stage.DRAFT, None)


def test_nobody_approves_their_own_while_somebody_else_could(record: Record, ann: Any, ben: Any) -> None:
    in_review(record, ann, cost=25)
    with pytest.raises(publishing.SelfApproval):
        publishing.approve(record, by=ann, **seen(record))
    assert record.revisions.drafts().get().stage == Stage.REVIEW
    draft(record, ben, cost=26)
    publishing.submit_for_review(record, by=ben, **seen(record))
    assert publishing.approve(record, by=ann, **seen(record)).stage == Stage.APPROVED


@pytest.mark.sampled
def test_a_single_curator_can_approve_and_publish(record: Record, ann: Any) -> None:
    assert permissions.may_publish_at_once(ann, "attack-wing", "card")
    in_review(record, ann, cost=25)
    assert publishing.approve(record, by=ann, **seen(record)).stage == Stage.APPROVED
    user_with(permissions.CURATOR)
    assert not permissions.may_publish_at_once(ann, "attack-wing", "card")


def test_deleted_or_unauthorized_accounts_do_not_count_as_another_reviewer(record: Record, ann: Any) -> None:
    gone = user_with(permissions.CURATOR)
    gone.is_active = False
    gone.save()
    user_with(permissions.PUBLISHER)
    assert permissions.may_publish_at_once(ann, "attack-wing", "card")
    assert not permissions.may_publish_at_once(ann, "attack-wing", "game")


def test_without_the_permission_to_write_cards_nobody_approves_them(record: Record, ann: Any, ben: Any) -> None:
    one = in_review(record, ann, cost=25)
    assert [
        permissions.may_approve(user, one) for user in (ann, ben, user_with(permissions.PUBLISHER), user_with())
    ] == [
        False,
        True,
        False,
        False,
    ]


@pytest.mark.sampled
@pytest.mark.parametrize("stage", ["draft", "approved"])
def test_a_step_from_another_state_is_refused(record: Record, ann: Any, ben: Any, stage: str) -> None:
    draft(record, ann, cost=25) if stage == "draft" else approved(record, ann, ben, cost=25)
    step = publishing.approve if stage == "draft" else publishing.submit_for_review
    with pytest.raises(publishing.Conflict):
        step(record, by=ben, **seen(record))


@pytest.mark.sampled
def test_a_draft_goes_back_with_a_reason_only(record: Record, ann: Any, ben: Any) -> None:
    in_review(record, ann, cost=25)
    with pytest.raises(InvalidInput):
        publishing.return_to_author(record, by=ben, why=" ", **seen(record))


@pytest.mark.sampled
def test_a_release_that_overtakes_an_approved_draft_is_seen(record: Record, ann: Any, ben: Any) -> None:
    one = approved(record, ann, ben, cost=25)
    assert not publishing.is_outdated(one)
    factories.publish({**record.revisions.newest().get().document, "level": 9})
    assert publishing.is_outdated(one)
    assert publishing.approve(record, by=ben, **seen(record)).approved_over == 2


@pytest.mark.sampled
def test_a_rename_that_waits_is_overtaken_by_a_change_under_the_former_slug(record: Record, ann: Any, ben: Any) -> None:
    moved = publishing.change_slug(record, slug="two", by=ann, why="Its name was found", at_once=False)
    one = publishing.approve(moved, by=ben, **seen(moved))
    assert (one.record.slug, one.approved_over, Release.objects.newest()) == ("two", 1, 1)
    factories.publish({**record.revisions.newest().get().document, "level": 9})
    assert publishing.is_outdated(one)


# -- overdue reviews -------------------------------------------------------------------------------------------------


def submitted_days_ago(record: Record, by: Any, days: float) -> None:
    """Submit a draft for review, and move the submission into the past."""
    in_review(record, by, cost=25)
    record.states.filter(deed=DraftAction.SENT).update(at=timezone.now() - timedelta(days=days))


@pytest.mark.parametrize("why", ["", "At last"])
def test_an_author_approves_what_nobody_else_has_reviewed_in_time_and_the_history_says_so(
    record: Record, ann: Any, ben: Any, why: str
) -> None:
    submitted_days_ago(record, ann, 14.01)
    assert publishing.approve(record, by=ann, why=why, **seen(record)).stage == Stage.APPROVED
    (last,) = record.states.filter(deed=DraftAction.APPROVED)
    note = "Approved by its author: nobody else reviewed it for 14 days."
    assert (last.by, last.why) == (ann, f"{note} {why}".strip())


def test_an_author_waits_the_whole_time(record: Record, ann: Any, ben: Any) -> None:
    submitted_days_ago(record, ann, 13.99)
    with pytest.raises(publishing.SelfApproval):
        publishing.approve(record, by=ann, **seen(record))


def test_without_the_setting_an_author_never_approves(
    client: Client, record: Record, ann: Any, ben: Any, settings: Any
) -> None:
    settings.REVIEW_DAYS = 0
    submitted_days_ago(record, ann, 1_000)
    with pytest.raises(publishing.SelfApproval):
        publishing.approve(record, by=ann, **seen(record))
    client.force_login(ann)
    assert "for others to review your draft: 1" in client.get(reverse("admin:index")).content.decode()


def test_the_days_begin_again_when_a_reviewer_has_sent_it_back(record: Record, ann: Any, ben: Any) -> None:
    submitted_days_ago(record, ann, 20)
    publishing.return_to_author(record, by=ben, why="The card says 26.", **seen(record))
    publishing.submit_for_review(record, by=ann, **seen(record))
    with pytest.raises(publishing.SelfApproval):
        publishing.approve(record, by=ann, **seen(record))


def test_nobody_without_the_permission_approves_an_overdue_draft_and_others_do_as_before(
    record: Record, ann: Any, ben: Any
) -> None:
    submitted_days_ago(record, ann, 20)
    draft = record.revisions.drafts().get()
    assert publishing.self_approval_day(ben, draft) is None
    assert publishing.may_approve(ben, draft)
    permissions.revoke(ann, permissions.CURATOR)
    assert not publishing.may_approve(type(ann).objects.get(pk=ann.pk), draft)
    publishing.approve(record, by=ben, **seen(record))
    assert record.states.get(deed=DraftAction.APPROVED).why == ""


def test_the_pages_say_from_when_on_an_author_may_approve(client: Client, record: Record, ann: Any, ben: Any) -> None:
    one = in_review(record, ann, cost=25)
    client.force_login(ann)
    page = client.get(url("draft_review", one.pk)).content.decode()
    assert "If nobody has reviewed it by" in page and 'name="_approve"' not in page
    record.states.filter(deed=DraftAction.SENT).update(at=timezone.now() - timedelta(days=15))
    page = client.get(url("draft_review", one.pk)).content.decode()
    assert "nobody else has reviewed it in time" in page and 'name="_approve"' in page
    home = client.get(reverse("admin:index")).content.decode()
    assert "for you: nobody else has reviewed it in time: 1" in home and "for others to review" not in home
    assert client.post(url("draft_review", one.pk), {"_approve": "x", **seen(record)}).status_code == 302
    assert "nobody else reviewed it for 14 days" in client.get(url("card_history", record.pk)).content.decode()


# -- the history -----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_bulk_writes_have_a_row_each_too() -> None:
    cards = [factories.creature() for _ in range(1_200)]
    for card in cards[:3]:
        factories.save_draft(card, by=None, why="work")
        factories.save_draft({**card, "cost": 99}, by=None, why="work")
    factories.publish_documents([*({**card, "cost": 99} for card in cards[:3]), *cards[3:]], by=None, why="many")
    assert Revision.objects.count() == 1_200
    assert list(DraftState.objects.values_list("deed", flat=True)) == ["saved", "saved", "published"] * 3


def test_a_draft_that_was_thrown_away_is_restored(record: Record, ann: Any) -> None:
    draft(record, ann, cost=25)
    publishing.discard_draft(record, by=ann, why="Not now")
    first = record.states.get(number=1)
    restored = publishing.restore_state(record, publishing.document_of(first), by=ann, why="Now", **seen(record))
    assert (restored.document["cost"], restored.stage) == (25, Stage.DRAFT)
    assert deeds(record) == ["saved", "discarded", "restored"]


def test_a_draft_never_published_is_remembered_and_its_slug_is_free() -> None:
    record = factories.save_draft(factories.creature(slug="new"), by=None, why="work").record
    publishing.discard_draft(record)
    assert not publishing.is_slug_taken("attack-wing", "card", "new")
    again = factories.save_draft(factories.creature(slug="new"), by=None, why="work", expected="")
    assert again.record == record
    assert deeds(record) == ["saved", "discarded", "saved"]


def test_restoring_keeps_the_slugs_that_lead_here(record: Record, ann: Any) -> None:
    document = record.revisions.get().document
    factories.publish_documents([{**document, "slug": "two", "formerly": ["one"]}], by=None, why="Renamed")
    two = Record.objects.get(slug="two")
    restored = publishing.restore_state(two, {**document, "slug": "two"}, by=ann, why="Back", **seen(two))
    assert restored.document["formerly"] == ["one"]


def test_a_restore_does_not_overwrite_a_change_made_meanwhile(record: Record, ann: Any, ben: Any) -> None:
    before = seen(record)
    draft(record, ben, cost=26)
    with pytest.raises(publishing.Conflict):
        publishing.restore_state(record, record.revisions.newest().get().document, by=ann, why="Back", **before)


# -- pages -----------------------------------------------------------------------------------------------------------


def url(page: str, *args: Any) -> str:
    return reverse(f"admin:catalog_{page}", args=args)


@pytest.mark.sampled
def test_the_first_page_lists_pending_work_by_role(client: Client, record: Record, ann: Any, ben: Any) -> None:
    one = in_review(record, ann, cost=25)
    for user, words in ((ann, "for others to review your draft: 1"), (ben, "for your review: 1")):
        client.force_login(user)
        assert words in client.get(reverse("admin:index")).content.decode()
    listed = client.get(url("draft_changelist") + "?waits=review").content.decode()
    assert url("draft_review", one.pk) in listed
    publishing.return_to_author(record, by=ben, why="The card says 26.", **seen(record))
    client.force_login(ann)
    assert "for you: it was sent back: 1" in client.get(reverse("admin:index")).content.decode()
    assert "The card says 26." in client.get(url("card_change", record.pk)).content.decode()


@pytest.mark.sampled
def test_a_reviewer_sees_what_changes_and_approves(client: Client, record: Record, ann: Any, ben: Any) -> None:
    one = in_review(record, ann, cost=25)
    client.force_login(ann)
    assert b'name="_approve"' not in client.get(url("draft_review", one.pk)).content
    values = {"_approve": "x", **seen(record)}
    assert client.post(url("draft_review", one.pk), values).status_code == 400
    client.force_login(ben)
    html = client.get(url("draft_review", one.pk)).content.decode()
    assert 'name="_approve"' in html and "Misread" in html
    assert client.post(url("draft_review", one.pk), values).status_code == 302
    one.refresh_from_db()
    assert one.stage == Stage.APPROVED


@pytest.mark.sampled
def test_the_second_reviewer_is_refused_and_sees_the_current_state(
    client: Client, record: Record, ann: Any, ben: Any
) -> None:
    one = in_review(record, ann, cost=25)
    values = {"_approve": "x", **seen(record)}
    in_review(record, ann, cost=26)
    client.force_login(ben)
    answer = client.post(url("draft_review", one.pk), values)
    assert answer.status_code == 400
    assert "in the meantime" in answer.content.decode() and "26" in answer.content.decode()
    one.refresh_from_db()
    assert one.stage == Stage.REVIEW


@pytest.mark.sampled
def test_sending_back_asks_for_a_reason(client: Client, record: Record, ann: Any, ben: Any) -> None:
    one = in_review(record, ann, cost=25)
    client.force_login(ben)
    assert client.post(url("draft_review", one.pk), {"_return": "x", **seen(record)}).status_code == 400
    assert client.post(url("draft_review", one.pk), {"_return": "x", "why": "26", **seen(record)}).status_code == 302
    one.refresh_from_db()
    assert one.stage == Stage.DRAFT


@pytest.mark.sampled
def test_a_publisher_looks_and_does_not_decide(client: Client, record: Record, ann: Any, ben: Any) -> None:
    one = in_review(record, ann, cost=25)
    client.force_login(user_with(permissions.PUBLISHER))
    assert client.get(url("draft_review", one.pk)).status_code == 200
    assert client.post(url("draft_review", one.pk), {"_approve": "x", **seen(record)}).status_code == 403


@pytest.mark.sampled
def test_if_others_can_approve_nothing_is_published_from_a_form(
    client: Client, record: Record, ann: Any, ben: Any
) -> None:
    client.force_login(ann)
    assert b'name="_publish"' not in client.get(url("card_change", record.pk)).content
    values = {"_publish": "x", "why": "x", **seen(record)}
    assert client.post(url("card_change", record.pk), values).status_code == 403
    client.post(url("card_retire", record.pk), {"reason": "Gone"})
    one = record.revisions.drafts().get()
    assert (one.stage, one.document["retired"], Release.objects.newest()) == (Stage.REVIEW, "Gone", 1)


@pytest.mark.sampled
def test_an_approved_draft_is_published_by_itself(client: Client, record: Record, ann: Any, ben: Any) -> None:
    approved(record, ann, ben, cost=25)
    client.force_login(ben)
    assert client.post(url("card_publish", record.pk), {"why": "x"}).status_code == 302
    assert Release.objects.newest() == 1
    client.force_login(ann)
    assert client.post(url("card_publish", record.pk), {"why": "x"}).status_code == 302
    assert (Release.objects.newest(), record.revisions.newest().get().cost) == (2, 25)
    assert deeds(record)[-1] == DraftAction.PUBLISHED


@pytest.mark.sampled
def test_any_two_states_are_held_against_each_other_and_one_restored(client: Client, record: Record, ann: Any) -> None:
    draft(record, ann, cost=25)
    draft(record, ann, cost=26)
    client.force_login(ann)
    history = client.get(url("card_history", record.pk)).content.decode()
    assert history.index("Draft 2, saved") < history.index("Draft 1, saved") < history.index("Release 1")
    page = url("card_state", record.pk, "d1")
    assert "26" in client.get(page).content.decode()
    html = client.get(page + "?with=r1").content.decode()
    assert '<td data-head="Release 1">20</td>' in html.replace("\n", "") or "20" in html
    assert client.post(page, seen(record)).status_code == 400
    assert client.post(page, {"why": "Right after all", **seen(record)}).status_code == 302
    assert record.revisions.drafts().get().cost == 25
    assert client.get(url("card_state", record.pk, "d99")).status_code == 404


@pytest.mark.sampled
def test_a_discarded_draft_is_listed_until_a_new_one_begins(client: Client, record: Record, ann: Any) -> None:
    draft(record, ann, cost=25)
    publishing.discard_draft(record, by=ann, why="Not now")
    client.force_login(ann)
    assert "Not now" in client.get(url("draft_discarded")).content.decode()
    draft(record, ann, cost=26)
    assert "Not now" not in client.get(url("draft_discarded")).content.decode()


# -- at once ---------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_of_many_who_decide_at_once_exactly_one_does(shared: BaseDatabaseWrapper) -> None:
    factories.publish_frame(factories.creature(slug="one", cost=20))
    record = Record.objects.get(slug="one")
    ann, people = user_with(permissions.CURATOR), [user_with(permissions.CURATOR) for _ in range(6)]
    in_review(record, ann, cost=25)
    state = publishing.edit_token(record)

    def decide(user: Any, number: int) -> Callable[[], Revision]:
        if number % 2:
            return lambda: publishing.return_to_author(record, by=user, why="No", expected=state)
        return lambda: publishing.approve(record, by=user, expected=state)

    done = at_once(*(decide(user, number) for number, user in enumerate(people)))
    assert [type(one) for one in done].count(publishing.Conflict) == 5, done
    assert len(deeds(record)) == 3


@pytest.mark.sampled
def test_a_thrown_away_draft_of_what_was_never_published_is_listed_too(client: Client, ann: Any) -> None:
    factories.publish_frame()
    made = factories.save_draft(factories.creature(slug="cast-off"), by=ann, why="New")
    publishing.discard_draft(made.record, by=ann, why="Not now")
    client.force_login(ann)
    html = client.get(reverse("admin:catalog_draft_discarded")).content.decode()
    assert reverse("admin:catalog_card_history", args=[made.record_id]) in html
