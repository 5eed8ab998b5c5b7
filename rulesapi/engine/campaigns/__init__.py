"""Campaigns: adventures and their outcomes, the record of a campaign, and what each player may use from it.

Everything is computed from documents, with the standard library alone. Unknown facts stay unknown: earnings that a
report leaves open are a range, and a question that the rulebook leaves open is named with its readings.
"""
