"""The second judge of Dungeon Command."""
