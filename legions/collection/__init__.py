"""What somebody has of a game: one collection a game, beside their legions, which it never edits."""
