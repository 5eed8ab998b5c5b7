"""D&D Attack Wing on the website: words, cards, table and questions of play."""
