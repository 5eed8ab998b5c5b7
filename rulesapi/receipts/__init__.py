"""Receipts: verdicts that are signed, so that somebody who was not there can trust them, also without this site.

`keys` has what is signed with, `codec` how a receipt is written so small that it can be printed, and
`receipt_service` what one says. Nothing of a receipt is kept: it stands for itself.
"""
