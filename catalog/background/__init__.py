"""Work outside of requests: the worker that runs queued tasks, the leases by which lost work is found, and the tasks
that are due again and again.
"""
