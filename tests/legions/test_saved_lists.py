"""A user's saved lists: search, bulk actions, and their undo."""

import pytest
from django.test import Client

from legions.accounts.holders import Holder
from legions.changes import basic
from legions.changes import tags as saved_lists_tags
from legions.saved_lists import bulk_actions, services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from legions.site.errors import ActionRefused
from legions.verdicts import batches
from rulesapi.judging import verdicts
from tests import factories
from tests.legions.builder_helpers import HTMX_HEADERS, publish_cards
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture(autouse=True)
def world():
    publish_cards()


@pytest.fixture
def user(client):
    person = factories.UserFactory()
    client.force_login(person)
    return person


@pytest.fixture
def kept(user):
    """Three lists: a legal one in a folder, an illegal one with tags, and one that cannot be judged."""
    return {
        "Embers": factories.legion({"card": "giant", "upgrades": ["club"]}, owner=user, name="Embers", tags=["League"]),
        "Horde": factories.legion({"card": "giant", "count": 5}, owner=user, name="Horde", tags=["league", "Far"]),
        "Évocation": factories.legion({"card": "beast"}, owner=user, name="Évocation", notes="for Sunday"),
    }


def found(client, **query):
    """Return the names of the lists shown, in order."""
    page = Page(client.get("/legions/", query))
    names = {legion["href"].split("/")[2] for legion in page.all("a", **{"class": "line__name"})}
    order = [link["href"].split("/")[2] for link in page.all("a", **{"class": "line__name"})]
    assert len(names) == len(order)
    by_pk = {str(legion.pk): legion.name for legion in Legion.objects.all()}
    return [by_pk[pk] for pk in order]


def do(client, what, *legions, query="", **fields):
    data = {"do": what, "legion": [str(legion.pk) for legion in legions], **fields}
    return client.post(f"/legions/do/{query}", data)


def undo(client, response):
    """Press Undo on the page after an action."""
    page = Page(client.get(response["Location"]))
    return client.post("/legions/undo/", {"mark": page.all("input", name="mark")[0]["value"]}, follow=True)


def now(legion):
    return Legion.objects.get(pk=legion.pk)


# -- search --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({"q": "ember"}, ["Embers"]),
        ({"q": "evocation SUNDAY"}, ["Évocation"]),
        ({"q": "club"}, ["Embers"]),
        ({"q": "far"}, ["Horde"]),
        ({"q": "spring"}, ["Horde"]),
        ({"q": "ember far"}, []),
        ({"tag": "LEAGUE"}, ["Horde", "Embers"]),
        ({"tag": "-"}, ["Évocation"]),
        ({"folder": "Spring"}, ["Horde"]),
        ({"folder": "-"}, ["Évocation", "Embers"]),
        ({"verdict": "legal"}, ["Embers"]),
        ({"verdict": "illegal"}, ["Horde"]),
        ({"verdict": "undetermined"}, ["Évocation"]),
        ({"verdict": "nonsense", "sort": "nonsense"}, ["Évocation", "Horde", "Embers"]),
        ({"game": "attack-wing"}, ["Évocation", "Horde", "Embers"]),
        ({"game": "elsewhere"}, []),
        ({"sort": "name"}, ["Embers", "Évocation", "Horde"]),
        ({"sort": "points"}, ["Horde", "Embers", "Évocation"]),
        ({"sort": "oldest"}, ["Embers", "Horde", "Évocation"]),
        ({"page": "x", "q": "\x00"}, ["Évocation", "Horde", "Embers"]),
    ],
)
def test_lists_are_found_by_what_they_are(client, kept, asked, names) -> None:
    do(client, "move", kept["Horde"], folder="Spring")
    assert found(client, **asked) == names


