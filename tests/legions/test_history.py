"""A legion's history: every state can be viewed, restored and branched from, and none is ever rewritten."""

import pytest

from legions.changes import basic
from legions.saved_lists import services
from legions.saved_lists.models import Legion, LegionRevision
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def legion(client):
    """A list with three states: a giant, two giants, and two giants with a dragon too many."""
    publish_cards()
    client.force_login(user := factories.UserFactory())
    legion = factories.legion({"card": "giant"}, owner=user, name="Embers")
    services.edit_legion(legion=legion, base=1, change=basic.SetCount(0, 2))
    services.edit_legion(legion=legion, base=2, change=basic.AddCreature("dragon", ("club",)))
    return legion


def states():
    return list(LegionRevision.objects.order_by("legion", "number").values())


@pytest.mark.sampled
def test_the_history_shows_each_state_with_its_verdict(client, legion) -> None:
    page = Page(client.get("/legions/compare/", {"with": legion.pk}))
    places = [page.words.index(part) for part in ("3. Dragon with Club", "2. Giant: 2 of them.", "1. Started.")]
    assert places == sorted(places)
    for part in ("124 of 120 points, 4 over", "60 of 120 points", "30 of 120 points", "Illegal", "Legal"):
        assert part in page.words
    assert [box["value"] for box in page.all("input", type="checkbox")] == [f"{legion.pk}.{n}" for n in (3, 2, 1)]


@pytest.mark.sampled
def test_a_state_with_nothing_on_the_table_is_not_called_illegal(client, legion) -> None:
    empty = factories.legion(owner=legion.owner, name="Nothing yet")
    legion.delete()
    words = Page(client.get("/legions/compare/", {"with": empty.pk})).words
    assert "Nothing on the table" in words
    assert "Illegal" not in words
    assert "seal--illegal" not in client.get("/legions/").content.decode()
    assert "seal--illegal" not in client.get("/").content.decode()


def test_the_former_address_of_the_history_leads_to_it(client, legion) -> None:
    assert client.get(f"/legions/{legion.pk}/history/").url == f"/legions/compare/?with={legion.pk}"
    assert client.get(f"/legions/{legion.pk}/history/?page=2").url == f"/legions/compare/?with={legion.pk}&page=2"


@pytest.mark.sampled
def test_a_single_list_offers_its_variants_states_and_other_lists(client, legion) -> None:
    other = factories.legion({"card": "giant"}, owner=legion.owner, name="Other")
    page = Page(client.get("/legions/compare/", {"with": legion.pk}))
    assert page.all("a", href=f"?with={legion.pk}&with={other.pk}")
    assert page.all("a", href=f"?with={legion.pk}.2&with={legion.pk}")
    assert not page.all("a", href=f"?with={legion.pk}.3&with={legion.pk}")  # the current state has no link


@pytest.mark.sampled
def test_a_list_without_an_earlier_state_offers_a_variant_to_compare_it_with(client, legion) -> None:
    new = factories.legion({"card": "giant"}, owner=legion.owner)
    page = Page(client.get("/legions/compare/", {"with": new.pk}))
    assert "no earlier state and no variant" in page.words
    assert not page.all("input", type="checkbox") and "Compare selected" not in page.words
    client.post(f"/legions/{new.pk}/history/1/", {"do": "branch"})
    variant = Legion.objects.get(family=new.pk)
    page = Page(client.get("/legions/compare/", {"with": new.pk}))
    compare = f"/legions/compare/?with={new.pk}&with={variant.pk}"
    assert [one["href"] for one in page.all("a") if one["href"].endswith(f"with={variant.pk}")] == [compare]
    assert client.get(compare).status_code == 200


@pytest.mark.sampled
def test_a_single_state_is_compared_with_the_current_list(client, legion) -> None:
    page = Page(client.get("/legions/compare/", {"with": f"{legion.pk}.1"}))
    assert "things differ" in page.words
    assert "as it is now" in page.words


@pytest.mark.sampled
def test_an_undo_is_described_as_an_undo(client, legion) -> None:
    services.undo_change(legion=legion, base=3)
    services.undo_change(legion=legion, base=4)
    services.redo_change(legion=legion, base=5)
    words = Page(client.get("/legions/compare/", {"with": legion.pk})).words
    assert "4. Undone: Dragon with Club" in words
    assert "5. Undone: Giant: 2 of them." in words
    assert "6. Giant: 2 of them." in words


