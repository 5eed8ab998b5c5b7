"""Slightly changed lists: the permitted changes of results, in generated worlds of the games besides Attack Wing."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rulesapi.engine.core.evaluation import expand_legion, judge, read_terms, run_rule
from rulesapi.engine.core.library import Library, find_ruleset
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.values.model import PickableCard
from rulesapi.engine.values.names import pointer_sort_key
from tests.engine import transformations
from tests.engine.alike_cards import assert_alike_is_told_alike
from tests.engine.generators import Document, chances, validator
from tests.nonempty import nonempty
from tests.second_engine.agreement import library_of
from tests.second_engine.games import GAMES, Game
from tests.second_engine.world_generator import World

EXAMPLES = max(1, settings.default.max_examples // 4)
WORLDS = max(1, EXAMPLES // 4)

games = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.slug != "attack-wing"], ids=lambda game: game.slug
)
priced = pytest.mark.parametrize(
    "game", [GAMES["dnd-miniatures-2003"], GAMES["dnd-miniatures-2008"]], ids=lambda game: game.slug
)
few = settings(max_examples=EXAMPLES)
NOT_FACTS = {"kind", "game", "slug", "sources", "formerly", "retired"}
"""Fields of a card's document that are not printed on the card."""

PLAYER_FIELDS = {"picks", "faction", "tiles", "treasure", "map", "pool", "collection", "packs"}
"""Fields of each player of a team."""

TERMS = {"game", "format", "points", "on", "house_rules"}
"""Fields that apply to all players."""


@dataclass(frozen=True)
class Table:
    """A generated world with its library."""

    world: World
    library: Library


def codes(game: Game) -> list[str]:
    """Return the rules of a game that a house rule may waive: all but those for house rules and unknown cards."""
    names = {rule.code: rule.code.partition("/")[2] for rule in find_ruleset(f"{game.slug}/1").rules if rule.check}
    return [code for code, name in names.items() if name != "unknown-card" and not name.startswith("house-")]


@cache
def table(game: Game, seed: int) -> Table:
    """Return a world with an additional house rule for each rule of the game, which waives only that."""
    world = game.world(seed)
    one = next(iter(world.house_rules.values()))
    bare = {key: one[key] for key in ("kind", "game", "name", "text", "official", "sources")}
    waivers = [{**bare, "slug": f"without-{code.partition('/')[2]}", "waives": [code]} for code in codes(game)]
    world = replace(world, house_rules={**world.house_rules, **{rule["slug"]: rule for rule in waivers}})
    return Table(world, library_of(world, world.cards.values()))


def made(game: Game, chance: Random) -> tuple[Table, Document]:
    """Return a world and a list of its cards."""
    at = table(game, chance.randrange(WORLDS))
    return at, game.legion(at.world, chance.randrange(10**6))


@games
@few
@given(chance=chances)
def test_a_creature_that_a_rule_is_not_about_leaves_what_it_says_as_it_is(game: Game, chance: Random) -> None:
    at, legion = made(game, chance)
    by = at.library
    if "team" in legion:
        legion = {**legion, **{name: value for name, value in legion["team"][0].items() if name != "name"}}
        legion.pop("team")
    terms, picks = read_terms(by, legion), legion["picks"]
    without = expand_legion(by, terms, read_lines(picks, by.cards))
    some = chance.sample([card for card in by.all_cards if isinstance(card, PickableCard)], 8)
    for card in some:
        whole = expand_legion(by, terms, read_lines([*picks, {"card": card.slug}], by.cards))
        for rule in nonempty(by.ruleset.rules):
            hints = by.ruleset.hints_for(rule)
            if rule.check and not hints.per_creature and not hints.relevant_cards_in(without)(card):
                assert run_rule(rule, whole, by) == run_rule(rule, without, by), (rule.code, card.slug)


@games
@few
@given(chance=chances)
def test_creatures_that_are_alike_to_a_rule_have_the_same_results(game: Game, chance: Random) -> None:
    at, legion = made(game, chance)
    if "team" in legion:
        return
    by, picks = at.library, legion["picks"]
    limited = {**legion, "points": chance.choice([50, 100, 200, 500])} if "points" in legion else legion
    terms, present = read_terms(by, limited), {by.cards[pick["card"]] for pick in picks if pick["card"] in by.cards}
    without = expand_legion(by, terms, read_lines(picks, by.cards))
    tried = {
        card: expand_legion(by, terms, read_lines([*picks, {"card": card.slug}], by.cards))
        for card in by.all_cards
        if isinstance(card, PickableCard) and card not in present
    }
    assert_alike_is_told_alike(by, without, without, tried)


def parts(legion: Document) -> Iterator[tuple[str, Document]]:
    """Yield each player's part with its place."""
    if "team" not in legion:
        yield "", legion
    for number, part in enumerate(legion.get("team", ())):
        yield f"/team/{number}", part


