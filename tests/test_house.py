"""The conventions of the code: allowed imports, allowed contents, and texts that must agree in two places."""

import ast
import builtins
import importlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import CASCADE
from django.template import engines

from catalog import documents
from catalog.documents.forms.document_form import NON_FORM_KEYS, DocumentForm
from catalog.documents.schema_properties import Construct, Property, document_properties
from config.known_settings import GROUPS
from legions.account_pages.personal_data import PERSONAL_DATA
from tests.nonempty import nonempty

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "operations", "legions", "rulesapi", "catalog")


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def imports(file: Path) -> list[ast.Import | ast.ImportFrom]:
    """Return the import statements of a file."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(file: Path) -> set[str]:
    """Return the dotted names that a file imports."""
    names: set[str] = set()
    for node in imports(file):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        else:
            names.add(node.module or "")
    return names


# -- names in docstrings exist -----------------------------------------------------------------------------------


NAME_IN_BACKTICKS = re.compile(r"`([A-Za-z_][\w.]*\w|[\w/-]+\.[a-z]{2,5})`")
"""A name, a dotted path or a file. Other text in backticks, such as a command, is not checked."""


@cache
def product_files() -> dict[Path, ast.Module]:
    files = [file for app in APPS for file in sources(app) if "migrations" not in file.parts]
    return {file: ast.parse(file.read_text("utf-8")) for file in nonempty(files)}


def defined_paths(owner: ast.Module | ast.ClassDef, path: str) -> Iterator[str]:
    """Yield the dotted paths of a module or class and of everything defined or imported in it."""
    yield path
    for node in owner.body:
        if isinstance(node, ast.ClassDef):
            yield from defined_paths(node, f"{path}.{node.name}")
        elif isinstance(node, ast.FunctionDef):
            yield f"{path}.{node.name}"
        else:
            for part in ast.walk(node):
                if isinstance(part, ast.alias):
                    yield f"{path}.{part.asname or part.name}"
                elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    yield f"{path}.{part.id}"


@cache
def project_names() -> frozenset[str]:
    """Return the names that every docstring may use: of modules, files, JSON, settings and Python, and dotted paths.

    A dotted path or the path of a file may lack its first parts.
    """
    names = {*dir(builtins), *sys.stdlib_module_names, "true", "false", "null", "manage.py"}
    names.update(setting.name for group in GROUPS.values() for setting in group)
    names.update(filter(str.isupper, dir(settings)))
    for file, tree in product_files().items():
        module = [*file.relative_to(ROOT).parent.parts, *([] if file.stem == "__init__" else [file.stem])]
        names.update(module)
        for parts in (path.split(".") for path in defined_paths(tree, ".".join(module))):
            names.update(".".join(parts[start:]) for start in range(len(parts) - 1))
    for file in (file for folder in (*APPS, "clients", "docs", "static") for file in (ROOT / folder).rglob("*.*")):
        steps = file.relative_to(ROOT).parts
        names.update("/".join(steps[start:]) for start in range(len(steps)))
    for file in [*(ROOT / "catalog/schemas").rglob("*.json"), ROOT / "rulesapi/openapi.json"]:
        names.update(re.findall(r'"(\w+)"', file.read_text("utf-8")))
    return frozenset(names)


@cache
def library_names(module: str) -> frozenset[str]:
    """Return the names in a module of Python or of a dependency; none for modules of the project."""
    return frozenset() if module.split(".")[0] in APPS else frozenset(dir(importlib.import_module(module)))


def unknown_names(tree: ast.Module) -> list[str]:
    """Return the names in docstrings, with their lines, that the module, its libraries and the project do not have.

    The names of a module are those in its code, and its strings, such as a query word. Docstrings are all strings that
    are statements, for example below a constant.
    """
    docstrings: dict[int, ast.Constant] = {}
    own: set[str] = set()
    libraries: set[str] = set()
    for node in ast.walk(tree):  # `walk` visits a statement before its contents
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings[id(node.value)] = node.value
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            own.add(node.value)
        elif isinstance(node, ast.Import):
            libraries.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            libraries.add(node.module or "")
        own.update(getattr(node, field, None) or "" for field in ("id", "attr", "name", "arg", "asname"))
    unknown = []
    for docstring in docstrings.values():
        text = str(docstring.value)
        for match in NAME_IN_BACKTICKS.finditer(text):
            name, line = match[1], docstring.lineno + text.count("\n", 0, match.start())
            in_library = any(name in library_names(module) for module in libraries)
            if not (name in own or name in project_names() or in_library):
                unknown.append(f"{line}: {name}")
    return unknown


@pytest.mark.sampled
def test_names_in_docstrings_are_those_of_something() -> None:
    assert not [
        f"{file.relative_to(ROOT)}:{name}" for file, tree in product_files().items() for name in unknown_names(tree)
    ]


@pytest.mark.sampled
def test_a_name_in_a_docstring_that_nothing_has_would_be_noticed() -> None:
    known = "`Path`, `PurePath`, `len`, `points`, `drafts.save_draft`, `docs/api.md`, `SECRET_KEY`"
    unknown = "`Refused`, `Library.none_such`,\n`save_draft`, `docs/none_such.md`"
    tree = ast.parse(f'from pathlib import Path\n"""{known}, {unknown}"""')
    assert unknown_names(tree) == ["2: Refused", "2: Library.none_such", "3: save_draft", "3: docs/none_such.md"]


# -- parameters say what they hold -------------------------------------------------------------------------------

VAGUE_NAMES = frozenset({"one", "words", "at", "known", "found", "rows", "result", "said", "who", "these", "those"})

GIVEN_PARAMETERS = {
    ("catalog/api_base/openapi/hooks.py", "result"): "drf-spectacular passes it by name",
    ("config/openapi.py", "result"): "drf-spectacular passes it by name",
    ("clients/python/muster_client/client.py", "at"): "the field of the request",
    ("rulesapi/api/candidates.py", "at"): "the field of the request",
}
"""Parameters whose names are not ours to choose."""


def vague_parameters(tree: ast.Module) -> list[tuple[int, str]]:
    """Return the parameters of functions and lambdas with a vague name, with their lines."""
    return [(node.lineno, node.arg) for node in ast.walk(tree) if isinstance(node, ast.arg) and node.arg in VAGUE_NAMES]


@pytest.mark.sampled
def test_parameters_say_what_they_hold() -> None:
    others = [file for folder in ("benchmarks", "clients", "tests") for file in sources(folder)]
    trees = product_files() | {file: ast.parse(file.read_text("utf-8")) for file in nonempty(others)}
    vague = [
        (str(file.relative_to(ROOT)), line, name)
        for file, tree in trees.items()
        for line, name in vague_parameters(tree)
    ]
    assert [place for place in vague if (place[0], place[2]) not in GIVEN_PARAMETERS] == []
    assert {(file, name) for file, _, name in vague} == GIVEN_PARAMETERS.keys()


def test_a_parameter_with_a_vague_name_would_be_noticed() -> None:
    tree = ast.parse("def rank(one, *words, at=0, **found): ...\nkey = lambda rows: rows\ndef fine(card): one = card")
    assert sorted(vague_parameters(tree)) == [(1, "at"), (1, "found"), (1, "one"), (1, "words"), (2, "rows")]


# -- imports have one direction ----------------------------------------------------------------------------------


def test_the_engine_imports_the_standard_library_only() -> None:
    for file in nonempty(sources("rulesapi/engine")):
        for name in imported(file):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith("rulesapi.engine"), f"{file}: {name}"


def test_the_engine_imports_nothing_only_for_types() -> None:
    """Such an import hides a cycle."""
    assert [file.name for file in sources("rulesapi/engine") if "TYPE_CHECKING" in file.read_text("utf-8")] == []


@pytest.mark.sampled
def test_importing_the_engine_imports_neither_django_nor_the_other_apps() -> None:
    code = (
        "import sys, rulesapi.engine.core.evaluation, rulesapi.engine.search.candidates;"
        "print([m for m in sys.modules if m.split('.')[0] in ('django', 'catalog', 'legions', 'config')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


@pytest.mark.sampled
def test_judging_a_game_loads_the_rules_of_no_other() -> None:
    code = (
        "import sys; from rulesapi.engine.core.library import find_ruleset; find_ruleset('attack-wing/1');"
        "print({m.split('.')[3] for m in sys.modules if m.startswith('rulesapi.engine.games.')})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "{'attack_wing'}"


@pytest.mark.sampled
def test_the_server_keeps_what_it_starts_with_out_of_the_collector() -> None:
    code = "import gc, sys, config.wsgi; print(gc.get_freeze_count() > 10_000, 'legions.urls' in sys.modules)"
    env = {**os.environ, "SECRET_KEY": "for tests alone " * 3, "ALLOWED_HOSTS": "localhost"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    assert done.stdout.strip() == "True True"


@pytest.mark.sampled
def test_the_server_loads_none_of_what_few_requests_need_before_one_comes() -> None:
    code = "import sys, config.wsgi; print({'openpyxl', 'numpy', 'highspy', 'typst'} & set(sys.modules))"
    env = {**os.environ, "SECRET_KEY": "for tests alone " * 3, "ALLOWED_HOSTS": "localhost"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    assert done.stdout.strip() == "set()"


@pytest.mark.sampled
def test_every_model_is_there_before_the_apps_get_ready_so_that_each_is_known_to_what_it_refers_to() -> None:
    code = (
        "import django; django.setup(); from django.apps import apps;"
        "lines = [(model, field) for model in apps.get_models() for field in model._meta.fields if field.is_relation];"
        "known = lambda model: {one.remote_field for one in model._meta.get_fields(include_hidden=True)"
        " if one.auto_created and not one.concrete};"
        "print([field for _, field in lines if field not in known(field.related_model)])"
    )
    env = {**os.environ, "SECRET_KEY": "for tests alone " * 3, "ALLOWED_HOSTS": "localhost"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    assert done.stdout.strip() == "[]"


def test_the_rulesapi_package_itself_imports_nothing() -> None:
    assert (ROOT / "rulesapi/__init__.py").read_text() == ""


@pytest.mark.sampled
def test_no_model_but_that_of_accounts_sets_anything_off_by_being_saved() -> None:
    # `bulk_create` and `update` send no signals, and the sender of a signal does not show what follows; Django has no
    # other hook for the save of its own models. Apps may announce events of their own with signals.
    for app in APPS:
        for file in set(sources(app)) - {ROOT / "legions/account_pages/signals.py"}:
            assert "django.db.models.signals" not in imported(file), file


# -- names of cards, games and machines only where they belong ------------------------------------------------------


@cache
def code_without_docstrings(file: Path) -> str:
    tree = ast.parse(file.read_text("utf-8"))
    return " ".join(
        node.value.lower()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
    )


@pytest.mark.sampled
def test_no_card_is_named_in_code() -> None:
    slugs = {
        path.stem
        for path in (ROOT / "fixtures").rglob("*.json")
        if "-" in path.stem and path.parent.name not in {"sets", "formats", "references", "sections", "rulings"}
    }
    for app in APPS:
        for file in nonempty(sources(app)):
            words = set(code_without_docstrings(file).split())
            assert not words & slugs, f"{file.relative_to(ROOT)}: {words & slugs}"


# Each game has a module or a package of its own in these places. A family, for example the two editions of one game,
# may share one there as well: its name is part of the names of at least two games, it names none of them, and no other
# game uses it.
GAME_FOLDERS = ("rulesapi/engine/games", "legions/games", "catalog/faces/games")
GAMES = frozenset(documents.card_kinds())


def game_package(dotted: str) -> str:
    """Return the game or family whose package contains a module, as slugs are written; empty for other modules."""
    for folder in GAME_FOLDERS:
        start = folder.replace("/", ".") + "."
        name = dotted.removeprefix(start).partition(".")[0].replace("_", "-")
        if dotted.startswith(start) and (name in GAMES or is_family(name)):
            return name
    return ""


def own_package(file: Path) -> str:
    return game_package(".".join(file.relative_to(ROOT).with_suffix("").parts))


def imported_games(file: Path) -> set[str]:
    """Return the packages of other games from which a file imports."""
    package = file.relative_to(ROOT).parts[:-1]
    names = imported(file)
    for node in imports(file):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            names.update(".".join((*base, *filter(None, [node.module]), alias.name)) for alias in node.names)
    return {found for name in names if (found := game_package(name))} - {own_package(file)}


def is_family(name: str) -> bool:
    return name not in GAMES and sum(of_family(game, name) for game in GAMES) > 1


def of_family(game: str, name: str) -> bool:
    return f"-{name}-" in f"-{game}-"


def named_in(text: str) -> set[str]:
    return {game for game in GAMES if re.search(rf"(?<![\w-]){game}(?![\w-])", text)}


@pytest.mark.sampled
def test_no_game_is_named_outside_its_own_packages() -> None:
    for app in APPS:
        for file in nonempty(sources(app)):
            if "migrations" in file.parts:
                continue
            named = named_in(code_without_docstrings(file))
            assert named <= {own_package(file)}, f"{file.relative_to(ROOT)}: {named}"


def test_every_package_of_a_game_is_that_of_one_or_of_a_family() -> None:
    for folder in GAME_FOLDERS:
        for path in nonempty((ROOT / folder).iterdir()):
            name = path.stem.replace("_", "-")
            if not name.startswith("--"):
                assert name in GAMES or is_family(name), path


@pytest.mark.sampled
def test_a_package_is_imported_only_by_its_game_or_the_games_of_its_family() -> None:
    for app in APPS:
        for file in nonempty(sources(app)):
            for other in imported_games(file):
                own = own_package(file)
                assert is_family(other) and of_family(own, other), f"{file.relative_to(ROOT)} imports {other}"


def test_a_package_that_is_imported_from_elsewhere_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = ROOT / "rulesapi" / "stranger.py"
    text = "from .engine.games import attack_wing\nfrom legions.games.miniatures import order"
    monkeypatch.setattr(Path, "read_text", lambda self, *_: text)
    assert imported_games(stranger) == {"attack-wing", "miniatures"}


@pytest.mark.sampled
def test_no_game_is_named_in_what_all_games_share_of_pages_and_schemas() -> None:
    shared = [file for folder in ("templates", "static", "locale") for file in (ROOT / folder).rglob("*")]
    shared += [*(ROOT / "catalog/schemas").glob("*.json")]
    for file in nonempty(shared):
        if file.suffix in {".html", ".txt", ".css", ".js", ".json"}:
            own = {part for part in file.parts if part in GAMES}
            assert named_in(file.read_text("utf-8")) <= own, file.relative_to(ROOT)


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, cwd=ROOT)
    return [ROOT / name for name in listed.stdout.split("\0") if name]


@pytest.mark.sampled
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the repository to know which files are ours")
def test_no_file_holds_the_address_of_a_registry_or_of_a_machine() -> None:
    forbidden = re.compile(
        rb"pypi\.org|pythonhosted|registry\.npmjs|/work/|\.\./shared|/root/|deb\.debian", re.IGNORECASE
    )
    for file in nonempty(tracked()):
        if file.is_file() and file != Path(__file__):
            found = forbidden.search(file.read_bytes())
            assert not found, f"{file.relative_to(ROOT)}: {found[0]!r}"


# -- personal data is complete -----------------------------------------------------------------------------------------


def test_every_relation_to_an_account_has_an_entry_for_export_and_deletion() -> None:
    """A model that refers to an account has its line in `legions/account_pages/personal_data.py`."""
    there = {
        (model._meta.label, field.name): field.remote_field.on_delete is CASCADE
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model is get_user_model() and not model._meta.proxy
    }
    assert {(one.of._meta.label, one.field): one.goes for one in PERSONAL_DATA} == there
    assert len({one.name for one in PERSONAL_DATA}) == len(PERSONAL_DATA)


# -- forms and schemas support equal constructs -----------------------------------------------------------------------

FORM_SCHEMAS = [
    path
    for path in documents.load_schemas()
    if path in {f"{kind}.schema.json" for kind in documents.COMMON_TYPES}
    or ("/" in path and "/situations/" not in path and not path.endswith("/common.schema.json"))
]
"""Situations of play are not documents: they are not stored, and their pages have forms of their own."""


@pytest.mark.sampled
def test_every_schema_of_a_document_can_be_shown_as_a_form() -> None:
    games, kinds = documents.card_kinds(), documents.COMMON_TYPES
    own = [
        f"{game}/{kind}" for game in games for kind in kinds if f"{game}/{kind}.schema.json" in documents.load_schemas()
    ]
    assert len(FORM_SCHEMAS) == len(kinds) + len(own) + sum(map(len, games.values()))
    for path in FORM_SCHEMAS:
        game = path.rpartition("/")[0] or next(iter(documents.card_kinds()))
        form = DocumentForm({"kind": Path(path).name.removesuffix(".schema.json"), "game": game})
        shown = {one.key for one in form.facts.properties} | NON_FORM_KEYS
        assert shown >= set(documents.load_schemas()[path]["properties"])


NESTING = (Construct.OBJECT, Construct.ROWS, Construct.CLAUSE, Construct.CLAUSES, Construct.SOURCES)


def constructs_in(properties: Iterable[Property]) -> set[Construct]:
    """Return every construct of the properties, at any depth."""
    nested = (constructs_in(one.members) for one in properties if one.construct in NESTING)
    return {one.construct for one in properties}.union(*nested)


def test_the_form_builder_knows_no_construct_that_no_schema_uses() -> None:
    assert set().union(*(constructs_in(document_properties(path)) for path in FORM_SCHEMAS)) == set(Construct)


# -- templates ---------------------------------------------------------------------------------------------------------

TAG_OR_ATTRIBUTE = re.compile(r"""\{%[^%]*%\}|[\w-]+="[^"]*">?""")


