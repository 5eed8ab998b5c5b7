"""Webhooks: addresses of programs that are told when a release is published, signed as Standard Webhooks says.

What is to be sent is noted in the transaction that publishes (`delivering`), and sent by the worker: to addresses of
the open internet alone (`addresses`), within a time (`sending`), tried again for about a day.
"""
