"""The contents of the logs, and the secrets that they omit."""

import logging
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import IntegrityError
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils.module_loading import import_string

from legions.site.log_redaction import SECRET_PATHS, redact
from tests.nonempty import nonempty

SECRET = "an-unguessable_Key0"

PUBLIC = {
    *(
        "about",
        "address",
        "adventure",
        "app_label",
        "at",
        "batch",
        "chapter",
        "code",
        "content_type_id",
        "contribution",
        "delivery",
        "digest",
        "entry",
    ),
    *("form", "format", "game", "handle", "hook", "id", "kind", "number", "object_id", "of_set", "path", "pk"),
    *("question", "release", "rest", "revision", "rule", "section", "shelf", "slug", "url"),
}
"""URL parameters that give no access by themselves: the pages behind them check permissions."""


def routes(patterns=None, before="/") -> Iterator[str]:
    """Yield every address pattern."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route
        else:
            yield from routes(one.url_patterns, route)


def parts(route: str) -> list[str]:
    return [first or second for first, second in re.findall(r"<(?:\w+:)?(\w+)>|\?P<(\w+)>", route)]


def with_a_secret() -> list[str]:
    """Return the addresses that contain a secret, with one in them."""
    found = []
    for route in routes():
        if route.startswith("/admin/") or not set(parts(route)) - PUBLIC:
            continue
        plain = re.sub(r"\(\?P<(\w+)>(?:\[[^]]*\]\+?|\.\+)\)", r"<\1>", route).replace("^", "").replace("$", "")
        filled = re.sub(r"<(?:\w+:)?(key|uidb36)>", lambda part: SECRET if part[1] == "key" else "1z", plain)
        found.append(re.sub(r"<(?:\w+:)?\w+>", "1", filled))
    return found


def console(stream: StringIO | None = None) -> logging.StreamHandler[Any]:
    """Return the handler that writes records to the console."""
    made = settings.LOGGING["formatters"]["line"]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(import_string(made["()"])(made["format"], style=made["style"]))
    return handler


def logged(message: str, *values: object, error: BaseException | None = None) -> str:
    """Return the console's text of a record."""
    about = (type(error), error, error.__traceback__) if error else None
    return console().format(logging.LogRecord("django.request", logging.WARNING, __file__, 1, message, values, about))


def test_every_part_of_an_address_is_known_to_be_a_secret_or_none() -> None:
    unknown = {part for route in routes() for part in parts(route)} - PUBLIC
    assert unknown == {"key", "uidb36"}, "say whether whoever reads this in a log could use it"
    keys = {route for route in routes() if "key" in parts(route) and not route.startswith("/admin/")}
    assert all(any(route.replace("^", "").startswith(f"/{path}/") for path in SECRET_PATHS) for route in nonempty(keys))
    assert all(
        "/state/" in route for route in nonempty(routes()) if route.startswith("/admin/") and "key" in parts(route)
    )


@pytest.mark.parametrize("address", with_a_secret())
def test_no_address_is_logged_with_the_secret_in_it(address) -> None:
    assert SECRET in address
    for written in (
        address,
        f"http://muster.example{address}?from=1",
        f"/oembed/?url={quote(f'https://muster.example{address}', safe='')}",
        f"/account/login/?next={quote(address, safe='')}",
        f"/account/login/?next={quote(quote(address, safe=''), safe='')}",
    ):
        for message in (f"Not Found: {written}", f'"GET {written} HTTP/1.1" 404 12', f"{{'next': '{written}'}}"):
            line = logged("%s", message)
            assert SECRET not in line, message
            assert "…" in line


@pytest.mark.parametrize(
    "address",
    [
        *(
            f"/account/password/reset/key/1z- {SECRET}/",
            f"/account/password/reset/key/1z- {SECRET}",
            f"/s/a b {SECRET}/x",
        ),
        *(f"/s//{SECRET}/", f"/s/ {SECRET}/", f"/s/%20{SECRET}", f"/S/{SECRET}", f"//s/{SECRET}", f"/x/s/{SECRET}"),
        *(f"/campaigns//join/{SECRET}/", f"/oembed/?url=https:%2F%2Fmuster.example%2Fs%2F%2F{SECRET}%2F"),
        *(
            "/share/Kd0w_2Vt-8sQpLr5ZxYb1Q/",
            "/campaign/join/Kd0w_2Vt-8sQpLr5ZxYb1Q",
            "/x/?next=%2FKd0w_2Vt-8sQpLr5ZxYb1Q",
        ),
    ],
)
def test_no_mistyped_address_is_logged_with_the_secret_in_it(address: str) -> None:
    line = redact(f"Not Found: {address}")
    assert not any(secret in line for secret in (SECRET, "Kd0w", "ZxYb"))


def test_addresses_of_each_kind_are_tested() -> None:
    found = with_a_secret()
    assert len(found) >= 15
    for path in SECRET_PATHS:
        assert any(address.startswith(f"/{path}/") for address in found), path


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Bearer muster_{SECRET}",
        f"token muster_{SECRET} is unknown",
        f"Cookie: sessionid={SECRET}; csrftoken={SECRET}; __Host-device={SECRET}",
        f"signed with whsec_{SECRET}",
        f"connection to postgres://muster:{SECRET}@db.example/muster failed",
        f"DETAIL:  Key (share_key)=({SECRET}) already exists.",
        f"DETAIL:  Key (user_id, key)=(1, {SECRET}) already exists.",
        f"GET /x/?token={SECRET}&key={SECRET}",
    ],
)
def test_nor_is_anything_else_that_opens_something(text) -> None:
    assert SECRET not in redact(text)


def test_nor_is_it_in_a_traceback() -> None:
    try:
        raise IntegrityError(f"Key (share_key)=({SECRET}) at /s/{SECRET}/")
    except IntegrityError as error:
        line = logged("Failed", error=error)
    assert "Traceback" in line
    assert SECRET not in line


@pytest.mark.django_db
def test_refused_requests_are_logged_without_secrets(monkeypatch) -> None:
    stream = StringIO()
    monkeypatch.setattr(logging.getLogger(), "handlers", [console(stream)])
    client = Client()
    for method in ("delete", "put", "patch"):
        getattr(client, method)(f"/api/v1/legions/shared/{SECRET}/")
    client.get(f"/s/{SECRET}/")
    client.get(f"/oembed/?url={quote(f'http://testserver/s/{SECRET}/', safe='')}")
    Client(enforce_csrf_checks=True).post(f"/s/{SECRET}/comments/")
    assert stream.getvalue().count("…") >= 5
    assert SECRET not in stream.getvalue()


@pytest.mark.parametrize(
    "message", ["Not Found: /cards/attack-wing/", "Not Found: /sets/attack-wing/s/", "Bad Request: /people/ada/"]
)
def test_other_messages_are_logged_as_they_are(message) -> None:
    assert logged("%s", message).endswith(message)


def test_all_log_entries_pass_the_handler_that_removes_secrets() -> None:
    assert {one["formatter"] for one in settings.LOGGING["handlers"].values()} == {"line"}
    assert all(not one.get("handlers") for one in settings.LOGGING["loggers"].values())
    for name in ("django", "django.request", "django.server", "django.security", "_granian"):
        logger = logging.getLogger(name)
        assert not logger.handlers, name
        assert logger.propagate, name


def test_suspicious_requests_are_logged_in_one_line(client: Client) -> None:
    stream = StringIO()
    with patch.object(logging.getLogger("django.security"), "handlers", [console(stream)]):
        assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 400
    [line] = stream.getvalue().splitlines()
    assert "elsewhere.example" in line
