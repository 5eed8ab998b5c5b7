"""The objectives of the solver: the numbers of a game that a completion can maximize."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from legions.cards.stock import Stock
from legions.site import wording
from legions.verdicts.view_models import VerdictView
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.rule_hints import NO_HINTS
from rulesapi.engine.core.solver_bounds import DeckSizeBound
from rulesapi.solver.request import POINTS, is_completable, weighed_numbers


@dataclass(frozen=True, slots=True)
class Objective:
    """A number that a completion maximizes as far as the rules allow."""

    slug: str
    words: str


def objectives(stock: Stock) -> tuple[Objective, ...]:
    """Return the objectives for completing a list of a game; empty if the game has no numbers to weigh."""
    ruleset = find_ruleset(stock.game["ruleset"])
    if not is_completable(ruleset):
        return ()
    words = {POINTS: _("Points used")} | {
        slug: wording.translated(title) for slug, title in ruleset.optimizable_numbers.items()
    }
    return tuple(Objective(slug, words[slug]) for slug in weighed_numbers(ruleset))


def lacks_cards_alone(verdict: VerdictView, stock: Stock) -> bool:
    """Return whether the only problem of a list is that it has no cards of some required kinds."""
    ruleset = find_ruleset(stock.game["ruleset"])
    sizes = {code for code, hints in ruleset.hints.items() if isinstance(hints.bound, DeckSizeBound)}
    errors = [finding for finding in verdict.verdict["findings"] if finding["level"] == "error"]
    open_ = verdict.verdict["unknown"] or verdict.verdict.get("open")
    return bool(sizes and errors and not open_) and all(
        one["code"] in sizes and one["facts"].get("count", 0) == 0 for one in errors
    )


def may_become_legal(document: Mapping[str, Any], verdict: VerdictView, stock: Stock) -> bool:
    """Return whether a list is legal, or cards and choices that it lacks may make it legal."""
    ruleset, judged = find_ruleset(stock.game["ruleset"]), verdict.verdict
    if ruleset.carried or judged["verdict"] == "legal":
        return bool(judged["verdict"] == "legal")
    codes = {finding["code"] for finding in judged["findings"] if finding["level"] == "error"}
    codes |= {code for unknown in judged["unknown"] for code in unknown["needed_by"]}
    hints = [ruleset.hints.get(code, NO_HINTS) for code in codes]
    return not judged.get("open") and all(one.remedy or one.depends_on - document.keys() for one in hints)
