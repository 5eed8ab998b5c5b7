"""Completions of lists whose cards carry nothing and cost points: both editions of D&D Miniatures."""

import json
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesapi.engine.core.evaluation import evaluate, judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging import completion_jobs
from rulesapi.solver.client import SolverClient
from rulesapi.solver.optimizer import complete_with
from rulesapi.solver.request import CannotComplete, CompletionRequest
from rulesapi.solver.result import CompletionResult
from tests import factories
from tests.engine.test_fixes import patched
from tests.rulesapi.api_client import ApiClient
from tests.second_engine.agreement import library_of
from tests.second_engine.games import GAMES
from tests.test_fixtures import DOCUMENTS, library

OLD, NEW = "dnd-miniatures-2003", "dnd-miniatures-2008"
OPEN_SETS = {OLD: "the-parliament-on-the-ice", NEW: "the-wood-that-walks"}
LEADERS = {OLD: "cleric-of-order", NEW: "wagon-queen-tamsel-roe"}
FIXTURES = Path(__file__).parents[2] / "fixtures"
each_edition = pytest.mark.parametrize("game", [OLD, NEW])
Document = dict[str, Any]

PUBLISHED = json.loads(
    (Path(__file__).parents[2] / "legions/games/dnd_miniatures_2003/published_lists.json").read_text("utf-8")
)["lists"]
FIELDED = [one for one in PUBLISHED if one["verdict"] == "legal"]


@pytest.fixture(scope="module")
def solver() -> Iterator[SolverClient]:
    with SolverClient() as running:
        yield running


def completed(
    solver: SolverClient, library: Library, legion: Document, pool: list[Document] | None = None, **weights: int
) -> CompletionResult:
    request = CompletionRequest.read(library, legion, weights, pool)
    return complete_with(solver, library, request, 30)


def legion_of(game: str, *cards: str, **fields: Any) -> Document:
    return {"game": game, "points": 200, "picks": [{"card": card} for card in cards], **fields}


def check_completed(legion: Document, completion: CompletionResult) -> None:
    """Assert that a completion contains the list as sent, is legal, and is within its limit."""
    assert completion.verdict.verdict == "legal"
    assert completion.verdict.price.total is not None
    assert completion.verdict.limit is None or completion.verdict.price.total <= completion.verdict.limit
    assert completion.bound is None or completion.value <= completion.bound
    for before, after in zip(legion["picks"], completion.legion["picks"], strict=False):
        assert {**before, "count": 1} == {**after, "count": 1}
        assert before.get("count", 1) <= after.get("count", 1)
    assert len(completion.legion["picks"]) >= len(legion["picks"])
    assert {
        **completion.legion,
        **{field: value for field, value in legion.items() if field != "picks"},
    } == completion.legion


# -- one legal completion ------------------------------------------------------------------------------------------


@pytest.mark.sampled
@each_edition
@pytest.mark.parametrize("points", [100, 200])
def test_a_first_leader_is_completed_up_to_the_limit_with_the_choices_that_lack(
    solver: SolverClient, game: str, points: int
) -> None:
    form = {"format": "parliament-skirmish"} if game == OLD else {}
    legion = legion_of(game, LEADERS[game], points=points, sources=["official", OPEN_SETS[game]], **form)
    assert judge(library(game), legion).verdict == "illegal"
    found = completed(solver, library(game), legion)
    check_completed(legion, found)
    assert (found.status, found.value, found.bound) == ("optimal", points, points)
    assert {step["path"] for step in found.do} >= {"/faction", "/map" if game == NEW else "/tiles"}


def one_way(game: str) -> tuple[Library, Document]:
    """Return a list and a library in which one card completes it, next to cards that may not."""
    if game == OLD:
        cards = [
            _creature_2003("captain", cost=60, commander=True, commander_rating=3),
            _creature_2003("rival", cost=40, factions=["chaotic-evil"]),
            _creature_2003("second", cost=40),
            _creature_2003("giant", cost=150),
        ]
        legion = legion_of(game, "captain", points=100, faction="lawful-good", format="plain")
    else:
        cards = [
            _creature_2008("captain", cost=60, alignment="good"),
            _creature_2008("rival", cost=40, alignment="evil"),
            _creature_2008("second", cost=40),
            _creature_2008("giant", cost=150),
            {**_card(NEW, "battle-map", "field"), "area": "half"},
        ]
        legion = legion_of(game, "captain", points=100, faction="wild", map="field", format="plain")
    return _library(game, cards), legion


