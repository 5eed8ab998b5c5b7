"""Saved lists of accounts and guests: models, services, quotas, lookup, and share keys."""