def with_parts(legion: Document, change: Callable[[str, Document], Document]) -> Document:
    """Return the list with each player's part changed; `change` gets the place."""
    if "team" not in legion:
        return change("", legion)
    return {**legion, "team": [change(place, part) for place, part in parts(legion)]}


def comparable(verdict: Document, back: Callable[[str], str] = str) -> Any:
    """Return everything in a verdict but its messages. `back` converts places of a changed list back."""

    def at(thing: Document) -> Document:
        return {**thing, "at": sorted({back(place) for place in thing["at"]}, key=pointer_sort_key)}

    rows = {
        name: Counter(json.dumps(at(thing), sort_keys=True) for thing in verdict.get(name, ()))
        for name in ("findings", "waived", "unknown", "open")
    }
    return rows, verdict["verdict"], verdict["points"], verdict["digest"], verdict.get("parts")


def answer(table: Table, legion: Document) -> Document:
    return judge(table.library, legion).as_document()


@games
@few
@given(chances)
def test_the_order_of_picks_and_of_tiles_changes_places_only(game: Game, chance: Random) -> None:
    table, legion = made(game, chance)
    was: dict[str, str] = {}

    def moved(place: str, part: Document) -> Document:
        rows = {}
        for field in ("picks", "tiles"):
            if field in part:
                order = chance.sample(range(len(part[field])), len(part[field]))
                rows[field] = [part[field][old] for old in order]
                was.update({f"{place}/{field}/{new}": f"{place}/{field}/{old}" for new, old in enumerate(order)})
        return {**part, **rows}

    other = answer(table, with_parts(legion, moved))
    assert comparable(other, lambda place: moved_back(was, place)) == comparable(answer(table, legion))


def moved_back(was: dict[str, str], place: str) -> str:
    """Return the original place of a pick or of something within it."""
    for depth in range(len(place.split("/")), 1, -1):
        head = "/".join(place.split("/")[:depth])
        if head in was:
            return was[head] + place[len(head) :]
    return place


@games
@few
@given(chances)
def test_a_count_in_several_lines_is_judged_as_in_one(game: Game, chance: Random) -> None:
    table, legion = made(game, chance)
    was: dict[str, str] = {}

    def split(place: str, part: Document) -> Document:
        picks: list[Document] = []
        for number, pick in enumerate(part["picks"]):
            left = pick.get("count", 1)
            while left:
                count = chance.randint(1, left)
                was[f"{place}/picks/{len(picks)}"] = f"{place}/picks/{number}"
                picks.append({**pick, "count": count})
                left -= count
        return {**part, "picks": picks}

    other = answer(table, with_parts(legion, split))
    rows, *more = comparable(other, lambda place: moved_back(was, place))
    plain, *same = comparable(answer(table, legion))
    assert more == same
    assert {name: set(row) for name, row in rows.items()} == {name: set(row) for name, row in plain.items()}


@priced
@few
@given(chances)
def test_a_higher_limit_never_adds_that_it_is_passed(game: Game, chance: Random) -> None:
    table, legion = made(game, chance)
    low = chance.randint(1, 150)
    verdicts = [answer(table, {**legion, "points": points}) for points in (low, low + chance.randint(1, 60))]
    passed, still = (
        {tuple(f["at"]) for f in verdict["findings"] if f["code"].endswith("/point-limit")} for verdict in verdicts
    )
    assert still <= passed


@games
@few
@given(chances)
def test_a_finding_goes_when_the_lines_that_it_names_go(game: Game, chance: Random) -> None:
    table, legion = made(game, chance)
    before = answer(table, legion)
    for finding in before["findings"]:
        gone = set(finding["at"])
        if all(place.split("/")[-2:-1] in (["picks"], ["tiles"]) for place in gone):
            after = answer(table, with_parts(legion, lambda place, part, gone=gone: without(part, place, gone)))
            assert counted(after)[key(finding)] < counted(before)[key(finding)]


def key(finding: Document) -> Any:
    return finding["code"], json.dumps(finding["facts"], sort_keys=True)


def counted(verdict: Document) -> Counter[Any]:
    """Return the number of equal findings, regardless of their places."""
    return Counter(map(key, verdict["findings"]))


def without(part: Document, place: str, gone: set[str]) -> Document:
    """Return a player's part without the picks and tiles in some places."""
    return {
        **part,
        **{
            field: [one for number, one in enumerate(part[field]) if f"{place}/{field}/{number}" not in gone]
            for field in ("picks", "tiles")
            if field in part
        },
    }


@games
@few
@given(chances)
def test_a_house_rule_that_waives_a_rule_takes_away_what_it_found_and_nothing_else(game: Game, chance: Random) -> None:
    table, legion = made(game, chance)
    plain = {name: value for name, value in legion.items() if name != "house_rules"}
    before = answer(table, plain)
    found = sorted({finding["code"] for finding in before["findings"]} & set(codes(game)))
    code = chance.choice([*found, chance.choice(codes(game))])
    after = answer(table, {**plain, "house_rules": [f"without-{code.partition('/')[2]}"]})
    assert counted(after) == Counter({one: n for one, n in counted(before).items() if one[0] != code})
    assert {(fact["card"], fact["fact"], code) for fact in after["unknown"] for code in fact["needed_by"]} == {
        (fact["card"], fact["fact"], by) for fact in before["unknown"] for by in fact["needed_by"] if by != code
    }
    assert after["points"] == before["points"]


