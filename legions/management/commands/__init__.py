"""Commands of the website."""
