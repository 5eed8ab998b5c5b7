"""The drawer: every card that could stand in a place, the fitting ones first, the others with their reason."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from catalog.query.folding import fold
from catalog.query.meaning import Meaning
from catalog.query.nearest import looked_for
from legions import speech
from legions.building.changes import picks
from legions.cards import vocabulary
from legions.cards.pointing import Pointed, pointed
from legions.cards.stock import CardView, Stock, alone
from legions.games import room_of

from .looking import holds, near
from .places import PickNames
from .seating import ANY
from .table import Selection

SHOWN_AT_FIRST, SHOWN_MORE = 12, 36
"""How many cards the drawer shows, and how many more at a time: a browser takes its time for each, at each change."""
PARTS = (
    ("fits", gettext_noop("Fits")),
    ("may-fit", gettext_noop("May fit: not everything is known")),
    ("does-not-fit", gettext_noop("Does not fit")),
)


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
    """One part of the drawer with its heading. `goes_on` says that the page has the heading and the first ones."""

    slug: str
    title: str
    candidates: tuple[CandidateView, ...]
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Drawer:
    """What could go to the selected place: what fits, what may fit, what does not.

    `upto` is how many cards it shows, `more` how many the next look adds to them and `left` how many there are beyond,
    `following` the slug of the first of those. A `refusal` says why nothing is told at all. `faults` are those of what
    is looked for, `near` names that are spelled almost so where nothing is found. Unless `complete`, not all cards were
    tried, because the list is too large for that.
    """

    title: str
    selection: Selection
    sections: tuple[Section, ...]
    upto: int = 0
    left: int = 0
    following: str = ""
    refusal: str = ""
    faults: tuple[Pointed, ...] = ()
    near: tuple[str, ...] = ()
    complete: bool = True

    @property
    def more(self) -> int:
        """How many cards the next look adds."""
        return min(self.left, SHOWN_MORE)


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


def in_order(among: Collection[str], sought: Meaning, stock: Stock) -> list[str]:
    """Return the slugs `among` in the order in which a part of the drawer has them."""
    return sorted(among, key=lambda slug: (*_order(stock.card(slug), sought), slug))


def in_parts(candidates: Iterable[dict[str, Any]], order: Sequence[str]) -> list[dict[str, Any]]:
    """Return candidates as they stand in the drawer: part by part, and in each in the `order` of their slugs."""
    parts = [slug for slug, _title_of in PARTS]
    place = {slug: number for number, slug in enumerate(order)}
    return sorted(candidates, key=lambda one: (parts.index(_part(one)), place[one["card"]]))


def shown(selection: Selection) -> int:
    """Return how many cards the drawer shows at the most: the first ones, then more at each look."""
    return max(SHOWN_AT_FIRST, selection.upto)


def drawer(
    first: Sequence[dict[str, Any]],
    number: int,
    document: dict[str, Any],
    selection: Selection,
    stock: Stock,
    taking: Mapping[str, frozenset[str]],
    sought: Meaning,
) -> Drawer:
    """Return the drawer of a place that there are `number` cards for.

    `first` is what the rules say of those that are `shown` and of one more, as they stand there. `taking` are the cards
    that would take the place of others, with those; see `singles`. `sought` is what is looked for.
    """
    parts = [[one for one in first if _part(one) == part] for part, _title_of in PARTS]
    upto = shown(selection)
    sections, begin = [], 0
    for (slug, title), part in zip(PARTS, parts, strict=True):
        asked = part[max(0, selection.since - begin) : max(0, upto - begin)]
        if asked:
            views = tuple(_view(one, stock, taking.get(one["card"])) for one in asked)
            sections.append(Section(slug, _(title), views, goes_on=selection.since > begin))
        begin += len(part)
    return Drawer(
        title=_title(document, selection, stock),
        selection=selection,
        sections=tuple(sections),
        upto=min(upto, number),
        left=max(0, number - upto),
        following=first[upto]["card"] if upto < number else "",
        faults=tuple(pointed(selection.query, sought.faults)),
        near=() if number else near(sought.condition, list(stock.cards.values())),
    )


def refused(why: str, document: dict[str, Any], selection: Selection, stock: Stock) -> Drawer:
    """Return the drawer of a legion that is too large to say what could be added to it."""
    return Drawer(_title(document, selection, stock), selection, (), refusal=why)


def _view(candidate: dict[str, Any], stock: Stock, rivals: frozenset[str] | None) -> CandidateView:
    card = stock.card(candidate["card"])
    others = speech.row(sorted(map(stock.title, rivals or ())))
    place = [_("Takes the place of {cards}.").format(cards=others)] if rivals else []
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
    return _("{left} of {owned} left").format(left=left, owned=owned) if owned else _("none owned")


def _reasons(candidate: dict[str, Any], card: CardView, stock: Stock) -> Iterable[str]:
    """Return why a card does not fit; for one that does, what is not known of it or to be minded."""
    errors = [speech.message(finding) for finding in candidate["findings"] if finding["level"] == "error"]
    if errors:
        return errors[:2]
    warnings = [speech.message(finding) for finding in candidate["findings"]]
    facts = dict.fromkeys(_wanted_fact(one, card, stock) for one in candidate["unknown"])
    return [*warnings, *([_("Not known: {facts}.").format(facts=", ".join(facts))] if facts else [])]


def _wanted_fact(unknown: dict[str, Any], card: CardView, stock: Stock) -> str:
    """Return what a fact that is not known is called, with its card when that is another one.

    The card words go by one name together: that one of them is missing is all a list has room for.
    """
    other = stock.card(unknown["card"])
    key = unknown["fact"].split("/")[1]
    title = vocabulary.title(other.game, other.document["kind"], key)
    word = _("conditions") if key in room_of(other.game).card_words else speech.inside(title)
    return word if other is card else _("{card}’s {fact}").format(card=other.title, fact=word)


def _named(card: CardView, sought: Meaning) -> bool:
    """Return whether the words that are looked for stand in the name itself."""
    return all(word in fold(card.title) for word in looked_for(sought.condition))


def _part(candidate: dict[str, Any]) -> str:
    """Return the part of the drawer that a candidate stands in."""
    if not candidate["fits"]:
        return "does-not-fit"
    return "may-fit" if candidate["unknown"] else "fits"


def _order(card: CardView, sought: Meaning) -> tuple[Any, ...]:
    """Named ones first; then as the room of the game has it, else the cheaper ones first, then by name."""
    order = room_of(card.game).order
    return not _named(card, sought), order(card) if order else (card.cost is None, card.cost or 0, card.title)


def _title(document: dict[str, Any], selection: Selection, stock: Stock) -> str:
    if selection.index is None:
        room = room_of(document["game"])
        words = str(room.shelves.get(selection.shelf, room.nouns))
        return words[:1].upper() + words[1:]
    creature = PickNames(document, stock)[selection.index]
    if not selection.slot:
        return _("Upgrades for {creature}").format(creature=creature)
    slot = speech.value(selection.slot)
    return _("{slot} upgrades for {creature}").format(slot=slot[:1].upper() + slot[1:], creature=creature)
