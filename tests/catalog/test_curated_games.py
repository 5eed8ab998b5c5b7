"""Curators by game: documents of a game are seen, edited and decided on by its curators."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Group
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from catalog import permissions, publishing
from catalog.admin.workflow_actions import ACTIONS
from catalog.curation import contributions
from catalog.models import AuditEntry, Contribution, ContributionPhoto, CuratedGame, Record, Revision
from catalog.models.table_imports import TableImport
from catalog.publishing import upcoming_releases
from catalog.tables import table_import
from rulesapi.verdict_reports import report_service
from tests import factories, picture_factory

pytestmark = pytest.mark.django_db

THIS, OTHER = "attack-wing", "dungeon-command"


def person(*granted: str, keeps: tuple[str, ...] = ()) -> Any:
    user = factories.user_with(*granted)
    permissions.assign_games(user, keeps)
    return user


@pytest.fixture(autouse=True)
def catalog(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    factories.publish_frame(factories.creature(slug="card"), factories.creature(slug="half-known", cost=None))


# -- curators of games ---------------------------------------------------------------------------------------------


WHO: dict[str, tuple[tuple[str, ...], tuple[str, ...], bool, bool]] = {
    # roles, assigned games, whether they curate THIS, whether they see it
    "a curator for whom no game is named": ((permissions.CURATOR,), (), True, True),
    "a curator of it": ((permissions.CURATOR,), (THIS,), True, True),
    "a curator of it and another": ((permissions.CURATOR,), (THIS, OTHER), True, True),
    "a curator of another": ((permissions.CURATOR,), (OTHER,), False, False),
    "an admin, whatever is named": ((permissions.ADMIN,), (OTHER,), True, True),
    "a publisher": ((permissions.PUBLISHER,), (), False, True),
    "a publisher and curator of another": ((permissions.PUBLISHER, permissions.CURATOR), (OTHER,), False, True),
    "somebody without a role, whatever is named": ((), (THIS,), False, False),
}


@pytest.mark.one_variant
@pytest.mark.parametrize("account", WHO)
def test_roles_and_games_decide_who_curates_and_who_sees_a_game(account: str) -> None:
    given, named, keeps, sees = WHO[account]
    user = person(*given, keeps=named)
    assert (permissions.may_curate(user, THIS), permissions.may_see(user, THIS)) == (keeps, sees)
    assert permissions.curators_of(THIS).filter(pk=user.pk).exists() == keeps


def test_nobody_who_is_not_signed_in_keeps_a_game() -> None:
    assert not permissions.may_curate(AnonymousUser(), THIS)
    assert not permissions.may_see(AnonymousUser(), THIS)


def test_a_curator_of_another_game_is_nobody_who_could_approve() -> None:
    ann = person(permissions.CURATOR, permissions.PUBLISHER)
    person(permissions.CURATOR, keeps=(OTHER,))
    assert permissions.may_publish_at_once(ann, THIS, "card")
    person(permissions.CURATOR, keeps=(THIS,))
    assert not permissions.may_publish_at_once(ann, THIS, "card")


def test_roles_and_games_are_asked_for_once_for_each_object_of_a_user(django_assert_num_queries: Any) -> None:
    user = type(person())._default_manager.get(pk=person(permissions.CURATOR, keeps=(THIS,)).pk)
    assert user.has_perm(permissions.CHANGE_CARDS)
    with django_assert_num_queries(2):
        for _ in range(3):
            assert permissions.may_curate(user, THIS) and not permissions.may_see(user, OTHER)


@pytest.mark.sampled
def test_naming_games_is_noted_and_naming_the_same_again_is_not() -> None:
    ann, ada = person(permissions.CURATOR), person(permissions.ADMIN)
    permissions.assign_games(ann, [THIS, OTHER], by=ada)
    permissions.assign_games(ann, [OTHER, THIS], by=ada)
    one = AuditEntry.objects.get(what="rights changed", by=ada.pk)
    assert (one.of, one.before["games"], one.after["games"]) == (f"user {ann.pk}", [], [THIS, OTHER])
    permissions.assign_games(ann, [], by=ada)
    assert not CuratedGame.objects.exists()
    assert permissions.curated_games(ann) is None


# -- the admin -----------------------------------------------------------------------------------------------------


def offered(by: Any) -> Contribution:
    one = contributions.submit(
        by=by, game=THIS, slug="half-known", facts={"cost": 3}, origin=contributions.Origin(printed=True)
    )
    ContributionPhoto.objects.create(contribution=one, data=b"a photo")
    return one


def card_page(name: str, *more: Any) -> str:
    return reverse(f"admin:catalog_card_{name}", args=[Record.objects.get(slug="card").pk, *more])


def drafted() -> Revision:
    document = Record.objects.get(slug="card").revisions.newest().get().document
    return factories.save_draft({**document, "text": "Other."}, by=None, why="work")


def brought(by: Any) -> int:
    return table_import.start_upload(by=by, game=THIS, kind="creature", name="cards.csv", size=3).pk


def faulty(by: Any) -> int:
    """Return a checked table with a fault."""
    table = table_import.receive_part(TableImport.objects.get(pk=brought(by)), b"c\n1", offset=0, by=by)
    return table_import.check(table, keys=["name"], source=None, by=by).pk


def doubted() -> int:
    return report_service.report_verdict(legion={"game": THIS, "picks": [{"card": "card"}]}, expected="illegal").pk


PLACES: dict[str, Any] = {
    **{f"card {name}": lambda _by, name=name: card_page(name) for name in ("change", "history", "pictures", *ACTIONS)},
    "card state": lambda _by: card_page("state", "r1"),
    "card json": lambda _by: card_page("json", Revision.objects.get(slug="card").pk),
    "card picture": lambda _by: card_page("picture", picture_factory.add("card").pk),
    "draft review": lambda _by: reverse("admin:catalog_draft_review", args=[drafted().pk]),
    "contribution": lambda by: reverse("admin:catalog_contribution_change", args=[offered(by).pk]),
    "contribution review": lambda by: reverse("admin:catalog_contribution_review", args=[offered(by).pk]),
    "contribution photo": lambda by: reverse("admin:catalog_contribution_photo", args=[offered(by).pk]),
    "contribution undo": lambda by: reverse("admin:catalog_contribution_undo", args=[offered(by).by.pk]),
    "table": lambda by: reverse("admin:catalog_tableimport_change", args=[brought(by)]),
    "table part": lambda by: reverse("admin:catalog_tableimport_part", args=[brought(by)]),
    "rows with faults": lambda by: reverse("admin:catalog_tableimport_faulty", args=[faulty(by)]),
    "wrong verdict": lambda _by: reverse("admin:rulesapi_wrongverdict_change", args=[doubted()]),
    "wrong verdict case": lambda _by: reverse("admin:rulesapi_wrongverdict_case", args=[doubted()]),
    "new card": lambda _by: reverse("admin:catalog_card_add") + f"?of={THIS}/creature",
}


def answer_of(client: Client, url: str) -> str:
    answer = client.get(url)
    if answer.status_code == 200:
        return "choose" if b"New card" in answer.content and b"expected" not in answer.content else "in"
    # Django redirects if the object is missing from the user's queryset.
    return "in" if answer.status_code == 302 and answer.headers["Location"] != reverse("admin:index") else "no"


@pytest.mark.sampled
@pytest.mark.parametrize("place", PLACES)
def test_documents_of_a_game_are_open_only_to_its_curators(client: Client, place: str) -> None:
    url = PLACES[place](factories.UserFactory())
    results = {}
    for named in (THIS, OTHER):
        client.force_login(person(permissions.CURATOR, keeps=(named,)))
        results[named] = answer_of(client, url)
    assert results == {THIS: "in", OTHER: "choose" if place == "new card" else "no"}


def standing() -> list[Any]:
    return [
        *Revision.objects.values_list("text", "stage", "since"),
        *Contribution.objects.values_list("state", "version"),
        *TableImport.objects.values_list("state", "received"),
    ]


@pytest.mark.one_variant
@pytest.mark.parametrize("place", PLACES)
def test_a_curator_of_another_game_changes_nothing_by_posting(client: Client, place: str) -> None:
    url = PLACES[place](factories.UserFactory())
    before = standing()
    client.force_login(person(permissions.CURATOR, permissions.PUBLISHER, keeps=(OTHER,)))
    buttons = dict.fromkeys(("_save", "_approve", "_publish", "_bring", "_mend"), "x")
    client.post(url, {"why": "x", "reason": "x", "slug": "x", "seen": 1, **buttons})
    assert standing() == before


LISTS = (
    "catalog_card_changelist",
    "catalog_format_changelist",
    "catalog_game_changelist",
    "catalog_draft_changelist",
    "catalog_draft_discarded",
    "catalog_contribution_changelist",
    "catalog_tableimport_changelist",
    "rulesapi_wrongverdict_changelist",
    "catalog_card_remarks",
)


@pytest.mark.sampled
@pytest.mark.parametrize("page", LISTS)
def test_a_list_leaves_out_what_is_of_other_games(client: Client, page: str) -> None:
    user = factories.UserFactory()
    offered(user), brought(user), doubted(), drafted()
    thrown = factories.save_draft(factories.creature(slug="cast-off"), by=None, why="work")
    publishing.discard_draft(thrown.record, why="no")
    shown = {}
    for named in (THIS, OTHER):
        client.force_login(person(permissions.CURATOR, keeps=(named,)))
        shown[named] = client.get(reverse(f"admin:{page}")).content.decode().partition('id="content"')[2]
    words = ("Attack Wing", THIS, "half-known", "card/", "cast-off", "cards.csv")
    assert any(word in shown[THIS].partition("changelist-filter")[0] for word in words)
    for word in (THIS, "half-known", "cast-off", "cards.csv"):
        assert word not in shown[OTHER].partition("changelist-filter")[0]


@pytest.mark.sampled
def test_the_first_page_counts_what_waits_of_ones_own_games(client: Client) -> None:
    record = drafted().record
    publishing.submit_for_review(record, by=None, expected=publishing.edit_token(record))
    for named, waits in ((THIS, True), (OTHER, False)):
        client.force_login(person(permissions.CURATOR, keeps=(named,)))
        assert (b"waits=review" in client.get(reverse("admin:index")).content) == waits


@pytest.mark.sampled
def test_an_upcoming_release_shows_a_curator_the_drafts_of_their_games_and_counts_the_others(client: Client) -> None:
    record = drafted().record
    publishing.submit_for_review(record, by=None, expected=publishing.edit_token(record))
    publishing.approve(record, by=person(permissions.CURATOR), expected=publishing.edit_token(record))
    url = reverse(
        "admin:catalog_upcomingrelease_change", args=[upcoming_releases.create_upcoming(by=None, why="Errata").pk]
    )
    review = reverse("admin:catalog_draft_review", args=[record.revisions.drafts().get().pk])
    for named, given, sees in ((THIS, (), True), (OTHER, (), False), (OTHER, (permissions.PUBLISHER,), True)):
        client.force_login(person(permissions.CURATOR, *given, keeps=(named,)))
        html = client.get(url).content.decode()
        assert (review in html, "1 more is of a game you do not look after." in html) == (sees, not sees)


@pytest.mark.sampled
def test_tables_are_imported_and_exported_only_for_curated_games(client: Client) -> None:
    client.force_login(person(permissions.CURATOR, keeps=(OTHER,)))
    for page in ("bring", "take"):
        html = client.get(reverse(f"admin:catalog_tableimport_{page}")).content.decode()
        assert f'value="{OTHER}/creature"' in html and f'value="{THIS}/creature"' not in html
    client.post(reverse("admin:catalog_tableimport_bring"), {"of": f"{THIS}/creature", "name": "x.csv", "size": 3})
    assert not TableImport.objects.exists()


@pytest.mark.sampled
def test_a_curator_undoes_of_somebodys_work_what_is_of_their_games() -> None:
    ann = factories.UserFactory()
    one = offered(ann)
    assert contributions.undo_all(of=ann, by=person(permissions.CURATOR, keeps=(OTHER,)), why="Made up").offers == 0
    assert contributions.undo_all(of=ann, by=person(permissions.CURATOR, keeps=(THIS,)), why="Made up").offers == 1
    one.refresh_from_db()
    assert one.state == "undone"


@pytest.mark.sampled
def test_the_page_of_a_draft_card_is_shown_to_curators_of_its_game(client: Client) -> None:
    factories.save_draft(factories.creature(slug="hidden"), by=None, why="work")
    url = reverse("card", args=[THIS, "hidden"])
    for named, status in ((THIS, 200), (OTHER, 404)):
        client.force_login(person(permissions.CURATOR, keeps=(named,)))
        assert client.get(url).status_code == status


# -- assigning games -------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_an_admin_names_the_games_on_the_page_of_a_person_and_it_says_them_in_words(client: Client) -> None:
    ann, ada = person(permissions.CURATOR), person(permissions.ADMIN)
    client.force_login(ada)
    url = reverse("admin:auth_user_change", args=[ann.pk])
    assert "Attack Wing" in client.get(url).content.decode()
    data = {"username": ann.username, "email": ann.email, "is_active": "on"}
    data |= {"groups": [Group.objects.get(name=permissions.CURATOR).pk]}
    assert client.post(url, {**data, "games": [THIS]}).status_code == 302
    assert list(ann.curated_games.values_list("game", flat=True)) == [THIS]
    assert AuditEntry.objects.get(what="rights changed", by=ada.pk).after["games"] == [THIS]
    assert client.post(url, {**data, "games": ["no-game"]}).status_code == 200
    listed = client.get(reverse("admin:auth_user_changelist")).content.decode()
    assert "Attack Wing</td>" in listed
    assert "every game</td>" in listed  # the admin's row
    assert client.post(url, data).status_code == 302
    assert not ann.curated_games.exists()


def test_a_read_only_admin_sees_the_games_of_a_person(client: Client) -> None:
    root = factories.UserFactory(is_superuser=True, is_staff=True)
    client.force_login(person(permissions.ADMIN))
    html = client.get(reverse("admin:auth_user_change", args=[root.pk])).content.decode()
    assert "every game" in html


def test_the_command_names_games() -> None:
    ann = person()
    out = StringIO()
    call_command("create_roles", "--curator", ann.username, "--keeps", ann.username, THIS, stdout=out)
    assert f"{ann.username} curates {THIS}." in out.getvalue()
    assert list(ann.curated_games.values_list("game", flat=True)) == [THIS]
    with pytest.raises(CommandError, match="no game “chess”"):
        call_command("create_roles", "--keeps", ann.username, "chess", stdout=out)
    with pytest.raises(CommandError, match="no user “nobody”"):
        call_command("create_roles", "--keeps", "nobody", THIS, stdout=out)
    permissions.revoke(ann, permissions.CURATOR)
    with pytest.raises(CommandError, match=f"{ann.username} is no curator"):
        call_command("create_roles", "--keeps", ann.username, THIS, stdout=out)
