"""What somebody may be called here to log in: letters that can be seen, each in its ordinary form, of one script."""

import re
import unicodedata
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from catalog.documents.json_input import INVISIBLE
from legions.accounts import name_skeletons, reserved_names

MAX_LENGTH = 30
# Scripts whose letters look like each other's: “аdmin” with a Cyrillic first letter reads as “admin”. Each by the first
# word of the names of its letters; OLD are Italic, Permic and others that nobody writes any more.
CONFUSABLE_SCRIPTS = {
    *("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "CHEROKEE", "CANADIAN", "LISU", "MIAO"),
    *("OSAGE", "TIFINAGH", "WARANG", "COPTIC", "GOTHIC", "DESERET", "CARIAN", "LYCIAN", "ELBASAN", "RUNIC", "OLD"),
}
MAX_MARKS = 3
"""Marks on one letter: a vowel sign, a tone and a dot below are three."""

_SEPARATED = re.compile(r"\A[^.-]+(?:[.-][^.-]+)*\Z")


def validate_characters(name: str) -> None:
    """Raise ValidationError for anything but letters with their marks, digits, underscores, and a dot or hyphen."""
    if not _SEPARATED.fullmatch(name) or not _has_plain_characters(name):
        words = _("Use letters, digits and underscores, with a dot or hyphen between them.")
        raise ValidationError(words, code="username_characters")


def validate_single_script(name: str) -> None:
    """Raise ValidationError when scripts are mixed whose letters look like each other's."""
    if mixes_scripts(name):
        raise ValidationError(_("Use letters of one script."), code="username_scripts")


def validate_visible(name: str) -> None:
    """Raise ValidationError for a character that shows nothing: with it two names would look the same."""
    if INVISIBLE.search(name):
        raise ValidationError(_("It has a character that cannot be seen. Leave it out."), code="username_invisible")


def validate_nfkc(name: str) -> None:
    """Raise ValidationError for full-width letters, mathematical ones and the like, with the name in ordinary ones."""
    ordinary = name_skeletons.nfkc(name)
    if ordinary != name and not INVISIBLE.search(name):
        words = _("Use letters in their ordinary form: “%(ordinary)s”.")
        raise ValidationError(words, code="username_form", params={"ordinary": ordinary})


def validate_not_reserved(name: str) -> None:
    """Raise ValidationError for the name of a role, or one that would speak for the site."""
    if reserved_names.is_reserved(name):
        words = _("This name is reserved. Choose another.")
        raise ValidationError(words, code="username_blacklisted")


def mixes_scripts(name: str) -> bool:
    """Return whether letters of several scripts stand in `name` that look like each other's."""
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return len(scripts & CONFUSABLE_SCRIPTS) > 1


def _has_plain_characters(name: str) -> bool:
    """Return whether each character is a letter, a digit, an underscore or a separator, or a mark on a letter."""
    marks: list[str] = []
    carries = False
    for character in name:
        if unicodedata.category(character).startswith("M"):
            if not carries or character in marks or len(marks) == MAX_MARKS:
                return False
            marks.append(character)
        elif character.isalnum() or character in "_.-":
            marks, carries = [], character.isalpha()
        else:
            return False
    return True


VALIDATORS: list[Callable[[str], None]] = [
    validate_characters,
    MaxLengthValidator(MAX_LENGTH, _("Use at most %(limit_value)d characters.")),
    validate_visible,
    validate_nfkc,
    validate_single_script,
    validate_not_reserved,
]
