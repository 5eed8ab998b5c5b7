"""Search for the slowest requests within the input limits."""
