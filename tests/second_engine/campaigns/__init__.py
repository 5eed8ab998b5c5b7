"""A second judge of campaign records, independent of the engine: it plays out every possible world."""
