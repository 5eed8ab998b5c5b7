"""The results of a search over rules, rulings, terms and cards, as pages show them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from catalog.snapshots import Snapshot
from legions.cards.stock import CardView, stock_at
from legions.rulebook.open_book import OpenBook, open_book_at
from legions.rulebook.section_states import SectionState, section_state
from legions.rulebook.section_views import place_words, section_page_url
from legions.verdicts.rulings import ruling_url
from rulesapi.rulebooks.rule_search import index_of
from rulesapi.rulebooks.search.entries import KINDS, Entry, Hit, Kind, SearchAnswer, SearchedPhrases
from rulesapi.rulebooks.search.marks import Span, find_marks

MAX_RESULTS = 60
"""The maximum number of results on the page of one game."""
MAX_EXCERPT = 260
"""The approximate maximum length of a shown text, in characters."""
LEAD = 100
"""A text that has a searched word within so many characters is shown from its beginning."""
SENTENCE_ENDS = (". ", "? ", "; ", ": ")

KIND_TITLES: Mapping[Kind, Any] = {
    "rule": _("Rules"),
    "ruling": _("Rulings"),
    "term": _("Terms"),
    "card": _("Cards"),
}
KIND_WORDS: Mapping[Kind, Any] = {"rule": _("rule"), "ruling": _("ruling"), "term": _("term"), "card": _("card")}


@dataclass(frozen=True, slots=True)
class ResultView:
    """A result: its address, its title and text with the searched words marked, its place, kind and state."""

    address: str
    title: SafeString
    text: SafeString
    place: str
    kind: str
    state: SectionState | None = None
    card: CardView | None = None


@dataclass(frozen=True, slots=True)
class KindTab:
    """A tab of the results: the query string that chooses a kind, and the number of results of that kind."""

    title: str
    address: str
    number: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class GameResults:
    """The results of a query in one game, the best first. `number` counts all results of the chosen kind."""

    game: Mapping[str, Any]
    answer: SearchAnswer
    results: Sequence[ResultView]
    number: int
    address: str


def read_kind(text: str) -> Kind | None:
    """Return the kind of results that a parameter of an address names, None for all."""
    return next((kind for kind in KINDS if kind == text), None)


def results_of(
    game: Mapping[str, Any], query: str, kind: Kind | None, snapshot: Snapshot, most: int = MAX_RESULTS
) -> GameResults:
    """Return up to `most` results of a query in a game, of one kind or of all."""
    slug = game["slug"]
    answer = index_of(slug, snapshot).search(query, most, [kind] if kind else None)
    maker = _ResultMaker(slug, snapshot, answer.searched)
    return GameResults(
        game,
        answer,
        [maker.view(hit) for hit in answer.hits],
        answer.counts[kind] if kind else sum(answer.counts.values()),
        f"{reverse('rules', args=[slug])}?{query_string(query, kind)}",
    )


def kind_tabs(query: str, kind: Kind | None, answers: Iterable[SearchAnswer]) -> list[KindTab]:
    """Return the tabs of the results of several answers: all, and each kind."""
    numbers = {one: sum(answer.counts[one] for answer in answers) for one in KINDS}
    every = KindTab(str(_("All")), query_string(query, None), sum(numbers.values()), kind is None)
    return [
        every,
        *(KindTab(str(KIND_TITLES[one]), query_string(query, one), numbers[one], one == kind) for one in KINDS),
    ]


def query_string(query: str, kind: Kind | None) -> str:
    """Return the parameters of an address of results."""
    return urlencode({"q": query, **({"kind": kind} if kind else {})})


class _ResultMaker:
    """Makes the views of the results in one game, with the searched expressions marked."""

    def __init__(self, game: str, snapshot: Snapshot, searched: SearchedPhrases) -> None:
        self.game, self.searched = game, searched
        self.opened = open_book_at(game, snapshot)
        self.catalog = stock_at(game, snapshot)

    def view(self, hit: Hit) -> ResultView:
        entry = hit.entry
        card = self.catalog.card(entry.key.partition("/")[2]) if entry.kind == "card" else None
        section = self.opened.book.section(entry.address) if self.opened and entry.address else None
        return ResultView(
            address=card.address if card else self._address(entry),
            title=marked(entry.title, find_marks(entry.title, self.searched)),
            text=excerpt(entry.text, find_marks(entry.text, self.searched)),
            place=place_words(section) if section else "",
            kind=str(KIND_WORDS[entry.kind]),
            state=section_state(self.opened.book, section) if self.opened and section else None,
            card=card,
        )

    def _address(self, entry: Entry) -> str:
        """Return where a section, a ruling or a reference is shown in full."""
        document_type, _slash, slug = entry.key.partition("/")
        if document_type == "ruling":
            return ruling_url(self.game, slug)
        if document_type == "reference":
            return f"{reverse('references', args=[self.game])}#{slug}"
        return section_page_url(_known(self.opened), entry.address or "")


def _known(opened: OpenBook | None) -> OpenBook:
    assert opened is not None, "a section was found without its book"
    return opened


def marked(text: str, marks: Iterable[Span]) -> SafeString:
    """Return a text as HTML, with some places marked."""
    return format_html_join("", "{}", ((part,) for part in _marked_parts(text, marks)))


def _marked_parts(text: str, marks: Iterable[Span]) -> Iterator[str]:
    end = 0
    for start, next_end in marks:
        yield text[end:start]
        yield format_html("<mark>{}</mark>", text[start:next_end])
        end = next_end
    yield text[end:]


def excerpt(text: str, marks: Sequence[Span]) -> SafeString:
    """Return a text around its first marks as HTML, with the marks; all of a short text."""
    begin = _beginning(text, marks)
    end = _ending(text, begin)
    inside = [(start - begin, stop - begin) for start, stop in marks if begin <= start and stop <= end]
    shown = marked(text[begin:end], inside)
    return format_html("{}{}{}", "… " if begin else "", shown, "…" if end < len(text) else "")


def _beginning(text: str, marks: Sequence[Span]) -> int:
    """Return where to begin: at the sentence of the first mark, at a word if that sentence begins far before it."""
    if not marks or marks[0][0] <= LEAD or len(text) <= MAX_EXCERPT:
        return 0
    first = marks[0][0]
    ends = ((text.rfind(end, 0, first), len(end)) for end in SENTENCE_ENDS)
    begin = max((place + length for place, length in ends if place >= 0), default=0)
    return begin if first - begin <= MAX_EXCERPT - LEAD else text.rfind(" ", 0, first - LEAD) + 1


def _ending(text: str, begin: int) -> int:
    if len(text) - begin <= MAX_EXCERPT:
        return len(text)
    space = text.rfind(" ", begin, begin + MAX_EXCERPT)
    return space if space > begin else begin + MAX_EXCERPT
