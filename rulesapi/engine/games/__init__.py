"""The rules of each game, one package per game (listed in `values/known_games.py`), with its editions in RULESETS."""
