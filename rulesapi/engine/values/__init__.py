"""Values that all parts of the engine share; they import nothing else from it."""
