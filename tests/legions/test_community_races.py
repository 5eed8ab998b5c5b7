"""Concurrent duplicates of comments, reports and decisions: each counts once."""

import pytest

from legions.community import comment_services, moderation
from legions.community.models import Comment, Decision, Report
from legions.community.moderation import ReportTarget
from legions.sharing import services as sharing_services
from tests import factories
from tests.contention import at_once
from tests.legions.builder_helpers import publish_cards

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def world(shared):
    publish_cards()


@pytest.mark.sampled
def test_many_sent_at_once_count_one_another(monkeypatch) -> None:
    monkeypatch.setattr(comment_services, "MAX_COMMENTS_PER_HOUR", 2)
    legion = factories.legion({"card": "giant"}, owner=factories.UserFactory())
    sharing_services.list_in_gallery(legion=legion)
    author = factories.UserFactory()
    outcomes = at_once(
        *[lambda n=n: comment_services.write_comment(user=author, legion=legion, text=str(n)) for n in range(5)]
    )
    assert sorted(type(one).__name__ for one in outcomes) == ["ActionRefused"] * 3 + ["Comment"] * 2
    assert Comment.objects.count() == 2


@pytest.mark.sampled
def test_one_form_sent_many_times_at_once_is_one_comment() -> None:
    legion = factories.legion({"card": "giant"}, owner=factories.UserFactory())
    sharing_services.list_in_gallery(legion=legion)
    author = factories.UserFactory()
    outcomes = at_once(
        *[lambda: comment_services.write_comment(user=author, legion=legion, text="x", once="one form")] * 5
    )
    assert len({one.pk for one in outcomes}) == 1


@pytest.mark.sampled
def test_many_reports_of_one_person_at_once_are_one() -> None:
    legion = factories.legion({"card": "giant"}, owner=factories.UserFactory())
    sharing_services.list_in_gallery(legion=legion)
    reader = factories.UserFactory()
    made = at_once(
        *[lambda: moderation.create_report(by=reader, target=ReportTarget("legion", legion), reason="spam")] * 4
    )
    assert len({one.pk for one in made}) == Report.objects.count() == 1


@pytest.mark.sampled
def test_of_many_who_decide_at_once_one_does() -> None:
    legion = factories.legion({"card": "giant"}, owner=factories.UserFactory())
    sharing_services.list_in_gallery(legion=legion)
    moderators = [factories.UserFactory() for _ in range(4)]
    thing = ReportTarget("legion", legion)
    decision = {"target": thing, "seen": 0, "do": "hide", "why": "Rude."}
    outcomes = at_once(*[lambda by=by: moderation.decide_target(by=by, **decision) for by in moderators])
    assert sorted(type(one).__name__ for one in outcomes) == ["AlreadyDecided"] * 3 + ["Decision"]
    assert Decision.objects.count() == 1
