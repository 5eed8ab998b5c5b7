"""Collection of the website's messages, their files, and their translations.

This replaces Django's command of this name, which needs gettext and does not know the texts of the engine and the
schemas. It updates `locale/*/LC_MESSAGES/django.po`, keeping translations, and compiles each into a `.mo` file. These
files are committed, so that running Muster needs no gettext.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import polib
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation.template import templatize

from catalog import documents
from catalog.faces import coats_of_arms
from catalog.search import descriptions
from catalog.search.fields import WORD, query_language
from legions.cards import card_sheet
from legions.game_words import vocabulary
from legions.play.declared_answer import is_chances, is_table
from rulesapi.engine.campaigns.terms import RECORD_REMARKS, RECORD_RULES
from rulesapi.engine.core import document_rules
from rulesapi.engine.core.conditions import Clause
from rulesapi.engine.core.library import rulesets_of
from rulesapi.engine.core.remarks import TEMPLATES
from rulesapi.engine.core.rule_builder import standing_rules
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.resolutions.answers import answer_classes, told_fields
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.values import known_games
from rulesapi.judging.question_schemas import declared_questions
from rulesapi.translation import VALUE_CONTEXT

ROOT = Path(settings.BASE_DIR)
LOCALES = Path(settings.LOCALE_PATHS[0])
APPS = ("operations", "legions", "catalog", "rulesapi", "config")
ONE = {"gettext", "gettext_lazy", "gettext_noop", "_"}
MANY = {"ngettext", "ngettext_lazy"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}


class Message(NamedTuple):
    """A gettext message."""

    context: str | None
    text: str
    plural: str | None


def collect() -> dict[Message, list[str]]:
    """Return every message with the files that contain it."""
    found: dict[Message, list[str]] = {}
    with translation.override("en"):
        sources = [*_of_templates(), *_of_code(), *_of_data()]
    for file, messages in sources:
        for message in messages:
            places = found.setdefault(message, [])
            if file not in places:
                places.append(file)
    return found


def _of_templates() -> Iterator[tuple[str, list[Message]]]:
    for file in sorted((ROOT / "templates").rglob("*")):
        if file.suffix in {".html", ".txt"}:
            yield str(file.relative_to(ROOT)), list(in_template(file.read_text("utf-8")))


def _of_code() -> Iterator[tuple[str, list[Message]]]:
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            if {"engine", "migrations"}.isdisjoint(file.relative_to(ROOT).parts):
                yield str(file.relative_to(ROOT)), list(in_code(ast.parse(file.read_text("utf-8"))))


def _of_data() -> Iterator[tuple[str, list[Message]]]:
    """Yield the messages of the engine and the schemas, which do not use gettext."""
    yield "rulesapi/engine/games", [Message(None, text, None) for text in (*_of_rules(), *_of_play())]
    yield "rulesapi/engine/campaigns/terms.py", [Message(None, text, None) for text in _of_records()]
    remarks = [text for templates in TEMPLATES.values() for text in templates]
    yield "rulesapi/engine/core/remarks.py", [Message(None, text, None) for text in remarks]
    for file in _with_phrases():
        yield str(file.relative_to(ROOT)), [Message(None, text, None) for text in _of_phrases(file)]
    for path in sorted(one for folder in SAYING_PHRASES for one in (ROOT / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        yield str(path.relative_to(ROOT)), [Message(None, text, None) for text in _named_phrases(tree)]
    for file in sorted(ROOT.glob("rulesapi/engine/games/*/conditions.py")):
        yield str(file.relative_to(ROOT)), [Message(None, text, None) for text in _denials(file)]
    titles, values = _of_schemas()
    yield "catalog/faces/coats_of_arms.py", _of_faces()
    yield "catalog/search/descriptions.py", _of_queries()
    yield "catalog/schemas", [Message(None, text, None) for text in titles]
    yield "catalog/schemas", [Message(VALUE_CONTEXT, text, None) for text in values]


def _of_faces() -> list[Message]:
    """Return the words in descriptions of shields."""
    return [Message(coats_of_arms.WORD, word, None) for word in coats_of_arms.translatable_words()]


def _of_queries() -> list[Message]:
    """Return the words for facts and card kinds in descriptions of queries."""
    found = {
        word
        for game in (None, *documents.card_kinds())
        for word in descriptions.translatable_words(query_language(game))
    }
    return [Message(WORD, word, None) for word in sorted(found)]


def _of_rules() -> Iterator[str]:
    standing, _hints = standing_rules("", (), {}, priced=True)
    yield from _of_rulebook(standing)
    yield from document_rules.all_messages()
    for game in sorted(documents.card_kinds()):
        for ruleset in rulesets_of(game):
            yield from _of_rulebook(ruleset.rules)
            yield from ruleset.optimizable_numbers.values()
            for question in ruleset.questions.values():
                yield question.title
                yield from (interpretation.text for interpretation in question.interpretations)


def _of_rulebook(rules: Iterable[Rule]) -> Iterator[str]:
    for rule in rules:
        source = "" if rule.cite.page else rule.cite.source
        yield from filter(None, (rule.title, rule.text, rule.unwaivable_reason, *rule.messages, source))
        yield from (message for way in rule.lacking for message in way.messages)


def _of_records() -> Iterator[str]:
    """Yield the texts of campaign record rules, and the open questions of campaigns with their interpretations."""
    rules = (*RECORD_RULES.values(), *RECORD_REMARKS.values())
    for rule in rules:
        yield from (rule.title, rule.text, *rule.messages)
    cites = {rule.cite.source for rule in rules if not rule.cite.page}
    yield from sorted(cites)
    rulesets = (ruleset for game in sorted(documents.card_kinds()) for ruleset in rulesets_of(game))
    for question in dict.fromkeys(one for ruleset in rulesets for one in ruleset.campaign.questions):
        yield question.title
        yield from (interpretation.text for interpretation in question.interpretations)


def _of_play() -> Iterator[str]:
    """Yield the texts of play rules and questions."""
    for package in known_games.PLAY_PACKAGES:
        play = find_play_ruleset(package.replace("_", "-"))
        for rule in play.rules.values():
            yield from (rule.title, rule.text, *rule.messages)
        for question in play.questions.values():
            yield from (question.title, question.text)
            yield from _of_declaration(question)


def _of_declaration(question: Question) -> Iterator[str]:
    """Yield the texts of a declared question that its page shows."""
    for part in (question.situation, *question.parts().values()):
        for one in part.inputs.values():
            words = getattr(one.kind, "words", None) or getattr(one.kind, "faces", None) or {}
            of_kind = [getattr(one.kind, name, "") for name in ("unit", "origin", "ask", "other")]
            sections = (*getattr(one.kind, "sections", {}).values(), one.section)
            titles = [section.title for section in sections if section]
            yield from filter(None, (one.label, one.plural, one.called, *of_kind, *titles, *words.values()))
    for field in (field for of in answer_classes(question.answer) for field in told_fields(of)):
        yield from filter(None, [field.sentence] if isinstance(field.sentence, str) else field.sentence.values())
        yield from field.labels.values()
        if (is_chances(field) or is_table(field)) and field.on_page:
            yield field.label
        if is_table(field) and field.on_page and field.fields_type is not None:
            yield from (column.label for column in told_fields(field.fields_type))


SAYING_PHRASES = ("rulesapi/engine", "rulesapi/linting")
"""Packages with texts in calls of `phrase`."""

PHRASES = {"card_text", "conditions"}
"""Modules of the engine whose texts are templates of phrases."""


def _with_phrases() -> list[Path]:
    """Return the files of the modules in `PHRASES`, shared modules before modules of games."""
    found = [one for one in (ROOT / "rulesapi/engine").rglob("*.py") if one.stem in PHRASES]
    return sorted(found, key=lambda path: (len(path.parts), path))


def _of_phrases(file: Path) -> Iterator[str]:
    """Yield the texts of a file except docstrings and f-strings; a phrase has a space or a placeholder."""
    tree = ast.parse(file.read_text("utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    parts |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in parts else None
        if isinstance(text, str) and (re.search(r"\w[ .]|\}", text) or text == "troops"):
            yield text


def _named_phrases(tree: ast.AST) -> Iterator[str]:
    """Yield the templates in calls of `phrase`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "phrase":
            yield from (str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant))


