"""Permissions of roles in the admin, as a table; and assigning roles to users."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from catalog import audit, permissions
from catalog.admin.workflow_actions import ACTIONS
from catalog.models import AuditEntry, ContributionPhoto, Record, Release, Revision
from catalog.publishing import upcoming_releases
from legions.community import moderation
from legions.mails.models import OutgoingMail
from tests import factories, picture_factory, worlds
from tests.catalog import admin_world
from tests.sampling import ACTORS_TREATED_ALIKE

pytestmark = [pytest.mark.django_db, pytest.mark.guard]

ACTORS = ("anonymous", "user", "curator", "publisher", "admin")
# Results: in = the page; login = redirected to the login; no = forbidden; away = redirected to a permitted page.
LOGIN = {"anonymous": "login", "user": "no"}
ALL = {**LOGIN, "curator": "in", "publisher": "in", "admin": "in"}
BOTH = {**LOGIN, "curator": "in", "publisher": "no", "admin": "in"}
ADMIN_ONLY = {**LOGIN, "curator": "no", "publisher": "no", "admin": "in"}
NOBODY = {**LOGIN, "curator": "no", "publisher": "no", "admin": "no"}
LOOK = {**LOGIN, "curator": "away", "publisher": "away", "admin": "in"}
CHANGE = {**LOGIN, "curator": "in", "publisher": "away", "admin": "in"}
# Publishing a single approved draft requires the permissions to publish and to edit it.
PUBLISH = {**LOGIN, "curator": "away", "publisher": "no", "admin": "in"}

# Saving and deleting a filter need a POST request; only its list knows who may see it.
POSTED = {**LOGIN, "curator": "405", "publisher": "405", "admin": "405"}

PAGES: dict[str, dict[str, str]] = {
    **{f"catalog_{model}_{page}": POSTED for model in admin_world.FILTERED for page in ("savefilter", "deletefilter")},
    "index": ALL,
    "status": ADMIN_ONLY,
    "password_change": {**LOGIN, "curator": "away", "publisher": "away", "admin": "away"},
    **{
        f"catalog_{model}_{page}": open_to
        for model in (
            "card",
            "cardset",
            "format",
            "houserule",
            "ruling",
            "adventure",
            "reference",
            "rulebook",
            "section",
        )
        for page, open_to in {
            **dict.fromkeys(("changelist", "history", "json", "state"), ALL),
            **dict.fromkeys(("add", "merge", *ACTIONS), BOTH),
            "change": CHANGE,
            "publish": PUBLISH,
        }.items()
    },
    **{f"catalog_{model}_move": {**BOTH, "curator": "away", "admin": "away"} for model in ("rulebook", "section")},
    **{f"catalog_draft_{page}": ALL for page in ("changelist", "review", "discarded")},
    "catalog_card_remarks": ALL,
    "catalog_game_changelist": ALL,
    "catalog_card_confirming": BOTH,
    "catalog_card_confirm": BOTH,
    "catalog_card_pictures": BOTH,
    "catalog_card_picture": BOTH,
    "catalog_game_add": ADMIN_ONLY,
    "catalog_game_change": LOOK,
    "catalog_game_history": ALL,
    "catalog_game_state": ALL,
    "catalog_game_json": ALL,
    **{f"catalog_game_{step}": ADMIN_ONLY for step in ACTIONS},
    "catalog_game_merge": ADMIN_ONLY,
    "catalog_game_move": {**ADMIN_ONLY, "admin": "away"},
    "catalog_release_changelist": ALL,
    "catalog_release_change": ALL,
    "catalog_release_history": ALL,
    **{f"catalog_upcomingrelease_{page}": ALL for page in ("changelist", "change")},
    **{f"catalog_changeset_{page}": ALL for page in ("changelist", "change", "sample")},
    "catalog_changeset_publish": {**LOGIN, "curator": "no", "publisher": "in", "admin": "in"},
    "catalog_changeset_revert": BOTH,
    "catalog_upcomingrelease_begin": {**LOGIN, "curator": "no", "publisher": "in", "admin": "in"},
    "catalog_release_add": NOBODY,
    "catalog_release_delete": NOBODY,
    "catalog_contribution_changelist": BOTH,
    "catalog_contribution_change": BOTH,
    "catalog_contribution_history": BOTH,
    **{f"catalog_contribution_{page}": BOTH for page in ("review", "photo", "undo", "rule")},
    **{f"catalog_contribution_{page}": BOTH for page in ("agreements", "agreed", "shelves", "shelf")},
    "catalog_contribution_add": NOBODY,
    "catalog_contribution_delete": NOBODY,
    **{f"catalog_tableimport_{page}": BOTH for page in ("changelist", "change", "history")},
    **{f"catalog_tableimport_{page}": BOTH for page in ("bring", "take", "part", "faulty")},
    "catalog_tableimport_add": NOBODY,
    "catalog_tableimport_delete": NOBODY,
    **{f"rulesapi_wrongverdict_{page}": BOTH for page in ("changelist", "change", "history")},
    "rulesapi_wrongverdict_case": {**BOTH, "publisher": "404"},
    "rulesapi_wrongverdict_add": NOBODY,
    "rulesapi_wrongverdict_delete": NOBODY,
    "catalog_auditentry_changelist": ADMIN_ONLY,
    "catalog_auditentry_change": ADMIN_ONLY,
    "catalog_auditentry_export": ADMIN_ONLY,
    "catalog_auditentry_history": ADMIN_ONLY,
    "catalog_auditentry_add": NOBODY,
    "catalog_auditentry_delete": NOBODY,
    "auth_user_changelist": ADMIN_ONLY,
    "auth_user_add": ADMIN_ONLY,
    "auth_user_change": ADMIN_ONLY,
    "auth_user_history": ADMIN_ONLY,
    "auth_user_password_change": ADMIN_ONLY,
    "auth_user_delete": NOBODY,
    "auth_group_changelist": ADMIN_ONLY,
    "auth_group_change": ADMIN_ONLY,
    "auth_group_history": ADMIN_ONLY,
    "auth_group_add": NOBODY,
    "auth_group_delete": NOBODY,
    "legions_legion_changelist": ADMIN_ONLY,
    "legions_legion_change": NOBODY,
    "legions_legion_history": NOBODY,
    "legions_legion_add": NOBODY,
    "legions_legion_delete": NOBODY,
    "legions_report_decide": ADMIN_ONLY,
    **{f"legions_{model}_changelist": ADMIN_ONLY for model in ("sharedadventure", "campaign", "outgoingmail")},
    **{
        f"legions_{model}_{page}": NOBODY
        for model in ("sharedadventure", "campaign", "outgoingmail")
        for page in ("change", "history", "add", "delete")
    },
    **{f"legions_{model}_changelist": ADMIN_ONLY for model in ("report", "decision")},
    **{
        f"legions_{model}_{page}": NOBODY
        for model in ("report", "decision")
        for page in ("change", "history", "add", "delete")
    },
}


def model_of(view: str) -> str:
    """Return the model of a page: pages of one model share their test data."""
    return view.rpartition("_")[0]


def by_model(views: Iterable[str]) -> dict[str, list[str]]:
    """Return pages by their model."""
    return {model: list(found) for model, found in groupby(sorted(views, key=model_of), key=model_of)}


PAGES_OF_MODELS = by_model(PAGES)
CLOSED_PAGES_OF_MODELS = by_model(view for view, open_to in PAGES.items() if open_to not in (ALL, BOTH))


@pytest.fixture
def people() -> dict[str, Any]:
    """Users without a role and with each role."""
    return with_roles({actor: factories.UserFactory(username=actor) for actor in ACTORS if actor != "anonymous"})


def with_roles(made: dict[str, Any]) -> dict[str, Any]:
    """Grant the roles to users, and return the users."""
    permissions.grant(made["curator"], permissions.CURATOR)
    permissions.grant(made["publisher"], permissions.PUBLISHER)
    permissions.grant(made["admin"], permissions.ADMIN)
    return made


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    """Use a media folder of this test's own."""
    settings.MEDIA_ROOT = tmp_path


