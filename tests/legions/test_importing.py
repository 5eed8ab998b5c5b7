"""Import: every export format is read back, and anything not understood is reported before the list is saved."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from catalog.documents import canonical
from legions import importing
from legions.cards.stock import stock_for
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from legions.sharing.exports import ListExports, link_path
from legions.verdicts.view_models import verdict_view
from rulesapi.judging import verdicts
from rulesapi.pasted_lists import strip_markup
from tests import factories, worlds
from tests.legions.builder_helpers import key_of, publish_cards
from tests.legions.page_parser import Page
from tests.legions.test_site_hostile_texts import SAMPLE
from tests.throttles import allow

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


@pytest.mark.one_variant
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


@pytest.mark.sampled
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


def test_excess_parts_of_a_document_are_dropped_and_reported(client) -> None:
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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"999999 Giant", "Line 1, “999999 Giant”: Numbers go from 1 to 500."),
        (b"# A\n0 Giant", "Line 2, “0 Giant”: Numbers go from 1 to 500."),
        (b"Club", "Line 1, “Club”: There is no creature above that could carry it."),
    ],
)
def test_a_list_whose_cards_are_all_left_out_says_why(client, text, reason) -> None:
    with pytest.raises(importing.parsing.InvalidInput, match=reason):
        importing.parse_import(text, "attack-wing")


def test_marks_of_markdown_say_nothing() -> None:
    marked = "```\n## **My** [list](https://x.example/) \\#1\n- __Giant__\n  - ![a](b.png)Club\n```"
    assert strip_markup(marked) == "\n# My list #1\n- Giant\n  - aClub\n"


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("<ul><li>2x Giant</li><li>Club</li></ul>", "2x Giant\nClub"),
        ("<table><tr><td>2</td><td>Giant</td></tr><tr><td>1</td><td>Club</td></tr></table>", "2 | Giant\n1 | Club"),
        ("2x Giant<br/>Club<BR>\nEnd", "2x Giant\nClub\nEnd"),
        ("<p>Giant</p>\n\n<p>Club</p>", "Giant\n\nClub"),
        ("[list=1][*]2x Giant[*]Club[/list]", "\n2x Giant\nClub"),
        ("[table][tr][td]Giant[/td][td]2[/td][/tr][/table]", "\nGiant | 2\n"),
        ("2&nbsp;Giant &amp; 3&times; Club &#39;x&#39;", "2\u00a0Giant & 3× Club 'x'"),
        ("<s>Giant</s> [s]Club[/s] <del>x</del>", "~~Giant~~ ~~Club~~ ~~x~~"),
        ("<2> Giant <Club> &c; AT&T; a < b", "<2> Giant <Club> &c; AT&T; a < b"),
    ],
)
def test_marks_of_html_and_forums_become_lines_and_cells(marked, plain) -> None:
    assert strip_markup(marked).strip("\n") == plain.strip("\n")


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (b"", "Paste a list"),
        (b" \n\t", "Paste a list"),
        (b"\xff\xfe\x00", "The file is not text"),
        (b"\x89PNG\r\n\x1a\n", "The file is not text"),
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
def test_unreadable_input_is_refused_with_a_message_and_not_saved(client, sent, message) -> None:
    for response in (
        send(client, file=SimpleUploadedFile("legion", sent)),
        send(client, sent.decode("utf-8", "replace")),
    ):
        if sent[:1] not in (b"\xff", b"\x89"):
            assert message in Page(response).words
        assert response.status_code in {400, 413}
    assert not Legion.objects.exists()


@pytest.mark.parametrize("document", ["", "{", "[]", "7", '{"game": "x", "picks": []}', '{"game": "attack-wing"}'])
def test_only_legions_are_saved(client, document) -> None:
    assert client.post("/import/keep/", {"document": document}).status_code == 400
    assert not Legion.objects.exists()


def test_a_game_that_there_is_not_is_refused(client) -> None:
    assert send(client, "Giant", game="chess").status_code == 400


@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_a_hostile_list_stays_text(client, hostile_text) -> None:
    payload = json.dumps(
        {**LEGION, "name": hostile_text, "notes": hostile_text, "tags": [hostile_text[:60]], hostile_text: hostile_text}
    )
    for text in (f"# {hostile_text}\nGiant\n{hostile_text}\n  + {hostile_text}", payload, hostile_text):
        response = send(client, text)
        assert response.status_code in {200, 400}
        page = Page(response)
        assert all(script["src"].startswith("/static/") for script in page.all("script"))
        assert not {tag for tag, _ in page.elements} & {"iframe", "style", "base", "math", "foreignobject"}
        for tag, attributes in page.elements:
            assert not any(name.startswith("on") or name in {"style", "srcdoc"} for name in attributes), tag
        assert page.all("textarea", name="text")


@pytest.mark.sampled
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


# -- ambiguous beginnings ----------------------------------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "text",
    [
        "[Creatures]\nGiant\nDragon",
        "[b]Giant[/b]\nDragon",
        "[list]\n[*]Giant\n[*][url=https://x.example/]Dragon[/url]\n[/list]",
        "[x] Giant\n[ ] Dragon",
        "- [x] Giant\n- [ ] Dragon",
        "[Giant](http://example.org)\n[Dragon](http://example.org/a_(b))",
        "{25} Giants of mine\nGiant\nDragon",
        "[[Giants]]\nGiant\nDragon",
        "[AW] my list\nGiant\nDragon",
        "{R}: play\nGiant\nDragon",
        '["The hills"] by me\nGiant\nDragon',
        "[2] of us\nGiant\nDragon",
    ],
)
def test_a_list_that_begins_with_a_bracket_is_text(client, text) -> None:
    document = importing.parse_import(text).document
    assert {"giant", "dragon"} <= {pick["card"] for pick in document["picks"]}
    assert importing.parse_import(text.encode()).document == document
    assert send(client, text).status_code == 200


JSON = json.dumps(LEGION, indent=1)


@pytest.mark.parametrize(
    ("text", "around"),
    [
        (f"```json\n{JSON}\n```", []),
        (f"~~~\n{JSON}\n~~~\n", []),
        (f"My list:\n\n{JSON}", [(1, "My list:")]),
        (f"{JSON}\nHave fun {{all}} of you!", [(JSON.count("\n") + 2, "Have fun {all} of you!")]),
        (f"Look\n```\n{JSON}\n```\nBye", [(1, "Look"), (JSON.count("\n") + 5, "Bye")]),
        (f"I send {{this}}: {json.dumps({'legion': LEGION})} ok?", [(1, "I send {this}:"), (1, "ok?")]),
    ],
)
def test_json_is_read_in_a_fence_and_among_words(text, around) -> None:
    taken = importing.parse_import(text)
    assert (taken.sort, taken.document) == ("JSON", LEGION)
    assert [(row.line, row.text) for row in taken.rows if row.outcome == "dropped"] == around


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"game": "attack-wing", "picks": [}', "line 1, column 35"),
        ('{"game": "attack-wing",\n "picks": []}}', "line 2, column 14"),
        ('Here:\n```json\n{"game": "attack-wing",\n "picks": [,]}\n```', "line 4, column 12"),
        ('Here it is\n {"game": "attack-wing", "picks": [', "line 2, column 36"),
        ("{'game': 'attack-wing'}", "line 1, column 2"),
        ("{game: 'attack-wing'}", "line 1, column 2"),
        ("{“game”: “attack-wing”}", "line 1, column 2"),
        ('[{"game": "attack-wing"', "line 1"),
    ],
)
def test_broken_json_is_refused_at_its_place(client, text, place) -> None:
    response = send(client, text)
    assert response.status_code == 400
    assert place in Page(response).words


# -- files in other encodings and of other kinds -----------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("encoding", "note"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-16", "Read as UTF-16."),
        ("utf-16-le", "UTF-16, which is assumed"),
        ("utf-16-be", "UTF-16, which is assumed"),
        ("utf-32", "Read as UTF-32."),
        ("cp1252", "Windows-1252, which is assumed"),
    ],
)
def test_a_file_in_another_encoding_is_read_and_the_page_says_so(client, encoding, note) -> None:
    text = "# Les géants “d’hiver”\nGiant\nDragon\n"
    page = Page(send(client, file=SimpleUploadedFile("list.txt", text.encode(encoding))))
    assert "Les géants “d’hiver”" in page.words
    assert note in page.words
    assert ("Read as UTF" in page.words or "which is assumed" in page.words) is bool(note)


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"{\\rtf1\\ansi Giant\\par Dragon}", "a document in RTF"),
        (b"<!DOCTYPE html>\n<html><body>Nobody</body></html>", "a web page (HTML)"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 2_000, "a PDF"),
        (b"PK\3\4\x14\0\6\0" + bytes(50) + b"word/document.xml", "a document of Word (docx)"),
        (b"PK\3\4\x14\0\6\0" + bytes(50) + b"xl/workbook.xml", "a spreadsheet (xlsx)"),
        (b"PK\3\4\x14\0\6\0", "a compressed file (zip)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old document of Word or Excel"),
        (b"\x1f\x8b\x08\0", "a compressed file"),
        (b"GIF89a", "This picture is GIF"),
        (b"\0\0\0\x18ftypheic", "This picture is HEIC"),
        (b"<svg xmlns='x'></svg>", "This picture is SVG"),
        (b"Caf\xc3\xa9 d\xc3\xa9j\xc3\xa0 \xff", "Byte 14 is not UTF-8"),
        (b"Gi\x00ant", "NUL"),
        (bytes(range(1, 256)), "The file is not text"),
        (b"Giant \x81\x8d", "The file is not text"),
    ],
)
def test_the_kind_of_an_unsupported_file_is_named(client, raw, message) -> None:
    response = send(client, file=SimpleUploadedFile("list", raw))
    assert response.status_code == 400
    assert message in Page(response).words


def test_a_web_page_or_rtf_with_a_link_is_read_by_its_link() -> None:
    link = f"https://testserver{link_path(LEGION)}"
    for text in (f'<html><body><a href="{link}">x</a></body></html>', f'{{\\rtf1 HYPERLINK "{link}"}}'):
        assert importing.parse_import(text.encode()).sort == "link"


# -- links -------------------------------------------------------------------------------------------------------------


def linked(legion=LEGION) -> str:
    return f"https://elsewhere.example{link_path(legion)}"


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "text",
    [
        "<{}>",
        "[My list]({})",
        "{}.",
        "({})",
        "{}%20",
        "{}?fbclid=x",
        "This is it: {}\nSee you, and bring 2x whatever you like",
        "# My list (120 points)\n\n{}",
    ],
)
def test_a_link_is_read_anywhere_in_a_text(client, text) -> None:
    page = Page(send(client, text.format(linked())))
    assert "Read as link." in page.words
    assert "2 × Guards" in page.words


def test_a_link_over_two_lines_is_read_and_words_around_it_are_reported() -> None:
    link = linked()
    taken = importing.parse_import(f"Look at\n{link[:40]}\n{link[40:]}\nand tell me!")
    assert verdicts.judge(taken.document)["digest"] == verdicts.judge(LEGION)["digest"]
    assert [row.text for row in taken.rows if row.outcome == "dropped"] == ["Look at and tell me!"]


def test_of_two_links_the_first_is_read_and_the_other_is_offered(client) -> None:
    other = {**LEGION, "picks": [{"card": "dragon"}]}
    page = Page(send(client, f"mine {linked()} or yours {linked(other)}"))
    assert "2 × Guards" in page.words
    assert "The first was read, and not this one." in page.words
    offered = [field["value"] for field in page.all("input", name="text")]
    assert offered == [link_path(other).partition("l/")[2]]
    assert "Guards" not in Page(send(client, offered[0])).words


def test_a_list_with_its_own_link_below_is_its_lines_and_another_link_is_offered(client) -> None:
    text = f"Giant\n  + Club\n  + Charm\n2x Guards (3 soldiers)\n\n{linked({**LEGION, 'points': 120})}"
    taken = importing.parse_import(text)
    assert (taken.sort, taken.other_links) == ("text", [])
    other = linked({**LEGION, "picks": [{"card": "dragon"}]})
    page = Page(send(client, f"Giant\n{other}"))
    assert "Read as text." in page.words
    assert "because the text names cards itself" in page.words
    assert page.all("input", name="text")[0]["value"].startswith("#1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://elsewhere.example/some/page", "No list is in the address https://elsewhere.example/some/page"),
        ("See https://testserver/cards/attack-wing/giant/", "No list is in the address"),
        ("https://testserver/l/#1AAAAAAAAAA.", "lost or changed"),
        ("Look: https://testserver/l/#", "Copy the whole link"),
        ("1AAAAAAAAAAAAAA", "lost or changed"),
    ],
)
def test_an_address_without_a_list_has_a_fitting_message(client, text, message) -> None:
    response = send(client, text)
    assert response.status_code == 400
    assert message in Page(response).words


def test_a_count_before_a_name_of_one_word_is_no_link() -> None:
    with pytest.raises(importing.parsing.InvalidInput, match="No line of this names a card of the game"):
        importing.parse_import("1xGiantesses", "attack-wing")


# -- addresses of shared lists -----------------------------------------------------------------------------------------


@pytest.fixture
def shared():
    legion = factories.legion({"card": "giant"}, {"card": "guards", "count": 2}, owner=factories.UserFactory())
    legion.document["collection"] = {"giant": 1}
    legion.save()
    sharing_services.share_legion(legion=legion)
    return legion


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "text",
    [
        "https://testserver/s/{}/",
        "https://testserver/s/{})",
        "https://testserver/s/{}//",
        "/s/{}/",
        "<http://other.example/s/{}>",
        "[a list](https://testserver/s/{}/) of mine",
        "_https://testserver/s/{}_",
        "https://testserver/s/{}/sheet/",
        "https://testserver/api/v1/legions/shared/{}/",
    ],
)
def test_the_address_of_a_shared_list_is_read_as_its_copy(client, shared, text) -> None:
    page = Page(send(client, text.format(shared.share_key)))
    assert "Read as link." in page.words
    assert "2 × Guards" in page.words
    assert "collection" not in page.all("input", name="document")[0]["value"]


@pytest.mark.one_variant
@pytest.mark.parametrize("key", ["ready-attack-wing-embers-and-ash-on-the-long-tide", "short", "x" * 64])
@pytest.mark.parametrize("text", ["see https://testserver/s/{}/)", "_/s/{}_", "https://testserver/s/{}, ok?"])
def test_a_shared_list_is_read_by_a_key_of_any_length(client, shared, key, text) -> None:
    Legion.objects.filter(pk=shared.pk).update(share_key=key)
    assert "2 × Guards" in Page(send(client, text.format(key))).words
    assert "2 × Guards" in Page(send(client, f"https://testserver/s/{key[:3]}\n{key[3:]}")).words


@pytest.mark.sampled
def test_an_address_under_which_nothing_is_shared_counts_as_a_visit(client, shared, monkeypatch) -> None:
    allow(monkeypatch, "wrong-share-keys", 2)
    wrong = f"https://testserver/s/{'x' * 32}/"
    answers = [send(client, wrong) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [404, 404, 429]
    assert "Nothing is shared here under this address" in Page(answers[0]).words
    assert send(client, f"/s/{shared.share_key}/").status_code == 200
    key = shared.share_key
    sharing_services.revoke_link(legion=shared)
    ended = send(client, f"/s/{key}/")
    assert (ended.status_code, "was ended" in Page(ended).words) == (410, True)


def test_a_list_with_the_address_of_its_page_below_asks_for_no_key(client, monkeypatch) -> None:
    allow(monkeypatch, "wrong-share-keys", 0)
    assert "Read as text." in Page(send(client, f"Giant\nhttps://testserver/s/{'x' * 32}/")).words


def test_an_xml_file_is_called_by_what_it_is(client) -> None:
    page = send(client, "<?xml version='1.0'?>\n<deck><card>Giant</card></deck>", game="attack-wing")
    assert page.status_code == 400 and "a document in XML" in page.content.decode()