def _denials(file: Path) -> Iterator[str]:
    """Yield the texts for creatures that must not have a property."""
    conditions = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    for word in conditions.CONDITIONS.values():
        phrase = conditions.clauses_phrase((Clause(word, None, ["one"], True, {}),))
        yield phrase.facts["each"][0].template


def _of_schemas() -> tuple[list[str], list[str]]:
    """Return the titles and descriptions of facts and card kinds, and the values of enums."""
    texts: dict[str, None] = {}
    values: dict[str, None] = {}
    for game, kinds in sorted(documents.card_kinds().items()):
        for kind in kinds:
            for fact, schema in vocabulary.fact_schemas(game, kind).items():
                if fact not in documents.NON_FACT_KEYS:
                    texts[schema.get("title") or fact.replace("_", " ").capitalize()] = None
                    texts[card_sheet.Fact(fact, "", None).glance] = None
    for path in documents.load_schemas():
        if not path.startswith(NO_FORM) and SITUATIONS not in path:
            for key, text in _texts(documents.load_schemas()[path]):
                (values if key == "enum" else texts)[text] = None
    values |= dict.fromkeys(_of_facts_in_play())
    texts |= dict.fromkeys(_of_kinds_and_lists())
    return sorted(texts), sorted(values)


def _of_facts_in_play() -> Iterator[str]:
    """Yield the words of facts of cards that players may enter in questions of play, beyond those of the schemas."""
    for _game, question in declared_questions():
        for part in (question.situation, *question.parts().values()):
            yield from (word for one in part.inputs.values() if one.of_card for word in getattr(one.kind, "words", ()))