class Site:
    """Users with the roles of the table, each with a logged-in client."""

    def __init__(self) -> None:
        self.people = with_roles({actor: factories.UserFactory() for actor in ACTORS if actor != "anonymous"})
        self._clients = {actor: admin_world.visitor(self.people.get(actor)) for actor in ACTORS}
        self._sessions = {
            actor: client.cookies[settings.SESSION_COOKIE_NAME].value
            for actor, client in self._clients.items()
            if actor in self.people
        }

    def client(self, actor: str) -> Client:
        """Return the client of a user, with no cookie but the session's."""
        client = self._clients[actor]
        client.cookies.clear()
        if actor in self._sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[actor]
        return client


@worlds.once_a_module
def site() -> Site:
    """Publish a document of each type; return the users who visit the admin."""
    admin_world.catalog()
    return Site()


def url_of(page: str, people: dict[str, Any]) -> str:
    """Return the URL of a page, with an existing object."""
    app, _, rest = page.partition("_")
    model, _, name = rest.partition("_")
    if name in ("savefilter", "deletefilter"):
        numbers = [admin_world.saved_filter(model, people["user"]).pk] if name == "deletefilter" else []
        return reverse(f"admin:{page}", args=numbers)
    if app == "catalog" and model in admin_world.TYPE_BY_MODEL:
        return reverse(f"admin:{page}", args=args_of_document_page(model, name))
    if name != "changelist" and model in ("draft", "changeset"):
        draft = factories.save_draft(factories.creature(), by=None, why="work")
        args = {"review": [draft.pk], "discarded": []}.get(name, [draft.changeset_id])
        return reverse(f"admin:{page}", args=args)
    if model == "contribution" and name in ("review", "photo", "undo", "rule", "agreed", "shelf"):
        return reverse(f"admin:{page}", args=args_of_offer_page(name, people["user"]))
    if name in ("change", "history", "delete", "password_change", "case", "part", "faulty") and app != "password":
        return reverse(f"admin:{page}", args=[number_of(model, people)])
    if name == "decide":
        return reverse(f"admin:{page}", args=["legion", admin_world.shown_to_everybody(people["user"]).pk])
    return reverse(f"admin:{page}")