def _card(game: str, kind: str, slug: str) -> Document:
    return {"game": game, "kind": kind, "slug": slug, "name": slug.title(), "set": None, "keywords": []}


def _creature_2003(slug: str, **facts: Any) -> Document:
    usual: Document = {
        "factions": ["lawful-good"],
        "classes": [],
        "commander": False,
        "commander_rating": 0,
        "difficult": 0,
        "minions": [],
        "requires": [],
        "self_command": [],
        "size": "medium",
        "unique": True,
        "warband_building": [],
    }
    return {**_card(OLD, "creature", slug), **usual, **facts}


def _creature_2008(slug: str, **facts: Any) -> Document:
    usual: Document = {
        "factions": ["wild"],
        "alignment": "none",
        "beta": False,
        "champion": False,
        "champion_rating": 0,
        "discounts": [],
        "size": "medium",
        "unique": True,
        "warband_building": [],
    }
    return {**_card(NEW, "creature", slug), **usual, **facts}


def _library(game: str, cards: list[Document]) -> Library:
    sheet = json.loads((FIXTURES / game / "game.json").read_text("utf-8"))
    size = {"points": 100, "creatures_at_most": 5, "creature_cost_at_most": 100, "largest_size": "large"}
    plain = {
        "kind": "format",
        "game": game,
        "slug": "plain",
        "name": "Plain",
        "text": None,
        "points": 100,
        "recommended_points": [],
        "levels": [],
        "unique_names": "equal",
        "sizes": [size],
    }
    if game == NEW:
        del plain["unique_names"]
    return Library.build(release=1, game={**sheet, "default_format": "plain"}, cards=cards, formats=[plain])


@each_edition
def test_the_one_legal_completion_is_found(solver: SolverClient, game: str) -> None:
    cards, legion = one_way(game)
    found = completed(solver, cards, legion)
    check_completed(legion, found)
    assert found.do == [{"op": "add", "path": "/picks/-", "value": {"card": "second"}}]
    assert (found.status, found.left_out, found.undecided) == ("optimal", 0, 0)


@each_edition
def test_if_no_card_fits_nothing_is_added_and_that_is_proven_optimal(solver: SolverClient, game: str) -> None:
    cards, legion = one_way(game)
    found = completed(solver, cards, legion, pool=[{"card": ["rival", "giant", "captain"]}])
    assert (found.status, found.do, found.value, found.bound) == ("nothing-fits", [], 60, 60)


@each_edition
def test_cards_are_left_out_for_a_fact_that_is_not_known_and_counted(solver: SolverClient, game: str) -> None:
    cards, legion = one_way(game)
    creature = _creature_2003 if game == OLD else _creature_2008
    more = [creature("unpriced", cost=None), creature("undescribed", cost=40, factions=None)]
    documents = [*cards.documents.values(), *more]
    found = completed(solver, _library(game, documents), legion, pool=[{"card": ["unpriced", "undescribed"]}])
    assert (found.status, found.left_out, found.undecided) == ("nothing-fits", 0, 2)
    assert [one.as_document() for one in found.left_out_for] == [
        {"reason": "unknown-fact", "fact": "/cost", "cards": 1},
        {"reason": "unknown-fact", "fact": "/factions", "cards": 1},
    ]


@each_edition
def test_own_numbers_count(solver: SolverClient, game: str) -> None:
    cards, legion = one_way(game)
    creature = _creature_2003 if game == OLD else _creature_2008
    documents = [*cards.documents.values(), creature("unpriced", cost=None)]
    legion |= {"facts": {"unpriced": {"cost": 38}}}
    found = completed(solver, _library(game, documents), legion, pool=[{"card": ["unpriced"]}])
    check_completed(legion, found)
    assert [pick["card"] for pick in found.legion["picks"]] == ["captain", "unpriced"]


