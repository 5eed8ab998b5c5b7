"""The best legion around picks, held against trying every legion there is, which knows the engine and no solver."""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rulesapi.completing.question import Question
from rulesapi.completing.search import Completion, complete, complete_with
from rulesapi.completing.solving import Solver
from rulesapi.engine.ruleset import Library, judge
from tests.engine import cases
from tests.engine.making import GAME, Document, chances
from tests.engine.test_fixes import patched
from tests.engine.test_fixes_of_games import real
from tests.engine.test_house_rules import ADDING, HouseMaker

LONG = 60.0
PENALTY = f"{GAME}/cost-penalty"
WAIVED = [PENALTY] + [
    f"{GAME}/{code}"
    for code in (
        "unique-name",
        "upgrade-slot",
        "equip-restriction",
        "keyword-exclusion",
        "spell-level",
        "campaign-artifact-limit",
        "card-limit",
    )
]
"""What house rules waive here: all that trying every legion there is does not need for an end."""

few = settings(max_examples=max(25, settings.default.max_examples // 4))
"""For properties that ask the solver some times each."""


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver() as running:
        yield running


class World:
    """A few cards, cheap enough to stand together and dear enough that few do, and a legion to complete."""

    def __init__(self, chance: Random, *, unknown: int) -> None:
        self.maker = HouseMaker(chance, unknown=unknown)
        self.cards = [
            self._card(kind, number) for number, kind in enumerate(["creature"] * 2 + ["upgrade"] * 3 + ["spell"])
        ]
        formats = [
            {"kind": "format", "game": GAME, "slug": "plain", "name": "Plain", "points": 30, "levels": [], "text": None}
        ]
        picky = self.maker.format(self.cards)
        game = {"kind": "game", "game": GAME, "slug": GAME, "ruleset": "attack-wing/1", "default_format": "plain"}
        self.game, self.formats = game, [*formats, picky]
        self.library = Library.build(release=1, game=game, cards=self.cards, formats=self.formats)
        self.legion: Document = {"game": GAME, "points": chance.randint(12, 30), "picks": self._picks(chance)}
        if self.maker.once_in(4):
            self.legion["format"] = "picky"
        self.weights = chance.choice(
            [
                {"points": 1},
                {"attack": 1},
                {"points": 1, "health": 3},
                {"points": -1, "health": 4},
                {"attack": 2, "points": 3},
            ]
        )

    def agree(self) -> None:
        """Agree on house rules: what they add, what they waive and what weighs otherwise."""
        maker, slugs = self.maker, ["kitchen", "garden"]
        agreed = [maker.house_rule(slug, self.cards, maker.some([*ADDING, "slots"], 1, 2)) for slug in slugs]
        agreed[0]["waives"] = maker.some(WAIVED, 0, 3)
        codes = [code for code in WAIVED if code not in agreed[0]["waives"] and code != PENALTY]
        agreed[1]["levels"] = [{"rule": code, "level": "warning"} for code in maker.some(codes, 0, 2)]
        self.library = Library.build(
            release=1, game=self.game, cards=self.cards, formats=self.formats, house_rules=agreed
        )
        self.legion["house_rules"] = slugs

    def _card(self, kind: str, number: int) -> Document:
        chance, card = self.maker.chance, self.maker.card(kind, number)
        if card["cost"] is not None:
            card["cost"] = chance.randint(6, 14) if kind == "creature" else chance.randint(0, 6)
        for token in card.get("costs") or {}:
            card["costs"][token] = chance.randint(8, 20)
        if kind == "creature":
            card |= {"attack": chance.randint(0, 5), "health": chance.randint(1, 6)}
            card["slots"] = (card["slots"] or [])[:3]
        elif self.maker.once_in(2):
            card |= {"requires": [], "penalties": card["penalties"] and card["penalties"][:1]}
        return card

    def _picks(self, chance: Random) -> list[Document]:
        picks = []
        for card in chance.sample(self.cards, len(self.cards)):
            if card["kind"] == "creature" and self.maker.once_in(2):
                pick = {"card": card["slug"]}
                if self.maker.once_in(3):
                    pick["count"] = 2
                elif self.maker.once_in(3):
                    pick["upgrades"] = [chance.choice(self.cards[2:])["slug"]]
                picks.append(pick)
        return picks

    def value(self, picks: list[Document]) -> int | None:
        """What a legion of these picks comes to; `None` when it is not legal."""
        verdict = judge(self.library, {**self.legion, "picks": picks})
        if verdict.verdict != "legal":
            return None
        by_slug = {card["slug"]: card for card in self.cards}
        numbers = {"points": verdict.price.known}
        for fact in set(self.weights) - {"points"}:
            numbers[fact] = sum(by_slug[pick["card"]][fact] * pick.get("count", 1) for pick in picks)
        return sum(weight * numbers[fact] for fact, weight in self.weights.items())

    def bodies(self) -> list[Document]:
        """Every creature with every choice of upgrades that could stand in a legion."""
        carried = [card["slug"] for card in self.cards[2:] if "retired" not in card]
        choices = [list(some) for number in range(len(carried) + 1) for some in combinations(carried, number)]
        return [
            {"card": card["slug"], "upgrades": choice, "soldiers": soldiers}
            for card in self.cards[:2]
            if "retired" not in card
            for soldiers in sorted({1, *map(int, card.get("costs") or ())})
            for choice in choices
        ]

    def best(self) -> int | None:
        """The best value of a legal legion that has the picks of the question, found by trying all."""
        singles = [{**pick, "count": 1} for pick in self.legion["picks"] for _ in range(pick.get("count", 1))]
        bodies = [body for body in self.bodies() if self._may_stand(body)]
        starts: list[list[Document]] = [[]]
        for single in singles:
            held = single.get("upgrades", [])
            more = [c["slug"] for c in self.cards[2:] if "retired" not in c]
            grown = [
                {**single, "upgrades": [*held, *some]} for n in range(len(more) + 1) for some in combinations(more, n)
            ]
            starts = [[*start, one] for start in starts for one in grown if self._may_stand(one)]
        return reduce(lambda best, start: self._grown(start, bodies, best), starts, None)

    def _grown(self, picks: list[Document], bodies: list[Document], best: int | None) -> int | None:
        if picks:
            verdict = judge(self.library, {**self.legion, "picks": picks})
            if verdict.price.known > self.legion["points"]:
                return best
            value = self.value(picks)
            best = value if best is None else best if value is None else max(best, value)
        for number, body in enumerate(bodies):
            best = self._grown([*picks, body], bodies[number:], best)
        return best

    def _may_stand(self, body: Document) -> bool:
        """Whether no rule that asks each creature by itself refuses it, and it is within the limit."""
        verdict = judge(self.library, {**self.legion, "picks": [body]})
        each = {rule.code for rule in self.library.ruleset.rules if rule.each} | {
            f"{GAME}/point-limit",
            f"{GAME}/barred",
        }
        return not any(finding.code in each for finding in verdict.findings)

    def ask(self, solver: Solver, **fields: Any) -> Completion:
        question = Question.read(self.library, {**self.legion, **fields}, self.weights, None)
        return complete_with(solver, self.library, question, LONG)


@pytest.mark.parametrize("house", [False, True])
@given(chance=chances)
@few
def test_no_legal_legion_is_better_than_the_one_that_is_called_optimal(
    solver: Solver, house: bool, chance: Random
) -> None:
    world = World(chance, unknown=0)
    if house:
        world.agree()
    found = world.ask(solver)
    best = world.best()
    assert found.left_out == 0
    if best is None:
        assert found.status in ("nothing-fits", "illegal")
        assert found.do == []
    else:
        assert found.status in ("optimal", "nothing-fits")
        assert (found.value, found.bound, found.gap) == (best, best, 0)
        assert found.value == world.value(found.legion["picks"])


@given(chance=chances)
@few
def test_what_is_answered_is_legal_and_keeps_the_picks(solver: Solver, chance: Random) -> None:
    world = World(chance, unknown=12)
    found = world.ask(solver)
    assert patched(world.legion, found.do) == found.legion
    assert found.verdict == judge(world.library, found.legion)
    if found.do:
        assert found.verdict.verdict == "legal"
        assert found.bound is not None and found.bound >= found.value
    standing = [body for pick in found.legion["picks"] for body in [pick] * pick.get("count", 1)]
    for pick in world.legion["picks"]:
        for _ in range(pick.get("count", 1)):
            kept = next(
                body
                for body in standing
                if body["card"] == pick["card"] and set(pick.get("upgrades", ())) <= set(body.get("upgrades", ()))
            )
            standing.remove(kept)


# -- with the real cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "weights", [{"points": 1}, {"attack": 3, "health": 2, "points": 1}, {"health": 5, "points": -1}]
)
def test_whenever_the_time_is_over_nothing_is_better_than_what_was_found_by_more_than_is_said(
    solver: Solver, weights: dict[str, int]
) -> None:
    by = real(GAME)
    question = Question.read(by, {"game": GAME, "points": 200, "picks": []}, weights, None)
    best = complete_with(solver, by, question, LONG)
    assert (best.status, best.gap) == ("optimal", 0)
    for seconds in (0.01, 0.1, 0.3):
        with Solver() as another:
            found = complete_with(another, by, question, seconds)
        assert found.bound is None or found.bound >= best.value
        if found.verdict.verdict == "legal":
            assert found.value <= best.value
            assert found.gap is None or found.value + found.gap >= best.value
            assert found.status == "best-found" or found.value == best.value
        else:
            assert (found.status, found.do) == ("best-found", [])


def test_a_completion_takes_cards_that_only_own_facts_price() -> None:
    legion = {"game": GAME, "points": 46, "picks": [{"card": "hill-wolf"}], "facts": {"unpriced-giant": {"cost": 36}}}
    by = cases.library(GAME)
    found = complete(by, Question.read(by, legion, {"points": 1}, [{"card": ["unpriced-giant"]}]), 60)
    assert (found.status, found.value) == ("optimal", 46)
    assert found.legion["facts"] == legion["facts"]
    (row,) = found.verdict.facts
    assert (row.state, row.at) == ("used", ("/picks/1",))
