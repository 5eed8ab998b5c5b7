"""Pages and feeds of releases: complete, bounded, and without anything that is not public."""

from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalog import publishing
from catalog.models import Changeset, Record, Release, Revision
from catalog.publishing import changesets, release_changesets
from catalog.publishing.changeset_publication import revert_changeset
from catalog.publishing.previews import compute_preview, request_preview
from catalog.publishing.release_changes import changes_of, read_changes
from catalog.publishing.upcoming_releases import create_upcoming, publish_upcoming
from legions.accounts.models import Profile
from legions.releases import release_page
from legions.sharing import services as sharing_services
from tests import factories
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

ERRATA = {"source": "Errata of May", "checked": False, "basis": "printed", "page": 4}


@pytest.fixture
def curator() -> Any:
    return factories.UserFactory(username="secret-login", email="secret@example.org")


def text_of(path: str, client: Client | None = None) -> str:
    response = (client or Client()).get(path)
    assert response.status_code == 200, path
    return " ".join(response.content.decode().split())


def show(user: Any, **fields: Any) -> None:
    values = {"name": "Wynne of the Lamps", "handle": "wynne", "shown": True, **fields}
    Profile.objects.update_or_create(user=user, defaults=values)


def publish_as(user: Any, *documents: dict[str, Any], why: str) -> Release:
    release = publishing.publish(documents, by=user, why=why, held=publishing.all_held)
    assert release is not None
    return release


def changed(slug: str, **facts: Any) -> dict[str, Any]:
    document = dict(Revision.objects.newest().get(slug=slug).document)
    sources = {**document["sources"], **{f"/{fact}": ERRATA for fact in facts if fact != "retired"}}
    return {**document, "sources": sources, **facts}


# -- content -----------------------------------------------------------------------------------------------------------


def test_an_empty_catalog_has_a_list_without_releases() -> None:
    assert "No releases yet" in text_of("/releases/")
    assert Client().get("/releases/1/").status_code == 404
    assert Client().get("/releases/atom/").status_code == 200


def test_a_changed_fact_is_shown_before_and_after_with_the_source_of_the_new_value() -> None:
    factories.publish_frame(factories.creature(slug="one", name="Ember", cost=20))
    factories.publish(changed("one", cost=23), why="It costs more")
    text = text_of("/releases/2/")
    assert "It costs more" in text
    assert "20 points" in text and "23 points" in text
    assert "Errata of May" in text and "p. 4" in text
    assert 'href="/cards/attack-wing/one/"' in text


def test_documents_are_added_changed_renamed_and_retired() -> None:
    factories.publish_frame(*(factories.creature(slug=slug) for slug in ("one", "two", "three")))
    publishing.change_slug(Record.objects.get(slug="one"), slug="first", by=None, why="Its name")
    factories.publish(
        changed("two", retired="Printed twice."), changed("three", cost=9), factories.creature(slug="four")
    )
    assert [(one.slug, one.change, one.was) for one in read_changes(2)] == [("first", "renamed", "one")]
    assert [(one.slug, one.change) for one in read_changes(3)] == [
        ("four", "added"),
        ("three", "changed"),
        ("two", "retired"),
    ]
    assert "Its short name was one before" in text_of("/releases/2/")
    assert "Printed twice." in text_of("/releases/3/")
    assert Client().get("/cards/attack-wing/one/").status_code == 301


def test_all_kinds_of_documents_are_shown_under_their_headings() -> None:
    factories.publish_frame(factories.creature(slug="one"))
    factories.publish(factories.ruling(), factories.house_rule(), factories.card_set(), factories.reference())
    text = text_of("/releases/2/")
    for heading in ("Rulings", "House rules", "Sets", "References"):
        assert heading in text


def test_the_card_and_its_set_lead_to_their_place_in_the_release() -> None:
    factories.publish_frame(factories.card_set(slug="box"), factories.creature(slug="one", set="box"))
    for address, place in (
        ("/cards/attack-wing/one/", "/releases/1/?game=attack-wing&amp;kind=creature&amp;at=one#"),
        ("/sets/attack-wing/box/", "/releases/1/?game=attack-wing&amp;kind=set&amp;at=box#"),
    ):
        text = text_of(address)
        assert place in text
        anchor = text.split(place)[1].split('"')[0]
        assert f'id="{anchor}"' in text_of(place.removesuffix("#").replace("&amp;", "&"))


