"""Folded groups and entries of pages of questions: those that ask something are shown open."""

from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from legions.play.field_groups import EntryView, GroupView, group_views
from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from tests import factories

DAMAGE = ("dnd-miniatures-2003", "damage")
AREA = ("attack-wing", "area-attack")
OGRE = factories.creature(slug="ogre", name="Ogre")


def groups(game: str, question: str, query: str) -> list[GroupView]:
    cards: dict[str, Any] = {"ogre": OGRE} if game == "attack-wing" else {}
    form = play_hooks(game).forms[question](QueryDict(query), Table(game, cards))
    form.is_valid()
    return group_views(form, (), {})


def entries(views: list[GroupView]) -> dict[str, EntryView]:
    return {entry.entry.path: entry for view in views for entry in view.entries}


@pytest.mark.parametrize(
    ("question", "query", "opened"),
    [
        (DAMAGE, "lessened_0_by=5&lessened_1_by=7", {"lessened_1"}),
        (DAMAGE, "lessened_0_by=3&lessened_1_by=7&lessened_2_by=5", {"lessened_0", "lessened_1"}),
        (AREA, "attacker=Ogre&targets_0_creature=Ogre&targets_1_creature=Nobody+there", {"targets_1"}),
        (AREA, "attacker=Ogre&targets_0_creature=Ogre&targets_1_creature=Nobody+there&own=Nobody+there", set()),
        (AREA, "attacker=Ogre&targets_0_creature=Ogre&targets_0_creature_health=-1", {"targets_0"}),
    ],
)
def test_entries_of_a_list_with_an_error_or_an_open_question_are_open(
    question: tuple[str, str], query: str, opened: set[str]
) -> None:
    views = groups(*question, query)
    found = {path for path, view in entries(views).items() if view.opened and not view.entry.empty}
    assert found == opened
    around = [view for view in views if opened & entries([view]).keys()]
    assert all(view.opened or not view.group.folded for view in around)


def test_an_error_in_a_rare_field_of_an_entry_is_open_whatever_else_is_unfolded() -> None:
    views = groups(*AREA, "attacker=Ogre&targets_0_creature=Ogre&targets_0_creature_health=-1&targets_1_creature=Ogre")
    faulty, other = (entries(views)[path] for path in ("targets_0", "targets_1"))
    assert faulty.rare_opened and not other.rare_opened
    shown, closed = (render_to_string("play/_entry.html", {"entry_view": view}) for view in (faulty, other))
    assert 'id="rare-targets_0" data-keep-open open>' in " ".join(shown.split())
    assert 'name="entries-' not in shown and 'name="entries-targets"' in closed  # of those with a name, one is open
