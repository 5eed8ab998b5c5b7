"""Cards that are looked for and do not fit at the selected place: where else in the list they fit, or why nowhere."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from legions.builder.candidate_list import only_over_limit
from legions.builder.changes import picks
from rulesapi.judging import verdicts

if TYPE_CHECKING:
    from legions.builder.builder_page import BuilderPage
    from legions.builder.table_layout import PickView

MAX_CARDS = 24
"""Cards that are tried at other places for one search, of creatures and of what they carry each."""
MAX_PLACES = 6
"""Creatures that each of them is tried on."""

Candidates = list[dict[str, Any]]


def elsewhere(page: "BuilderPage", refused: Sequence[str], others: Sequence[str], apart: Sequence[str]) -> Candidates:
    """Return what becomes of cards elsewhere in the list on the table, each as a candidate with its `place`.

    `refused` do not fit at the selected place, and come back only where they fit; `others` have no place there at all,
    and come back in any case, as far as they are tried. Where one slot is selected, the others of its creature are
    elsewhere too.
    """
    index, stock = page.selection.index, page.stock
    found: Candidates = []
    if index is not None:
        standing = [slug for slug in others if stock.card(slug).stands][:MAX_CARDS]
        first, _number, _complete = verdicts.top_candidates(page.searched, "", standing, MAX_CARDS, apart=apart)
        found += [{**one, "place": None} for one in first]
    else:
        refused = ()
    carried = [slug for slug in (*others, *refused) if stock.card(slug).carried][:MAX_CARDS]
    return [*found, *_on_creatures(page, carried, set(refused))]


def _on_creatures(page: "BuilderPage", slugs: Sequence[str], judged: set[str]) -> Candidates:
    """Return the cards `slugs` as candidates for the creatures of the list: see `_other_places`.

    Of those `judged` already only what fits there comes back.
    """
    pending = dict.fromkeys(slugs)
    told: dict[str, dict[str, Any]] = {}
    found: Candidates = []
    for place in _other_places(page):
        if not pending:
            break
        for one in verdicts.candidates(page.searched, f"/picks/{place}", among=set(pending))["candidates"]:
            placed = {**one, "place": place}
            if one["fits"]:
                found.append(placed)
                del pending[one["card"]]
            elif only_over_limit(one) or one["card"] not in told:
                told[one["card"]] = placed
    return [*found, *(told.get(slug) or _nowhere(slug) for slug in pending if slug not in judged)]


def _other_places(page: "BuilderPage") -> list[int]:
    """The creatures that could carry something, of those that are alike one, those with an open slot first.

    The selected one is before them all where only one of its slots is, and else not among them.
    """
    lines = picks(page.document)
    seen: list[dict[str, Any]] = []
    found: list[PickView] = []
    here = page.selection.index
    for pick in sorted(page.picks, key=lambda pick: pick.index != here):
        line = lines[pick.index]
        if (pick.index == here and not page.selection.slot) or not pick.card.bears or line in seen:
            continue
        seen.append(line)
        found.append(pick)
    found.sort(key=lambda pick: (pick.index != here, not any(row.state == "open" for row in pick.rows)))
    return [pick.index for pick in found[:MAX_PLACES]]


def _nowhere(slug: str) -> dict[str, Any]:
    why = _("No creature on the table can carry it.")
    return {"card": slug, "fits": False, "findings": [], "unknown": [], "points": None, "why": why}
