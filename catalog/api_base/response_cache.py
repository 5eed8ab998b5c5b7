"""Responses cached in the process: a published release never changes, so a response from it never does either."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from hashlib import sha256
from threading import Lock
from types import MappingProxyType
from typing import NamedTuple

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class CachedResponse(NamedTuple):
    """The response to a read, the same for every client. `etag` is what the ETag holds."""

    body: bytes
    etag: str
    status: int = 200
    content_type: str = "application/json"
    headers: Mapping[str, str] = NO_HEADERS


def digest_etag(body: bytes) -> str:
    """Return a short digest of a body, for a response that is not one revision."""
    return sha256(body).hexdigest()[:20]


class ResponseCache:
    """The responses requested last, up to `most_bytes` of bodies; safe for threads."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._responses: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], CachedResponse]) -> CachedResponse:
        """Return the response cached under `key`, else what `make` returns; what it raises is not cached."""
        with self._lock:
            response = self._responses.get(key)
            if response is not None:
                self._responses.move_to_end(key)
                return response
        response = make()
        with self._lock:
            self._put(key, response)
        return response

    def _put(self, key: Hashable, response: CachedResponse) -> None:
        if key in self._responses:
            return
        self._responses[key] = response
        self.bytes += self._size(response)
        while self.bytes > self.most_bytes:
            _, dropped = self._responses.popitem(last=False)
            self.bytes -= self._size(dropped)

    @staticmethod
    def _size(response: CachedResponse) -> int:
        # A kilobyte stands for the key and the objects around a body, so that many tiny responses have a bound too.
        return len(response.body) + 1024
