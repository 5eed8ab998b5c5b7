"""The shared cache, and what stands in for it while it is away: limits go on counting, each process for itself."""

import logging
import time
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

LEFT_ALONE = 3.0
"""Seconds for which a server that did not answer is not asked again, so that nobody waits for it each time."""

MOST_BESIDE = 100_000
"""Entries in the memory of a process: nobody gets rid of what was counted by asking for many things."""


class SteadyRedisCache(RedisCache):
    """Redis, and the memory of this process while Redis does not answer. Nothing that asks it ever sees it fail.

    What was kept before is not there meanwhile, and what is kept meanwhile is not there afterwards: both are what a
    cache may do. A limit that is counted in it is never switched off; it holds for each process instead of for all.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        here = {key: value for key, value in params.items() if key != "OPTIONS"} | {"max_entries": MOST_BESIDE}
        self._beside = LocMemCache(f"beside {server}", here)
        self._asked_again_at = 0.0

    @property
    def is_away(self) -> bool:
        """Whether Redis did not answer the last time it was asked."""
        return self._asked_again_at > 0

    def _ask(self, what: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self._asked_again_at:
            try:
                answer = getattr(super(), what)(*args, **kwargs)
            except RedisError as error:
                logger.error("The cache does not answer, so each process counts for itself: %s", error)
                self._asked_again_at = time.monotonic() + LEFT_ALONE
            else:
                self._asked_again_at = 0.0
                return answer
        return getattr(self._beside, what)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("delete", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("incr", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get_many", *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("set_many", *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("delete_many", *args, **kwargs)

    def clear(self) -> Any:
        return self._ask("clear")
