"""The examples and statements of the README and the other documentation."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.test import Client

from catalog import import_export, publishing
from tests.smallest_game import FILES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found
    return found[1]


@pytest.mark.sampled
def test_the_python_example_prints_what_the_readme_says() -> None:
    done = subprocess.run([sys.executable, "-c", block("python")], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == block("text")


@pytest.mark.sampled
@pytest.mark.django_db
def test_the_curl_example_gets_a_verdict() -> None:
    publishing.publish(import_export.read(import_export.find([ROOT / "fixtures"])).documents, by=None, why="README")
    body = re.search(r"-d '(.*?)'", block("sh"), re.DOTALL)
    address = re.search(r"localhost:8000(\S+)", block("sh"))
    assert body
    assert address
    answer = Client().post(address[1], json.loads(body[1]), content_type="application/json")
    assert answer.status_code == 200
    assert [finding["code"].partition("/")[2] for finding in answer.json()["findings"]] == [
        "upgrade-slot",
        "spell-level",
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_target_and_command_that_a_page_names_is_there(page: Path) -> None:
    makefile, text = (ROOT / "Makefile").read_text(), page.read_text("utf-8")
    for target in re.findall(r"`make (\w+)|^    make (\w+)", text, re.MULTILINE):
        assert re.search(rf"^{''.join(target)}:", makefile, re.MULTILINE), target
    for command in re.findall(r"manage\.py (\w+)", text):
        assert command in get_commands(), command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_picture_page_and_heading_that_a_page_leads_to_is_there(page: Path) -> None:
    for link in re.findall(r"\]\((?!https?://)(.*?)\)", page.read_text("utf-8")):
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        if heading:
            assert heading in headings(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_and_folder_that_a_page_names_is_there(page: Path) -> None:
    """Words in angle brackets match anything; `my-game` is the example of a new game, and `pebble-war` the smallest."""
    for name in re.findall(r"`([\w.<>*/-]+)`", page.read_text("utf-8")):
        folder, _, rest = name.partition("/")
        if folder and rest and (ROOT / folder).is_dir() and "my-game" not in name.replace("_", "-"):
            pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
            assert [*ROOT.glob(pattern), *FILES.glob(pattern)], name


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub generates them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
