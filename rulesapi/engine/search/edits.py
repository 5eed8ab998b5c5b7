"""The edits that a search for fixes tries, and the JSON Patch that makes them in the legion's document.

Picks keep the number they have in the document, upgrades their place in it, whatever is taken out; those that join
have an order of their own. So it does not matter in which order edits are made, and two ways to the same legion are
the same. The picks of a team stand in one row, player by player; nothing moves from one player to another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from rulesapi.engine.model import Card, Creature, Document, Fielded, Upgrade
from rulesapi.engine.reading import OWN_OF_PICKS
from rulesapi.engine.ruleset import Library
from rulesapi.engine.search.lists import Lists, PlayerList


class Line(NamedTuple):
    """A pick while it is edited: `upgrades` as they stand in the document, `None` where one is gone, `more` at its end.

    `soldiers` is `None` where the document says nothing of them; `own` are the fields that only some games have. `of`
    is the place of the list that the pick stands in.
    """

    card: str
    upgrades: tuple[str | None, ...]
    more: tuple[str, ...]
    copies: int
    soldiers: int | None
    own: tuple[tuple[str, Any], ...] = ()
    of: str = ""

    def with_more(self, slug: str) -> Line:
        """The pick with one more upgrade at its end, where their order says nothing of when they came."""
        return self._replace(more=tuple(sorted((*self.more, slug))))

    def document(self) -> dict[str, Any]:
        """The pick as the legion's document would have it."""
        carried = [slug for slug in (*self.upgrades, *self.more) if slug is not None]
        line: dict[str, Any] = {"card": self.card, "count": self.copies, **dict(self.own)}
        if self.upgrades or self.more:  # a game whose picks carry nothing has no such field
            line["upgrades"] = carried
        return line if self.soldiers is None else {**line, "soldiers": self.soldiers}


class Counts(dict[str, int]):
    """What a list says in a field that has copies by slug, never changed: states are compared by it."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class State(NamedTuple):
    """A legion while it is edited.

    `lines` are all picks of the document in one row, `None` where one is gone; `added` those that joined, sorted.
    `settings` is what lists say otherwise in their own fields, by the field's place in the document; `None` where one
    says nothing any more.
    """

    lines: tuple[Line | None, ...]
    added: tuple[Line, ...] = ()
    settings: tuple[tuple[str, Any], ...] = ()

    def with_line(self, number: int, line: Line | None) -> State:
        """The legion with another pick, or none, at that number."""
        return self._replace(lines=(*self.lines[:number], line, *self.lines[number + 1 :]))

    def with_card(self, slug: str, copies: int, of: str) -> State:
        """The legion with a pick more, in the list at that place."""
        return self._replace(added=tuple(sorted((*self.added, Line(slug, (), (), copies, None, (), of)))))

    def with_setting(self, at: str, said: Any) -> State:
        """The legion with something else said in the field of a list that stands there."""
        others = [(place, value) for place, value in self.settings if place != at]
        return self._replace(settings=tuple(sorted([*others, (at, said)], key=lambda setting: setting[0])))


def start(lists: Lists) -> State:
    """The picks of a document, unedited."""
    return State(
        tuple(
            Line(
                pick["card"],
                tuple(pick.get("upgrades", ())),
                (),
                pick.get("count", 1),
                pick.get("soldiers"),
                tuple((field, pick[field]) for field in OWN_OF_PICKS if field in pick),
                one.at,
            )
            for one in lists
            for pick in one.picks
        )
    )


Suits = Callable[[str, str], bool]
"""Whether a creature can carry an upgrade, as far as that depends on these two cards alone."""


class Edits:
    """The single edits of legions of one library. A retired card is never put in, nor an upgrade that does not suit."""

    def __init__(self, library: Library, suits: Suits) -> None:
        self._suits = suits
        self._cards = library.cards
        self._standing = [card for card in library.shelf if card.retired is None]
        self._near: dict[tuple[str, type[Card]], list[str]] = {}
        self._suited: dict[tuple[str, str], list[str]] = {}

    def plain(self, state: State, numbers: Collection[int], *, making_room: bool = False) -> Iterator[State]:
        """Each way to take out, count down, regroup or move something that concerns one of those picks.

        Only a single creature can be given a card; so, where edits are to follow, `making_room` also counts every other
        pick down to one.
        """
        for number, line in enumerate(state.lines):
            if line is None:
                continue
            if number in numbers:
                yield state.with_line(number, None)
                yield from (state.with_line(number, other) for other in self.resized(line))
            elif making_room and line.copies > 1:
                yield state.with_line(number, line._replace(copies=1))
            for slug, without in _taken_out(line):
                if number in numbers:
                    yield state.with_line(number, without)
                for other in range(len(state.lines)) if number in numbers else numbers:
                    bearer = state.lines[other]
                    if bearer and bearer.copies == 1 and other != number and bearer.of == line.of:
                        yield state.with_line(number, without).with_line(other, bearer.with_more(slug))

    def swaps(self, state: State, numbers: Collection[int], *, last: bool) -> Iterator[State]:
        """Each way to put another card in the place of one on those picks; cards of about the same price first.

        Of edits that are made anyway, another creature can always come before its upgrades: so an upgrade that is put
        in suits its bearer already, and a creature that is the `last` edit suits all that it carries.
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
            for other in self._others(line.card, type(known) if isinstance(known, Fielded) else Fielded):
                if not last or all(self._suits(other, slug) for slug in (*line.upgrades, *line.more) if slug):
                    yield state.with_line(number, line._replace(card=other))

    def _suiting(self, line: Line, slug: str) -> list[str]:
        """The upgrades that could stand instead of one on a pick."""
        if (line.card, slug) not in self._suited:
            suited = [other for other in self._others(slug, Upgrade) if self._suits(line.card, other)]
            self._suited[line.card, slug] = suited
        return self._suited[line.card, slug]

    def _others(self, slug: str, kind: type[Card]) -> list[str]:
        """The cards of a kind that could stand instead of one, the nearest in price first."""
        if (slug, kind) not in self._near:
            known = self._cards.get(slug)
            cost = known.cost if known and known.cost is not None else 0
            others = [card for card in self._standing if isinstance(card, kind) and card is not known]
            others.sort(key=lambda card: abs((card.cost or 0) - cost))
            self._near[slug, kind] = [card.slug for card in others]
        return self._near[slug, kind]

    def resized(self, line: Line) -> Iterator[Line]:
        """The pick with fewer copies, and with each other number of soldiers that its card has a price for."""
        for copies in range(line.copies - 1, 0, -1):
            yield line._replace(copies=copies)
        card = self._cards.get(line.card)
        tokens = card.costs or () if isinstance(card, Creature) and card.troop is not False else ()
        now = 1 if line.soldiers is None else line.soldiers
        for soldiers in sorted({1, *map(int, tokens)} - {now}):
            yield line._replace(soldiers=soldiers)


