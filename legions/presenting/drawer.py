"""The drawer: every card that could stand in a place, the fitting ones first, the others with their reason."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalog.query.folding import fold
from catalog.query.meaning import Meaning
from catalog.query.nearest import looked_for
from legions.cards import vocabulary
from legions.cards.pointing import Pointed, pointed
from legions.cards.stock import CardView, Stock, alone
from legions.changes import picks
from legions.games import room_of
from rulesapi.engine.names import listed

from .looking import holds, near
from .places import name_of_pick
from .seating import ANY
from .table import Selection

SHOWN_AT_FIRST = 25


@dataclass(frozen=True, slots=True)
class CandidateView:
    """One card in the drawer. `points` is what the legion would cost more, None when that is not known.

    `left` says how many copies its player has left, and of how many; empty where that is not asked.
    `instead` says that it would take the place of the one that stands there.
    """

    card: CardView
    fits: bool
    reason: str
    points: int | None
    open: bool
    left: str
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the drawer with its heading."""

    slug: str
    title: str
    candidates: tuple[CandidateView, ...]


@dataclass(frozen=True, slots=True)
class Drawer:
    """What could go to the selected place: what fits, what may fit, what does not.

    `more` counts the cards left out that do not fit. A `refusal` says why nothing is told at all. `faults` are those of
    what is looked for, `near` names that are spelled almost so where nothing is found.
    """

    title: str
    selection: Selection
    sections: tuple[Section, ...]
    more: int
    refusal: str = ""
    faults: tuple[Pointed, ...] = ()
    near: tuple[str, ...] = ()


def there_are(selection: Selection, icons: Collection[str], stock: Stock) -> set[str]:
    """Return the slugs of the cards that the selected place is for, whether they fit or not.

    `icons` are those of the selected creature, none when its banner is not known. Upgrades of another icon have no
    place there and are left out, unless they are looked for by their words.
    """
    wanted = {selection.slot} if selection.slot else set(() if selection.query else icons)
    wanted |= {ANY, None} if wanted else set()
    return {
        slug
        for slug, card in stock.cards.items()
        if (card.stands if selection.index is None else card.carried and (not wanted or card.slot in wanted))
        and (not selection.shelf or card.document["kind"] == selection.shelf)
    }


def asked_for(among: Collection[str], sought: Meaning, stock: Stock) -> set[str]:
    """Return those of the cards `among` that surely are what is looked for."""
    if sought.empty:
        return set(among)
    return {slug for slug in among if holds(sought.condition, stock.cards[slug])}


def singles(document: dict[str, Any], among: Collection[str], stock: Stock) -> dict[str, frozenset[str]]:
    """Return those of the cards `among` that would take the place of others, each with those."""
    standing = {pick["card"] for pick in picks(document)}
    rivals = {slug: alone(slug, stock) & standing for slug in among}
    return {slug: others for slug, others in rivals.items() if others}


def drawer(
    found: dict[str, Any],
    document: dict[str, Any],
    selection: Selection,
    stock: Stock,
    taking: Mapping[str, frozenset[str]],
    sought: Meaning,
) -> Drawer:
    """Return the drawer for `found`, what the rules say of each card at the selected place.

    `taking` are the cards that would take the place of others, with those; see `singles`. `sought` is what is looked
    for. Of the cards that do not fit only the first are shown; a search finds the others.
    """
    views = [_view(candidate, stock, taking.get(candidate["card"])) for candidate in found["candidates"]]
    views.sort(key=lambda view: (not _named(view.card, sought), *_order(view)))
    fitting = tuple(view for view in views if view.fits and not view.open)
    open_ = tuple(view for view in views if view.fits and view.open)
    others = tuple(view for view in views if not view.fits)
    sections = (
        Section("fits", "Fits", fitting),
        Section("may-fit", "May fit: not everything is known", open_),
        Section("does-not-fit", "Does not fit", others[:SHOWN_AT_FIRST]),
    )
    return Drawer(
        title=_title(document, selection, stock),
        selection=selection,
        sections=tuple(section for section in sections if section.candidates),
        more=max(0, len(others) - SHOWN_AT_FIRST),
        faults=tuple(pointed(selection.query, sought.faults)),
        near=() if views else near(sought.condition, list(stock.cards.values())),
    )


def refused(why: str, document: dict[str, Any], selection: Selection, stock: Stock) -> Drawer:
    """Return the drawer of a legion that is too large to say what could be added to it."""
    return Drawer(_title(document, selection, stock), selection, (), 0, why)


def _view(candidate: dict[str, Any], stock: Stock, rivals: frozenset[str] | None) -> CandidateView:
    card = stock.card(candidate["card"])
    place = [f"Takes the place of {listed(sorted(map(stock.title, rivals)))}."] if rivals else []
    return CandidateView(
        card=card,
        fits=candidate["fits"],
        reason=" ".join([*place, *_reasons(candidate, card, stock)]),
        points=candidate["points"],
        open=candidate["fits"] and bool(candidate["unknown"]),
        left=_left(candidate.get("left"), candidate.get("owned")),
        instead=bool(rivals),
    )


def _left(left: int | None, owned: int | None) -> str:
    """Return in words how many copies are left; nothing where that is not asked."""
    if owned is None:
        return ""
    return f"{left} of {owned} left" if owned else "none owned"


def _reasons(candidate: dict[str, Any], card: CardView, stock: Stock) -> Iterable[str]:
    """Return why a card does not fit; for one that does, what is not known of it or to be minded."""
    errors = [finding["message"] for finding in candidate["findings"] if finding["level"] == "error"]
    if errors:
        return errors[:2]
    warnings = [finding["message"] for finding in candidate["findings"]]
    facts = dict.fromkeys(_wanted_fact(one, card, stock) for one in candidate["unknown"])
    return [*warnings, *([f"Not known: {', '.join(facts)}."] if facts else [])]


def _wanted_fact(unknown: dict[str, Any], card: CardView, stock: Stock) -> str:
    """Return what a fact that is not known is called, with its card when that is another one.

    The card words go by one name together: that one of them is missing is all a list has room for.
    """
    other = stock.card(unknown["card"])
    key = unknown["fact"].split("/")[1]
    title = vocabulary.title(other.game, other.document["kind"], key).lower()
    word = "conditions" if key in room_of(other.game).card_words else title
    return word if other is card else f"{other.title}’s {word}"


def _named(card: CardView, sought: Meaning) -> bool:
    """Return whether the words that are looked for stand in the name itself."""
    return all(word in fold(card.title) for word in looked_for(sought.condition))


def _order(view: CandidateView) -> tuple[Any, ...]:
    """As the room of the game has it; else the cheaper ones first, then by name."""
    order = room_of(view.card.game).order
    return order(view.card) if order else (view.card.cost is None, view.card.cost or 0, view.card.title)


def _title(document: dict[str, Any], selection: Selection, stock: Stock) -> str:
    if selection.index is None:
        room = room_of(document["game"])
        return str(room.shelves.get(selection.shelf, room.nouns)).capitalize()
    kind = f"{selection.slot.capitalize()} upgrades" if selection.slot else "Upgrades"
    return f"{kind} for {name_of_pick(selection.index, document, stock)}"
