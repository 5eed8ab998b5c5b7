"""Notes of releases for operators, and the audit of dependencies."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests import dependency_audit
from tests.nonempty import nonempty

ROOT = Path(__file__).resolve().parent.parent
FAULT = {"name": "left-pad", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}


def test_the_newest_version_has_a_part_for_operators() -> None:
    newest = re.split(r"(?m)^## \[", (ROOT / "CHANGELOG.md").read_text("utf-8"))[1]
    parts = dict(re.findall(r"(?ms)^### ([^\n]+)\n(.*?)(?=^### |\Z)", newest))
    assert next(iter(parts)) == "For operators"
    assert nonempty(re.findall(r"(?m)^- ", parts["For operators"]))


@pytest.mark.parametrize(
    ("dependencies", "code", "printed"),
    [
        ([{"name": "django", "version": "5.2", "vulns": []}], dependency_audit.NONE_KNOWN, "1 dependencies, no known"),
        ([FAULT], dependency_audit.FAULTS, "left-pad 1.0: PYSEC-1, fixed in 1.1"),
        ([{"name": "own", "skip_reason": "not found"}], dependency_audit.NOT_CHECKED, "NOT CHECKED: there are no data"),
        ([], dependency_audit.NOT_CHECKED, "NOT CHECKED: there are no data about any dependency"),
    ],
)
def test_an_audit_passes_only_if_every_dependency_was_checked(
    capsys: pytest.CaptureFixture[str], dependencies: list[dict[str, Any]], code: int, printed: str
) -> None:
    assert dependency_audit.judge(dependencies) == code
    assert printed in capsys.readouterr().out


def test_an_audit_without_a_network_does_not_pass(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = ["sh", "-c", "echo 'ConnectionError: no route to host' >&2; exit 1"]
    monkeypatch.setattr(dependency_audit, "_install", lambda: silent)
    assert dependency_audit.main() == dependency_audit.NOT_CHECKED
    assert capsys.readouterr().out == "NOT CHECKED: ConnectionError: no route to host.\n"
