"""The shared base of the REST API of all apps.

View bases (`views`), pagination (`pagination`), rate limits (`throttling`), renderers, parsers, query parameters, and
problems, the common format of errors (`problems`).
"""
