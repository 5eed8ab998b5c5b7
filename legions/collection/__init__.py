"""Collections: the cards and packs of a game that a user owns, separate from their lists."""
