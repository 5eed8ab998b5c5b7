"""Errors for refused actions, with a reason for the reader."""

from catalog.errors import Refused


class ActionRefused(Refused):
    """An action that cannot be done. Its text is the reason, for people."""
