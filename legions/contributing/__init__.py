"""Telling what a card says: the form, what is kept of it over a log-in, and what became of what was told."""
