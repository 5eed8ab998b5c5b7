"""Storage of lists that an account or a guest keeps: models, services, quotas, lookup, and the keys of their links."""
