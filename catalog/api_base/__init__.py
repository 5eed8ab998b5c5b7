"""What every REST address shares, whichever app it belongs to.

The base of views (`views`), pages of a list (`pagination`), rate limits (`throttling`), renderers, parsers, query
parameters, and problems, the one shape of errors (`problems`).
"""
