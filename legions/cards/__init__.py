"""Cards of the catalog as pages read them: a card with its facts in words, a snapshot of a game, and name search."""
