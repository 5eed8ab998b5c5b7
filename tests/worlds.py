"""Worlds that are built once for all tests of a module, where to build them takes longer than the tests do.

A world is what tests find in the database before each does something to it. It stands in a transaction that is rolled
back when the module is done, and each test runs in one inside it, as pytest-django has it: what a test does is gone
after it, and the next one finds the world as it was built. So

- no test of the module may commit (`transaction=True`, `live_server`): it belongs into a module of its own, and finding
  rows that it did not write it would fail;
- a test must not change what the world's function returned, nor ask it for what it then remembers: where that are rows,
  a fixture of each test gives it a `deepcopy` of them.

What is kept in caches is forgotten before a world is built, as before each test: releases of another one had the same
numbers. In memory Muster keeps what it made of a release by its number and its time, so that stays true.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.db import transaction


def once_a_module(build: Callable[[], Any]) -> Any:
    """Make a fixture of a function that builds a world: it is called once for each module whose tests ask for it."""

    @pytest.fixture(scope="module", name=build.__name__)
    def world(own_cache: None, django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
        built = transaction.atomic()
        built._from_testcase = True  # type: ignore[attr-defined]  # as the transactions of tests: none of the product's
        with django_db_blocker.unblock():
            for cache in caches.all():
                cache.clear()
            built.__enter__()
        try:
            with django_db_blocker.unblock():
                found = build()
            yield found
        finally:
            with django_db_blocker.unblock():
                transaction.set_rollback(True)
                built.__exit__(None, None, None)

    return world
