"""Fields for places on a grid, such as a formation."""

from collections.abc import Iterable

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _

from rulesapi.engine.resolutions.input_kinds import Grid
from rulesapi.translation import translated

MAX_PLACES = 18
"""Maximum places of a grid that a page shows: the chosen ones, and those around them."""


class GridField(forms.MultipleChoiceField):
    """A grid of places to select."""

    grid = True
    widget = forms.CheckboxSelectMultiple


def grid_field(kind: Grid, label: str, chosen: Iterable[str]) -> GridField:
    """Return a field with the chosen places and those around them."""
    ahead, behind, aside = kind.shown
    places = [(right, back) for back in range(-ahead, behind + 1) for right in range(-aside, aside + 1)]
    names = {(right, back): f"{right}_{back}" for right, back in places}
    entered = {place for place, name in names.items() if name in chosen}
    near = sorted(names.keys() - entered, key=lambda place: _distance(place, entered | {(0, 0)}))
    shown = entered.union(near[: max(0, MAX_PLACES - len(entered))])
    choices = [(name, _place_word(kind, *place)) for place, name in names.items() if place in shown]
    return GridField(label=label, required=False, choices=choices)


def _distance(place: tuple[int, int], others: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return how far a place is from the nearest of others, and from the origin; a step to a side is nearest."""
    right, back = place
    return min(abs(right - x) ** 2 + abs(back - y) ** 2 for x, y in others), right**2 + back**2


def _place_word(kind: Grid, right: int, back: int) -> str:
    """Return the label of a grid place: a visible mark, and its position as text for screen readers."""
    if (right, back) == (0, 0):
        return format_html('<span aria-hidden="true">▲</span><span class="vh">{}</span>', translated(kind.origin))
    words = _("%(right)d to the right, %(back)d behind") % {"right": right, "back": back}
    return format_html('<span aria-hidden="true">·</span><span class="vh">{}</span>', words)


def as_pairs(chosen: list[str]) -> list[list[int]]:
    """Return the chosen places without the origin."""
    places = [[int(number) for number in one.split("_")] for one in chosen]
    return [place for place in places if place != [0, 0]]
