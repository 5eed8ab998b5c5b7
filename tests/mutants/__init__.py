"""Mutation testing of the engine: small faults are put into it, one at a time, and the tests must see each."""
