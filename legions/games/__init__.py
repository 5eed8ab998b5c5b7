"""Packages of the games, one folder a game: `words`, `cards`, `table`, and `play` where it answers questions."""
