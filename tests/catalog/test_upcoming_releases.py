"""Upcoming releases: composed, previewed, scheduled, and published once and completely."""

import os
import re
import signal
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from catalog import permissions, publishing
from catalog.documents.errors import InvalidInput
from catalog.extensions import CatalogExtension
from catalog.models import AuditEntry, Record, Release, Revision, Stage
from catalog.models.upcoming import PreviewState, ReleasePreview, UpcomingRelease, UpcomingState
from catalog.publishing import previews, scheduling, upcoming_releases
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories
from tests.catalog.test_concurrency import address
from tests.catalog.test_review_workflow import approved, deeds, draft, seen
from tests.contention import at_once
from tests.factories import user_with

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture
def ann() -> Any:
    return user_with(permissions.CURATOR, permissions.PUBLISHER)


@pytest.fixture
def ben() -> Any:
    return user_with(permissions.CURATOR)


@pytest.fixture
def record() -> Record:
    """A published card, with the documents that its legions need."""
    factories.publish_frame(factories.creature(slug="one", cost=20, name="One"))
    return Record.objects.get(slug="one")


@pytest.fixture
def upcoming(record: Record, ann: Any, ben: Any) -> UpcomingRelease:
    """An upcoming release with one approved change."""
    approved(record, ann, ben, cost=130)
    return upcoming_releases.create_upcoming(by=ann, why="Errata")


def soon() -> Any:
    return timezone.now() + timedelta(hours=1)


def make_due(upcoming: UpcomingRelease) -> None:
    UpcomingRelease.objects.filter(pk=upcoming.pk).update(due_at=timezone.now() - timedelta(seconds=1))


# -- taking drafts in -------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_approved_drafts_are_gathered_and_published_as_one_release(record: Record, ann: Any, ben: Any) -> None:
    other = factories.save_draft(factories.creature(slug="two"), by=ben, why="New", source="The box").record
    publishing.submit_for_review(other, by=ben, **seen(other))
    publishing.approve(other, by=ann, **seen(other))
    approved(record, ann, ben, cost=25)
    draft(factories.save_draft(factories.creature(slug="three"), by=ann, why="Not yet").record, ann, cost=1)
    upcoming = upcoming_releases.create_upcoming(by=ann, why="Errata")
    release = upcoming_releases.publish_upcoming(upcoming, by=ann, seen=1)
    assert (release.number, release.why, release.by) == (2, "Errata", ann)
    published = {one.slug: (one.by, one.why, one.source) for one in release.brought.all()}
    assert published == {"one": (ann, "Misread", "The card"), "two": (ben, "New", "The box")}
    upcoming.refresh_from_db()
    assert (upcoming.state, upcoming.release) == (UpcomingState.PUBLISHED, release)
    assert deeds(record)[-1] == "published"
    assert Revision.objects.drafts().get().slug == "three"


@pytest.mark.sampled
def test_one_is_left_out_and_stays_approved(upcoming: UpcomingRelease, record: Record, ann: Any) -> None:
    one = record.revisions.drafts().get()
    upcoming_releases.exclude_draft(upcoming, one.pk, by=ann, seen=1)
    with pytest.raises(upcoming_releases.ReleaseRefused, match="has no documents"):
        upcoming_releases.publish_upcoming(upcoming, by=ann, seen=2)
    one.refresh_from_db()
    assert (one.stage, one.gathered_in) == (Stage.APPROVED, None)
    assert upcoming_releases.include_approved(upcoming, by=ann, seen=2) == 1


@pytest.mark.sampled
def test_a_release_that_changed_since_it_was_shown_is_not_acted_on(
    upcoming: UpcomingRelease, record: Record, ann: Any
) -> None:
    upcoming_releases.exclude_draft(upcoming, record.revisions.drafts().get().pk, by=ann, seen=1)
    for step in (
        upcoming_releases.publish_upcoming,
        upcoming_releases.discard_upcoming,
        upcoming_releases.include_approved,
    ):
        with pytest.raises(publishing.Conflict):
            step(upcoming, by=ann, seen=1)