def args_of_document_page(model: str, page: str) -> list[Any]:
    """Return the URL arguments of a page about a document, which is in the state that the page needs."""
    record = Record.objects.get(document_type=admin_world.TYPE_BY_MODEL[model])
    if page in ACTIONS:
        admin_world.put_into(admin_world.STATES[page], record)
    if page in ("changelist", "add", "remarks", "confirming"):
        return []
    if page == "picture":
        return [record.pk, picture_factory.add(record.slug).pk]
    more: dict[str, list[Any]] = {"state": ["r1"], "json": [record.revisions.first().pk]}
    return [record.pk, *more.get(page, [])]


def args_of_offer_page(page: str, by: Any) -> tuple[Any, ...]:
    """Return the URL arguments of a page about contributions: one with a photo, its user, a dispute, or a set."""
    if page == "rule":
        return (admin_world.disputed(by).pk,)
    if page == "shelf":
        return (admin_world.shelf()[0].batch,)
    if page == "agreed":
        admin_world.agreed()
        return admin_world.AGREED_SET
    one = admin_world.offered(by)
    ContributionPhoto.objects.create(contribution=one, data=b"a photo")
    return (by.pk if page == "undo" else one.pk,)


def number_of(model: str, people: dict[str, Any]) -> Any:
    """Return the key of an existing object of a model."""
    if model == "upcomingrelease":
        return upcoming_releases.create_upcoming(by=None, why="Errata").pk
    if model == "contribution":
        return admin_world.offered(people["user"]).pk
    if model == "tableimport":
        return admin_world.checked(admin_world.FAULTY_SHEET).pk
    if model == "auditentry":
        audit.log_action("test", by=None)
        return AuditEntry.objects.first().pk
    if model == "wrongverdict":
        return admin_world.wrong_verdict().pk
    if model == "legion":
        return admin_world.shown_to_everybody(people["user"]).pk
    if model == "outgoingmail":
        return OutgoingMail.objects.create(next_at=timezone.now()).pk
    if model in {"campaign", "sharedadventure"}:
        made = admin_world.shared_campaign if model == "campaign" else admin_world.published_adventure
        return made(people["user"]).pk
    if model in {"report", "decision"}:
        return looked_after(people["user"], people["admin"])[model].pk
    return {"release": 1, "user": people["user"].pk, "group": Group.objects.first().pk}[model]


