"""Import and export of documents as files."""

import contextlib
import functools
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError

from catalog import console, import_export, publishing
from catalog.documents import canonical
from catalog.models import Record, Release, Revision
from tests import factories

pytestmark = pytest.mark.django_db


def lay(folder: Path, *documents: dict[str, Any]) -> Path:
    """Write documents as a canonical tree."""
    for document in documents:
        file = folder / import_export.path_of(document)
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
        factories.creature(name="Näme", set="first", flavour="Somebody saw it, once."),
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
    stored = factories.creature(slug="kept", cost=20)
    factories.import_documents(stored, factories.creature(slug="gone"))
    lay(tmp_path, {**stored, "cost": 25}, factories.creature(slug="new"))
    shown = run("import_cards", tmp_path, dry_run=True, retire_missing=True, why="Cleaned up", sources_hold=True)
    assert "+ creature new" in shown
    assert "~ creature kept\n    /cost: 20 -> 25" in shown
    assert 'x creature gone\n    /retired: (absent) -> "Cleaned up"' in shown
    assert "1 added, 1 changed, 1 retired, 0 unchanged. Nothing was written." in shown
    assert Release.objects.newest() == 1


def test_retiring_the_missing_spares_other_games_and_sets(tmp_path: Path) -> None:
    factories.import_documents(
        factories.game(), factories.standard(), factories.card_set(slug="set"), factories.creature(slug="gone")
    )
    lay(tmp_path, factories.creature(slug="here"))
    run("import_cards", tmp_path, retire_missing=True)
    retired = [revision.slug for revision in Revision.objects.newest() if "retired" in revision.document]
    assert retired == ["gone"]


def test_every_fault_of_every_file_is_named_with_file_card_and_pointer(tmp_path: Path) -> None:
    lay(tmp_path, factories.creature(slug="bad-cost", cost="x"), factories.creature(slug="fine"))
    (tmp_path / "broken.json").write_text('{"kind": "creature", ')
    (tmp_path / "twice.json").write_text('{"a": 1, "a": 2}')
    text = refused(tmp_path)
    assert "bad-cost.json (bad-cost): /cost: Write a whole number, or null if it is not known. [wrong-type]" in text
    assert "broken.json: document: Not JSON at line 1" in text
    assert "twice.json: document: The key “a” is in this object twice" in text
    assert "3 faults in 3 files. Nothing was imported." in text
    assert publishing.catalog_is_empty()


@pytest.mark.sampled
def test_more_faults_than_an_api_answer_holds_are_all_named(tmp_path: Path) -> None:
    lay(tmp_path, *(factories.creature(slug=f"bad-{index}", cost="x") for index in range(40)))
    assert refused(tmp_path).count("[wrong-type]") == 40


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert f"no file or folder {tmp_path / 'nowhere'}" in refused(tmp_path / "nowhere")


def test_a_folder_without_files_is_reported(tmp_path: Path) -> None:
    assert "No .json files found" in refused(tmp_path)


def test_importing_only_into_an_empty_catalog_never_touches_what_a_curator_wrote(tmp_path: Path) -> None:
    factories.save_draft(factories.creature(slug="mine"), by=None, why="work")
    lay(tmp_path, factories.creature(slug="other"))
    assert "nothing was imported" in run("import_cards", tmp_path, if_empty=True)
    assert "nothing was imported" in run("import_cards", tmp_path, if_empty=True, dry_run=True)
    assert not Release.objects.exists()


def test_a_document_out_of_its_place_is_still_imported(tmp_path: Path) -> None:
    (tmp_path / "anything.json").write_text(canonical.pretty(factories.creature(slug="one")), "utf-8")
    run("import_cards", tmp_path / "anything.json")
    assert Record.objects.get().slug == "one"


def test_names_are_stored_without_what_cannot_be_seen(tmp_path: Path) -> None:
    lay(tmp_path, factories.creature(name="Cafe\u0301\u200b"))
    run("import_cards", tmp_path)
    assert Revision.objects.get().name == "Café"


def test_a_file_is_read_once_however_often_it_is_given(tmp_path: Path) -> None:
    lay(tmp_path, factories.creature(slug="one"))
    file = tmp_path / "attack-wing/creature/one.json"
    assert "Release 1: 1 added" in run("import_cards", tmp_path, file, tmp_path / "attack-wing")


def test_two_files_of_one_card_are_both_named(tmp_path: Path) -> None:
    card = factories.creature(slug="one")
    lay(tmp_path, card)
    (tmp_path / "copy.json").write_text(canonical.pretty(card), "utf-8")
    text = refused(tmp_path)
    assert "copy.json (one): /slug: “one” is given by another document as well." in text
    assert "attack-wing/creature/one.json (one): /slug" in text