@pytest.mark.sampled
def test_writing_on_a_draft_takes_it_out(upcoming: UpcomingRelease, record: Record, ann: Any) -> None:
    draft(record, ann, cost=26)
    assert upcoming_releases.included_drafts(upcoming) == []


@pytest.mark.sampled
def test_drafts_overtaken_by_a_release_are_not_published(upcoming: UpcomingRelease, record: Record, ann: Any) -> None:
    factories.publish({**record.revisions.newest().get().document, "level": 9})
    with pytest.raises(upcoming_releases.ReleaseRefused, match="since the draft was approved"):
        upcoming_releases.publish_upcoming(upcoming, by=ann, seen=1)
    assert Release.objects.newest() == 2


def test_drafts_that_do_not_fit_together_are_refused(record: Record, ann: Any, ben: Any) -> None:
    new_set = factories.save_draft(factories.card_set(slug="nowhere"), by=ben, why="New").record
    publishing.submit_for_review(new_set, by=ben, expected=publishing.edit_token(new_set))
    approved(record, ann, ben, cost=25, set="nowhere")
    upcoming = upcoming_releases.create_upcoming(by=ann, why="Errata")
    with pytest.raises(upcoming_releases.ReleaseRefused, match="no set “nowhere”"):
        upcoming_releases.publish_upcoming(upcoming, by=ann, seen=1)


@pytest.mark.sampled
def test_dropping_lets_everything_go(upcoming: UpcomingRelease, ann: Any) -> None:
    upcoming_releases.discard_upcoming(upcoming, by=ann, seen=1)
    assert upcoming_releases.create_upcoming(by=ann, why="Another").drafts.count() == 1


# -- schedules -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_scheduled_release_is_published_once_when_due(upcoming: UpcomingRelease, ann: Any) -> None:
    scheduling.schedule(upcoming, due_at=soon(), by=ann, seen=1)
    assert DBTaskResult.objects.filter(run_after__gt=timezone.now(), run_after__lt=soon()).count() == 1
    scheduling.publish_if_due.call(upcoming.pk)
    assert Release.objects.newest() == 1
    make_due(upcoming)
    scheduling.publish_if_due.call(upcoming.pk)
    scheduling.publish_if_due.call(upcoming.pk)
    assert Release.objects.newest() == 2
    assert Release.objects.get(number=2).by == ann


def test_an_unscheduled_release_is_not_published(upcoming: UpcomingRelease, ann: Any) -> None:
    scheduling.schedule(upcoming, due_at=soon(), by=ann, seen=1)
    scheduling.unschedule(upcoming, by=ann, seen=2)
    scheduling.publish_if_due.call(upcoming.pk)
    assert scheduling.publish_due(upcoming.pk) is None
    assert Release.objects.newest() == 1


def test_while_it_is_scheduled_nobody_writes_on_what_is_in_it(
    upcoming: UpcomingRelease, record: Record, ann: Any
) -> None:
    scheduling.schedule(upcoming, due_at=soon(), by=ann, seen=1)
    for write in (
        lambda: draft(record, ann, cost=26),
        lambda: publishing.discard_draft(record, by=ann),
        lambda: publishing.withdraw_from_review(record, by=ann, **seen(record)),
        lambda: publishing.save_drafts(
            [{**publishing.current_revision(record).document, "cost": 26}],
            by=ann,
            why="A table",
            expected={("attack-wing", "card", "one"): publishing.edit_token(record)},
            held=publishing.all_held,
        ),
    ):
        with pytest.raises(InvalidInput) as refused:
            write()
        assert "Leave it out" in refused.value.faults[0].message
    upcoming_releases.exclude_draft(upcoming, record.revisions.drafts().get().pk, by=ann, seen=2)
    draft(record, ann, cost=26)


