"""The files of `deploy/`: units of systemd, the image, and the composition of containers."""

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.serving import ROOT
from operations.management.commands import serve
from tests.nonempty import nonempty

DEPLOY = ROOT / "deploy"
UNITS = ("muster.service", "muster-worker.service", "muster-backup.service", "muster-backup.timer")
ANALYZE = shutil.which("systemd-analyze")
MAX_EXPOSURE = 1.6
"""The maximum exposure that `systemd-analyze security` may report, of 10."""
RUN_OF_SERVE = {"muster.service": ["serve"], "muster-worker.service": ["db_worker"]}


def unit(name: str) -> dict[str, str]:
    """Return the last line of each option of a unit's service."""
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / "systemd" / name)
    return dict(parser["Service"])


def composition() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_the_worker_runs_alike_under_systemd_in_a_container_and_in_serve() -> None:
    [_, _, *expected] = serve._worker()
    started = shlex.split(unit("muster-worker.service")["ExecStart"])
    assert started == ["/srv/muster/.venv/bin/python", "manage.py", *expected]
    assert composition()["services"]["worker"]["command"] == expected


@pytest.mark.parametrize("name", ["muster.service", "muster-worker.service"])
def test_both_services_differ_only_in_what_they_run(name: str) -> None:
    other = unit("muster-worker.service")
    shared = {option: text for option, text in unit(name).items() if option not in {"ExecStart", "LimitNOFILE"}}
    assert shared == {option: other[option] for option in nonempty(shared)}


@pytest.mark.drill
@pytest.mark.skipif(ANALYZE is None, reason="NOT CHECKED: systemd-analyze is missing (Debian's package systemd)")
def test_the_units_are_valid_and_give_little_away(tmp_path: Path) -> None:
    assert ANALYZE
    for name in nonempty(UNITS):
        text = (DEPLOY / "systemd" / name).read_text("utf-8")
        (tmp_path / name).write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={sys.executable}", text, flags=re.MULTILINE))
    checked = subprocess.run(
        [ANALYZE, "verify", "--man=no", *(str(tmp_path / name) for name in UNITS)], capture_output=True, text=True
    )
    assert [line for line in checked.stderr.splitlines() if "muster" in line] == []
    for name in nonempty([name for name in UNITS if name.endswith(".service")]):
        command = [ANALYZE, "security", "--offline=true", str(tmp_path / name)]
        said = subprocess.run(command, capture_output=True, text=True).stdout
        [exposure] = re.findall(r"exposure level for \S+: ([\d.]+)", said)
        assert float(exposure) <= MAX_EXPOSURE, said


def test_the_image_has_everything_that_muster_needs_and_nothing_else(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)
    names = {name for line in nonempty(copied) for name in line.split()}
    needed = {"catalog", "config", "legions", "operations", "rulesapi", "manage.py", "locale", "static", "templates"}
    assert needed <= names
    assert not names & {"tests", "benchmarks", "docs", ".git", ".env", "var"}
    assert all((ROOT / name).exists() for name in names)


def test_the_composition_names_only_services_and_volumes_that_it_has() -> None:
    whole = composition()
    services = whole["services"]
    for service in nonempty(services.values()):
        assert set(service.get("depends_on", ())) <= set(services)
        mounted = {str(volume).partition(":")[0] for volume in service.get("volumes", ())}
        assert {name for name in mounted if name[0] not in "./"} <= set(whole["volumes"])
        files = {name for name in mounted if name.startswith("./") and not name.startswith("./tls/")}
        assert all((DEPLOY / name).exists() for name in files)
    assert "server 127.0.0.1:8000;" in (DEPLOY / "nginx.conf").read_text("utf-8")
    assert "server 127.0.0.1:8000;" in services["nginx"]["command"][2]
