"""Compression of pages."""

import gzip

import brotli
import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from config.middleware import padded_brotli
from tests.legions.page_parser import publish_world

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


@pytest.mark.sampled
def test_a_browser_that_understands_brotli_gets_the_smallest(client: Client) -> None:
    publish_world()
    plain, zipped, small = (
        client.get("/cards/attack-wing/", headers={"accept-encoding": how})
        for how in ("identity", "gzip", "gzip, deflate, br, zstd")
    )
    assert small["Content-Encoding"] == "br"
    assert small["Content-Length"] == str(len(small.content))
    assert "Accept-Encoding" in small["Vary"]
    assert len(small.content) < len(zipped.content)
    assert b"Hill Giant Chief" in brotli.decompress(small.content)
    assert len(brotli.decompress(small.content)) == len(plain.content)


@pytest.mark.parametrize("encodings", ["gzip, br;q=0", "gzip,br; q=0.0", "gzip, brr"])
def test_a_client_without_brotli_gets_gzip(client: Client, encodings: str) -> None:
    assert client.get("/", headers={"accept-encoding": encodings})["Content-Encoding"] == "gzip"


@given(text=st.binary(max_size=5000), more=st.integers(1, 256))
def test_decompression_removes_the_random_padding(text: bytes, more: int) -> None:
    assert brotli.decompress(padded_brotli(text, more)) == text


@pytest.mark.sampled
@pytest.mark.parametrize("encodings", ["gzip", "br"])
def test_the_length_of_a_compressed_page_varies(client: Client, encodings: str) -> None:
    lengths = {len(client.get("/", headers={"accept-encoding": encodings}).content) for _ in range(12)}
    assert len(lengths) > 1


@pytest.mark.one_variant
@pytest.mark.parametrize("encodings", ["gzip;q=0", "identity", "", "br;q=0, gzip;q=0", "*;q=0"])
def test_a_client_without_compression_gets_a_plain_page(client: Client, encodings: str) -> None:
    publish_world()
    page = client.get("/cards/attack-wing/", headers={"accept-encoding": encodings})
    assert "Content-Encoding" not in page
    assert "Accept-Encoding" in page["Vary"]
    assert b"Hill Giant Chief" in page.content
