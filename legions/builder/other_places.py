"""Search results that do not fit at the selected place: other places where they fit, or why there are none."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from legions.builder.candidate_list import only_over_limit
from legions.cards.stock import Stock
from legions.changes.basic import picks as lines_of
from legions.table.pick_views import PickView
from legions.table.table_layout import Selection
from rulesapi.judging import verdicts

MAX_CARDS = 24
"""The maximum number of creatures, and of upgrades, that a search tries at other places."""
MAX_PLACES = 6
"""The maximum number of creatures that upgrades are tried on."""

Candidates = list[dict[str, Any]]


def elsewhere(
    document: dict[str, Any],
    stock: Stock,
    selection: Selection,
    picks: Sequence[PickView],
    *,
    refused: Sequence[str],
    others: Sequence[str],
    apart: Sequence[str],
) -> Candidates:
    """Return cards as candidates for other places of a list than the selected one, each with its `place`.

    `picks` are the creatures of the list as they are laid out. The cards `refused` do not fit at the selected place and
    are returned only if they fit elsewhere; the cards `others` have no place there at all and are returned in any case,
    as far as they are tried. If a single slot is selected, the other slots of its creature count as elsewhere. `apart`
    are the codes of findings that do not keep a card out.
    """
    index = selection.index
    found: Candidates = []
    if index is not None:
        standing = [slug for slug in others if stock.card(slug).stands][:MAX_CARDS]
        first, _number, _complete = verdicts.top_candidates(document, "", standing, MAX_CARDS, apart=apart)
        found += [{**one, "place": None} for one in first]
    else:
        refused = ()
    carried = [slug for slug in (*others, *refused) if stock.card(slug).carried][:MAX_CARDS]
    return [*found, *_on_creatures(document, _other_places(document, selection, picks), carried, set(refused))]


def _on_creatures(
    document: dict[str, Any], places: Sequence[int], slugs: Sequence[str], judged: set[str]
) -> Candidates:
    """Return the cards `slugs` as candidates for the creatures at `places`.

    Cards that are `judged` already are returned only if they fit there.
    """
    pending = dict.fromkeys(slugs)
    told: dict[str, dict[str, Any]] = {}
    found: Candidates = []
    for place in places:
        if not pending:
            break
        for one in verdicts.candidates(document, f"/picks/{place}", among=set(pending))["candidates"]:
            placed = {**one, "place": place}
            if one["fits"]:
                found.append(placed)
                del pending[one["card"]]
            elif only_over_limit(one) or one["card"] not in told:
                told[one["card"]] = placed
    return [*found, *(told.get(slug) or _nowhere(slug) for slug in pending if slug not in judged)]


def _other_places(document: dict[str, Any], selection: Selection, picks: Sequence[PickView]) -> list[int]:
    """Return the creatures that could carry a card, one of each kind; creatures with an open slot come first.

    The selected creature comes before all others if only one of its slots is selected, and is left out otherwise.
    """
    lines = lines_of(document)
    seen: list[dict[str, Any]] = []
    found: list[PickView] = []
    here = selection.index
    for pick in sorted(picks, key=lambda pick: pick.index != here):
        line = lines[pick.index]
        if (pick.index == here and not selection.slot) or not pick.card.bears or line in seen:
            continue
        seen.append(line)
        found.append(pick)
    found.sort(key=lambda pick: (pick.index != here, not any(row.state == "open" for row in pick.rows)))
    return [pick.index for pick in found[:MAX_PLACES]]


def _nowhere(slug: str) -> dict[str, Any]:
    why = _("No creature on the table can carry it.")
    return {"card": slug, "fits": False, "findings": [], "unknown": [], "points": None, "why": why}
