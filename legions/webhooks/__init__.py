"""Webhooks: addresses of programs that are notified of releases, with signatures as in Standard Webhooks.

Messages are noted in the transaction that publishes a release (`delivery`) and sent by the worker: only to public
addresses (`address_policy`), within a time limit (`http_client`), with retries for about a day.
"""
