"""Share links: each shows one legion to everybody who has the link, until it is revoked."""

import re

import pytest

from catalog.models import Record
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.saved_lists.share_keys import SHARE_KEY_LENGTH, EndedLink
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.builder_helpers import HTMX_HEADERS, address, key_of, publish_cards, start
from tests.legions.page_parser import Page
from tests.throttles import allow, freeze_clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world"), pytest.mark.guard]


@worlds.once_a_module
def world() -> None:
    publish_cards()


@pytest.fixture
def shared():
    """Another user's shared legion."""
    legion = factories.legion(
        {"card": "giant", "upgrades": ["club"]},
        {"card": "guards", "soldiers": 3, "count": 2},
        owner=factories.UserFactory(username="somebody"),
        name="Embers",
        notes="Hold the hill.\nThen the ford.",
    )
    sharing_services.share_legion(legion=legion)
    return legion


def link(legion):
    return f"/s/{legion.share_key}/"


def test_a_shared_legion_is_shown_with_everything_that_is_in_it(client, shared) -> None:
    words = Page(client.get(link(shared))).words
    for part in ("Embers", "by somebody", "Hold the hill.", "Giant", "Club", "2 × Guards", "3 soldiers", "Legal"):
        assert part in words
    assert "60 of 120 points" in words
    assert "Card data: release 1 (latest)." in words


def test_a_shared_page_is_found_by_nobody_and_tells_nobody_its_address(client, shared) -> None:
    response = client.get(link(shared))
    assert response["Referrer-Policy"] == "same-origin"
    assert "noindex" in response["X-Robots-Tag"]
    assert "no-store" in response["Cache-Control"]
    page = Page(response)
    assert page.all("meta", name="robots")[0]["content"].startswith("noindex")
    assert not page.all("link", rel="canonical")


def test_a_preview_of_the_link_tells_what_it_leads_to(client, shared) -> None:
    metas = {meta.get("property"): meta.get("content") for meta in Page(client.get(link(shared))).all("meta")}
    assert metas["og:title"] == "Embers"
    assert metas["og:description"] == "Legal, 60 of 120 points: Giant, 2 × Guards."


def test_a_shared_page_offers_nothing_that_changes_the_legion(client, shared) -> None:
    actions = {form["action"] for form in Page(client.get(link(shared))).all("form")}
    assert not {action for action in actions if str(shared.pk) in action}
    assert f"{link(shared)}copy/" in actions


def test_anybody_with_the_link_can_save_a_copy(client, shared) -> None:
    response = client.post(f"{link(shared)}copy/")
    copied = Legion.objects.get(guest_key=key_of(client))
    assert response["Location"] == address(copied)
    assert copied.name == "Copy of Embers"
    assert copied.share_key is None
    assert client.get(address(copied)).status_code == 200
    assert Legion.objects.get(pk=shared.pk).version == 1


def test_anybody_with_the_link_can_download_the_document(client, shared) -> None:
    response = client.get(f"{link(shared)}document/")
    assert response.json() == shared.document
    assert response["Referrer-Policy"] == "same-origin"


def test_a_link_is_made_shown_renewed_and_ended_by_its_owner(client) -> None:
    legion = start(client, "add/giant")
    client.post(f"{address(legion)}share/", {"do": "share"})
    legion.refresh_from_db()
    first = link(legion)
    assert Page(client.get(address(legion))).all("input", value=f"http://testserver{first}")
    assert Page(client.get(first)).all("a", href=address(legion))
    client.post(f"{address(legion)}share/", {"do": "rotate"})
    legion.refresh_from_db()
    assert client.get(first).status_code == 410
    assert client.get(link(legion)).status_code == 200
    client.post(f"{address(legion)}share/", {"do": "revoke"})
    assert client.get(link(legion)).status_code == 410


def test_with_htmx_only_the_panel_is_sent(client) -> None:
    legion = start(client, "add/giant")
    response = client.post(f"{address(legion)}share/", {"do": "share"}, headers=HTMX_HEADERS)
    assert Page(response).all("input", id="share-link")
    assert "<html" not in response.content.decode()


def test_another_wish_about_a_link_is_refused(client) -> None:
    legion = start(client, "add/giant")
    assert client.post(f"{address(legion)}share/", {"do": "proclaim"}).status_code == 400
    assert Legion.objects.get().share_key is None