@games
@few
@given(chances)
def test_cards_under_other_slugs_change_slugs_only(game: Game, chance: Random) -> None:
    table, legion = made(game, chance)
    world = table.world
    known = {slug for card in world.cards.values() for slug in (card["slug"], *card.get("formerly", ()))}

    def renamed(document: Any) -> Any:
        if isinstance(document, dict):
            return {f"a-{name}" if name in known else name: renamed(value) for name, value in document.items()}
        if isinstance(document, list):
            return [renamed(value) for value in document]
        return f"a-{document}" if isinstance(document, str) and document in known else document

    other = World(
        renamed(dict(world.cards)),
        renamed(dict(world.formats)),
        world.game,
        house_rules=renamed(dict(world.house_rules)),
        sets=renamed(list(world.sets)),
        rulings=renamed(list(world.rulings)),
    )
    one, two = answer(table, legion), judge(library_of(other, other.cards.values()), renamed(legion)).as_document()
    plain = json.dumps({**two, "digest": one["digest"]}).replace("a-", "").replace("a ", "")
    assert plain == json.dumps(one).replace("a-", "").replace("a ", "")


@games
@few
@given(chances)
def test_a_fact_forgotten_leaves_the_verdict_or_makes_it_undetermined(game: Game, chance: Random) -> None:
    table, legion = made(game, chance)
    before, less = answer(table, legion), forgotten(table, legion, chance)
    if less is not None:
        after = judge(library_of(table.world, less[0]), legion).as_document()
        assert after["verdict"] in {before["verdict"], "undetermined"}
        assert after["points"]["known"] <= before["points"]["known"]


@games
@few
@given(chances)
def test_own_facts_are_judged_as_by_a_catalog_that_knows_them(game: Game, chance: Random) -> None:
    table, made_up = made(game, chance)
    legion = {field: value for field, value in made_up.items() if field != "facts"}
    less = forgotten(table, legion, chance)
    if less is not None:
        with_own = judge(library_of(table.world, less[0]), {**legion, "facts": less[1]}).as_document()
        before = answer(table, legion)
        for name in ("verdict", "points", "findings", "waived", "unknown", "open", "parts"):
            assert with_own.get(name) == before.get(name)


def forgotten(table: Table, legion: Document, chance: Random) -> tuple[list[Document], Document] | None:
    """Return the cards of a world after one fact of a card in the list was made unknown, and that fact.

    Return None if there is no such fact.
    """
    words = set(standing(legion))
    named = [card for card in table.world.cards.values() if card["slug"] in words]
    if not named:
        return None
    card = chance.choice(named)
    known = [name for name, value in card.items() if name not in NOT_FACTS and value is not None]
    by_schema = validator(f"{card['game']}/{card['kind']}.schema.json")
    forgettable = [name for name in known if by_schema.is_valid({**card, name: None})]
    if not forgettable:
        return None
    fact = chance.choice(forgettable)
    less = transformations.with_facts(list(table.world.cards.values()), card["slug"], **{fact: None})
    return less, {card["slug"]: {fact: card[fact]}}


def standing(legion: Document) -> Iterator[str]:
    """Return the cards of the list."""
    for _, part in parts(legion):
        yield from (pick["card"] for pick in part["picks"])
        yield from part.get("tiles", ())
        yield from [part["map"]] if "map" in part else []


@games
@few
@given(chances)
def test_a_further_player_does_not_change_the_findings_of_the_first(game: Game, chance: Random) -> None:
    table, legion = made(game, chance)
    other = game.legion(table.world, chance.randrange(10**6))
    (_, first), (_, second) = next(parts(legion)), next(parts(other))
    terms = {name: value for name, value in legion.items() if name in TERMS}
    mine, theirs = ({name: part[name] for name in part if name in PLAYER_FIELDS} for part in (first, second))
    alone, team = answer(table, {**terms, **mine}), answer(table, {**terms, "team": [mine, theirs]})
    assert of_player(team, "/team/0") == of_player(alone, "")


def of_player(verdict: Document, place: str) -> Counter[Any]:
    """Return the findings about one player's part. An error of a card is reported once for all players."""
    found: Counter[Any] = Counter()
    for finding in verdict["findings"]:
        at = [one.removeprefix(place) for one in finding["at"] if one.startswith(f"{place}/")]
        if (
            at
            and all(one.split("/")[1] in PLAYER_FIELDS for one in at)
            and not finding["code"].endswith("/house-limit")
        ):
            found[(*key(finding), tuple(at))] += 1
    return found