def test_no_tag_of_a_template_is_broken_over_lines() -> None:
    """Django would show it as text."""
    open_tag = re.compile(r"\{%[^%\n]*\n|\{\{[^}\n]*\n")
    found = [
        (file.relative_to(ROOT), match[0])
        for file in nonempty(sorted((ROOT / "templates").rglob("*.html")))
        for match in open_tag.finditer(file.read_text("utf-8"))
    ]
    assert found == []


def test_templates_are_short_and_so_are_their_lines() -> None:
    """A line that is a single tag or attribute may be longer; mails are exempt, since their line breaks are sent."""
    files = sorted((ROOT / "templates").rglob("*.html"))
    assert len(files) > 300
    for file in files:
        lines = file.read_text("utf-8").splitlines()
        assert len(lines) <= 80, file.relative_to(ROOT)
        long = [line for line in lines if len(line) > 120 and not TAG_OR_ATTRIBUTE.fullmatch(line.strip())]
        assert long == [], file.relative_to(ROOT)


def test_templates_load_only_the_libraries_that_they_use() -> None:
    used_by = {}
    for name, library in engines["django"].engine.template_libraries.items():
        uses = [rf"{{% {re.escape(tag)}\b" for tag in library.tags]
        uses += [rf"\|{re.escape(filter_name)}\b" for filter_name in library.filters]
        used_by[name] = re.compile("|".join(uses))
    unused = []
    for file in nonempty(sorted((ROOT / "templates").rglob("*.html"))):
        text = file.read_text("utf-8")
        loaded = " ".join(re.findall(r"{% load ([\w ]+) %}", text)).split()
        unused += [(file.relative_to(ROOT), name) for name in loaded if not used_by[name].search(text)]
    assert unused == []


# -- types ---------------------------------------------------------------------------------------------------------


def test_the_type_checker_is_lenient_with_no_module_but_migrations() -> None:
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    lenient = {
        str(one["module"])
        for one in mypy["overrides"]
        if "disable_error_code" in one or one.get("ignore_errors") or one.get("check_untyped_defs") is False
    }
    assert lenient == {"['*.migrations.*']"}
