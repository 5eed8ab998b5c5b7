"""Documents in and out as files."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from catalog import canonical, exchange, publishing
from catalog.models import Record, Release, Revision
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


def lay(folder: Path, *documents: dict[str, Any]) -> Path:
    """Write documents as a canonical tree."""
    for document in documents:
        file = folder / exchange.place(document)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(canonical.pretty(document), "utf-8")
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def run(command: str, *arguments: Any, **options: Any) -> str:
    out = io.StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=out, **options)
    return out.getvalue()


def refused(*arguments: Any, **options: Any) -> str:
    err = io.StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("import_cards", *map(str, arguments), stdout=err, stderr=err, **options)
    return f"{err.getvalue()}{caught.value}"


def test_import_then_export_gives_the_same_bytes(tmp_path: Path) -> None:
    source = lay(
        tmp_path / "in",
        factories.game(),
        factories.standard(),
        factories.card_set(slug="first"),
        factories.creature(name="Näme", set="first"),
        factories.upgrade(),
        factories.spell(cost=None),
    )
    run("import_cards", source)
    run("export_cards", tmp_path / "out")
    assert tree(tmp_path / "out") == tree(source)


def test_export_then_import_changes_nothing(tmp_path: Path) -> None:
    factories.publish_frame(factories.creature())
    run("export_cards", tmp_path)
    assert "Nothing to publish: 0 added, 0 changed, 0 retired, 3 unchanged" in run("import_cards", tmp_path)
    assert Release.objects.newest() == 1


def test_importing_twice_makes_one_release(tmp_path: Path) -> None:
    lay(tmp_path, factories.creature())
    assert "Release 1: 1 added" in run("import_cards", tmp_path)
    assert "Nothing to publish" in run("import_cards", tmp_path)
    assert Release.objects.newest() == 1


def test_an_old_release_is_exported_as_it_was(tmp_path: Path) -> None:
    document = factories.creature(slug="one")
    factories.publish(document)
    factories.publish({**document, "cost": 99})
    run("export_cards", tmp_path, release=1)
    assert json.loads((tmp_path / "attack-wing/creature/one.json").read_text())["cost"] == 20


def test_a_release_that_is_not_there_cannot_be_exported(tmp_path: Path) -> None:
    factories.publish(factories.creature())
    with pytest.raises(CommandError, match="no release 7; the newest is 1"):
        run("export_cards", tmp_path, release=7)


def test_a_dry_run_shows_each_change_and_writes_nothing(tmp_path: Path) -> None:
    kept = factories.creature(slug="kept", cost=20)
    factories.publish(kept, factories.creature(slug="gone"))
    lay(tmp_path, {**kept, "cost": 25}, factories.creature(slug="new"))
    shown = run("import_cards", tmp_path, dry_run=True, retire_missing=True, why="Cleaned up")
    assert "+ creature new" in shown
    assert "~ creature kept\n    /cost: 20 -> 25" in shown
    assert 'x creature gone\n    /retired: (absent) -> "Cleaned up"' in shown
    assert "1 added, 1 changed, 1 retired, 0 unchanged. Nothing was written." in shown
    assert Release.objects.newest() == 1


def test_retiring_the_missing_spares_other_games_and_sets(tmp_path: Path) -> None:
    factories.publish_frame(factories.card_set(slug="set"), factories.creature(slug="gone"))
    lay(tmp_path, factories.creature(slug="here"))
    run("import_cards", tmp_path, retire_missing=True)
    retired = [revision.slug for revision in Revision.objects.newest() if "retired" in revision.document]
    assert retired == ["gone"]


def test_every_fault_of_every_file_is_named_with_file_card_and_pointer(tmp_path: Path) -> None:
    lay(tmp_path, factories.creature(slug="bad-cost", cost="x"), factories.creature(slug="fine"))
    (tmp_path / "broken.json").write_text('{"kind": "creature", ')
    (tmp_path / "twice.json").write_text('{"a": 1, "a": 2}')
    said = refused(tmp_path)
    assert "bad-cost.json (bad-cost): /cost: Write a whole number, or null if it is not known. [wrong-type]" in said
    assert "broken.json: document: Not JSON at line 1" in said
    assert "twice.json: document: The key “a” stands twice" in said
    assert "3 faults in 3 files. Nothing was imported." in said
    assert publishing.is_empty()


def test_more_faults_than_an_api_answer_holds_are_all_named(tmp_path: Path) -> None:
    lay(tmp_path, *(factories.creature(slug=f"bad-{index}", cost="x") for index in range(40)))
    assert refused(tmp_path).count("[wrong-type]") == 40


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert f"no file or folder {tmp_path / 'nowhere'}" in refused(tmp_path / "nowhere")


def test_a_folder_without_files_is_told(tmp_path: Path) -> None:
    assert "no .json files" in refused(tmp_path)


def test_importing_only_into_an_empty_catalog_never_touches_what_a_curator_wrote(tmp_path: Path) -> None:
    publishing.save_draft(factories.creature(slug="mine"), by=None, why="work")
    lay(tmp_path, factories.creature(slug="other"))
    assert "nothing was imported" in run("import_cards", tmp_path, if_empty=True)
    assert not Release.objects.exists()


def test_a_document_out_of_its_place_is_still_imported(tmp_path: Path) -> None:
    (tmp_path / "anything.json").write_text(canonical.pretty(factories.creature(slug="one")), "utf-8")
    run("import_cards", tmp_path / "anything.json")
    assert Record.objects.get().slug == "one"


def test_names_are_stored_without_what_cannot_be_seen(tmp_path: Path) -> None:
    lay(tmp_path, factories.creature(name="Cafe\u0301\u200b"))
    run("import_cards", tmp_path)
    assert Revision.objects.get().name == "Café"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("cards", [400, 1_500])
def test_killing_an_import_leaves_the_catalog_as_it_was(tmp_path: Path, cards: int) -> None:
    """A separate process imports into a database of its own and is killed while its transaction is open."""
    lay(tmp_path / "in", *(factories.creature() for _ in range(cards)))
    name = f"{tmp_path / 'killed.sqlite3'}"
    url = f"sqlite:///{name}" if connection.vendor == "sqlite" else _database_url()
    environment = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "x", "INSECURE_HTTP": "1"}
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
    if connection.vendor == "sqlite":
        subprocess.run([*manage, "migrate", "--verbosity", "0"], env=environment, check=True)
    stop = (
        "import os, signal; from catalog.models import Revision; from django.core.management import call_command;"
        "create = Revision.objects.bulk_create;"
        "Revision.objects.bulk_create = "
        "lambda rows: (create(list(rows)[:300]), os.kill(os.getpid(), signal.SIGKILL));"
        f"call_command('import_cards', {str(tmp_path / 'in')!r})"
    )
    killed = subprocess.run([*manage, "shell", "--no-imports", "-c", stop], env=environment, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    count = (
        "from catalog.models import *; print(Release.objects.count(), Record.objects.count(), Revision.objects.count())"
    )
    left = subprocess.run(
        [*manage, "shell", "--no-imports", "-c", count], env=environment, capture_output=True, check=True
    )
    assert left.stdout.split() == [b"0", b"0", b"0"]


def _database_url() -> str:
    """Return the address of the test's own PostgreSQL database, for another process."""
    own = connection.settings_dict
    return f"postgres://{own['USER']}:{own['PASSWORD']}@{own['HOST']}:{own['PORT'] or 5432}/{own['NAME']}"
