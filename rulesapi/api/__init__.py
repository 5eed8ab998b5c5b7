"""The REST API of what knows rules: verdicts, candidates, fixes, completions, rules, rulings, texts, packs,
receipts, reports.
"""
