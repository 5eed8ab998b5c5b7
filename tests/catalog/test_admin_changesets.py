"""The pages of changesets in the admin: from a table to a release by two people, and back."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from catalog import permissions
from catalog.models import Changeset, Record, Revision, Stage
from catalog.models.changesets import ChangesetOrigin
from catalog.publishing import changeset_publication, changeset_review, changesets
from catalog.publishing.changesets import changeset_drafts, changeset_token
from tests import factories
from tests.catalog.changeset_world import SOURCE, card, published, seen, table
from tests.clients import logged_in
from tests.factories import user_with
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db


def address(changeset: Changeset, page: str = "change") -> str:
    return reverse(f"admin:catalog_changeset_{page}", args=[changeset.pk])


def press(client: Client, changeset: Changeset, button: str, page: str = "change", **fields: Any) -> list[str]:
    """Press a button of a page of a changeset; return the messages of the answer."""
    client.get(reverse("admin:index"))  # which shows the messages of the former page
    fields = {"seen": seen(changeset), button: "1", **fields}
    answer = client.post(address(changeset, page), fields)
    assert answer.status_code == 302, answer.content.decode()[:2_000]
    return [str(message) for message in get_messages(answer.wsgi_request)]


@pytest.mark.sampled
def test_two_people_bring_in_60_cards_in_at_most_10_clicks_each_and_take_them_back_in_3(wanda: Any, ben: Any) -> None:
    """A click is a link that is followed or a button that is pressed; the import itself takes its author 5."""
    factories.publish_frame(card(1, cost=20))
    changeset = table([card(1, cost=31), *(card(number) for number in range(2, 61))], wanda)
    writer, reviewer = logged_in(wanda), logged_in(ben)
    assert "Put all 60 up for review" in writer.get(address(changeset)).content.decode()
    assert press(writer, changeset, "_submit", _all="1") == ["60 drafts: put up for review."]  # the writer's 7th click

    waiting = reviewer.get(reverse("admin:index")).content.decode()
    assert "Changesets that wait for your review: 1" in waiting
    listed = reviewer.get(f"{reverse('admin:catalog_changeset_changelist')}?state=review")  # 1
    assert address(changeset) in listed.content.decode()
    shown = reviewer.get(address(changeset)).content.decode()  # 2
    assert "Approve all 60" in shown and shown.count('name="row"') == 50
    assert press(reviewer, changeset, "_approve", _all="1") == ["60 drafts: approved."]  # 3
    assert "60 approved drafts become one release" in reviewer.get(address(changeset, "publish")).content.decode()  # 4
    assert press(reviewer, changeset, "_publish", "publish")[0].startswith("Published as release")  # 5

    plan = writer.get(address(changeset, "revert")).content.decode()  # 1
    assert "60 documents are put up for review as they were before" in plan
    assert press(writer, changeset, "_revert", "revert", why="The wrong table")[0].startswith("60 documents")  # 2
    revert = changeset.reverted_by.get()
    assert press(reviewer, revert, "_approve", _all="1") == ["60 drafts: approved."]  # 1, beside the way to the page
    reviewer.get(address(revert, "publish"))  # 2
    assert press(reviewer, revert, "_publish", "publish")[0].startswith("Published as release")  # 3
    now = {one.slug: one.document for one in Revision.objects.newest().filter(kind="creature")}
    assert now["card-1"]["cost"] == 20 and all("retired" in one for slug, one in now.items() if slug != "card-1")
    assert "Published, taken back" in writer.get(address(changeset)).content.decode()


@pytest.fixture
def changeset(wanda: Any) -> Changeset:
    """A changeset of Wanda with a good row and one of a set that does not exist."""
    factories.publish_frame()
    return table([card(1), card(2, set="starter-sett")], wanda)


def test_a_faulty_row_shows_its_fault_and_the_good_one_goes_on(changeset: Changeset, wanda: Any) -> None:
    shown = logged_in(wanda).get(address(changeset)).content.decode()
    assert "1 draft cannot be published as it is" in shown and "starter-sett" in shown
    told = press(logged_in(wanda), changeset, "_submit", _all="1")
    assert told[0] == "1 draft: put up for review." and "starter-sett" in told[1]
    assert [draft.stage for draft in changeset_drafts(changeset)] == [Stage.REVIEW, Stage.DRAFT]


@pytest.mark.sampled
def test_only_the_ticked_rows_are_acted_on(changeset: Changeset, wanda: Any, ben: Any) -> None:
    assert press(logged_in(wanda), changeset, "_submit") == ["Tick the rows first."]
    first = changeset_drafts(changeset)[0]
    assert press(logged_in(wanda), changeset, "_submit", row=[first.pk, "x", 10**30]) == ["1 draft: put up for review."]
    answer = logged_in(ben).post(address(changeset), {"seen": seen(changeset), "_return": "1", "row": [first.pk]})
    assert answer.status_code == 400 and "Give a reason to send drafts back." in answer.content.decode()
    told = press(logged_in(ben), changeset, "_return", row=[first.pk], why="Its cost is 30")
    assert told == ["1 draft: sent back."]
    assert press(logged_in(wanda), changeset, "_discard", row=[first.pk]) == ["1 draft: discarded."]
    assert [draft.slug for draft in changeset_drafts(changeset)] == ["card-2"]


def test_who_was_slower_is_told_so(changeset: Changeset, wanda: Any) -> None:
    before = seen(changeset)
    press(logged_in(wanda), changeset, "_submit", _all="1")
    told = press(logged_in(wanda), changeset, "_withdraw", _all="1", seen=before)
    assert told[0].startswith("Somebody changed this changeset in the meantime")


@pytest.mark.sampled
def test_a_reviewer_reads_a_sample_and_approves_sources_for_the_rest(wanda: Any, ben: Any) -> None:
    factories.publish_frame()
    changeset = table([*(card(number) for number in range(40)), card(99, source="<b>Hearsay</b>")], wanda)
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    page = logged_in(ben).get(address(changeset, "sample")).content.decode()
    assert page.count("muster-change") == 10 and "&lt;b&gt;Hearsay&lt;/b&gt; (1)" in page and f"{SOURCE} (40)" in page
    press(logged_in(ben), changeset, "_sample", "sample", source=[SOURCE])
    stages = [draft.stage for draft in changeset_drafts(changeset)]
    assert stages.count(Stage.APPROVED) in (40, 41)  # the odd one may have been read
    few = table([card(200)], wanda)
    assert "too few drafts" in logged_in(ben).get(address(few, "sample")).content.decode()


def test_what_was_changed_since_is_named_before_taking_back(wanda: Any, ben: Any) -> None:
    factories.publish_frame(card(1, cost=20))
    changeset = table([card(1, cost=31)], wanda)
    changeset_review.submit_rows(changeset, by=wanda, seen=seen(changeset))
    changeset_review.approve_rows(changeset, by=ben, seen=seen(changeset))
    press(logged_in(ben), changeset, "_publish", "publish")
    factories.publish(card(1, cost=40), why="Measured again")
    assert "Measured again" in logged_in(wanda).get(address(changeset)).content.decode()
    page = logged_in(wanda).get(address(changeset, "revert")).content.decode()
    assert "1 change stays, or stays in part" in page and "and stays: cost." in page
    answer = logged_in(wanda).post(address(changeset, "revert"), {"why": "Wrong"})
    assert answer.status_code == 400 and "Nothing of it can be taken back." in answer.content.decode()


@pytest.mark.sampled
def test_a_changeset_is_discussed_and_renamed(changeset: Changeset, wanda: Any, ben: Any) -> None:
    press(logged_in(ben), changeset, "_note", text="<script>Is page 4 read?</script>")
    press(logged_in(wanda), changeset, "_rename", title="Wave two, first half")
    page = logged_in(wanda).get(address(changeset)).content.decode()
    assert "&lt;script&gt;Is page 4 read?" in page and "Wave two, first half" in page
    for fields in ({"_note": "1", "text": ""}, {"_rename": "1", "title": "x" * 301}):
        assert logged_in(wanda).post(address(changeset), fields).status_code == 400


def test_selected_drafts_are_put_up_and_moved_from_the_list(changeset: Changeset, wanda: Any) -> None:
    writer = logged_in(wanda)
    first, second = changeset_drafts(changeset)
    assert select(writer, "submit", first, second)[0] == "1 draft: put up for review."
    first.refresh_from_db()
    select(writer, "withdraw", first, second)
    assert {draft.stage for draft in changeset_drafts(changeset)} == {Stage.DRAFT}
    select(writer, "gather", second)
    moved = Changeset.objects.exclude(pk=changeset.pk).get(rows__slug="card-2")
    assert changeset_drafts(changeset) == [first] and changeset_drafts(moved) == [second]


def select(client: Client, action: str, *drafts: Revision, across: bool = False, **fields: Any) -> list[str]:
    """Take an action on ticked drafts of the list, as the page showed them; return the messages of the answer."""
    client.get(reverse("admin:index"))  # which shows the messages of the former page
    shown = [f"{draft.pk} {changeset_token([draft])}" for draft in drafts]
    keys = {"_selected_action": [draft.pk for draft in drafts], "select_across": "1" if across else "0"}
    answer = client.post(reverse("admin:catalog_draft_changelist"), {"action": action, "seen": shown, **keys, **fields})
    assert answer.status_code == 302
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_the_list_of_drafts_has_the_state_of_each(changeset: Changeset, wanda: Any) -> None:
    listed = logged_in(wanda).get(reverse("admin:catalog_draft_changelist")).content.decode()
    for draft in nonempty(changeset_drafts(changeset)):
        assert f'name="seen" value="{draft.pk} {changeset_token([draft])}"' in listed


@pytest.mark.parametrize("action", ["submit", "gather"])
def test_selected_drafts_that_changed_since_the_page_was_shown_are_left(
    changeset: Changeset, wanda: Any, action: str
) -> None:
    """The user decides about what the page showed."""
    first, second = changeset_drafts(changeset)
    factories.save_draft(card(1, cost=77), by=wanda, why="Corrected")
    discarded = table([card(3)], wanda)
    gone = changeset_drafts(discarded)[0]
    changeset_publication.discard_rows(discarded, by=wanda, seen=seen(discarded))
    told = select(logged_in(wanda), action, first, gone)
    assert f"{first.title}: Somebody changed it since this page was shown. Look at it again." in told
    assert action == "gather" or "1 selected draft is not in this list any more" in told[-1]
    assert changeset_drafts(changeset) == [first, second] and Revision.objects.get(pk=first.pk).stage == Stage.DRAFT


def test_all_drafts_of_the_list_are_those_of_the_page_that_was_seen(changeset: Changeset, wanda: Any) -> None:
    changeset_drafts(table([card(3)], wanda))
    told = select(logged_in(wanda), "submit", changeset_drafts(changeset)[0], across=True)
    assert told[0].startswith("Only drafts of the page that you saw") and told[1] == "1 draft: put up for review."
    assert Revision.objects.drafts().filter(stage=Stage.REVIEW).count() == 1


@pytest.mark.parametrize("state", ["", "x", "1", "9" * 30 + " x", "\N{SUPERSCRIPT TWO} x"])
def test_a_hostile_state_leaves_the_draft(changeset: Changeset, wanda: Any, state: str) -> None:
    for across in (False, True):
        select(logged_in(wanda), "submit", changeset_drafts(changeset)[0], across=across, seen=[state])
    assert not Revision.objects.drafts().filter(stage=Stage.REVIEW).exists()


# -- who may -----------------------------------------------------------------------------------------------------------


@pytest.mark.guard
def test_a_publisher_looks_at_a_changeset_and_changes_no_draft(changeset: Changeset) -> None:
    client = logged_in(user_with(permissions.PUBLISHER))
    page = client.get(address(changeset))
    assert page.status_code == 200 and "_submit" not in page.content.decode()
    for button in ("_submit", "_approve", "_return", "_withdraw", "_discard", "_note", "_rename"):
        fields = {"seen": seen(changeset), button: "1", "_all": "1", "text": "A", "title": "A", "why": "A"}
        assert client.post(address(changeset), fields).status_code == 403
    assert client.get(address(changeset, "revert")).status_code == 403
    assert client.post(address(changeset, "sample"), {"seen": seen(changeset)}).status_code == 403


@pytest.mark.guard
def test_a_curator_without_the_right_to_publish_does_not_publish(changeset: Changeset, wanda: Any) -> None:
    client = logged_in(user_with(permissions.CURATOR))
    assert client.get(address(changeset, "publish")).status_code == 403
    assert client.post(address(changeset, "publish"), {"seen": seen(changeset)}).status_code == 403


@pytest.mark.guard
def test_a_curator_of_another_game_neither_sees_nor_changes_a_changeset(changeset: Changeset) -> None:
    other = user_with(permissions.CURATOR)
    permissions.assign_games(other, ["dungeon-command"])
    client = logged_in(other)
    for page in ("change", "sample", "revert"):
        assert client.get(address(changeset, page)).status_code == 404
    assert client.post(address(changeset), {"seen": seen(changeset), "_submit": "1", "_all": "1"}).status_code == 404
    assert changeset.title not in client.get(reverse("admin:catalog_changeset_changelist")).content.decode()


@pytest.mark.guard
def test_rows_of_another_game_are_counted_and_not_shown_or_changed(wanda: Any) -> None:
    factories.publish_frame()
    mixed = changesets.new_changeset(title="Two games", origin=ChangesetOrigin.WORK, by=None)
    factories.save_draft(card(1), by=None, why="Here", changeset=mixed)
    factories.save_draft(card(2), by=None, why="There", changeset=mixed)
    Record.objects.filter(slug="card-2").update(game="elsewhere")
    permissions.assign_games(wanda, ["attack-wing"])
    permissions.revoke(wanda, permissions.PUBLISHER)
    page = logged_in(wanda).get(address(mixed)).content.decode()
    assert "1 more is of a game you do not look after." in page and "Card 2" not in page
    told = press(logged_in(wanda), mixed, "_submit", _all="1", seen=changeset_token(changeset_drafts(mixed)))
    assert any("You may not change documents of this kind and game." in one for one in told)


@pytest.mark.guard
@pytest.mark.parametrize("page", ["change", "sample", "publish", "revert"])
def test_players_and_guests_do_not_see_changesets(changeset: Changeset, page: str) -> None:
    for client in (Client(), logged_in(factories.UserFactory())):
        assert client.get(address(changeset, page)).status_code in (302, 403)
    assert logged_in(user_with(permissions.ADMIN)).get(f"/admin/catalog/changeset/{10**30}/{page}/").status_code == 404


def test_a_changeset_too_large_for_a_request_names_the_command(
    wanda: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.publish_frame()
    changeset = table([card(1), card(2)], wanda)
    published(changeset, wanda, ben)
    monkeypatch.setattr(changeset_publication, "MAX_REVERTED", 1)
    for method in ("get", "post"):
        answer = getattr(logged_in(wanda), method)(address(changeset, "revert"), {"why": "Wrong"})
        assert answer.status_code == 302 and answer["Location"] == address(changeset)
        told = [str(message) for message in get_messages(answer.wsgi_request)]
        assert f"manage.py take_back {changeset.pk}" in told[0]
    assert not changeset.reverted_by.exists()
