"""What the searches of the engine offer for a legion: ways out of what is wrong, and what would fill it up.

Offers are shown beside the table and change nothing. Each holds its edits, so that exactly what was shown is what is
taken up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.core.cache import caches
from django.utils.translation import gettext as _

from catalog import canonical
from catalog.faults import Malformed
from legions import speech
from legions.building import edits
from legions.building.edits import Edit
from legions.cards.stock import Stock, stock_for
from legions.collection.beside import is_said
from rulesapi import jobs, verdicts
from rulesapi.completing.question import POINTS
from rulesapi.engine.collection import without_collections
from rulesapi.engine.ruleset import find_ruleset
from rulesapi.engine.search.ways_in import WayIn
from rulesapi.models import Completion

from .places import PickNames, Place, place
from .verdicts import VerdictView

if TYPE_CHECKING:
    from .bench import Bench

KEPT = 300
"""Seconds for which ways out are kept, so that looking at one after the other does not search anew."""

PRIVATE = ("name", "notes", "tags", "ext")
"""Fields of a legion that no search reads; they are not given away with a question."""


@dataclass(frozen=True, slots=True)
class Way:
    """An offer: its edits in words, what the legion is with them, and the edits themselves as text for a form.

    `lit` says of elements of the table, by their id, what becomes of them.
    """

    number: int
    edits: tuple[Edit, ...]
    places: tuple[Place, ...]
    lit: dict[str, str]
    after: VerdictView
    steps: str


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways out of what is wrong, the smallest first; `chosen` is the one that is lit on the table.

    Unless `complete`, there may be others, or smaller ones. A `refusal` says why none were looked for.
    """

    ways: tuple[Way, ...]
    chosen: Way | None
    complete: bool = True
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something of which a legion can be filled with as much as fits."""

    slug: str
    words: str


@dataclass(frozen=True, slots=True)
class Filling:
    """A legion being filled up: what may be asked, how far an answer is, and the answer.

    `state` is empty while nothing was asked, then `working`, `done`, `failed`, or `stale` when the legion is another
    one by now. `status` of an answer is that of the completion.
    """

    aims: tuple[Aim, ...]
    aim: str
    owned: bool | None
    state: str = ""
    key: str = ""
    status: str = ""
    progress: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)
    way: Way | None = None

    @property
    def aimed(self) -> str:
        """What was asked for in words."""
        return next((aim.words for aim in self.aims if aim.slug == self.aim), self.aim)


def ways_out(bench: "Bench", number: int) -> Ways:
    """Return the ways out of what is wrong with the legion on the table, with the one of that number chosen."""
    try:
        found = _fixes(bench.judged)
    except Malformed as error:
        return Ways((), None, refusal=error.faults[0].message)
    ways = tuple(_way(index, fix["do"], bench) for index, fix in enumerate(found["fixes"], 1))
    chosen = ways[min(max(number, 1), len(ways)) - 1] if ways else None
    return Ways(ways, chosen, found["complete"])


def _fixes(document: dict[str, Any]) -> dict[str, Any]:
    """Return the fixes of a legion, which stay the same as long as it and its release do."""
    asked = without_what_is_private(document)
    release = verdicts.judging(asked).release
    key = f"fixes:{release}:{sha256(canonical.wire(asked).encode()).hexdigest()}"
    found: dict[str, Any] = caches["derived"].get_or_set(key, partial(verdicts.fixes, asked), KEPT)
    return found


def without_what_is_private(document: dict[str, Any]) -> dict[str, Any]:
    """Return a legion without the fields that no search reads."""
    return {name: value for name, value in document.items() if name not in PRIVATE}


# -- ways in -----------------------------------------------------------------------------------------------------


def ways_in(bench: "Bench", slug: str) -> list[str]:
    """Return in sentences what would make a card fit at the selected place, each checked by the rules.

    Last comes that there may be more, where not all was tried.
    """
    try:
        found = verdicts.ways_in(bench.judged, bench.selection.at, slug)
    except Malformed as error:
        return [error.faults[0].message]
    if not found.ways:
        if found.complete:
            return [_("Nothing was found that would make it fit here.")]
        return [_("Nothing was found so far that would make it fit here: there are too many ways to try them all.")]
    more = [] if found.complete else [_("There may be smaller ones: there are too many ways to try them all.")]
    return [*(_way_in(way, bench) for way in found.ways), *more]


def _way_in(way: WayIn, bench: "Bench") -> str:
    if way.at is not None:
        return _("Fits on {creature}.").format(creature=place(way.at, bench.document, bench.stock).words)
    if way.points is not None:
        return _("Fits with a limit of {points} points.").format(points=way.points)
    gone = speech.row(place(at, bench.document, bench.stock).words for at in way.remove)
    return _("Fits if you remove {cards}.").format(cards=gone)


# -- filling up --------------------------------------------------------------------------------------------------


def aims(bench: "Bench") -> tuple[Aim, ...]:
    """Return what a legion of this game can be filled with; nothing where the game has no numbers to weigh."""
    weighs = find_ruleset(bench.stock.game["ruleset"]).weighs
    if not weighs:
        return ()
    return (Aim(POINTS, _("Points used")), *(Aim(slug, speech.say(words)) for slug, words in weighs.items()))


def question(document: dict[str, Any], aim: str, owned: bool) -> dict[str, Any]:
    """Return what the solver is asked to fill a legion with as much of `aim` as fits; `owned` with what one has."""
    legion = without_what_is_private(document)
    return {"legion": legion if owned else without_collections(legion), "objective": {aim: 1}}


def filling(bench: "Bench", job: Completion | None = None) -> Filling:
    """Return what the table shows of filling it up: the question that can be asked, or how far one is."""
    owned = True if is_said(bench.judged) else None
    if job is None:
        return Filling(aims(bench), POINTS, owned)
    asked = job.question["legion"]
    aim = next(iter(job.question.get("objective", {POINTS: 1})))
    owned = None if owned is None else is_said(asked)
    told = jobs.as_document(job)
    state = {"waiting": "working", "running": "working"}.get(told["state"], told["state"])
    if not of_table(job, bench.judged):
        state = "stale"
    way = _way(1, job.answer["do"], bench) if state == "done" and job.answer["do"] else None
    answer = job.answer or {}
    return Filling(aims(bench), aim, owned, state, job.key, answer.get("status", ""), told["progress"], answer, way)


def of_table(job: Completion, document: dict[str, Any]) -> bool:
    """Return whether a question was asked about just this legion."""
    legion = without_what_is_private(document)
    return job.question["legion"] in (legion, without_collections(legion))


# -- an offer ----------------------------------------------------------------------------------------------------


def _way(number: int, steps: Sequence[edits.Step], bench: "Bench") -> Way:
    document, stock = bench.document, bench.stock
    names = PickNames(document, stock)
    found = edits.told(steps, document, stock.title, names.__getitem__)
    after = edits.patched(document, steps)
    lit = {place(at, document, stock, names).anchor: edit.mark for edit in found for at in edit.at}
    places = dict.fromkeys(place(at, document, stock, names) for edit in found for at in edit.at)
    return Way(number, tuple(found), tuple(places), lit, _judged(bench.beside(after)), canonical.wire(list(steps)))


def _judged(document: dict[str, Any]) -> VerdictView:
    stock: Stock = stock_for(document)
    return VerdictView(verdicts.judge(document), document, stock)
