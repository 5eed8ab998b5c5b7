"""Compressed API responses: smaller, with distinct ETags, and never where compression could leak account data."""

import gzip
import itertools
import json
import zlib
from collections.abc import Iterable
from typing import Any

import brotli
import pytest
from django.http import HttpResponse
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from catalog.api_base import codings, compression, etags
from catalog.api_base.response_cache import ResponseCache
from legions.saved_lists.models import Legion
from tests import factories
from tests.legions.api_clients import TokenClient, legion_url, token

pytestmark = pytest.mark.django_db

DECODED = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}
LEGION: dict[str, Any] = {"game": "attack-wing", "picks": [{"card": "wraith"}]}
READS = [
    "/api/v1/cards/",
    "/api/v1/cards/attack-wing/wraith/",
    "/api/v1/cards/attack-wing/wraith/facts/",
    "/api/v1/games/",
    "/api/v1/",
    "/api/v1/openapi.json",
    "/api/v1/schemas/attack-wing/creature.schema.json",
    "/api/v1/rules/",
    "/api/v1/resolutions/attack-wing/",
    "/api/v1/bulk/attack-wing/creature.json",
    "/api/v1/bulk/attack-wing/creature.jsonl",
    "/faces/1/attack-wing/wraith.svg",
]


@pytest.fixture
def catalog() -> None:
    factories.publish_frame(factories.creature(slug="wraith", name="Wraith"), *(factories.creature() for _ in range(4)))


def asked(client: Client, path: str, accepted: str = "", **headers: str) -> HttpResponse:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.get(path, headers={"Accept-Encoding": accepted, **fields})


def body_of(response: HttpResponse) -> bytes:
    content = b"".join(response) if response.streaming else response.content
    return DECODED[response.get("Content-Encoding")](content)


# -- choice of the coding ------------------------------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("x-gzip", "gzip"),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP;Q=1.0, BR;Q=0.5", "gzip"),
        ("gzip;q=0.5, br ; q = 0.4", "gzip"),
        ("br;q=0, gzip;q=0", None),
        ("br;q=0.000, *", "gzip"),
        ("*", "br"),
        ("*;q=0", None),
        ("identity;q=1, br;q=0.5", None),
        ("identity;q=0, gzip", "gzip"),
        ("identity;q=0", None),
        ("brr, gzipp, deflate, zstd", None),
        ("br;q=banana", None),
        ("br;q=2, gzip;q=-1", None),
        (",,;;q=1,", None),
    ],
)
def test_the_client_says_which_coding_it_is(accepted: str, coding: str | None) -> None:
    assert codings.preferred(accepted) == coding


@pytest.mark.sampled
@given(accepted=st.text(alphabet="brgzip*,; q=01.x", max_size=60))
def test_no_header_is_too_odd_and_what_is_chosen_is_accepted(accepted: str) -> None:
    coding = codings.preferred(accepted)
    assert coding is None or codings.weight(accepted, coding) > 0


@given(pieces=st.lists(st.binary(max_size=2000), max_size=20), coding=st.sampled_from(codings.CODINGS))
def test_a_compressed_body_decompresses_to_the_original(pieces: list[bytes], coding: str) -> None:
    for kept in (False, True):
        made = b"".join(codings.compress_stream(iter(pieces), coding, kept=kept))
        assert DECODED[coding](made) == b"".join(pieces)
        assert made == codings.compress(b"".join(pieces), coding, kept=kept) or len(pieces) != 1


# -- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize("path", READS)
def test_a_read_is_the_same_in_every_coding_under_a_tag_of_its_own(client: Client, catalog: None, path: str) -> None:
    plain, zipped, small = (asked(client, path, accepted) for accepted in ("", "gzip", "gzip, br"))
    assert [one.get("Content-Encoding") for one in (plain, zipped, small)] == [None, "gzip", "br"]
    assert plain.content == body_of(zipped) == body_of(small)
    assert len({one["ETag"] for one in (plain, zipped, small)}) == 3
    assert not any(one["ETag"].startswith("W/") for one in (plain, zipped, small))
    for response in (plain, zipped, small):
        assert "Accept-Encoding" in response["Vary"]
        assert response["Content-Length"] == str(len(response.content))
    assert len(small.content) < len(plain.content)
    head = client.head(path, headers={"Accept-Encoding": "br"})
    assert {name: head[name] for name in ("ETag", "Content-Encoding", "Content-Length", "Vary")} == {
        name: small[name] for name in ("ETag", "Content-Encoding", "Content-Length", "Vary")
    }


