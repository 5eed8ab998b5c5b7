"""Importing: every form a legion is given in comes back, and what was not understood is told before it is kept."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from catalog.documents import canonical
from legions import importing
from legions.cards.stock import stock_for
from legions.importing.parsing import strip_markdown
from legions.saved_lists.models import Legion
from legions.sharing.exports import ListExports, link_path
from legions.verdicts.view_models import verdict_view
from rulesapi.judging import verdicts
from tests import factories, worlds
from tests.legions.builder_helpers import key_of, publish_cards
from tests.legions.page_parser import Page
from tests.legions.test_site_hostile_texts import SAMPLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]

LEGION = {
    "game": "attack-wing",
    "name": "Embers *and* ash",
    "points": 100,
    "release": 1,
    "picks": [{"card": "giant", "upgrades": ["club", "charm"]}, {"card": "guards", "soldiers": 3, "count": 2}],
}


def copies():
    return ListExports(LEGION, verdict_view(LEGION, stock_for(LEGION)), "https://muster.example")


@worlds.once_a_module
def world() -> None:
    publish_cards()


def send(client, text="", **more):
    return client.post("/import/", {"text": text, **more})


def save_from(client, response):
    document = Page(response).all("input", name="document")[0]["value"]
    location = client.post("/import/keep/", {"document": document})["Location"]
    return Legion.objects.get(pk=location.split("/")[2])


FORMS = {
    "text": lambda: copies().text,
    "Markdown": lambda: copies().markdown,
    "JSON": lambda: canonical.pretty(LEGION),
    "link": lambda: f"https://testserver{link_path(LEGION)}",
}


@pytest.mark.parametrize("sort", FORMS)
def test_every_copy_of_a_legion_comes_back_as_the_same_list(client, sort) -> None:
    text = FORMS[sort]()
    response = send(client, text.replace("\n", "\r\n"))
    words = Page(response).words
    assert f"Read as {sort}." in words
    assert "Understood: 4" in words
    assert not Legion.objects.exists()
    saved = save_from(client, response)
    assert saved.guest_key == key_of(client)
    assert verdicts.judge(saved.document)["digest"] == verdicts.judge(LEGION)["digest"]
    if sort != "link":
        assert saved.name == LEGION["name"]


@pytest.mark.parametrize("sort", FORMS)
def test_a_file_goes_before_what_is_pasted(client, sort) -> None:
    file = SimpleUploadedFile("legion", FORMS[sort]().encode("utf-8-sig" if sort == "text" else "utf-8"))
    assert f"as {sort}." in Page(send(client, "something else", file=file)).words


def test_the_ways_to_start_lead_to_the_import_with_their_game_chosen(client) -> None:
    assert Page(client.get("/")).all("a", href="/import/")
    (link,) = Page(client.get("/build/attack-wing/")).all("a", id="import-list")
    assert link["href"] == "/import/?game=attack-wing"
    other = {"game": "dungeon-command", "slug": "dungeon-command", "ruleset": "dungeon-command/1"}
    factories.publish(factories.game(**other), factories.standard(game="dungeon-command"))
    chosen = [one["value"] for one in Page(client.get(link["href"])).all("option") if "selected" in one]
    assert chosen == ["attack-wing"]
    assert client.get("/import/?game=%00").status_code == 200


def test_each_line_says_what_became_of_it(client) -> None:
    text = "# Mine (100 points)\nGaint\n  + Club [gilded]\n  + Unheard Of\nDragon\n" + "x" * 700
    rows = {(row.line, row.outcome): row for row in importing.parse_import(text.encode()).rows}
    assert rows[2, "guessed"].card == "giant"
    assert rows[2, "guessed"].likeness >= 75
    assert "was not read" in rows[3, "mapped"].message
    assert rows[4, "unknown"].card == "unheard-of"
    assert rows[6, "dropped"].message
    words = Page(send(client, text)).words
    for part in (
        "% alike",
        "Understood: 2, Guessed: 1, Not known: 1, Left out: 1.",
        "“Gaint”",
        "Import",
    ):
        assert part in words


def test_what_a_document_has_too_much_is_left_out_and_told(client) -> None:
    payload = {
        "legion": {**LEGION, "colour": "red", "picks": [{"card": "giant", "cost": 3}, {"card": "nobody"}]},
        "at": "",
    }
    taken = importing.parse_import(json.dumps(payload).encode())
    assert [row.text for row in taken.rows if row.outcome == "dropped"] == ["/at", "/colour", "/picks/0/cost"]
    assert [row.text for row in taken.rows if row.outcome == "unknown"] == ["nobody"]
    assert taken.document["picks"] == [{"card": "giant"}, {"card": "nobody"}]


def test_a_list_is_of_the_game_that_knows_its_cards(client) -> None:
    factories.publish(
        factories.game(game="dungeon-command", slug="dungeon-command", ruleset="dungeon-command/1"),
        factories.standard(game="dungeon-command", points=None, recommended_points=[]),
    )
    assert importing.parse_import(b"Giant\nDragon").document["game"] == "attack-wing"
    with pytest.raises(importing.parsing.InvalidInput, match="No line of this names a card of the game"):
        importing.parse_import(b"Zzzzzzz", "dungeon-command")


def test_marks_of_markdown_say_nothing() -> None:
    marked = "```\n## **My** [list](https://x.example/) \\#1\n- __Giant__\n  - ![a](b.png)Club\n```"
    assert strip_markdown(marked) == "# My list #1\n- Giant\n  - aClub"


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"", "Paste a list"),
        (b" \n\t", "Paste a list"),
        (b"\xff\xfe\x00", "This is no text"),
        (b"\x89PNG\r\n\x1a\n", "This is no text"),
        (b"{", "Not JSON"),
        (b"[1]", "A list is a JSON object"),
        (b"[" * 100_000, "Nested deeper"),
        (b'{"game": "attack-wing"}', "picks"),
        (b'{"game": "nothing", "picks": []}', "no game"),
        (b'{"game": 7, "picks": []}', "game"),
        (b'{"game": "attack-wing", "picks": 7}', "picks"),
        (b'{"game": "attack-wing", "picks": [7]}', "pick"),
        (b'{"game": "attack-wing", "picks": [{"card": {}}]}', "card"),
        (b'{"game": "attack-wing", "picks": [{"card": "giant", "upgrades": 3}]}', "upgrades"),
        (b'{"game": "attack-wing", "picks": [{"card": "giant", "count": 1e400}]}', ""),
        (b'{"game": "attack-wing", "game": "x", "picks": []}', "twice"),
        (b'{"game": "attack-wing", "release": 99, "picks": []}', "no release 99"),
        (b"https://testserver/l/#1AAAAAAAAAA", "lost or changed"),
        (b"x" * 300_000, "no list takes"),
        (b"nobody knows me\nnor me", "No line of this names a card"),
        (b"\0", ""),
        ("a\u202eb\ud7ff\U0001f409".encode(), ""),
    ],
)
def test_what_cannot_be_read_is_refused_in_words_and_not_kept(client, sent, words) -> None:
    for response in (
        send(client, file=SimpleUploadedFile("legion", sent)),
        send(client, sent.decode("utf-8", "replace")),
    ):
        if sent[:1] not in (b"\xff", b"\x89"):
            assert words in Page(response).words
        assert response.status_code in {400, 413}
    assert not Legion.objects.exists()


@pytest.mark.parametrize("document", ["", "{", "[]", "7", '{"game": "x", "picks": []}', '{"game": "attack-wing"}'])
def test_nothing_is_kept_that_is_no_legion(client, document) -> None:
    assert client.post("/import/keep/", {"document": document}).status_code == 400
    assert not Legion.objects.exists()


def test_a_game_that_there_is_not_is_refused(client) -> None:
    assert send(client, "Giant", game="chess").status_code == 400


@pytest.mark.parametrize("words", SAMPLE)
def test_a_hostile_list_stays_text(client, words) -> None:
    payload = json.dumps({**LEGION, "name": words, "notes": words, "tags": [words[:60]], words: words})
    for text in (f"# {words}\nGiant\n{words}\n  + {words}", payload, words):
        response = send(client, text)
        assert response.status_code in {200, 400}
        page = Page(response)
        assert all(script["src"].startswith("/static/") for script in page.all("script"))
        assert not {tag for tag, _ in page.elements} & {"iframe", "style", "base", "math", "foreignobject"}
        for tag, attributes in page.elements:
            assert not any(name.startswith("on") or name in {"style", "srcdoc"} for name in attributes), tag
        assert page.all("textarea", name="text")


def test_a_list_of_unknown_names_is_read_in_good_time(client, django_assert_max_num_queries) -> None:
    text = "Giant\n" + "\n".join(f"Somebody {number} whom no catalog knows at all" for number in range(390))
    send(client, text)
    with django_assert_max_num_queries(14):
        assert send(client, text).status_code == 200


def test_other_methods_are_refused(client) -> None:
    assert client.get("/import/keep/").status_code == 405
    for method in ("put", "patch", "delete"):
        assert getattr(client, method)("/import/").status_code == 405


def test_the_list_of_legions_leads_to_importing(client) -> None:
    assert Page(client.get("/legions/")).all("a", href="/import/")
