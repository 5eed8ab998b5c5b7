"""Pages of both editions of D&D Miniatures: the words, cards and table that they share."""
