"""Public pages and feeds of releases: what changed, why and by whom."""
