"""Pages and API of a user's own lists: overview, comparison, history, and the move to a newer release."""
