"""Completions and repairs of decks without costs, compared with a search of every list."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.solver.client import SolverClient
from rulesapi.solver.optimizer import complete_with
from rulesapi.solver.request import CannotComplete, CompletionRequest
from rulesapi.solver.result import CompletionResult
from tests.engine import conformance_cases
from tests.engine.generators import Document, chances
from tests.engine.test_fixes import patched
from tests.engine.test_fixes_of_games import COMMAND, real
from tests.nonempty import nonempty

LONG = 60.0
few = settings(max_examples=max(10, settings.default.max_examples // 4))
"""Settings for properties that call the solver and judge a thousand lists per example."""


@pytest.fixture(scope="module")
def solver() -> Iterator[SolverClient]:
    with SolverClient() as running:
        yield running


def template(kind: str) -> Document:
    """Return a real card of a kind."""
    return next(dict(one) for one in real(COMMAND).documents.values() if one["kind"] == kind)


def card(kind: str, slug: str, **facts: Any) -> Document:
    return {**template(kind), "slug": slug, "name": slug.replace("-", " ").title(), "formerly": [], **facts}


class World:
    """A list with almost enough creatures and orders, and a few cards of each kind to complete it."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        base = [card("creature", f"guard-{number}", level=2, keywords=["guard"]) for number in range(3)]
        base += [card("order", f"drill-{number}", level=1) for number in range(8)]
        own = [self._creature(number) for number in range(4)] + [
            card("order", f"order-{number}", level=chance.randint(1, 9), requires=[]) for number in range(3)
        ]
        own += [card("commander", f"leader-{number}", leadership=chance.randint(4, 9)) for number in range(2)]
        self.cards, self.own = [*base, *own], own
        documents = conformance_cases.library_documents(COMMAND)
        limit = {"cards": [{"keyword": ["wild"]}], "at_most": chance.randint(0, 2), "per": "legion"}
        rule = {"kind": "house-rule", "game": COMMAND, "slug": "few-wild", "name": "Few wild", "text": None}
        self.library = Library.build(
            release=1,
            game=documents["game"],
            cards=self.cards,
            formats=documents["formats"],
            house_rules=[{**rule, "limits": [limit], "sources": {}}] if chance.random() < 0.4 else [],
        )
        self.owned = {one["slug"]: 4 for one in base} | {one["slug"]: chance.randint(0, 3) for one in own}
        self.weights = chance.choice([{}, {"level": 1}, {"hit_points": 1, "level": -10}, {"speed": 3, "level": 1}])
        self.legion = self._legion()

    def _creature(self, number: int) -> Document:
        chance = self.chance
        wild = ["wild"] if chance.random() < 0.5 else []
        level = None if chance.random() < 0.1 else chance.randint(1, 6)
        numbers = {"level": level, "hit_points": 10 * chance.randint(1, 9), "speed": chance.randint(3, 8)}
        name = "Twin" if number > 1 and chance.random() < 0.3 else f"Beast {number}"
        return card("creature", f"beast-{number}", keywords=wild, **numbers) | {"name": name}

    def _legion(self) -> Document:
        chance = self.chance
        picks = [{"card": f"guard-{number}", "count": 4 if number else chance.randint(2, 4)} for number in range(3)]
        picks += [{"card": f"drill-{number}", "count": 4} for number in range(7)]
        picks += [{"card": slug} for slug in ("beast-0", "order-0", "leader-1") if chance.random() < 0.3]
        picks += [{"card": "drill-7"}] if chance.random() < 0.5 else []
        legion: Document = {"game": COMMAND, "picks": picks}
        if chance.random() < 0.8:
            legion["collection"] = self.owned
        if self.library.house_rules:
            legion["house_rules"] = ["few-wild"]
        return legion

    def ask(self, solver: SolverClient, *, repair: bool = False) -> CompletionResult:
        question = CompletionRequest.read(self.library, self.legion, self.weights, None, repair)
        return complete_with(solver, self.library, question, LONG)

    def value(self, counts: Counter[str]) -> int:
        by_slug = {one["slug"]: one for one in self.cards}
        return sum(
            weight * (by_slug[slug].get(fact) or 0) * copies
            for fact, weight in (self.weights or {"level": 1}).items()
            for slug, copies in counts.items()
            if by_slug[slug]["kind"] == "creature"
        )

    def standing(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        for pick in self.legion["picks"]:
            counts[pick["card"]] += pick.get("count", 1)
        return counts

    def legal(self, counts: Counter[str]) -> bool:
        picks = [{"card": slug, "count": copies} for slug, copies in sorted(counts.items()) if copies]
        return judge(self.library, {**self.legion, "picks": picks}).verdict == "legal"

    def lacking(self) -> list[list[tuple[str, ...]]]:
        """Return the possible additions of each kind, up to its minimum size."""
        standing, kinds = self.standing(), {one["slug"]: one["kind"] for one in self.cards}
        there = Counter[str]()
        for slug, copies in standing.items():
            there[kinds[slug]] += copies
        return [
            list(
                combinations_with_replacement(
                    [slug for slug, kind in kinds.items() if kind == of], max(0, least - there[of])
                )
            )
            for of, least in (("creature", 12), ("order", 30), ("commander", 1))
        ]

    def best(self) -> int | None:
        """Return the value of the best completion, found by brute force."""
        found = None
        creatures, orders, leaders = self.lacking()
        order = next(
            (one for one in orders if self.legal(self.standing() + Counter(one) + _filling(creatures, leaders))), None
        )
        for joining in creatures:  # orders and commanders have no weighted numbers, so any legal ones will do
            for some, leader in product([order] if order is not None else orders, leaders):
                counts = self.standing() + Counter(joining) + Counter(some) + Counter(leader)
                value = self.value(counts)
                if (found is None or value > found) and self.legal(counts):
                    found = value
                    break
        return found


def _filling(creatures: list[tuple[str, ...]], leaders: list[tuple[str, ...]]) -> Counter[str]:
    return Counter(next(iter(creatures), ())) + Counter(next(iter(leaders), ()))


@pytest.mark.sampled
@few
@given(chance=chances)
def test_no_list_is_better_than_an_optimal_completion_and_one_is_as_good(solver: SolverClient, chance: Random) -> None:
    world = World(chance)
    found = world.ask(solver)
    best = world.best()
    if best is None:
        assert found.status in ("illegal", "undetermined")
        return
    if found.left_out:
        assert found.status == "best-found"
        assert found.bound is None
        assert found.verdict.verdict != "legal" or found.value <= best
    else:
        assert found.verdict.verdict == "legal"
        assert found.value == best == world.value(_counts(found.legion))
        assert found.status in ("optimal", "nothing-fits")
        assert found.bound == best
    assert patched(world.legion, found.do) == found.legion


def _counts(legion: Document) -> Counter[str]:
    counts: Counter[str] = Counter()
    for pick in legion["picks"]:
        counts[pick["card"]] += pick.get("count", 1)
    return counts


@few
@given(chance=chances)
def test_a_completion_adds_as_many_cards_as_the_least_sizes_ask_for_and_takes_none_out(
    solver: SolverClient, chance: Random
) -> None:
    world = World(chance)
    found = world.ask(solver)
    if found.verdict.verdict != "legal":
        assert found.do == []
        return
    before, after = world.standing(), _counts(found.legion)
    assert not before - after
    assert (after - before).total() == sum(len(some[0]) for some in world.lacking() if some)


@pytest.mark.sampled
@few
@given(chance=chances)
def test_no_legal_list_is_nearer_than_a_repair(solver: SolverClient, chance: Random) -> None:
    world = World(chance)
    spoiled = chance.choice(["beast-1", "leader-0", "guard-1", "nobody"])
    world.legion["picks"].append({"card": spoiled, "count": chance.randint(1, 3)})
    found = world.ask(solver, repair=True)
    if found.verdict.verdict != "legal":
        assert found.status in ("illegal", "best-found")
        return
    before, after = world.standing(), _counts(found.legion)
    changes = (before - after).total() + (after - before).total()
    assert patched(world.legion, found.do) == found.legion
    slugs = [one["slug"] for one in world.own] + ["guard-0", "guard-1", "drill-7", "nobody"]
    for nearer in _near(before, slugs, min(changes - 1, 3)):
        assert not world.legal(nearer), nearer


def _near(before: Counter[str], slugs: list[str], most: int) -> Iterator[Counter[str]]:
    """Yield every list within this number of changes from another."""
    for number in range(most + 1):
        for changed in combinations_with_replacement([(slug, by) for slug in slugs for by in (1, -1)], number):
            counts = Counter(before)
            for slug, by in changed:
                counts[slug] += by
            if min(counts.values()) >= 0:
                yield counts


# -- with the real cards ---------------------------------------------------------------------------------------------


def ask_real(solver: SolverClient, *, repair: bool = False, **fields: Any) -> CompletionResult:
    by, legion = real(COMMAND), {"game": COMMAND, "picks": [], **fields}
    weights = {"level": 1}
    return complete_with(solver, by, CompletionRequest.read(by, legion, weights, None, repair), LONG)


@pytest.mark.parametrize("pack", sorted(real(COMMAND).contents))
def test_one_pack_yields_a_warband_in_which_every_order_is_playable(solver: SolverClient, pack: str) -> None:
    found = ask_real(solver, packs={pack: 1})
    assert (found.status, found.verdict.verdict, found.verdict.findings) == ("optimal", "legal", ())
    inside = {one.slug: copies for one, copies in real(COMMAND).contents[pack].items()}
    assert all(copies <= inside[slug] for slug, copies in nonempty(_counts(found.legion).items()))


def test_with_all_five_packs_the_highest_levels_of_all_are_found_and_proven(solver: SolverClient) -> None:
    by = real(COMMAND)
    levels = sorted(
        (one.level for pack in by.contents.values() for one, copies in pack.items() for _ in range(copies)
         if one.kind == "creature"),
        reverse=True,
    )  # fmt: skip
    found = ask_real(solver, packs=dict.fromkeys(by.contents, 1))
    assert (found.status, found.value, found.bound) == ("optimal", sum(levels[:12]), sum(levels[:12]))


@pytest.mark.sampled
def test_a_complete_list_is_not_changed(solver: SolverClient) -> None:
    whole = ask_real(solver, packs={"heart-of-cormyr": 1}).legion
    again = ask_real(solver, **{field: value for field, value in whole.items() if field != "game"})
    assert (again.status, again.do) == ("nothing-fits", [])
    mended = ask_real(solver, repair=True, **{field: value for field, value in whole.items() if field != "game"})
    assert (mended.status, mended.do) == ("nothing-fits", [])


def test_packs_with_too_few_cards_make_no_legal_list(solver: SolverClient) -> None:
    found = ask_real(solver, collection={"orc-drudge": 4})
    assert (found.status, found.do, found.left_out) == ("illegal", [], 0)


def test_a_list_that_no_card_can_fix_is_reported_as_illegal(solver: SolverClient) -> None:
    found = ask_real(solver, tiles=[])
    assert found.status == "optimal"
    tile = next(one for one in real(COMMAND).documents.values() if one["kind"] == "tile")
    for repair in (False, True):
        found = ask_real(solver, repair=repair, tiles=[tile["slug"]])
        assert (found.status, found.do) == ("illegal", [])


@pytest.mark.parametrize(
    "fields", [{"format": "first-game"}, {"team": [{"picks": []}, {"picks": []}]}], ids=["first game", "team"]
)
def test_formats_that_ask_for_more_than_sizes_and_teams_are_refused(fields: Document) -> None:
    by = real(COMMAND)
    with pytest.raises(CannotComplete):
        CompletionRequest.read(by, {"game": COMMAND, "picks": [], **fields}, {}, None)


def test_repair_is_refused_for_lists_of_cards_that_carry_others() -> None:
    by = real("attack-wing")
    with pytest.raises(CannotComplete) as refusal:
        CompletionRequest.read(by, {"game": "attack-wing", "picks": []}, {}, None, True)
    assert refusal.value.pointer == "/game"
