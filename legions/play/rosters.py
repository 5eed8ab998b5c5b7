"""Parts of a situation that are entered together: as a list of the user, by the link of a shared list, or in lines."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice, repeat
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from legions.my_lists.named_lists import NamedList
from legions.play.forms import MAX_NAME_LENGTH, choice
from legions.play.question_context import Table
from rulesapi.engine.resolutions.inputs import SeveralParts

OWN, SHARED, LINES = "list", "shared", "lines"
"""The ends of the names of the fields: a list of the user, a link, and lines."""
MAX_LINK_LENGTH, MAX_TEXT = 300, 4000
MAX_NUMBER = 100
_LINE = re.compile(r"(?:(\d{1,2})\s*[x×]?\s+)?(.+?)(?:[\s,;:]+(\d{1,3}))?\s*\Z")


class Roster:
    """The fields of a list of parts, whose names begin with its `path`, and the parts that are entered in them.

    A line has a name, with a number of copies before it and, behind it, the fact that the declaration names. `named`
    returns the card of some kinds with a name, or the name.
    """

    def __init__(
        self,
        path: str,
        kind: SeveralParts,
        table: Table,
        data: Mapping[str, str],
        named: Callable[[str, Iterable[str]], dict[str, Any]],
    ) -> None:
        self.path = path
        self.own, self.shared, self.lines = (f"{path}_{end}" for end in (OWN, SHARED, LINES))
        self.kind, self.table, self.data, self.named = kind, table, data, named
        self.names: dict[str, bool] = {}
        """The names in lines that are not those of cards, and whether one of their lines has the fact."""

    @property
    def names_of_fields(self) -> tuple[str, ...]:
        """The names of its fields."""
        return self.own, self.shared, self.lines

    @property
    def shown_fields(self) -> tuple[str, ...]:
        """The names of the fields that pages show: those of lists only to users who have some."""
        return self.names_of_fields if self.table.own_lists else (self.shared, self.lines)

    def fields(self, labelled: Callable[[str], str], plural: str, fact: str) -> dict[str, forms.Field]:
        """Return the fields by name; `labelled` puts the part that the list belongs to before a label."""
        words = {"parts": plural, "fact": fact}
        return {
            self.own: choice(labelled(_("List")), dict(self.table.own_lists)),
            self.shared: forms.CharField(
                label=labelled(_("Link of a shared list")), required=False, max_length=MAX_LINK_LENGTH
            ),
            self.lines: forms.CharField(
                label=labelled(_("%(parts)s, a name and %(fact)s in each line") % words),
                required=False,
                max_length=MAX_TEXT,
                widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
            ),
        }

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The parts in the format of a situation, with their cards, names and facts."""
        return self._entered[: self.kind.most]

    @property
    def has_too_many(self) -> bool:
        """True if more parts are entered than there may be."""
        return len(self._entered) > self.kind.most

    @cached_property
    def _entered(self) -> list[dict[str, Any]]:
        return [*islice(self._all(), self.kind.most + 1)]

    @property
    def only_list(self) -> NamedList | None:
        """The list that all parts are from; None if some are from elsewhere."""
        lists = [one for one in self._lists if one]
        return lists[0] if len(lists) == 1 and not self.data.get(self.lines) else None

    def _all(self) -> Iterator[dict[str, Any]]:
        for found in filter(None, self._lists):
            for pick in found.picks:
                if self.table.cards.get(pick["card"], {}).get("kind") in self.kind.part.kinds:
                    yield from repeat(self._of_pick(pick), pick.get("count", 1))
        for line in self.data.get(self.lines, "")[:MAX_TEXT].splitlines():
            yield from self._of_line(line.strip())

    @cached_property
    def _lists(self) -> tuple[NamedList | None, NamedList | None]:
        own, shared = (self._find(self.data.get(name, "")[:MAX_LINK_LENGTH]) for name in (self.own, self.shared))
        return own, shared

    def _find(self, chosen: str) -> NamedList | None:
        try:
            return self.table.find_list(chosen) if chosen else None
        except ValidationError:
            return None

    @property
    def has_wrong_link(self) -> bool:
        """True if the link leads to no list."""
        return bool(self.data.get(self.shared)) and self._lists[1] is None

    def _of_pick(self, pick: Mapping[str, Any]) -> dict[str, Any]:
        counted = ["soldiers"] if "soldiers" in self.kind.part.inputs and pick.get("soldiers") else []
        return {"card": pick["card"]} | {name: pick[name] for name in counted}

    def _of_line(self, line: str) -> list[dict[str, Any]]:
        """Return the parts of a line. The whole line may be the name of a card, with numbers in it."""
        if not (found := _LINE.match(line)):
            return []
        if slug := self.table.slug(line, self.kind.part.kinds):
            return [{"card": slug}]
        copies, name, number = found[1], found[2][:MAX_NAME_LENGTH], int(found[3] or 0)
        said = {self.kind.in_lines: number} if 0 < number <= MAX_NUMBER else {}
        self.names[name] = bool(said) or self.names.get(name, False)
        return [self.named(name, self.kind.part.kinds) | said for _copy in range(int(copies or 1))]

    def after_take(self, name: str, title: str) -> str:
        """Return the lines with the name of a card instead of the former name."""
        return "\n".join(
            line[: found.start(2)] + title + line[found.end(2) :]
            if (found := _LINE.match(line)) and found[2][:MAX_NAME_LENGTH] == name
            else line
            for line in self.data.get(self.lines, "").splitlines()
        )
