"""The figures of docs/rulebooks.md: they are current, and the command writes them."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulesapi.management.commands import coverage_figures as command
from rulesapi.rulebooks import coverage_figures
from rulesapi.rulebooks.coverage import counted, coverage_of
from tests.rulesapi.fixture_books import GAMES, fixture_book


@pytest.mark.sampled
def test_the_page_has_the_figures_of_today() -> None:
    page = command.PAGE.read_text("utf-8")
    assert coverage_figures.with_table(page) == page, "run manage.py coverage_figures"


@pytest.mark.sampled
def test_the_command_writes_the_table_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "rulebooks.md"
    page.write_text(f"Before\n{coverage_figures.BEGIN}\nold\n{coverage_figures.END}\nafter\n", "utf-8")
    monkeypatch.setattr(command, "PAGE", page)
    with pytest.raises(CommandError, match="out of date"):
        call_command("coverage_figures", "--check")
    call_command("coverage_figures")
    written = page.read_text("utf-8")
    assert written.startswith("Before\n") and written.endswith("after\n") and "old" not in written
    call_command("coverage_figures", "--check")
    assert "is up to date" in capsys.readouterr().out


def test_a_page_without_the_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks the markers"):
        coverage_figures.with_table("nothing here")


@pytest.mark.sampled
def test_every_book_has_a_row_with_its_number_of_rules() -> None:
    rows = coverage_figures.table().splitlines()[2:]
    totals = [counted(coverage_of(fixture_book(game)).values()).total() for game in GAMES]
    assert [int(row.split("|")[2]) for row in rows] == totals