@pytest.mark.sampled
@pytest.mark.parametrize("published", FIELDED, ids=lambda published: published["title"])
def test_a_creature_that_needs_its_published_companions_gets_them(solver: SolverClient, published: Document) -> None:
    legion = {**published["legion"], "picks": published["legion"]["picks"][:1]}
    slugs = [pick["card"] for pick in published["legion"]["picks"]]
    found = completed(solver, library(OLD), legion, pool=[{"card": slugs}])
    check_completed(legion, found)
    assert found.value >= published["published_points"]


# -- cards that help others ----------------------------------------------------------------------------------------


def test_a_commander_is_added_to_admit_a_creature_of_the_list(solver: SolverClient) -> None:
    admitting = {"for": [{"faction": ["chaotic-good"]}]}
    cards = [
        _creature_2003("stranger", cost=30, factions=["chaotic-good"]),
        _creature_2003("herald", cost=20, commander=True, commander_rating=1, warband_building=[admitting]),
        _creature_2003("guard", cost=70),
    ]
    legion = legion_of(OLD, "stranger", points=100, faction="lawful-good")
    found = completed(solver, _library(OLD, cards), legion)
    check_completed(legion, found)
    assert [pick["card"] for pick in found.legion["picks"]] == ["stranger", "herald"]
    assert (found.status, found.value) == ("optimal", 50)


def test_a_discount_of_an_added_champion_makes_room(solver: SolverClient) -> None:
    discount = {"points": 10, "for": [{"name": ["Guard"]}]}
    cards = [
        _creature_2008("captain", cost=50),
        _creature_2008("guard", cost=55),
        _creature_2008("herald", cost=5, champion=True, champion_rating=1, discounts=[discount]),
        {**_card(NEW, "battle-map", "field"), "area": "half"},
    ]
    legion = legion_of(NEW, "captain", points=100, faction="wild", map="field")
    found = completed(solver, _library(NEW, cards), legion)
    check_completed(legion, found)
    assert (found.value, [pick["card"] for pick in found.legion["picks"]]) == (100, ["captain", "guard", "herald"])


# -- against brute force -------------------------------------------------------------------------------------------


class SmallSearch:
    """A random list of a random library, and a pool of a few cards that may be added."""

    def __init__(self, game: str, seed: int) -> None:
        chance, parts = Random(f"completion {game} {seed}"), GAMES[game]
        world = parts.world(seed)
        self.library = library_of(world, world.cards.values())
        proposed = (slug for slug, card in world.cards.items() if card["kind"] == "creature" and "retired" not in card)
        self.slugs = chance.sample(sorted(proposed), 4)
        self.legion = self._legion(parts.legion(world, seed), chance)

    def _legion(self, made: Document, chance: Random) -> Document:
        alone = {**made["team"][0], "game": made["game"]} if "team" in made else made
        dropped = {"campaign", *(field for field in ("faction", "map", "tiles") if chance.random() < 0.4)}
        picks = [pick for pick in alone["picks"] if chance.random() < 0.5][:3]
        kept = {field: value for field, value in alone.items() if field not in dropped}
        return {**kept, "picks": picks, "points": chance.choice([50, 100, 200])}

    @property
    def pool(self) -> list[Document]:
        return [{"card": self.slugs}]

    def all_values(self) -> list[int]:
        """Return the points of every legal list with up to three more cards of the pool."""
        terms = evaluate(self.library, self.legion)
        ruleset = self.library.ruleset
        assert ruleset.choices is not None
        values = ruleset.choices(self.library, terms.format, {})
        lacking = [field for field in values if field in ruleset.fields and field not in self.legion]
        ways = [
            dict(zip(lacking, way, strict=True)) for way in product(*([None, *values[field][:6]] for field in lacking))
        ]
        found = []
        for way, number in product(ways, range(4)):
            chosen = {
                field: list(value) if isinstance(value, tuple) else value
                for field, value in way.items()
                if value is not None
            }
            for cards in combinations_with_replacement(self.slugs, number):
                picks = [*self.legion["picks"], *({"card": card} for card in cards)]
                evaluation = evaluate(self.library, {**self.legion, **chosen, "picks": picks})
                if evaluation.verdict == "legal":
                    found.append(evaluation.price.known)
        return found


