"""The values that all parts of the engine share; they import nothing else of it."""
