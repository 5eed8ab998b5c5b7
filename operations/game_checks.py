"""Checks of the parts of a game: its schemas, documents, rules, cases, words and translations, in the order of work.

Each fault is a sentence that names the file and what to add. docs/new-game.md builds a game in the same order.
"""

import importlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polib
from django.conf import settings

from catalog import documents, import_export
from catalog.documents import document_type, faults_in, provenance
from catalog.documents.schemas import SCHEMA_ROOT
from catalog.faces import known_games as drawn_games
from catalog.search import games as search_games
from legions import game_words
from legions.game_words import vocabulary
from legions.management.commands import makemessages
from rulesapi import openapi, typescript
from rulesapi.engine.core.library import Ruleset, ruleset_of, rulesets_of
from rulesapi.engine.core.unsupported_requests import unsupported_requests
from rulesapi.engine.values import known_games
from rulesapi.judging import case_file_checks, data_figures
from rulesapi.management.commands.data_figures import PAGE

ROOT = Path(settings.BASE_DIR)
CARD_FIELDS = ("kind", "game", "slug", "name", "set", "formerly", "retired", "sources")
"""The fields that a card of every kind has."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that every game has: its name, and a function that yields a sentence for each fault, by game."""

    name: str
    faults: Callable[[str], Iterator[str]]


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """A part that a game may leave out: its name, its path, and what happens without it.

    `listed` is the list of packages or modules that a module of this part is entered in, with the file of the list.
    """

    name: str
    path: str
    without: str
    listed: Callable[[], tuple[str, ...]] | None = None
    list_file: str = ""

    def file(self, game: str) -> str:
        """Return the path of the part for a game."""
        return self.path.format(game=game, package=_package(game))


def all_parts() -> tuple[Part, ...]:
    """Return the parts that every game has, in the order in which they are written."""
    return (
        Part("schemas", _schema_faults),
        Part("documents", _document_faults),
        Part("rules", _rule_faults),
        Part("cases", _case_faults),
        Part("words", _word_faults),
        Part("translations", _translation_faults),
        Part("API description", _api_faults),
        Part("documentation", _documentation_faults),
    )


def optional_parts() -> tuple[OptionalPart, ...]:
    """Return the parts that a game may leave out."""
    pages = "legions/games/{package}"
    return (
        OptionalPart("order of cards", f"{pages}/cards.py", "Cards are sorted by cost and name."),
        OptionalPart("table", f"{pages}/table.py", "The table has no charts, decks or settings."),
        OptionalPart("ready lists", f"{pages}/ready_lists", "There are no lists to start from."),
        OptionalPart("example", f"{pages}/showcase.json", "The front page has no example of the game."),
        OptionalPart(
            "faces",
            "catalog/faces/games/{package}.py",
            "Cards are not drawn, and their shields are plain.",
            lambda: drawn_games.MODULES,
            "catalog/faces/known_games.py",
        ),
        OptionalPart(
            "search words",
            "catalog/search/games/{package}.py",
            "Cards are searched by the words of their schemas.",
            lambda: search_games.MODULES,
            "catalog/search/games/__init__.py",
        ),
        OptionalPart(
            "words of the rulebook",
            "rulesapi/rulebooks/search/vocabulary/{game}.json",
            "Rules are searched by the words of their texts.",
        ),
    )


def optional_faults(part: OptionalPart, game: str) -> Iterator[str]:
    """Yield the faults of a part that is there: its module is not listed or cannot be imported."""
    file = part.file(game)
    if part.listed is None:
        return
    package = _package(game)
    if package not in part.listed():
        yield f'{part.list_file} does not list the game. Add "{package}" to MODULES.'
        return
    try:
        importlib.import_module(file.removesuffix(".py").replace("/", "."))
    except Exception as error:  # whatever is wrong in the module is its fault
        yield _import_fault(file, error)


def _package(game: str) -> str:
    return game.replace("-", "_")


def _import_fault(path: str, error: Exception) -> str:
    return f"{path} cannot be imported: {type(error).__name__}: {error}"


