"""The rulebooks of the games on the site: their pages, and their sections next to cards, rulings and findings."""