def looked_after(owner: Any, moderator: Any) -> dict[str, Any]:
    """Return a report and the decision about it."""
    report = admin_world.reported(owner)
    decision = moderation.decide_target(
        by=moderator, target=moderation.ReportTarget("legion", report.legion), seen=0, do="decline", why="It is none."
    )
    return {"report": report, "decision": decision}


def answer_of(client: Client, method: str, url: str) -> str:
    """Return the result of a page in a word."""
    answer = getattr(client, method)(url)
    if answer.status_code == 302:
        return "login" if "login" in answer.headers["Location"] else "away"
    return {200: "in", 403: "no"}.get(answer.status_code, str(answer.status_code))


def tried_on(view: str) -> list[str]:
    """Return the roles that try a page. If several roles have equal results, a rotating sample of them tries it."""
    turn, answers = list(PAGES).index(view), PAGES[view]
    alike = {answer: [actor for actor in ACTORS if answers[actor] == answer] for answer in answers.values()}
    share = ACTORS_TREATED_ALIKE
    return [actor for group in alike.values() for actor in group[turn % min(share, len(group)) :: share]]


@contextmanager
def undone() -> Iterator[None]:
    """Roll back the changes of one page before the next."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def answers_on(view: str, site: Site) -> dict[str, str]:
    """Return the results of a page for the roles that try it."""
    answers = {}
    with undone():
        url = url_of(view, site.people)
        for actor in tried_on(view):
            client = site.client(actor)
            answers[actor] = answer_of(client, "get", url)
            if answers[actor] == "login" and actor == "user":
                # A logged-in user is not asked to log in again, but gets an error.
                answers[actor] = answer_of(client, "get", client.get(url).headers["Location"])
    return answers


def changed_by_posting(view: str, site: Site) -> dict[str, int]:
    """Post to a page as each refused role; return the status codes of the roles that got through or changed
    anything.
    """
    data = {"why": "x", "reason": "x", "slug": "x", "post": "yes", "_save": "x", "username": "x"}
    found = {}
    with undone():
        url = url_of(view, site.people)
        before = standing()
        for actor in ACTORS:
            if actor != "admin" and PAGES[view][actor] != "in":
                answer = site.client(actor).post(url, data)
                refused = {"404": (404,), "405": (302, 403, 404)}.get(PAGES[view][actor], (302, 403))
                if answer.status_code not in refused or standing() != before:
                    found[actor] = answer.status_code
    return found


def standing() -> tuple[Any, ...]:
    return Release.objects.newest(), Revision.objects.count(), get_user_model().objects.count()


@pytest.mark.parametrize("model", PAGES_OF_MODELS)
def test_each_page_is_open_to_those_it_is_for(site: Site, model: str) -> None:
    pages = PAGES_OF_MODELS[model]
    answers = {view: answers_on(view, site) for view in pages}
    assert answers == {view: {actor: PAGES[view][actor] for actor in tried_on(view)} for view in pages}


@pytest.mark.parametrize("model", CLOSED_PAGES_OF_MODELS)
def test_nobody_else_changes_anything_by_posting(site: Site, model: str) -> None:
    pages = CLOSED_PAGES_OF_MODELS[model]
    assert {view: found for view in pages if (found := changed_by_posting(view, site))} == {}


def test_the_table_knows_every_page_of_ours() -> None:
    from django.contrib import admin

    # The rest of Django's admin: helpers without content, and models that no role uses.
    others = {"login", "logout", "password_change_done", "autocomplete", "jsi18n", "view_on_site", "app_list"}
    named = set()
    for pattern in admin.site.get_urls():
        if isinstance(pattern, URLPattern):
            named.add(pattern.name)
        else:
            named |= {one.name for one in pattern.url_patterns}
    assert named - others - {None} == set(PAGES)


@pytest.mark.usefixtures("site")
def test_drafts_are_shown_only_to_curators(client: Client, people: dict[str, Any]) -> None:
    draft = factories.save_draft(factories.creature(slug="hidden"), by=None, why="work")
    urls = [
        reverse("admin:catalog_card_change", args=[draft.record_id]),
        reverse("admin:catalog_card_json", args=[draft.record_id, draft.pk]),
    ]
    for url in urls:
        assert b"hidden" not in client.get(url).content
        client.force_login(people["user"])
        assert b"hidden" not in client.get(url).content
        client.logout()


# The models on the index page, with + for those that can be added.
WRITTEN = {"Card+", "CardSet+", "Format+", "HouseRule+", "Ruling+", "Adventure+", "Reference+", "Rulebook+", "Section+"}
OF_CARDS = {*WRITTEN, "Game", "Draft", "Changeset", "Release", "UpcomingRelease"}
TO_KEEP = {*OF_CARDS, "Contribution", "TableImport", "WrongVerdict"}
TO_PUBLISH = {one.removesuffix("+") for one in OF_CARDS}
TO_MODERATE = {"Campaign", "Legion", "SharedAdventure", "Report", "Decision"}
FIRST_PAGE = {
    "curator": TO_KEEP,
    "curator of another game": TO_KEEP,
    "publisher": TO_PUBLISH,
    "curator and publisher": TO_KEEP,
    "publisher and curator of another game": TO_KEEP,
    "moderator": TO_MODERATE,
    "admin": (TO_KEEP - {"Game"}) | TO_MODERATE | {"Game+", "User+", "Group", "AuditEntry", "OutgoingMail"},
}


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("role", FIRST_PAGE)
def test_the_first_page_shows_each_role_what_it_can_do_and_nothing_else(role: str) -> None:
    client = admin_world.visitor(admin_world.person(role))
    page = client.get(reverse("admin:index"))
    models = [model for app in admin.site.get_app_list(page.wsgi_request) for model in app["models"]]
    listed = {model["object_name"] + "+" * bool(model["add_url"]) for model in models}
    assert listed == FIRST_PAGE[role]
    links = set(re.findall(r'href="(/admin/[^"#]*)"', page.content.decode()))
    assert {link: client.get(link, follow=True).status_code for link in links} == dict.fromkeys(links, 200)


@pytest.mark.parametrize("role", sorted(set(admin_world.ROLES) - set(FIRST_PAGE)))
def test_the_admin_is_closed_to_who_has_no_role_in_it(role: str) -> None:
    assert admin_world.visitor(admin_world.person(role)).get(reverse("admin:index"), follow=True).status_code == 403


# -- roles ---------------------------------------------------------------------------------------------------------


def test_migrating_leaves_the_groups_with_the_permissions_of_their_roles() -> None:
    for role in permissions.ROLES:
        group = Group.objects.get(name=role)
        assert {f"{one.content_type.app_label}.{one.codename}" for one in group.permissions.all()} == (
            permissions.permissions_of(role)
        )


def test_the_migration_names_permissions_as_django_does() -> None:
    from importlib import import_module

    migration = import_module("catalog.migrations.0001_squashed_0031_imported_documents")
    assert migration.WORDS
    for (app, model), words in migration.WORDS.items():
        assert apps.get_model(app, model)._meta.verbose_name_raw == words


def test_no_role_may_delete_anything() -> None:
    assert not any(
        "delete" in permission for role in permissions.ROLES for permission in permissions.permissions_of(role)
    )


def test_mending_the_groups_takes_away_what_does_not_belong() -> None:
    group = Group.objects.get(name=permissions.CURATOR)
    group.permissions.set(Permission.objects.filter(codename__startswith="delete"))
    permissions.ensure_roles()
    assert {f"{one.content_type.app_label}.{one.codename}" for one in group.permissions.all()} == (
        permissions.permissions_of(permissions.CURATOR)
    )


def test_a_role_opens_the_admin_and_its_loss_closes_it() -> None:
    user = factories.user_with(permissions.CURATOR, permissions.ADMIN)
    assert (user.is_staff, permissions.roles_of(user)) == (True, {"curator", "admin"})
    permissions.revoke(user, permissions.ADMIN)
    assert user.is_staff
    permissions.revoke(user, permissions.CURATOR)
    assert (user.is_staff, user.has_perm("catalog.change_card")) == (False, False)


def test_an_unknown_role_cannot_be_granted() -> None:
    with pytest.raises(KeyError):
        permissions.grant(factories.UserFactory(), "king")


def test_the_command_gives_roles_and_tells_what_they_permit() -> None:
    factories.UserFactory(username="ann")
    out = StringIO()
    call_command("create_roles", "--curator", "ann", stdout=out)
    assert "ann is curator." in out.getvalue()
    assert "catalog.change_card" in out.getvalue()
    assert get_user_model().objects.get(username="ann").has_perm("catalog.change_card")
    with pytest.raises(CommandError, match="no user “nobody”"):
        call_command("create_roles", "--admin", "nobody", stdout=out)


def test_the_command_gives_all_roles_or_none() -> None:
    factories.UserFactory(username="ann")
    with pytest.raises(CommandError, match=r"no user “nobody”\. Nothing was changed\."):
        call_command("create_roles", "--contributor", "ann", "--admin", "nobody", stdout=StringIO())
    assert permissions.roles_of(get_user_model().objects.get(username="ann")) == set()


# -- user pages ----------------------------------------------------------------------------------------------------


def post_user(client: Client, user: Any, **values: Any) -> Any:
    """Save a user's page with some fields changed."""
    data = {"username": user.username, "email": user.email, "is_active": "on", **values}
    return client.post(reverse("admin:auth_user_change", args=[user.pk]), data)


