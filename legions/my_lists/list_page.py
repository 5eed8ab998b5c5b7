"""The overview of a user's lists: searched, filtered and sorted, with one page judged.

All lists are read and filtered in Python: users have a few hundred at most, the results do not depend on the database,
and the number of queries is constant.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext_lazy as _

from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from catalog.documents.text_folding import fold
from legions.changes.basic import picks
from legions.collection.availability import CollectionCopies, owned_copies
from legions.collection.models import Collection
from legions.my_lists.list_lines import SavedListLine, legion_beside, saved_list_lines
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.services import Facts, current_facts
from legions.saved_lists.models import Legion, LegionQuerySet
from legions.site.marked_text import marked_text
from legions.site.search_queries import MAX_LENGTHS
from legions.verdicts.batches import judge_grouped
from legions.verdicts.view_models import OUTCOME_WORDS
from rulesapi.judging.verdict_text import shown_outcome

PAGE_SIZE = 30
FILTER_FIELDS = ("q", "game", "folder", "tag", "verdict", "kept", "sort")
NO_VALUE = "-"
"""The value of a filter for lists without a folder, or without a tag."""
UNFILED_LABELS = {"folder": _("In no folder"), "tag": _("Without a tag")}
ARCHIVE_LABELS = {"": _("Not archived"), "archived": _("Archived"), "all": _("All")}
SORT_LABELS = {
    "": _("Changed last"),
    "name": _("Name"),
    "points": _("Points, most first"),
    "oldest": _("Changed first"),
}


@dataclass(frozen=True, slots=True)
class FilterOption:
    """A choice of a filter with the number of its lists; `many` is None if they are not counted."""

    value: str
    label: Any
    many: int | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ListOutcome:
    """The verdict and points of a list, only for sorting and filtering."""

    verdict: str = ""
    points: int = 0


class SavedListsPage:
    """The lists of a holder that match the query parameters. Invalid parameters are ignored.

    `cut_short` means, once `found` was computed, that not all lists were judged to filter and sort them.
    """

    def __init__(
        self,
        legions: LegionQuerySet,
        params: Mapping[str, Any],
        games: Mapping[str, str],
        collections: Iterable[Collection] = (),
        numbers: Iterable[OwnNumbers] = (),
    ) -> None:
        """Initialize the page with a holder's lists, the query parameters, and the collections and numbers to judge
        with.
        """
        self.collections, self.numbers = collections, numbers
        self.cut_short = False
        self.params = {
            name: json_input.tidy(str(params.get(name, "")).replace("\0", ""))[: MAX_LENGTHS["lists"]]
            for name in FILTER_FIELDS
        }
        self.number = params.get("page")
        self.all_chosen = params.get("chosen") == "all"
        self.games = games
        self.legions = list(legions.not_deleted().order_by("-updated_at", "pk"))

    # -- matching lists

    @cached_property
    def found(self) -> list[Legion]:
        """The lists that match, in the requested order."""
        found = [legion for legion in self.legions if self._fits(legion)]
        outcome, sort = self.params["verdict"], self.params["sort"]
        outcomes = self._outcomes(found) if outcome in OUTCOME_WORDS or sort == "points" else {}
        if outcome in OUTCOME_WORDS:
            found = [legion for legion in found if outcomes[legion.pk].verdict == outcome]
        if sort == "points":
            return sorted(found, key=lambda legion: -outcomes[legion.pk].points)
        if sort == "name":
            return sorted(found, key=lambda legion: fold(legion.name))
        return sorted(found, key=attrgetter("updated_at")) if sort == "oldest" else found

    @cached_property
    def page(self) -> Page:
        """The requested page of the matching lists."""
        return Paginator(self.found, PAGE_SIZE).get_page(self.number)

    @cached_property
    def lines(self) -> list[SavedListLine]:
        """The lists of the page, judged."""
        return saved_list_lines(list(self.page), self._have, self._facts)

    @property
    def narrowed(self) -> bool:
        """True if any filter is set."""
        return any(self.params[name] for name in FILTER_FIELDS if name != "sort")

    @property
    def filtered(self) -> int:
        """The number of filters, without the search text."""
        return sum(bool(self.params[name]) for name in FILTER_FIELDS if name != "q")

    @property
    def query(self) -> str:
        """The filters as a query string."""
        return urlencode({name: value for name, value in self.params.items() if value})

    def address(self, page: int) -> str:
        """Return the query string of a page."""
        params = {name: value for name, value in self.params.items() if value}
        return urlencode(params | ({"page": page} if page > 1 else {}))

    @property
    def choose_all_query(self) -> str:
        """The query string of this page with all its lists selected."""
        return "&".join(part for part in (self.address(self.page.number), "chosen=all") if part)

    @property
    def before(self) -> str:
        """The address of the previous page, relative to this one; "" on the first."""
        return f"?{self.address(self.page.number - 1)}" if self.page.has_previous() else ""

    @property
    def after(self) -> str:
        """The address of the next page, relative to this one."""
        return f"?{self.address(self.page.number + 1)}"

    # -- filters

    @property
    def selects(self) -> list[tuple[str, Any, list[FilterOption]]]:
        """The filters with more than one choice: name, label, choices."""
        games = {slug: marked_text(name) for slug, name in self.games.items()}
        selects = [
            ("game", _("Game"), self._options("game", lambda legion: [legion.game], _("All games"), games)),
            ("folder", _("Folder"), self._options("folder", _folders, _("All folders"))),
            ("tag", _("Tag"), self._options("tag", _tags, _("All tags"))),
            ("verdict", _("Verdict"), self._plain("verdict", {"": _("All verdicts"), **OUTCOME_WORDS})),
            ("kept", _("Archive"), self._plain("kept", ARCHIVE_LABELS)),
            ("sort", _("Sort by"), self._plain("sort", SORT_LABELS)),
        ]
        return [(name, label, options) for name, label, options in selects if len(options) > 2 or self.params[name]]

    @cached_property
    def folders(self) -> list[str]:
        """The folders in use, by name."""
        return sorted({legion.folder for legion in self.legions if legion.folder}, key=str.casefold)

    @cached_property
    def tags(self) -> list[str]:
        """The tags in use, by name; of spellings that differ in case only, the most frequent one."""
        counted = Counter(tag for legion in self.legions for tag in legion.tags)
        once = {tag.casefold(): tag for tag, _many in reversed(counted.most_common())}
        return sorted(once.values(), key=str.casefold)

    @property
    def archived(self) -> int:
        """The number of archived lists."""
        return sum(legion.archived_at is not None for legion in self.legions)

    # -- helpers

    @cached_property
    def _have(self) -> dict[str, CollectionCopies | None]:
        """The owned copies for each game with a list."""
        games = {legion.game for legion in self.legions}
        return {one.game: owned_copies(one) for one in self.collections if one.game in games}

    @cached_property
    def _facts(self) -> dict[str, Facts]:
        """The own numbers for each game with a list."""
        games = {legion.game for legion in self.legions}
        return {one.game: current_facts(one) for one in self.numbers if one.game in games}

    def _outcomes(self, legions: Sequence[Legion]) -> dict[Any, ListOutcome]:
        """Return the outcome of each list by id. Only lists that match the other filters are judged."""
        judged = judge_grouped([legion_beside(legion, self._have, self._facts) for legion in legions])
        self.cut_short = None in judged
        return {legion.pk: _outcome(verdict) for legion, verdict in zip(legions, judged, strict=True)}

    def _fits(self, legion: Legion) -> bool:
        params = self.params
        return (
            (params["kept"] == "all" or (legion.archived_at is not None) == (params["kept"] == "archived"))
            and params["game"] in ("", legion.game)
            and _filed(params["folder"], _folders(legion))
            and _filed(params["tag"], _tags(legion))
            and self._says(legion)
        )

    def _says(self, legion: Legion) -> bool:
        text = _searched(legion) if self._words else ""
        return all(word in text for word in self._words)

    @cached_property
    def _words(self) -> list[str]:
        return fold(self.params["q"]).split()

    def _options(
        self,
        name: str,
        values: Callable[[Legion], Iterable[str]],
        everything: Any,
        labels: Mapping[str, str] | None = None,
    ) -> list[FilterOption]:
        """Return the choices of a filter from the values of the lists, with their numbers."""
        counted: Counter[str] = Counter()
        spelled: dict[str, str] = {}
        for legion in self.legions:
            found = {value.casefold(): value for value in values(legion)}
            counted.update(found.keys() or {""})
            spelled |= found
        named = [
            FilterOption(
                spelled[key], (labels or {}).get(spelled[key], spelled[key]), counted[key], self._is(name, key)
            )
            for key in sorted(spelled)
        ]
        if counted[""] and named:
            named.append(
                FilterOption(NO_VALUE, UNFILED_LABELS.get(name, ""), counted[""], self.params[name] == NO_VALUE)
            )
        return [FilterOption("", everything, chosen=not self.params[name]), *named]

    def _is(self, name: str, key: str) -> bool:
        return self.params[name].casefold() == key

    def _plain(self, name: str, choices: Mapping[str, Any]) -> list[FilterOption]:
        return [FilterOption(value, label, chosen=self.params[name] == value) for value, label in choices.items()]


def _folders(legion: Legion) -> Sequence[str]:
    return [legion.folder] if legion.folder else []


def _tags(legion: Legion) -> Sequence[str]:
    return legion.tags


def _filed(label: str, names: Sequence[str]) -> bool:
    """Return whether a list with these folders or tags matches a filter."""
    if label == NO_VALUE:
        return not names
    return not label or label.casefold() in {name.casefold() for name in names}


def _searched(legion: Legion) -> str:
    """Return the searched text of a list: name, folder, tags, notes, and the slugs of its cards."""
    cards = (slug for pick in picks(legion.document) for slug in (pick["card"], *pick.get("upgrades", ())))
    notes = legion.document.get("notes", "")
    return fold(" ".join([legion.name, legion.folder, *legion.tags, notes, *cards]))


def _outcome(verdict: dict[str, Any] | InvalidInput | None) -> ListOutcome:
    if verdict is None or isinstance(verdict, InvalidInput):
        return ListOutcome()
    return ListOutcome(shown_outcome(verdict), verdict["points"]["known"])
