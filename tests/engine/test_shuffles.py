"""Verifiable shuffles: reproducible, fair, and checked by a program that shares no code."""

import itertools
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clients import verify_shuffle
from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.resolutions.shuffles import checksum, shuffled

ROOT = Path(__file__).parents[2]
CHECKER = Path(verify_shuffle.__file__)
SET = "the-nine-bells-of-tollwater"
CARDS = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in (ROOT / "fixtures/attack-wing/damage-card").glob("*.json")
}


def dealt(**situation: Any) -> dict[str, Any]:
    play = find_play_ruleset("attack-wing")
    table = TableFacts(CARDS, {"slug": "attack-wing", "dice": []})
    found: dict[str, Any] = resolve(play, play.questions["damage-deck"], {"set": SET, **situation}, table).as_document()
    return found


def test_a_second_program_gives_the_same_order() -> None:
    order_of = verify_shuffle.order_of
    for size, seed, words, number in itertools.product((0, 1, 2, 33), ("nine bells", "é"), ([], ["eel", ""]), (1, 2)):
        cards = [str(card) for card in range(size)]
        found = shuffled(cards, seed, words, number)
        assert found == order_of(cards, seed, words, number)
        assert sorted(found) == sorted(cards)


def test_no_order_is_favoured() -> None:
    counted = Counter("".join(shuffled("abc", str(seed))) for seed in range(6000))
    assert len(counted) == 6
    assert all(900 < number < 1100 for number in counted.values())


def test_each_word_and_each_shuffle_changes_the_order() -> None:
    cards = range(33)
    orders = [shuffled(cards, "seed"), shuffled(cards, "seed", ["eel"]), shuffled(cards, "seed", (), 2)]
    assert len({tuple(one) for one in orders}) == 3


def test_the_deck_of_the_open_set_is_whole_and_what_is_dealt_is_its_order() -> None:
    events = [{"does": "damage", "creature": "Ogre", "normal": 2, "critical": 1}] * 11
    found = dealt(seed="nine bells", words=["eel"], reveal=True, events=events)["result"]
    assert [one["card"] for one in found["dealt"]] == found["order"]
    deck = sorted(slug for slug, card in CARDS.items() for _ in range(card["copies"]))
    assert len(deck) == 33 and sorted(found["order"]) == deck
    assert found["order"] == verify_shuffle.order_of(deck, "nine bells", ["eel"])
    assert found["left"] == 0 and found["creatures"][0]["face_down"] == 22


def test_the_order_is_secret_until_the_seed_is_revealed() -> None:
    found = dealt(seed="nine bells", events=[{"does": "damage", "creature": "Ogre", "normal": 3}])["result"]
    assert {"seed", "order"} & found.keys() == set()
    assert [one["card"] for one in found["dealt"]] == [None] * 3
    assert found["checksum"] == checksum("nine bells")


@pytest.mark.parametrize(
    ("changed", "message"),
    [({}, "is that of the promised seed"), ({"seed": "x"}, "not the one"), ({"order": ["a", "b"]}, "another order")],
)
def test_a_game_can_be_verified_without_muster(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    cards = ["a", "b", "c"]
    order = shuffled(cards, "nine bells", ["eel"])
    game = {"checksum": checksum("nine bells"), "seed": "nine bells", "words": ["eel"], "cards": cards, "order": order}
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**game, **changed}), "utf-8")
    ran = subprocess.run([sys.executable, CHECKER, file], capture_output=True, text=True, check=False)
    assert message in ran.stdout and ran.returncode == bool(changed)
