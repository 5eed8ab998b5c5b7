"""Export of a user's data, and deletion of the account: complete, and without data of others."""

import io
import json
from copy import deepcopy
from datetime import timedelta
from hashlib import sha256

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from catalog import permissions
from catalog.curation import contributions
from catalog.models import AuditEntry, Confirmation, Contribution, Dispute, Picture, Record, Release, SavedFilter
from catalog.models.changesets import ChangesetOrigin
from catalog.models.upcoming import UpcomingRelease
from catalog.pictures.services import withdraw
from catalog.publishing import changesets
from catalog.tables import table_import
from legions.account_pages import data_export, deletion
from legions.account_pages.personal_data import PERSONAL_DATA
from legions.accounts import profile_names
from legions.accounts.models import DeletedAccount
from legions.api_tokens import services as api_tokens_services
from legions.api_tokens.models import IdempotencyRecord, Scope
from legions.campaigns import services as campaigns
from legions.campaigns import shared_adventures
from legions.changes.basic import Rename
from legions.collection import services as collections
from legions.collection.counts import Counts
from legions.community import comment_services, favourite_services, moderation, profile_services
from legions.notifications import verdict_changes
from legions.own_numbers import services as own_numbers
from legions.saved_lists import services as saved_lists_services
from legions.saved_lists.models import Legion, LegionRevision
from legions.saved_lists.share_keys import EndedLink
from legions.sharing import services as sharing_services
from legions.shelf import services as shelf_services
from legions.watching import services as watching
from legions.watching.models import WatchNotice
from legions.webhooks import services as hooks
from rulesapi.verdict_reports import report_service
from tests import factories, worlds
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

PASSWORD = "correct horse battery staple"
NAME, EMAIL, NUMBER = "ada-lovelace", "ada@analytical.example", 987_654_321
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


def publish_cards():
    factories.publish_frame(
        factories.creature(slug="giant", name="Hill Giant"),
        factories.creature(slug="beast", cost=None),
        factories.adventure(),
    )


def person(name, email, number=None):
    """Return a user with rows in every table that refers to accounts."""
    user = get_user_model().objects.create_user(name, email=email, password=PASSWORD, pk=number)
    user.emailaddress_set.create(email=email, primary=True, verified=True)
    profile_names.set_display_name(user=user, name=f"Countess {name}")
    TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)
    api_tokens_services.create_token(user=user, name=f"{name} robot", scope=Scope.READ, days=30)
    hooks.add_webhook(user=user, url=f"https://example.org/{name}", site="https://muster.example/")
    IdempotencyRecord.objects.create(
        user=user, key=f"{name}-1", body=f"{name}", until=timezone.now() + timedelta(days=1)
    )
    legion = factories.legion({"card": "giant"}, owner=user)
    saved_lists_services.edit_legion(legion=legion, base=1, change=Rename("First"))
    saved_lists_services.delete_legion(legion=factories.legion({"card": "giant"}, owner=user))
    collections.set_counts(
        holder=saved_lists_services.Holder(user=user), game="attack-wing", now=Counts({"giant": 2}, {}), what="x"
    )
    own_numbers.set_facts(
        holder=saved_lists_services.Holder(user=user), game="attack-wing", facts={"beast": {"cost": 37}}, what="x"
    )
    shelf_services.add_cards(owner=user, game="attack-wing", slugs=["beast"])
    campaign = campaigns.start_campaign(
        holder=saved_lists_services.Holder(user=user),
        game="attack-wing",
        name=f"League of {name}",
        plan=["over-the-hill"],
        player=f"Countess {name}",
    )
    document = factories.adventure(name=f"The ford of {name}")
    shared_adventures.share_adventure(campaign=campaign, user=user, document=document)
    others = factories.legion({"card": "giant"}, owner=factories.UserFactory())
    sharing_services.list_in_gallery(legion=others)
    favourite_services.add_favourite(user=user, legion=others)
    watching.watch(user=user, record=Record.objects.get(slug="giant"))
    changes = [["attack-wing", "creature", "giant", "Giant", "changed"]]
    WatchNotice.objects.create(user=user, release=Release.objects.latest("number"), changes=changes, total=1)
    write_comments(user, name, others)
    fields = {"facts": {"cost": 38}, "note": f"{name} has the box"}
    printed = contributions.Origin(printed=True)
    contribution = contributions.submit(by=user, game="attack-wing", slug="beast", origin=printed, **fields)
    changeset = changesets.new_changeset(title="Wave two", origin=ChangesetOrigin.WORK, by=user)
    changesets.add_note(changeset, text="Is page 4 read?", by=user)
    SavedFilter.objects.create(by=user, listing="catalog_card", name=f"Cards of {name}", query="q=wolf", shared=True)
    Confirmation.objects.create(record=Record.objects.get(slug="giant"), fact="cost", digest="0" * 64, by=user)
    Dispute.objects.create(contribution=contribution, fact="cost", against={}, kept_by=user, ruled_by=user)
    doubted = {"game": "attack-wing", "picks": [{"card": "giant"}]}
    report_service.report_verdict(legion=doubted, expected="illegal", note=f"{name} says so", by=user)
    table_import.start_upload(by=user, game="attack-wing", kind="creature", name=f"{name}.csv", size=3)
    verdict_changes.subscribe(user=user, origin="https://muster.example", language="en")
    permissions.grant(user, permissions.ADMIN)
    permissions.assign_games(user, ["attack-wing"])
    user.user_permissions.add(permissions.ensure_roles()[-1].permissions.first())
    factories.publish_documents([factories.creature(slug=f"by-{name[:3]}")], by=user, why="A card")
    factories.save_draft(factories.creature(slug=f"drafted-by-{name[:3]}"), by=user, why="A card")
    UpcomingRelease.objects.create(by=user, why="Cards")
    for word in ("kept", "withdrawn"):
        fields = {"alt": "A giant", "author": "Kim", "licence": "CC0-1.0", "by": user}
        digest = sha256(f"{name} {word}".encode()).hexdigest()
        shown = Picture.objects.create(**fields, digest=digest, record=Record.objects.get(slug="giant"))
    withdraw(picture=shown, why="It is none of ours", by=user, barred=False)
    users = ContentType.objects.get_for_model(get_user_model())
    for by in (user, factories.UserFactory()):
        LogEntry.objects.create(user=by, content_type=users, object_id=user.pk, object_repr=name, action_flag=CHANGE)
    return user