def test_putting_somebody_into_a_group_opens_the_admin_for_them(client: Client, people: dict[str, Any]) -> None:
    client.force_login(people["admin"])
    post_user(client, people["user"], groups=[Group.objects.get(name="curator").pk])
    people["user"].refresh_from_db()
    assert (people["user"].is_staff, permissions.roles_of(people["user"])) == (True, {"curator"})
    post_user(client, people["user"], groups=[])
    people["user"].refresh_from_db()
    assert not people["user"].is_staff


def test_an_admin_makes_nobody_a_superuser_and_changes_none(client: Client, people: dict[str, Any]) -> None:
    client.force_login(people["admin"])
    everything = [permission.pk for permission in Permission.objects.all()]
    for target in ("admin", "user"):
        groups = [group.pk for group in people[target].groups.all()]
        post_user(client, people[target], is_superuser="on", user_permissions=everything, groups=groups)
        people[target].refresh_from_db()
        assert not people[target].is_superuser
        assert not people[target].user_permissions.exists()
    root = factories.UserFactory(username="root", is_superuser=True, is_staff=True)
    assert post_user(client, root, email="taken@example.org").status_code == 403
    password = reverse("admin:auth_user_password_change", args=[root.pk])
    assert (
        client.post(password, {"password1": "another long secret", "password2": "another long secret"}).status_code
        == 403
    )


