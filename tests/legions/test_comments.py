"""Comments: permissions, deletion, and limits."""

import re
from copy import deepcopy
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from legions.accounts import profile_names
from legions.community import comment_services
from legions.community.models import Comment, Silence
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from legions.site.errors import ActionRefused
from tests import factories, worlds
from tests.clients import logged_in
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page, is_harmless
from tests.legions.test_site_hostile_texts import sampled
from tests.throttles import allow

pytestmark = pytest.mark.django_db


@worlds.once_a_module
def gathered():
    publish_cards()
    names = ("owner", "author", "other", "staff")
    made = {name: factories.UserFactory(username=name) for name in names}
    made["staff"].is_staff = made["staff"].is_superuser = True
    made["staff"].save()
    return made


@pytest.fixture(autouse=True)
def people(gathered):
    """One user of each role, with published cards."""
    return deepcopy(gathered)


@pytest.fixture
def embers(people):
    legion = factories.legion({"card": "giant"}, owner=people["owner"], name="Embers")
    sharing_services.list_in_gallery(legion=legion)
    return legion


def address(legion, comment=None):
    return f"/s/{legion.share_key}/comments/{f'{comment.pk}/' if comment else ''}"


def say(client, legion, text, **fields):
    return client.post(address(legion), {"do": "write", "text": text, **fields})


def written(user, legion, text="Well said.", **fields):
    return comment_services.write_comment(user=user, legion=legion, text=text, **fields)


def seen(legion, user=None):
    return Page(logged_in(user).get(f"/s/{legion.share_key}/"))


# -- writing ---------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_comment_is_public_with_its_author_and_time(people, embers) -> None:
    response = say(logged_in(people["author"]), embers, "First line.\r\nSecond line.")
    one = Comment.objects.get()
    assert response["Location"] == f"/s/{embers.share_key}/?from={one.pk}#comment-{one.pk}"
    page = seen(embers)
    assert "1 comment" in page.words
    assert re.search(f"author ?{one.written_at:%-d %B %Y, %H:%M}", page.words)
    assert "First line. Second line." in page.words
    assert one.text == "First line.\nSecond line."


@pytest.mark.sampled
def test_an_answer_names_the_author_it_replies_to(people, embers) -> None:
    one = written(people["author"], embers)
    form = Page(logged_in(people["other"]).get(f"/s/{embers.share_key}/?answer={one.pk}"))
    assert "In reply to author" in form.words
    assert form.all("input", name="answers")[0]["value"] == str(one.pk)
    say(logged_in(people["other"]), embers, "Not at all.", answers=one.pk)
    assert "in reply to author" in seen(embers).words


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  a\u200b\u202eb  ", "ab"),
        ("a\n\n\n \n\nb", "a\n\nb"),
        ("a\x08\x1bb\x00c", "abc"),
        ("e\u0301", "é"),
    ],
)
def test_texts_are_cleaned_before_saving(people, embers, sent, kept) -> None:
    say(logged_in(people["author"]), embers, sent)
    assert Comment.objects.get().text == kept


@pytest.mark.one_variant
@pytest.mark.parametrize("text", ["", "  \n ", "\u200b", "x" * 2_001])
def test_an_invalid_comment_is_refused_at_the_form_and_its_text_kept(people, embers, text) -> None:
    response = say(logged_in(people["author"]), embers, text)
    assert response.status_code == 400
    assert not Comment.objects.exists()
    assert Page(response).all("div", role="alert")
    if len(text) > 2_000:
        assert text in response.content.decode()


@pytest.mark.sampled
def test_a_form_sent_twice_is_one_comment(people, embers) -> None:
    mine = logged_in(people["author"])
    once = Page(mine.get(f"/s/{embers.share_key}/")).all("input", name="once")[0]["value"]
    for _ in range(2):
        say(mine, embers, "Once.", once=once)
    assert Comment.objects.count() == 1
    say(logged_in(people["other"]), embers, "Mine.", once=once)
    assert Comment.objects.count() == 2


@pytest.mark.one_variant
@pytest.mark.parametrize("answers", ["x", "-1", "0", "9" * 40, "12345"])
def test_an_answer_to_nothing_is_refused(people, embers, answers) -> None:
    assert say(logged_in(people["author"]), embers, "Yes.", answers=answers).status_code == 400
    assert not Comment.objects.exists()


