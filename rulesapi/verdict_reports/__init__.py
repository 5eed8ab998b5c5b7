"""Reports of wrong verdicts, and their review by curators."""