def test_the_newest_release_of_a_game_is_named_on_its_page() -> None:
    factories.publish_frame(factories.creature(slug="one"))
    factories.publish(changed("one", cost=3), why="A cheaper one")
    text = text_of("/games/attack-wing/")
    assert "A cheaper one" in text and "/releases/?game=attack-wing" in text


def test_the_list_of_a_game_has_only_releases_that_changed_it() -> None:
    factories.publish_frame(factories.creature(slug="one"))
    place = {"game": "dungeon-command"}
    frame = (factories.game(**place, slug="dungeon-command"), factories.standard(**place))
    factories.publish(*frame, why="Another game")
    assert "Another game" not in text_of("/releases/?game=attack-wing")
    assert "Another game" in text_of("/releases/?game=dungeon-command")
    assert "Another game" in text_of("/releases/")


# -- privacy -----------------------------------------------------------------------------------------------------------


@pytest.mark.guard
def test_nobody_is_named_without_a_shown_profile(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="one"))
    publish_as(curator, changed("one", cost=3), why="A cheaper one")
    addresses = ("/releases/", "/releases/2/", "/releases/atom/")
    for hidden in ({"shown": False}, {"barred": True}):
        show(curator, **hidden)
        for address in addresses:
            text = text_of(address)
            for secret in ("secret-login", "secret@example.org", "Wynne of the Lamps"):
                assert secret not in text
    assert "by a curator" in text_of("/releases/2/")
    show(curator, barred=False)
    curator.is_active = False
    curator.save()
    assert "Wynne" not in text_of("/releases/2/")


@pytest.mark.guard
def test_an_author_with_a_shown_profile_is_named_with_their_page(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="one"))
    publish_as(curator, changed("one", cost=3), why="A cheaper one")
    show(curator)
    text = text_of("/releases/2/")
    assert '<a href="/people/wynne/">Wynne of the Lamps</a>' in text
    assert "secret" not in text
    assert "Wynne" not in text_of("/releases/atom/")


@pytest.mark.guard
def test_discussions_and_messages_of_reviewers_stay_internal(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="one"), factories.creature(slug="two"))
    reviewer = factories.UserFactory(is_superuser=True)
    draft = publishing.save_draft(changed("one", cost=3), by=curator, why="Read again", sources_hold=[""])
    waiting = publishing.save_draft(changed("two", cost=9), by=curator, why="An unfinished thought", sources_hold=[""])
    changesets.add_note(draft.changeset, text="The author is careless.", by=reviewer)
    seen = publishing.edit_token(draft.record)
    publishing.submit_for_review(draft.record, by=curator, why="A word for the reviewers", expected=seen)
    seen = publishing.edit_token(draft.record)
    publishing.approve(draft.record, by=reviewer, why="Seems right to me", expected=seen)
    release = publishing.publish_draft(draft.record, by=reviewer, why="The price of one")
    assert release is not None and waiting.changeset_id == draft.changeset_id
    for address in (f"/releases/{release.number}/", "/releases/", "/releases/atom/"):
        text = text_of(address)
        for internal in (
            *("careless", "A word for the reviewers", "Seems right to me", "An unfinished thought"),
            *(curator.username, reviewer.username, "two"),
        ):
            assert internal not in text.replace("Two-", ""), (address, internal)
    assert "The price of one" in text_of(f"/releases/{release.number}/")


@pytest.mark.guard
def test_the_title_of_a_changeset_tells_nothing_of_its_drafts(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="one"), factories.creature(slug="two"))
    first = publishing.save_draft(changed("two", cost=9), by=curator, why="It is still secret", sources_hold=[""])
    draft = publishing.save_draft(changed("one", cost=3), by=curator, why="Read again", sources_hold=[""])
    assert first.changeset == draft.changeset
    publishing.publish_draft(draft.record, by=curator, why="The price of one")
    text = text_of("/releases/2/")
    assert "still secret" not in text
    assert "Part of a larger change" in text and "The price of one" in text
    publishing.publish_draft(first.record, by=curator, why="Now it is out")
    assert "still secret" in text_of("/releases/3/")


