"""Labels of the outcomes that a line of an imported file or text can have."""

from django.utils.translation import gettext_lazy as _

OUTCOME_LABELS = {
    "mapped": ("check", _("Understood")),
    "guessed": ("seal-undetermined", _("Guessed")),
    "unknown": ("warning", _("Not known")),
    "dropped": ("close", _("Left out")),
}
"""The icon and label of each outcome."""
