"""Charts of a legion: its points, its order of movement and attacks, its attack dice and health."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from legions.game_words import vocabulary
from legions.site import wording
from legions.site.plots import Plot, count_plot
from legions.table.pick_views import PickView
from legions.table.plots import fact_reader, pick_plot
from legions.verdicts.view_models import VerdictView


def list_plots(picks: Sequence[PickView], verdict: VerdictView) -> list[Plot]:
    """Return the plots of the creatures of a list; empty for an empty list."""
    if not picks:
        return []
    dice = pick_plot(
        _("Attack dice and health"),
        picks,
        {_("attack dice"): fact_reader("attack"), _("health"): fact_reader("health")},
    )
    points = pick_plot(
        _("Points by creature"), picks, {_("points, including the cards it carries"): lambda pick: pick.points}
    )
    return [points, _icons(picks), _order(picks), dice, _energies(picks), _alignments(picks)]


def _icons(picks: Sequence[PickView]) -> Plot:
    """Return the plot of points by icon, in the order of the icons. A sum with an unknown cost is unknown."""
    found: dict[str, list[int | None]] = {}
    for pick in picks:
        for row in pick.rows:
            if row.card:
                found.setdefault(row.icon, []).append(row.points)
    order = [*vocabulary.fact_values("attack-wing", "slot"), "any"]
    icons = sorted(found, key=lambda icon: order.index(icon) if icon in order else len(order))
    rows = [(wording.capitalized(icon), _sum(found[icon])) for icon in icons]
    note = "" if rows else _("Nothing is carried yet.")
    return count_plot(_("Points by icon"), _("points of upgrades"), rows, note)


def _sum(numbers: Iterable[int | None]) -> int | None:
    known = list(numbers)
    return None if None in known else sum(number for number in known if number is not None)


def _order(picks: Sequence[PickView]) -> Plot:
    def level(pick: PickView) -> tuple[bool, int]:
        known = pick.card.document.get("level")
        return known is None, known or 0

    note = _("From the top down they move; from the bottom up they attack. Of equal levels initiative decides.")
    return pick_plot(_("Level and order"), sorted(picks, key=level), {_("level"): fact_reader("level")}, note)


def _energies(picks: Sequence[PickView]) -> Plot:
    found: Counter[str] = Counter()
    for pick in picks:
        kinds = pick.card.document.get("energy")
        for one in [_("not known")] if kinds is None else map(wording.schema_word, kinds) if kinds else [_("none")]:
            found[one] += pick.count
    return count_plot(_("Energy"), _("creatures"), _ranked(found))


def _alignments(picks: Sequence[PickView]) -> Plot:
    found: Counter[str] = Counter()
    for pick in picks:
        found[wording.schema_word(pick.card.document.get("alignment") or "") or _("not known")] += pick.count
    return count_plot(_("Alignment"), _("creatures"), _ranked(found))


def _ranked(counts: Counter[str]) -> list[tuple[str, float | None]]:
    return [
        (word[:1].upper() + word[1:], number)
        for word, number in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    ]
