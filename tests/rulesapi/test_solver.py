"""The best completion of picks, compared with a brute-force search that uses the engine but not the solver."""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.solver import optimizer
from rulesapi.solver.available_cards import AvailableCards
from rulesapi.solver.client import SolverClient
from rulesapi.solver.integer_program import LegionProgram
from rulesapi.solver.optimizer import CompletionResult, complete, complete_with
from rulesapi.solver.request import CompletionRequest
from tests.engine import conformance_cases
from tests.engine.generators import GAME, Document, chances
from tests.engine.test_fixes import patched
from tests.engine.test_fixes_of_games import real
from tests.engine.test_house_rules import ADDING, HouseMaker

pytestmark = pytest.mark.sampled

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
"""Rules that house rules may waive here: all but those that keep the brute-force search finite."""

SOURCES = ["official", *real(GAME).open_sets]
"""All sources that ship with Muster."""

few = settings(max_examples=max(8, settings.default.max_examples // 4))
"""Settings for properties that call the solver several times per example."""


@pytest.fixture(scope="module")
def solver() -> Iterator[SolverClient]:
    with SolverClient() as running:
        yield running


class World:
    """A few cards, cheap enough to be combined and expensive enough that only few fit, and a legion to complete."""

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
        """Add house rules: additions, waived rules and changed levels."""
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
        """Return the weighted value of a legion with these picks, None if it is not legal."""
        verdict = judge(self.library, {**self.legion, "picks": picks})
        if verdict.verdict != "legal":
            return None
        by_slug = {card["slug"]: card for card in self.cards}
        numbers = {"points": verdict.price.known}
        for fact in set(self.weights) - {"points"}:
            numbers[fact] = sum(by_slug[pick["card"]][fact] * pick.get("count", 1) for pick in picks)
        return sum(weight * numbers[fact] for fact, weight in self.weights.items())

    def bodies(self) -> list[Document]:
        """Return every creature with every combination of upgrades that could be in a legion."""
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
        """Return the best value of a legal legion with the requested picks, found by brute force."""
        singles = [{**pick, "count": 1} for pick in self.legion["picks"] for _ in range(pick.get("count", 1))]
        bodies = [body for body in self.bodies() if self._may_stand(body)]
        starts: list[list[Document]] = [[]]
        for single in singles:
            upgrades = single.get("upgrades", [])
            more = [c["slug"] for c in self.cards[2:] if "retired" not in c]
            grown = [
                {**single, "upgrades": [*upgrades, *some]}
                for n in range(len(more) + 1)
                for some in combinations(more, n)
            ]
            starts = [[*start, one] for start in starts for one in grown if self._may_stand(one)]
        return reduce(lambda best, start: self._grown(start, bodies, best), starts, None)

    def _grown(self, picks: list[Document], bodies: list[Document], best: int | None) -> int | None:
        if picks:
            verdict = judge(self.library, {**self.legion, "picks": picks})
            if verdict.price.upper_bound is None or verdict.price.upper_bound > self.legion["points"]:
                return best
            value = self.value(picks)
            best = value if best is None else best if value is None else max(best, value)
        for number, body in enumerate(bodies):
            best = self._grown([*picks, body], bodies[number:], best)
        return best

    def _may_stand(self, body: Document) -> bool:
        """Return whether a creature alone breaks no per-creature rule and is within the limit."""
        verdict = judge(self.library, {**self.legion, "picks": [body]})
        each = {code for code, hints in self.library.ruleset.hints.items() if hints.per_creature} | {
            f"{GAME}/point-limit",
            f"{GAME}/barred",
        }
        return not any(finding.code in each for finding in verdict.findings if finding.level == "error")

    def ask(self, solver: SolverClient, **fields: Any) -> CompletionResult:
        question = CompletionRequest.read(self.library, {**self.legion, **fields}, self.weights, None)
        return complete_with(solver, self.library, question, LONG)


@pytest.mark.parametrize("house", [False, True])
@given(chance=chances)
@few
def test_no_legal_legion_is_better_than_the_one_that_is_called_optimal(
    solver: SolverClient, house: bool, chance: Random
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


@pytest.mark.parametrize("house", [False, True])
@given(chance=chances)
@few
def test_no_legal_legion_beats_a_bound_even_with_unknown_facts(
    solver: SolverClient, house: bool, chance: Random
) -> None:
    world = World(chance, unknown=chance.choice([2, 4, 8]))
    if house:
        world.agree()
    found = world.ask(solver)
    best = world.best()
    if found.status in ("illegal", "undetermined"):
        assert found.do == []
        assert best is None or (found.status, found.bound) == ("undetermined", None)
        return
    if best is not None:
        assert found.bound is None or best <= found.bound
    if found.status in ("optimal", "nothing-fits"):
        assert found.value == found.bound
        assert best is None if found.verdict.verdict != "legal" else best == found.value
    else:
        assert found.left_out


@given(chance=chances)
@few
def test_the_completion_is_legal_and_keeps_the_picks(solver: SolverClient, chance: Random) -> None:
    world = World(chance, unknown=12)
    found = world.ask(solver)
    assert patched(world.legion, found.do) == found.legion
    assert found.verdict == judge(world.library, found.legion)
    if found.do:
        assert found.verdict.verdict == "legal"
        assert found.left_out if found.bound is None else found.bound >= found.value
    standing = [body for pick in found.legion["picks"] for body in [pick] * pick.get("count", 1)]
    for pick in world.legion["picks"]:
        for _ in range(pick.get("count", 1)):
            picks = next(
                body
                for body in standing
                if body["card"] == pick["card"] and set(pick.get("upgrades", ())) <= set(body.get("upgrades", ()))
            )
            standing.remove(picks)


# -- with the real cards ---------------------------------------------------------------------------------------------


def complete_legion(
    solver: SolverClient, legion: Document, weights: dict[str, int], pool: Any = None
) -> CompletionResult:
    """Return the completion of a legion with all published cards."""
    legion = {"game": GAME, "picks": [], "sources": SOURCES, **legion}
    return complete_with(solver, real(GAME), CompletionRequest.read(real(GAME), legion, weights, pool), LONG)


def test_one_copy_of_a_card_of_unknown_uniqueness_is_offered(solver: SolverClient) -> None:
    slugs = [
        "fireball",
        "fly",
        "displacement",
        "shield-spell",
        "scales-of-tiamat",
        "claw-of-tiamat",
        "weakening-breath",
    ]
    assert None in {real(GAME).cards[slug].unique for slug in slugs}
    found = complete_legion(solver, {"points": 66, "picks": [{"card": "maurghoros"}]}, {"points": 1}, [{"card": slugs}])
    assert (found.status, found.value, found.bound, found.left_out) == ("optimal", 66, 66, 0)
    assert found.verdict.verdict == "legal"


def test_nothing_is_left_out_of_the_cards_that_are_published(solver: SolverClient) -> None:
    for weights in ({"points": 1}, {"attack": 1}):
        found = complete_legion(solver, {"points": 120}, weights)
        assert (found.status, found.left_out) == ("optimal", 0)
    assert found.undecided and found.unweighed


def test_cards_beyond_the_size_of_the_model_are_left_out_without_a_claim(
    solver: SolverClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = complete_legion(solver, {"points": 50}, {"attack": 1, "points": 1})
    monkeypatch.setattr(optimizer, "MAX_OFFERS", 40)
    programs: list[LegionProgram] = []
    monkeypatch.setattr(optimizer, "LegionProgram", lambda *args: programs.append(LegionProgram(*args)) or programs[-1])
    found = complete_legion(solver, {"points": 50}, {"attack": 1, "points": 1})
    assert (found.status, found.bound, found.verdict.verdict) == ("best-found", None, "legal")
    assert found.left_out and found.value <= whole.value
    most = max(len(group.offers) for program in programs for group in program.groups)
    assert max(sum(len(group.offers) for group in program.groups) for program in programs) <= 40 + most
    points = complete_legion(solver, {"points": 50}, {"points": 1})
    assert points.bound == 50 and (points.status == "optimal") is (points.value == 50)


def test_no_model_is_built_when_the_time_is_over(solver: SolverClient, monkeypatch: pytest.MonkeyPatch) -> None:
    by = real(GAME)
    question = CompletionRequest.read(
        by, {"game": GAME, "points": 200, "picks": [{"card": "wraith"}]}, {"attack": 1}, None
    )
    calls = count()
    monkeypatch.setattr(AvailableCards, "carries", lambda self, creature: next(calls) and {})
    found = complete_with(solver, by, question, 0)
    assert next(calls) == 0
    assert (found.status, found.bound, found.do) == ("best-found", None, [])
    assert found.left_out > 80


def test_a_model_is_built_no_further_for_a_question_that_is_taken_back() -> None:
    legion = {"game": GAME, "points": 200, "picks": [], "sources": SOURCES}
    question = CompletionRequest.read(real(GAME), legion, {"points": 1}, None)
    calls = count()
    found = complete(real(GAME), question, LONG, lambda best, bound: next(calls) < 3)
    assert (found.status, next(calls)) == ("best-found", 5)
    assert found.left_out > 80


def test_of_what_is_left_out_nothing_is_claimed(solver: SolverClient) -> None:
    unknown = [slug for slug, card in real(GAME).cards.items() if card.numbers.get("health", 0) is None and card.cost]
    legion = {"points": 200, "picks": [{"card": "wraith"}]}
    assert unknown
    found = complete_legion(solver, legion, {"health": -1, "points": 2}, [{"card": [*unknown, "fireball"]}])
    assert found.left_out == len(unknown)
    assert (found.status, found.bound) == ("best-found", 400 - found.objective["health"])


@pytest.mark.parametrize(
    "weights", [{"points": 1}, {"attack": 3, "health": 2, "points": 1}, {"health": 5, "points": -1}]
)
def test_at_any_time_limit_the_gap_to_the_best_solution_is_within_the_bound(
    solver: SolverClient, weights: dict[str, int]
) -> None:
    by = real(GAME)
    question = CompletionRequest.read(by, {"game": GAME, "points": 200, "picks": []}, weights, None)
    best = complete_with(solver, by, question, LONG)
    assert (best.status, best.gap) == ("optimal", 0)
    for seconds in (0.01, 0.1, 0.3):
        with SolverClient() as another:
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
    by = conformance_cases.library(GAME)
    found = complete(by, CompletionRequest.read(by, legion, {"points": 1}, [{"card": ["unpriced-giant"]}]), 60)
    assert (found.status, found.value) == ("optimal", 46)
    assert found.legion["facts"] == legion["facts"]
    (row,) = found.verdict.facts
    assert (row.state, row.at) == ("used", ("/picks/1",))


@pytest.mark.parametrize(("points", "status"), [(60, "optimal"), (80, "illegal")])
def test_nothing_completes_a_legion_at_a_limit_at_which_its_format_is_not_played(points: int, status: str) -> None:
    legion = {"game": GAME, "format": "at-sixty", "points": points, "picks": [{"card": "bare-golem"}]}
    by = conformance_cases.library(GAME)
    found = complete(by, CompletionRequest.read(by, legion, {"points": 1}, [{"card": ["bare-golem"]}]), 60)
    assert (found.status, found.do == []) == (status, status == "illegal")
