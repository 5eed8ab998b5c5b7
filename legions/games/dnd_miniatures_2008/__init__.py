"""D&D Miniatures, 2008, on the website: words, cards and table."""
