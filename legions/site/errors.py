"""Refusals with a reason for the reader."""

from catalog.errors import Refused


class ActionRefused(Refused):
    """Something that cannot be done, with the reason for people as its text."""
