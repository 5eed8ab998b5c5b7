"""The objectives of the solver: the numbers of a game that a completion can maximize."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from legions.cards.stock import Stock
from legions.site import wording
from legions.verdicts.view_models import VerdictView
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.solver_bounds import DeckSizeBound
from rulesapi.solver.request import POINTS, weighed_numbers


@dataclass(frozen=True, slots=True)
class Objective:
    """A number that a completion maximizes as far as the rules allow."""

    slug: str
    words: str


def objectives(stock: Stock) -> tuple[Objective, ...]:
    """Return the objectives for completing a list of a game; empty if the game has no numbers to weigh."""
    ruleset = find_ruleset(stock.game["ruleset"])
    if not ruleset.optimizable_numbers:
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
