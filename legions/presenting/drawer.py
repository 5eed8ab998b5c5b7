"""The drawer: every card that could stand in a place, the fitting ones first, the others with their reason."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from legions import vocabulary
from legions.stock import CardView, Stock

from .places import name_of_pick
from .seating import ANY
from .table import Selection

SHOWN_AT_FIRST = 25


@dataclass(frozen=True, slots=True)
class CandidateView:
    """One card in the drawer. `points` is what the legion would cost more, None when that is not known."""

    card: CardView
    fits: bool
    reason: str
    points: int | None
    open: bool


@dataclass(frozen=True, slots=True)
class Drawer:
    """What could go to the selected place: what fits, what may fit, what does not.

    `more` counts the cards left out that do not fit.
    """

    title: str
    selection: Selection
    fitting: tuple[CandidateView, ...]
    open: tuple[CandidateView, ...]
    others: tuple[CandidateView, ...]
    more: int

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.fitting or self.open or self.others)


def drawer(found: dict[str, Any], document: dict[str, Any], selection: Selection, stock: Stock) -> Drawer:
    """Return the drawer for `found`, what the rules say of each card at the selected place.

    Of the cards that do not fit only the first are shown; a search finds the others.
    """
    views = [_view(candidate, stock) for candidate in found["candidates"]]
    kept = [view for view in views if _wanted(view.card, selection)]
    fitting = sorted((view for view in kept if view.fits), key=_order)
    others = sorted((view for view in kept if not view.fits), key=_order)
    return Drawer(
        title=_title(document, selection, stock),
        selection=selection,
        fitting=tuple(view for view in fitting if not view.open),
        open=tuple(view for view in fitting if view.open),
        others=tuple(others[:SHOWN_AT_FIRST]),
        more=max(0, len(others) - SHOWN_AT_FIRST),
    )


def _view(candidate: dict[str, Any], stock: Stock) -> CandidateView:
    card = stock.card(candidate["card"])
    return CandidateView(
        card=card,
        fits=candidate["fits"],
        reason=" ".join(_reasons(candidate, card, stock)),
        points=candidate["points"],
        open=candidate["fits"] and bool(candidate["unknown"]),
    )


def _reasons(candidate: dict[str, Any], card: CardView, stock: Stock) -> Iterable[str]:
    """Return why a card does not fit; for one that does, what is not known of it or to be minded."""
    errors = [finding["message"] for finding in candidate["findings"] if finding["level"] == "error"]
    if errors:
        return errors[:2]
    warnings = [finding["message"] for finding in candidate["findings"]]
    facts = dict.fromkeys(_wanted_fact(one, card, stock) for one in candidate["unknown"])
    return [*warnings, *([f"Not known: {', '.join(facts)}."] if facts else [])]


def _wanted_fact(unknown: dict[str, Any], card: CardView, stock: Stock) -> str:
    """Return what a fact that is not known is called, with its card when that is another one."""
    other = stock.card(unknown["card"])
    key = unknown["fact"].split("/")[1]
    word = vocabulary.title(other.game, other.document["kind"], key).lower()
    return word if other is card else f"{other.title}’s {word}"


def _wanted(card: CardView, selection: Selection) -> bool:
    if selection.index is not None and selection.slot and card.slot not in {selection.slot, ANY, None}:
        return False
    return all(word in card.searched for word in selection.query.casefold().split())


def _order(view: CandidateView) -> tuple[Any, ...]:
    """Upgrades by icon, creatures by level; then the cheaper ones, then by name."""
    level = -(view.card.document.get("level") or 0)
    return (view.card.slot or "", level, view.card.cost is None, view.card.cost or 0, view.card.title)


def _title(document: dict[str, Any], selection: Selection, stock: Stock) -> str:
    if selection.index is None:
        return "Creatures"
    kind = f"{selection.slot.capitalize()} upgrades" if selection.slot else "Upgrades"
    return f"{kind} for {name_of_pick(selection.index, document, stock)}"
