"""What the pages show of the catalog: searching it, a card's facts in words, what a legion can be made of."""
