"""The figures of docs/data.md: they are current, and the command writes them."""

import pytest
from django.core.management import CommandError, call_command

from rulesapi.judging import data_figures
from rulesapi.judging.list_figures import decided_by, steps_to_verdicts
from rulesapi.management.commands import data_figures as command
from tests.nonempty import nonempty


@pytest.mark.sampled
def test_the_page_has_the_figures_of_today():
    page = command.PAGE.read_text("utf-8")
    assert data_figures.with_tables(page) == page, "run manage.py data_figures"


@pytest.mark.sampled
def test_the_command_writes_the_tables_and_nothing_else(tmp_path, monkeypatch, capsys):
    page = tmp_path / "data.md"
    page.write_text(f"Before\n{data_figures.BEGIN}\nold\n{data_figures.END}\nafter\n", "utf-8")
    monkeypatch.setattr(command, "PAGE", page)
    with pytest.raises(CommandError, match="out of date"):
        call_command("data_figures", "--check")
    assert "old" in page.read_text("utf-8")
    call_command("data_figures")
    written = page.read_text("utf-8")
    assert written.startswith("Before\n") and written.endswith("after\n") and "old" not in written
    call_command("data_figures", "--check")
    assert "is up to date" in capsys.readouterr().out


def test_a_page_without_the_marks_is_refused():
    with pytest.raises(ValueError, match="lacks the markers"):
        data_figures.with_tables("nothing here")


@pytest.mark.sampled
def test_only_the_publishers_cards_are_counted():
    for data in nonempty(data_figures.games()):
        official = [card for card in data.official_cards if card["kind"] == "creature" and "retired" not in card]
        assert data.coverage().cards == len(official) < len(data.cards)


@pytest.mark.sampled
def test_former_figures_on_the_page_are_kept():
    name = data_figures.games()[0].game["name"]
    page = f"{data_figures.BEGIN}\n| {name} | 3 of 4 (75%) | 0 of 4 (0%) | none |\n{data_figures.END}\n"
    assert f"| {name} | 3 of 4 (75%) |" in data_figures.with_tables(page)


def test_the_command_counts_the_lists_that_known_cards_would_decide(capsys):
    attack_wing = data_figures.games()[0]
    nearest = next(step for step in steps_to_verdicts(attack_wing.figures) if step.cards)
    call_command("data_figures", "--known", *(f"attack-wing/{slug}" for slug in nearest.cards))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(data_figures.games())
    assert lines[0].endswith(f"have a verdict, {nearest.lists} with these cards.")
    call_command("data_figures", "--known", f"attack-wing/{nearest.cards[0]}")
    now = decided_by(attack_wing.figures, ())
    assert f"{now} of {len(attack_wing.lists)}" in capsys.readouterr().out.splitlines()[0]
    with pytest.raises(CommandError, match="No game has the card attack-wing/unheard-of"):
        call_command("data_figures", "--known", "attack-wing/unheard-of")
