"""The rules of each game: a package for each, named in `PACKAGES`, with its editions in `RULESETS`."""

PACKAGES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")

PLAY_PACKAGES = ("attack_wing",)
"""Those of them that answer questions of play: each has a package `play` with its `PLAY`."""
