"""The games with rules in the engine, and the package of each in `rulesapi.engine.games`."""

GAMES = "rulesapi.engine.games"

PACKAGES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")

PLAY_PACKAGES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
"""Packages that answer questions of play: each has a package `play` with the constant `play.PLAY`."""
