"""What the engine says to people, in the language that is spoken just then: the API and the commands speak English."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from .engine.names import listed
from .engine.wording import Phrase, fill


def said(message: str) -> str:
    """Return a message of the engine; only what it said as a phrase can be said in another language."""
    return fill((_(message.template),), message.facts) if isinstance(message, Phrase) else message


def meant(nearest: Iterable[str]) -> str:
    """Return the question whether one of these was meant, with a space before it; nothing where there are none."""
    words = [f"“{word}”" for word in nearest]
    return " " + _("Did you mean {words}?").format(words=listed(words, _("or"))) if words else ""
