"""The REST API for everything that depends on rules: verdicts, candidates, fixes, completions, rules, rulings, texts,
packs, receipts, reports.
"""