def test_htmx_gets_what_was_found_and_an_address_without_what_is_empty(client, kept) -> None:
    response = client.get("/legions/", {"q": "horde", "tag": "", "kept": ""}, headers=HTMX_HEADERS)
    page = Page(response)
    assert not page.all("html")
    assert response["HX-Replace-Url"] == "/legions/?q=horde"
    assert page.all("form", id="bulk-action")[0]["action"] == "/legions/do/?q=horde"


def test_a_search_without_results_links_back(client, kept) -> None:
    page = Page(client.get("/legions/", {"q": "nothing is called so"}))
    assert "No lists match" in page.words
    assert page.all("a", href="/legions/")


@pytest.mark.sampled
def test_lists_that_are_too_large_together_wait_to_be_opened(client, kept, monkeypatch) -> None:
    whole = Page(client.get("/legions/", {"sort": "points"})).words
    assert "Judged when you open it" not in whole
    assert "too large to judge all of them" not in whole
    monkeypatch.setattr(batches, "MAX_CARDS", 10)
    some = Page(client.get("/legions/", {"sort": "points"})).words
    assert some.count("Judged when you open it") == 1
    assert "Your lists are too large to judge all at once." in some
    assert len(found(client)) == len(found(client, sort="points")) == 3


@pytest.mark.guard
def test_lists_of_many_former_releases_wait_to_be_opened(client, user, monkeypatch) -> None:
    releases = [factories.publish(factories.creature(slug=f"beast-{number}")).number for number in range(5)]
    for release in releases:
        factories.legion({"card": "giant"}, owner=user, name=f"Of {release}", release=release)
    assert "Judged when you open it" not in Page(client.get("/legions/")).words
    cards = len(verdicts.library("attack-wing").documents)
    monkeypatch.setattr(batches, "MAX_LIBRARY_CARDS", 3 * cards)
    read = []
    library_of = verdicts._library

    def reading_library(game, documents):
        read.append(documents.release)
        return library_of(game, documents)

    monkeypatch.setattr(verdicts, "_library", reading_library)
    assert Page(client.get("/legions/")).words.count("Judged when you open it") == 1
    assert set(read) == set(releases[1:]), "the newest and three former ones: the list of the oldest is the last"


def test_a_list_with_only_archived_legions_says_so(client, user) -> None:
    do(client, "archive", factories.legion({"card": "giant"}, owner=user))
    page = Page(client.get("/legions/"))
    assert "All your lists are archived." in page.words
    assert page.all("a", href="?kept=archived")


@pytest.mark.sampled
@pytest.mark.parametrize(
    "asked", [{}, {"verdict": "legal", "sort": "points", "q": "giant"}, {"tag": "a", "chosen": "all"}]
)
def test_the_list_asks_the_database_the_same_for_10_and_1000(client, user, django_assert_num_queries, asked) -> None:
    document = services.validate_and_pin(factories.legion_document({"card": "giant"}, tags=["a"]))
    for many in (10, 1_000):
        missing = many - Legion.objects.count()
        time = "2026-01-01T00:00Z"
        Legion.objects.bulk_create(
            Legion(owner=user, game="attack-wing", document=document, updated_at=time) for _ in range(missing)
        )
        client.get("/legions/", asked)
        with django_assert_num_queries(13 if "sort" in asked else 11):
            assert client.get("/legions/", asked).status_code == 200


# -- actions and undo ----------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_several_lists_are_archived_at_once_and_restored(client, kept) -> None:
    response = do(client, "archive", kept["Embers"], kept["Horde"])
    assert response.status_code == 303
    assert found(client) == ["Évocation"]
    assert found(client, kept="archived") == ["Horde", "Embers"]
    assert len(found(client, kept="all")) == 3
    assert "2 lists archived." in Page(client.get(response["Location"])).words
    assert "Undone." in Page(undo(client, response)).words
    assert len(found(client)) == 3
    do(client, "archive", kept["Horde"])
    do(client, "unarchive", kept["Horde"])
    assert now(kept["Horde"]).archived_at is None