def test_comments_of_other_lists_or_deleted_ones_cannot_be_answered(people, embers) -> None:
    elsewhere = factories.legion({"card": "giant"}, owner=people["owner"])
    sharing_services.list_in_gallery(legion=elsewhere)
    there, gone = written(people["other"], elsewhere), written(people["other"], embers)
    comment_services.delete_comment(user=people["other"], comment=gone)
    for one in (there, gone):
        with pytest.raises(ActionRefused, match="was deleted"):
            written(people["author"], embers, answers=one.pk)


@pytest.mark.sampled
def test_only_public_lists_have_comments(people, embers) -> None:
    written(people["author"], embers)
    sharing_services.remove_from_gallery(legion=embers)
    assert "comment" not in seen(embers).words
    assert say(logged_in(people["author"]), embers, "More.").status_code == 404
    sharing_services.list_in_gallery(legion=embers)
    assert "Well said." in seen(embers).words


def test_a_legion_that_leaves_the_list_while_somebody_writes_gets_no_comment(people, embers) -> None:
    stale = Legion.objects.get(pk=embers.pk)
    sharing_services.remove_from_gallery(legion=embers)
    with pytest.raises(ActionRefused, match="not public any more"):
        written(people["author"], stale)


# -- limits ----------------------------------------------------------------------------------------------------------


def test_nobody_floods_a_page(people, embers, monkeypatch) -> None:
    monkeypatch.setattr(comment_services, "MAX_COMMENTS_PER_HOUR", 2)
    monkeypatch.setattr(comment_services, "MAX_COMMENTS_PER_DAY", 3)
    for number in range(2):
        written(people["author"], embers, f"{number}")
    with pytest.raises(ActionRefused, match="within an hour"):
        written(people["author"], embers, "3")
    Comment.objects.update(written_at=F("written_at") - timedelta(hours=2))
    written(people["author"], embers, "3")
    with pytest.raises(ActionRefused, match="within a day"):
        written(people["author"], embers, "4")
    written(people["other"], embers, "Somebody else may.")
    monkeypatch.setattr(comment_services, "MAX_COMMENTS_PER_LIST", 4)
    with pytest.raises(ActionRefused, match="as many comments as it can have"):
        written(people["other"], embers, "5")


@pytest.mark.sampled
def test_an_address_that_sends_too_much_waits(people, embers) -> None:
    mine = logged_in(people["author"])
    answers = [mine.post(address(embers), {"do": "write", "text": ""}).status_code for _ in range(31)]
    assert answers == [400] * 30 + [429]


def test_nobody_waits_to_delete_or_hide_a_comment_or_to_close_them(people, embers, monkeypatch) -> None:
    allow(monkeypatch, "comments", 1)
    mine, hidden = written(people["author"], embers, "Mine."), written(people["author"], embers, "Hidden.")
    author, owner = logged_in(people["author"]), logged_in(people["owner"])
    assert author.post(address(embers, mine), {"do": "change", "text": "Changed."}).status_code == 302
    assert author.post(address(embers, mine), {"do": "change", "text": "Again."}).status_code == 429
    assert author.post(address(embers, mine), {"do": "delete"}).status_code == 302
    assert owner.post(address(embers, hidden), {"do": "hide"}).status_code == 302
    assert owner.post(address(embers), {"do": "close"}).status_code == 302
    for one in (mine, hidden, embers):
        one.refresh_from_db()
    assert (mine.text, bool(hidden.hidden), embers.comments_closed) == ("", True, True)
    assert owner.post(address(embers, hidden), {"do": "show"}).status_code == 429


@pytest.mark.sampled
def test_a_silenced_person_sees_the_reason_and_the_end(people, embers) -> None:
    one = written(people["author"], embers)
    Silence.objects.create(user=people["author"], until=timezone.now() + timedelta(days=7), why="Too loud.")
    assert "Too loud." in seen(embers, people["author"]).words
    assert say(logged_in(people["author"]), embers, "But").status_code == 400
    with pytest.raises(ActionRefused, match="Too loud"):
        comment_services.edit_comment(user=people["author"], comment=one, text="But")
    assert comment_services.delete_comment(user=people["author"], comment=one)
    Silence.objects.update(until=timezone.now() - timedelta(seconds=1))
    written(people["author"], embers, "Again.")


