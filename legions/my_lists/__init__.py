"""Pages and API of one's own lists: the list of them, comparison, history, and moving to a newer release."""
