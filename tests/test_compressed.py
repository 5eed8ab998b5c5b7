"""Pages go out compressed; what has a digest of what it says does not change on its way."""

import gzip

import pytest
from django.test import Client

from tests.legions.pages import publish_world

pytestmark = pytest.mark.django_db


def test_a_page_goes_out_compressed_to_who_understands_that(client: Client) -> None:
    publish_world()
    plain = client.get("/cards/attack-wing/")
    assert "Content-Encoding" not in plain
    small = client.get("/cards/attack-wing/", headers={"accept-encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small["Vary"]
    assert len(small.content) < len(plain.content) / 3
    assert b"Hill Giant Chief" in gzip.decompress(small.content)


def test_the_length_of_a_page_tells_nothing(client: Client) -> None:
    lengths = {len(client.get("/", headers={"accept-encoding": "gzip"}).content) for _ in range(12)}
    assert len(lengths) > 1


def test_an_answer_of_the_api_keeps_its_etag(client: Client) -> None:
    publish_world()
    answers = [client.get("/api/v1/games/", headers={"accept-encoding": how}) for how in ("gzip", "identity")]
    assert answers[0]["ETag"] == answers[1]["ETag"]
    assert answers[0].content == answers[1].content
