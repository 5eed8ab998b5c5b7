"""Translations of the website: every message in each other language, complete and with its placeholders."""

import os
import re
import subprocess
import sys
from string import Formatter

import polib
import pytest
from django.conf import settings
from django.utils import translation

from legions.management.commands import makemessages as messages
from rulesapi.engine.core.library import rulesets_of
from rulesapi.engine.values import known_games
from rulesapi.engine.values.messages import fill_template
from rulesapi.translation import translated as in_this_language
from tests.nonempty import nonempty

FILES = sorted(messages.LOCALES.glob("*/LC_MESSAGES/django.po"))
PERCENT = re.compile(r"%\(\w+\)[sd]|%%")
TAG = re.compile(r"</?\w+[^>]*>")
in_each_language = pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.parent.name)


def book(file):
    return polib.pofile(str(file), wrapwidth=0)


def placeholders(text: str) -> tuple[set[str], list[str], list[str]]:
    """Return the parts that must be equal in each language: names in braces, names after a percent sign, markup."""
    braces = {name for _, name, _, _ in Formatter().parse(text) if name} if "{" in text else set()
    return braces, sorted(PERCENT.findall(text)), sorted(TAG.findall(text))


def pairs(entry):
    """Yield each text of an entry with its translation."""
    if entry.msgid_plural:
        yield from ((entry.msgid_plural if form else entry.msgid, one) for form, one in entry.msgstr_plural.items())
    else:
        yield entry.msgid, entry.msgstr


TRANSLATED_AT_IMPORT = """
import importlib, pkgutil, sys
from pathlib import Path
import django
from django.utils import functional, translation
from django.utils.translation import trans_real

said = set()

def noting(say):
    def noted(*words):
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename != functional.__file__:  # which only compares
            file = Path(frame.f_code.co_filename)
            if frame.f_code.co_name == "<module>" and file.is_relative_to(Path.cwd()) and ".venv" not in file.parts:
                said.add(f"{file.relative_to(Path.cwd())}:{frame.f_lineno}: {words[0]}")
            frame = frame.f_back
        return say(*words)
    return noted

for name in ("gettext", "ngettext", "pgettext", "npgettext"):
    setattr(translation._trans, name, noting(getattr(trans_real, name)))
django.setup()
for app in ("catalog", "rulesapi", "legions", "operations", "config"):
    for one in pkgutil.walk_packages([app], f"{app}."):
        if not one.name.startswith("config.settings"):
            importlib.import_module(one.name)
print(*sorted(said), sep="; ", end="")
"""


