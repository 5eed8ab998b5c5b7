"""Rules for usernames: visible letters in their ordinary form and of one script."""

import re
import unicodedata
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from catalog.documents.json_input import INVISIBLE
from legions.accounts import name_skeletons, reserved_names

MAX_USERNAME_LENGTH = 30
# Scripts with letters that look alike: “аdmin” with a Cyrillic first letter reads as “admin”. Each is the first word of
# the Unicode names of its letters; OLD means Old Italic, Old Permic and other historic scripts.
CONFUSABLE_SCRIPTS = {
    *("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "CHEROKEE", "CANADIAN", "LISU", "MIAO"),
    *("OSAGE", "TIFINAGH", "WARANG", "COPTIC", "GOTHIC", "DESERET", "CARIAN", "LYCIAN", "ELBASAN", "RUNIC", "OLD"),
}
MAX_MARKS = 3
"""The maximum number of combining marks on one letter: a vowel sign, a tone and a dot below are three."""

_SEPARATED = re.compile(r"\A[^.-]+(?:[.-][^.-]+)*\Z")


def validate_characters(name: str) -> None:
    """Raise ValidationError unless `name` has only letters with marks, digits, underscores, single dots and hyphens."""
    if not _SEPARATED.fullmatch(name) or not _has_plain_characters(name):
        words = _("Use letters, digits and underscores, with a dot or hyphen between them.")
        raise ValidationError(words, code="username_characters")


def validate_single_script(name: str) -> None:
    """Raise ValidationError if `name` mixes scripts with letters that look alike."""
    if mixes_scripts(name):
        raise ValidationError(_("Use letters of one script."), code="username_scripts")


def validate_visible(name: str) -> None:
    """Raise ValidationError for an invisible character, which would let two names look the same."""
    if INVISIBLE.search(name):
        raise ValidationError(_("It has a character that cannot be seen. Leave it out."), code="username_invisible")


def validate_nfkc(name: str) -> None:
    """Raise ValidationError for full-width, mathematical and similar letters; the message has the name in ordinary
    ones.
    """
    ordinary = name_skeletons.nfkc(name)
    if ordinary != name and not INVISIBLE.search(name):
        words = _("Use letters in their ordinary form: “%(ordinary)s”.")
        raise ValidationError(words, code="username_form", params={"ordinary": ordinary})


def validate_not_reserved(name: str) -> None:
    """Raise ValidationError for a name that resembles the name of a role or of the site."""
    if reserved_names.is_reserved(name):
        words = _("This name is reserved. Choose another.")
        raise ValidationError(words, code="username_blacklisted")


def mixes_scripts(name: str) -> bool:
    """Return whether `name` mixes scripts with letters that look alike."""
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return len(scripts & CONFUSABLE_SCRIPTS) > 1


def _has_plain_characters(name: str) -> bool:
    """Return whether each character is a letter, a digit, an underscore, a separator, or a mark on a letter."""
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
    MaxLengthValidator(MAX_USERNAME_LENGTH, _("Use at most %(limit_value)d characters.")),
    validate_visible,
    validate_nfkc,
    validate_single_script,
    validate_not_reserved,
]
