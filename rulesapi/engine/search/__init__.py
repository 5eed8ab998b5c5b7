"""Searching over the judge: what could stand in a place of a legion, and which edits would make the legion legal."""
