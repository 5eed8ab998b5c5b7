"""Parsing of cards: missing facts are neutral, unknown facts stay unknown."""

import pytest

from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.parsing import read_card
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Creature
from tests.engine.conformance_cases import library_documents
from tests.engine.generators import ICONS, Document

BEARERS, CARRIED = frozenset(("creature",)), {"upgrade": frozenset(ICONS), "spell": frozenset(("arcane", "divine"))}
ASKS_NOTHING = {
    "requires": (),
    "excludes": frozenset(),
    "penalties": (),
    "grants": {},
    "limits": (),
    "exempt": frozenset(),
    "keywords": frozenset(),
}


def upgrade(**facts: object) -> Upgrade:
    card = read_card({"kind": "upgrade", "slug": "red-rope", **facts}, BEARERS, CARRIED)
    assert isinstance(card, Upgrade)
    return card


@pytest.mark.parametrize(("fact", "nothing"), ASKS_NOTHING.items())
def test_a_fact_that_a_card_does_not_have_asks_for_nothing(fact: str, nothing: object) -> None:
    assert getattr(upgrade(), fact) == nothing
    assert getattr(upgrade(**{fact: []}), fact) == nothing


@pytest.mark.parametrize("fact", ASKS_NOTHING)
def test_a_fact_that_is_null_is_not_known(fact: str) -> None:
    assert getattr(upgrade(**{fact: None}), fact) is None


def test_a_minimum_level_that_a_card_does_not_have_is_none_at_all() -> None:
    assert upgrade().minimum_level == 0
    assert upgrade(minimum_level=None).minimum_level is None


@pytest.mark.parametrize(
    ("slot", "icons", "slot_known", "icon"),
    [
        ("dragon", {"dragon"}, True, "dragon"),
        ("any", set(ICONS), True, None),
        (None, set(ICONS), False, None),
    ],
)
def test_a_card_has_its_slot_or_fits_any(slot: str | None, icons: set[str], slot_known: bool, icon: str | None) -> None:
    card = upgrade(slot=slot)
    assert (set(card.icons), card.slot_known, card.icon) == (icons, slot_known, icon)


def test_grants_of_one_icon_add_up() -> None:
    rows = [{"slot": "arcane", "count": 1}, {"slot": "divine", "count": 2}, {"slot": "arcane", "count": 3}]
    assert upgrade(grants=rows).grants == {"arcane": 4, "divine": 2}


def test_a_clause_that_is_repeated_is_read_once() -> None:
    clause: Document = {"alignment": ["evil"]}
    assert len(upgrade(requires=[clause, {"not": clause}, clause]).requires or ()) == 2


def test_a_card_is_called_by_name_or_class_or_slug() -> None:
    assert upgrade(name="Red Rope", **{"class": "Rope"}).title == "Red Rope"
    assert upgrade(name=None, **{"class": "Rope"}).title == "Rope"
    assert upgrade(name=None, **{"class": None}).title == "red rope"
    assert upgrade(name=None).identity != upgrade(name="red-rope").identity == upgrade(name="RED-ROPE").identity


def test_a_creature_counts_its_icons() -> None:
    read = read_card({"kind": "creature", "slug": "elf", "slots": ["arcane", "dragon", "arcane"]}, BEARERS, CARRIED)
    assert isinstance(read, Creature)
    assert read.banner == {"arcane": 2, "dragon": 1}
    unread = read_card({"kind": "creature", "slug": "elf", "slots": None}, BEARERS, CARRIED)
    assert isinstance(unread, Creature)
    assert unread.banner is None


@pytest.mark.parametrize("edition", ["2003", "2008"])
def test_the_name_of_a_miniature_ends_at_its_first_comma(edition: str) -> None:
    game = f"dnd-miniatures-{edition}"
    wolf = next(card for card in library_documents(game)["cards"] if card["kind"] == "creature")
    read = [find_ruleset(f"{game}/1").card({**wolf, "name": name}) for name in ("Ann, Queen, Retired", "Ann", "Bee")]
    assert [card.short for card in read] == ["ann", "ann", "bee"]
    assert [card.titled for card in read] == [True, False, False]
