"""The published conformance cases for other engines, compared byte for byte with our own cases."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulesapi.judging import conformance_cases
from rulesapi.judging.conformance_cases import file_text
from tests import case_files
from tests.engine import conformance_cases as own_cases
from tests.nonempty import nonempty


def exported(folder: Path | str) -> str:
    out = StringIO()
    call_command("export_cases", str(folder), stdout=out)
    return out.getvalue()


def test_the_exported_folder_is_the_one_that_our_own_tests_run(tmp_path: Path) -> None:
    output = exported(tmp_path / "new" / "cases")
    written = sorted(path.relative_to(tmp_path / "new" / "cases") for path in tmp_path.rglob("*") if path.is_file())
    schemas = {Path(name): source for name, source in conformance_cases.schemas().items()}
    assert written == sorted([*conformance_cases.files(), *schemas])
    assert f"{len(written)} files" in output
    for file in written:
        source = schemas.get(file, conformance_cases.CASES_FOLDER / file)
        assert (tmp_path / "new" / "cases" / file).read_bytes() == source.read_bytes()


@pytest.mark.sampled
def test_the_export_contains_its_documentation(tmp_path: Path) -> None:
    exported(tmp_path)
    manual = (tmp_path / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", manual, re.MULTILINE)
    assert len(rows) == len(set(rows))
    for named in nonempty(re.findall(r"`(schemas/[\w./-]+)`", manual)):
        assert (tmp_path / named).exists(), named
    for name, game in nonempty(json.loads(exported("-"))["games"].items()):
        for card in nonempty(game["library"]["cards"]):
            assert (tmp_path / "schemas" / name / f"{card['kind']}.schema.json").is_file()


@pytest.mark.sampled
def test_the_one_document_holds_every_case_that_our_own_tests_run() -> None:
    document = json.loads(exported("-"))
    assert list(document["games"]) == own_cases.games()
    for name, game in nonempty(document["games"].items()):
        assert game["library"] == own_cases.library_documents(name)
        assert game["rules"] == list(own_cases.files(name))
        assert sum(conformance_cases.case_count(file["rule"]) for file in game["rules"]) == sum(
            len(f["cases"]) for f in game["rules"]
        )
    assert document["digest"] == own_cases.read(conformance_cases.CASES_FOLDER / "digest.json")


def test_files_of_cases_have_one_form() -> None:
    files = list(case_files.files())
    assert len(files) > 100
    other = [file.name for file in files if file.read_text("utf-8") != file_text(json.loads(file.read_text("utf-8")))]
    assert other == [], "python -m tests.case_files writes them"


def test_without_the_tests_nothing_is_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance_cases, "CASES_FOLDER", tmp_path)
    with pytest.raises(CommandError, match="not installed"):
        exported("-")


def test_a_file_in_place_of_a_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(CommandError, match="Cannot write"):
        exported(tmp_path / "taken")


@pytest.mark.parametrize("code", ["attack-wing/library", "attack-wing/no-such", "../cases/digest", "x", "/", "a/../b"])
def test_only_the_code_of_a_rule_leads_to_a_file(code: str) -> None:
    assert conformance_cases.rule_file(code) is None
    assert conformance_cases.case_count(code) == 0
