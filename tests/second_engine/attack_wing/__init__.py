"""The second judge of D&D Attack Wing."""
