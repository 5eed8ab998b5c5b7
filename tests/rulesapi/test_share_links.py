"""Links with the list in their fragment: lossless, equal codes for equal lists, and safe for any input."""

import json
import string
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.documents import COMMON_TYPES, json_input
from rulesapi import share_links
from rulesapi.engine.core.digest import DISTINGUISHING_PICK_FIELDS
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import GAME_FIELDS
from rulesapi.engine.values.model import CannotJudge
from rulesapi.share_links import UnreadableCode, code_format
from rulesapi.share_links.bit_stream import CHARACTERS, BitReader, BitWriter
from rulesapi.share_links.value_codec import FIELDS
from tests import factories
from tests.engine import conformance_cases, published_libraries
from tests.engine.generators import DocumentGenerator, chances
from tests.nonempty import nonempty

GAMES = conformance_cases.games()
ROOT = Path(__file__).parents[2]
ADDRESS = "https://muster.example.org/l/#"
TEAMS = {"game": "attack-wing", "team": [{"picks": [{"card": "giant"}], "name": "A"}, {"picks": []}]}


def write(legion: dict[str, Any], library: Library | None = None) -> str:
    return share_links.encode(library or conformance_cases.library(legion["game"]), GAMES, legion)


def find(release: int, number: int) -> Library:
    library = conformance_cases.library(GAMES[number])
    if library.release != release:
        raise LookupError
    return library


