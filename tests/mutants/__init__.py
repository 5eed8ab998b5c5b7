"""Mutation testing of the engine: small faults are inserted, one at a time, and the tests must detect each."""
