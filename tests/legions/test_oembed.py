"""oEmbed: embeddable contents of a share link, and no data of legions that are not shared."""

from urllib.parse import quote

import pytest

from legions.community import profile_services
from legions.sharing import services as sharing_services
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page
from tests.legions.test_site_hostile_texts import CORPUS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def world() -> None:
    publish_cards()


@pytest.fixture
def embers():
    owner = factories.UserFactory(username="the-login")
    profile_services.save_profile_page(user=owner, name="Ada", handle="lamplighter", shown=True)
    legion = factories.legion({"card": "giant"}, owner=owner, name="Embers")
    sharing_services.share_legion(legion=legion)
    return legion


def ask(client, url, **other):
    return client.get("/oembed/", {"url": url, **other})


def link(legion):
    return f"http://testserver/s/{legion.share_key}/"


@pytest.mark.sampled
def test_a_shared_legion_is_embedded_as_a_frame_of_ours(client, embers) -> None:
    response = ask(client, link(embers))
    document = response.json()
    assert (document["version"], document["type"], document["title"], document["author_name"]) == (
        "1.0",
        "rich",
        "Embers",
        "Ada",
    )
    assert document["author_url"] == "http://testserver/people/lamplighter/"
    assert f'src="{link(embers)}embed/"' in document["html"]
    assert client.get(document["thumbnail_url"])["Content-Type"] == "image/png"
    assert "noindex" in response["X-Robots-Tag"]
    assert "the-login" not in response.content.decode()


@pytest.mark.sampled
def test_the_page_of_a_legion_says_where_to_ask(client, embers) -> None:
    found = Page(client.get(link(embers))).all("link", type="application/json+oembed")[0]["href"]
    assert found == f"http://testserver/oembed/?url={quote(link(embers), safe='')}"
    assert client.get(found).json()["title"] == "Embers"


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("asked", "width", "height"),
    [
        ({}, 480, 360),
        ({"maxwidth": "300", "maxheight": "200"}, 300, 200),
        ({"maxwidth": "1", "maxheight": "0"}, 240, 160),
        ({"maxwidth": "99999", "maxheight": "9" * 50}, 480, 360),
        ({"maxwidth": "x", "maxheight": "-5"}, 480, 360),
    ],
)
def test_a_frame_is_no_larger_than_asked_for_nor_smaller_than_can_be_read(client, embers, asked, width, height) -> None:
    document = ask(client, link(embers), **asked).json()
    assert (document["width"], document["height"]) == (width, height)
    assert f'width="{width}" height="{height}"' in document["html"]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "url",
    [
        "",
        "x",
        "http://[",
        "http://elsewhere.example/s/{key}/",
        "ftp://testserver/s/{key}/",
        "javascript://testserver/s/{key}/",
        "http://testserver@elsewhere.example/s/{key}/",
        "http://testserver/s/{key}/embed/",
        "http://testserver/s/{key}%00/",
        "http://testserver/s/wrong/",
        "http://testserver/legions/",
        "http://testserver/s/" + "a" * 5_000,
    ],
)
def test_every_other_address_is_not_found(client, embers, url) -> None:
    response = ask(client, url.replace("{key}", embers.share_key))
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"


def test_a_link_that_was_ended_embeds_nothing(client, embers) -> None:
    url = link(embers)
    sharing_services.revoke_link(legion=embers)
    assert ask(client, url).status_code == 404


@pytest.mark.sampled
def test_guessing_keys_is_rate_limited(client, embers) -> None:
    answers = [ask(client, f"http://testserver/s/wrong-{number}/").status_code for number in range(21)]
    assert answers == [404] * 20 + [429]
    assert ask(client, link(embers)).status_code == 200


def test_another_format_is_not_given(client, embers) -> None:
    assert ask(client, link(embers), format="xml").status_code == 501
    assert client.post("/oembed/").status_code == 405


@pytest.mark.parametrize("hostile_text", CORPUS)
def test_a_hostile_name_does_not_break_out_of_the_frame(client, hostile_text) -> None:
    legion = factories.legion({"card": "giant"}, owner=factories.UserFactory(), name=hostile_text)
    sharing_services.share_legion(legion=legion)

    class Answer:
        content = ask(client, link(legion)).json()["html"].encode()

    page = Page(Answer)
    (frame,) = page.all("iframe")
    assert [tag for tag, _ in page.elements] == ["iframe"]
    assert frame["title"] == hostile_text
    assert set(frame) == {"src", "title", "width", "height", "loading"}
