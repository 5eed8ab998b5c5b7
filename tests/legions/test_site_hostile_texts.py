"""Hostile texts of cards: shown as text; nothing in a document becomes markup, script or style."""

import json

import pytest

from tests import factories
from tests.legions.page_parser import Page
from tests.sampling import HOSTILE_TEXTS

pytestmark = pytest.mark.guard


CORPUS = [
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</svg><script>alert(1)</script>",
    "</text><foreignObject><img src=x onerror=alert(1)></foreignObject>",
    "<svg/onload=alert(1)>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '" autofocus onfocus="alert(1)',
    "]]><script>alert(1)</script><![CDATA[",
    "<!--<script>alert(1)//-->",
    "<style>*{display:none}</style>",
    '<a href="javascript:alert(1)">x</a>',
    "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
    "{{ 7|add:7 }}{% debug %}",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<base href='https://elsewhere.example/'>",
]
SAMPLE = CORPUS[::HOSTILE_TEXTS]


def sampled(turn: int) -> list[str]:
    """Return the sample for a test that shows texts one by one; it differs with each turn."""
    return CORPUS[turn % HOSTILE_TEXTS :: HOSTILE_TEXTS]


ADDRESSES = [
    "/",
    "/cards/attack-wing/",
    "/cards/attack-wing/?view=list",
    "/cards/attack-wing/the-creature/",
    "/cards/attack-wing/the-spell/",
    "/sets/attack-wing/",
    "/sets/attack-wing/the-set/",
    "/rules/attack-wing/",
]
TAGS = {"script", "iframe", "style", "base", "math", "foreignobject", "img"}


def hostile_world(hostile_text):
    sources = {"": {"source": hostile_text[:300], "checked": True, "note": hostile_text}}
    card = {"name": hostile_text, "class": hostile_text, "text": hostile_text, "set": "the-set", "sources": sources}
    return factories.publish(
        factories.game(
            name=hostile_text, text=hostile_text, notice=hostile_text, legion_word=hostile_text[:40], sources=sources
        ),
        factories.standard(name=hostile_text, text=hostile_text, sources=sources),
        factories.card_set(
            slug="the-set",
            name=hostile_text,
            text=hostile_text,
            wave=hostile_text[:60],
            official=False,
            licence=hostile_text[:60],
            sources=sources,
        ),
        factories.creature(
            slug="the-creature",
            retired=hostile_text,
            weapons=[{"name": hostile_text[:60], "melee": True, "arc": "any", "range": 1}],
            **card,
        ),
        factories.spell(
            slug="the-spell",
            range=hostile_text[:60],
            requires=[{"class": [hostile_text]}, {"name": [hostile_text]}, {"not": {"class": [hostile_text]}}],
            penalties=[{"unless": {"name": [hostile_text]}, "cost": 2}],
            **card,
        ),
    )


@pytest.mark.django_db
@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_texts_of_documents_are_escaped_on_every_page(client, hostile_text):
    hostile_world(hostile_text)
    for address in ADDRESSES:
        response = client.get(address)
        assert response.status_code == 200, address
        page = Page(response)
        # `title` and `desc` inside a drawing contain text; everything else of the corpus would be an element.
        assert {tag for tag, attributes in page.elements if tag in TAGS and not attributes.get("src")} == set(), address
        assert all(script["src"].startswith("/static/") for script in page.all("script")), address
        for tag, attributes in page.elements:
            assert not any(name.startswith("on") or name in {"style", "srcdoc"} for name in attributes), (address, tag)
            for name in ("href", "src", "xlink:href", "action"):
                assert not (attributes.get(name) or "").lower().startswith(("javascript", "data")), (address, tag)
    assert hostile_text in Page(client.get("/cards/attack-wing/the-creature/")).text


@pytest.mark.django_db
@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_search_texts_are_escaped(client, hostile_text):
    factories.publish_frame()
    everywhere = {
        "q": hostile_text,
        "kind": hostile_text,
        "cost_min": hostile_text,
        "was": hostile_text,
        "sort": hostile_text,
        "page": hostile_text,
    }
    for query in ({"q": hostile_text}, everywhere):
        page = Page(client.get("/cards/attack-wing/", query))
        assert all(script["src"].startswith("/static/") for script in page.all("script"))
        assert not {tag for tag, _ in page.elements} & (TAGS - {"script"})
        if query != everywhere:
            assert page.all("input", name="q")[-1]["value"] == hostile_text


@pytest.mark.django_db
def test_a_source_that_is_no_public_address_is_no_link(client):
    sources = {
        "": {"source": "javascript:alert(1)", "checked": True},
        "/cost": {"source": "https://example.org/a", "checked": False},
    }
    factories.publish_frame(factories.creature(slug="sourced", sources=sources))
    page = Page(client.get("/cards/attack-wing/sourced/"))
    assert page.all("a", href="https://example.org/a")[0]["rel"] == "nofollow noopener"
    assert "javascript:alert(1)" in page.words
    assert not page.all("a", href="javascript:alert(1)")


@pytest.mark.django_db
def test_the_token_in_the_page_cannot_be_broken_out_of(client):
    factories.publish_frame()
    page = Page(client.get("/"))
    assert list(json.loads(page.all("body")[0]["hx-headers"])) == ["X-CSRFToken"]
