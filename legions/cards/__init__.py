"""Catalog cards for pages: a card with its facts as text, a snapshot of a game, and name search."""
