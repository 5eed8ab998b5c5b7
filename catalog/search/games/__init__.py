"""What each game calls its facts beside what its schemas say: a module for each, named in `MODULES`, with `WORDS`."""

MODULES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
