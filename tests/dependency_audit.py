"""A check of the locked dependencies for known faults, with pip-audit in an environment of its own.

`python -m tests.dependency_audit` ends with 0 if no fault is known, 1 if there are any, and 2 if nothing could be found
out, for example without a network.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "audit"
LOCK = ROOT / "requirements.lock"
PIP_AUDIT = "pip-audit>=2.10,<3"
NONE_KNOWN, FAULTS, NOT_CHECKED = 0, 1, 2


def main() -> int:
    """Check the dependencies, and print the faults or the reason why they could not be checked."""
    try:
        program = _install()
    except (OSError, subprocess.CalledProcessError) as error:
        return _not_checked(f"pip-audit cannot be installed: {error}")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        options = ["--requirement", LOCK, "--disable-pip", "--require-hashes", "--format", "json", "--output", report]
        done = subprocess.run([*program, *map(str, options)], capture_output=True, text=True, check=False)
        try:
            dependencies = json.loads(report.read_text("utf-8"))["dependencies"]
        except (OSError, ValueError, KeyError, TypeError):
            return _not_checked((done.stderr.strip().splitlines() or ["pip-audit wrote no report"])[-1])
    return judge(dependencies)


def judge(dependencies: list[dict[str, Any]]) -> int:
    """Print the known faults of the dependencies, and those that could not be checked; return the exit code."""
    faults = [(one, fault) for one in dependencies for fault in one.get("vulns", ())]
    for one, fault in faults:
        fixed = f", fixed in {', '.join(fault['fix_versions'])}" if fault["fix_versions"] else ""
        print(f"{one['name']} {one['version']}: {fault['id']}{fixed}")  # noqa: T201
    unchecked = [one["name"] for one in dependencies if "vulns" not in one]
    if faults:
        print(f"{len(faults)} known faults. Update the versions with make lock, and run make test.")  # noqa: T201
        return FAULTS
    if unchecked or not dependencies:
        return _not_checked(f"there are no data about {', '.join(unchecked) or 'any dependency'}")
    print(f"{len(dependencies)} dependencies, no known faults.")  # noqa: T201
    return NONE_KNOWN


def _install() -> list[str]:
    """Install pip-audit, unless it is there; return the command. Raises OSError, CalledProcessError."""
    python = FOLDER / "bin" / "python"
    program = [str(python), "-m", "pip_audit"]
    if not python.exists():
        venv.create(FOLDER, with_pip=True)
    if subprocess.run([*program, "--version"], capture_output=True, check=False).returncode:
        subprocess.run([python, "-m", "pip", "install", "--quiet", PIP_AUDIT], check=True)
    return program


def _not_checked(reason: str) -> int:
    print(f"NOT CHECKED: {reason}.")  # noqa: T201
    return NOT_CHECKED


if __name__ == "__main__":
    sys.exit(main())
