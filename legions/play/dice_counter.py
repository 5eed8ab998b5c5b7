"""The faces of a die, counted by tapping: each tap leads to the address with one more face, or with another one."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

COUNT = "count"
"""Query parameter of a die that is counted, repeated for each die: its name and its faces so far, joined by dots."""
TAP = "tap"
"""Query parameter of the button that was tapped, with a value of the same form, which goes before `COUNT`."""


@dataclass(frozen=True, slots=True)
class DieFace:
    """A button of a die: the face that it shows, its word, and the value that a tap sends.

    The face is empty if it has not been counted yet.
    """

    face: str
    word: Any
    value: str


@dataclass(frozen=True, slots=True)
class CountedDie:
    """A die with the faces that have been counted so far, `words` gives its possible faces in the order of taps.

    `tapped` is true if the faces come from the address.
    """

    name: str
    label: Any
    sides: int
    words: Mapping[str, Any]
    faces: tuple[str, ...] = ()
    tapped: bool = False

    @property
    def value(self) -> str:
        """The value of the query parameter for the faces so far."""
        return self._value(*self.faces)

    @property
    def complete(self) -> bool:
        """True if every face has been counted."""
        return len(self.faces) == self.sides

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of sides with each face."""
        return Counter(self.faces)

    @property
    def boxes(self) -> Iterator[DieFace]:
        """A button for each side: a tap on a counted one changes it to the next face, and on another counts one."""
        first = next(iter(self.words))
        for place, face in enumerate(self.faces):
            changed = (*self.faces[:place], self._after(face), *self.faces[place + 1 :])
            yield DieFace(face, self.words[face], self._value(*changed))
        for _place in range(self.sides - len(self.faces)):
            yield DieFace("", "?", self._value(*self.faces, first))

    @property
    def taps(self) -> list[DieFace]:
        """A button for each possible face, which counts one more of it; none for a complete die."""
        if self.complete:
            return []
        return [DieFace(face, word, self._value(*self.faces, face)) for face, word in self.words.items()]

    def read(self, data: QueryDict) -> "CountedDie":
        """Return the die with its faces in an address; unchanged if the address has none that fit."""
        for value in reversed([*data.getlist(COUNT), *data.getlist(TAP)]):
            name, *faces = str(value).split(".")
            if name == self.name and len(faces) <= self.sides and set(faces) <= set(self.words):
                return CountedDie(self.name, self.label, self.sides, self.words, tuple(faces), tapped=True)
        return self

    def _after(self, face: str) -> str:
        faces = [*self.words]
        return faces[(faces.index(face) + 1) % len(faces)]

    def _value(self, *faces: str) -> str:
        return ".".join((self.name, *faces))


def without_counts(data: QueryDict) -> QueryDict:
    """Return an address without the dice that are counted."""
    left = data.copy()
    for name in (COUNT, TAP):
        left.pop(name, None)
    return left
