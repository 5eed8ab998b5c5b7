"""Dungeon Command on the website: words, cards and table."""