@pytest.mark.sampled
def test_to_archive_a_list_is_no_change_of_it(client, kept) -> None:
    before = now(kept["Embers"])
    do(client, "archive", kept["Embers"])
    do(client, "move", kept["Embers"], folder="Anywhere")
    after = now(kept["Embers"])
    assert (after.version, after.updated_at, after.document) == (before.version, before.updated_at, before.document)


@pytest.mark.sampled
def test_folders_keep_one_spelling_and_empty_ones_are_gone(client, kept) -> None:
    first = do(client, "move", kept["Embers"], folder="  Spring\u200b   league ")
    do(client, "move", kept["Horde"], folder="SPRING LEAGUE")
    assert (now(kept["Embers"]).folder, now(kept["Horde"]).folder) == ("Spring league", "Spring league")
    assert found(client, folder="spring league") == ["Horde", "Embers"]
    undo_page = undo(client, do(client, "move", kept["Embers"], kept["Horde"], folder=""))
    assert "Undone." in Page(undo_page).words
    assert now(kept["Horde"]).folder == "Spring league"
    assert first["Location"].startswith("/legions/?done=")


@pytest.mark.sampled
def test_tags_are_a_change_of_the_document_that_undo_takes_back(client, kept) -> None:
    response = do(client, "tag", kept["Embers"], kept["Évocation"], tags="league,  Two  Words ,two words,")
    assert now(kept["Embers"]).tags == ["League", "Two Words"]
    assert now(kept["Évocation"]).tags == ["league", "Two Words"]
    assert now(kept["Embers"]).what == "Tagged league, Two Words."
    undo(client, response)
    assert (now(kept["Embers"]).tags, now(kept["Évocation"]).tags) == (["League"], [])
    assert now(kept["Embers"]).revisions.count() == 3
    do(client, "untag", kept["Embers"], kept["Horde"], tags="LEAGUE")
    assert (now(kept["Embers"]).tags, now(kept["Horde"]).tags) == ([], ["Far"])


@pytest.mark.sampled
def test_an_undo_keeps_later_changes(client, kept) -> None:
    response = do(client, "tag", kept["Embers"], kept["Évocation"], tags="new")
    services.rename_legion(legion=(legion := now(kept["Embers"])), base=legion.version, name="Ashes")
    assert "but for 1 list that was changed or deleted since" in Page(undo(client, response)).words
    assert now(kept["Embers"]).tags == ["League", "new"]
    assert now(kept["Évocation"]).tags == []


def test_several_lists_are_deleted_at_once_and_restored_with_links(client, kept) -> None:
    key = sharing_services.share_legion(legion=kept["Embers"])
    response = do(client, "delete", *kept.values())
    assert Legion.objects.not_deleted().count() == 0
    undo(client, response)
    assert Legion.objects.not_deleted().count() == 3
    assert now(kept["Embers"]).share_key == key


@pytest.mark.sampled
def test_duplicates_and_variants_are_in_the_folder_of_the_original(client, kept) -> None:
    do(client, "move", kept["Embers"], folder="Spring")
    copied = do(client, "duplicate", kept["Embers"])
    branched = do(client, "branch", kept["Embers"])
    copy, variant = (Legion.objects.get(document__name=f"{name}") for name in ("Copy of Embers", "Embers, variant 2"))
    assert (copy.folder, copy.is_variant, copy.origin) == ("Spring", False, kept["Embers"])
    assert (variant.folder, variant.family, variant.origin_state) == ("Spring", kept["Embers"].pk, 1)
    undo(client, branched)
    assert (now(variant).deleted_at is None, now(copy).deleted_at is None) == (False, True)
    assert copied.status_code == 303