@pytest.mark.guard
def test_the_title_of_what_takes_back_a_changeset_tells_nothing_of_its_drafts(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="one"), factories.creature(slug="two"))
    first = publishing.save_draft(changed("two", cost=9), by=curator, why="It is still secret", sources_hold=[""])
    draft = publishing.save_draft(changed("one", cost=3), by=curator, why="Read again", sources_hold=[""])
    publishing.publish_draft(draft.record, by=curator, why="The price of one")
    owner = factories.UserFactory(is_superuser=True)
    revert, _plan = revert_changeset(first.changeset, by=owner, why="It was wrong")
    assert "still secret" in revert.title
    for row in revert.rows.all():
        publishing.publish_draft(row.record, by=curator, why="It was wrong")
    text = text_of("/releases/3/")
    assert "It was wrong" in text and "still secret" not in text


@pytest.mark.guard
def test_reasons_for_missing_sources_and_contributions_by_number_stay_internal(curator: Any) -> None:
    factories.publish_frame(factories.creature(slug="one"))
    bare = {**factories.creature(slug="bare"), "sources": {}}
    publishing.publish([bare], by=curator, why="A new one", unsourced_reason="Anna told me on the phone")
    assert "Anna" not in text_of("/releases/2/")
    publish_as(curator, changed("one", cost=3), why="Contribution 12: cost")
    found = Revision.objects.get(since=3).changeset
    Changeset.objects.filter(pk=found.pk).update(origin="offers", title="Accepted contributions")
    Release.objects.filter(number=3).update(why="Facts from players")
    text = text_of("/releases/3/")
    assert "Accepted contributions" in text and "Contribution 12" not in text


@pytest.mark.guard
def test_texts_of_curators_are_escaped(curator: Any) -> None:
    hostile = "<script>alert(1)</script> ﷽ \u202e"
    factories.publish_frame(factories.creature(slug="one"))
    publish_as(curator, changed("one", name="<b>One</b>"), why=hostile)
    for address in ("/releases/", "/releases/2/", "/games/attack-wing/"):
        text = text_of(address)
        assert "<script>alert" not in text and "<b>One" not in text
    ElementTree.fromstring(Client().get("/releases/atom/").content)  # noqa: S314 - our own feed


# -- bounds and bad input ----------------------------------------------------------------------------------------------


@pytest.mark.guard
@pytest.mark.parametrize(
    "address",
    [
        "/releases/0/",
        "/releases/2/",
        "/releases/99999999999999999999999/",
        "/releases/-1/",
        "/releases/1/?game=nothing",
        "/releases/1/?kind=nothing",
        "/releases/1/?game=attack-wing&kind=ruling",
        "/releases/1/?game=%00",
        "/releases/1/?at=nothing",
        "/releases/1/?at=%00",
        "/releases/?game=%00",
        "/releases/?game=../..",
        "/releases/atom/nothing/",
    ],
)
def test_what_does_not_exist_is_not_found(address: str) -> None:
    factories.publish_frame(factories.creature(slug="one"))
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize("number", ["", "0", "x", "99999999999999999999", "%00"])
def test_a_page_that_does_not_exist_is_the_first_or_the_last(number: str) -> None:
    factories.publish_frame(factories.creature(slug="one"))
    assert Client().get(f"/releases/?page={number}").status_code == 200
    assert Client().get(f"/releases/1/?page={number}").status_code == 200


@pytest.mark.guard
@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_releases_can_only_be_read(method: str) -> None:
    factories.publish_frame(factories.creature(slug="one"))
    for address in ("/releases/", "/releases/1/", "/releases/atom/"):
        assert getattr(Client(), method)(address).status_code == 405


