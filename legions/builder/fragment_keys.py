"""Cache keys of the builder's fragments: everything that a fragment is rendered from."""

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
"""The maximum length of notes in a cached menu, in characters; with longer notes the menu is not cached."""

_SAID_OF_CANDIDATE = [one.name for one in fields(CandidateView) if one.name != "card"]


def pick_key(page: "BuilderPage", pick: PickView) -> Hashable | None:
    """Return the cache key of a pick, without its release and language; None if it is not cached.

    A pick is not cached if the page shows something on it for this request alone: a shown offer, or a refused or open
    form, which contains the version of the list. The address of its closed folds is not part of the key: it depends on
    the selected place, and is filled in afterwards.
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
    offer = page.table.campaign and page.table.campaign.slot_offer(pick)
    return at, _card_key(pick.card), pick.name, numbers, states, rows, pick.soldiers, notes, offer


def candidate_key(page: "BuilderPage", candidate: CandidateView) -> Hashable | None:
    """Return the cache key of a candidate, without its release and language; None if it is not cached.

    The address of the selected place is filled in afterwards, too.
    """
    slug = candidate.card.slug
    if page.refusal.refused or page.offers.fitting_card == slug or candidate_fold(slug) in page.look.unfolded:
        return None
    said = tuple(getattr(candidate, name) for name in _SAID_OF_CANDIDATE)
    return _card_key(candidate.card), said, page.drawer.carrying, page.drawer.selection.index is None


def _terms_key(page: "BuilderPage") -> Hashable:
    """Return the cache key of the form for limit, format, sources and house rules."""
    document, verdict = page.table.document, page.table.verdict
    agreed = tuple(document.get("house_rules", ()))
    chosen = document.get("format"), document.get("points"), verdict.verdict["format"], verdict.points.limit
    return page.table.campaign is None, agreed, chosen, page.drawer.sources.open_sets


def _more_key(page: "BuilderPage") -> Hashable | None:
    """Return the cache key of the menu; None with long notes, since anybody could fill the cache with them."""
    legion, notes = page.table.legion, page.table.document.get("notes", "")
    if len(notes) > MAX_KEPT_NOTES:
        return None
    if legion is None:
        return page.look.density, notes
    until = legion.guest_key and localdate(legion.updated_at)
    return page.look.density, notes, until, page.table.origin, legion.folder, legion.archived_at is None


def _density_key(page: "BuilderPage") -> Hashable:
    return page.look.density


PANEL_KEYS: Mapping[str, Callable[["BuilderPage"], Hashable | None]] = {
    "terms": _terms_key,
    "more": _more_key,
    "density": _density_key,
}
"""The functions for the cache keys of panels that rarely change, by the names of their templates."""


def panel_key(page: "BuilderPage", name: str) -> Hashable | None:
    """Return the cache key of a panel, without its release, the language and the page's section.

    The key is None if the panel shows the texts of a refused form. The form tokens, the number of the last change, and
    the CSRF token are filled in afterwards.
    """
    key = None if page.refusal.entered else PANEL_KEYS[name](page)
    return None if key is None else (name, page.table.address, key)


def _row_key(row: SlotRow) -> Hashable:
    card = row.card and _card_key(row.card)
    states = row.state, row.faulty, row.granted, row.bought, row.chosen
    return card, row.icon, row.upgrade, row.points, row.number, states


def _card_key(card: CardView) -> Hashable:
    """Return the key of a card of a release, including the player's own numbers for it."""
    return card.slug, card.own_keys and canonical.compact(dict(card.document))