def shuffled(legion: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return an equal list in another order, with another name and with its plain picks split."""
    lists = {key: chance.sample(value, len(value)) for key, value in legion.items() if isinstance(value, list)}
    changed = {**legion, **lists, "name": "Another", "notes": "Other.", "tags": ["x"]}
    if "team" in changed:
        changed["team"] = [shuffled(part, chance) for part in changed["team"]]
    if "picks" in changed:
        changed["picks"] = [half for pick in changed["picks"] for half in halves(pick, chance)]
    return changed


def halves(pick: dict[str, Any], chance: Random) -> list[dict[str, Any]]:
    if pick.get("upgrades"):
        return [{**pick, "upgrades": chance.sample(pick["upgrades"], len(pick["upgrades"]))}]
    if pick.get("count", 1) < 2:
        return [pick]
    return [{**pick, "count": 1}, {**pick, "count": pick["count"] - 1}]


def legions() -> list[Any]:
    """Return every legion of the conformance cases that can be judged."""
    found = []
    for game, rule, case in conformance_cases.cases():
        try:
            judge(conformance_cases.library(game), case["legion"])
        except CannotJudge:
            continue
        found.append(pytest.param(case["legion"], id=f"{game}/{rule}/{len(found)}"))
    return found


# -- round trips -----------------------------------------------------------------------------------------------------


BELLS = "the-nine-bells-of-tollwater"
ABOUT_SOURCES = [
    {"game": "attack-wing", "picks": [{"card": "wraith"}]},
    {"game": "attack-wing", "team": [{"picks": [{"card": "wraith"}]}, {"picks": []}]},
]


@pytest.mark.parametrize("legion", ABOUT_SOURCES, ids=["one player", "a team"])
def test_a_link_keeps_the_sources_in_one_order_and_adds_little(legion: dict[str, Any]) -> None:
    library = published_libraries.library("attack-wing")

    def back(code: str) -> dict[str, Any]:
        return share_links.decode(code, lambda release, number: library)

    plain = write(legion, library)
    assert "sources" not in back(plain)
    for sources in (["official"], ["official", BELLS]):
        code = write({**legion, "sources": sources}, library)
        assert back(code) == {**back(plain), "sources": sources}
        assert code == write({**legion, "sources": sources[::-1]}, library)
        assert len(code) <= len(plain) + 4


def test_a_source_that_the_library_does_not_have_is_in_no_link() -> None:
    library = published_libraries.library("attack-wing")
    with pytest.raises(CannotJudge) as refused:
        write({**ABOUT_SOURCES[0], "sources": ["official", "nowhere"]}, library)
    assert (refused.value.code, refused.value.pointers) == ("unknown-set", ("/sources/1",))


def test_a_link_of_another_catalog_is_no_list_with_other_sources() -> None:
    library = published_libraries.library("attack-wing")
    code = write({**ABOUT_SOURCES[0], "sources": ["official", BELLS]}, library)
    renamed = replace(library, open_sets={"the-nine-bills": "the-nine-bills"})
    with pytest.raises(UnreadableCode) as refused:
        share_links.decode(code, lambda release, number: renamed)
    assert refused.value.reason == "other-catalog"


@pytest.mark.sampled
def test_every_legion_of_the_cases_comes_back_as_the_same_list() -> None:
    tried = set()
    for case in nonempty(legions()):
        legion = case.values[0]
        library = conformance_cases.library(legion["game"])
        back = share_links.decode(write(legion), find)
        assert judge(library, back).digest == judge(library, legion).digest, case.id
        assert (back["release"], back.get("on")) == (library.release, legion.get("on")), case.id
        tried.add((legion["game"], "team" in legion))
    assert {game for game, _ in tried} == set(GAMES)
    assert any(team for _, team in tried)


@pytest.mark.sampled
def test_equal_lists_have_one_link_and_others_have_another() -> None:
    by_code: dict[str, tuple[str, Any]] = {}
    for case in nonempty(legions()):
        legion = case.values[0]
        code = write(legion)
        verdicts_ = (judge(conformance_cases.library(legion["game"]), legion).digest, legion.get("on"))
        assert by_code.setdefault(code, verdicts_) == verdicts_
        assert write(shuffled(legion, Random(5))) == code, case.id
        assert write(share_links.decode(code, find)) == code, case.id
    assert len(set(by_code.values())) == len(by_code)


@pytest.mark.sampled
@given(chance=chances)
def test_made_legions_come_back_in_any_order(chance: Random) -> None:
    maker = DocumentGenerator(chance)
    cards = maker.cards()
    library = Library.build(release=3, game=factories.game(), cards=cards, formats=[factories.standard()])
    legion = maker.legion(cards)
    try:
        digest = judge(library, legion).digest
    except CannotJudge:
        return
    code = write(legion, library)
    back = share_links.decode(code, lambda release, number: library)
    assert judge(library, back).digest == digest
    assert write(shuffled(legion, chance), library) == code


def test_defaults_that_are_written_down_say_nothing() -> None:
    plain = {"game": "attack-wing", "picks": [{"card": "hill-wolf"}]}
    full = {**plain, "format": "standard", "points": 120, "release": conformance_cases.library("attack-wing").release}
    assert write(plain) == write(full)
    assert write({**plain, "points": 121}) != write(plain)


def test_a_link_contains_no_names_notes_or_collection() -> None:
    plain = {"game": "attack-wing", "picks": [{"card": "hill-wolf"}]}
    own = {"name": "N", "notes": "n", "tags": ["t"], "ext": {"a": 1}, "collection": {"hill-wolf": 3}}
    assert write({**plain, **own}) == write(plain)


@pytest.mark.parametrize(
    "facts",
    [
        {"balagos": {"cost": 40, "unique": True, "level": None}},
        {"hill-wolf": {"/cost": -3, "name": "Ünïcode \U0001f409", "x": [1, "two", {"three": False}], "half": 0.5}},
        {},
    ],
)
def test_own_numbers_of_any_shape_come_back(facts: dict[str, Any]) -> None:
    legion = {"game": "attack-wing", "picks": [], "facts": facts}
    assert share_links.decode(write(legion), find).get("facts", {}) == facts


def test_cards_that_the_release_does_not_have_are_spelled_out() -> None:
    legion = {"game": "attack-wing", "picks": [{"card": "nobody-knows-me", "upgrades": ["me-0-neither", "z" * 100]}]}
    assert share_links.decode(write(legion), find)["picks"] == legion["picks"]


def test_many_copies_come_back_in_picks_that_may_be_sent() -> None:
    picks = [{"card": "hill-wolf", "count": 500}, {"card": "hill-wolf", "count": 499}, {"card": "hill-wolf"}]
    back = share_links.decode(write({"game": "attack-wing", "picks": picks}), find)["picks"]
    assert back == [{"card": "hill-wolf", "count": 500}] * 2


def test_equal_creatures_that_carry_something_come_back_one_by_one() -> None:
    picks = [{"card": "hill-wolf", "upgrades": ["a-thing"]}] * 7
    legion = {"game": "attack-wing", "picks": picks}
    back = share_links.decode(write(legion), find)["picks"]
    assert back == picks
    back[0]["upgrades"].append("more")
    assert back[1] == picks[1]


def test_every_field_of_some_games_has_a_short_name() -> None:
    assert set(FIELDS) == GAME_FIELDS | set(DISTINGUISHING_PICK_FIELDS) | {"sources"}


# -- length of links ---------------------------------------------------------------------------------------------------


def real_library(game: str) -> Library:
    documents = [json.loads(file.read_text("utf-8")) for file in (ROOT / "fixtures" / game).rglob("*.json")]
    return Library.build(
        release=12,
        game=next(document for document in documents if document["kind"] == "game"),
        cards=[document for document in documents if document["kind"] not in COMMON_TYPES],
        formats=[document for document in documents if document["kind"] == "format"],
        house_rules=[document for document in documents if document["kind"] == "house-rule"],
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_legion_of_twelve_creatures_takes_fewer_than_200_characters(game: str) -> None:
    """Twelve different creatures of the real catalog, with six upgrades each in games with upgrades."""
    library, chance = real_library(game), Random(12)
    bearers = sorted(card.slug for card in library.all_cards if card.kind in library.ruleset.bearers)
    carried = sorted(card.slug for card in library.all_cards if card.kind in library.ruleset.carried)
    legion = {"game": game, "picks": []}
    for slug in chance.sample(bearers, 12):
        upgrades = {"upgrades": chance.sample(carried, 6)} if carried else {}
        legion["picks"].append({"card": slug, **upgrades})
    assert len(ADDRESS + write(legion, library)) < 200


def test_a_legion_that_no_link_can_hold_is_refused() -> None:
    picks = [{"card": f"{'long-' * 19}{number}"} for number in range(400)]
    with pytest.raises(share_links.LegionTooLong, match="at most 8,000 characters"):
        write({"game": "attack-wing", "picks": picks})


# -- untrusted input -------------------------------------------------------------------------------------------------


LEGION = {"game": "attack-wing", "points": 90, "picks": [{"card": "hill-wolf", "count": 3}, {"card": "nobody"}]}


def refused(code: str) -> str:
    with pytest.raises(UnreadableCode) as error:
        share_links.decode(code, find)
    return error.value.reason


def test_a_code_with_one_character_wrong_lost_or_too_many_is_not_read() -> None:
    code = write(LEGION)
    for place in range(len(code)):
        assert refused(code[:place] + code[place + 1 :]) in {"damaged", "no-link", "newer"}
        assert refused(code[:place] + "A" + code[place:]) in {"damaged", "no-link"}
        for other in "A_z":
            if other != code[place]:
                assert refused(code[:place] + other + code[place + 1 :]) in {"damaged", "no-link", "other-catalog"}


def test_a_code_of_a_later_version_is_distinguished_from_a_damaged_one() -> None:
    assert refused("2" + write(LEGION)[1:]) == "newer"
    assert refused("x" + write(LEGION)[1:]) == "no-link"


def test_a_code_of_another_catalog_is_distinguished_from_a_damaged_one() -> None:
    code = write(LEGION)
    other = Library.build(
        release=conformance_cases.library("attack-wing").release,
        game=factories.game(),
        cards=[
            factories.creature(slug=f"other-{number}")
            for number in range(len(conformance_cases.library("attack-wing").cards))
        ],
        formats=[factories.standard()],
    )
    with pytest.raises(UnreadableCode) as error:
        share_links.decode(code, lambda release, number: other)
    assert error.value.reason == "other-catalog"


def test_a_missing_release_is_reported() -> None:
    def nowhere(release: int, number: int) -> Library:
        raise LookupError

    with pytest.raises(UnreadableCode, match="a release that there is not"):
        share_links.decode(write(LEGION), nowhere)


@given(characters=st.text(CHARACTERS, max_size=300), meaning=st.text(max_size=5))
def test_any_complete_code_is_read_or_refused(characters: str, meaning: str) -> None:
    try:
        legion = share_links.decode(
            code_format.seal(characters, meaning), lambda release, number: conformance_cases.library("attack-wing")
        )
    except UnreadableCode as error:
        assert error.reason == "other-catalog"
    else:
        json_input.check(legion)


@given(code=st.text(max_size=100) | st.text(string.printable, max_size=100))
def test_any_other_text_is_refused(code: str) -> None:
    assert refused(code) in {"no-link", "newer", "damaged"}


@pytest.mark.parametrize("large", [2**20, 2**40, 2**53 - 1])
def test_a_huge_number_of_anything_is_refused_at_once(large: int) -> None:
    head = [(conformance_cases.library("attack-wing").release, 4), (GAMES.index("attack-wing"), 2)]
    for copies, lines in ((large, 1), (1, large)):
        writer = BitWriter()
        for number, small in head:
            writer.number(number, small)
        writer.fixed(0, 3)
        for _ in range(4):
            writer.number(0)
        writer.number(0)
        writer.number(lines, 3)
        writer.fixed(0, len(conformance_cases.library("attack-wing").cards).bit_length())
        writer.number(copies)
        for _ in range(3):
            writer.number(0, 1)
        assert refused(code_format.seal(writer.characters(), "")) == "other-catalog"


@given(numbers=st.lists(st.tuples(st.integers(0, 2**50), st.integers(0, 9))))
def test_numbers_come_back(numbers: list[tuple[int, int]]) -> None:
    writer = BitWriter()
    for number, small in numbers:
        writer.number(number, small)
    reader = BitReader(writer.characters())
    assert [reader.number(small) for _, small in numbers] == [number for number, _ in numbers]
    reader.end()
