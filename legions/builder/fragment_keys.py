"""What a part of the builder is drawn from, so that it is drawn once while that is the same."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from django.utils.timezone import localdate

from catalog.documents import canonical
from legions.builder.candidate_list import CandidateView
from legions.builder.deferred_parts import PAGE_FOLDS, candidate_fold
from legions.cards.stock import CardView
from legions.table.pick_views import PickView, SlotRow

if TYPE_CHECKING:
    from legions.builder.builder_page import BuilderPage

MAX_KEPT_NOTES = 500
"""So many letters of notes are kept in what was drawn; with more of them the menu is drawn each time."""

_SAID_OF_CANDIDATE = [one.name for one in fields(CandidateView) if one.name != "card"]


def pick_key(page: "BuilderPage", pick: PickView) -> Hashable | None:
    """Return all that the drawing of a pick depends on but its release and the language; None where it is not kept.

    That is wherever the page has something on it for this request alone: an offer that is looked at, a form that could
    not be taken or is open, which carries the version of the list. The address of its closed folds is left out: it has
    the place that is selected, and is filled in afterwards.
    """
    in_use = page.suggestion or page.refusal.refused or page.refusal.own_fact_data is not None
    if in_use or page.look.unfolded - PAGE_FOLDS or (pick.part is not None and pick.part.words):
        return None
    drawer, selection = page.drawer, page.drawer.selection
    at = page.table.address, drawer.card, selection.lines, selection.sort, page.look.density
    numbers = pick.index, pick.count, pick.points, pick.own_points
    states = pick.faulty, pick.chosen
    rows = tuple(_row_key(row) for row in pick.rows)
    notes = tuple((one.sort, one.mark, one.message, one.cite, one.rule, one.page) for one in pick.notes)
    return at, _card_key(pick.card), pick.name, numbers, states, rows, pick.soldiers, notes


def candidate_key(page: "BuilderPage", one: CandidateView) -> Hashable | None:
    """Return all that the drawing of a candidate depends on, as `pick_key` does for a pick.

    The address of the selected place, too, is filled in afterwards.
    """
    slug = one.card.slug
    if page.refusal.refused or page.offers.fitting_card == slug or candidate_fold(slug) in page.look.unfolded:
        return None
    said = tuple(getattr(one, name) for name in _SAID_OF_CANDIDATE)
    return _card_key(one.card), said, page.drawer.carrying, page.drawer.selection.index is None


def _terms_key(page: "BuilderPage") -> Hashable:
    """Return what the form for limit, format, sources and house rules is drawn from."""
    document, verdict = page.table.document, page.table.verdict
    agreed = tuple(document.get("house_rules", ()))
    chosen = document.get("format"), document.get("points"), verdict.verdict["format"], verdict.points.limit
    return page.table.campaign is None, agreed, chosen, page.drawer.sources.open_sets


def _more_key(page: "BuilderPage") -> Hashable | None:
    """Return what the menu of all else is drawn from; None with long notes, of which anybody could have many kept."""
    legion, notes = page.table.legion, page.table.document.get("notes", "")
    if len(notes) > MAX_KEPT_NOTES:
        return None
    if legion is None:
        return page.look.density, notes
    until = legion.guest_key and localdate(legion.updated_at)
    return page.look.density, notes, until, page.table.origin, legion.folder, legion.archived_at is None


def _density_key(page: "BuilderPage") -> Hashable:
    """Return what the choice of a layout is drawn from."""
    return page.look.density


PANEL_KEYS: Mapping[str, Callable[["BuilderPage"], Hashable | None]] = {
    "terms": _terms_key,
    "more": _more_key,
    "density": _density_key,
}
"""The panels of the builder that hardly a change changes, by the names of their templates."""


def panel_key(page: "BuilderPage", name: str) -> Hashable | None:
    """Return all that the drawing of such a panel depends on but its release, the language and the page's section.

    None where it is not kept: where it has what was written into a form that could not be taken. What forms send, the
    number of the last change, and the token against forgery are filled in afterwards.
    """
    key = None if page.refusal.entered else PANEL_KEYS[name](page)
    return None if key is None else (name, page.table.address, key)


def _row_key(row: SlotRow) -> Hashable:
    card = row.card and _card_key(row.card)
    states = row.state, row.faulty, row.granted, row.bought, row.chosen
    return card, row.icon, row.upgrade, row.points, row.number, states


def _card_key(card: CardView) -> Hashable:
    """Return what tells a card of a release from its others, and from itself with other numbers of the player's."""
    return card.slug, card.own_facts and canonical.compact(dict(card.document))
