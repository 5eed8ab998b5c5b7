"""Reports and decisions: recorded with author, time and reason; hidden content can be restored; its author learns the
reason.
"""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from catalog import permissions
from legions.accounts.holders import Holder
from legions.accounts.models import Profile
from legions.campaigns import services as campaigns
from legions.campaigns import shared_adventures
from legions.community import comment_services, moderation
from legions.community import profile_services as pages
from legions.community.models import Comment, Decision, Report, Silence
from legions.community.moderation import AlreadyDecided, ReportTarget
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from legions.site.errors import ActionRefused
from tests import factories, worlds
from tests.clients import logged_in
from tests.legions.builder_helpers import HTMX_HEADERS, address, publish_cards
from tests.legions.page_parser import Page, is_harmless
from tests.legions.test_site_hostile_texts import SAMPLE
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.guard]

THINGS = ("comment", "legion", "person", "adventure")


@worlds.once_a_module
def gathered():
    publish_cards()
    names = ("owner", "author", "reader", "curator", "moderator", "second", "admin")
    made = {name: factories.UserFactory(username=f"the-{name}") for name in names}
    for name, role in {"moderator": "moderator", "second": "moderator", "curator": "curator", "admin": "admin"}.items():
        permissions.grant(made[name], role)
    return made


@pytest.fixture(autouse=True)
def people(gathered):
    """One user of each role, with published cards."""
    return deepcopy(gathered)


@pytest.fixture
def embers(people):
    legion = factories.legion({"card": "giant"}, owner=people["owner"], name="Embers", notes="By night.")
    sharing_services.list_in_gallery(legion=legion)
    return legion


@pytest.fixture
def things(people, embers):
    """One object of `author` of each kind, with its report address."""
    pages.save_profile_page(user=people["author"], name="Ada", handle="lamplighter", shown=True)
    one = comment_services.write_comment(user=people["author"], legion=embers, text="Rude words.")
    theirs = factories.legion({"card": "giant"}, owner=people["author"], name="Rude list")
    sharing_services.list_in_gallery(legion=theirs)
    shared = publish_adventure(people["author"])
    return {
        "adventure": (ReportTarget.find("adventure", shared.pk), f"{shared.address}report/"),
        "comment": (ReportTarget.find("comment", one.pk), f"/s/{embers.share_key}/comments/{one.pk}/report/"),
        "legion": (ReportTarget.find("legion", theirs.pk), f"/s/{theirs.share_key}/report/"),
        "person": (ReportTarget.find("person", people["author"].pk), "/people/lamplighter/report/"),
    }


def publish_adventure(user):
    """Publish an adventure that a user wrote for a campaign."""
    campaign = campaigns.start_campaign(holder=Holder(user=user), game="attack-wing", name="Winter", plan=[])
    document = factories.adventure(name="Rude hill")
    campaigns.set_adventure(campaign=campaign, adventure=document)
    return shared_adventures.share_adventure(campaign=campaign, user=user, document=document)


def desk(thing):
    return f"/admin/legions/report/about/{thing.about}/{thing.obj.pk}/"


def decide(people, thing, do, why="So that all may read on.", **other):
    return moderation.decide_target(
        **{
            "by": people["moderator"],
            "target": thing,
            "seen": moderation.newest_decision(thing),
            "do": do,
            "why": why,
            **other,
        }
    )


def fresh(thing):
    return ReportTarget.find(thing.about, thing.obj.pk)


def everywhere(things):
    """Return the public text of all these objects for a client that is not logged in."""
    legion = Legion.objects.get(document__name="Embers")
    adventure = f"/adventures/shared/{things['adventure'][0].obj.share_key}/"
    addresses = ["/shared/", "/people/lamplighter/", f"/s/{legion.share_key}/", adventure]
    return " ".join(Page(Client().get(one)).words for one in addresses)


# -- reporting -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("about", THINGS)
def test_a_report_shows_and_stores_the_reported_text(people, things, about) -> None:
    thing, where = things[about]
    reader = logged_in(people["reader"])
    words = Page(reader.get(where)).words
    assert all(line in words for line in thing.text.splitlines())
    assert reader.post(where, {"reason": "abuse", "note": "Look at this."}).status_code == 302
    one = Report.objects.get()
    assert (one.by, one.reason, one.note, one.said) == (people["reader"], "abuse", "Look at this.", thing.text)
    assert ReportTarget.of(one) == thing


