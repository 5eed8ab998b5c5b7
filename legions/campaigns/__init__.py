"""Campaigns on the site: their players, their record entry by entry, and what follows from it."""
