"""Website packages of the games, one per game: `words`, `cards`, `table`, and `play` for games with questions of
play.
"""
