"""The rules of the house: what may import what, what may stand where, and what must be said twice in the same words."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from catalog import documents
from catalog.forms.constructs import Construct, used
from catalog.forms.document import NOT_FACTS, DocumentForm

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "legions", "rulesapi", "catalog")
# Who may import whom: each app knows those after it, never those before it.
MAY_IMPORT = {
    "config": {"config", "legions", "rulesapi", "catalog"},
    "legions": {"legions", "rulesapi", "catalog"},
    "rulesapi": {"rulesapi", "catalog"},
    "catalog": {"catalog"},
}


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(file: Path) -> set[str]:
    """Return the dotted names that a file imports, relative ones made absolute."""
    names: set[str] = set()
    package = file.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            names.add(".".join((*base, node.module or "")).rstrip("."))
    return names


# -- imports go one way ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("app", APPS)
def test_imports_go_one_way(app: str) -> None:
    for file in sources(app):
        known = {name.split(".")[0] for name in imported(file)} & set(APPS)
        assert known <= MAY_IMPORT[app], f"{file.relative_to(ROOT)} imports {known - MAY_IMPORT[app]}"


def test_the_engine_imports_the_standard_library_only() -> None:
    for file in sources("rulesapi/engine"):
        for name in imported(file):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith("rulesapi.engine"), f"{file}: {name}"


def test_importing_the_engine_imports_neither_django_nor_the_other_apps() -> None:
    code = (
        "import sys, rulesapi.engine.ruleset, rulesapi.engine.search.candidates;"
        "print([m for m in sys.modules if m.split('.')[0] in ('django', 'catalog', 'legions', 'config')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_the_rulesapi_package_itself_imports_nothing() -> None:
    assert (ROOT / "rulesapi/__init__.py").read_text() == ""


def test_nothing_is_done_by_signals() -> None:
    for app in APPS:
        for file in sources(app):
            assert not any("signals" in name for name in imported(file)), file


# -- no card, game or machine by name where it does not belong ------------------------------------------------------


def code_without_docstrings(file: Path) -> str:
    tree = ast.parse(file.read_text("utf-8"))
    return " ".join(
        node.value.lower()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
    )


def test_no_card_is_named_in_code() -> None:
    slugs = {
        path.stem
        for path in (ROOT / "fixtures").rglob("*.json")
        if "-" in path.stem and path.parent.name not in {"sets", "formats"}
    }
    for app in APPS:
        for file in sources(app):
            words = set(code_without_docstrings(file).split())
            assert not words & slugs, f"{file.relative_to(ROOT)}: {words & slugs}"


def test_no_game_is_named_outside_its_own_rooms() -> None:
    for app in APPS:
        for file in sources(app):
            if {"rulesets", "games", "migrations"} & set(file.parts):
                continue
            words = set(code_without_docstrings(file).split())
            named = {word for word in words for game in documents.card_kinds() if re.search(rf"\b{game}\b", word)}
            assert not named, f"{file.relative_to(ROOT)}: {named}"


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, cwd=ROOT)
    return [ROOT / name for name in listed.stdout.split("\0") if name]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the repository to know which files are ours")
def test_no_file_holds_the_address_of_a_registry_or_of_a_machine() -> None:
    forbidden = re.compile(
        rb"pypi\.org|pythonhosted|registry\.npmjs|/work/|\.\./shared|/root/|deb\.debian", re.IGNORECASE
    )
    for file in tracked():
        if file.is_file() and file != Path(__file__):
            found = forbidden.search(file.read_bytes())
            assert not found, f"{file.relative_to(ROOT)}: {found[0]!r}"


# -- rooms that are not too crowded --------------------------------------------------------------------------------


def test_no_room_is_crowded() -> None:
    for app in APPS:
        for file in sources(app):
            if "migrations" not in file.parts:
                assert len(file.read_text("utf-8").splitlines()) <= 400, (
                    f"{file.relative_to(ROOT)} wants to be a folder"
                )


# -- forms and schemas know the same constructs -----------------------------------------------------------------------

FORM_SCHEMAS = [
    path
    for path in documents.schemas()
    if path in {f"{kind}.schema.json" for kind in documents.SHELVES}
    or ("/" in path and not path.endswith("/common.schema.json"))
]


def test_every_schema_of_a_document_can_be_shown_as_a_form() -> None:
    games, kinds = documents.card_kinds(), documents.SHELVES
    own = [f"{game}/{kind}" for game in games for kind in kinds if f"{game}/{kind}.schema.json" in documents.schemas()]
    assert len(FORM_SCHEMAS) == len(kinds) + len(own) + sum(map(len, games.values()))
    for path in FORM_SCHEMAS:
        game = path.rpartition("/")[0] or next(iter(documents.card_kinds()))
        form = DocumentForm({"kind": Path(path).name.removesuffix(".schema.json"), "game": game})
        shown = {one.key for one in form.facts.properties} | NOT_FACTS
        assert shown >= set(documents.schemas()[path]["properties"])


def test_the_form_builder_knows_no_construct_that_no_schema_uses() -> None:
    assert set().union(*(used(path) for path in FORM_SCHEMAS)) == set(Construct)