def _shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def _schema_faults(game: str) -> Iterator[str]:
    """Yield the faults of the schemas: no kinds of card, a wrong `$id`, fields that every card has, missing titles."""
    kinds = documents.card_kinds().get(game, ())
    if not kinds:
        yield f"catalog/schemas/{game}/ has no kind of card. Add <kind>.schema.json for each kind."
    for kind in kinds:
        path = f"{game}/{kind}.schema.json"
        schema, place = documents.load_schemas()[path], f"catalog/schemas/{path}"
        if schema.get("$id") != SCHEMA_ROOT + path:
            yield f"{place}: “$id” is not {SCHEMA_ROOT}{path}."
        yield from (f"{place} has no “{key}”." for key in ("title", "description") if not schema.get(key))
        yield from (
            f"{place} has no field “{field}”, which every card has."
            for field in CARD_FIELDS
            if field not in schema.get("properties", ())
        )
        for fact, part in vocabulary.fact_schemas(game, kind).items():
            if not part.get("title") and "const" not in part:
                yield f"{place}: The field “{fact}” has no “title”."


def _read_documents(game: str) -> import_export.FilesRead:
    """Return the documents of a game in `fixtures/`; none if there is no folder."""
    folder = ROOT / "fixtures" / game
    return import_export.read(import_export.find([folder])) if folder.is_dir() else import_export.FilesRead()


def _game_document(game: str) -> Mapping[str, Any] | None:
    """Return the document of a game in `fixtures/`, or None if it is missing or has faults."""
    found = next((one for one in _read_documents(game).documents if one.get("kind") == "game"), None)
    return None if found is None or faults_in(found) else found


def _document_faults(game: str) -> Iterator[str]:
    """Yield the faults of the documents in `fixtures/`: missing and invalid ones, and facts without a source."""
    reading, place = _read_documents(game), f"fixtures/{game}"
    yield from (f"{_shown(file)}: {fault.message}" for file, fault in reading.faults)
    sound = []
    for file, document in zip(reading.files, reading.documents, strict=True):
        if faults := faults_in(document):
            yield f"{_shown(file)}: {faults[0].pointer}: {faults[0].message}"
            continue
        sound.append(document)
        if bare := provenance.unsourced(document):
            yield f"{_shown(file)}: No source is named for {bare[0]}."
    by_kind = {document["kind"]: document for document in sound}
    if "game" not in by_kind:
        yield f"{place}/game.json is missing: the name of the game, its ruleset and its default format."
    else:
        default = by_kind["game"]["default_format"]
        if not any(one["kind"] == "format" and one["slug"] == default for one in sound):
            yield f"{place}/formats/{default}.json is missing: the default format of the game."
    if "set" not in by_kind:
        yield f"{place}/sets/ has no set. Add one for what the cards were sold in."
    for kind in documents.card_kinds().get(game, ()):
        if kind not in by_kind:
            yield f"{place}/{kind}/ has no card. Add a file for each card of the kind {kind}."


def _ruleset(game: str) -> Ruleset | None:
    """Return the ruleset of a game with the rules that its document switches on; None if either is missing."""
    document = _game_document(game)
    if document is None:
        return None
    try:
        return ruleset_of(document)
    except Exception:  # `_rule_faults` reports it
        return None


def _rule_faults(game: str) -> Iterator[str]:
    """Yield the faults of the ruleset: its package, kinds of card, texts of rules, and formats it cannot use."""
    path, package = f"rulesapi/engine/games/{_package(game)}/__init__.py", _package(game)
    if not (ROOT / path).is_file():
        yield f"{path} is missing: RULESETS, with the kinds of card, how they are read, and the rules."
    if package not in known_games.PACKAGES:
        yield f'rulesapi/engine/values/known_games.py does not list the game. Add "{package}" to PACKAGES.'
        return
    try:
        editions = rulesets_of(game)
    except Exception as error:  # whatever is wrong in the package is its fault
        yield _import_fault(path, error)
        return
    document = _game_document(game)
    if document is not None and document["ruleset"] not in {one.name for one in editions}:
        yield f"{path}: RULESETS has no “{document['ruleset']}”, which fixtures/{game}/game.json names."
    kinds = documents.card_kinds().get(game, ())
    for edition in editions:
        if not edition.bearers:
            yield f"{path}: “bearers” of {edition.name} is empty. Name the kinds of card that are picks of a list."
        unknown = sorted({*edition.bearers, *edition.carried, *edition.readers} - {*kinds})
        yield from (f"{path}: {edition.name} names the kind {kind}, which has no schema." for kind in unknown)
    ruleset = _ruleset(game)
    if ruleset is not None:
        yield from _text_faults(ruleset, game, path)
        yield from _request_faults(ruleset, game)