def _of_kinds_and_lists() -> Iterator[str]:
    """Yield the plural titles of card kinds, and the descriptions in the schema of legions."""
    for game in sorted(documents.card_kinds()):
        yield from (vocabulary.plural_title(title) for _kind, title in vocabulary.card_kinds(game))
    yield from (text for key, text in _texts(documents.load_schemas()["legion.schema.json"]) if key == "description")


SITUATIONS = "/situations/"
"""Schemas of situations, whose pages have their own forms."""
NO_FORM = ("legion.", "verdict.", "campaign.", "campaign-verdict.")
"""Schemas without a form."""


def _texts(schema: object, inside: str = "") -> Iterator[tuple[str, str]]:
    """Yield each title, description and enum value of a schema with its keyword."""
    if isinstance(schema, list):
        for one in schema:
            yield from _texts(one, inside)
    elif isinstance(schema, dict):
        for key, one in schema.items():
            named = inside in {"properties", "$defs", "patternProperties"}
            if not named and key in {"title", "description"}:
                yield key, one
            elif not named and key == "enum":
                words = one
                yield from ((key, word) for word in words if isinstance(word, str))
            else:
                yield from _texts(one, "" if named else key)


CALL = re.compile(r"\b(?:n?p?gettext|_)\(")


def in_template(text: str) -> Iterator[Message]:
    """Yield the messages of a template."""
    source = templatize(text)
    for start in CALL.finditer(source):
        for end in (match.end() for match in re.finditer(r"\)", source[start.end() :])):
            try:
                call = ast.parse(source[start.start() : start.end() + end], mode="eval")
            except (SyntaxError, ValueError):
                continue
            yield from in_code(call)
            break


def in_code(tree: ast.AST) -> Iterator[Message]:
    """Yield the messages of a syntax tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if not texts:
                continue
            if name in ONE:
                yield Message(None, texts[0], None)
            elif name in MANY and len(texts) > 1:
                yield Message(None, texts[0], texts[1])
            elif name in WITH_CONTEXT and len(texts) > 1:
                yield Message(texts[0], texts[1], texts[2] if name.startswith("n") else None)


def update(file: Path) -> polib.POFile:
    """Update a language's messages: remove obsolete ones, add new ones without a translation, and compile."""
    old = polib.pofile(str(file), wrapwidth=0)
    entries = {(one.msgctxt, one.msgid): one for one in old}
    book = polib.POFile(wrapwidth=0)
    book.header, book.metadata = old.header, old.metadata
    plurals = int(re.findall(r"nplurals=(\d)", old.metadata["Plural-Forms"])[0])
    for (context, text, plural), places in collect().items():
        entry = entries.get((context, text)) or polib.POEntry(msgctxt=context, msgid=text)
        entry.occurrences = [(place, "") for place in places]
        entry.previous_msgid = None
        if plural and not entry.msgid_plural:
            entry.msgid_plural, entry.msgstr = plural, ""
            entry.msgstr_plural = dict.fromkeys(range(plurals), "")
        book.append(entry)
    book.save(str(file))
    file.with_suffix(".mo").write_bytes(book.to_binary())
    return book


class Command(BaseCommand):
    """Collect the messages of each language and compile them."""

    help = "Collect the messages of the website into locale/, keeping what is translated, and compile them."

    def handle(self, *args: Any, **options: Any) -> None:
        """Update every language, and report the number of untranslated messages."""
        for file in sorted(LOCALES.glob("*/LC_MESSAGES/django.po")):
            book = update(file)
            missing = len(book.untranslated_entries())
            self.stdout.write(f"{file.relative_to(ROOT)}: {len(book)} messages, {missing} not translated")
