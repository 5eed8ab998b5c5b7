"""Reports of verdicts that somebody takes for wrong, and what curators make of them."""
