"""Shared words, cards and table of both editions of D&D Miniatures."""
