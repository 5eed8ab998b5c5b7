"""The rules of each game, one package per game, with the game's editions in `RULESETS`. `values/known_games.py` lists
the packages.
"""