def test_one_person_reports_one_thing_once(people, things) -> None:
    thing, where = things["comment"]
    for reason in ("abuse", "spam"):
        logged_in(people["reader"]).post(where, {"reason": reason})
    logged_in(people["owner"]).post(where, {"reason": "spam"})
    assert sorted(Report.objects.values_list("reason", flat=True)) == ["abuse", "spam"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.create(by=people["reader"], **thing.key, reason="spam")


@pytest.mark.parametrize("about", THINGS)
def test_nobody_reports_their_own_and_only_who_is_logged_in_reports(people, things, about) -> None:
    _, where = things[about]
    assert "It is yours" in Page(logged_in(people["author"]).post(where, {"reason": "spam"})).words
    for answer in (Client().get(where), Client().post(where, {"reason": "spam"})):
        assert answer["Location"] == f"/account/login/?next={where}"
    assert not Report.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"reason": "x"}, {"reason": "spam", "note": "x" * 501}])
def test_a_report_that_says_nothing_is_sent_back(people, things, sent) -> None:
    _, where = things["comment"]
    assert logged_in(people["reader"]).post(where, sent).status_code == 400
    assert not Report.objects.exists()


def test_only_visible_content_can_be_reported(people, things) -> None:
    for thing, _ in things.values():
        decide(people, thing, "hide")
    for _, where in nonempty(things.values()):
        assert logged_in(people["reader"]).get(where).status_code == 404


def test_reports_are_limited_per_day(people, things, monkeypatch) -> None:
    monkeypatch.setattr(moderation, "MAX_REPORTS_PER_DAY", 1)
    logged_in(people["reader"]).post(things["comment"][1], {"reason": "spam"})
    answer = logged_in(people["reader"]).post(things["legion"][1], {"reason": "spam"})
    assert "Go on tomorrow" in Page(answer).words


# -- deciding --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("about", THINGS)
def test_the_author_of_hidden_content_is_told_and_it_can_be_restored(people, things, about) -> None:
    thing, where = things[about]
    texts = {"comment": "Rude words.", "legion": "Rude list", "person": "Ada", "adventure": "Rude hill"}[about]
    assert texts in everywhere(things)
    logged_in(people["reader"]).post(where, {"reason": "abuse"})
    moderator = logged_in(people["moderator"])
    assert "Rude" in Page(moderator.get(desk(thing))).words or about == "person"
    data = {"seen": 0, "do": "hide", "why": "We are kind here."}
    assert moderator.post(desk(thing), data).status_code == 302
    assert texts not in everywhere(things)
    one = Decision.objects.get()
    assert (one.do, one.by, one.whom, one.why) == ("hide", people["moderator"], people["author"], "We are kind here.")
    assert Report.objects.get().decision == one
    account = Page(logged_in(people["author"]).get("/account/"))
    assert "The reason: We are kind here." in account.words
    assert "We are kind here." not in Page(logged_in(people["reader"]).get("/account/")).words
    moderator.post(desk(thing), {"seen": one.pk, "do": "restore", "why": "A mistake of ours."})
    if about == "legion":  # its owner restores it
        assert texts not in everywhere(things)
        sharing_services.list_in_gallery(legion=Legion.objects.get(pk=thing.obj.pk))
    assert texts in everywhere(things)
    assert list(Decision.objects.order_by("pk").values_list("do", flat=True)) == ["hide", "restore"]


def test_an_author_sees_the_reason_at_the_comment(people, things, embers) -> None:
    decide(people, things["comment"][0], "hide", "We are kind here.")
    mine = Page(logged_in(people["author"]).get(f"/s/{embers.share_key}/"))
    assert "A moderator has hidden it: We are kind here." in mine.words
    for other in ("reader", "owner"):
        page = Page(logged_in(people[other]).get(f"/s/{embers.share_key}/"))
        assert "kind here" not in page.words
        assert "Rude words." not in page.words
    comment_services.delete_comment(user=people["author"], comment=things["comment"][0].obj)
    assert "Rude words." not in Page(logged_in(people["author"]).get(f"/s/{embers.share_key}/")).words


def test_a_removed_list_stays_out_until_a_moderator_allows_it(people, things) -> None:
    thing, _ = things["legion"]
    decide(people, thing, "hide", "It is advertising.")
    legion = Legion.objects.get(pk=thing.obj.pk)
    mine = logged_in(people["author"])
    assert mine.post(f"{address(legion)}share/", {"do": "publish"}).status_code == 400
    with pytest.raises(ActionRefused):
        sharing_services.list_in_gallery(legion=legion)
    assert not Legion.objects.get(pk=legion.pk).public
    assert Client().get(f"/s/{legion.share_key}/").status_code == 200  # its link belongs to its owner
    panel = Page(mine.post(f"{address(legion)}share/", {"do": "share"}, headers=HTMX_HEADERS))
    assert "A moderator took it out of the public lists: It is advertising." in panel.words
    with pytest.raises(IntegrityError), transaction.atomic():
        Legion.objects.filter(pk=legion.pk).update(public=True)


