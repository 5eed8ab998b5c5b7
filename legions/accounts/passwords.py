"""How passwords are kept, and what one may not be: too long to hash, or made of our own words.

Django checks by itself that it is long enough, not a common one and not like the name.

There are no rules about digits, capitals or signs: length is what counts.
"""

import re

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# What somebody who attacks this site would try first.
SITE_WORDS = re.compile(r"muster|legion|attack|wing|dungeon|dragon|card|miniature|password")
MIN_OTHER_CHARACTERS = 6  # different from our words


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id, slow enough that guessing is dear: 0.28 s on one busy core of two, where 0.2 to 0.5 s are wanted.

    A password that was kept with less is kept anew when its owner logs in.
    """

    time_cost = 3


class MaximumLengthValidator:
    """Refuse passwords longer than `max_length` characters: hashing them would cost us more than it gains anybody."""

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
        """Say the rule."""
        return _("At most %(most)d characters.") % {"most": self.max_length}


class SiteWordsValidator:
    """Refuse passwords that are the words of this site with little besides."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError `password_of_our_words`. Digits and signs around the words do not help."""
        folded = "".join(character for character in password.casefold() if character.isalpha())
        rest, ours = SITE_WORDS.subn("", folded)
        if ours and len(rest) < MIN_OTHER_CHARACTERS:
            raise ValidationError(
                _("This password is easy to guess here. Add other words."),
                code="password_of_our_words",
            )

    def get_help_text(self) -> str:
        """Say the rule."""
        return _("Not only words of this site.")