@pytest.mark.sampled
def test_a_large_release_is_paged_and_costs_as_many_queries_as_a_small_one(monkeypatch: Any) -> None:
    monkeypatch.setattr(release_page, "PAGE_SIZE", 5)
    factories.publish_frame(*(factories.creature(slug=f"many-{number:02}") for number in range(23)))
    factories.publish(changed("many-01", cost=2))
    numbers = []
    for address in ("/releases/2/", "/releases/1/"):
        Client().get(address)
        with CaptureQueriesContext(connection) as queries:
            text = text_of(address)
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]
    assert text.count('class="release-change"') == 5
    assert 'id="attack-wing--creature--many-17"' in text_of("/releases/1/?kind=creature&at=many-17")
    seen = [
        slug
        for number in range(1, 6)
        for slug in (f"many-{one:02}" for one in range(23))
        if f'--{slug}"' in text_of(f"/releases/1/?kind=creature&page={number}")
    ]
    assert sorted(nonempty(seen)) == [f"many-{one:02}" for one in range(23)]


@pytest.mark.sampled
def test_many_changesets_reasons_and_facts_are_counted_and_not_listed(monkeypatch: Any, curator: Any) -> None:
    monkeypatch.setattr(release_changesets, "MAX_CHANGESETS", 2)
    monkeypatch.setattr(release_changesets, "MAX_REASONS", 1)
    monkeypatch.setattr(release_page, "MAX_FACTS", 1)
    slugs = [f"many-{number}" for number in range(6)]
    factories.publish_frame(*(factories.creature(slug=slug) for slug in slugs))
    publish_as(curator, *(changed(slug, cost=2, level=9) for slug in slugs), why="All of them")
    made = [changesets.new_changeset(title=f"Part {n}", origin="work", by=curator) for n in range(3)]
    for number, revision in enumerate(Revision.objects.filter(since=2).order_by("pk")):
        Revision.objects.filter(pk=revision.pk).update(changeset=made[number % 3], why=f"Because {number}")
    text = text_of("/releases/2/")
    assert "And 1 smaller changeset." in text
    assert "and 1 further reason" in text
    assert "And 1 further fact." in text


def test_long_values_are_cut() -> None:
    factories.publish_frame(factories.creature(slug="one"))
    factories.publish(changed("one", text="Word " * 300))
    assert text_of("/releases/2/").count("Word") < 100


# -- the preview -------------------------------------------------------------------------------------------------------


def _previewed(curator: Any, later: bool) -> str:
    """Publish an upcoming release with a preview; `later` adds a draft after the preview was computed."""
    factories.publish_frame(factories.creature(slug="one", cost=20), factories.creature(slug="two"))
    legion = factories.legion({"card": "one"}, owner=curator, name="Bones")
    sharing_services.list_in_gallery(legion=legion)
    reviewer = factories.UserFactory(is_superuser=True)

    def approved(document: dict[str, Any]) -> None:
        draft = publishing.save_draft(document, by=curator, why="Dearer", sources_hold=[""])
        publishing.submit_for_review(draft.record, by=curator, expected=publishing.edit_token(draft.record))
        publishing.approve(draft.record, by=reviewer, expected=publishing.edit_token(draft.record))

    approved(changed("one", cost=130))
    upcoming = create_upcoming(by=curator, why="Prices")
    compute_preview.call(request_preview(upcoming, by=curator).key)
    if later:
        approved(changed("two", cost=1))
        Revision.objects.drafts().filter(slug="two").update(gathered_in=upcoming)
    upcoming.refresh_from_db()
    publish_upcoming(upcoming, by=reviewer, seen=upcoming.version)
    return text_of("/releases/2/")


def test_the_number_of_public_lists_is_that_of_the_preview(curator: Any) -> None:
    assert "1 public list was to be judged differently" in _previewed(curator, later=False)


def test_a_preview_of_other_drafts_is_not_shown(curator: Any) -> None:
    assert "to be judged differently" not in _previewed(curator, later=True)


def test_changes_are_read_once_per_process() -> None:
    factories.publish_frame(factories.creature(slug="one"))
    release = Release.objects.get()
    changes_of(release)
    with CaptureQueriesContext(connection) as queries:
        assert changes_of(release)
    assert not queries.captured_queries
