"""Rules of play by their answers in the FAQ."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2003 import GAME
from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.values.model import Citation


def happens(code: str, title: str, cite: Citation, text: str, *messages: str) -> PlayRule:
    """Return a rule that describes what happens. Without messages, its text is its message."""
    return PlayRule(f"{GAME}/{code}", title, text, cite, messages or (text,))


def forbids(code: str, title: str, cite: Citation, text: str, *messages: str) -> PlayRule:
    """Return a rule that forbids something. Without messages, its text is its message."""
    return PlayRule(f"{GAME}/{code}", title, text, cite, messages or (text,), "error")