def test_a_hidden_name_is_shown_nowhere_but_explained_on_the_own_page(people, things) -> None:
    decide(people, things["person"][0], "hide", "That is somebody else's name.")
    assert "Ada" not in everywhere(things)
    assert "somebody whose name is hidden" in everywhere(things)
    assert Client().get("/people/lamplighter/").status_code == 404
    assert Client().get("/people/lamplighter/atom/").status_code == 404
    assert "somebody else's name." in Page(logged_in(people["author"]).get("/account/page/")).text
    pages.save_profile_page(user=people["author"], name="Another", handle="", shown=True)
    assert "Another" not in everywhere(things)
    assert Profile.objects.get(user=people["author"]).barred


def test_leaving_it_as_it_is_settles_every_report_and_tells_nobody(people, things) -> None:
    thing, where = things["comment"]
    for who in ("reader", "owner"):
        logged_in(people[who]).post(where, {"reason": "spam"})
    decision = decide(people, thing, "decline")
    assert set(Report.objects.values_list("decision", flat=True)) == {decision.pk}
    assert "Rude words." in everywhere(things)
    assert "moderators decided" not in Page(logged_in(people["author"]).get("/account/")).words


@pytest.mark.parametrize(("silent", "days"), [("7", 7), ("365", 365), ("0", None)])
def test_somebody_is_silenced_for_so_long_and_may_be_heard_again(people, things, embers, silent, days) -> None:
    thing, _ = things["comment"]
    moderator = logged_in(people["moderator"])
    moderator.post(desk(thing), {"seen": 0, "do": "hide", "why": "Again and again.", "silent": silent})
    one = Silence.objects.get()
    if days is None:
        assert one.until is None
    else:
        assert abs(one.until - timezone.now() - timedelta(days=days)) < timedelta(minutes=1)
    with pytest.raises(ActionRefused, match="Again and again"):
        comment_services.write_comment(user=people["author"], legion=embers, text="But")
    assert "You may not comment" in Page(logged_in(people["author"]).get("/account/")).words
    data = {"seen": moderation.newest_decision(thing), "do": "decline", "why": "Enough.", "silent": "let-speak"}
    assert moderator.post(desk(thing), data).status_code == 302
    comment_services.write_comment(user=people["author"], legion=embers, text="Thank you.")
    dos = list(Decision.objects.order_by("pk").values_list("do", flat=True))
    assert dos == ["hide", "silence", "decline", "let-speak"]


def test_of_two_who_decide_the_second_sees_the_first(people, things) -> None:
    thing, _ = things["comment"]
    first, second = logged_in(people["moderator"]), logged_in(people["second"])
    data = {"seen": 0, "do": "hide", "why": "Rude."}
    assert first.post(desk(thing), data).status_code == 302
    answer = second.post(desk(thing), {**data, "do": "decline", "why": "Not rude."})
    assert answer.status_code == 400
    page = Page(answer)
    assert "Another moderator decided in the meantime" in page.words
    assert page.all("input", name="seen")[0]["value"] == str(Decision.objects.get().pk)
    assert ">\nNot rude.</textarea>" in answer.content.decode()
    assert Decision.objects.count() == 1


def test_a_decision_and_the_end_of_a_silence_are_stored_together(people, things, monkeypatch) -> None:
    thing, _ = things["comment"]
    decide(people, thing, "decline", silent_days=7)

    def fail(**_):
        raise ActionRefused("Not now.")

    monkeypatch.setattr(moderation, "lift_silence", fail)
    data = {"seen": moderation.newest_decision(thing), "do": "hide", "silent": "let-speak", "why": "Rude."}
    answer = logged_in(people["moderator"]).post(desk(thing), data)
    assert answer.status_code == 400
    assert "Not now." in Page(answer).words
    assert not ReportTarget.find("comment", thing.obj.pk).hidden


def test_the_headings_of_the_admin_are_in_the_language_of_the_moderator(people, things) -> None:
    moderation.create_report(by=people["reader"], target=things["comment"][0], reason="rude")
    moderator = logged_in(people["moderator"])
    assert "Gemeldet" in Page(moderator.get("/admin/legions/report/", headers={"Accept-Language": "de"})).words


