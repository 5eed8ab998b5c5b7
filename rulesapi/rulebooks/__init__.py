"""Rulebooks of games: their sections in a release, and what covers each of them."""
