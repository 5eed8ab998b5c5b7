"""Receipts: signed verdicts that third parties can verify, even without this site.

`keys` has the signing keys, `codec` the compact format of a receipt that can be printed, and `receipt_service` the
contents. Receipts are not stored; each contains everything it needs.
"""