# -- own comments ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_an_author_changes_a_comment_and_everybody_sees_that_it_was_changed(people, embers) -> None:
    one = written(people["author"], embers)
    mine = logged_in(people["author"])
    page = Page(mine.get(f"/s/{embers.share_key}/?change={one.pk}"))
    assert page.all("textarea", id=f"comment-{one.pk}-text")
    assert mine.post(address(embers, one), {"do": "change", "text": "Better said."}).status_code == 302
    assert "Better said." in seen(embers).words
    assert "changed since" in seen(embers).words
    refused = mine.post(address(embers, one), {"do": "change", "text": ""})
    assert refused.status_code == 400
    assert Comment.objects.get().text == "Better said."


def test_an_edit_without_changes_is_not_recorded(people, embers) -> None:
    one = written(people["author"], embers)
    comment_services.edit_comment(user=people["author"], comment=one, text=one.text)
    assert Comment.objects.get().edited_at is None


def test_a_deleted_comment_is_gone_and_leaves_a_stone_where_it_is_answered(people, embers) -> None:
    answered, alone = written(people["author"], embers, "Old words"), written(people["author"], embers, "Lone words")
    written(people["other"], embers, "Indeed.", answers=answered.pk)
    mine = logged_in(people["author"])
    for one in (answered, alone):
        assert mine.post(address(embers, one), {"do": "delete"}).status_code == 302
    for user in (None, people["author"], people["owner"], people["staff"]):
        page = seen(embers, user)
        assert "words" not in page.words
        assert page.words.count("Its author has deleted this comment.") == 1
        assert "1 comment" in page.words
    assert not Comment.objects.exclude(text="").filter(by=people["author"]).exists()


@pytest.mark.sampled
def test_deleting_an_account_deletes_its_comments(people, embers) -> None:
    one = written(people["author"], embers, "Old words")
    written(people["other"], embers, "Indeed.", answers=one.pk)
    comment_services.delete_comments_of(user=people["author"])
    people["author"].delete()
    page = seen(embers)
    assert "The author has deleted their account." in page.words
    assert Comment.objects.get(pk=one.pk).text == ""


def test_an_account_deleted_by_other_ways_shows_nothing_either(people, embers) -> None:
    one = written(people["author"], embers, "Old words")
    written(people["other"], embers, "Indeed.", answers=one.pk)
    people["author"].delete()
    assert "Old words" not in seen(embers, people["owner"]).words
    assert "The author has deleted their account." in seen(embers).words


# -- comments for the legion's owner ---------------------------------------------------------------------------------


def test_an_owner_hides_a_comment_from_all_but_its_author(people, embers) -> None:
    one = written(people["author"], embers, "Old words")
    mine = logged_in(people["owner"])
    mine.post(address(embers, one), {"do": "hide"})
    assert "Old words" not in seen(embers).words
    assert "Old words" not in seen(embers, people["other"]).words
    assert "The owner of the list has hidden it." in seen(embers, people["author"]).words
    assert "You have hidden it." in seen(embers, people["owner"]).words
    mine.post(address(embers, one), {"do": "show"})
    assert "Old words" in seen(embers).words


def test_an_owner_does_not_show_what_a_moderator_has_hidden(people, embers) -> None:
    one = written(people["author"], embers, "Old words")
    Comment.objects.update(hidden=Comment.Hidden.MODERATOR)
    for do in ("show", "hide"):
        logged_in(people["owner"]).post(address(embers, one), {"do": do})
    assert Comment.objects.get().hidden == Comment.Hidden.MODERATOR
    assert "Old words" not in seen(embers, people["owner"]).words


def test_an_owner_closes_the_comments_and_opens_them_again(people, embers) -> None:
    one = written(people["author"], embers)
    mine = logged_in(people["owner"])
    mine.post(address(embers), {"do": "close"})
    page = seen(embers, people["author"])
    assert "Comments are closed." in page.words
    assert "Well said." in page.words
    assert not page.all("textarea", id="write-text")
    assert say(logged_in(people["author"]), embers, "But").status_code == 400
    with pytest.raises(ActionRefused, match="closed"):
        comment_services.edit_comment(user=people["author"], comment=one, text="But")
    mine.post(address(embers), {"do": "open"})
    assert say(logged_in(people["author"]), embers, "Now.").status_code == 302


# -- permissions -----------------------------------------------------------------------------------------------------

LOGIN, GONE, DONE, NO = "login", 404, 302, 405
# Actions on a comment of `author` on the legion of `owner`, and the status for each actor.
REQUESTS = {
    "change": {"author": DONE},
    "delete": {"author": DONE},
    "hide": {"owner": DONE},
    "show": {"owner": DONE},
}


