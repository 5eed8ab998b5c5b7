"""Test data that is built once for all tests of a module, if building it takes longer than the tests.

A world is the content of the database before each test. It is written in a transaction that is rolled back at the end
of the module, and each test runs in a nested transaction, as in pytest-django: the changes of a test are rolled back,
and the next test finds the original world. Therefore

- no test of the module may commit (`transaction=True`, `live_server`): such a test belongs in a module of its own, and
  would fail because of rows that it did not write;
- a test must not change the objects that the world's function returned, nor call methods that cache values on them: for
  rows, a fixture gives each test a `deepcopy`.

Caches are cleared before a world is built, as before each test: releases of another world had equal numbers. The
in-process caches are keyed by the number and the time of a release, so they remain valid.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.db import transaction


def once_a_module(build: Callable[[], Any]) -> Any:
    """Return a module-scoped fixture for a function that builds a world: it runs once for each module whose tests use
    it.
    """

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
