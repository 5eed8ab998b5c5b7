"""Contributions to the catalog: accepted input, limits, the curators' view, and their outcome."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from catalog import permissions
from catalog.curation import contributions
from catalog.curation.contributions import ContributionRefused, quotas
from catalog.curation.contributions.quotas import Quota
from catalog.documents.errors import InvalidInput
from catalog.models import Contribution, Record, Revision
from tests import factories
from tests.clients import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture(autouse=True)
def cards() -> None:
    factories.publish_frame(
        factories.creature(slug="beast", name="Beast", cost=None, slots=None, level=None, formerly=["old-beast"]),
        factories.creature(
            slug="band", name="Band", troop=True, costs={"2": 9, "3": None, "4": None, "5": None, "6": None}
        ),
    )


@pytest.fixture
def ann() -> Any:
    return factories.UserFactory(username="ann")


def offer(by: Any, card: str = "beast", note: str = "", fact_values: Any = None, **facts: Any) -> Contribution:
    values = {"game": "attack-wing", "slug": card, "facts": fact_values or facts, "note": note}
    return contributions.submit(by=by, origin=contributions.Origin(printed=True), whole=False, **values)


NO_SOURCE = "No source is named for this. Name one, such as “the printed card”, or add a photo of the card."


def test_an_offer_without_a_source_or_a_photo_is_refused(ann: Any) -> None:
    values = {"game": "attack-wing", "slug": "beast", "facts": {"cost": 38}}
    for origin in (contributions.Origin(), contributions.Origin(source=" \u200b", page=4, thank=True)):
        with pytest.raises(InvalidInput) as refused:
            contributions.submit(by=ann, origin=origin, **values)
        (fault,) = refused.value.faults
        assert (refused.value.code, fault.pointer, fault.code) == ("invalid-contribution", "/source", "unsourced")
        assert fault.message == NO_SOURCE
    assert not Contribution.objects.exists()


@pytest.mark.parametrize("source", ["The printed card", "the printed card.", "printed card", "Die gedruckte Karte"])
def test_the_printed_card_may_be_named_in_words(ann: Any, source: str) -> None:
    with translation.override("de" if source.startswith("Die") else "en"):
        origin = contributions.Origin(source=source)
        made = contributions.submit(by=ann, game="attack-wing", slug="beast", facts={"cost": 38}, origin=origin)
    assert made.source == ""
    assert contributions.source_of(made) == {"source": "The printed card", "checked": False, "basis": "printed"}


@pytest.mark.sampled
def test_an_offer_is_stored_with_author_time_facts_and_source(ann: Any) -> None:
    made = offer(ann, cost=38, note="  A second printing. ")
    assert (made.by, made.record.slug, made.facts, made.note) == (ann, "beast", {"cost": 38}, "A second printing.")
    assert (made.state, made.release) == ("offered", 1)
    assert made.offered_at <= timezone.now()


def test_an_offer_changes_nothing_in_the_catalog(ann: Any) -> None:
    before = list(Revision.objects.values("pk", "text"))
    offer(ann, cost=38)
    assert list(Revision.objects.values("pk", "text")) == before


def test_the_same_offer_twice_is_one_and_two_people_make_two(ann: Any) -> None:
    assert offer(ann, cost=38) == offer(ann, cost=38)
    offer(factories.UserFactory(), cost=38)
    assert Contribution.objects.count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        one = Contribution.objects.filter(by=ann).get()
        one.pk = None
        one.save(force_insert=True)


@pytest.mark.sampled
def test_the_newest_word_on_a_fact_takes_the_earlier_one_back_and_leaves_other_facts(ann: Any) -> None:
    first, other = offer(ann, cost=38), offer(ann, level=8)
    second = offer(ann, cost=40)
    assert set(Contribution.objects.offered()) == {second, other}
    assert offer(ann, cost=38) == first
    assert set(Contribution.objects.offered()) == {first, other}
    assert contributions.open_contributions(by_id=ann.pk, game="attack-wing", slugs=["beast"]) == {
        "beast": {"cost": 38, "level": 8}
    }


def test_an_offer_is_taken_back_and_made_again(ann: Any) -> None:
    made = offer(ann, cost=38)
    contributions.withdraw(contribution=made)
    made.refresh_from_db()
    assert made.state == "withdrawn"
    assert offer(ann, cost=38, note="Looked again.").note == "Looked again."
    assert Contribution.objects.get().state == "offered"
    assert contributions.withdraw_all(by=ann, game="attack-wing", slug="beast") == 1
    assert contributions.withdraw_all(by=ann, game="attack-wing", slug="beast") == 0


def test_only_what_the_catalog_does_not_know_is_taken(ann: Any) -> None:
    assert offer(ann, cost=38, agility=9).facts == {"cost": 38}
    costs = {"2": 1, "3": 14, "4": None, "5": None, "6": None}
    assert offer(ann, "band", costs=costs).facts == {"costs": costs}
    with pytest.raises(ContributionRefused, match="Offer yours as a correction"):
        offer(ann, agility=9)
    with pytest.raises(ContributionRefused, match="does not have this card"):
        offer(ann, "nobody", cost=3)


@pytest.mark.parametrize("facts", [{"cost": -1}, {"slug": "x"}, {"set": "x"}, {"wings": 2}, {"cost": None}])
def test_an_invalid_fact_is_refused_with_its_place(ann: Any, facts: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        offer(ann, fact_values=facts)
    assert refused.value.faults[0].pointer == f"/facts/{next(iter(facts))}"
    with pytest.raises(InvalidInput):
        offer(ann, cost=3, note="\0")
    assert not Contribution.objects.exists()


def test_an_offer_by_a_former_slug_is_one_for_the_card_of_today(ann: Any) -> None:
    factories.publish(factories.creature(slug="great-beast", formerly=["beast", "old-beast"], cost=None))
    made = offer(ann, "beast", cost=38)
    assert made.record.slug == "great-beast"


@pytest.mark.sampled
def test_one_person_cannot_flood_the_curators(ann: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "QUOTAS", (Quota(0, a_day=2, waiting=9, photos=9),))
    offer(ann, cost=1)
    offer(ann, level=2)
    with pytest.raises(ContributionRefused, match="2 offers since yesterday"):
        offer(ann, slots=[])
    assert offer(ann, cost=1).facts == {"cost": 1}
    offer(factories.UserFactory(), cost=1)
    Contribution.objects.update(offered_at=timezone.now() - timedelta(days=2))
    monkeypatch.setattr(quotas, "QUOTAS", (Quota(0, a_day=9, waiting=2, photos=9),))
    with pytest.raises(ContributionRefused, match="2 offers waiting"):
        offer(ann, slots=[])


def test_when_an_account_goes_its_offers_stay_and_are_nobodys(ann: Any) -> None:
    offer(ann, cost=38)
    ann.delete()
    assert Contribution.objects.get().by is None


# -- curators' view ----------------------------------------------------------------------------------------------------

LIST = reverse("admin:catalog_contribution_changelist")


@pytest.fixture
def curator() -> Client:
    user = factories.user_with(permissions.CURATOR, username="cora")
    return logged_in(user)


def test_curators_look_and_nobody_else(ann: Any, curator: Client) -> None:
    made = offer(ann, cost=38, note="<b>Bold</b>")
    page = curator.get(LIST)
    assert page.status_code == 200
    assert "cost: 38" in page.content.decode()
    assert "ann" in page.content.decode()
    one = curator.get(reverse("admin:catalog_contribution_change", args=[made.pk]))
    assert "the printed card; &lt;b&gt;Bold&lt;/b&gt;" in one.content.decode()
    assert "_save" not in one.content.decode()
    assert curator.post(reverse("admin:catalog_contribution_change", args=[made.pk]), {"note": "x"}).status_code == 403
    assert curator.post(reverse("admin:catalog_contribution_delete", args=[made.pk])).status_code == 403
    assert curator.get(reverse("admin:catalog_contribution_add")).status_code == 403
    assert logged_in(ann).get(LIST).status_code in (302, 403)
    assert Client().get(LIST).status_code == 302


@pytest.mark.sampled
def test_the_page_of_the_card_shows_pending_offers(ann: Any, curator: Client) -> None:
    address = reverse("admin:catalog_card_change", args=[Record.objects.get(slug="beast").pk])
    assert "Offered by players" not in curator.get(address).content.decode()
    made = offer(ann, cost=38, note="Foil")
    page = curator.get(address).content.decode()
    assert "Offered by players" in page
    assert "cost: 38" in page
    assert "the printed card; Foil" in page
    ann.delete()
    assert "an account that is gone" in curator.get(address).content.decode()
    contributions.withdraw(contribution=made)
    assert "Offered by players" not in curator.get(address).content.decode()


@pytest.mark.sampled
def test_the_list_asks_the_database_the_same_however_long_it_is(
    ann: Any, curator: Client, django_assert_num_queries: Any
) -> None:
    offer(ann, cost=99)
    with CaptureQueriesContext(connection) as few:
        assert curator.get(LIST).status_code == 200
    for number in range(12):
        offer(factories.UserFactory(), cost=number)
    with django_assert_num_queries(len(few)):
        assert curator.get(LIST).status_code == 200
