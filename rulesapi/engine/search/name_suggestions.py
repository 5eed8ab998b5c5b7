"""Name suggestions: the names that messages suggest for unknown cards, put into the list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesapi.engine.core.evaluation import Evaluation
from rulesapi.engine.search.edit_trials import TrialJudge
from rulesapi.engine.search.edits import EditState, SlugCounts
from rulesapi.engine.search.player_lists import POOL, Place


@dataclass(frozen=True, slots=True)
class _UnmatchedCard:
    """An unknown card: all its editable places, and the slugs suggested for it."""

    places: tuple[Place, ...]
    nearest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameSuggestions:
    """The unknown cards of a legion for which a message suggests names, the closest first."""

    tries: TrialJudge
    unknown_cards: tuple[_UnmatchedCard, ...]

    @classmethod
    def of(cls, tries: TrialJudge, evaluation: Evaluation) -> NameSuggestions | None:
        """Return the suggestions among the errors of a legion; `None` if there are none that may be used."""
        strangers = []
        proposed = {card.slug for card in tries.library.all_cards if card.retired is None}
        for finding in evaluation.findings:
            slugs = finding.facts.get("nearest_slugs", ()) if finding.level == "error" else ()
            nearest = tuple(slug for slug in slugs if slug in proposed)
            found = [place for at in finding.at if (place := tries.lists.place(at)) and _editable(place)]
            if nearest and found:
                strangers.append(_UnmatchedCard(tuple(found), nearest))
        return cls(tries, tuple(strangers)) if strangers else None

    @property
    def places(self) -> int:
        """The number of places with an unknown card."""
        return sum(len(stranger.places) for stranger in self.unknown_cards)

    @property
    def closest(self) -> Sequence[str]:
        """The closest name of each of the cards."""
        return [stranger.nearest[0] for stranger in self.unknown_cards]

    def states(self) -> Iterator[EditState]:
        """Yield the legion with the closest names everywhere, then with a different name for each card in turn."""
        yield self.renamed(self.closest)
        for number, stranger in enumerate(self.unknown_cards):
            for slug in stranger.nearest[1:]:
                yield self.renamed([*self.closest[:number], slug, *self.closest[number + 1 :]])

    def renamed(self, slugs: Sequence[str]) -> EditState:
        """Return the legion with those slugs in the places of the cards."""
        state = self.tries.start
        for stranger, slug in zip(self.unknown_cards, slugs, strict=True):
            for place in stranger.places:
                state = self._with_slug(state, place, slug)
        return state

    def taken(self, state: EditState) -> tuple[int, int]:
        """Return the number of places with a suggested name, and the number of closer names that were passed over."""
        closer = [
            stranger.nearest.index(slug)
            for stranger in self.unknown_cards
            for place in stranger.places
            if (slug := self._slug_at(state, place, stranger)) in stranger.nearest
        ]
        return len(closer), sum(closer)

    def _with_slug(self, state: EditState, place: Place, slug: str) -> EditState:
        number = self.tries.lists.row_index(place)
        if number is None:
            return self._with_setting(state, place, slug)
        line = state.lines[number]
        assert line is not None
        if place.upgrade is None:
            return state.with_line(number, line._replace(card=slug))
        upgrades = (*line.upgrades[: place.upgrade], slug, *line.upgrades[place.upgrade + 1 :])
        return state.with_line(number, line._replace(upgrades=upgrades))

    def _with_setting(self, state: EditState, place: Place, slug: str) -> EditState:
        """Return the legion with the slug in a list's field, as its value or as one of its values."""
        at = f"{place.of}/{place.field}"
        if place.counted is not None:
            opened = self._opened(state, place)
            copies = opened.pop(place.counted)
            return state.with_setting(at, SlugCounts({**opened, slug: opened.get(slug, 0) + copies}))
        if place.entry is None:
            return state.with_setting(at, slug)
        entries = self._entries(state, place)
        return state.with_setting(at, (*entries[: place.entry], slug, *entries[place.entry + 1 :]))

    def _entries(self, state: EditState, place: Place) -> tuple[str, ...]:
        """Return the entries of a list field that takes several."""
        submitted = self.tries.lists[place.of].document.get(place.field or "", ())
        return tuple(dict(state.settings).get(f"{place.of}/{place.field}", submitted) or ())

    def _opened(self, state: EditState, place: Place) -> dict[str, int]:
        """Return the copies by slug in a list field that has them."""
        pool = dict(state.settings).get(f"{place.of}/{POOL}")
        return dict(self.tries.lists[place.of].document[POOL] if pool is None else pool)

    def _slug_at(self, state: EditState, place: Place, stranger: _UnmatchedCard) -> str | None:
        number = self.tries.lists.row_index(place)
        if number is not None:
            line = state.lines[number]
            return None if line is None else line.card if place.upgrade is None else line.upgrades[place.upgrade]
        if place.counted is not None:
            submitted, opened = self._opened(self.tries.start, place), self._opened(state, place)
            return next((slug for slug in stranger.nearest if opened.get(slug) != submitted.get(slug)), None)
        if place.entry is None:
            return dict(state.settings).get(f"{place.of}/{place.field}")
        entries = self._entries(state, place)
        return entries[place.entry] if place.entry < len(entries) else None


def _editable(place: Place) -> bool:
    """Return whether edits reach the card at a place: a pick, an upgrade, the map, a tile, a figure of the pool."""
    if place.pick is not None:
        return not place.inside_pick
    return place.field == "map" or place.counted is not None or (place.field == "tiles" and place.entry is not None)