@pytest.mark.sampled
@pytest.mark.parametrize("path", READS)
def test_a_client_with_a_copy_in_an_accepted_coding_gets_304(client: Client, catalog: None, path: str) -> None:
    tags = {accepted: asked(client, path, accepted)["ETag"] for accepted in ("", "gzip", "br")}
    for (held, tag), accepted in itertools.product(tags.items(), ("", "gzip", "br", "gzip, br")):
        response = asked(client, path, accepted, If_None_Match=tag)
        if held in accepted:
            assert response.status_code == 304, (held, accepted)
            assert response["ETag"] == tag
            assert "Accept-Encoding" in response["Vary"]
            assert not response.content
        else:  # a cache with a brotli variant has nothing for clients without brotli
            assert response.status_code == 200, (held, accepted)
            assert body_of(response) == body_of(asked(client, path))


def test_a_304_names_the_tag_that_a_proxy_has_made(client: Client, catalog: None) -> None:
    state = asked(client, "/api/v1/cards/")["ETag"].strip('"')
    for tag in (f'"{state}-gzip"', f'W/"{state}.gzip"'):
        response = asked(client, "/api/v1/cards/", "gzip", If_None_Match=f'"other", {tag}')
        assert (response.status_code, response["ETag"]) == (304, tag)
    assert asked(client, "/api/v1/cards/", "gzip", If_None_Match=f'W/"{state}"').status_code == 304
    assert asked(client, "/api/v1/cards/", "gzip", If_None_Match="*").status_code == 304
    for tag in (f'"{state}.zip"', f'"x{state}.gzip"', '".gzip"', f"{state}.gzip", f'"{state}"x.gzip"'):
        assert asked(client, "/api/v1/cards/", "gzip", If_None_Match=tag).status_code == 200, tag


def test_a_document_with_a_slug_that_ends_like_a_coding_gets_304(client: Client) -> None:
    factories.publish_frame(factories.creature(slug="old-br"))
    factories.publish(factories.creature(slug="sent-br", formerly=["old-br"]))
    moved = asked(client, "/api/v1/cards/attack-wing/old-br/", "br")
    assert moved.status_code == 301
    again = asked(client, "/api/v1/cards/attack-wing/old-br/", "br", If_None_Match=moved["ETag"])
    assert (again.status_code, again["ETag"]) == (304, moved["ETag"])


