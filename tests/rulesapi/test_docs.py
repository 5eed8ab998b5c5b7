"""The API documentation page."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from catalog.api_base import problems
from tests.nonempty import nonempty
from tests.rulesapi import api_client

pytestmark = pytest.mark.django_db


class Page(HTMLParser):
    """The parts of a page that the tests need."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if values.get("id"):
            self.ids.append(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in {"script", "img", "link", "iframe"} and values.get("rel") != "canonical":
            self.loaded.append(values.get("src") or values.get("href") or "")
        if tag == "style" or (tag == "script" and "src" not in values):
            self.inline.append(tag)
        self.inline += [name for name in values if name == "style" or name.startswith("on")]


@pytest.fixture
def text(client: Client) -> str:
    response = client.get("/api/docs/")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/html")
    return response.content.decode()


@pytest.mark.sampled
def test_every_operation_has_its_place_and_a_command_to_copy(text: str) -> None:
    page = Page(text)
    for address, methods in nonempty(api_client.described()["paths"].items()):
        for method, operation in methods.items():
            assert operation["operationId"] in page.ids
            assert f"{method.upper()} {address}" in text
            for parameter in operation["parameters"]:
                assert parameter["name"] in text
    commands = re.findall(r"curl (?:-X [A-Z]+ )?&#x27;(.*?)&#x27;", text)
    assert len(commands) == sum(len(methods) for methods in api_client.described()["paths"].values())
    assert all(command.startswith("http://testserver/api/v1/") for command in commands)


@pytest.mark.sampled
def test_code_in_descriptions_is_shown_as_code(text: str) -> None:
    outside = re.sub(r"<pre.*?</pre>", "", text, flags=re.DOTALL)
    assert "`" not in outside
    assert "<code>at</code> is the place: <code>/picks/0</code>" in outside


@pytest.mark.sampled
def test_every_link_on_the_page_leads_somewhere(text: str, client: Client) -> None:
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    for link in nonempty(page.links):
        if link.startswith("#"):
            assert link[1:] in page.ids, link
    for link in nonempty({link for link in page.links if link.startswith(("/problems/", "/api/"))}):
        assert client.get(link).status_code == 200, link


@pytest.mark.sampled
def test_nothing_is_loaded_from_other_sites_or_inline(text: str) -> None:
    page = Page(text)
    assert page.inline == []
    assert page.loaded
    assert all(address.startswith(("/", "#")) for address in page.loaded)


def test_every_problem_can_be_read_about(client: Client) -> None:
    page = Page(client.get("/problems/").content.decode())
    assert set(problems.PROBLEM_TYPES) <= set(page.ids)
    for code in problems.PROBLEM_TYPES:
        assert f"/problems/{code}" in page.links


@pytest.mark.parametrize("path", ["/api/docs/", "/problems/", "/problems/not-found"])
def test_pages_about_the_api_are_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


def test_a_forged_host_gets_no_docs(client: Client) -> None:
    response: Any = client.get("/api/docs/", headers={"Host": "evil.example"})
    assert response.status_code == 400
