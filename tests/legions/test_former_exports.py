"""Former export formats: imports of all ready lists equal the originals."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from catalog import import_export, publishing
from catalog.documents import canonical
from legions import importing
from legions.cards.stock import stock_for
from legions.game_words import PACKAGES
from legions.saved_lists import ready_lists
from legions.sharing.exports import ListExports, link_path, list_text
from legions.verdicts.view_models import verdict_view
from rulesapi.judging import verdicts
from rulesapi.text_form import parse_text
from tests import worlds
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db

GAMES = tuple(game for package in PACKAGES if ready_lists.ready_lists(game := package.replace("_", "-")))
"""The games with ready lists."""
SITE = "https://muster.example"


@worlds.once_a_module
def catalog() -> None:
    documents = import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures"])).documents
    publishing.publish(documents, by=None, why="For a test")


@pytest.fixture(autouse=True)
def world(catalog: Any) -> None:
    """Publish all shipped cards; no test changes one."""


def exports(document: dict[str, Any], path: str = "") -> ListExports:
    return ListExports(document, verdict_view(document, stock_for(document)), SITE, path)


def without_points(text: str) -> str:
    """Return a text as exported before it had the points of each card."""
    return re.sub(r" \([^()]*\bpoints?(?:: [^()]*)?\)$", "", text.partition("\n\n")[0], flags=re.MULTILINE) + "\n"


def title_kept(text: str, change: Callable[[str], str]) -> str:
    """Return a text with the part below its title changed."""
    title, _, rest = text.partition("\n")
    return f"{title}\n{change(rest)}"


FORMS: dict[str, Callable[[dict[str, Any]], str]] = {
    "text": lambda document: exports(document).text,
    "text of a shared list": lambda document: exports(document, "/s/V1StGXR8Z5jdHi6B/").text,
    "Markdown": lambda document: exports(document).markdown,
    "JSON": canonical.pretty,
    "JSON in one line": canonical.compact,
    "link": lambda document: f"{SITE}{link_path(document)}",
    "text over REST": list_text,
    "REST, a name alone": lambda document: list_text({**document, "name": ""}),
    "text without points": lambda document: title_kept(exports(document).text, without_points),
    "Markdown without points": lambda document: title_kept(exports(document).markdown, without_points_of_rows),
    "points in plain brackets": lambda document: re.sub(
        r"\((\d+) points?\)$", r"(\1)", exports(document).text, flags=re.M
    ),
    "points without a singular": lambda document: exports(document).text.replace("(1 point)", "(1 points)"),
    "a penalty as a sum alone": lambda document: re.sub(
        r"\(\d+ points: (\d+[+-]\d+)\)$", r"(\1 points)", exports(document).text, flags=re.MULTILINE
    ),
    "Windows lines": lambda document: exports(document).text.replace("\n", "\r\n"),
}
"""The current and former export formats of a list."""


def without_points_of_rows(text: str) -> str:
    """Return rows of Markdown as exported before points, total and verdict."""
    rows = [line for line in text.splitlines() if line.lstrip().startswith("- ")]
    return "\n" + "\n".join(re.sub(r" \([^()]*\bpoints?(?:: [^()]*)?\)$", "", row) for row in rows) + "\n"


def digest(document: dict[str, Any]) -> str:
    return str(verdicts.judge(document)["digest"])


@pytest.mark.sampled
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_every_form_of_every_ready_list_reads_back_to_the_same_digest(game: str, form: str, language: str) -> None:
    ready = nonempty(ready_lists.ready_lists(game))
    with translation.override(language):
        for one in ready:
            sent = FORMS[form](one.document)
            taken = importing.parse_import(sent.encode(), "" if form.startswith("JSON") or form == "link" else game)
            assert digest(taken.document) == digest(one.document), sent
            assert {row.outcome for row in taken.rows} == {"mapped"}, sent


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_a_ready_list_is_read_the_same_however_players_lay_it_out(game: str) -> None:
    """Bullets, upgrades on the line of their creature, and counts on either side change nothing."""
    for one in nonempty(ready_lists.ready_lists(game)):
        library = verdicts.library(game)
        text = list_text(one.document)
        title, *lines = text.splitlines()
        changed = {
            "bullets": [line if line[0] == " " else f"- {line}" for line in lines],
            "one line": "\n".join(lines).replace("\n  + ", ", ").split("\n"),
            "counts": [re.sub(r"^(\d+)x (.*?)((?: \(.*)?)$", r"\2 x\1\3", line) for line in lines],
            "glued": [re.sub(r"^(\d+)x ", r"\1x", line) for line in lines],
        }
        for layout, said in changed.items():
            legion, report = parse_text(library, "\n".join([title, *said]))
            assert digest(legion) == digest(one.document), (layout, said)
            assert {row.outcome for row in report} == {"mapped"}, layout
