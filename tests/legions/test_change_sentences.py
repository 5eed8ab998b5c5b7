"""Descriptions of changes: in the reader's language, for every author and every age."""

import ast
import json
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, ngettext

from legions.changes.change_sentences import FORMER, GENERIC, PARTS, TEMPLATES, retold
from legions.saved_lists import services
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

LEGIONS = Path(settings.BASE_DIR) / "legions"
SINGLE = {template for template in (*TEMPLATES, *PARTS) if isinstance(template, str)}
PLURAL = {template for template in (*TEMPLATES, *PARTS) if isinstance(template, tuple)}
STORED = json.loads(Path(__file__).with_name("stored_sentences_0.1.1.json").read_text("utf-8"))
"""Sentences of every template as Muster 0.1.1 stored them, in English and in its German.

The file is never changed. If a message is reworded, its former wording goes into `FORMER`.
"""


def in_language(language: str, sentence: str) -> str:
    with translation.override(language):
        return retold(sentence)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Started.", "Begonnen."),
        ("Wraith added.", "Wraith hinzugefügt."),
        ("Format changed. Limit set to 60 points.", None),
        ("Back to change 3: Fireball added to Wraith.", None),
        ("Guards: 3 soldiers.", None),
        ("Treasure: 2 chest markers, 1 token.", None),
        ("Orc: in the unit left, minion of Elf.", None),
        ("%d and {0} added.", None),
        ("Guards of 3 soldiers added.", "Guards (3 Soldaten) hinzugefügt."),
        ("Guards of 3 soldiers added, with Club.", None),
        ("Points: 120. Wraith removed, with Fireball.", "Punkte: 120. Wraith entfernt, mit Fireball."),
        ("Wraith added. Orc added. Copied from", "Wraith hinzugefügt. Orc hinzugefügt. Copied from"),
    ],
)
def test_a_change_is_shown_in_german_and_back_in_english(english: str, german: str | None) -> None:
    told = in_language("de", english)
    assert told != english and (german is None or told == german)
    assert in_language("en", told) == english.replace("Points:", "Punkte:")
    assert in_language("en", english) == english


def test_a_fact_entered_on_a_sheet_is_named_in_german() -> None:
    assert in_language("de", "Orc: Cost.") == "Orc: Kosten."


@pytest.mark.parametrize("former", FORMER)
def test_a_sentence_with_former_wording_is_shown_with_the_current_one(former: str) -> None:
    assert in_language("en", former) == FORMER[former]
    assert in_language("de", former) == in_language("de", FORMER[former]) != FORMER[former]


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored["template"])
def test_a_sentence_stored_by_0_1_1_is_translated(stored: dict[str, str]) -> None:
    english = in_language("en", stored["en"])
    assert in_language("en", stored["de"]) == english != stored["de"]
    assert in_language("de", stored["en"]) == in_language("de", english) != stored["en"]


@pytest.mark.parametrize("what", ["", "Undone", "a word of nobody", "{card} %(x)s", "x" * 300, ": .", "A: b, c."])
def test_sentences_without_a_template_are_shown_as_stored(what: str) -> None:
    assert in_language("de", what) == what


def test_every_template_is_a_message() -> None:
    with translation.override("de"):
        assert not [template for template in SINGLE - {GENERIC} if gettext(template) == template]
        assert not [template for template in PLURAL if ngettext(*template, 2) == template[1]]


@pytest.mark.sampled
def test_every_sentence_of_a_change_is_known() -> None:
    """A sentence from `words` of a change must have a template, or it stays in its author's language."""
    missing = []
    for file in sorted(LEGIONS.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "words" and len(node.args.args) == 3:
                missing += [template for template in _messages(node) if template not in SINGLE | PLURAL]
    assert not missing


def _messages(function: ast.FunctionDef) -> list[str | tuple[str, ...]]:
    found: list[str | tuple[str, ...]] = []
    for node in ast.walk(function):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if node.func.id in ("_", "gettext") and texts:
            found.append(texts[0])
        elif node.func.id == "ngettext":
            found.append(tuple(texts[:2]))
    return found


@pytest.mark.sampled
@pytest.mark.django_db
def test_the_history_and_its_states_are_in_the_language_of_the_reader(client) -> None:
    publish_cards()
    owner = factories.UserFactory()
    client.force_login(owner)
    legion = factories.legion({"card": "giant"}, owner=owner)
    legion = services.rename_legion(legion=legion, base=legion.version, name="Ash")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    words = Page(client.get(f"/legions/compare/?with={legion.pk}")).words
    assert "1. Begonnen." in words and "Started." not in words
    assert "Started." not in Page(client.get(f"/legions/{legion.pk}/history/1/")).words
    assert "Renamed" not in client.get(f"/legions/{legion.pk}/").text
