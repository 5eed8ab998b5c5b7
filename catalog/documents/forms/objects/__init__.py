"""Forms for objects, rows and clauses, nested like the schema.

All of them have the same interface: `blank` (nothing is filled in), `value` (the JSON), `ObjectForm.place` (add a
fault to its field) and `ObjectForm.error_entries` (all faults with their fields).
"""
