"""Management commands of the website."""