@pytest.mark.parametrize("actor", ["anonymous", "guest", "author", "owner", "other", "staff"])
@pytest.mark.parametrize("do", REQUESTS)
def test_each_may_do_what_is_theirs_and_nothing_else(people, embers, do, actor) -> None:
    one = written(people["author"], embers)
    before = Comment.objects.values().get()
    client = logged_in(people.get(actor))
    if actor == "guest":
        session = client.session
        session["guest_key"] = "guest"
        session.save()
    response = client.post(address(embers, one), {"do": do, "text": "Other words."})
    expected = LOGIN if actor in {"anonymous", "guest"} else REQUESTS[do].get(actor, GONE)
    answer = LOGIN if "/account/login/" in response.get("Location", "") else response.status_code
    assert answer == expected
    if expected != DONE:
        assert Comment.objects.values().get() == before


@pytest.mark.one_variant
@pytest.mark.parametrize("actor", ["anonymous", "author", "staff"])
@pytest.mark.parametrize("do", ["close", "open", "", "other"])
def test_only_its_owner_closes_the_comments(people, embers, do, actor) -> None:
    response = logged_in(people.get(actor)).post(address(embers), {"do": do})
    assert response.status_code == (302 if actor == "anonymous" else 400)
    assert not Legion.objects.get(pk=embers.pk).comments_closed


def test_a_comment_is_not_reached_by_the_link_of_another_legion(people, embers) -> None:
    one = written(people["author"], embers)
    other = factories.legion({"card": "giant"}, owner=people["other"])
    sharing_services.list_in_gallery(legion=other)
    assert logged_in(people["author"]).post(address(other, one), {"do": "delete"}).status_code == 404
    assert logged_in(people["other"]).post(address(other, one), {"do": "hide"}).status_code == 404
    assert logged_in(people["author"]).get(address(embers, one)).status_code == 405


# -- the page --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_long_discussion_has_pages(people, embers) -> None:
    Comment.objects.bulk_create(
        Comment(legion=embers, by=people["author"], text=f"said-{n};", written_at=timezone.now()) for n in range(65)
    )
    found, query = [], ""
    while query is not None:
        page = Page(Client().get(f"/s/{embers.share_key}/{query}"))
        found += [word for word in page.words.split() if word.startswith("said-")]
        following = page.all("a", rel="next")
        query = following[0]["href"].partition("/s/")[2].partition("/")[2] if following else None
    assert found == [f"said-{n};" for n in range(65)]
    for query in ("?from=x", "?from=-1", "?from=" + "9" * 30, "?answer=%00&change=%00", "?from=٣"):
        assert Client().get(f"/s/{embers.share_key}/{query}").status_code == 200


@pytest.mark.sampled
@pytest.mark.parametrize("count", [10, 1_000])
def test_a_page_asks_as_much_for_many_as_for_few(people, embers, django_assert_num_queries, count) -> None:
    first = written(people["other"], embers)
    Comment.objects.bulk_create(
        Comment(legion=embers, by=people["author"], answers=first, text="Yes.", written_at=timezone.now())
        for _ in range(count)
    )
    Client().get(f"/s/{embers.share_key}/")
    with django_assert_num_queries(9):
        Client().get(f"/s/{embers.share_key}/")


@pytest.mark.parametrize("hostile_text", sampled(1))
def test_hostile_comments_are_escaped(people, embers, hostile_text) -> None:
    profile_names.set_display_name(user=people["author"], name=hostile_text[:60])
    one = written(people["author"], embers, hostile_text)
    written(people["other"], embers, "Yes.", answers=one.pk)
    for user, query in ((None, ""), (people["author"], f"?change={one.pk}"), (people["other"], f"?answer={one.pk}")):
        page = Page(logged_in(user).get(f"/s/{embers.share_key}/{query}"))
        assert is_harmless(page)
        assert hostile_text in page.text
    page = Page(say(logged_in(people["author"]), embers, hostile_text + "x" * 2_000))
    assert is_harmless(page)
    assert hostile_text in page.text


def test_an_address_in_a_comment_is_no_link(people, embers) -> None:
    written(people["author"], embers, "See https://elsewhere.example/ and www.elsewhere.example")
    assert not [link for link in seen(embers).all("a") if "elsewhere" in (link.get("href") or "")]
