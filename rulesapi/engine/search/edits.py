"""Edits that a search for fixes tries, and the JSON Patch that applies them to the legion's document.

Picks keep their number in the document, and upgrades their place, whatever is taken out; added picks have an order of
their own. The order of edits therefore does not matter, and two ways to one legion are equal. The picks of a team form
one sequence, player by player; nothing moves from one player to another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import DISTINGUISHING_PICK_FIELDS
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.search.player_lists import PlayerList, PlayerLists
from rulesapi.engine.values.model import Card, Creature, Document, PickableCard


class EditedPick(NamedTuple):
    """A pick during editing: its `upgrades` in the document (`None` for a removed one), and `more` added at the end.

    `soldiers` is `None` if the document does not have the field; `own` are the fields that only some games have. `of`
    is the place of the pick's list.
    """

    card: str
    upgrades: tuple[str | None, ...]
    more: tuple[str, ...]
    copies: int
    soldiers: int | None
    own: tuple[tuple[str, Any], ...] = ()
    of: str = ""

    def with_more(self, slug: str) -> EditedPick:
        """Return the pick with one more upgrade at its end; added upgrades are sorted."""
        return self._replace(more=tuple(sorted((*self.more, slug))))

    def document(self) -> dict[str, Any]:
        """Return the pick as the legion's document would have it."""
        carried = [slug for slug in (*self.upgrades, *self.more) if slug is not None]
        line: dict[str, Any] = {"card": self.card, "count": self.copies, **dict(self.own)}
        if self.upgrades or self.more:  # a game whose picks carry nothing has no such field
            line["upgrades"] = carried
        return line if self.soldiers is None else {**line, "soldiers": self.soldiers}


