"""Offers of the solver for a list: fixes and completions.

Offers are shown next to the table and change nothing. Each contains its edits, so that exactly the shown offer is
applied.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.core.cache import caches
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents import canonical
from catalog.documents.errors import InvalidInput, json_pointer
from legions.builder.judged_table import JudgedTable
from legions.builder.objectives import Objective, objectives
from legions.cards.stock import CardView, Stock, stock_for
from legions.changes import own_facts, patches
from legions.changes.basic import picks
from legions.changes.patches import DescribedEdit
from legions.collection.availability import states_owned
from legions.site import wording
from legions.verdicts.page_anchors import PageAnchor, PickNames, page_anchor
from legions.verdicts.points import PlacePoints
from legions.verdicts.view_models import VerdictView, verdict_view
from rulesapi.engine.core.collection import without_collections
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.search.enabling_changes import EnablingChange
from rulesapi.engine.search.fixes import SOLVER_REASONS
from rulesapi.judging import completion_jobs, fix_search, verdicts
from rulesapi.models import Completion
from rulesapi.solver.request import POINTS
from rulesapi.translation import translated

CACHED_FIXES = 300
"""Cache time of fixes in seconds, so that looking at several of them does not repeat the search."""

PRIVATE_FIELDS = ("name", "notes", "tags", "ext")
"""Fields of a list that no search reads; requests leave them out."""


@dataclass(frozen=True, slots=True)
class GhostCard:
    """A card that an offer would add to the table: `count` copies with the cards it `carries`, or on the pick at
    `on`, where it would cost `points` (None if unknown).
    """

    card: CardView
    count: int = 1
    carries: tuple[CardView, ...] = ()
    on: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An offer: its edits as sentences, the list with these edits, and the edits as text for a form.

    `highlights` are the effects on elements of the table, by element id; `ghosts` are the added cards.
    """

    number: int
    edits: tuple[DescribedEdit, ...]
    places: tuple[PageAnchor, ...]
    highlights: dict[str, str]
    after: VerdictView
    steps: str
    ghosts: tuple[GhostCard, ...] = ()


@dataclass(frozen=True, slots=True)
class FixList:
    """The fixes for a list, the smallest first; `chosen` is the one highlighted on the table.

    Unless `complete`, there may be others, or smaller ones. A `refusal` says why there was no search.
    """

    fixes: tuple[Suggestion, ...]
    chosen: Suggestion | None
    complete: bool = True
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class CompletionPanel:
    """The completion of a list: the options of the request, its progress, and the answer.

    `state` is empty before a request, then `working`, `done`, `failed`, or `stale` if the list has changed since.
    `status` is the status of the answer; `left_out` says how many cards were left out and why.
    """

    aims: tuple[Objective, ...]
    aim: str
    owned: bool | None
    state: str = ""
    key: str = ""
    status: str = ""
    progress: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    suggestion: Suggestion | None = None

    @property
    def has_objective(self) -> str:
        """The title of the objective."""
        return next((aim.words for aim in self.aims if aim.slug == self.aim), self.aim)


def suggested_fixes(table: JudgedTable, number: int) -> FixList:
    """Return the fixes for the list on the table, with fix `number` chosen."""
    try:
        found = _fixes(table.searched)
    except InvalidInput as error:
        return FixList((), None, refusal=error.faults[0].message)
    suggestions = tuple(_suggestion(index, fix["do"], table) for index, fix in enumerate(found["fixes"], 1))
    chosen = suggestions[min(max(number, 1), len(suggestions)) - 1] if suggestions else None
    return FixList(suggestions, chosen, found["complete"], refusal=_solver_reason(found))


def _solver_reason(answer: dict[str, Any]) -> str:
    """Return why the solver found no fix; the page has its own texts for lists that it did not search."""
    no_fix = answer.get("no_fix")
    return str(translated(no_fix["message"])) if no_fix and no_fix["code"] in SOLVER_REASONS else ""


