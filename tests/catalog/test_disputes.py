"""Disputes between sources: both values are kept and shown until a curator decides."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from catalog import permissions
from catalog.curation import confirmations, contributions
from catalog.curation.contributions import ContributionChanged, ContributionRefused, Origin
from catalog.models import AuditEntry, Contribution, ContributionPhoto, Record, Revision
from catalog.models.confirmations import value_digest
from catalog.models.disputes import Dispute
from legions.changes import own_facts
from legions.contributing.api_documents import contribution_document
from tests import factories
from tests.clients import logged_in
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

PAGE = "/cards/attack-wing/beast/"


@pytest.fixture(autouse=True)
def cards() -> None:
    factories.publish_frame(factories.creature(slug="beast", name="Beast", cost=38, level=None))


@pytest.fixture
def ann() -> Any:
    return factories.UserFactory(username="ann")


@pytest.fixture
def cora() -> Any:
    return curator("cora")


def curator(name: str) -> Any:
    return factories.user_with(permissions.CURATOR, username=name)


def record() -> Record:
    return Record.objects.get(slug="beast")


def document() -> dict[str, Any]:
    return record().revisions.newest().get().document


def draft() -> dict[str, Any]:
    return record().revisions.drafts().get().document


def disputed(by: Any, by_curator: Any, source: str = "The second printing", **facts: Any) -> Contribution:
    """Return a contribution whose facts are kept as disputed values."""
    where = Origin(source=source, thank=True)
    one = contributions.submit(by=by, game="attack-wing", slug="beast", facts=facts, mends=True, origin=where)
    return contributions.decide(number=one.pk, seen=one.version, by=by_curator, keep=list(facts))


def rule(by: Any, holds: Dispute | None, why: str = "Seen on two cards.") -> None:
    first = contributions.open_disputes().first()
    assert first is not None
    seen = contributions.dispute_token(contributions.disputes_about_same_fact(first.pk))
    contributions.resolve(number=first.pk, seen=seen, by=by, holds=holds.pk if holds else None, why=why)


# -- disputed values -----------------------------------------------------------------------------------------------


def test_a_stored_dispute_changes_neither_the_released_card_nor_its_draft(ann, cora) -> None:
    one = disputed(ann, cora, cost=42)
    assert (one.state, one.waits, document()["cost"]) == ("disputed", False, 38)
    assert not Revision.objects.drafts().exists()
    dispute = Dispute.objects.get()
    assert (dispute.value, dispute.against["value"], dispute.kept_by) == (42, 38, cora)


def test_only_contradicting_values_are_stored_as_disputes(ann, cora) -> None:
    with pytest.raises(ContributionRefused, match="no other value"):
        disputed(ann, cora, level=4)
    assert not Dispute.objects.exists()
    assert Contribution.objects.get().waits


@pytest.mark.sampled
def test_everybody_sees_both_with_their_sources(ann, cora) -> None:
    assert "Sources disagree" not in Page(Client().get(PAGE)).words
    disputed(ann, cora, cost=42)
    words = Page(Client().get(PAGE)).words
    assert "Sources disagree about this: cost. Until a curator rules, Muster goes by the first. 38 points:" in words
    assert "42 points: The second printing, entered by ann," in words
    facts = Client().get("/api/v1/cards/attack-wing/beast/facts/").json()["facts"]
    (cost,) = [one for one in facts if one["disputed"]]
    assert (cost["fact"], cost["value"], cost["disputed"][0]["value"]) == ("/cost", 38, 42)
    assert (cost["disputed"][0]["source"], cost["disputed"][0]["against"]) == ("The second printing", 38)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "source", ["javascript:alert(1)", "http://[", "https://example.org/" + "x" * 270, "<b>bold</b>"]
)
def test_a_source_is_shown_as_text_or_link(ann, cora, source) -> None:
    disputed(ann, cora, source, cost=42)
    answer = Client().get(PAGE)
    assert answer.status_code == 200
    links = [one.get("href") or "" for one in Page(answer).all("a")]
    assert (source in links) == source.startswith(("https://", "http://"))
    assert "<b>bold" not in answer.content.decode()


@pytest.mark.sampled
def test_a_curator_can_publish_the_fact_as_unknown_and_the_dispute_stays(ann, cora) -> None:
    disputed(ann, cora, cost=42)
    factories.publish_documents([{**document(), "cost": None}], by=None, why="Nobody can know yet")
    words = Page(Client().get(PAGE)).words
    assert "Until a curator rules, it counts as not known. 38 points:" in words
    assert "42 points: The second printing" in words


@pytest.mark.sampled
def test_a_dispute_ends_when_the_card_gets_its_value(ann, cora) -> None:
    disputed(ann, cora, cost=42)
    factories.publish_documents([{**document(), "cost": 42}], by=None, why="r")
    assert contributions.disputes_of(document()) == {}
    assert "Sources disagree" not in Page(Client().get(PAGE)).words


def test_a_disputed_fact_is_confirmed_by_nobody_and_its_card_is_not_confirmed(ann, cora) -> None:
    about = {"record": record(), "fact": "cost", "seen": value_digest(38), "by": curator("otto"), "printed": True}
    confirmations.confirm(**about)
    factories.publish_documents([{**document(), "level": 3}], by=None, why="r")
    for fact in confirmations.confirmable_facts(document()):
        if fact != "cost":
            seen = value_digest(document()[fact])
            confirmations.confirm(record=record(), fact=fact, seen=seen, by=about["by"], printed=True)
    assert confirmations.is_confirmed(confirmations.fact_statuses(document()))
    disputed(ann, cora, cost=42)
    assert not confirmations.is_confirmed(confirmations.fact_statuses(document()))
    with pytest.raises(confirmations.ConfirmationNotAllowed, match="Sources disagree"):
        confirmations.confirm(**{**about, "by": curator("paul")})


def test_the_photo_stays_until_somebody_rules(ann, cora) -> None:
    one = contributions.submit(
        by=ann, game="attack-wing", slug="beast", facts={"cost": 42}, mends=True, origin=Origin(printed=True)
    )
    ContributionPhoto.objects.create(contribution=one, data=b"a photo")
    contributions.decide(number=one.pk, seen=one.version, by=cora, keep=["cost"])
    assert ContributionPhoto.objects.exists()
    rule(cora, None)
    assert not ContributionPhoto.objects.exists()


# -- decisions -----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_chosen_value_enters_the_draft_with_its_source_and_the_others_stay_on_record(ann, cora) -> None:
    disputed(ann, cora, cost=42)
    disputed(curator("bob"), cora, "A list", cost=44)
    first, second = Dispute.objects.order_by("pk")
    rule(cora, first)
    assert (draft()["cost"], draft()["sources"]["/cost"]["source"]) == (42, "The second printing")
    for one in (first, second):
        one.refresh_from_db()
    assert [(one.outcome, one.ruled_by, one.why) for one in (first, second)] == [
        ("holds", cora, "Seen on two cards."),
        ("out", cora, "Seen on two cards."),
    ]
    states = Contribution.objects.order_by("pk").values_list("state", "accepted")
    assert list(states) == [("accepted", 1), ("declined", 0)]
    assert "Sources disagree" not in Page(Client().get(PAGE)).words


@pytest.mark.sampled
def test_the_catalog_can_have_it_right(ann, cora) -> None:
    one = disputed(ann, cora, cost=42)
    rule(cora, None)
    one.refresh_from_db()
    assert (one.state, one.decided["cost"]) == ("declined", {"do": "decline", "why": "Seen on two cards."})
    assert not Revision.objects.drafts().exists()


@pytest.mark.sampled
def test_a_ruling_needs_a_reason_an_uninvolved_curator_and_the_current_value(ann, cora) -> None:
    own = curator("bob")
    disputed(own, cora, cost=42)
    (dispute,) = contributions.open_disputes()
    with pytest.raises(ContributionRefused, match="Give a reason"):
        rule(cora, None, why=" \u200b ")
    with pytest.raises(ContributionRefused, match="You offered"):
        rule(own, dispute)
    seen = contributions.dispute_token(contributions.disputes_about_same_fact(dispute.pk))
    disputed(ann, cora, cost=44)
    with pytest.raises(ContributionChanged):
        contributions.resolve(number=dispute.pk, seen=seen, by=cora, holds=dispute.pk, why="Before the other came.")
    assert contributions.open_disputes().count() == 2
    rule(cora, dispute)
    with pytest.raises(ContributionChanged):
        contributions.resolve(number=dispute.pk, seen=seen, by=cora, holds=None, why="Again.")


@pytest.mark.sampled
def test_the_audit_log_tells_of_each_dispute_and_its_ruling(ann, cora) -> None:
    disputed(ann, cora, cost=42)
    rule(cora, None)
    opened, ruled = AuditEntry.objects.filter(of="attack-wing/card/beast cost").order_by("pk")
    assert (opened.what, opened.by, opened.after) == ("dispute opened", cora.pk, {"sha256": value_digest(42)})
    assert (ruled.what, ruled.by, ruled.after["outcome"]) == ("dispute ruled", cora.pk, "out")


def test_undoing_contributions_removes_their_disputes(ann, cora) -> None:
    one = disputed(ann, cora, cost=666)
    contributions.undo_all(of=ann, by=cora, why="None of this is printed.")
    one.refresh_from_db()
    assert (one.state, one.decided["cost"]["do"], Dispute.objects.get().outcome) == ("undone", "undone", "out")


def test_an_offer_stays_pending_for_its_other_facts_while_one_is_disputed(ann, cora) -> None:
    one = contributions.submit(
        by=ann,
        game="attack-wing",
        slug="beast",
        facts={"cost": 42, "level": 4},
        mends=True,
        origin=Origin(printed=True),
    )
    one = contributions.decide(number=one.pk, seen=one.version, by=cora, keep=["cost"])
    assert one.waits
    one = contributions.decide(number=one.pk, seen=one.version, by=cora, accept=["level"])
    assert (one.state, one.accepted) == ("disputed", 1)


# -- the desk ------------------------------------------------------------------------------------------------------


def page_of(name: str, pk: int) -> str:
    return reverse(f"admin:catalog_contribution_{name}", args=[pk])


@pytest.mark.sampled
def test_the_first_page_counts_what_waits_to_be_decided_and_ruled_of_the_games_somebody_keeps(ann, cora) -> None:
    disputed(ann, cora, cost=42)
    contributions.submit(
        by=ann, game="attack-wing", slug="beast", facts={"level": 4}, mends=False, origin=Origin(printed=True)
    )
    first, listed = reverse("admin:index"), reverse("admin:catalog_contribution_changelist")
    page = Page(logged_in(cora).get(first))
    for state, words in (("offered", "Contributions to decide about: 1"), ("disputed", "sources disagree about: 1")):
        assert page.all("a", href=f"{listed}?state={state}")
        assert words in page.words
    permissions.assign_games(cora, ["dungeon-command"])
    assert "What waits" not in Page(logged_in(cora).get(first)).words


@pytest.mark.sampled
def test_weapons_are_described_in_the_admin_as_on_the_page_of_the_card(ann, cora) -> None:
    bite = {"name": "Bite", "melee": True, "arc": "forward", "range": 1}
    breath = {"name": "Breath", "melee": False, "arc": "any", "range": 2}
    factories.publish({**document(), "weapons": [bite]})
    one = disputed(ann, cora, weapons=[breath])
    assert own_facts.value_words("attack-wing", "weapons", [bite]) in Page(Client().get(PAGE)).words
    with translation.override("de"):
        lines = [own_facts.value_words("attack-wing", "weapons", [weapon]) for weapon in (bite, breath)]
    desk = logged_in(cora)
    for address in (page_of("rule", Dispute.objects.get().pk), page_of("review", one.pk)):
        page = Page(desk.get(address, headers={"Accept-Language": "de"})).words
        assert all(words in page for words in lines)
        assert '"melee"' not in page


@pytest.mark.sampled
def test_a_curator_keeps_both_and_another_rules(ann, cora) -> None:
    one = contributions.submit(
        by=ann,
        game="attack-wing",
        slug="beast",
        facts={"cost": 42, "level": 4},
        mends=True,
        origin=Origin(printed=True),
    )
    desk = logged_in(cora)
    choices = Page(desk.get(page_of("review", one.pk))).all("input", value="keep")
    assert [choice["name"] for choice in choices] == ["fact-cost"], "of the level the catalog says nothing"
    data = {"seen": one.version, "fact-cost": "keep", "fact-level": "accept", "_decide": "Decide"}
    assert desk.post(page_of("review", one.pk), data).status_code == 302
    dispute = Dispute.objects.get()
    address = page_of("rule", dispute.pk)
    assert Page(desk.get(page_of("review", one.pk))).all("a", href=address)
    page = Page(desk.get(address))
    seen = page.all("input", name="seen")[0]["value"]
    assert desk.post(address, {"seen": seen, "holds": str(dispute.pk)}).status_code == 400
    assert desk.post(address, {"seen": seen, "holds": str(dispute.pk), "why": "Mine says so, too."}).status_code == 302
    assert draft()["cost"] == 42
    assert desk.get(address).status_code == 404


@pytest.mark.sampled
@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"holds": "catalog", "why": "x"},
        {"holds": "catalog", "why": "x", "seen": "x"},
        {"holds": "999", "why": "x", "seen": "x"},
        {"holds": "\0", "why": "\0", "seen": "\0"},
        {"holds": "catalog", "why": "x" * 5_000, "seen": "x"},
    ],
)
def test_no_post_to_the_ruling_breaks_it_or_writes_anything(ann, cora, sent) -> None:
    disputed(ann, cora, cost=42)
    answer = logged_in(cora).post(page_of("rule", Dispute.objects.get().pk), sent)
    assert answer.status_code == (400 if sent else 200)
    assert contributions.open_disputes().exists()


@pytest.mark.sampled
def test_the_contributor_sees_that_the_value_is_disputed(ann, cora) -> None:
    disputed(ann, cora, cost=42)
    words = Page(logged_in(ann).get("/account/contributions/")).words
    assert "Sources disagree" in words
    assert "shown beside the catalog’s value until a curator decides" in words


def test_the_api_shows_that_a_fact_is_disputed(ann, cora) -> None:
    document = contribution_document(disputed(ann, cora, cost=42))
    assert (document["state"], document["facts"][0]["state"]) == ("disputed", "disputed")
