"""Pages of cards, sets and games: search with filters and facets, the card page with its sources, and card images."""
