"""What the REST addresses of accounts and their lists share: the base of views, pagination and idempotency keys."""
