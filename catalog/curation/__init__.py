"""What people bring to the catalog beside drafts: contributions, confirmations and disputes."""
