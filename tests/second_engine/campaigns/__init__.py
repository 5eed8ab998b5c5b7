"""A second judge of campaigns' records, written apart from the engine: it plays out every way things could be."""