def _text_faults(ruleset: Ruleset, game: str, path: str) -> Iterator[str]:
    """Yield rules without a text, a citation or messages. `Ruleset` adds the standing rules."""
    own = [rule for rule in ruleset.rules if not rule.standing]
    if not own:
        yield f"{path}: The game has no rule of its own. Write one, or switch one on in fixtures/{game}/game.json."
    for rule in own:
        if not rule.code.startswith(f"{game}/"):
            yield f"{path}: The code {rule.code} does not begin with {game}/."
        if not rule.title:
            yield f"{path}: {rule.code} has no title."
        if not rule.text:
            yield f"{path}: {rule.code} has no text. The first line of its docstring is the rule in plain words."
        if not rule.cite.source:
            yield f"{path}: {rule.code} cites nothing. Name the source and the page."
        if rule.check is not None and not rule.messages:
            yield f"{path}: {rule.code} has no message for a list that breaks it."


def _request_faults(ruleset: Ruleset, game: str) -> Iterator[str]:
    reading = _read_documents(game)
    for file, document in zip(reading.files, reading.documents, strict=True):
        if document.get("kind") in ("format", "house-rule", "ruling") and not faults_in(document):
            yield from (f"{_shown(file)}: {at}: {why}" for at, why in unsupported_requests(document, ruleset))


def _case_faults(game: str) -> Iterator[str]:
    ruleset = _ruleset(game)
    yield from case_file_checks.case_faults(game, () if ruleset is None else ruleset.rules)


def _word_faults(game: str) -> Iterator[str]:
    """Yield the faults of the words for pages: the module, its facts, and cards that it cannot describe."""
    package = _package(game)
    path = f"legions/games/{package}/words.py"
    if not (ROOT / path).is_file():
        yield f"{path} is missing: WORDS, the words for lists and facts, the filters, and the line about a card."
    if package not in game_words.PACKAGES:
        yield f'legions/game_words/__init__.py does not list the game. Add "{package}" to PACKAGES.'
        return
    try:
        words: game_words.GameWords = game_words.words_of_game(game)
    except Exception as error:  # whatever is wrong in the module is its fault
        yield _import_fault(path, error)
        return
    if words.game != game:
        yield f"{path}: WORDS are those of {words.game}."
    facts = {fact for kind in documents.card_kinds().get(game, ()) for fact in vocabulary.fact_schemas(game, kind)}
    missing = sorted({*words.fact_words.stats} - facts)
    yield from (f"{path}: “stats” names the fact {fact}, which no card has." for fact in missing)
    for document in _read_documents(game).documents:
        if not faults_in(document) and document_type(document) == "card":
            yield from _summary_faults(words, document, path)


def _summary_faults(texts: game_words.GameWords, document: dict[str, Any], path: str) -> Iterator[str]:
    try:
        line = texts.summary(document)
    except Exception as error:  # whatever is wrong in the method is its fault
        yield f"{path}: `summary` fails for the card {document['slug']}: {type(error).__name__}: {error}"
        return
    if not line:
        yield f"{path}: `summary` is empty for the card {document['slug']}."


def _translation_faults(game: str) -> Iterator[str]:
    """Yield the messages of the program that a language lacks; those of all games but a new one are there."""
    if game not in documents.card_kinds():
        yield "The messages of the game are collected once it has schemas."
        return
    collected = makemessages.collect()
    for file in sorted(makemessages.LOCALES.glob("*/LC_MESSAGES/django.po")):
        translated = {(one.msgctxt, one.msgid) for one in polib.pofile(str(file)) if one.translated()}
        for message in collected:
            if (message.context, message.text) not in translated:
                context = f" (context “{message.context}”)" if message.context else ""
                yield f"{_shown(file)} has no translation of “{message.text}”{context}. Run make messages, and add it."


def _api_faults(game: str) -> Iterator[str]:
    """Yield the kinds of card that the API description or its TypeScript types do not have."""
    kinds = documents.card_kinds().get(game, ())
    if not kinds:
        yield "The API description has the kinds of card of the game once it has schemas."
        return
    components = json.loads(openapi.stored())["components"]["schemas"]
    missing = [kind for kind in kinds if f"{game}.{kind}" not in components]
    types = typescript.TYPES_FILE.read_text("utf-8")
    if missing:
        yield f"rulesapi/openapi.json does not have the kind {missing[0]}. Run manage.py build_openapi and build_types."
    elif typescript.build(components) != types:
        yield "clients/typescript/muster.d.ts is out of date. Run manage.py build_types."


def _documentation_faults(game: str) -> Iterator[str]:
    page, document = PAGE.read_text("utf-8"), _game_document(game)
    if document is None or f"| {document['name']} |" not in page:
        yield "docs/data.md has no row for the game. Run manage.py data_figures once its documents are there."
        return
    if data_figures.with_tables(page) != page:
        yield "The figures in docs/data.md are not those of the cards. Run manage.py data_figures."
