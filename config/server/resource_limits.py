"""How long the server waits for a client, and how much it keeps for all of them together; for each process."""

HEADERS_TIMEOUT = 10
"""From the first byte of a request, or the opening of the connection, to the end of its headers."""
IDLE_TIMEOUT = 30
"""From the end of an answer to the first byte of the next request; what was not read by then is thrown away."""
MAX_HEADER_BYTES = 64 * 1024
"""Of the address and all headers of one request."""
BODY_PAUSE_TIMEOUT = 10
"""Between two pieces of a body."""
BODY_TIMEOUT = 20
"""For a body, to which `MIN_BODY_RATE` adds."""
MIN_BODY_RATE = 4 * 1024
"""Bytes a second: who sends at least so fast gets as long as it takes."""
MAX_BODY_BYTES = 16 * 1024 * 1024
"""Of one body; a view that takes less says so itself. The largest, a table of 10 MiB, fits with its form."""
WRITE_TIMEOUT = 20
"""For a client to read enough of an answer that the next piece has room."""
CHUNK_BYTES = 64 * 1024
"""Bytes of an answer that are written at once."""
MAX_STREAM_BYTES = 32 * 1024 * 1024
"""Of an answer that is made faster than its client reads it; beyond it the connection is ended."""
MAX_BUFFERED_BYTES = 128 * 1024 * 1024
"""Of bodies that are read and answers that are written, of all requests; beyond it requests are refused with 503."""
MAX_CONNECTIONS = 1_000
"""At the same time. One more ends the one that has waited longest for its client to ask something."""
MAX_PIPELINED = 16
"""Requests that a client may send on one connection before the first of them is answered."""
MAX_QUEUED_REQUESTS = 200
"""Requests that wait for a thread; one more is refused with 503."""
QUEUE_TIMEOUT = 10
"""For a request to wait for a thread, before it is refused with 503 and not begun."""
STUCK_SECONDS = 0.25
"""After so long a request counts as one that waits for something, and the next begins in a thread of its own."""
BATCH_SECONDS = 0.002
"""For an answer that is made to wait for others, while more requests wait for the thread."""
THREADS = 4
"""Threads at most: one, and those for as long as others are stuck."""
REQUEST_TIMEOUT = 300
"""For a request in its thread. One that takes longer takes its process with it, which is started anew."""
SHUTDOWN_TIMEOUT = 8
"""For requests that have begun when the server is stopped."""
RETRY_AFTER = 2
"""Seconds after which it makes sense to ask again what was refused because of too much at once."""