@pytest.mark.sampled
def test_a_compressed_body_is_made_once_and_its_cache_is_bounded(
    client: Client, catalog: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    usual = codings.compress
    monkeypatch.setattr(compression, "_compressed", ResponseCache("test", 6_000))
    monkeypatch.setattr(
        codings, "compress", lambda body, coding, **options: made.append(coding) or usual(body, coding, **options)
    )
    for _ in range(3):
        asked(client, "/api/v1/cards/attack-wing/wraith/", "br")
    assert made == ["br"]
    for number in range(1, 9):
        asked(client, f"/api/v1/cards/?limit={number}", "gzip")
    assert compression._compressed.bytes <= 6_000


def test_another_body_under_a_known_tag_is_sent_as_it_is_now(client: Client, catalog: None) -> None:
    def respond(text: bytes) -> bytes:
        response = HttpResponse(text * 200, headers={"ETag": '"1-1"'})
        return brotli.decompress(compression._body(response, "br"))

    assert respond(b"one") == b"one" * 200
    assert respond(b"two") == b"two" * 200


def test_short_or_compressed_bodies_are_not_compressed(client: Client, catalog: None) -> None:
    packed = asked(client, "/api/v1/bulk/attack-wing/creature.json.br", "gzip, br")
    assert "Content-Encoding" not in packed
    assert packed["ETag"] == asked(client, "/api/v1/bulk/attack-wing/creature.json.br")["ETag"]
    short = client.options("/api/v1/cards/", headers={"Accept-Encoding": "br"})
    assert "Content-Encoding" not in short


# -- uncached responses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coding", codings.CODINGS)
def test_verdicts_batches_lines_and_problems_are_compressed(client: Client, catalog: None, coding: str) -> None:
    def sent(body: Any, accept: str = "application/json", path: str = "/api/v1/verdicts/") -> HttpResponse:
        headers = {"Accept-Encoding": coding, "Accept": accept}
        return client.post(path, body, content_type="application/json", headers=headers)

    batch = {"legions": [LEGION] * 3}
    verdict, many, refused = sent(LEGION), sent(batch), sent({"game": "attack-wing"})
    for response in (verdict, many, refused):
        assert response["Content-Encoding"] == coding
        assert response["Content-Length"] == str(len(response.content))
    assert json.loads(body_of(verdict))["verdict"] == "legal"
    assert len(json.loads(body_of(many))["verdicts"]) == 3
    assert json.loads(body_of(refused))["code"] == "invalid-legion"
    lines = sent(batch, "application/x-ndjson")
    assert lines["Content-Encoding"] == coding
    assert "Content-Length" not in lines
    assert [json.loads(line)["verdict"] for line in body_of(lines).splitlines()] == ["legal"] * 3


def test_lines_are_compressed_while_they_are_made() -> None:
    made: list[int] = []

    def pieces() -> Iterable[bytes]:
        for number in range(200):
            made.append(number)
            yield bytes(str(hash((number, "x"))), "ascii") * 500

    stream = codings.compress_stream(pieces(), "gzip")
    assert zlib.decompressobj(31).decompress(next(stream)) is not None
    assert len(made) < 200


# -- account data ------------------------------------------------------------------------------------------------------


@pytest.fixture
def robot(catalog: None) -> TokenClient:
    return TokenClient(token(factories.UserFactory(username="ada")))


def private_paths(legion: Legion) -> list[str]:
    tails = ("", "states/", "variants/", "link/")
    return ["/api/v1/legions/", *(legion_url(legion, tail) for tail in tails)]


@pytest.mark.sampled
def test_private_responses_are_not_compressed(robot: TokenClient) -> None:
    assert robot.keep({**LEGION, "name": "x" * 100, "notes": "y" * 900}).status_code == 201
    paths = ["/api/v1/contributions/", "/api/v1/webhooks/", *private_paths(Legion.objects.get())]
    for path in paths:
        response = robot.get(path, headers={"Accept-Encoding": "gzip, br"})
        assert "Content-Encoding" not in response, path
    made = robot.send("post", "/api/v1/legions/", {"legion": LEGION}, Accept_Encoding="br")
    assert made.status_code == 201
    assert "Content-Encoding" not in made


@pytest.mark.sampled
def test_a_session_does_not_make_a_page_less_padded_or_a_download_small(client: Client, catalog: None) -> None:
    user = factories.UserFactory()
    client.force_login(user)
    legion = factories.legion({"card": "wraith"}, owner=user, notes="y" * 900)
    download = client.get(f"/legions/{legion.pk}/document/", headers={"Accept-Encoding": "gzip, br"})
    assert download.status_code == 200
    assert "Content-Encoding" not in download
    lengths = {len(client.get(f"/legions/{legion.pk}/", headers={"Accept-Encoding": "br"}).content) for _ in range(12)}
    assert len(lengths) > 1


# -- updates through a proxy -------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize(
    "written", ["{}", "{}.br", "{}.gzip", "{}-gzip", "{}-br", "{}-zstd", "W/{}", "W/{}.gzip", '"other", W/{}', "*"]
)
def test_a_state_is_changed_under_its_tag_in_any_coding(robot: TokenClient, written: str) -> None:
    robot.keep(LEGION)
    legion = Legion.objects.get()
    etag = robot.get(legion_url(legion))["ETag"].strip('"')
    marked = written.replace("{}", f'"{etag}"')
    for ending in (".br", ".gzip", "-gzip", "-br", "-zstd"):
        marked = marked.replace(f'"{etag}"{ending}', f'"{etag}{ending}"')
    changed = robot.send("put", legion_url(legion), {"legion": {**LEGION, "name": "New"}}, If_Match=marked)
    assert changed.status_code == 200, changed.content
    assert not changed["ETag"].startswith("W/")


@pytest.mark.one_variant
@pytest.mark.parametrize("written", ['"9{}"', 'W/"9{}.br"', '"{}.zip"', '"{}x"', "{}", '""', '"-gzip"', "W/", ""])
def test_another_state_is_refused_however_it_is_written(robot: TokenClient, written: str) -> None:
    robot.keep(LEGION)
    legion = Legion.objects.get()
    etag = robot.get(legion_url(legion))["ETag"].strip('"')
    refused = robot.send("delete", legion_url(legion), If_Match=written.replace("{}", etag))
    assert refused.status_code == 412
    assert refused["ETag"] == f'"{etag}"'


@given(state=st.text(alphabet="abc0123456789-", min_size=1, max_size=20), coding=st.sampled_from(["br", "gzip"]))
def test_a_tag_of_a_coding_names_its_state_and_no_other(state: str, coding: str) -> None:
    tag = etags.of_coding(f'"{state}"', coding)
    assert list(etags.with_codings(tag)) == [(tag, f'"{state}"', coding)]
    assert etags.names_state(tag, state)
    assert not etags.names_state(tag, f"{state}x")
    assert not etags.names_state(f'"{state}x"', state)
