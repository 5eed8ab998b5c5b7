"""Own numbers: facts that users have read from their cards where the catalog lacks them, for all of their lists."""
