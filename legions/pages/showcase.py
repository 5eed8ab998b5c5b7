"""The showcase of a game: a ready list on the table, and a card that does not fit into it.

Both are judged by the newest release. `showcase.json` of the game's package names the list, the cards that are shown of
it (by default the first ones), and the other card. If the catalog lacks their cards or judges them otherwise, there is
no showcase.
"""

from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from catalog.documents import json_input
from catalog.documents.errors import InvalidInput, json_pointer
from legions.cards.stock import CardView, Stock
from legions.saved_lists import ready_lists
from legions.site import wording
from legions.table.pick_views import PickView, SlotRow
from legions.table.table_layout import Selection, lay_out_picks
from legions.verdicts.rulings import cited_url
from legions.verdicts.view_models import VerdictView
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.judging import verdicts

MAX_CARDS = 2
"""The maximum number of different cards that are laid out."""


@dataclass(frozen=True, slots=True)
class LaidOutCard:
    """A card of the list with its number of copies and the filled slots under it."""

    card: CardView
    count: int
    carried: tuple[SlotRow, ...]


@dataclass(frozen=True, slots=True)
class TriedCard:
    """A card that does not fit, with the violated rule: its message, its page and its address."""

    card: CardView
    message: str
    cite: str
    rule: str


@dataclass(frozen=True, slots=True)
class Showcase:
    """A legal list with its verdict, some of its cards, and a card that does not fit.

    `hidden_count` is the number of creatures of the list that are not among `cards`.
    """

    ready: ready_lists.ReadyList
    verdict: VerdictView
    cards: list[LaidOutCard]
    hidden_count: int
    tried: TriedCard

    @property
    def stock(self) -> Stock:
        """The catalog snapshot that the list is judged with."""
        return self.verdict.stock


def showcase_of(game: str, catalog: Stock) -> Showcase | None:
    """Return the showcase of a game in the release of `catalog`, None if that release has none."""
    named = showcase_names(game)
    ready = ready_lists.find_ready_list(game, named["ready"]) if named else None
    if named is None or ready is None:
        return None
    with_tried, pointer = _with_card(ready.document, **named["tried"])
    if not all(catalog.card(slug).known for _at, slug in referenced_cards(with_tried)):
        return None
    try:
        verdict = VerdictView(verdicts.judge(ready.document, release=catalog.release), ready.document, catalog)
        tried_verdict = verdicts.judge(with_tried, release=catalog.release)
    except InvalidInput:
        return None
    faults = [one for one in tried_verdict["findings"] if one["level"] == "error" and pointer in one["at"]]
    if verdict.outcome != "legal" or not faults:
        return None
    tried = _tried_card(catalog.card(named["tried"]["card"]), faults[-1])
    laid_out = _laid_out(lay_out_picks(ready.document, verdict, Selection()))
    shown = [one for one in laid_out if one.card.slug in named["shown"]] if "shown" in named else laid_out
    shown = shown[:MAX_CARDS]
    hidden_count = sum(one.count for one in laid_out) - sum(one.count for one in shown)
    return Showcase(ready, verdict, shown, hidden_count, tried)


@cache
def showcase_names(game: str) -> dict[str, Any] | None:
    """Return the contents of `showcase.json` of a game, None if it has none."""
    found = [
        file
        for file in ready_lists.READY_LISTS_DIR.glob("*/showcase.json")
        if file.parent.name.replace("_", "-") == game
    ]
    return json_input.loads(found[0].read_bytes()) if found else None


def _with_card(document: dict[str, Any], card: str, pick: int | None = None) -> tuple[dict[str, Any], str]:
    """Return a list with another pick, or with an upgrade for a copy of the pick at the index `pick`.

    The second value is the pointer to the card.
    """
    changed = deepcopy(document)
    picks = changed["picks"]
    if pick is None:
        picks.append({"card": card})
        return changed, json_pointer("picks", len(picks) - 1)
    if picks[pick].get("count", 1) > 1:  # of several copies in one line, none carries anything
        picks[pick]["count"] -= 1
        picks.append({"card": picks[pick]["card"]})
        pick = len(picks) - 1
    upgrades = picks[pick].setdefault("upgrades", [])
    upgrades.append(card)
    return changed, json_pointer("picks", pick, "upgrades", len(upgrades) - 1)


def _tried_card(card: CardView, finding: dict[str, Any]) -> TriedCard:
    cite = finding["cite"]
    source = wording.citation({**cite, "section": None})
    return TriedCard(card, wording.finding_message(finding), source, cited_url(card.game, finding["code"], cite))


def _laid_out(picks: list[PickView]) -> list[LaidOutCard]:
    """Return the different cards. Picks of one card that carry nothing are counted together."""
    found: dict[tuple[str, int | None], LaidOutCard] = {}
    for pick in picks:
        key = pick.card.slug, None if pick.bare else pick.index
        count = found[key].count + pick.count if key in found else pick.count
        found[key] = LaidOutCard(pick.card, count, tuple(row for row in pick.rows if row.card is not None))
    return list(found.values())