@pytest.mark.parametrize("end", [sharing_services.revoke_link, sharing_services.rotate_share_key])
def test_an_ended_link_says_so_and_no_more(client, shared, end) -> None:
    old = link(shared)
    end(legion=shared)
    for tail in ("", "document/", "copies/", "embed/", "picture.png"):
        response = client.get(f"{old}{tail}")
        assert response.status_code == 410
        assert "The link was ended" in Page(response).words
        assert "Embers" not in Page(response).words
        assert "somebody" not in Page(response).words
        assert "noindex" in response["X-Robots-Tag"]
        assert "no-store" in response["Cache-Control"]
    assert client.post(f"{old}copy/").status_code == 410
    assert client.get("/s/" + "x" * 32 + "/").status_code == 404


def test_requests_for_ended_links_do_not_count_as_guesses(client, shared) -> None:
    old = link(shared)
    sharing_services.revoke_link(legion=shared)
    assert {client.get(old).status_code for _ in range(30)} == {410}


def test_an_ended_link_is_recognized_without_being_stored(shared) -> None:
    key = shared.share_key
    sharing_services.revoke_link(legion=shared)
    sharing_services.revoke_link(legion=shared)
    assert EndedLink.objects.count() == 1
    assert key not in str(list(EndedLink.objects.values()))


def test_the_link_of_a_legion_that_is_deleted_for_good_was_ended(client, shared) -> None:
    old = link(shared)
    services.delete_legion(legion=shared)
    services.delete_for_good(legions=Legion.objects.filter(pk=shared.pk))
    assert client.get(old).status_code == 410


def test_a_deleted_legion_is_no_longer_shared_until_it_is_back(client, shared) -> None:
    services.delete_legion(legion=shared)
    assert client.get(link(shared)).status_code == 404
    assert client.get(f"{link(shared)}document/").status_code == 404
    assert client.post(f"{link(shared)}copy/").status_code == 404
    services.undelete_legion(legion=shared)
    assert client.get(link(shared)).status_code == 200


def test_a_deleted_legion_cannot_be_shared(client) -> None:
    legion = start(client, "add/giant")
    services.delete_legion(legion=legion)
    client.post(f"{address(legion)}share/", {"do": "share"})
    assert Legion.objects.get().share_key is None


def test_guessing_is_rate_limited_and_valid_links_still_work(client, shared, monkeypatch) -> None:
    freeze_clock(monkeypatch)
    answers = [client.get(f"/s/guess-{number}/").status_code for number in range(25)]
    assert answers == [404] * 20 + [429] * 5
    assert 600 <= int(client.get("/s/one-more/")["Retry-After"]) <= 700
    assert client.get(link(shared)).status_code == 200


@pytest.mark.parametrize("key", ["%00", "..", "a" * 5000, "'", "%F0%9F%90%89", "None", "null"])
def test_strange_keys_lead_nowhere(client, shared, key) -> None:
    assert client.get(f"/s/{key}/").status_code == 404


def test_an_old_legion_is_judged_by_its_release_with_a_sentence_about_the_newest(client, shared) -> None:
    factories.publish(factories.creature(slug="giant", name="Giant", cost=200))
    words = Page(client.get(link(shared))).words
    assert (
        "Legal when built, with card data of release 1. By the newest release (2) it is illegal, with 1 finding"
        in words
    )
    assert "60 of 120 points" in words
    assert Legion.objects.get().document == shared.document


def test_an_equal_verdict_of_a_newer_release_is_mentioned_too(client, shared) -> None:
    factories.publish(factories.creature(slug="troll"))
    assert "By the newest release (2) it is legal." in Page(client.get(link(shared))).words


def test_a_guests_legion_is_by_nobody(client) -> None:
    legion = start(client, "add/giant")
    sharing_services.share_legion(legion=legion)
    assert " by " not in Page(client.get(link(legion))).words.partition("Contents")[0].partition("120 points")[0]


def test_a_shared_page_asks_the_database_the_same_however_large_it_is(
    client, shared, django_assert_num_queries
) -> None:
    large = factories.legion(*[{"card": "giant", "upgrades": ["club"]}] * 12)
    sharing_services.share_legion(legion=large)
    for legion in (shared, large):
        client.get(link(legion))
        with django_assert_num_queries(7):
            client.get(link(legion))


