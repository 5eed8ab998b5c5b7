"""Review of contributions by curators: decisions per fact, questions, undoing, and the unchanged rest."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from catalog import publishing
from catalog.curation import contributions
from catalog.curation.contributions import ContributionChanged, ContributionRefused, Origin, quotas
from catalog.documents.errors import InvalidInput
from catalog.models import AuditEntry, Contribution, ContributionPhoto, Record, Release, Revision
from tests import factories
from tests.clients import logged_in
from tests.contention import at_once
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards() -> None:
    factories.publish_frame(
        factories.creature(slug="beast", name="Beast", cost=None, level=None, formerly=["old-beast"]),
        factories.creature(slug="giant", name="Giant", cost=9),
    )


def offer(by: Any, card: str = "beast", *, mends: bool = False, **facts: Any) -> Contribution:
    return contributions.submit(
        by=by, game="attack-wing", slug=card, facts=facts, mends=mends, origin=Origin(printed=True)
    )


def decide(contribution: Contribution, by: Any, **how: Any) -> Contribution:
    return contributions.decide(number=contribution.pk, seen=contribution.version, by=by, **how)


def draft(card: str = "beast") -> dict[str, Any] | None:
    found = Revision.objects.drafts().filter(record__slug=card).first()
    return found.document if found else None


def photograph(contribution: Contribution) -> None:
    ContributionPhoto.objects.create(contribution=contribution, data=b"a photo")


# -- accepting and declining ---------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_each_fact_is_decided_separately_and_accepted_ones_enter_the_draft_with_their_source(ann, cora) -> None:
    made = contributions.submit(
        by=ann,
        game="attack-wing",
        slug="beast",
        facts={"cost": 38, "level": 8},
        origin=Origin(source="Rules of Waves", page=4),
    )
    photograph(made)
    one = decide(made, cora, accept=["cost"])
    assert (one.state, one.accepted, one.taken) == ("offered", 1, {"cost": 38})
    assert ContributionPhoto.objects.exists()
    one = decide(one, cora, decline=["level"], why="The photo shows a 6.")
    assert (one.state, one.decided["level"]) == ("accepted", {"do": "decline", "why": "The photo shows a 6."})
    assert not ContributionPhoto.objects.exists()
    document = draft()
    assert (document["cost"], document["level"]) == (38, None)
    assert document["sources"]["/cost"] == {
        "source": "Rules of Waves",
        "page": 4,
        "checked": False,
        "basis": "transcribed",
    }
    assert "/level" not in document["sources"]
    assert Release.objects.newest() == 1


def test_an_offer_that_is_declined_in_full_changes_no_card_and_is_not_made_again(ann, cora) -> None:
    one = decide(offer(ann, cost=38), cora, decline=["cost"], why="It is no card of this game.")
    assert one.state == "declined"
    assert draft() is None
    with pytest.raises(ContributionRefused, match="already decided about this offer"):
        offer(ann, cost=38)
    assert offer(ann, cost=39).waits


@pytest.mark.sampled
def test_an_offer_that_was_decided_about_in_part_is_not_made_again_once_it_is_taken_back(ann, cora) -> None:
    made = offer(ann, cost=38, level=8)
    decide(made, cora, decline=["level"], why="The photo shows a 6.")
    contributions.withdraw(contribution=made)
    with pytest.raises(ContributionRefused, match="already decided about this offer"):
        offer(ann, cost=38, level=8)
    made.refresh_from_db()
    assert (made.state, made.decided["level"]["why"]) == ("withdrawn", "The photo shows a 6.")
    assert offer(ann, cost=38).waits


@pytest.mark.django_db(transaction=True)
def test_of_a_concurrent_decision_and_withdrawal_one_wins(shared) -> None:
    by, curator = factories.UserFactory(), factories.UserFactory()
    for level in range(1, 6):
        made = contributions.submit(
            by=by, game="attack-wing", slug="beast", facts={"level": level}, origin=Origin(printed=True)
        )
        at_once(
            lambda made=made: decide(made, curator, accept=["level"]),
            lambda made=made: contributions.withdraw(contribution=made),
        )
        made.refresh_from_db()
        assert made.state == ("accepted" if made.taken else "withdrawn")


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "at least one fact"),
        ({"accept": ["armor"]}, "at least one fact"),
        ({"decline": ["cost"]}, "Give a reason"),
        ({"decline": ["cost"], "why": " \u200b "}, "Give a reason"),
        ({"decline": ["cost"], "why": "x" * 501}, "500 characters"),
    ],
)
def test_an_empty_decision_is_refused_and_nothing_is_written(ann, cora, how, message) -> None:
    made = offer(ann, cost=38)
    with pytest.raises(ContributionRefused, match=message):
        decide(made, cora, **how)
    made.refresh_from_db()
    assert (made.version, made.decided) == (1, {})


def test_nobody_decides_about_their_own_offer(cora) -> None:
    with pytest.raises(ContributionRefused, match="your own"):
        decide(offer(cora, cost=38), cora, accept=["cost"])
    assert draft() is None


@pytest.mark.sampled
def test_the_second_of_two_curators_at_one_offer_is_refused(ann, cora) -> None:
    seen = offer(ann, cost=38)
    decide(seen, cora, accept=["cost"])
    with pytest.raises(ContributionChanged):
        decide(seen, factories.UserFactory(), decline=["cost"], why="No.")
    again = offer(factories.UserFactory(), level=8)
    contributions.withdraw(contribution=again)
    with pytest.raises(ContributionChanged):
        decide(again, cora, accept=["level"])
    assert draft()["level"] is None


@pytest.mark.sampled
def test_changes_of_another_curator_in_the_draft_are_kept(ann, cora) -> None:
    factories.save_draft({**Revision.objects.newest().get(slug="beast").document, "level": 7}, by=cora, why="Mine")
    decide(offer(ann, cost=38), cora, accept=["cost"])
    assert (draft()["level"], draft()["cost"]) == (7, 38)


@pytest.mark.sampled
def test_a_card_that_was_renamed_meanwhile_gets_the_fact_under_its_new_slug(ann, cora) -> None:
    made = offer(ann, cost=38)
    publishing.change_slug(Record.objects.get(slug="beast"), slug="great-beast", by=None, why="r")
    decide(made, cora, accept=["cost"])
    assert draft("great-beast")["cost"] == 38


@pytest.mark.sampled
def test_an_offer_that_mends_says_what_is_known_otherwise_and_one_that_does_not_leaves_it(ann, cora) -> None:
    with pytest.raises(ContributionRefused, match="The catalog has other values"):
        offer(ann, "giant", cost=12)
    made = offer(ann, "giant", mends=True, cost=12, name="Great Giant", armor=1)
    assert made.facts == {"cost": 12, "name": "Great Giant"}
    decide(made, cora, accept=["cost", "name"])
    assert (draft("giant")["cost"], draft("giant")["name"]) == (12, "Great Giant")
    for facts in ({"cost": -1}, {"slug": "x"}, {"wings": 2}, {"weapons": [{"name": 3}]}):
        with pytest.raises(InvalidInput):
            offer(ann, "giant", mends=True, **facts)


# -- questions to contributors -------------------------------------------------------------------------------------


def test_only_the_contributor_answers_the_question_of_a_curator(ann, cora) -> None:
    one = contributions.ask_contributor(number=offer(ann, cost=38).pk, seen=1, by=cora, question=" Which printing? ")
    assert (one.state, one.messages[0]["said"]) == ("asked", "Which printing?")
    with pytest.raises(ContributionChanged):
        contributions.answer_curator(number=one.pk, seen=one.version, by=cora, answer="Mine.")
    with pytest.raises(ContributionChanged):
        contributions.answer_curator(number=one.pk, seen=1, by=ann, answer="An old page.")
    with pytest.raises(ContributionRefused, match="Write an answer"):
        contributions.answer_curator(number=one.pk, seen=one.version, by=ann, answer="")
    one = contributions.answer_curator(number=one.pk, seen=one.version, by=ann, answer="The first.")
    assert (one.state, [said["who"] for said in one.messages]) == ("offered", ["curator", "player"])
    assert decide(one, cora, accept=["cost"]).state == "accepted"


# -- undoing -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_whole_work_of_somebody_is_undone_in_one_step(ann, cora) -> None:
    other = offer(factories.UserFactory(), level=3)
    decide(offer(ann, "giant", mends=True, name="Rude"), cora, accept=["name"])
    publishing.publish_draft(Record.objects.get(slug="giant"), by=cora, why="r")
    decide(offer(ann, cost=666), cora, accept=["cost"])
    decide(other, cora, accept=["level"])
    photograph(offer(ann, "giant", mends=True, cost=666))
    undone = contributions.undo_all(of=ann, by=cora, why="None of this is printed.")
    assert (undone.offers, undone.facts, undone.published) == (1, 1, 1)
    assert (draft()["cost"], draft()["level"]) == (None, 3)
    assert "/cost" not in draft()["sources"]
    assert not ContributionPhoto.objects.exists()
    assert Revision.objects.newest().get(slug="giant").document["name"] == "Rude"
    states = sorted(Contribution.objects.filter(by=ann).values_list("state", flat=True))
    assert states == ["accepted", "undone", "undone"]
    assert contributions.accepted_count(ann) == 1
    assert contributions.undo_all(of=ann, by=cora, why="Again.").facts == 0


@pytest.mark.sampled
def test_a_draft_that_held_nothing_else_goes_with_what_is_undone(ann, cora) -> None:
    decide(offer(ann, cost=666), cora, accept=["cost"])
    contributions.undo_all(of=ann, by=cora, why="Not printed.")
    assert draft() is None
    assert AuditEntry.objects.get(what="draft discarded").by == cora.pk


@pytest.mark.sampled
def test_after_an_undo_the_contributor_cannot_offer_for_a_while(ann, cora) -> None:
    offer(ann, cost=666)
    with pytest.raises(ContributionRefused, match="Give a reason"):
        contributions.undo_all(of=ann, by=cora, why="")
    contributions.undo_all(of=ann, by=cora, why="Not printed.")
    with pytest.raises(ContributionRefused, match="has undone your offers"):
        offer(ann, level=5)
    Contribution.objects.update(changed_at=timezone.now() - quotas.PAUSE - timedelta(minutes=1))
    assert offer(ann, level=5).waits


# -- trust ---------------------------------------------------------------------------------------------------------


def test_accepted_facts_raise_the_quota(ann) -> None:
    made = offer(ann, cost=3)
    assert contributions.quota_of(ann) == quotas.QUOTAS[0]
    Contribution.objects.filter(pk=made.pk).update(accepted=10)
    assert contributions.quota_of(ann) == quotas.QUOTAS[1]
    assert [one.accepted for one in quotas.QUOTAS] == sorted(one.accepted for one in quotas.QUOTAS)
    assert all(
        (less.a_day, less.waiting, less.photos) < (more.a_day, more.waiting, more.photos)
        for less, more in zip(quotas.QUOTAS, quotas.QUOTAS[1:], strict=False)
    )


@pytest.mark.sampled
def test_only_who_wants_it_is_thanked_and_only_while_the_card_says_it(ann, cora) -> None:
    quiet, proud = ann, factories.UserFactory()
    for by, thank, facts in ((quiet, False, {"level": 4}), (proud, True, {"cost": 5})):
        made = contributions.submit(
            by=by, game="attack-wing", slug="beast", facts=facts, origin=Origin(thank=thank, printed=True)
        )
        decide(made, cora, accept=list(facts))
    beast = Record.objects.get(slug="beast")
    assert contributions.credited_users(beast.revisions.newest().get()) == []
    publishing.publish_draft(beast, by=cora, why="r")
    assert contributions.credited_users(beast.revisions.newest().get()) == [proud]
    factories.publish_documents([{**beast.revisions.newest().get().document, "cost": 6}], by=None, why="r")
    assert contributions.credited_users(beast.revisions.newest().get()) == []


# -- the desk ------------------------------------------------------------------------------------------------------


def page_of(name: str, pk: int) -> str:
    return reverse(f"admin:catalog_contribution_{name}", args=[pk])


@pytest.mark.sampled
def test_a_curator_decides_on_one_page_and_sees_decisions_made_meanwhile(ann, cora) -> None:
    made = contributions.submit(
        by=ann,
        game="attack-wing",
        slug="beast",
        facts={"cost": 38, "level": 8},
        note="<script>alert(1)</script>",
        origin=Origin(source='javascript:alert("x")'),
    )
    photograph(made)
    desk = logged_in(cora)
    response = desk.get(page_of("review", made.pk))
    page = Page(response)
    assert "<script>alert" not in response.content.decode()
    assert "0 of their facts are accepted, from 1 offer" in page.words
    assert page.all("img", src=page_of("photo", made.pk))
    assert not [one for one in page.all("a") if (one.get("href") or "").startswith("javascript")]
    data = {"seen": made.version, "fact-cost": "accept", "fact-level": "decline", "_decide": "Decide"}
    refused = desk.post(page_of("review", made.pk), data)
    assert refused.status_code == 400
    assert "Give a reason" in refused.content.decode()
    data["why"] = "Blurred."
    assert desk.post(page_of("review", made.pk), data).status_code == 302
    assert draft()["cost"] == 38
    late = desk.post(page_of("review", made.pk), data)
    assert late.status_code == 400
    assert "in the meantime" in late.content.decode()
    assert "declined: Blurred." in Page(late).words


@pytest.mark.sampled
@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"seen": "x"},
        {"seen": "-1"},
        {"seen": str(2**70), "fact-cost": "accept"},
        {"seen": "1", "fact-cost": "burn"},
        {"seen": "1", "fact-slug": "accept"},
        {"seen": "1", "why": "x" * 5_000, "fact-cost": "decline"},
        {"seen": "1", "why": "\0", "fact-cost": "decline"},
        {"seen": "1", "question": "", "_ask": "Ask"},
    ],
)
def test_no_post_to_the_desk_breaks_it_or_writes_anything(ann, cora, sent) -> None:
    made = offer(ann, cost=38)
    assert logged_in(cora).post(page_of("review", made.pk), sent).status_code == 400
    made.refresh_from_db()
    assert (made.version, draft()) == (1, None)


@pytest.mark.sampled
def test_the_photo_is_only_for_curators_and_never_cached(ann, cora) -> None:
    made = offer(ann, cost=38)
    assert logged_in(cora).get(page_of("photo", made.pk)).status_code == 404
    photograph(made)
    response = logged_in(cora).get(page_of("photo", made.pk))
    assert (response.content, response["Content-Type"]) == (b"a photo", "image/jpeg")
    assert "no-store" in response["Cache-Control"]
    assert logged_in(ann).get(page_of("photo", made.pk)).status_code in (302, 403)
    assert logged_in(cora).get(page_of("photo", 2**63 - 1)).status_code == 404


@pytest.mark.sampled
def test_somebody_is_undone_from_the_desk_with_a_reason(ann, cora) -> None:
    offer(ann, cost=38)
    desk = logged_in(cora)
    assert "1 offer of ann waits" in Page(desk.get(page_of("undo", ann.pk))).words
    assert desk.post(page_of("undo", ann.pk), {"why": " "}).status_code == 400
    assert desk.post(page_of("undo", ann.pk), {"why": "Spam."}).status_code == 302
    assert Contribution.objects.get().state == "undone"
    assert desk.get(page_of("undo", cora.pk)).status_code == 404
