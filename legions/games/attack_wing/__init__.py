"""D&D Attack Wing on the website: words, cards and table, ready lists, and an example."""
