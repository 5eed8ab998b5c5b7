"""Code shared by the second judges of both editions of D&D Miniatures."""
