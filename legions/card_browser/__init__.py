"""Pages of cards, sets and games: search with filters and facets, a card's page with its sources, and its images."""
