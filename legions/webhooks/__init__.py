"""Webhooks: addresses of programs that are notified when a release is published, signed as Standard Webhooks says.

What is to be sent is noted in the transaction that publishes (`delivery`), and sent by the worker: to addresses of
the open internet alone (`address_policy`), within a time (`http_client`), tried again for about a day.
"""
