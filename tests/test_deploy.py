"""The files of `deploy/`: units of systemd, the image, and the composition of containers."""

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from benchmarks.serving import ROOT, catalog, whole
from config.known_settings import SETTINGS
from operations.management.commands import serve
from tests import system_calls
from tests.nonempty import nonempty
from tests.outage_drills import Site, token_in
from tests.ports import free_port

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


@pytest.mark.drill
@pytest.mark.skipif(not system_calls.are_filtered(), reason="NOT CHECKED: systemd-analyze or libseccomp is missing")
def test_site_worker_and_backup_need_no_system_call_that_their_units_refuse(tmp_path: Path) -> None:
    through = [sys.executable, "-m", "tests.system_calls"]
    log, port = tmp_path / "log", free_port()
    with catalog("fixtures/attack-wing", LOG_LEVEL="INFO") as environment, log.open("wb") as written:
        token = token_in(environment)
        filtered = [*through, str(DEPLOY / "systemd" / "muster.service")]
        with whole(port, environment, written, through=filtered) as process:
            site = Site(port, environment, process.pid, log, token)
            address = urlsplit(site.write().headers["location"]).path
            shared = site.ask("PUT", f"{address}link/", {}, **{"If-Match": "*"}).document()
            assert site.ask("GET", f"{urlsplit(shared['page']).path}sheet.pdf").status == 200
            assert site.works_after() is not None
        filtered = [*through, str(DEPLOY / "systemd" / "muster-backup.service")]
        command = [*filtered, sys.executable, "manage.py", "backup", str(tmp_path / "backup")]
        written_backup = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
        assert written_backup.returncode == 0, written_backup.stderr
    assert "not permitted" not in log.read_text()


def test_a_filtered_command_gets_no_refused_system_call(tmp_path: Path) -> None:
    if not system_calls.are_filtered():
        pytest.skip("NOT CHECKED: systemd-analyze or libseccomp is missing")
    own = tmp_path / "own"
    own.touch()
    unfiltered = [sys.executable, "-c", f"import os; os.chown({str(own)!r}, -1, -1)"]
    filtered = [sys.executable, "-m", "tests.system_calls", str(DEPLOY / "systemd" / "muster.service"), *unfiltered]
    assert subprocess.run(unfiltered, cwd=ROOT).returncode == 0
    assert "not permitted" in subprocess.run(filtered, cwd=ROOT, capture_output=True, text=True).stderr


def test_the_image_has_everything_that_muster_needs_and_nothing_else(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)
    names = {name for line in nonempty(copied) for name in line.split()}
    needed = {"catalog", "config", "legions", "operations", "rulesapi", "manage.py", "locale", "static", "templates"}
    assert needed <= names
    assert not names & {"tests", "benchmarks", "docs", ".git", ".env", "var"}
    assert all((ROOT / name).exists() for name in names)


def test_the_files_set_only_settings_that_muster_has() -> None:
    services = composition()["services"]
    own = [service for service in services.values() if service["image"] == "muster"]
    image = (DEPLOY / "Containerfile").read_text("utf-8")
    names = {name for service in nonempty(own) for name in service["environment"]}
    names |= set(re.findall(r"^ENV (\w+)=", image, re.MULTILINE))
    assert {"DATABASE_URL", "CACHE_URL", "BEHIND_PROXY", "VAR_DIR"} <= names <= set(SETTINGS)


def test_containers_can_write_into_all_folders_of_the_image() -> None:
    """The file system of a container is read-only except for its volumes."""
    image = (DEPLOY / "Containerfile").read_text("utf-8")
    [made] = re.findall(r"install -d .* (/var/\S+ /var/\S+)$", image, re.MULTILINE)
    own = [service for service in composition()["services"].values() if service["image"] == "muster"]
    for service in nonempty(own):
        assert {volume.partition(":")[2] for volume in service["volumes"]} == set(made.split())


def test_services_wait_for_a_database_that_stays_and_for_nodes_that_answer() -> None:
    services = composition()["services"]
    assert {"-h", "127.0.0.1"} <= set(services["postgres"]["healthcheck"]["test"])  # set-up has none
    asked = services["web"]["healthcheck"]["test"]
    assert "/livez" in asked[-1]
    assert not [part for part in asked if " " in part]  # podman 4.3 splits them there
    waiting = {name: service["depends_on"] for name, service in services.items() if "depends_on" in service}
    assert waiting["nginx"] == {"web": {"condition": "service_healthy"}}
    assert waiting["tables"].keys() == {"postgres", "redis"}


def test_one_service_builds_the_image_that_all_run() -> None:
    own = {name: service for name, service in composition()["services"].items() if service["image"] == "muster"}
    assert [name for name, service in nonempty(own.items()) if "build" in service] == ["tables"]
    assert {service["pull_policy"] for service in own.values()} == {"never"}
    assert all(service["init"] for service in own.values())  # takes in the processes of a killed server


def test_nginx_asks_again_for_the_addresses_of_the_nodes() -> None:
    command = composition()["services"]["nginx"]["command"][2]
    assert re.search(r"resolver \$\$names .*; server web:8000 resolve;", command)
    zones = re.findall(r"keys_zone=(\w+):|zone=(\w+):", (DEPLOY / "nginx.conf").read_text("utf-8"))
    [own] = re.findall(r"zone (\w+) ", command)
    assert own not in {name for pair in nonempty(zones) for name in pair}


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
