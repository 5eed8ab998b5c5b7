"""Tables, upcoming releases, pictures, people and the audit log in German, as visited by their users."""

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache as kept
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from catalog import audit, permissions, publishing
from catalog.admin import audit_log
from catalog.admin import upcoming_releases as rooms
from catalog.documents.errors import InvalidInput
from catalog.documents.licences import LICENCES
from catalog.models import AuditEntry, Changeset, Picture, Record, Release, Revision, SavedFilter
from catalog.models.table_imports import TableImport
from catalog.models.upcoming import PreviewState, ReleasePreview, UpcomingRelease
from catalog.pictures import services
from catalog.publishing import changesets, scheduling, upcoming_releases
from catalog.tables import file_formats, table_import
from tests import picture_factory, pseudo, worlds
from tests.legions.german_walks import Walk, cards, visitor
from tests.legions.test_german_admin import at_work, words_of_documents

pytestmark = [pytest.mark.sampled, pytest.mark.django_db]

State = TableImport.State
SOURCE = {"source": "Wraith", "page": 4, "checked": False}
SAME = """
nobody nothing csv xlsx jpg GIF Upload-Offset Europe Berlin source page checked false true share md5 Superuser
"""
"""Words of tables and of documents, and texts of users on these pages."""
FRAME = frozenset(("game", "format", "house-rule", "set"))
CARDS = frozenset(("wraith", "balagos", "maurghoros", "fireball", "stoop-from-the-louvres"))
"""The published cards: these pages read all published cards repeatedly, and a few are enough."""
TOLD = {
    "total": 30,
    "public": 3,
    "private": 2,
    "prices": 1,
    "verdicts": [["legal", "illegal", 2], ["undetermined", "not judged", 1]],
    "rules": [["attack-wing/point-limit", 2]],
    "named": [
        {
            "name": "Wraith",
            "game": "attack-wing",
            "address": "/s/wraith/",
            "verdicts": verdicts,
            "points": points,
            "rules": rules,
        }
        for verdicts, points, rules in (
            (["legal", "illegal"], [[None, 20], [40, 40]], ["attack-wing/point-limit"]),
            (["not judged", "not judged"], [[20, 20], [20, 20]], []),
        )
    ],
    "unjudged": ["attack-wing"],
}
"""The effects of a release, of every kind that a preview shows."""
FAULTY = (
    b"slug,name,cost,unique,energy,slots,weapons,source,source page,text,keywords,sources\n"
    b'wraith,,many,perhaps,fire,"[1","{bad","",x,"""half",[],\n'
    b"wraith,,3,,,,,,,,,\nwraith,,4,,,,,,,,,\n"
    b"fireball,Fireball,,,,,,,,,,\n"
    b",,1,,,,,,,,,\n"
    b"nobody,Nobody,-5,yes,wood;fire;fire,,[{}],Wraith,4,,,\n"
    b",Wraith,,,,,,,,,,\n"
)
"""A table with an error of every kind."""
NO_TABLES = (
    b"",
    b"slug,name\n",
    b"\xd0\xcf\x11\xe0",
    b"PK\x03\x04",
    b"\xff\xff",
    b"a\0b",
    b"slug\nwraith,two",
    b'slug\n"half',
    b"[1",
    b"[{} {}]",
    b"[nothing]",
    b"[1]",
    b"{" + b'"a":' + b"9" * 5_000 + b"}",
)
"""Files that are not tables, each for a different reason."""


@worlds.once_a_module
def working() -> dict[str, Any]:
    found = [one for one in cards() if one["game"] == "attack-wing"]
    people = at_work([one for one in found if one["kind"] in FRAME or one["slug"] in CARDS])
    permissions.assign_games(people["curator"], ["attack-wing", "dungeon-command"], by=people["admin"])
    return people


