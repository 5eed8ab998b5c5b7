"""The pure engine: a library of cards and a legion in, a verdict out.

Nothing here knows of a web, a database, a clock or settings; only Python's standard library is imported.
"""
