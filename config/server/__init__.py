"""The web server: uvicorn with deadlines for what clients do, in front of Django's WSGI application.

`python -m config.server` runs one process of it. `manage.py serve` runs as many as there are to be, beside the worker,
and brings back what ends. The request takes this way:

- `protocol` reads the head within a deadline, and bounds how many connections there are and how slowly a client reads.
- `application` answers `/livez` itself, reads the body whole within a deadline and the limits of `resource_limits`, and
  sends the response in pieces.
- `thread_pool` runs Django in one thread, behind a queue of limited length. No client, however slow, occupies that
  thread.
"""