def _fixes(document: dict[str, Any]) -> dict[str, Any]:
    """Return the fixes of a list, from the cache if the list and its release are unchanged."""
    searched = without_private_fields(document)
    release = verdicts.library_for(searched).release
    key = f"fixes:{release}:{sha256(canonical.compact(searched).encode()).hexdigest()}"
    found: dict[str, Any] | None = caches["derived"].get(key)
    if found is None:
        found = fix_search.fixes(searched)
        caches["derived"].set(key, found, CACHED_FIXES)
    return found


def without_private_fields(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in PRIVATE_FIELDS}


# -- fitting hints -----------------------------------------------------------------------------------------------


def fitting_hints(table: JudgedTable, pointer: str, slug: str) -> list[str]:
    """Return sentences that say how a card would fit at a place of the list, each checked by the rules.

    The last sentence says that there may be more, if not everything was tried.
    """
    try:
        found = verdicts.enabling_changes(table.searched, pointer, slug)
    except InvalidInput as error:
        return [error.faults[0].message]
    if not found.changes:
        if found.complete:
            return [_("Nothing was found that would make it fit here.")]
        return [_("Nothing found yet that would make it fit here: there are too many combinations to try them all.")]
    more = [] if found.complete else [_("There may be smaller ones: there are too many combinations to try them all.")]
    return [*(_change_words(change, table) for change in found.changes), *more]


def _change_words(change: EnablingChange, table: JudgedTable) -> str:
    if change.at is not None:
        return _("Fits on {creature}.").format(creature=page_anchor(change.at, table.document, table.stock).words)
    if change.points is not None:
        return _("Fits with a limit of {points} points.").format(points=change.points)
    gone = wording.join_and(_removed(at, table) for at in change.remove)
    return _("Fits if you remove {cards}.").format(cards=gone)


def _removed(pointer: str, table: JudgedTable) -> str:
    """Return the name of a card to remove, preceded by “one” if its line has several copies."""
    name = page_anchor(pointer, table.document, table.stock).words
    pick = _PICK.fullmatch(pointer)
    several = pick is not None and picks(table.document)[int(pick[1])].get("count", 1) > 1
    return _("one {card}").format(card=name) if several else name


# -- completions -------------------------------------------------------------------------------------------------


def completion_request(document: dict[str, Any], aim: str, owned: bool) -> dict[str, Any]:
    """Return the request to complete a list with as much of `aim` as fits, from the collection alone if `owned`."""
    legion = without_private_fields(document)
    return {"legion": legion if owned else without_collections(legion), "objective": {aim: 1}}


def completion_panel(table: JudgedTable, job: Completion | None = None) -> CompletionPanel:
    """Return the completion panel of a table: the options before a request, or the state of `job`."""
    owned = True if states_owned(table.judged) else None
    if job is None:
        aims = objectives(table.stock)
        return CompletionPanel(aims, aims[0].slug if aims else POINTS, owned)
    searched = job.question["legion"]
    aim = next(iter(job.question.get("objective", {POINTS: 1})))
    owned = None if owned is None else states_owned(searched)
    status = completion_jobs.as_document(job)
    state = {"waiting": "working", "running": "working"}.get(status["state"], status["state"])
    if not concerns_document(job, table.searched):
        state = "stale"
    answer = job.answer or {}
    suggestion = _suggestion(1, answer["do"], table) if state == "done" and answer["do"] else None
    aims = objectives(table.stock)
    return CompletionPanel(
        aims,
        aim,
        owned,
        state,
        job.key,
        answer.get("status", ""),
        status["progress"],
        answer,
        tuple(_left_out(answer, table.stock)),
        suggestion,
    )


