"""The rules of each game: a package for each, named in `values/known_games.py`, with its editions in `RULESETS`."""
