"""Words and card kinds shared by the forms of several questions."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

CREATURES = ("creature",)
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


def chance(document: Mapping[str, Any]) -> Fraction:
    """Return a chance of an answer as an exact fraction."""
    return Fraction(document["exact"])
