"""What surrounds every request, whichever server it comes through: bodies without a length, answers without a body."""

import pytest
from django.test import Client, RequestFactory
from django.test.utils import override_settings

from config.middleware import http_framing

CHUNKED = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
@pytest.mark.django_db
@override_settings(ALLOWED_HOSTS=["muster.example"], SECURE_SSL_REDIRECT=True)
def test_probes_are_answered_whatever_the_host(client: Client, path: str) -> None:
    for host in ("10.1.2.3:8000", "muster.example", "not a host", "evil.example"):
        response = client.get(path, headers={"Host": host})
        assert response.status_code == 200
        assert response["Content-Length"] == str(len(response.content))
    assert client.get("/", headers={"Host": "10.1.2.3:8000"}).status_code == 400


@pytest.mark.parametrize("path", ["/api/v1/verdicts/", "/account/login/", "/api/v1/legions/"])
def test_a_chunked_body_that_no_server_has_read_is_not_taken_for_empty(client: Client, path: str) -> None:
    response = client.post(path, b"", content_type="application/json", **CHUNKED)
    assert response.status_code == 411
    assert (b'"code":"length-required"' in response.content) == path.startswith("/api/")


@pytest.mark.parametrize("status", [204, 304])
def test_an_answer_without_a_body_has_neither_its_length_nor_its_type(status: int) -> None:
    from django.http import HttpResponse

    made = HttpResponse(status=status, headers={"Content-Length": "0", "ETag": '"1"'})
    response = http_framing(lambda _: made)(RequestFactory().get("/"))
    assert dict(response.items()) == {"ETag": '"1"'}