def write_comments(user, name, legion):
    """Write a comment and a report as the user, report and decide about the user, and decide as the user."""
    moderator, other = factories.UserFactory(), factories.UserFactory()
    theirs = comment_services.write_comment(user=user, legion=legion, text=f"{name} was here")
    page = profile_services.save_profile_page(
        user=user, name=f"Countess {name}", handle=f"countess-{user.pk}", shown=True
    )
    for thing in (moderation.ReportTarget("comment", theirs), moderation.ReportTarget("person", page.user)):
        moderation.create_report(by=other, target=thing, reason="other", note="Odd.")
        moderation.decide_target(by=moderator, target=thing, seen=0, do="decline", why="It is none.", silent_days=7)
    ones = moderation.ReportTarget("comment", comment_services.write_comment(user=other, legion=legion, text="Hm."))
    moderation.create_report(by=user, target=ones, reason="other", note=f"says {name}")
    moderation.decide_target(by=user, target=ones, seen=0, do="decline", why="It is none.")


@worlds.once_a_module
def lived():
    publish_cards()
    return person(NAME, EMAIL, NUMBER)


@pytest.fixture
def ada(lived):
    return deepcopy(lived)


@pytest.fixture
def client(ada):
    client = Client(headers={"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"})
    client.force_login(ada)
    client.get("/account/sessions/")
    return client


def everything():
    """Return the contents of the database, table by table, sessions unpacked."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - names of our own
            found[table] = [str(row) for row in cursor.fetchall()]
    found["sessions unpacked"] = [str(one.get_decoded()) for one in Session.objects.all()]
    return found


def traces():
    """Return the places that still contain the user's name, address or number."""
    return {
        table: row
        for table, rows in everything().items()
        for row in rows
        if any(sign in row.lower() for sign in (NAME, EMAIL, str(NUMBER), "countess"))
    }


def exported(user):
    file = io.BytesIO()
    data_export.write_export(user=user, file=file)
    return json.loads(file.getvalue())


# -- export ------------------------------------------------------------------------------------------------------------


def test_the_file_has_every_belonging_of_its_owner_and_of_nobody_else(ada, client):
    person("bob-babbage", "bob@engine.example")
    data = exported(ada)
    assert set(data) == {"made_at", "account", *(one.name for one in PERSONAL_DATA)}
    for one in PERSONAL_DATA:
        assert data[one.name], f"{one.name}: the person of this test has none, so it shows nothing"
    assert "babbage" not in json.dumps(data)
    assert data["account"]["username"] == NAME
    assert data["offers"][0]["facts"] == {"cost": 38}
    assert data["collections"][0]["cards"] == {"giant": 2}
    assert data["own_numbers"][0]["facts"] == {"beast": {"cost": 37}}