def test_nobody_decides_about_their_own(people, embers) -> None:
    one = comment_services.write_comment(user=people["moderator"], legion=embers, text="Mine.")
    thing = ReportTarget.find("comment", one.pk)
    answer = logged_in(people["moderator"]).post(desk(thing), {"seen": 0, "do": "decline", "why": "Fine."})
    assert "another moderator decides" in Page(answer).words
    assert not Decision.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"seen": 0, "do": "hide"},
        {"seen": 0, "do": "hide", "why": " "},
        {"seen": 0, "do": "silence", "why": "x"},
        {"seen": 0, "do": "restore", "why": "x"},
        {"seen": "x", "do": "hide", "why": "x"},
        {"seen": 0, "do": "hide", "why": "x", "silent": "9999999999"},
        {"seen": 0, "do": "hide", "why": "x" * 301},
    ],
)
def test_a_decision_that_lacks_something_is_sent_back(people, things, sent) -> None:
    thing, _ = things["comment"]
    answer = logged_in(people["moderator"]).post(desk(thing), sent)
    assert answer.status_code == 400
    assert (Decision.objects.count(), Silence.objects.count()) == (0, 0)
    assert not fresh(thing).hidden


def test_a_comment_that_its_author_deletes_meanwhile_is_not_hidden(people, things) -> None:
    thing, _ = things["comment"]
    comment_services.delete_comment(user=people["author"], comment=thing.obj)
    answer = logged_in(people["moderator"]).post(desk(thing), {"seen": 0, "do": "hide", "why": "Rude."})
    assert "deleted it by now" in Page(answer).words
    assert not Decision.objects.exists()


def test_a_changed_comment_is_shown_next_to_the_reported_text(people, things) -> None:
    thing, where = things["comment"]
    logged_in(people["reader"]).post(where, {"reason": "abuse"})
    comment_services.edit_comment(user=people["author"], comment=thing.obj, text="Kind words.")
    page = Page(logged_in(people["moderator"]).get(desk(thing)))
    assert "Kind words." in page.words
    assert "Its text then: “Rude words.”" in page.words


def test_decisions_outlive_their_content(people, things) -> None:
    for thing, _ in things.values():
        decide(people, thing, "hide")
    Legion.objects.all().delete()
    people["author"].delete()
    people["moderator"].delete()
    assert Decision.objects.count() == len(THINGS)
    client = logged_in(people["second"])
    assert client.get("/admin/legions/decision/").status_code == 200
    assert client.get("/admin/legions/report/?state=all").status_code == 200


# -- permissions -----------------------------------------------------------------------------------------------------

DESKS = tuple(f"/admin/legions/{model}/" for model in ("report", "decision", "legion", "sharedadventure", "campaign"))


@pytest.mark.parametrize("actor", ["anonymous", "reader", "owner", "curator", "moderator", "admin"])
def test_the_desk_is_for_moderators_and_admins(people, things, actor) -> None:
    client = logged_in(people.get(actor))
    may = actor in {"moderator", "admin"}
    for where in (*DESKS, *(desk(thing) for thing, _ in things.values())):
        assert (client.get(where).status_code == 200) == may, where
        if not may:
            assert client.get(where).status_code in {302, 403}, where
    for thing, _ in nonempty(things.values()):
        client.post(desk(thing), {"seen": 0, "do": "hide", "why": "Because."})
        assert fresh(thing).hidden == may


def test_a_moderator_has_nothing_to_do_with_the_catalog_or_with_people(people) -> None:
    client = logged_in(people["moderator"])
    for where in ("/admin/catalog/card/", "/admin/auth/user/", "/admin/catalog/release/"):
        assert client.get(where).status_code == 403, where
    index = Page(client.get("/admin/"))
    assert index.all("a", href="/admin/legions/report/")


def test_moderators_do_not_see_private_lists(people, embers) -> None:
    private = factories.legion({"card": "giant"}, owner=people["owner"], name="Private")
    linked = factories.legion({"card": "giant"}, owner=people["owner"], name="Linked")
    sharing_services.share_legion(legion=linked)
    Profile.objects.create(user=people["owner"], name="A Private Name")
    client = logged_in(people["admin"])
    for where in (f"legion/{private.pk}", f"legion/{linked.pk}", f"person/{people['owner'].pk}"):
        assert client.get(f"/admin/legions/report/about/{where}/").status_code == 404, where
    thing = ReportTarget("legion", embers)
    moderation.create_report(by=people["reader"], target=thing, reason="spam")
    sharing_services.revoke_link(legion=embers)
    legion = Legion.objects.get(pk=embers.pk)
    services.rename_legion(legion=legion, base=legion.version, name="A secret now")
    page = client.get(desk(thing))
    assert page.status_code == 200
    assert "A secret now" not in page.content.decode()