def _left_out(answer: Mapping[str, Any], stock: Stock) -> Iterator[str]:
    """Yield a sentence for each reason for which cards were left out, with their number."""
    for row in answer.get("left_out_for", ()):
        number = row["cards"]
        if row["reason"] == "unknown-fact":
            fact = _fact_title(stock, row["fact"])
            text = ngettext(
                "{number} card is left out: “{fact}” is not known.",
                "{number} cards are left out: “{fact}” is not known.",
                number,
            )
            yield text.format(number=number, fact=fact)
        elif row["reason"] == "not-tried":
            text = ngettext(
                "{number} card was not tried, though it may be in a legal list.",
                "{number} cards were not tried, though they may be in a legal list.",
                number,
            )
            yield text.format(number=number)
        else:
            text = ngettext(
                "{number} card is left out: it needs other cards, of which too little is known.",
                "{number} cards are left out: they need other cards, of which too little is known.",
                number,
            )
            yield text.format(number=number)


def _fact_title(stock: Stock, pointer: str) -> str:
    """Return the title of a fact, by the first kind of card that has it."""
    kinds = find_ruleset(stock.game["ruleset"]).deciding_facts
    found = (own_facts.find_fact(stock.game["slug"], kind, pointer.split("/")[1]) for kind in kinds)
    return next((str(_(one.title)) for one in found if one is not None), pointer)


def concerns_document(job: Completion, document: dict[str, Any]) -> bool:
    """Return whether a completion belongs to exactly this list."""
    legion = without_private_fields(document)
    return job.question["legion"] in (legion, without_collections(legion))


# -- offers ------------------------------------------------------------------------------------------------------


def _suggestion(number: int, steps: Sequence[patches.Step], table: JudgedTable) -> Suggestion:
    document, stock = table.document, table.stock
    names = PickNames(document, stock)
    found = patches.describe_steps(steps, document, stock.title, names.__getitem__)
    after = patches.apply_steps(document, steps)
    judged = table.judged_document(after)
    verdict = verdict_view(judged, stock_for(judged))
    highlights = {page_anchor(at, document, stock, names).anchor: edit.mark for edit in found for at in edit.at}
    places = dict.fromkeys(page_anchor(at, document, stock, names) for edit in found for at in edit.at)
    return Suggestion(
        number,
        tuple(found),
        tuple(places),
        highlights,
        verdict,
        canonical.compact(list(steps)),
        tuple(_ghosts(steps, stock, picks(after), verdict.places)),
    )


_PICK = re.compile(r"/picks/(\d+)")
_UPGRADES = re.compile(r"/picks/(\d+)/upgrades(/.*)?")


def _ghosts(
    steps: Sequence[patches.Step], stock: Stock, after: Sequence[dict[str, Any]], places: PlacePoints
) -> Iterator[GhostCard]:
    """Yield the cards that an offer adds; replacements of other cards are left out.

    `after` are the picks with the offer, `places` their prices.
    """
    for step in steps:
        value = step.get("value")
        if step["op"] != "add":
            continue
        if step["path"].startswith("/picks/") and isinstance(value, dict) and "card" in value:
            carries = tuple(stock.card(str(slug)) for slug in value.get("upgrades", ()))
            yield GhostCard(stock.card(str(value["card"])), value.get("count", 1), carries)
        elif match := _UPGRADES.fullmatch(step["path"]):
            slugs = value if isinstance(value, list) else [value]
            on = int(match[1])
            for slug in map(str, slugs):
                yield GhostCard(stock.card(slug), on=on, points=_upgrade_points(slug, on, after, places))


def _upgrade_points(slug: str, index: int, after: Sequence[dict[str, Any]], places: PlacePoints) -> int | None:
    """Return what the newest upgrade `slug` of a pick costs there, or None if it is unknown or no longer there."""
    upgrades = after[index].get("upgrades", ()) if index < len(after) else ()
    newest = max((number for number, carried in enumerate(upgrades) if carried == slug), default=None)
    return None if newest is None else places.points_at(json_pointer("picks", index, "upgrades", newest))