@pytest.mark.sampled
def test_nothing_is_translated_at_import_time() -> None:
    environment = {
        **os.environ,
        "SECRET_KEY": "for tests alone " * 3,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "INSECURE_HTTP": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", TRANSLATED_AT_IMPORT], capture_output=True, text=True, cwd=messages.ROOT, env=environment
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_each_language_that_can_be_chosen_has_its_messages_and_no_other_has() -> None:
    others = {code for code, _ in settings.LANGUAGES} - {settings.LANGUAGE_CODE}
    assert {file.parent.parent.name for file in FILES} == others


@pytest.mark.sampled
@in_each_language
def test_a_language_has_the_messages_that_the_program_has_and_no_others(file) -> None:
    found = {(one.context, one.text) for one in messages.collect()}
    stored = {(one.msgctxt, one.msgid) for one in book(file)}
    assert found - stored == set(), "`make messages`, then translate what is new"
    assert stored - found == set(), "`make messages` takes out what is gone"


@pytest.mark.sampled
@in_each_language
def test_every_message_is_translated_and_no_translation_is_a_guess(file) -> None:
    missing = [one.msgid for one in book(file) if not all(text for _, text in pairs(one))]
    assert missing == []
    assert [one.msgid for one in book(file) if one.fuzzy or one.obsolete] == []


@pytest.mark.sampled
@in_each_language
def test_a_translation_has_the_placeholders_and_the_markup_of_its_message(file) -> None:
    for entry in nonempty(book(file)):
        for message, translated in pairs(entry):
            assert placeholders(translated) == placeholders(message), message


@pytest.mark.sampled
@in_each_language
def test_the_compiled_messages_are_current(file) -> None:
    assert file.with_suffix(".mo").read_bytes() == book(file).to_binary(), "`make messages` compiles it anew"


SENTENCES = re.compile(r"(?:\{|%\()(question|asked|readings?)(?:\}|\)s)[.?!,;:…]")
"""A placeholder for a question or a reading, which are whole sentences, with a sign after it."""
OF_SLUGS = {
    "There is no open question {question} with a reading {reading}.",
    "{about} has no reading {reading}, but {known:or}.",
}
"""Messages in which these placeholders are identifiers."""
TWO_SIGNS = re.compile(r"[?!]\.|(?<![.\w])\.\.(?!\.)|\w\.\.(?!\.)")


@pytest.mark.sampled
@in_each_language
def test_no_message_adds_a_sign_to_a_question_or_has_two_signs_at_an_end(file) -> None:
    entries = [entry for entry in nonempty(book(file)) if entry.msgid not in OF_SLUGS]
    texts = [text for entry in entries for pair in pairs(entry) for text in pair]
    assert [text for text in texts if SENTENCES.search(text)] == []
    assert [text for text in texts if TWO_SIGNS.search(text)] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_open_questions_of_rules_have_readings_that_are_sentences(language) -> None:
    rulesets = [ruleset for game in known_games.PACKAGES for ruleset in rulesets_of(game.replace("_", "-"))]
    questions = [one for ruleset in rulesets for one in ruleset.questions.values()]
    questions += [one for ruleset in rulesets if ruleset.campaign for one in ruleset.campaign.questions]
    with translation.override(language):
        for question in nonempty(questions):
            title = str(in_this_language(question.title))
            assert title.endswith("?"), title
            assert title[0].isupper(), title
            for reading in nonempty(question.interpretations):
                assert str(in_this_language(reading.text)).endswith("."), reading


def test_a_message_has_no_full_stop_after_a_fact_that_ends_a_sentence() -> None:
    templates = ("There is no adventure {adventure}. Look at {other}.",)
    assert fill_template(templates, {"adventure": "Hold the Line!", "other": "Who Goes There?"}) == (
        "There is no adventure Hold the Line! Look at Who Goes There?"
    )
    assert fill_template(templates, {"adventure": "The Hill", "other": "p. 3"}) == (
        "There is no adventure The Hill. Look at p. 3."
    )


def test_messages_are_found_in_templates_and_in_code_in_each_form() -> None:
    template = """{% load i18n %}{% translate "One" %}{% blocktranslate count n=n trimmed %}{{ n }} card
        {% plural %}{{ n }} cards{% endblocktranslate %}{% x _("Two") %}{% translate "Three" context "c" %}"""
    found = set(messages.in_template(template))
    assert found == {
        messages.Message(None, "One", None),
        messages.Message(None, "%(n)s card", "%(n)s cards"),
        messages.Message(None, "Two", None),
        messages.Message("c", "Three", None),
    }
    code = messages.ast.parse('_("a"); gettext_lazy("b" "c"); ngettext("d", "e", 2); other("f"); pgettext("g", "h")')
    assert set(messages.in_code(code)) == {
        messages.Message(None, "a", None),
        messages.Message(None, "bc", None),
        messages.Message(None, "d", "e"),
        messages.Message("g", "h", None),
    }


BARE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")


def bare(text: str) -> list[str]:
    """Return the texts of a template outside gettext: texts of two words or more, and labels."""
    for taken in (
        r"{#.*?#}",
        r"{%\s*comment.*?endcomment\s*%}",
        r"{%\s*blocktranslate.*?endblocktranslate\s*%}",
        r"{% block bodyclass %}.*?{% endblock %}",
        r"{%.*?%}|{{.*?}}",
        r"&lt;.*?&gt;",
    ):
        text = re.sub(taken, "", text, flags=re.DOTALL)
    text = re.sub(r"<(script|style|code|svg)\b.*?</\1>", "", text, flags=re.DOTALL)
    labels = re.findall(r'\b(?:title|alt|aria-label|placeholder|label)="([^"]*)"', text)
    return [one.strip() for one in (*labels, *re.sub(r"<[^>]*>", "\n", text).split("\n")) if BARE.search(one)]


def test_no_template_of_the_website_says_anything_outside_of_gettext() -> None:
    assert bare('<p title="Not yet said">{% translate "Said so" %}</p>Said here') == ["Not yet said", "Said here"]
    for file in nonempty((messages.ROOT / "templates").rglob("*.html")):
        assert bare(file.read_text("utf-8")) == [], file.relative_to(messages.ROOT)