@pytest.mark.sampled
def test_a_release_that_cannot_be_published_when_due_is_stopped_with_the_reason(
    upcoming: UpcomingRelease, record: Record, ann: Any
) -> None:
    scheduling.schedule(upcoming, due_at=soon(), by=ann, seen=1)
    factories.publish({**record.revisions.newest().get().document, "level": 9})
    make_due(upcoming)
    assert scheduling.publish_due(upcoming.pk) is None
    upcoming.refresh_from_db()
    assert (upcoming.state, upcoming.due_at) == (UpcomingState.OPEN, None)
    assert "since the draft was approved" in upcoming.why_stopped
    assert upcoming.stopped["de"].startswith("One: Eine Ausgabe hat das veröffentlichte Dokument geändert")
    assert AuditEntry.objects.filter(what="release stopped").count() == 1


@pytest.mark.sampled
def test_nothing_is_scheduled_into_the_past(upcoming: UpcomingRelease, ann: Any) -> None:
    with pytest.raises(upcoming_releases.ReleaseRefused):
        scheduling.schedule(upcoming, due_at=timezone.now() - timedelta(minutes=1), by=ann, seen=1)


@pytest.mark.sampled
def test_a_worker_that_dies_in_the_middle_has_set_the_next_tick_before(
    upcoming: UpcomingRelease, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduling.schedule(upcoming, due_at=soon(), by=ann, seen=1)
    make_due(upcoming)

    def die(number: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(scheduling, "publish_due", die)
        with pytest.raises(KeyboardInterrupt):
            scheduling.publish_if_due.call(upcoming.pk)
    assert DBTaskResult.objects.filter(task_path__endswith="scheduling.publish_if_due").count() == 3
    assert Release.objects.newest() == 1
    scheduling.publish_if_due.call(upcoming.pk)
    assert Release.objects.newest() == 2


@pytest.mark.sampled
def test_a_worker_that_dies_with_the_first_tick_leaves_a_second_that_publishes(
    upcoming: UpcomingRelease, ann: Any
) -> None:
    scheduling.schedule(upcoming, due_at=soon(), by=ann, seen=1)
    make_due(upcoming)
    ticks = DBTaskResult.objects.filter(task_path__endswith="scheduling.publish_if_due").order_by("run_after")
    claimed, second = ticks
    claimed.claim("a worker that is killed right after this")
    assert [one.pk for one in ticks.filter(status=TaskResultStatus.READY)] == [second.pk]
    assert second.run_after - claimed.run_after == scheduling.RETRY_DELAY
    second.task.call(*second.task_result.args)
    assert Release.objects.newest() == 2


# -- previews --------------------------------------------------------------------------------------------------------


def test_a_preview_of_a_killed_worker_is_computed_by_the_next(upcoming: UpcomingRelease) -> None:
    preview = previews.request_preview(upcoming, by=None)
    ReleasePreview.objects.update(state=PreviewState.RUNNING)
    previews.compute_preview.call(preview.key)
    preview.refresh_from_db()
    assert preview.state == PreviewState.DONE


@pytest.mark.sampled
def test_the_preview_lists_legions_with_a_changed_verdict(upcoming: UpcomingRelease, ann: Any) -> None:
    seen_by_all = factories.legion({"card": "one"}, owner=ann, name="Bones")
    sharing_services.list_in_gallery(legion=seen_by_all)
    factories.legion({"card": "one"}, owner=ann)
    factories.legion({"card": "unknown"}, owner=ann)
    before = list(Legion.objects.order_by("pk").values_list("document", "version"))
    preview = previews.request_preview(upcoming, by=None)
    previews.compute_preview.call(preview.key)
    preview.refresh_from_db()
    summary = preview.told["legions"]
    assert preview.state == PreviewState.DONE
    assert (summary["total"], summary["public"], summary["private"], summary["prices"]) == (3, 1, 1, 2)
    assert summary["verdicts"] == [["legal", "illegal", 2]]
    assert summary["rules"] == [["attack-wing/point-limit", 2]]
    assert [one["name"] for one in summary["named"]] == ["Bones"]
    assert summary["named"][0]["points"] == [[20, 20], [130, 130]]
    assert list(Legion.objects.order_by("pk").values_list("document", "version")) == before
    release = upcoming_releases.publish_upcoming(upcoming, by=ann, seen=1)
    from rulesapi.judging import verdicts

    assert verdicts.judge(seen_by_all.document, release=release.number - 1)["verdict"] == "legal"
    now = {key: values for key, values in seen_by_all.document.items() if key != "release"}
    assert verdicts.judge(now)["verdict"] == "illegal"


def test_a_preview_that_nobody_wants_any_more_stops(
    upcoming: UpcomingRelease, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "HEARTBEAT_SECONDS", 0)
    factories.legion({"card": "one"}, owner=ann)
    first, second = previews.request_preview(upcoming, by=None), previews.request_preview(upcoming, by=None)
    previews.compute_preview.call(first.key)
    assert ReleasePreview.objects.get(key=first.key).state == PreviewState.CANCELLED

    class Cancelling(CatalogExtension):
        preview_name = "test"

        def preview(self, plan: Any, progress: Any) -> dict[str, Any]:
            previews.cancel_preview(upcoming, by=None)
            progress(1, 2)
            raise AssertionError("It went on.")

    monkeypatch.setattr(previews, "catalog_extensions", lambda: (Cancelling(),))
    previews.compute_preview.call(second.key)
    assert ReleasePreview.objects.get(key=second.key).state == PreviewState.CANCELLED


@pytest.mark.sampled
def test_a_preview_is_old_once_something_changes(
    client: Client, upcoming: UpcomingRelease, record: Record, ann: Any
) -> None:
    previews.compute_preview.call(previews.request_preview(upcoming, by=None).key)
    client.force_login(ann)
    page = reverse("admin:catalog_upcomingrelease_change", args=[upcoming.pk])
    assert "Something has changed since" not in client.get(page).content.decode()
    factories.publish(factories.creature())
    assert "Something has changed since" in client.get(page).content.decode()


# -- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_publisher_begins_looks_schedules_and_publishes(client: Client, record: Record, ann: Any, ben: Any) -> None:
    approved(record, ann, ben, cost=25)
    client.force_login(ann)
    begin = reverse("admin:catalog_upcomingrelease_begin")
    assert "1 draft" in client.get(begin).content.decode()
    assert client.post(begin, {"why": ""}).status_code == 200
    page = client.post(begin, {"why": "Errata"}).headers["Location"]
    assert (
        '<td data-head="Then">25<small class="muster-from"><strong>The same source as before:</strong>'
        in client.get(page).content.decode()
    )
    due = f"{timezone.now() + timedelta(days=2):%Y-%m-%dT12:00}"
    answer = client.post(page, {"_schedule": "x", "seen": 1, "due": due, "zone": "Europe/Berlin"})
    assert answer.status_code == 302
    upcoming = UpcomingRelease.objects.get()
    assert upcoming.due_at.hour in (10, 11)
    assert re.search(r"(12:00|noon) \(Europe/Berlin\)", client.get(page).content.decode())
    assert client.post(page, {"_unschedule": "x", "seen": upcoming.version}).status_code == 302
    client.post(page, {"_publish": "x", "seen": 1})
    assert Release.objects.newest() == 1
    client.post(page, {"_publish": "x", "seen": upcoming.version + 1})
    assert Release.objects.newest() == 2
    assert "Release 2" in client.get(page).content.decode()


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("due", "zone"), [("2099-03-29T02:30", "Europe/Berlin"), ("2099-10-25T02:30", "Europe/Berlin"), ("x", "UTC")]
)
def test_a_time_that_clocks_skip_or_show_twice_is_refused(
    client: Client, upcoming: UpcomingRelease, ann: Any, due: str, zone: str
) -> None:
    client.force_login(ann)
    page = reverse("admin:catalog_upcomingrelease_change", args=[upcoming.pk])
    answer = client.post(page, {"_schedule": "x", "seen": 1, "due": due, "zone": zone})
    assert answer.status_code == 400
    assert UpcomingRelease.objects.get().state == UpcomingState.OPEN


@pytest.mark.sampled
@pytest.mark.parametrize("button", ["_publish", "_schedule", "_drop", "_leave", "_gather", "_preview", "_cancel"])
def test_curators_look_and_change_nothing(client: Client, upcoming: UpcomingRelease, ben: Any, button: str) -> None:
    client.force_login(ben)
    page = reverse("admin:catalog_upcomingrelease_change", args=[upcoming.pk])
    html = client.get(page).content.decode()
    assert f'name="{button}"' not in html
    assert client.post(page, {button: "1", "seen": 1}).status_code == 403
    assert client.post(reverse("admin:catalog_upcomingrelease_begin"), {"why": "x"}).status_code == 403


# -- concurrency and killed processes --------------------------------------------------------------------------------


def ready_to_go() -> tuple[UpcomingRelease, Any]:
    factories.publish_frame(factories.creature(slug="one", cost=20))
    record = Record.objects.get(slug="one")
    ann, ben = user_with(permissions.CURATOR), user_with(permissions.CURATOR)
    approved(record, ann, ben, cost=25)
    return upcoming_releases.create_upcoming(by=ann, why="Errata"), ann


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_of_many_publishers_exactly_one_publishes(shared: BaseDatabaseWrapper) -> None:
    upcoming, ann = ready_to_go()
    done = at_once(*(lambda: upcoming_releases.publish_upcoming(upcoming, by=ann, seen=1) for _ in range(6)))
    assert [type(one) for one in done].count(publishing.Conflict) == 5, done
    assert Release.objects.newest() == 2


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_of_many_workers_exactly_one_publishes_what_is_due(shared: BaseDatabaseWrapper) -> None:
    upcoming, ann = ready_to_go()
    scheduling.schedule(upcoming, due_at=soon(), by=ann, seen=1)
    make_due(upcoming)
    done = at_once(*(lambda: scheduling.publish_due(upcoming.pk) for _ in range(6)))
    assert sorted(map(str, done)) == ["None"] * 5 + ["Release 2"], done


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_publishing_while_importing_gives_two_whole_releases_or_says_what_was_overtaken(
    shared: BaseDatabaseWrapper,
) -> None:
    upcoming, ann = ready_to_go()
    others = [factories.creature() for _ in range(50)]
    done = at_once(
        lambda: upcoming_releases.publish_upcoming(upcoming, by=ann, seen=1),
        lambda: factories.publish_documents(others, by=None, why="Import"),
    )
    assert {str(one) for one in done} == {"Release 2", "Release 3"}, done
    assert Revision.objects.newest().filter(slug="one").get().cost == 25
    assert Revision.objects.newest().count() == 53


@pytest.mark.django_db(transaction=True)
def test_a_publication_that_is_killed_leaves_everything_as_it_was(shared: BaseDatabaseWrapper) -> None:
    _, ann = ready_to_go()
    before = list(Revision.objects.order_by("pk").values_list("text", "since", "until", "stage", "gathered_in"))
    shared.close()
    program = (
        "import os, signal; from catalog.publishing import upcoming_releases;"
        "from catalog.publishing.signals import release_published;"
        "from catalog.models import UpcomingRelease;"
        "release_published.connect(lambda **_: os.kill(os.getpid(), signal.SIGKILL), weak=False);"
        "upcoming_releases.publish_upcoming(UpcomingRelease.objects.get(), by=None, seen=1)"
    )
    environment = {
        **os.environ,
        "DATABASE_URL": address(shared),
        "SECRET_KEY": "for tests alone " * 3,
        "INSECURE_HTTP": "1",
    }
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "shell", "--no-imports", "-c", program]
    killed = subprocess.run(command, env=environment, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert list(Revision.objects.order_by("pk").values_list("text", "since", "until", "stage", "gathered_in")) == before
    assert upcoming_releases.publish_upcoming(UpcomingRelease.objects.get(), by=ann, seen=1).number == 2
