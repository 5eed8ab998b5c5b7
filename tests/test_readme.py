"""What the README shows is true."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from catalog import exchange, publishing

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found
    return found[1]


def test_the_python_example_prints_what_the_readme_says() -> None:
    done = subprocess.run([sys.executable, "-c", block("python")], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == block("text")


@pytest.mark.django_db
def test_the_curl_example_gets_a_verdict() -> None:
    publishing.publish(exchange.read(exchange.find([ROOT / "fixtures"])).documents, by=None, why="README")
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


def test_every_target_and_command_that_the_readme_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"make (\w+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for command in re.findall(r"manage\.py (\w+)", README):
        found = list(ROOT.glob(f"*/management/commands/{command}.py"))
        assert found or command in {"migrate", "collectstatic", "db_worker", "clearsessions"}, command


def test_every_picture_that_the_readme_shows_is_there() -> None:
    for picture in re.findall(r"!\[.*?\]\((.*?)\)", README):
        assert (ROOT / picture).is_file(), picture
