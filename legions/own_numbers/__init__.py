"""Own numbers: what somebody has read off their cards where the catalog does not know, for all of their lists."""
