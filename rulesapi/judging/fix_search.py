"""The search for edits that make a legion legal: tried one by one, or found by the solver if there are too many.

A list whose cards carry nothing may lack dozens of them. A completion with `repair` then finds the cards to add or
remove, from the packs and cards that the list may use; `solver.deck_completion` has the details.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from catalog.documents.errors import InvalidInput
from rulesapi.card_pools import read_pool
from rulesapi.engine.core.library import Library, free_price
from rulesapi.engine.search import fixes as mending
from rulesapi.engine.search.fixes import (
    NO_LEGAL_LIST,
    NOT_SEARCHED,
    Fix,
    Fixes,
    NearestList,
    NearestListSearch,
    cards_left_out,
)
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging import completion_jobs, verdicts
from rulesapi.solver.client import SolverFailed
from rulesapi.solver.request import is_completable, is_priced

MAX_FIXES = mending.MAX_FIXES


def fixes(document: Any, *, release: int | None = None, pool: Any = None) -> dict[str, Any]:
    """Return the smallest edits that would make a legion legal; added cards are from the `pool`, if there is one.

    The pool must be valid. Raises the errors of `verdicts.judge`.
    """
    legion = verdicts.validated_legion(document)
    library = verdicts.library_for(legion, release)
    found = _find_fixes(library, legion, MAX_FIXES, pool)
    result = {
        "game": library.game,
        "release": library.release,
        "verdict": found.verdict,
        "complete": found.complete,
        "fixes": [fix.as_document() for fix in found.fixes],
        **_reason(found),
    }
    unmatched = () if pool is None else read_pool(library, pool)[1]
    return verdicts.with_unmatched_slugs(result, library, legion, unmatched)


def judge_with_fixes(document: Any, most: int, *, release: int | None = None) -> dict[str, Any]:
    """Return the verdict on a legion, each error with the smallest edits that make the legion legal, at most `most`.

    Every fix resolves all errors, so each error lists all fixes. `fixes_complete` is whether the search was exhaustive.
    Raises the errors of `verdicts.judge`.
    """
    legion = verdicts.validated_legion(document)
    library = verdicts.library_for(legion, release)
    verdict, found = verdicts.judge_by(library, legion), _find_fixes(library, legion, most)
    listed = [fix.as_document() for fix in found.fixes]
    findings = [
        {**finding, "fixes": listed} if finding["level"] == "error" else finding for finding in verdict["findings"]
    ]
    return {**verdict, "findings": findings, "fixes_complete": found.complete, **_reason(found)}


def _reason(search_result: Fixes) -> dict[str, Any]:
    return {"no_fix": search_result.no_fix.as_document()} if search_result.no_fix else {}


def _find_fixes(library: Library, legion: dict[str, Any], most: int, pool: Any = None) -> Fixes:
    chosen = None if pool is None else read_pool(library, pool)[0]
    try:
        return mending.fixes(library, legion, most, pool=chosen, nearest=_solver_search(library, legion, pool))
    except CannotJudge as error:
        raise verdicts.as_malformed(error) from error


def _solver_search(library: Library, legion: dict[str, Any], pool: Any) -> NearestListSearch | None:
    """Return the search function for the nearest legal list, for games whose lists the solver can repair; else None."""
    if is_priced(library.ruleset) or not is_completable(library.ruleset):
        return None
    question = {"legion": legion, "repair": True, **({} if pool is None else {"pool": pool})}
    return partial(_nearest_list, library, question)


def _nearest_list(library: Library, question: Mapping[str, Any]) -> NearestList:
    """Return the nearest list that the solver finds during a request; empty for a list it does not support."""
    try:
        answer = completion_jobs.complete_at_once(question, library.release)
    except InvalidInput:
        return NearestList(None, proven=False)
    except SolverFailed:
        answer = None
    if answer is None:
        return NearestList(None, proven=False, no_fix=NOT_SEARCHED)
    if answer["do"]:
        points = 0 if library.ruleset.price is free_price else None
        fix = Fix(tuple(answer["do"]), points, answer["verdict"]["verdict"])
        return NearestList(fix, proven=answer["status"] == "optimal")
    if answer["status"] == "illegal":
        return NearestList(None, proven=True, no_fix=NO_LEGAL_LIST)
    return NearestList(None, proven=False, no_fix=cards_left_out(answer["left_out"]) if answer["left_out"] else None)
