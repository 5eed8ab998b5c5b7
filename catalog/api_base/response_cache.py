"""Responses cached in the process. A published release never changes, so its responses never change either."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from hashlib import sha256
from threading import Lock
from types import MappingProxyType
from typing import NamedTuple

from catalog import metrics

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class CachedResponse(NamedTuple):
    """The response to a read, equal for every client. `etag` is the content of the ETag header without quotes."""

    body: bytes
    etag: str
    status: int = 200
    content_type: str = "application/json"
    headers: Mapping[str, str] = NO_HEADERS


def digest_etag(body: bytes) -> str:
    """Return a short digest of a body, the tag of a response that is not one revision."""
    return sha256(body).hexdigest()[:20]


class ResponseCache:
    """The most recently requested responses, up to `most_bytes` of bodies; thread-safe. Metrics have its `name`."""

    def __init__(self, name: str, most_bytes: int) -> None:
        self.name = name
        self.most_bytes = most_bytes
        self.bytes = 0
        self._responses: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], CachedResponse]) -> CachedResponse:
        """Return the response cached under `key`; if there is none, call `make` and cache its response.

        Exceptions are not cached.
        """
        with self._lock:
            response = self._responses.get(key)
            if response is not None:
                self._responses.move_to_end(key)
        metrics.count_cache_read(self.name, hit=response is not None)
        if response is not None:
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
        # A kilobyte accounts for the key and the objects around a body, so that many tiny responses are limited too.
        return len(response.body) + 1024
