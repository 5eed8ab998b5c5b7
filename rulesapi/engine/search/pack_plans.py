"""Pack plans: the boxes and packs that a list needs in addition to its owner's collection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rulesapi.engine.core.evaluation import read_terms
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import Card, Document, OwnedCopies, value_object
from rulesapi.engine.values.names import sorted_pointers

Contents = Mapping[str, Mapping[Card, int]]
"""The number of copies of each card in one box or pack, by its set's slug."""

SEARCH_BUDGET = 100_000
"""Maximum number of checks of the copies of a card in a search for the fewest packs."""

MAX_SELECTIONS = 10
"""Maximum number of equally small options in the result."""


@value_object
class MissingCopies:
    """A card that a legion uses more often than its owner has it, and its places. `card` is None for an unknown
    slug.
    """

    slug: str
    card: Card | None
    copies: int
    at: tuple[str, ...]


@value_object
class PackSelections:
    """The packs that hold some cards.

    `options` are those with the fewest packs, each a number of packs by slug, in the order of their slugs. `smallest`
    says that no smaller number of packs is enough, `complete` that no other option is as small. A search that reaches
    its bound returns one option that is enough, with both false.
    """

    options: tuple[Mapping[str, int], ...]
    smallest: bool
    complete: bool


@value_object
class PackPlan:
    """The needs of a legion beyond its owner's collection: the cards, the packs, and the cards that are in no pack."""

    missing: tuple[MissingCopies, ...]
    packs: PackSelections
    nowhere: tuple[MissingCopies, ...]


def plan_packs(library: Library, document: Document) -> PackPlan:
    """Return the purchase plan for a legion; owned cards of a collection are left out. Raises the errors of `judge`.

    Cards count wherever they are, even misplaced, and so do a map and tiles.
    """
    short = missing_copies(library, document)
    inside = {card for contents in library.contents.values() for card in contents}
    packs = fewest_packs(library.contents, {one.card: one.copies for one in short if one.card in inside})
    return PackPlan(tuple(short), packs, tuple(one for one in short if one.card not in inside))


def missing_copies(library: Library, document: Document) -> list[MissingCopies]:
    """Return the copies a legion uses beyond its collection, by slug; all without one. Raises the errors of `judge`.

    A team's collection is for all its players together, a player's own collection for that player's list alone. If the
    team has no collection, a player without one owns nothing.
    """
    owned = read_terms(library, document).owned
    lists = [(at, list(_card_lines(library, part, at))) for at, part in _lists(document)]
    lines = [line for _, part in lists for line in part]
    short: Counter[str] = Counter()
    for at, part in lists:
        if at in owned or "" not in owned:
            short += _excess_copies(part, owned.get(at, {}))
    if "" in owned:
        short |= _excess_copies(lines, owned[""])  # the larger number: what is bought for a player is the team's too
    places: dict[str, list[str]] = {}
    for line in lines:
        places.setdefault(line.slug, []).append(line.at)
    return [
        MissingCopies(slug, library.cards.get(slug), copies, sorted_pointers(places[slug]))
        for slug, copies in sorted(short.items())
    ]


@value_object
class _CardLine:
    """A number of copies of a card at a place."""

    slug: str
    copies: int
    at: str


def _lists(document: Document) -> list[tuple[str, Document]]:
    """Return the lists of a legion with their places: one list, or one for each player of a team."""
    if "team" not in document:
        return [("", document)]
    return [(f"/team/{number}", part) for number, part in enumerate(document["team"])]


def _card_lines(library: Library, part: Document, pointer: str) -> Iterator[_CardLine]:
    """Yield every card of a list with its place; a card listed by a former slug has its current one."""
    for place, slug, copies in _listed_cards(part):
        card = library.cards.get(slug)
        yield _CardLine(card.slug if card else slug, copies, f"{pointer}/{place}")


