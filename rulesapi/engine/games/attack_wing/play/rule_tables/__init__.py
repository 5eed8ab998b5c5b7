"""The rules that the questions of play name, grouped by subject."""