@pytest.mark.sampled
def test_a_form_sent_twice_duplicates_once(client, kept) -> None:
    form = {"legion": [str(kept["Embers"].pk), str(kept["Horde"].pk)], "csrfmiddlewaretoken": "one form"}
    first, again = (client.post("/legions/do/", {"do": "duplicate", **form}) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert Legion.objects.count() == 5
    client.post("/legions/do/", {"do": "duplicate", **form, "csrfmiddlewaretoken": "another form"})
    assert Legion.objects.count() == 7


@pytest.mark.sampled
def test_an_undo_is_for_what_was_done_last_and_counts_once(client, kept) -> None:
    first = do(client, "archive", kept["Embers"])
    mark = Page(client.get(first["Location"])).all("input", name="mark")[0]["value"]
    do(client, "archive", kept["Horde"])
    assert client.post("/legions/undo/", {"mark": mark}).status_code == 409
    assert now(kept["Embers"]).archived_at
    assert not Page(client.get("/legions/")).all("button", id="undo-done")


def test_a_button_of_a_list_affects_only_that_list_and_keeps_the_filters(client, kept) -> None:
    data = {"do": f"archive/{kept['Horde'].pk}", "legion": [str(kept["Embers"].pk)]}
    response = client.post("/legions/do/?q=o&sort=name&nonsense=1", data)
    assert response["Location"].startswith("/legions/?q=o&sort=name&done=")
    assert (now(kept["Horde"]).archived_at is None, now(kept["Embers"]).archived_at is None) == (False, True)


@pytest.mark.parametrize(
    ("fields", "tags", "folder"),
    [({"tags": "x"}, ["x"], ""), ({"folder": "F"}, [], "F")],
)
def test_enter_in_a_field_presses_the_button_next_to_it(client, kept, fields, tags, folder) -> None:
    do(client, "enter", kept["Évocation"], **fields)
    assert (now(kept["Évocation"]).tags, now(kept["Évocation"]).folder) == (tags, folder)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("what", "fields", "status", "message"),
    [
        ("archive", {"legion": []}, 400, "Select a list first"),
        ("nonsense", {}, 400, "This page is out of date"),
        ("enter", {}, 400, "This page is out of date"),
        ("", {}, 400, "This page is out of date"),
        ("move", {"folder": "x" * 61}, 400, "at most 60 characters"),
        ("tag", {"tags": " , "}, 400, "Write a tag first"),
        ("tag", {"tags": "x" * 61}, 400, "at most 60 characters"),
        ("tag", {"tags": ",".join(map(str, range(21)))}, 400, "at most 20 tags"),
        ("compare", {}, 400, "Choose two to 4 lists"),
        ("archive", {"legion": ["x"]}, 404, ""),
        ("archive", {"legion": ["00000000-0000-4000-8000-000000000000"]}, 404, ""),
        ("archive/\x00", {}, 404, ""),
        ("archive", {"legion": [f"{n:032}" for n in range(101)]}, 400, "at most 100"),
    ],
)
def test_an_impossible_action_is_refused(client, kept, what, fields, status, message) -> None:
    before = list(Legion.objects.order_by("pk").values())
    response = client.post("/legions/do/", {"do": what, "legion": [str(kept["Embers"].pk)], **fields})
    assert response.status_code == status
    assert message in Page(response).words
    assert list(Legion.objects.order_by("pk").values()) == before


@pytest.mark.sampled
@pytest.mark.parametrize("tags", ["a\x00b", "\u202egnirts", "a\nb", "a\x07b"])
def test_nothing_that_cannot_be_seen_gets_into_a_tag(client, kept, tags) -> None:
    do(client, "tag", kept["Évocation"], tags=tags)
    assert all(tag.isprintable() for tag in now(kept["Évocation"]).tags)


def test_with_no_room_left_none_of_several_is_duplicated(client, kept, monkeypatch) -> None:
    monkeypatch.setattr(services, "MAX_LEGIONS", 4)
    response = do(client, "duplicate", kept["Embers"], kept["Horde"])
    assert response.status_code == 400
    assert "which is the limit" in Page(response).words
    assert Legion.objects.count() == 3