def test_the_shield_of_a_card_is_cached_forever(client) -> None:
    response = client.get("/shields/1/attack-wing/giant.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert "immutable" in response["Cache-Control"]
    assert response.content.startswith(b"<svg")


@pytest.mark.parametrize(
    "path", ["9/attack-wing/giant", "1/attack-wing/nobody", "1/no-game/giant", "0/attack-wing/giant"]
)
def test_cards_missing_from_the_catalog_have_no_shield(client, path) -> None:
    assert client.get(f"/shields/{path}.svg").status_code == 404


def test_the_drawn_face_of_a_card_is_sent_again_only_when_it_is_drawn_otherwise(client) -> None:
    address = "/faces/{}/attack-wing/giant.svg"
    page = Page(client.get("/cards/attack-wing/giant/"))
    assert address.format(1) in {link.get("href") for link in page.all("a")}
    first = client.get(address.format(1))
    assert (first["Content-Type"], "Cookie" in first.get("Vary", "")) == ("image/svg+xml", False)
    assert b'width="63mm" height="88mm"' in first.content
    again = client.get(address.format(1), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    document = Record.objects.get(slug="giant").revisions.newest().get().document
    factories.publish({**document, "cost": 59})
    page = Page(client.get("/cards/attack-wing/giant/"))
    assert address.format(2) in {link.get("href") for link in page.all("a")}
    now = client.get(address.format(2), headers={"If-None-Match": first["ETag"]})
    assert now.status_code == 200 and now.content != first.content
    assert client.get(address.format(1)).content == first.content
    for wrong in ("/faces/9/attack-wing/giant.svg", "/faces/1/attack-wing/nobody.svg", "/faces/1/no-game/giant.svg"):
        assert client.get(wrong).status_code == 404


def test_a_shared_page_opens_with_its_tools_and_its_cards_and_the_strip_and_details_follow(client, shared) -> None:
    html = client.get(link(shared)).content.decode()
    parts = ("shared-page__head", "Copy to my lists", 'class="laid ', 'class="verdict-strip"', 'id="breakdown"')
    places = [html.index(part) for part in parts]
    assert places == sorted(places)


def folded_findings(client, legion):
    """Return the page of a shared list, and the collapsed section with its findings."""
    html = client.get(link(legion)).content.decode()
    place = html.index('id="findings"')
    return html, html[html.rindex("<details", 0, place) : place]


def test_one_line_of_the_findings_leads_to_all_of_them_after_the_list(client, shared) -> None:
    legion = factories.legion({"card": "dragon"}, {"card": "dragon"}, name="Twins")
    sharing_services.share_legion(legion=legion)
    html, fold = folded_findings(client, legion)
    assert html.index('class="laid ') < html.index('href="#findings"') < html.index('id="findings"')
    assert " open>" in fold


def test_many_findings_of_a_shared_list_stay_folded(client, shared, monkeypatch) -> None:
    monkeypatch.setattr("legions.verdicts.findings.FEW_FINDINGS", 0)
    legion = factories.legion({"card": "dragon"}, {"card": "dragon"}, name="Twins")
    sharing_services.share_legion(legion=legion)
    assert " open>" not in folded_findings(client, legion)[1]


def test_an_empty_list_that_is_shared_is_empty_and_not_illegal(client) -> None:
    legion = factories.legion(name="Bare")
    sharing_services.share_legion(legion=legion)
    for path in (link(legion), f"{link(legion)}embed/"):
        words = Page(client.get(path)).words
        assert "Nothing on the table" in words and "Illegal" not in words
    assert 'content="Nothing on the table."' in client.get(link(legion)).content.decode()


def cards_laid(client, *picks, **fields):
    """Return the HTML of each card on the table of a shared list with these picks, by its id."""
    legion = factories.legion(*picks, **fields)
    sharing_services.share_legion(legion=legion)
    html = client.get(link(legion)).content.decode()
    table = html[html.index('class="laid ') : html.index('class="verdict-strip"')]
    parts = re.split(r'<li class="laid__pick[^"]*" id="(pick-[0-9]+)">', table)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_a_creature_shows_what_it_comes_to_with_its_upgrades(client) -> None:
    laid = cards_laid(client, {"card": "giant", "upgrades": ["club"]}, {"card": "giant"})
    assert "30 + 4" in laid["pick-0"] and "</span>34</b>" in laid["pick-0"]
    assert "laid__sum" not in laid["pick-1"]


def test_a_finding_is_on_its_card(client) -> None:
    laid = cards_laid(client, {"card": "dragon"}, {"card": "giant"}, {"card": "dragon"})
    assert "pin--error" in laid["pick-2"]
    assert "pin--error" not in laid["pick-1"]


def test_equal_creatures_lie_on_one_another_and_say_how_many_they_are(client) -> None:
    laid = cards_laid(client, {"card": "giant"}, {"card": "giant", "upgrades": ["club"]}, {"card": "giant"})
    assert list(laid) == ["pick-0", "pick-1"]
    assert 'aria-hidden="true">×2</b>' in laid["pick-0"] and ' id="pick-2"' in laid["pick-0"]
    assert "stacked" in laid["pick-0"] and "stacked" not in laid["pick-1"]
    assert "2 × 30" in laid["pick-0"]


def test_a_card_that_the_catalog_lost_keeps_its_place_and_costs_nothing_that_is_made_up(client) -> None:
    laid = cards_laid(client, {"card": "nobody"}, {"card": "giant", "upgrades": ["nothing"]})
    for part, slug in (("pick-0", "nobody"), ("pick-1", "nothing")):
        assert slug in laid[part] and "Not in this release" in laid[part]
    assert 'class="cost' not in laid["pick-0"] and "laid__sum" not in laid["pick-1"]


def test_the_dialogue_has_one_link_and_the_rest_under_more(client) -> None:
    legion = start(client, "add/giant")
    sharing_services.share_legion(legion=legion)
    html = client.get(f"{address(legion)}?share=1").content.decode()
    dialogue = html[html.index('id="share-body"') :]
    more = dialogue.index('id="share-more"')
    assert dialogue[:more].count("<input class=") == 1
    assert dialogue.index("/copies/") > more and dialogue.index('value="revoke"') > more


@pytest.mark.parametrize(
    "marks",
    [
        ")",
        ").",
        "//",
        "/)",
        "/.",
        "%20",
        "/%3E",
        "/](https://testserver/s/x/)",
        "_",
        "/**",
        ",",
        "/&quot;",
        "%E2%80%9D",
    ],
)
def test_an_address_with_marks_of_a_text_behind_its_key_leads_to_the_list(client, shared, marks) -> None:
    response = client.get(f"/s/{shared.share_key}{marks}", follow=True)
    assert response.redirect_chain[-1] == (link(shared), 302)
    assert "2 × Guards" in Page(response).words


@pytest.mark.parametrize("marks", ["_", "__", "-", "_)", ")"])
@pytest.mark.parametrize("last", "_-a")
def test_a_key_that_ends_like_a_mark_is_found_before_marks(client, shared, marks, last) -> None:
    key = "k" * (SHARE_KEY_LENGTH - 1) + last
    Legion.objects.filter(pk=shared.pk).update(share_key=key)
    response = client.get(f"/s/{key}{marks}", follow=True)
    assert response.redirect_chain[-1] == (f"/s/{key}/", 302)


@pytest.mark.parametrize("marks", [")", "//", "_", "/).", "%20"])
def test_the_key_of_a_ready_list_is_found_before_marks_as_well(client, shared, marks) -> None:
    Legion.objects.filter(pk=shared.pk).update(share_key="ready-attack-wing-embers-and-ash-on-the-long-tide")
    response = client.get(f"/s/ready-attack-wing-embers-and-ash-on-the-long-tide{marks}", follow=True)
    assert "2 × Guards" in Page(response).words


@pytest.mark.parametrize("rest", ["x/", "/nothing/", "/sheet/more/"])
def test_an_address_with_more_than_marks_behind_its_key_is_not_there(client, shared, rest) -> None:
    assert client.get(f"/s/{shared.share_key}{rest}").status_code == 404


def test_a_wrong_key_with_marks_behind_it_counts_like_one_without(client, monkeypatch) -> None:
    allow(monkeypatch, "wrong-share-keys", 2)
    answers = [client.get(f"/s/{'x' * 32}{marks}").status_code for marks in ("//", "/)", "//")]
    assert answers == [404, 404, 429]
    assert client.post(f"/s/{'x' * 32}//").status_code == 405
