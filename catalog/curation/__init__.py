"""Curation of the catalog in addition to drafts: contributions, confirmations and disputes."""
