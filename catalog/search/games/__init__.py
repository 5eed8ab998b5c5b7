"""What each game calls its facts beside what its schemas say: a module for each, named like the game, with `WORDS`."""
