"""What somebody may be called here."""

import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

LONGEST = 30
# Scripts whose letters look like each other's: “аdmin” with a Cyrillic first letter reads as “admin”.
LOOK_ALIKE = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"}

only_letters = RegexValidator(
    r"\A\w+(?:[.-]\w+)*\Z",
    _("Use letters, digits and underscores; a dot or hyphen may stand between them."),
    code="username_characters",
)


def one_script(name: str) -> None:
    """Raise ValidationError when scripts are mixed whose letters look like each other's."""
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    if len(scripts & LOOK_ALIKE) > 1:
        raise ValidationError(_("Use letters of one script."), code="username_scripts")


VALIDATORS = [
    only_letters,
    MaxLengthValidator(LONGEST, _("Use at most %(limit_value)d characters.")),
    one_script,
]
