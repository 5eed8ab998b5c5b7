"""The second judge of D&D Miniatures, the original edition."""
