"""Clients that third-party generators create from the API description: complete, importable, type-checking.

`python -m tests.generated_clients` installs openapi-python-client and openapi-typescript into a temporary folder and
has each generate a client from `rulesapi/openapi.json`. It prints its steps, and exits with 1 if an operation has no
function, a module cannot be imported, or `mypy --strict` or `tsc` report an error. It needs the network, and Node.js
for TypeScript.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DESCRIPTION = ROOT / "rulesapi" / "openapi.json"
METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
PYTHON_PACKAGES = ("openapi-python-client>=0.29,<0.30", "mypy>=2.4", "types-python-dateutil")
NODE_PACKAGES = ("openapi-typescript@7", "typescript@5")
IMPORT_ALL = """
import importlib, pkgutil, sys
import muster_generated
names = [one.name for one in pkgutil.walk_packages(muster_generated.__path__, "muster_generated.")]
failed = 0
for name in names:
    try:
        importlib.import_module(name)
    except Exception as error:
        failed += 1
        print(f"{name}: {type(error).__name__}: {error}")
print(f"{len(names) - failed} of {len(names)} modules are imported")
sys.exit(failed > 0)
"""


def main() -> int:
    """Generate both clients, print the findings, and return 1 if there are errors."""
    operations = list(operation_ids(json.loads(DESCRIPTION.read_text("utf-8"))))
    tell(f"{len(operations)} operations in {DESCRIPTION.relative_to(ROOT)}")
    with tempfile.TemporaryDirectory(prefix="generated-clients-") as folder:
        faults = [*python_faults(Path(folder), operations), *typescript_faults(Path(folder), operations)]
    for fault in faults:
        tell(f"FAILED: {fault}")
    tell(f"{len(operations)} operations, 2 generators, {len(faults)} faults")
    return 1 if faults else 0


def tell(line: str) -> None:
    """Print a line and flush it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def operation_ids(description: dict[str, dict[str, dict[str, dict[str, str]]]]) -> Iterator[str]:
    """Yield the id of each operation of a description."""
    for item in description["paths"].values():
        yield from (item[method]["operationId"] for method in METHODS if method in item)


def python_faults(folder: Path, operations: list[str]) -> Iterator[str]:
    """Yield the errors in the client that openapi-python-client generates."""
    venv.create(folder / "python", with_pip=True)
    python = folder / "python" / "bin" / "python"
    if fault := _fault(folder, "pip", str(python), "-m", "pip", "install", "-qq", *PYTHON_PACKAGES):
        yield fault
        return
    (folder / "config.yml").write_text("project_name_override: muster-generated\n", "utf-8")
    home = folder / "muster-generated"
    generate = (str(python.parent / "openapi-python-client"), "generate", "--path", str(DESCRIPTION))
    options = ("--config", str(folder / "config.yml"), "--meta", "setup", "--output-path", str(home))
    if fault := _fault(folder, "openapi-python-client", *generate, *options):
        yield fault
        return
    made = {_letters(file.stem) for file in (home / "muster_generated" / "api").rglob("*.py")}
    yield from (f"openapi-python-client left out {one}" for one in operations if _letters(one) not in made)
    checks = {
        "imports": (str(python), "-c", IMPORT_ALL),
        "mypy --strict": (str(python), "-m", "mypy", "--strict", "muster_generated"),
    }
    for name, command in checks.items():
        if fault := _fault(home, name, *command):
            yield fault


def typescript_faults(folder: Path, operations: list[str]) -> Iterator[str]:
    """Yield the errors in the types that openapi-typescript generates."""
    home = folder / "typescript"
    home.mkdir()
    (home / "package.json").write_text('{"private": true}', "utf-8")
    steps = {
        "npm": ("npm", "install", "--silent", "--no-audit", "--no-fund", *NODE_PACKAGES),
        "openapi-typescript": ("npx", "--no-install", "openapi-typescript", str(DESCRIPTION), "-o", "muster.ts"),
        "tsc --strict": ("npx", "--no-install", "tsc", "--strict", "--noEmit", "--target", "es2022", "muster.ts"),
    }
    for name, command in steps.items():
        if fault := _fault(home, name, *command):
            yield fault
            return
    text = (home / "muster.ts").read_text("utf-8")
    yield from (f"openapi-typescript left out {one}" for one in operations if f'operations["{one}"]' not in text)


def _letters(name: str) -> str:
    """Return the letters of a name, which are equal in the styles of all generators."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _fault(folder: Path, name: str, *command: str) -> str:
    """Run a step and print the end of its output; return the error, or an empty string."""
    tell(f"== {name}: {' '.join(command)[:160].splitlines()[0]}")
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    said = [line.strip() for line in f"{done.stdout}\n{done.stderr}".splitlines() if line.strip()]
    for line in said[-10:]:
        tell(f"    {line[:200]}")
    return f"{name} ended with {done.returncode}" if done.returncode else ""


if __name__ == "__main__":
    sys.exit(main())
