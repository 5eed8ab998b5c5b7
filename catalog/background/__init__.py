"""Work outside of requests: the worker of queued tasks, the leases that reveal lost tasks, and periodic tasks."""
