"""The second judge of D&D Miniatures, the edition of 2008."""