@pytest.mark.sampled
def test_the_export_has_every_state_of_legions_and_deleted_ones(ada):
    first, thrown = exported(ada)["legions"]
    if first["deleted_at"]:
        first, thrown = thrown, first
    assert [state["number"] for state in first["states"]] == [1, 2]
    assert [state["document"].get("name") for state in first["states"]] == [None, "First"]
    assert thrown["deleted_at"]


def test_no_key_and_no_secret_is_in_the_file(ada, client):
    text = json.dumps(exported(ada))
    session = client.cookies["sessionid"].value
    secrets = [session, ada.password, *(str(one.data) for one in Authenticator.objects.all())]
    secrets += Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    assert not [one for one in secrets if one in text]


@pytest.mark.sampled
def test_the_file_comes_from_a_form_as_a_download(ada, client):
    page = Page(client.get("/account/data/"))
    assert "lists, with every state they were in: 2" in page.words
    answer = client.post("/account/data/")
    day = f"{timezone.now():%Y-%m-%d}"
    assert answer["Content-Disposition"] == f'attachment; filename="muster-{NAME}-{day}.json"'
    assert "no-store" in answer["Cache-Control"]
    assert json.loads(answer.getvalue())["account"]["email"] == EMAIL


@pytest.mark.sampled
@pytest.mark.parametrize("count", [2, 120])
def test_the_file_takes_as_many_questions_for_many_states_as_for_few(ada, count, django_assert_max_num_queries):
    legion = Legion.objects.filter(owner=ada, deleted_at=None).get()
    for number in range(2, 2 + count):
        saved_lists_services.edit_legion(legion=legion, base=number, change=Rename(f"Name {number}"))
        legion.refresh_from_db()
    with django_assert_max_num_queries(57):
        data = exported(ada)
    assert sum(len(one["states"]) for one in data["legions"]) == count + 3


@pytest.mark.sampled
@pytest.mark.parametrize("address", ["/account/data/", "/account/delete/"])
def test_both_ask_once_more_who_it_is_when_the_log_in_is_a_while_ago(client, ada, address, monkeypatch):
    assert Client().post(address).url.startswith("/account/login/")
    monkeypatch.setattr("allauth.account.app_settings.AppSettings.REAUTHENTICATION_TIMEOUT", -1)
    assert client.get(address).status_code == 200
    assert client.post(address, {"name": NAME}).url.startswith("/account/reauthenticate/")
    assert get_user_model().objects.filter(pk=NUMBER).exists()
    assert Client(enforce_csrf_checks=True).post(address).status_code == 403


@pytest.mark.sampled
def test_the_file_is_not_made_over_and_over(client):
    for _ in range(10):
        client.post("/account/data/").getvalue()
    assert client.post("/account/data/").status_code == 429


# -- deleting ----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_page_says_what_goes_and_what_stays(client, ada):
    sharing_services.share_legion(legion=Legion.objects.filter(owner=ada, deleted_at=None).get())
    words = Page(client.get("/account/delete/")).words
    goes, stays = words.split("This will be removed")[1].split("This stays, without your name")
    assert "lists, with every state they were in: 2" in goes
    assert "1 of your lists is shared. Its link stops working" in goes
    assert "facts that you offered from your cards: 1" in stays
    assert "states of cards that you wrote: 2" in stays


@pytest.mark.one_variant
@pytest.mark.parametrize("name", ["", "ada", NAME.upper(), "bob"])
def test_without_the_name_of_the_account_nothing_is_deleted(client, name):
    assert client.post("/account/delete/", {"name": name}).status_code == 200
    assert get_user_model().objects.filter(pk=NUMBER).exists()


@pytest.mark.sampled
def test_nothing_of_the_person_is_left_but_a_number(client, ada):
    assert len(traces()) > 10
    answer = client.post("/account/delete/", {"name": NAME}, follow=True)
    assert "Your account and its data are deleted" in Page(answer).words
    assert set(traces()) == {DeletedAccount._meta.db_table, AuditEntry._meta.db_table}
    for row in nonempty(everything()[AuditEntry._meta.db_table]):  # curator actions, by the user's number
        assert not any(sign in row.lower() for sign in (NAME, EMAIL, "countess"))
    assert [one.number for one in DeletedAccount.objects.all()] == [NUMBER]
    assert client.get("/account/").status_code == 302
    assert mail.outbox[-1].to == [EMAIL]
    assert mail.outbox[-1].subject == "Muster: Your account is deleted"


