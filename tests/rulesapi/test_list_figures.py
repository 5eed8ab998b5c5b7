"""Figures of published lists: the facts that they lack, and the cards whose facts would decide them."""

from dataclasses import replace
from typing import Any

import pytest

from catalog.documents import schema_path
from catalog.documents.schema_properties import LISTS, Construct, document_properties
from rulesapi.engine.core.evaluation import judge
from rulesapi.judging import data_figures
from rulesapi.judging.list_figures import (
    UNDETERMINED,
    DecidedLists,
    ListFigure,
    decided_by,
    list_figures,
    steps_to_verdicts,
)
from tests.nonempty import nonempty

LEGAL = ListFigure("Legal", "legal")
ONE = ListFigure("One", UNDETERMINED, 3, frozenset({"ogre"}))
TWO = ListFigure("Two", UNDETERMINED, 4, frozenset({"ogre", "imp"}))
THREE = ListFigure("Three", UNDETERMINED, 9, frozenset({"wight", "ghost", "lich"}))
OPEN = ListFigure("Open", UNDETERMINED, 1, frozenset({"ogre"}), questions=1)


def test_a_list_is_decided_if_only_these_cards_lack_facts() -> None:
    figures = [LEGAL, ONE, TWO, THREE, OPEN]
    assert decided_by(figures, ()) == 1
    assert decided_by(figures, ["ogre"]) == 2
    assert decided_by(figures, ["imp"]) == 1
    assert decided_by(figures, ["ogre", "imp", "lich"]) == 3


def test_facts_do_not_decide_an_open_question_of_the_rulebook() -> None:
    assert not OPEN.is_decided_by(["ogre"])
    assert not ListFigure("Question", UNDETERMINED, questions=1).is_decided_by(["ogre"])


def test_the_list_that_needs_the_fewest_further_cards_is_the_next_step() -> None:
    assert list(steps_to_verdicts([THREE, TWO, OPEN, ONE, LEGAL])) == [
        DecidedLists((), 1),
        DecidedLists(("ogre",), 2),
        DecidedLists(("imp", "ogre"), 3),
        DecidedLists(("ghost", "imp", "lich", "ogre", "wight"), 4),
    ]
    assert list(steps_to_verdicts([])) == [DecidedLists((), 0)]


@pytest.mark.parametrize("data", data_figures.games(), ids=lambda data: data.game["slug"])
def test_each_published_list_has_its_verdict_and_lacks_facts_only_without_one(data: data_figures.GameData) -> None:
    for figure, published in nonempty(list(zip(data.figures, data.lists, strict=True))):
        assert (figure.title, figure.verdict) == (published["title"], published["verdict"])
        assert bool(figure.facts) == bool(figure.cards)
        assert bool(figure.facts or figure.questions) == (figure.verdict == UNDETERMINED)


@pytest.mark.parametrize("data", data_figures.games(), ids=lambda data: data.game["slug"])
def test_a_list_gets_a_verdict_once_all_facts_of_its_cards_are_known(data: data_figures.GameData) -> None:
    waiting = [figure for figure in data.figures if figure.cards]
    for figure in waiting:
        (published,) = (one for one in data.lists if one["title"] == figure.title)
        cards = [_filled(card) if card["slug"] in figure.cards else card for card in data.cards]
        verdict = judge(replace(data, cards=cards).library(), published["legion"]).as_document()
        assert verdict["verdict"] != UNDETERMINED, verdict["unknown"]
    assert waiting or data.game["slug"] == "dungeon-command"


def _filled(card: dict[str, Any]) -> dict[str, Any]:
    """Return a card with a plain value for each unknown fact; only troops, which none of these is, have costs."""
    plain: dict[Construct, Any] = {Construct.INTEGER: 1, Construct.BOOLEAN: False, Construct.TEXT: "x"}
    plain |= {construct: [] for construct in LISTS}
    found = dict(card)
    for one in document_properties(schema_path(card)):
        if one.key in found and found[one.key] is None:
            found[one.key] = one.choices[0] if one.construct is Construct.ENUM else plain.get(one.construct)
    return found


def test_the_figures_keep_the_order_of_the_lists() -> None:
    data = nonempty(data_figures.games())[0]
    backwards = list_figures(data.library(), data.lists[::-1])
    assert backwards == data.figures[::-1]