@pytest.mark.sampled
def test_a_long_history_comes_in_pages_and_only_one_is_judged(client, legion, django_assert_num_queries) -> None:
    for many in (4, 60):
        while legion.version < many:
            services.rename_legion(legion=legion, base=legion.version, name=f"Name {legion.version}")
        client.get("/legions/compare/", {"with": legion.pk})
        with django_assert_num_queries(14):
            page = Page(client.get("/legions/compare/", {"with": legion.pk}))
    assert len(page.all("input", type="checkbox")) == 20
    assert page.all("a", rel="next")
    last = Page(client.get("/legions/compare/", {"with": legion.pk, "page": 3}))
    assert "1. Started." in last.words


@pytest.mark.sampled
def test_a_state_can_be_looked_at(client, legion) -> None:
    page = Page(client.get(f"/legions/{legion.pk}/history/2/"))
    for part in ("Change 2: Giant: 2 of them.", "2 × Giant", "60 of 120 points", "Legal", "Go back to this"):
        assert part in page.words
    newest = Page(client.get(f"/legions/{legion.pk}/history/3/"))
    assert "This is how it is now." in newest.words
    assert "Go back to this" not in newest.words


@pytest.mark.sampled
def test_a_state_shows_its_list_before_all_that_is_wrong_with_it(client, legion) -> None:
    html = client.get(f"/legions/{legion.pk}/history/3/").content.decode()
    assert html.index('href="#findings"') < html.index('class="laid ') < html.index('id="findings"')
    empty = factories.legion(owner=legion.owner, name="Nothing yet")
    words = Page(client.get(f"/legions/{empty.pk}/history/1/")).words
    assert "Nothing on the table" in words and "Illegal" not in words


@pytest.mark.sampled
def test_going_back_makes_a_new_state_and_undo_leads_here_again(client, legion) -> None:
    before = states()
    response = client.post(f"/legions/{legion.pk}/history/1/", {"do": "back", "version": 3})
    assert response["Location"] == f"/legions/{legion.pk}/"
    legion.refresh_from_db()
    assert (legion.version, legion.document["picks"]) == (4, [{"card": "giant"}])
    assert legion.what == "Back to change 1: Started."
    assert states()[:3] == before
    services.undo_change(legion=legion, base=4)
    assert len(legion.document["picks"]) == 2


def test_going_back_to_how_it_is_changes_nothing(client, legion) -> None:
    client.post(f"/legions/{legion.pk}/history/3/", {"do": "back", "version": 3})
    assert Legion.objects.get().version == 3


@pytest.mark.sampled
def test_a_variant_can_start_from_any_state(client, legion) -> None:
    response = client.post(f"/legions/{legion.pk}/history/2/", {"do": "branch"})
    variant = Legion.objects.get(family=legion.pk)
    assert response["Location"] == f"/legions/{variant.pk}/"
    assert (variant.document["picks"], variant.origin_state) == ([{"card": "giant", "count": 2}], 2)
    page = Page(client.get("/legions/compare/", {"with": legion.pk}))
    assert "from change 2 of Embers" in page.words
    assert page.all("a", href=f"/legions/compare/?with={legion.pk}&with={variant.pk}")


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("sent", "status", "message"),
    [
        ({"do": "back", "version": 2}, 409, "changed elsewhere"),
        ({"do": "back"}, 400, "out of date"),
        ({"do": "back", "version": "\u0661"}, 400, "out of date"),
        ({"do": "nonsense", "version": 3}, 400, "This page is out of date"),
        ({}, 400, "This page is out of date"),
    ],
)
def test_an_impossible_action_on_a_state_is_refused(client, legion, sent, status, message) -> None:
    before = states()
    response = client.post(f"/legions/{legion.pk}/history/1/", sent)
    assert response.status_code == status
    assert message in Page(response).words
    assert states() == before


@pytest.mark.one_variant
@pytest.mark.parametrize("number", ["0", "4", "2147483648", "99999999999999999999"])
def test_a_state_that_never_was_is_not_found(client, legion, number) -> None:
    for response in (client.get, client.post):
        assert response(f"/legions/{legion.pk}/history/{number}/").status_code == 404


def test_of_a_deleted_legion_the_list_is_shown_to_bring_it_back(client, legion) -> None:
    services.delete_legion(legion=legion)
    for address in ("history/", "history/1/", "release/"):
        response = client.get(f"/legions/{legion.pk}/{address}")
        assert response["Location"] == f"/legions/?deleted={legion.pk}"
