"""Additional vocabulary of each game: one module for each, listed in `MODULES`, with the constant VOCABULARY."""

MODULES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