def test_broken_links_are_refused_and_folders_and_loops_are_ignored(tmp_path: Path) -> None:
    lay(tmp_path, factories.creature(slug="one"))
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "broken.json").symlink_to(tmp_path / "nowhere")
    assert "broken.json: document: The file cannot be read: No such file" in refused(tmp_path)
    (tmp_path / "broken.json").unlink()
    (tmp_path / "loop").symlink_to(tmp_path)
    assert "Release 1: 1 added" in run("import_cards", tmp_path)


def test_a_folder_that_cannot_be_read_stops_the_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise its cards would be missing, and --retire-missing would retire them."""
    lay(tmp_path, factories.creature(slug="one"))

    def walk(folder: Path, onerror: Any) -> Any:
        onerror(PermissionError(13, "Permission denied", str(folder)))
        return []

    monkeypatch.setattr(import_export.os, "walk", walk)
    assert f"Cannot read {tmp_path}: Permission denied." in refused(tmp_path)


def test_a_file_that_hardly_ends_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "endless.json").open("wb") as file:
        file.truncate(2**33)  # a large sparse file
    assert "[too-large]" in refused(tmp_path)


def test_control_characters_are_escaped_in_the_output(tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/\x1b[31m\xff.json"
    Path(os.fsdecode(odd)).write_text('{"kind": "creature", "game": "attack-wing", "\\u001b[2J": 1, "slug": 3}')
    text = refused(tmp_path)
    assert text.isprintable() or "\x1b" not in text
    assert "\\x1b[31m\\udcff.json" in text


@pytest.mark.parametrize("why", ["x" * 301, "\u200b"])
def test_an_invalid_reason_is_refused_before_anything_is_read(tmp_path: Path, why: str) -> None:
    assert "--why: Give a reason of 1 to 300 characters" in refused(tmp_path / "nowhere", why=why)


@pytest.mark.sampled
def test_cards_retired_without_a_reason_say_that_their_files_are_gone(tmp_path: Path) -> None:
    factories.import_documents(factories.creature(slug="gone"))
    run("import_cards", lay(tmp_path, factories.creature(slug="here")), retire_missing=True)
    assert Revision.objects.newest().get(slug="gone").document["retired"] == "No longer among the card files"
    assert Release.objects.get(number=2).why == "Imported from files"


def test_a_renamed_card_is_not_missing(tmp_path: Path) -> None:
    old = factories.creature(slug="old")
    factories.publish(old)
    run("import_cards", lay(tmp_path, {**old, "slug": "new", "formerly": ["old"]}), retire_missing=True)
    assert [(one.slug, "retired" in one.document) for one in Revision.objects.newest()] == [("new", False)]


def test_ctrl_c_in_an_import_writes_nothing_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(tmp_path, factories.creature())

    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Revision.objects, "bulk_create", interrupt)
    with pytest.raises(CommandError, match=r"Stopped\. Nothing was imported") as caught:
        run("import_cards", tmp_path)
    assert caught.value.returncode == 130
    assert publishing.catalog_is_empty()


def test_a_refusing_database_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(tmp_path, factories.creature())

    def full(*_: Any, **__: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Revision.objects, "bulk_create", full)
    assert "The database reported an error: database or disk is full. Nothing was imported." in refused(tmp_path)
    assert publishing.catalog_is_empty()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
@pytest.mark.parametrize("among", ["in a folder", "named itself"])
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, among: str) -> None:
    lay(tmp_path, factories.creature())
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    words = refused(tmp_path if among == "in a folder" else pipe)
    assert f"{pipe}: document: The file cannot be read: it is no file, but a pipe, a device or the like." in words
    assert publishing.catalog_is_empty()


def test_links_that_lead_nowhere_or_round_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "lost.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "round.json").symlink_to(tmp_path / "round.json")
    (tmp_path / "device.json").symlink_to(os.devnull)
    (tmp_path / "folder.json").mkdir()
    words = refused(tmp_path)
    for name, why in {"lost": "No such file", "round": "symbolic links", "device": "it is no file"}.items():
        assert re.search(rf"{name}\.json: document: The file cannot be read: .*{why}", words)
    assert "3 faults in 3 files" in words


def test_nothing_published_is_nothing_to_export(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Nothing is published yet"):
        run("export_cards", tmp_path)


@pytest.mark.parametrize(
    ("options", "message"), [({"release": 0}, "no release 0; the newest is 1"), ({"game": "chess"}, "a game “chess”")]
)
def test_a_missing_release_or_game_cannot_be_exported(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    factories.publish(factories.creature())
    with pytest.raises(CommandError, match=message):
        run("export_cards", tmp_path, **options)


def test_an_export_names_the_file_that_blocks_it(tmp_path: Path) -> None:
    factories.publish(factories.creature(slug="one"))
    (tmp_path / "attack-wing/creature/one.json").mkdir(parents=True)
    with pytest.raises(CommandError, match=r"Cannot write .*one\..*: Is a directory"):
        run("export_cards", tmp_path)
    assert tree(tmp_path) == {}
    (tmp_path / "file").write_text("mine")
    with pytest.raises(CommandError, match=r"Cannot write .*file"):
        run("export_cards", tmp_path / "file")
    assert tree(tmp_path) == {"file": b"mine"}


def test_an_export_that_fails_half_way_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = factories.creature(slug="one")
    factories.publish(card)
    run("export_cards", tmp_path)
    before = tree(tmp_path)
    factories.publish({**card, "cost": 99})

    def full(self: Path, data: bytes) -> None:
        with self.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CommandError, match="No space left on device"):
        run("export_cards", tmp_path)
    assert tree(tmp_path) == before


def test_files_that_an_export_did_not_write_are_kept_and_reported(tmp_path: Path) -> None:
    card = factories.upgrade(slug="one", slot="arcane")
    factories.publish(card)
    run("export_cards", tmp_path)
    factories.publish(factories.spell(slug="one"))
    text = run("export_cards", tmp_path)
    assert "1 file of release 2" in text
    assert "1 other .json file in the folder" in text
    assert "upgrade/one.json" in text


@contextlib.contextmanager
def terminal() -> Iterator[io.StringIO]:
    """Make the progress bar believe that it writes to a terminal, and capture its output."""
    drawn = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TERM", "xterm")  # the TERM of the test environment may disable the bar
        make = functools.partial(console.Console, file=drawn, force_terminal=True, width=80)
        patch.setattr(console, "Console", lambda **_: make())
        yield drawn


def test_a_terminal_sees_each_thing_done_and_a_pipe_sees_no_bar(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(tmp_path, factories.creature())
    with terminal() as drawn:
        run("import_cards", tmp_path)
    for doing in ("Reading files", "Checking documents", "Writing the release"):
        assert doing in drawn.getvalue()
    run("import_cards", tmp_path)
    assert capsys.readouterr() == ("", "")


# -- as drafts -------------------------------------------------------------------------------------------------------


def test_as_drafts_changes_of_files_become_drafts_and_nothing_is_published(tmp_path: Path) -> None:
    same, old = factories.creature(slug="same"), factories.creature(slug="old", cost=20)
    factories.import_documents(factories.game(), factories.standard(), same, old)
    lay(tmp_path, same, {**old, "cost": 30}, factories.creature(slug="new"))
    output = run("import_cards", tmp_path, as_drafts=True, why="From the box", sources_hold=True)
    assert "Drafts: 2 drafts, 0 left, 1 unchanged.\n" in output
    drafts = Revision.objects.drafts().order_by("slug")
    assert [(one.slug, one.document["cost"], one.why) for one in drafts] == [
        ("new", drafts[0].document["cost"], "From the box"),
        ("old", 30, "From the box"),
    ]
    assert Release.objects.newest() == 1


@pytest.mark.sampled
@pytest.mark.parametrize("dry_run", [True, False])
def test_a_draft_that_somebody_has_is_left_and_named(tmp_path: Path, dry_run: bool) -> None:
    one, two = factories.creature(slug="one", cost=20), factories.creature(slug="two")
    factories.import_documents(factories.game(), factories.standard(), one, two)
    ann = factories.UserFactory(username="ann")
    factories.save_draft({**one, "cost": 25}, by=ann, why="Mine")
    factories.save_draft({**two, "cost": 25}, by=ann, why="Mine, too")
    renamed = {**two, "slug": "second", "formerly": ["two"]}
    lay(tmp_path, {**one, "cost": 30}, renamed, factories.creature(slug="new"))
    output = run("import_cards", tmp_path, as_drafts=True, dry_run=dry_run, sources_hold=True)
    assert "Left: creature one has a draft already, by ann (“Mine”)." in output
    assert "Left: creature two has a draft already, by ann (“Mine, too”)." in output
    assert "1 draft, 2 left, 0 unchanged" in output
    assert {draft.slug: draft.by for draft in Revision.objects.drafts()} == {
        "one": ann,
        "two": ann,
        **({} if dry_run else {"new": None}),
    }
    assert Revision.objects.drafts().get(slug="one").document["cost"] == 25


def test_drafts_are_all_or_nothing_and_retire_nothing(tmp_path: Path) -> None:
    lay(tmp_path, factories.creature(slug="good"), {**factories.creature(slug="bad"), "cost": "much"})
    assert "Nothing was imported" in refused(tmp_path, as_drafts=True)
    assert "cannot be combined with --as-drafts" in refused(tmp_path, as_drafts=True, retire_missing=True)
    assert not Revision.objects.exists()
