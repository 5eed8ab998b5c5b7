"""D&D Miniatures, the original edition, on the website: words, cards and table."""
