"""Campaigns on the site: players, records, and the results derived from the records."""
