"""Forms for objects, rows and clauses: they nest as the schema nests.

Every form here speaks the same few words, whatever it stands for: `blank` (nothing is filled in), `value` (the JSON),
`place` (put a fault beside the field it is about) and `error_entries` (every fault, with the field it stands beside).
"""