def _listed_cards(part: Document) -> Iterator[tuple[str, str, int]]:
    for number, pick in enumerate(part["picks"]):
        yield f"picks/{number}", pick["card"], pick.get("count", 1)
        for place, slug in enumerate(pick.get("upgrades", ())):
            yield f"picks/{number}/upgrades/{place}", slug, 1
    for number, slug in enumerate(part.get("tiles", ())):
        yield f"tiles/{number}", slug, 1
    if "map" in part:
        yield "map", part["map"], 1


def _excess_copies(lines: Sequence[_CardLine], owned: OwnedCopies) -> Counter[str]:
    """Return the number of used copies of each card that exceed the owned copies."""
    short: Counter[str] = Counter()
    for line in lines:
        short[line.slug] += line.copies
    short.subtract({card.slug: copies for card, copies in owned.items()})
    return +short


# -- the fewest packs ------------------------------------------------------------------------------------------------


def fewest_packs(contents: Contents, used: Mapping[Card, int]) -> PackSelections:
    """Return the fewest packs that hold these copies of cards, each of which is in a pack."""
    holding = {card: sorted(pack for pack in contents if contents[pack].get(card)) for card in used}
    packs: Counter[str] = Counter()
    for card, copies in used.items():
        if len(holding[card]) == 1:
            (pack,) = holding[card]
            packs[pack] = max(packs[pack], -(-copies // contents[pack][card]))
    several = {card: copies for card, copies in used.items() if len(holding[card]) > 1}
    return _PackSearch(contents, several, holding).fewest(+packs)


class _PackSearch:
    """A search for the fewest packs, beyond those needed in any case, with the cards that are in several packs."""

    def __init__(self, contents: Contents, used: Mapping[Card, int], holding: Mapping[Card, list[str]]) -> None:
        self.contents, self.used, self.holding = contents, used, holding
        self.left = SEARCH_BUDGET

    def fewest(self, packs: Counter[str]) -> PackSelections:
        """Return the fewest packs, tried with one pack more at a time; past the bound one option that is enough."""
        more = 0
        while self.left > 0:
            if found := self._selections(packs, more):
                options = [dict(option) for option in sorted(sorted(option.items()) for option in found)]
                return PackSelections(
                    tuple(options[:MAX_SELECTIONS]), True, self.left > 0 and len(options) <= MAX_SELECTIONS
                )
            more += 1
        return PackSelections((dict(sorted(self._any(packs).items())),), False, False)

    def _selections(self, packs: Counter[str], more: int) -> list[Counter[str]]:
        """Return the options with that many packs more, within the budget, up to one more than the result may name."""
        found: list[Counter[str]] = []
        waiting, seen = [(packs, more)], set()
        while waiting and self.left > 0 and len(found) <= MAX_SELECTIONS:
            so_far, more = waiting.pop()
            card, copies = self._scarcest(so_far)
            if card is None:
                found.append(so_far)
            elif copies <= more * max(self.contents[pack][card] for pack in self.holding[card]):
                for pack in reversed(self.holding[card]):
                    further = so_far + Counter({pack: 1})
                    if (key := frozenset(further.items())) not in seen:
                        seen.add(key)
                        waiting.append((further, more - 1))
        return found

    def _scarcest(self, packs: Counter[str]) -> tuple[Card | None, int]:
        """Return the card with the most copies missing from these packs, and their number."""
        self.left -= len(self.used)
        lacking = {card: copies for card in self.used if (copies := self._lacking(card, packs)) > 0}
        return max(lacking.items(), key=lambda entry: entry[1], default=(None, 0))

    def _lacking(self, card: Card, packs: Counter[str]) -> int:
        return self.used[card] - sum(packs[pack] * self.contents[pack][card] for pack in self.holding[card])

    def _any(self, packs: Counter[str]) -> Counter[str]:
        """Return enough packs, not necessarily the fewest: for each missing card the pack with most copies of it."""
        found = Counter(packs)
        for card in self.used:
            pack = max(self.holding[card], key=lambda pack: (self.contents[pack][card], pack))
            found[pack] += max(0, -(-self._lacking(card, found) // self.contents[pack][card]))
        return +found