class SlugCounts(dict[str, int]):
    """The value of a list field with copies by slug. It is never changed, because states are compared by it."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class EditState(NamedTuple):
    """A legion during editing.

    `lines` are all picks of the document in one sequence, `None` for removed ones; `added` are the new picks, sorted.
    `settings` are the changed values of the lists' own fields, by the field's place in the document; `None` for a
    removed field.
    """

    lines: tuple[EditedPick | None, ...]
    added: tuple[EditedPick, ...] = ()
    settings: tuple[tuple[str, Any], ...] = ()

    def with_line(self, number: int, line: EditedPick | None) -> EditState:
        """Return the legion with the pick at that number replaced or removed."""
        return self._replace(lines=(*self.lines[:number], line, *self.lines[number + 1 :]))

    def with_card(self, slug: str, copies: int, of: str) -> EditState:
        """Return the legion with one more pick in the list at that place."""
        return self._replace(added=tuple(sorted((*self.added, EditedPick(slug, (), (), copies, None, (), of)))))

    def with_setting(self, pointer: str, value: Any) -> EditState:
        """Return the legion with another value in the list field at that place."""
        others = [(place, value) for place, value in self.settings if place != pointer]
        return self._replace(settings=tuple(sorted([*others, (pointer, value)], key=lambda setting: setting[0])))


def initial_state(lists: PlayerLists) -> EditState:
    """Return the picks of a document, unedited."""
    return EditState(
        tuple(
            EditedPick(
                pick["card"],
                tuple(pick.get("upgrades", ())),
                (),
                pick.get("count", 1),
                pick.get("soldiers"),
                tuple((field, pick[field]) for field in DISTINGUISHING_PICK_FIELDS if field in pick),
                one.at,
            )
            for one in lists
            for pick in one.picks
        )
    )


PairPredicate = Callable[[str, str], bool]
"""Returns whether a creature can carry an upgrade, as far as that depends on these two cards alone."""


class Edits:
    """The single edits of legions of one library. No edit adds a retired card, or an upgrade that does not suit its
    bearer.
    """

    def __init__(self, library: Library, suits: PairPredicate) -> None:
        self._suits = suits
        self._cards = library.cards
        self._standing = [card for card in library.all_cards if card.retired is None]
        self._near: dict[tuple[str, type[Card]], list[str]] = {}
        self._suited: dict[tuple[str, str], list[str]] = {}

    def plain(self, state: EditState, numbers: Collection[int], *, reduce_counts: bool = False) -> Iterator[EditState]:
        """Yield the edits that remove, reduce, regroup or move parts of these picks.

        Only a single creature can get another card. If more edits follow, `reduce_counts` also reduces every other pick
        to one copy.
        """
        for number, line in enumerate(state.lines):
            if line is None:
                continue
            if number in numbers:
                yield state.with_line(number, None)
                yield from (state.with_line(number, other) for other in self.with_other_sizes(line))
            elif reduce_counts and line.copies > 1:
                yield state.with_line(number, line._replace(copies=1))
            for slug, without in _without_each_upgrade(line):
                if number in numbers:
                    yield state.with_line(number, without)
                for other in range(len(state.lines)) if number in numbers else numbers:
                    bearer = state.lines[other]
                    if bearer and bearer.copies == 1 and other != number and bearer.of == line.of:
                        yield state.with_line(number, without).with_line(other, bearer.with_more(slug))

    def with_swapped_cards(self, state: EditState, numbers: Collection[int], *, last: bool) -> Iterator[EditState]:
        """Yield each replacement of a card on those picks by another; cards of similar price first.

        A replacing upgrade suits its bearer, since a fix can replace the bearer first. A creature replaced by the
        `last` edit suits everything that it carries, since no edit follows.
        """
        for number in sorted(numbers):
            line = state.lines[number]
            if line is None:
                continue
            for place, slug in enumerate(line.upgrades):
                for other in self._suiting(line, slug) if slug is not None else ():
                    upgrades = (*line.upgrades[:place], other, *line.upgrades[place + 1 :])
                    yield state.with_line(number, line._replace(upgrades=upgrades))
            for place, slug in enumerate(line.more):
                for other in self._suiting(line, slug):
                    rest = line._replace(more=(*line.more[:place], *line.more[place + 1 :]))
                    yield state.with_line(number, rest.with_more(other))
            known = self._cards.get(line.card)
            for other in self._others(line.card, type(known) if isinstance(known, PickableCard) else PickableCard):
                if not last or all(self._suits(other, slug) for slug in (*line.upgrades, *line.more) if slug):
                    yield state.with_line(number, line._replace(card=other))

    def _suiting(self, line: EditedPick, slug: str) -> list[str]:
        """Return the upgrades that could replace one on a pick."""
        if (line.card, slug) not in self._suited:
            suited = [other for other in self._others(slug, Upgrade) if self._suits(line.card, other)]
            self._suited[line.card, slug] = suited
        return self._suited[line.card, slug]

    def _others(self, slug: str, kind: type[Card]) -> list[str]:
        """Return the cards of a kind that could replace one, the nearest in price first."""
        if (slug, kind) not in self._near:
            known = self._cards.get(slug)
            cost = known.cost if known and known.cost is not None else 0
            others = [card for card in self._standing if isinstance(card, kind) and card is not known]
            others.sort(key=lambda card: abs((card.cost or 0) - cost))
            self._near[slug, kind] = [card.slug for card in others]
        return self._near[slug, kind]

    def with_other_sizes(self, line: EditedPick) -> Iterator[EditedPick]:
        """Yield the pick with fewer copies, and with each other number of soldiers that its card has a price for."""
        for copies in range(line.copies - 1, 0, -1):
            yield line._replace(copies=copies)
        card = self._cards.get(line.card)
        tokens = card.costs or () if isinstance(card, Creature) and card.troop is not False else ()
        now = 1 if line.soldiers is None else line.soldiers
        for soldiers in sorted({1, *map(int, tokens)} - {now}):
            yield line._replace(soldiers=soldiers)


def _without_each_upgrade(line: EditedPick) -> Iterator[tuple[str, EditedPick]]:
    """Yield each upgrade of a pick, with the pick without it."""
    for place, slug in enumerate(line.upgrades):
        if slug is not None:
            yield slug, line._replace(upgrades=(*line.upgrades[:place], None, *line.upgrades[place + 1 :]))
    for place, slug in enumerate(line.more):
        yield slug, line._replace(more=(*line.more[:place], *line.more[place + 1 :]))


def edited_document(legion: Document, state: EditState) -> dict[str, Any]:
    """Return the edited legion's or team's document."""
    lists = [_edited_list(one, state) for one in PlayerLists(legion)]
    return {**legion, **_team_fields(state), "team": lists} if "team" in legion else lists[0]


def _team_fields(state: EditState) -> dict[str, Any]:
    """Return the changed fields of a team as a whole."""
    return dict(_settings_of("", state))


def _edited_list(player_list: PlayerList, state: EditState) -> dict[str, Any]:
    lines = zip(
        player_list.picks, state.lines[player_list.first : player_list.first + len(player_list.picks)], strict=True
    )
    picks = [{**pick, **line.document()} for pick, line in lines if line is not None]
    settings = dict(_settings_of(player_list.at, state))
    fields = {field: value for field, value in player_list.document.items() if field not in settings}
    fields |= {field: _as_json(value) for field, value in settings.items() if value is not None}
    return {**fields, "picks": [*picks, *(line.document() for line in state.added if line.of == player_list.at)]}


def _settings_of(pointer: str, state: EditState) -> Iterator[tuple[str, Any]]:
    """Yield the changed fields of the list at that place, with their values."""
    for place, value in state.settings:
        of, _, field = place.rpartition("/")
        if of == pointer:
            yield field, value


def patch(lists: PlayerLists, before: EditState, state: EditState) -> list[dict[str, Any]]:
    """Return the JSON Patch that turns a legion's or a team's document, as it was `before`, into the edited one.

    Removals come last and from the end, so every path before them is one of the document sent.
    """
    do: list[dict[str, Any]] = []
    gone: list[str] = []
    if state.settings:
        if "team" in lists.legion:
            do += _field_operations(PlayerList("", lists.legion, 0), state)
        for one in lists:
            do += _field_operations(one, state)
    for one in lists:
        for number, pick in enumerate(one.picks):
            line = state.lines[one.first + number]
            if line is before.lines[one.first + number]:
                continue
            at = f"{one.at}/picks/{number}"
            if line is None:
                gone.append(at)
            else:
                do += _pick_operations(at, pick, line)
                gone += [f"{at}/upgrades/{place}" for place, slug in enumerate(line.upgrades) if slug is None]
    for line in state.added:
        joining = {"card": line.card} if line.copies == 1 else {"card": line.card, "count": line.copies}
        do.append({"op": "add", "path": f"{line.of}/picks/-", "value": joining})
    return [*do, *({"op": "remove", "path": at} for at in reversed(gone))]


def _pick_operations(pointer: str, pick: Document, line: EditedPick) -> Iterator[dict[str, Any]]:
    """Yield the operations for the changed fields and cards of a pick, except removals."""
    for field, value in (("card", line.card), ("count", line.copies), ("soldiers", line.soldiers)):
        if value is not None and value != pick.get(field, 1):
            yield {"op": "replace" if field in pick else "add", "path": f"{pointer}/{field}", "value": value}
    for place, (old, new) in enumerate(zip(pick.get("upgrades", ()), line.upgrades, strict=True)):
        if new is not None and new != old:
            yield {"op": "replace", "path": f"{pointer}/upgrades/{place}", "value": new}
    if line.more and "upgrades" not in pick:
        yield {"op": "add", "path": f"{pointer}/upgrades", "value": list(line.more)}
    else:
        yield from ({"op": "add", "path": f"{pointer}/upgrades/-", "value": slug} for slug in line.more)


def _field_operations(player_list: PlayerList, state: EditState) -> Iterator[dict[str, Any]]:
    """Yield the operations for the changed own fields of a list."""
    for field, value in _settings_of(player_list.at, state):
        path = f"{player_list.at}/{field}"
        if value is None:
            yield {"op": "remove", "path": path}
        elif isinstance(value, SlugCounts):
            yield from _count_operations(path, player_list.document[field], value)
        else:
            yield {"op": "replace" if field in player_list.document else "add", "path": path, "value": _as_json(value)}


def _count_operations(path: str, before: Mapping[str, int], now: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """Yield the operations for removed slugs and changed copies."""
    yield from ({"op": "remove", "path": f"{path}/{slug}"} for slug in before if slug not in now)
    for slug, copies in now.items():
        if copies != before.get(slug):
            yield {"op": "replace" if slug in before else "add", "path": f"{path}/{slug}", "value": copies}


def _as_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