def test_a_superuser_may_do_what_admins_may_not(client: Client, people: dict[str, Any]) -> None:
    client.force_login(factories.UserFactory(is_superuser=True, is_staff=True))
    assert post_user(client, people["user"], is_superuser="on").status_code == 302
    people["user"].refresh_from_db()
    assert (people["user"].is_superuser, people["user"].is_staff) == (True, True)


def test_the_list_of_people_tells_their_roles(client: Client, people: dict[str, Any]) -> None:
    client.force_login(people["admin"])
    html = client.get(reverse("admin:auth_user_changelist")).content.decode()
    assert '<td class="field-role_names">curator</td>' in html


def test_signing_in_goes_through_the_page_of_the_site(client: Client, people: dict[str, Any]) -> None:
    answer = client.get(reverse("admin:login") + "?next=/admin/catalog/card/")
    assert answer.headers["Location"] == reverse("account_login") + "?next=/admin/catalog/card/"
    client.force_login(people["curator"])
    assert client.get(reverse("admin:login")).headers["Location"] == reverse("admin:index")


@pytest.mark.usefixtures("site")
def test_a_curator_looks_at_a_game_in_its_history(client: Client, people: dict[str, Any]) -> None:
    client.force_login(people["curator"])
    game = Record.objects.get(document_type="game")
    url = reverse("admin:catalog_game_change", args=[game.pk])
    assert client.get(url).headers["Location"] == reverse("admin:catalog_game_history", args=[game.pk])
    assert client.post(url, {"_publish": "x", "why": "x"}).status_code == 403


@pytest.mark.usefixtures("site")
def test_a_release_shows_its_changes(client: Client, people: dict[str, Any]) -> None:
    client.force_login(people["curator"])
    html = client.get(reverse("admin:catalog_release_change", args=[1])).content.decode()
    card = Record.objects.get(document_type="card")
    assert reverse("admin:catalog_card_history", args=[card.pk]) in html
