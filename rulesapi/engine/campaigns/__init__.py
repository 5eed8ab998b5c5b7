"""Campaigns: adventures and what comes of them, the record of a campaign, and what each player may use from it.

All of it is computed from documents, with nothing but the standard library. What is not known stays so: who earned what
is a range where a report leaves it open, and a question that the rulebook leaves open is named with its readings.
"""
