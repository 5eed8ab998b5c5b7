"""Reasons for which `manage.py serve` refuses to start."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from legions.site import static_files
from operations import preflight
from operations.exceptions import OperationRefused


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """A VAR_DIR that does not exist yet."""
    settings.VAR_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = settings.VAR_DIR / "media"
    return settings.VAR_DIR


def test_folders_are_made(folder: Path) -> None:
    preflight.check_folders()
    assert (folder / "media").is_dir()


@pytest.mark.parametrize("name", ["", "media", "bulk", "places", "cache.sqlite3", "signing-key"])
def test_unwritable_paths_are_named_in_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (folder / name).mkdir(parents=True)
    refused, usual = folder / name, os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != refused and usual(path, mode))
    with pytest.raises(OperationRefused, match=rf"^Muster cannot \w+( to)? {refused}\. Give it to the user .*\.$"):
        preflight.check_folders()


def test_a_folder_that_cannot_be_made_is_named(folder: Path) -> None:
    folder.write_text("a file")
    with pytest.raises(OperationRefused, match=f"The folder {folder} cannot be created: File exists"):
        preflight.check_folders()


def test_files_of_others_in_the_folder_do_not_matter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "lost+found").mkdir(parents=True)
    usual = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "lost+found" and usual(path, mode))
    preflight.check_folders()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.0.0.7"])
def test_a_demonstration_is_for_one_machine(settings: Any, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    settings.DEMO, settings.PROXIES = True, 0
    monkeypatch.setattr(preflight, "connection", SimpleNamespace(vendor="sqlite"))
    preflight.check_demonstration(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.7", "203.0.113.5", "muster.example", ""])  # noqa: S104
def test_a_demonstration_that_others_reach_is_refused(settings: Any, host: str) -> None:
    settings.DEMO = True
    with pytest.raises(OperationRefused, match=r"can be reached from other machines.*Remove DEMO"):
        preflight.check_demonstration(host)
    settings.DEMO = False
    preflight.check_demonstration(host)


def test_a_demonstration_behind_a_proxy_or_on_postgresql_is_refused(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEMO, settings.PROXIES = True, 1
    monkeypatch.setattr(preflight, "connection", SimpleNamespace(vendor="postgresql"))
    with pytest.raises(OperationRefused, match="DATABASE_URL names PostgreSQL and BEHIND_PROXY is set"):
        preflight.check_demonstration()
    with pytest.raises(CommandError, match="PostgreSQL"):
        call_command("set_up_demo")


class Storage(static_files.MinifiedStaticFilesStorage):
    """The collected files of a folder as a new process finds them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(location=str(folder))


@pytest.fixture
def collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a manifest of the site's style sheet, and the digest of this version."""
    folder = tmp_path / "static"
    (folder / "css").mkdir(parents=True)
    (folder / "css/site.0.css").touch()
    (folder / "staticfiles.json").write_text('{"version": "1.1", "paths": {"css/site.css": "css/site.0.css"}}')
    (folder / static_files.SOURCES_FILE).write_text(static_files.sources_digest())
    return folder


def started(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a new process has the static files it needs."""
    monkeypatch.setattr(static_files, "staticfiles_storage", Storage(folder))
    return static_files.are_collected()


def test_files_of_this_version_are_enough(collected: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert started(collected, monkeypatch)
    preflight.check_static_files()
    (collected / static_files.SOURCES_FILE).write_text("that of an update, which this process does not run yet")
    preflight.check_static_files()


@pytest.mark.parametrize("missing", ["css/site.0.css", "staticfiles.json", static_files.SOURCES_FILE])
def test_files_that_were_collected_in_part_are_not_enough(
    collected: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    (collected / missing).unlink()
    assert not started(collected, monkeypatch)
    with pytest.raises(OperationRefused, match=r"Run manage\.py collectstatic"):
        preflight.check_static_files()


def test_files_of_another_version_are_not_enough(collected: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (collected / static_files.SOURCES_FILE).write_text("0" * 64)
    assert not started(collected, monkeypatch)


@pytest.mark.sampled
def test_collecting_writes_the_digest(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(tmp_path / "static")
    paths = {name: (store, name) for finder in static_files.get_finders() for name, store in finder.list(None)}
    for name, (store, _) in paths.items():
        with store.open(name) as file:
            storage._save(name, file)
    list(storage.post_process(paths))
    assert started(tmp_path / "static", monkeypatch)