def _taken_out(line: Line) -> Iterator[tuple[str, Line]]:
    """Each upgrade of a pick, with the pick without it."""
    for place, slug in enumerate(line.upgrades):
        if slug is not None:
            yield slug, line._replace(upgrades=(*line.upgrades[:place], None, *line.upgrades[place + 1 :]))
    for place, slug in enumerate(line.more):
        yield slug, line._replace(more=(*line.more[:place], *line.more[place + 1 :]))


def edited(legion: Document, state: State) -> dict[str, Any]:
    """The edited legion's or team's document."""
    lists = [_edited_list(one, state) for one in Lists(legion)]
    return {**legion, **_of_team(state), "team": lists} if "team" in legion else lists[0]


def _of_team(state: State) -> dict[str, Any]:
    """What a team says otherwise of all its lists together."""
    return dict(_settings_of("", state))


def _edited_list(one: PlayerList, state: State) -> dict[str, Any]:
    lines = zip(one.picks, state.lines[one.first : one.first + len(one.picks)], strict=True)
    picks = [{**pick, **line.document()} for pick, line in lines if line is not None]
    said = dict(_settings_of(one.at, state))
    kept = {field: value for field, value in one.document.items() if field not in said}
    kept |= {field: _as_json(value) for field, value in said.items() if value is not None}
    return {**kept, "picks": [*picks, *(line.document() for line in state.added if line.of == one.at)]}


def _settings_of(at: str, state: State) -> Iterator[tuple[str, Any]]:
    """What the list at that place says otherwise, by field."""
    for place, value in state.settings:
        of, _, field = place.rpartition("/")
        if of == at:
            yield field, value


def patch(lists: Lists, before: State, state: State) -> list[dict[str, Any]]:
    """The JSON Patch that makes of a legion's or a team's document, as it was `before`, the edited one.

    What is taken out is taken out at the end and from behind, so that every path before it is one of the document sent.
    """
    do: list[dict[str, Any]] = []
    gone: list[str] = []
    if state.settings:
        if "team" in lists.legion:
            do += _said(PlayerList("", lists.legion, 0), state)
        for one in lists:
            do += _said(one, state)
    for one in lists:
        for number, pick in enumerate(one.picks):
            line = state.lines[one.first + number]
            if line is before.lines[one.first + number]:
                continue
            at = f"{one.at}/picks/{number}"
            if line is None:
                gone.append(at)
            else:
                do += _changed(at, pick, line)
                gone += [f"{at}/upgrades/{place}" for place, slug in enumerate(line.upgrades) if slug is None]
    for line in state.added:
        joining = {"card": line.card} if line.copies == 1 else {"card": line.card, "count": line.copies}
        do.append({"op": "add", "path": f"{line.of}/picks/-", "value": joining})
    return [*do, *({"op": "remove", "path": at} for at in reversed(gone))]


def _changed(at: str, pick: Document, line: Line) -> Iterator[dict[str, Any]]:
    """What a pick says otherwise, but for what is taken out."""
    for field, said in (("card", line.card), ("count", line.copies), ("soldiers", line.soldiers)):
        if said is not None and said != pick.get(field, 1):
            yield {"op": "replace" if field in pick else "add", "path": f"{at}/{field}", "value": said}
    for place, (old, new) in enumerate(zip(pick.get("upgrades", ()), line.upgrades, strict=True)):
        if new is not None and new != old:
            yield {"op": "replace", "path": f"{at}/upgrades/{place}", "value": new}
    if line.more and "upgrades" not in pick:
        yield {"op": "add", "path": f"{at}/upgrades", "value": list(line.more)}
    else:
        yield from ({"op": "add", "path": f"{at}/upgrades/-", "value": slug} for slug in line.more)


def _said(one: PlayerList, state: State) -> Iterator[dict[str, Any]]:
    """What a list says otherwise in its own fields."""
    for field, value in _settings_of(one.at, state):
        path = f"{one.at}/{field}"
        if value is None:
            yield {"op": "remove", "path": path}
        elif isinstance(value, Counts):
            yield from _counted(path, one.document[field], value)
        else:
            yield {"op": "replace" if field in one.document else "add", "path": path, "value": _as_json(value)}


def _counted(path: str, before: Mapping[str, int], now: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """The copies by slug that are there no more, and those that are others."""
    yield from ({"op": "remove", "path": f"{path}/{slug}"} for slug in before if slug not in now)
    for slug, copies in now.items():
        if copies != before.get(slug):
            yield {"op": "replace" if slug in before else "add", "path": f"{path}/{slug}", "value": copies}


def _as_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
