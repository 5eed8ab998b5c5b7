"""The rules of each game, one package per game (listed in `values/known_games.py`), with editions in `RULESETS`."""
