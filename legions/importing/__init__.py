"""Legions from elsewhere: what was sent is told apart, read, and reported line by line before anything is kept."""

from .taking import LARGEST, Row, Taken, take

__all__ = ["LARGEST", "Row", "Taken", "take"]
