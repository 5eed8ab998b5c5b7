"""Words and card kinds shared by the forms of several questions."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from legions.site.plots import Plot, PlotRow, decimal, percent

CREATURES = ("creature",)
UPGRADES = ("upgrade", "spell")
ATTACK_FACES = {
    "hit": gettext_lazy("Hit"),
    "critical": gettext_lazy("Critical"),
    "concentrate": pgettext_lazy("face of a die", "Concentrate"),
    "blank": gettext_lazy("Blank"),
}
DEFENSE_FACES = {
    "dodge": pgettext_lazy("face of a die", "Dodge"),
    "concentrate": pgettext_lazy("face of a die", "Concentrate"),
    "blank": gettext_lazy("Blank"),
}
TOKENS = {
    "charge": gettext_lazy("Charge"),
    "target": gettext_lazy("Target"),
    "concentrate": gettext_lazy("Concentrate"),
    "dodge": gettext_lazy("Dodge"),
}
YES_NO = {"yes": gettext_lazy("Yes"), "no": gettext_lazy("No")}


def chance(document: Mapping[str, Any]) -> Fraction:
    """Return a chance of an answer as an exact fraction."""
    return Fraction(document["exact"])


def odds_plot(odds: Mapping[str, Any]) -> Plot:
    """Return the plot of the chance of each damage; its table also has the chances of as much or more."""
    rows = tuple(
        PlotRow(
            str(one["damage"]),
            (one["value"], one["at_least"]["value"]),
            (percent(chance(one)), percent(chance(one["at_least"]))),
        )
        for one in odds["damage"]
    )
    return Plot(_("Chance of each damage"), (_("exactly"), _("that or more")), rows)


def token_words(unspent: Mapping[str, Any]) -> str:
    """Return the effect of an unspent token in words."""
    token = str(TOKENS[unspent["token"]])
    change = decimal(float(chance(unspent["change"])), signed=True)
    if unspent["side"] == "attacker":
        return _("A %(token)s Token of the attacker: %(change)s damage on average.") % {
            "token": token,
            "change": change,
        }
    return _("A %(token)s Token of the defender: %(change)s damage on average.") % {"token": token, "change": change}