def test_nobody_does_anything_with_the_lists_of_others(client, kept) -> None:
    stranger, guest = Client(), Client()
    stranger.force_login(factories.UserFactory())
    for other in (stranger, guest):
        for what in bulk_actions.UNDO_KINDS:
            response = do(other, what, kept["Embers"], tags="mine", folder="mine")
            assert response.status_code == 404, what
    assert client.post("/legions/undo/", {"mark": "x"}).status_code == 409
    assert Legion.objects.count() == 3
    assert (now(kept["Embers"]).version, now(kept["Embers"]).folder, now(kept["Embers"]).deleted_at) == (1, "", None)


def test_one_list_of_somebody_else_among_ones_own_spoils_it_for_all(client, kept) -> None:
    theirs = factories.legion({"card": "giant"}, guest_key="somebody else")
    assert do(client, "delete", kept["Embers"], theirs).status_code == 404
    assert Legion.objects.not_deleted().count() == 4


def test_forms_without_their_secret_do_nothing(kept, user) -> None:
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(user)
    assert do(forged, "delete", kept["Embers"]).status_code == 403
    assert forged.post("/legions/undo/", {"mark": "x"}).status_code == 403
    assert now(kept["Embers"]).deleted_at is None


# -- variants ------------------------------------------------------------------------------------------------------


def test_a_variant_is_of_a_state_and_its_variants_are_of_the_same_family(user) -> None:
    holder = Holder(user=user)
    legion = factories.legion({"card": "giant"}, owner=user, name="Embers")
    services.edit_legion(legion=legion, base=1, change=basic.AddUpgrade(0, "club"))
    first = bulk_actions.create_variant(legion=legion, holder=holder, number=1)
    second = bulk_actions.create_variant(legion=first, holder=holder)
    assert first.document["picks"] == [{"card": "giant"}]
    assert (first.origin, first.origin_state, second.origin) == (legion, 1, first)
    assert [one.name for one in (first, second)] == ["Embers, variant 2", "Embers, variant 3"]
    assert list(Legion.objects.family(second)) == [legion, first, second]
    with pytest.raises(ActionRefused):
        bulk_actions.create_variant(legion=legion, holder=holder, number=9)


@pytest.mark.sampled
def test_a_variant_says_what_it_is_of(client, user) -> None:
    legion = factories.legion({"card": "giant"}, owner=user, name="Embers")
    variant = bulk_actions.create_variant(legion=legion, holder=Holder(user=user))
    page = Page(client.get(f"/legions/{variant.pk}/"))
    assert "A variant of Embers, from change 1." in page.words
    assert page.all("a", href=f"/legions/compare/?with={variant.pk}&with={legion.pk}")


def test_folders_variants_and_the_archive_come_into_the_account(client) -> None:
    guest = Holder(guest_key="a guest")
    legion = factories.legion({"card": "giant"}, name="Embers")
    variant = bulk_actions.create_variant(legion=legion, holder=guest)
    bulk_actions.run_bulk_action(holder=guest, legions=[variant], name="archive", action=bulk_actions.ArchiveAction())
    bulk_actions.run_bulk_action(
        holder=guest, legions=[variant], name="move", action=bulk_actions.MoveToFolder("Spring")
    )
    services.adopt_guest_legions(guest_key="a guest", user=(user := factories.UserFactory()))
    after = now(variant)
    assert (after.owner, after.folder, after.family, after.archived_at is None) == (user, "Spring", legion.pk, False)
    assert list(Legion.objects.held_by(Holder(user=user)).family(after)) == [legion, variant]


@pytest.mark.parametrize(
    ("text", "tags"),
    [("a, b", ("a", "b")), ("A,a,A", ("A",)), (" , ,", ()), ("e\u0301", ("é",)), ("a\u200bb", ("ab",))],
)
def test_tags_are_read_from_a_text_with_commas(text, tags) -> None:
    assert saved_lists_tags.clean_tags(text) == tags