@pytest.mark.sampled
def test_links_end_copies_of_others_stay_and_the_catalog_keeps_what_was_given(client, ada):
    mine = Legion.objects.filter(owner=ada, deleted_at=None).get()
    key = sharing_services.share_legion(legion=mine)
    friend = factories.UserFactory()
    copy = saved_lists_services.copy_legion(
        document=mine.document, holder=saved_lists_services.Holder(user=friend), origin=mine
    )
    newest = Release.objects.newest()
    client.post("/account/delete/", {"name": NAME})
    assert Client().get(f"/s/{key}/").status_code == 410
    assert EndedLink.objects.count() == 2  # links of the list and of the published adventure
    copy.refresh_from_db()
    assert (copy.owner, copy.origin) == (friend, None)
    assert set(LegionRevision.objects.values_list("legion__owner", flat=True)).isdisjoint({NUMBER, None})
    assert [(one.by, one.facts, one.note) for one in Contribution.objects.all()] == [(None, {"cost": 38}, "")]
    assert Release.objects.get(number=newest).by is None


@pytest.mark.sampled
def test_every_device_is_out_at_once(client, ada):
    phone = Client()
    phone.force_login(ada)
    phone.get("/account/sessions/")
    client.post("/account/delete/", {"name": NAME})
    assert phone.get("/account/").status_code == 302
    assert not Session.objects.filter(pk=phone.cookies["sessionid"].value).exists()


def test_nobody_else_loses_anything(client, ada):
    bob = person("bob-babbage", "bob@engine.example")
    before = {one.name: one.rows(bob).count() for one in PERSONAL_DATA}
    client.post("/account/delete/", {"name": NAME})
    assert {one.name: one.rows(bob).count() for one in PERSONAL_DATA} == before


@pytest.mark.sampled
def test_the_last_who_looks_after_people_stays_until_there_is_another(client, ada):
    ada.is_superuser = True
    ada.save()
    assert "Choose another first" in Page(client.post("/account/delete/", {"name": NAME})).words
    assert not DeletedAccount.objects.exists()
    factories.UserFactory(is_superuser=True, is_staff=True)
    client.post("/account/delete/", {"name": NAME})
    assert not get_user_model().objects.filter(pk=NUMBER).exists()


def test_when_something_fails_half_way_all_of_it_is_still_there(ada, monkeypatch):
    before = everything()

    def fail(*_):
        raise RuntimeError("half way")

    monkeypatch.setattr(type(ada), "delete", fail)
    with pytest.raises(RuntimeError):
        deletion.delete_account(user=ada)
    assert everything() == before


# -- after a restore ---------------------------------------------------------------------------------------------------


def test_accounts_restored_from_a_backup_are_deleted_again_by_the_list(ada, tmp_path, capsys):
    deletion.delete_account(user=ada)
    call_command("deleted_accounts")
    listed = tmp_path / "deleted"
    listed.write_text(capsys.readouterr().out)
    assert NAME not in listed.read_text()
    DeletedAccount.objects.all().delete()
    back = get_user_model().objects.create_user(NAME, pk=NUMBER)
    back.date_joined = timezone.now() - timedelta(days=300)
    back.save()
    call_command("deleted_accounts", "--again", str(listed))
    assert "1 of 1 accounts were in the backup" in capsys.readouterr().out
    assert not get_user_model().objects.filter(pk=NUMBER).exists()
    call_command("deleted_accounts", "--again", str(listed))
    assert "0 of 1" in capsys.readouterr().out


def test_a_new_account_with_an_old_number_is_not_deleted(ada):
    at = timezone.now()
    deletion.delete_account(user=ada, deleted_at=at)
    get_user_model().objects.create_user("somebody-new", pk=NUMBER)
    assert deletion.repeat_deletions([(NUMBER, at)]) == 0


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "text",
    [
        "no json",
        '{"number": 1}',
        '{"number": "x", "deleted_at": "2026-01-01T00:00:00Z"}',
        '{"number": 1, "deleted_at": "2026-01-01T00:00:00"}',
        '{"number": true, "deleted_at": "2026-01-01T00:00:00+00:00"}',
        "[]",
        "[" * 100_000,
        "\xff",
        "\0",
    ],
)
def test_a_file_that_is_no_such_list_deletes_nobody(ada, tmp_path, text):
    first = f'{{"number": {NUMBER}, "deleted_at": "2099-01-01T00:00:00+00:00"}}\n'
    (tmp_path / "list").write_text(first + f"{text}\n", "latin-1")
    wrong = r"list is no list that manage\.py deleted_accounts wrote: line 2 has no deleted account\.$"
    with pytest.raises(CommandError, match=wrong):
        call_command("deleted_accounts", "--again", str(tmp_path / "list"))
    assert get_user_model().objects.filter(pk=NUMBER).exists()


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_a_list_that_cannot_be_read_is_named(ada, tmp_path, name):
    with pytest.raises(CommandError, match=r" cannot be read: (No such file or directory|Is a directory)\.$"):
        call_command("deleted_accounts", "--again", str(tmp_path / name))
