"""Password hashing and password rules: a maximum length, and more than the words of this site.

Django checks the minimum length, common passwords, and similarity to the username. There are no rules about digits,
capitals or punctuation: length is decisive.
"""

import re

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# The first guesses of an attacker of this site.
SITE_WORDS = re.compile(r"muster|legion|attack|wing|dungeon|dragon|card|miniature|password")
MIN_OTHER_CHARACTERS = 6  # outside of the site's words


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id with more rounds than Django's default: 0.28 s on one busy core of two; the target is 0.2 to 0.5 s.

    A password hashed with fewer rounds is hashed again when its owner logs in.
    """

    time_cost = 3


class MaximumLengthValidator:
    """Reject passwords longer than `max_length` characters, which are costly to hash."""

    def __init__(self, max_length: int = 128) -> None:
        self.max_length = max_length

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError `password_too_long`."""
        if len(password) > self.max_length:
            raise ValidationError(
                _("This password has %(length)d characters. Use at most %(most)d."),
                code="password_too_long",
                params={"length": len(password), "most": self.max_length},
            )

    def get_help_text(self) -> str:
        return _("At most %(most)d characters.") % {"most": self.max_length}


class SiteWordsValidator:
    """Reject passwords that consist of the words of this site and little else."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError `password_of_our_words`. Digits and punctuation around the words do not count."""
        folded = "".join(character for character in password.casefold() if character.isalpha())
        rest, ours = SITE_WORDS.subn("", folded)
        if ours and len(rest) < MIN_OTHER_CHARACTERS:
            raise ValidationError(
                _("This password is easy to guess here. Add other words."),
                code="password_of_our_words",
            )

    def get_help_text(self) -> str:
        return _("Not only words of this site.")