@pytest.fixture
def people(working: dict[str, Any], settings: Any, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """A user of each role, with German in fullwidth letters."""
    settings.MEDIA_ROOT = tmp_path
    with pseudo.spoken():
        yield deepcopy(working)
    kept.clear()


@pytest.fixture
def walk() -> Walk:
    return Walk([*words_of_documents(), *SAME.split(), *(licence.name for licence in LICENCES.values())])


def checked_walk(walk: Walk, least: int) -> None:
    """Fail if any text was left in English, or if too few pages were visited."""
    assert walk.pages >= least
    if walk.left:
        pytest.fail(walk.told)


def brought(by: Any, raw: bytes, *, source: Any = SOURCE, check: bool = True) -> TableImport:
    """Return an uploaded table, checked if requested."""
    with translation.override("de"):
        table = table_import.start_upload(by=by, game="attack-wing", kind="creature", name="wraith.csv", size=len(raw))
        table = table_import.receive_part(table, raw, offset=0, by=by)
        return table_import.check(table, keys=table.meant, source=source, by=by) if check else table


def mended(by: Any) -> TableImport:
    """Return a checked table with a mended cell, a row that is left out, a row with faults, and one without."""
    table = brought(by, b"slug,name,cost\nnobody,Nobody,many\nwraith,,nothing\nbalagos,,2\n")
    return table_import.mend(table, entered={(2, 1): ""}, omitted={3: True}, seen=table.digest, by=by)


def press(walk: Walk, client: Client, where: str, **filled: Any) -> None:
    """Press a button of a page, and check the response; its effects are rolled back."""
    with transaction.atomic():
        walk.take(f"{where} {sorted(filled)}", client.post(where, filled, follow=True))
        transaction.set_rollback(True)


# -- tables ------------------------------------------------------------------------------------------------------------


def tables(by: Any) -> None:
    """Create tables in every state."""
    change = b"slug,cost,name\nwraith,21,\n,,Nobody\nbalagos,?,\n"
    brought(by, FAULTY, source=None)
    brought(by, change)
    brought(by, b"slug\nwraith\n")
    brought(by, b",cost\nwraith,3\n", check=False)
    done = brought(by, b"slug,name\nnobody,Nobody\n")
    with translation.override("de"):
        table_import.import_as_drafts(done, by=by, why="Wraith", seen=done.digest)
        table_import.cancel(brought(by, change), by=by)
        table_import.start_upload(by=by, game="attack-wing", kind="creature", name="wraith.csv", size=len(change))
        mended(by)
        partly = mended(by)
        table_import.import_as_drafts(partly, by=by, why="Wraith", seen=partly.digest, good_rows_only=True)
        waits = [[0, gettext("This row depends on rows that have faults.")]]
    meanwhile = brought(by, change)
    told = {**meanwhile.report, "meanwhile": True, "left_out": 2}
    told["rows"][0]["waits"] = waits
    TableImport.objects.filter(pk=meanwhile.pk).update(report=told)
    now = timezone.now()
    for state in (State.CHECKING, State.WRITING):
        for heard in (now, now - timedelta(hours=1)):
            TableImport.objects.filter(pk=brought(by, change).pk).update(state=state, heard_at=heard)


def test_tables_are_in_german(people: dict[str, Any], walk: Walk) -> None:
    tables(people["second"])
    client = visitor(people["second"])
    at = [reverse(f"admin:catalog_tableimport_{name}") for name in ("changelist", "bring", "take")]
    found = {one.pk: reverse("admin:catalog_tableimport_change", args=[one.pk]) for one in TableImport.objects.all()}
    walk.go(client, [*at, *found.values(), *(f"{at[0]}?state__exact={state}" for state in State)])
    walk.go(
        client, [f"{where}?{query}" for where in found.values() for query in ("only=faulty", "only=omitted", "line=2")]
    )
    walk.go(client, [f"{at[2]}?of=nothing&form=pdf"])
    for one in TableImport.objects.all():
        seen = {"seen": one.digest, "why": "Wraith"}
        for button in ("_bring", "_bring_good", "_again", "_give_up"):
            press(walk, client, found[one.pk], **{button: "x"}, **seen)
        press(walk, client, found[one.pk], _mend="x", **seen, **{"cell-2-1": "x" * 2_001})
        meant = {f"column-{place}": "cost" for place in range(12)}
        press(walk, client, found[one.pk], _check="x", **meant)
    walk.send(people["second"])
    checked_walk(walk, 60)
    report = TableImport.objects.order_by("pk")[0].report
    assert len({message for row in report["rows"] for _cell, message in row["faults"]}) > 12


def test_messages_about_files_and_their_parts_are_in_german(people: dict[str, Any], walk: Walk) -> None:
    client = visitor(people["second"])
    said = []
    with translation.override("de"):
        for raw in NO_TABLES:
            with pytest.raises(InvalidInput) as refused:
                brought(people["second"], raw)
            said.append(refused.value.faults[0].message)
        with pytest.raises(InvalidInput) as refused:
            file_formats.read(b"slug\n" + b"x\n" * 20_001)
        said.append(refused.value.faults[0].message)
    started = {"of": "attack-wing/creature", "name": "wraith.csv", "size": "9", "sha256": "0" * 64}
    begin, json = reverse("admin:catalog_tableimport_bring"), {"Accept": "application/json"}
    said += [client.post(begin, {**started, "size": size}, headers=json).json()["message"] for size in ("", "99999999")]
    part = client.post(begin, started, headers=json).json()["part"]
    for offset, body in (("", b""), ("0", b"x" * 2**21), ("0", b"x" * 10), ("0", b"x" * 9)):
        told = {"Upload-Offset": offset}
        answer = client.post(part, body, content_type="application/octet-stream", headers=told)
        said.append(answer.json()["message"])
    walk.say("what is said of files", *said)
    assert len(set(said)) > 15
    checked_walk(walk, 1)


def test_english_readers_see_which_words_of_a_report_are_german(people: dict[str, Any]) -> None:
    one = brought(people["curator"], FAULTY, source=None)
    page = Client()
    page.force_login(people["curator"])
    html = page.get(reverse("admin:catalog_tableimport_change", args=[one.pk])).content.decode()
    assert '<span lang="de">' in html
    assert (
        "<span lang="
        not in visitor(people["curator"])
        .get(reverse("admin:catalog_tableimport_change", args=[one.pk]))
        .content.decode()
    )


def test_a_heading_is_known_in_the_language_that_is_spoken_and_in_english() -> None:
    with translation.override("de"):
        found = brought_columns("Name,Kosten,level,Source,Seite der Quelle")
    assert found == ["name", "cost", "level", "source", "source page"]
    assert brought_columns("Name,Cost,Kosten") == ["name", "cost", ""]


def brought_columns(header: str) -> list[str]:
    return table_import.columns.guess_columns(
        header.split(","), table_import.columns.columns_of("attack-wing", "creature")
    )


# -- changesets --------------------------------------------------------------------------------------------------------


def test_changesets_are_in_german(people: dict[str, Any], walk: Walk) -> None:
    record = Record.objects.get(game="attack-wing", slug="wraith")
    publishing.save_draft(
        {**publishing.current_revision(record).document, "text": "Wraith"},
        by=people["second"],
        why="Wraith",
        source="Wraith",
    )
    drafted = Revision.objects.drafts().get(record=record).changeset
    assert drafted
    published = Changeset.objects.exclude(rows__since=None).earliest("pk")
    pages = {one: reverse("admin:catalog_changeset_change", args=[one.pk]) for one in (drafted, published)}
    steps = [reverse(f"admin:catalog_changeset_{page}", args=[drafted.pk]) for page in ("sample", "publish", "revert")]
    listed = reverse("admin:catalog_changeset_changelist")
    client = visitor(people["admin"])
    walk.go(client, [listed, f"{listed}?state=review&author=you", *pages.values(), *steps])
    changesets.add_note(drafted, text="Wraith", by=people["admin"])
    for button in ("_submit", "_approve", "_return", "_withdraw", "_note", "_rename", "_discard"):
        token = changesets.changeset_token(changesets.changeset_drafts(drafted))
        press(walk, client, pages[drafted], **{button: "x"}, _all="x", seen=token)
        press(walk, client, pages[drafted], **{button: "x"}, seen="old", why="Wraith", text="Wraith", title="Wraith")
        press(walk, client, pages[drafted], **{button: "x"}, _all="x", seen=token, why="Wraith")
    press(walk, client, steps[1], seen="old")
    press(walk, client, steps[2], why="Wraith")
    walk.go(client, [*pages.values(), *steps])


# -- upcoming releases -------------------------------------------------------------------------------------------------


def approved(slug: str, people: dict[str, Any], **facts: Any) -> Record:
    """Create an approved change of a card."""
    record = Record.objects.get(game="attack-wing", slug=slug)
    known = publishing.current_revision(record).document
    publishing.save_draft({**known, **facts}, by=people["second"], why="Wraith", source="Wraith")
    publishing.submit_for_review(record, by=people["second"], expected=publishing.edit_token(record))
    publishing.approve(record, by=people["admin"], expected=publishing.edit_token(record))
    return record


def upcoming(people: dict[str, Any]) -> list[UpcomingRelease]:
    """Return upcoming releases in every state, with previews in every state."""
    by = people["publisher"]
    later = timezone.now() + timedelta(days=2)
    approved("wraith", people, text="Wraith")
    overtaken = upcoming_releases.create_upcoming(by=by, why="Wraith")
    scheduling.schedule(overtaken, due_at=later, by=by, seen=1)
    newest = Record.objects.get(slug="wraith").revisions.newest().get().document
    publishing.publish([{**newest, "text": "Balagos"}], by=None, why="Wraith")
    UpcomingRelease.objects.filter(pk=overtaken.pk).update(due_at=timezone.now())
    assert scheduling.publish_due(overtaken.pk) is None
    approved("balagos", people, text="Wraith")
    scheduled = upcoming_releases.create_upcoming(by=by, why="Balagos")
    scheduling.schedule(scheduled, due_at=later, by=by, seen=1)
    approved("maurghoros", people, text="Wraith")
    late = upcoming_releases.create_upcoming(by=by, why="Fireball")
    scheduling.schedule(late, due_at=later, by=by, seen=1)
    UpcomingRelease.objects.filter(pk=late.pk).update(due_at=timezone.now() - timedelta(hours=1))
    approved("fireball", people, text="Wraith")
    published = upcoming_releases.create_upcoming(by=by, why="Fireball")
    upcoming_releases.publish_upcoming(published, by=by, seen=1)
    dropped = upcoming_releases.create_upcoming(by=None, why="Fireball")
    upcoming_releases.discard_upcoming(dropped, by=None, seen=1)
    for state in PreviewState:
        one = upcoming_releases.create_upcoming(by=by, why=f"Wraith {state.value}"[:6])
        heard = timezone.now()
        ReleasePreview.objects.create(upcoming=one, mark="old", state=state, done=2, total=9, heard_at=heard)
    lost = upcoming_releases.create_upcoming(by=by, why="Wraith")
    ReleasePreview.objects.create(
        upcoming=lost, mark="old", state=PreviewState.RUNNING, heard_at=heard - timedelta(hours=1)
    )
    ReleasePreview.objects.filter(state=PreviewState.DONE).update(told={"legions": TOLD})
    approved("stoop-from-the-louvres", people, text="Wraith")
    return list(UpcomingRelease.objects.all())


def test_upcoming_releases_are_in_german(people: dict[str, Any], walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "zones", lambda: ("UTC", "Europe/Berlin"))
    found = upcoming(people)
    assert {one.state for one in found} == {"open", "scheduled", "published", "dropped"}
    pages = {one.pk: reverse("admin:catalog_upcomingrelease_change", args=[one.pk]) for one in found}
    listed = [reverse(f"admin:catalog_{name}") for name in ("upcomingrelease_changelist", "release_changelist")]
    releases = [reverse("admin:catalog_release_change", args=[one.pk]) for one in Release.objects.all()]
    begin = reverse("admin:catalog_upcomingrelease_begin")
    client = visitor(people["publisher"])
    walk.go(client, [*listed, *pages.values(), *releases, begin, f"{listed[0]}?state__exact=open"])
    walk.go(visitor(people["curator"]), pages.values())
    for one in (*found[-4:], found[0]):
        drafts = [str(pk) for pk in one.drafts.values_list("pk", flat=True)]
        seen = {"seen": one.version}
        for button in ("_publish", "_gather", "_unschedule", "_drop", "_preview", "_cancel"):
            press(walk, client, pages[one.pk], **{button: "x"}, **seen)
        press(walk, client, pages[one.pk], _leave=drafts[0] if drafts else "0", **seen)
        for due in ("2001-01-01T10:00", "2031-03-30T02:30", f"{timezone.now() + timedelta(days=9):%Y-%m-%dT12:00}"):
            press(walk, client, pages[one.pk], _schedule="x", due=due, zone="Europe/Berlin", **seen)
    press(walk, client, begin, why="Wraith")
    walk.send(people["publisher"])
    checked_walk(walk, 60)


def test_changes_of_scheduled_documents_are_refused_in_german(people: dict[str, Any], walk: Walk) -> None:
    approved("wraith", people, text="Wraith")
    one = upcoming_releases.create_upcoming(by=people["publisher"], why="Wraith")
    scheduling.schedule(one, due_at=timezone.now() + timedelta(days=2), by=people["publisher"], seen=1)
    with translation.override("de"), pytest.raises(InvalidInput) as refused:
        publishing.discard_draft(Record.objects.get(slug="wraith"), by=people["curator"])
    walk.say("a draft in a scheduled release", refused.value.faults[0].message)
    checked_walk(walk, 1)


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_pictures_are_in_german(people: dict[str, Any], walk: Walk) -> None:
    credit = services.Credit(alt="Wraith", author="Wraith", licence="CC0-1.0", source="https://example.org/")
    made = [picture_factory.add("wraith", shade, by=people["curator"], credit=credit) for shade in (20, 90, 160)]
    picture_factory.add("balagos", 90, credit=credit)
    services.withdraw(picture=made[2], why="Wraith", by=people["curator"], barred=True)
    record = Record.objects.get(slug="wraith")
    here = reverse("admin:catalog_card_pictures", args=[record.pk])
    found = [reverse("admin:catalog_card_picture", args=[record.pk, one.pk]) for one in made[:2]]
    client = visitor(people["curator"])
    walk.go(client, [here, *found])
    said = {"alt": "Wraith", "author": "Wraith", "licence": "CC0-1.0", "own": "on"}
    photos = [picture_factory.raw(shade) for shade in (20, 160, 220)]
    for raw in (*photos, picture_factory.raw(10, (20, 20)), b"GIF89a", b"8BPS", b"%PDF-", b"\0\0\1\0", b"nothing"):
        press(walk, client, here, file=SimpleUploadedFile("wraith.jpg", raw), **said)
    press(walk, client, found[0], _change="x", **said)
    press(walk, client, found[0], _change="x", **{**said, "author": "Nobody"})
    for barred in ({}, {"barred": "on"}):
        press(walk, client, found[1], _withdraw="x", why="Wraith", **barred)
    walk.send(people["curator"])
    walk.say("a picture", *(str(field.verbose_name) for field in (Picture._meta.get_field("alt"),)))
    checked_walk(walk, 20)


# -- people and the audit log ------------------------------------------------------------------------------------------


def test_people_and_their_roles_are_in_german(people: dict[str, Any], walk: Walk) -> None:
    for role in (permissions.CONTRIBUTOR, permissions.MODERATOR):
        permissions.grant(people["second"], role)
    for one in people.values():
        type(one).objects.filter(pk=one.pk).update(password="md5$1$2")
        one.refresh_from_db()
    listed = [reverse(f"admin:auth_{name}_changelist") for name in ("user", "group")]
    client = visitor(people["admin"])
    users = [reverse("admin:auth_user_change", args=[one.pk]) for one in people.values()]
    groups = [reverse("admin:auth_group_change", args=[one.pk]) for one in Group.objects.all()]
    more = [reverse("admin:auth_user_add"), *(f"{where}../password/" for where in users[:1])]
    walk.go(client, [*listed, f"{listed[0]}?groups__id__exact={Group.objects.first().pk}", *users, *groups, *more])
    walk.send(people["admin"])
    checked_walk(walk, 15)
    shown = client.get(listed[0]).content.decode()
    assert pseudo.written_wide("Herausgeber") in shown
    assert '<td class="field-role_names">publisher' not in shown


def test_saved_filters_merges_and_copies_are_in_german(people: dict[str, Any], walk: Walk) -> None:
    client, listed = visitor(people["admin"]), reverse("admin:catalog_card_changelist")
    saved = reverse("admin:catalog_card_savefilter")
    for fields in ({}, {"name": "Wraith", "query": "x=1"}, {"name": "Wraith", "query": "q=wraith"}):
        press(walk, client, saved, **fields)
    fields = {"by": people["admin"], "listing": "catalog_card", "name": "Wraith", "query": "q=wraith&wraith=1"}
    kept = SavedFilter.objects.create(**fields)
    wraith = Record.objects.get(game="attack-wing", slug="wraith")
    merge = reverse("admin:catalog_card_merge", args=[wraith.pk])
    copy = f"{reverse('admin:catalog_card_add')}?of=attack-wing/creature&copy={wraith.pk}"
    doubles = [f"{merge}?double={slug}" for slug in ("wraith", "nobody", "giant")]
    walk.go(client, [listed, f"{listed}?q=wraith", merge, *doubles, copy])
    press(walk, client, doubles[2], why="Wraith", seen="old")
    press(walk, client, reverse("admin:catalog_card_deletefilter", args=[kept.pk]))
    checked_walk(walk, 10)


def test_the_audit_log_is_in_german(people: dict[str, Any], walk: Walk) -> None:
    for what in audit_log.action_labels():
        audit.log_action(what, by=people["curator"], of="attack-wing/card/wraith", before={"a": 1}, after={"b": None})
    audit.log_action("logged in", by=None)
    people["second"].delete()
    listed = reverse("admin:catalog_auditentry_changelist")
    rows = {one.what: reverse("admin:catalog_auditentry_change", args=[one.pk]) for one in AuditEntry.objects.all()}
    client = visitor(people["admin"])
    faulty = f"{listed}?person=wraith&first=wraith&last=wraith&what=wraith&q=wraith"
    walk.go(client, [listed, *rows.values(), f"{listed}?what=draft+saved&q=a", faulty])
    checked_walk(walk, 30)
    word = pseudo.written_wide("Bild hinzu")
    assert "1 " in client.get(listed, {"q": word}).content.decode()
    assert rows["picture added"] in client.get(listed, {"q": word}).content.decode()
    assert rows["draft saved"] not in client.get(listed, {"q": word}).content.decode()