few = settings(max_examples=max(6, settings.default.max_examples // 5))


@pytest.mark.sampled
@each_edition
@few
@given(seed=st.integers(0, 100_000))
def test_no_legal_list_of_a_few_more_cards_is_better(solver: SolverClient, game: str, seed: int) -> None:
    search = SmallSearch(game, seed)
    try:
        found = completed(solver, search.library, search.legion, search.pool)
    except (CannotComplete, CannotJudge):
        return
    if found.do:
        check_completed(search.legion, found)
    best = max(search.all_values(), default=None)
    if best is not None and found.verdict.verdict == "legal":
        assert found.bound is None or best <= found.bound
        assert found.status not in ("optimal", "nothing-fits") or best <= found.value
    elif best is not None:
        assert found.status == "best-found"


# -- over REST -----------------------------------------------------------------------------------------------------


@pytest.fixture
def open_sets(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish the open set and the formats of each edition, with enough time for inline answers on a busy machine."""
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 30)
    for game in (OLD, NEW):
        files = [*(FIXTURES / game).glob("formats/*.json"), FIXTURES / game / "game.json"]
        files += [FIXTURES / game / "sets" / f"{OPEN_SETS[game]}.json"]
        documents = [json.loads(file.read_text("utf-8")) for file in files]
        documents += [one for one in DOCUMENTS.values() if one["game"] == game and one.get("set") == OPEN_SETS[game]]
        factories.publish(*documents)


def question(game: str, **fields: Any) -> Document:
    form = {"format": "parliament-skirmish"} if game == OLD else {}
    legion = legion_of(game, sources=["official", OPEN_SETS[game]], **form)
    return {"legion": {**legion, **fields}}


@pytest.mark.sampled
@pytest.mark.usefixtures("open_sets")
@each_edition
def test_a_list_is_completed_over_rest(api: ApiClient, game: str) -> None:
    answer = api.ask("completions", question(game)).json()
    assert (answer["status"], answer["value"]) == ("optimal", 200)
    assert answer["legion"] == patched(question(game)["legion"], answer["do"])
    assert answer["verdict"]["verdict"] == "legal"
    assert sum(row["cards"] for row in answer["left_out_for"]) == answer["left_out"] + answer["undecided"]


@pytest.mark.guard
@pytest.mark.usefixtures("open_sets")
@each_edition
def test_a_legion_that_cannot_be_completed_is_refused_at_its_place(api: ApiClient, game: str) -> None:
    asked = question(game)
    for more, code, pointer in (
        ({"legion": {"points": 1001}}, "not-completable", "/legion/points"),
        ({"legion": {"points": -1}}, "invalid-legion", "/legion/points"),
        ({"legion": {"faction": 7}}, "invalid-legion", "/legion/faction"),
        ({"legion": {"picks": [{"card": "x", "upgrades": ["y"]}]}}, "invalid-legion", "/legion/picks/0/upgrades"),
        ({"objective": {"attack": 1}}, "invalid-question", "/objective/attack"),
        ({"objective": {"points": 1e9}}, "invalid-question", "/objective/points"),
        ({"repair": True}, "not-completable", "/legion/game"),
        ({"pool": [{"card": []}]}, "invalid-question", "/pool/0/card"),
    ):
        legion = {**asked["legion"], **more.get("legion", {})}
        problem = api.ask("completions", {**asked, **more, "legion": legion}).json()
        assert (problem["code"], problem["faults"][0]["pointer"]) == (code, pointer)


@pytest.mark.guard
@pytest.mark.usefixtures("open_sets")
@each_edition
def test_a_list_that_nothing_completes_is_answered_as_it_is(api: ApiClient, game: str) -> None:
    for fields in (
        {"picks": [{"card": "nobody", "count": 500}]},
        {"picks": [{"card": "nobody"}] * 300},
        {"faction": "nowhere"},
        {"points": 1},
        {"picks": [{"card": LEADERS[game], "count": 500}]},
    ):
        asked = question(game, **fields)
        answer = api.ask("completions", asked).json()
        assert answer["verdict"]["verdict"] == "illegal"
        assert answer["status"] in ("illegal", "best-found")
        assert (answer["do"], answer["legion"]) == ([], asked["legion"])