def test_a_comment_that_nobody_sees_any_more_leads_nowhere_unless_it_is_looked_into(people, things, embers) -> None:
    thing, _report = things["comment"]
    sharing_services.revoke_link(legion=embers)
    moderator = logged_in(people["moderator"])
    assert moderator.get(desk(thing)).status_code == 404
    sharing_services.list_in_gallery(legion=embers)
    moderation.create_report(by=people["reader"], target=thing, reason="rude")
    sharing_services.revoke_link(legion=embers)
    assert moderator.get(desk(thing)).status_code == 200


@pytest.mark.parametrize(
    "where", ["comment/x", "comment/" + "9" * 40, "legion/1", "person/%00", "card/1", "comment/-1"]
)
def test_an_invalid_report_target_is_not_found(people, where) -> None:
    assert logged_in(people["moderator"]).get(f"/admin/legions/report/about/{where}/").status_code == 404


def test_pending_reports_are_first_and_decided_ones_searchable(people, things) -> None:
    for about in ("comment", "legion"):
        logged_in(people["reader"]).post(things[about][1], {"reason": "spam"})
    decide(people, things["legion"][0], "decline", "No advertising.")
    client = logged_in(people["moderator"])
    waiting, decided, both = (
        Page(client.get(f"/admin/legions/report/{query}")).words for query in ("", "?state=decided", "?state=all")
    )
    assert "Rude words." in waiting and "Rude list" not in waiting
    assert "Rude list" in decided and "Rude words." not in decided
    assert "Rude words." in both and "Rude list" in both


@pytest.mark.parametrize("count", [10, 1_000])
def test_the_queue_asks_as_much_for_many_as_for_few(people, embers, django_assert_num_queries, count) -> None:
    comments = Comment.objects.bulk_create(
        Comment(legion=embers, by=people["author"], text="Yes.", written_at=timezone.now()) for _ in range(count)
    )
    Report.objects.bulk_create(
        Report(about="comment", comment=one, by=people["reader"], reason="spam", said="Yes.") for one in comments
    )
    client = logged_in(people["moderator"])
    with django_assert_num_queries(8):
        assert client.get("/admin/legions/report/").status_code == 200
    with django_assert_num_queries(12):
        client.get(f"/admin/legions/report/about/comment/{comments[0].pk}/")


@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_hostile_texts_of_reports_are_escaped(people, embers, hostile_text) -> None:
    pages.save_profile_page(user=people["author"], name=hostile_text[:60], handle="lamplighter", shown=True)
    one = comment_services.write_comment(user=people["author"], legion=embers, text=hostile_text)
    thing = ReportTarget.find("comment", one.pk)
    reader, moderator = logged_in(people["reader"]), logged_in(people["moderator"])
    where = f"/s/{embers.share_key}/comments/{one.pk}/report/"
    assert is_harmless(Page(reader.get(where)))
    assert is_harmless(Page(reader.post(where, {"reason": "x", "note": hostile_text})))
    moderation.create_report(by=people["reader"], target=thing, reason="spam", note=hostile_text)
    moderation.create_report(
        by=people["reader"], target=ReportTarget("person", people["author"]), reason="spam", note=hostile_text
    )
    decide(people, thing, "hide", hostile_text)
    for client, path in [
        (moderator, "/admin/legions/report/?state=all"),
        (moderator, "/admin/legions/decision/"),
        (moderator, desk(thing)),
        (logged_in(people["author"]), "/account/"),
        (logged_in(people["author"]), f"/s/{embers.share_key}/"),
        (reader, "/people/lamplighter/report/"),
    ]:
        page = Page(client.get(path))
        if path.startswith("/admin/"):
            assert not {tag for tag, _ in page.elements} & {"iframe", "style", "base", "math", "foreignobject"}
            assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
            assert all((script.get("src") or "/static/").startswith("/static/") for script in page.all("script"))
        else:
            assert is_harmless(page), path
        if path == desk(thing):
            assert page.text.count(hostile_text) >= 3


def test_a_decision_is_refused_to_who_saw_an_older_state(people, things) -> None:
    thing, _ = things["comment"]
    decide(people, thing, "hide")
    with pytest.raises(AlreadyDecided):
        decide(people, thing, "restore", seen=0)
    assert fresh(thing).hidden
