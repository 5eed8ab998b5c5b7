"""Request framing by any server: bodies without a length, responses without a body."""

import pytest
from django.test import Client, RequestFactory
from django.test.utils import override_settings

from config.middleware import http_framing

pytestmark = pytest.mark.guard


CHUNKED = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
@pytest.mark.django_db
@override_settings(ALLOWED_HOSTS=["muster.example"], SECURE_SSL_REDIRECT=True)
def test_probes_are_answered_for_any_host(client: Client, path: str) -> None:
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


@pytest.mark.parametrize("path", ["/api/v1/verdicts/", "/account/login/", "/api/v1/legions/"])
@pytest.mark.parametrize(("code", "status"), [("too-large", 413), ("bad-request", 400)])
def test_a_body_that_the_server_refused_is_a_problem(client: Client, path: str, code: str, status: int) -> None:
    elsewhere = {"HTTP_ORIGIN": "https://other.example", "muster.refused": code}
    response = client.post(path, b"", content_type="application/json", **elsewhere)
    assert response.status_code == status
    assert (b'"code":"%b"' % code.encode() in response.content) == path.startswith("/api/")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response.get("Access-Control-Allow-Origin") == ("*" if path == "/api/v1/verdicts/" else None)


@pytest.mark.parametrize("status", [204, 304])
def test_an_answer_without_a_body_has_neither_its_length_nor_its_type(status: int) -> None:
    from django.http import HttpResponse

    made = HttpResponse(status=status, headers={"Content-Length": "0", "ETag": '"1"'})
    response = http_framing(lambda _: made)(RequestFactory().get("/"))
    assert dict(response.items()) == {"ETag": '"1"'}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/shared/", "/import/", "/api/v1/cards/", "/account/login/"])
def test_a_query_that_is_not_utf_8_is_refused(client: Client, path: str) -> None:
    response = client.get(f"{path}?q=%ff")
    assert response.status_code == 400
    assert (b'"code":"bad-request"' in response.content) == path.startswith("/api/")
    for whole in ("%C3%BF", "%F0%9F%90%89", "100%", "%", "%zz", "é", "%00"):
        assert b"bad-request" not in client.get(f"{path}?x={whole}").content


@pytest.mark.django_db
def test_a_form_that_is_not_utf_8_is_refused(client: Client) -> None:
    form = {"content_type": "application/x-www-form-urlencoded"}
    assert client.post("/import/", b"text=Caf%E9", **form).status_code == 400
    response = client.post("/import/", b"text=Caf%C3%A9", **form)
    assert b"No line of this names a card" in response.content
    assert client.post("/import/", b"text=Caf\xe9", **form).status_code == 400
