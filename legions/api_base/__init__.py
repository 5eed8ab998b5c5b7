"""Shared parts of the API for accounts and their lists: base views, pagination and idempotency keys."""
