"""Forms for objects, rows and clauses, nested like the schema.

All of them have the same interface: `blank` (nothing is filled in), `value` (the JSON), `place` (add a fault to its
field) and `error_entries` (all faults with their fields).
"""
