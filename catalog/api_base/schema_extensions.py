"""What apps above add to the API: addresses under `/api/v1/`, listed in its index and described with the others.

Imports go one way, so such an app hands its chapter over when it starts; nothing of it is imported until it is asked
for.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.urls import URLPattern

from .query_params import QueryParameter


class BodyDescription(NamedTuple):
    """A body: the component that it follows, empty for none, with examples by name and the headers beside it."""

    component: str = ""
    examples: Mapping[str, Any] = MappingProxyType({})
    headers: tuple[str, ...] = ()
    about: str = ""


class MethodDescription(NamedTuple):
    """One method of one address.

    `asked` are the bodies it takes by media type, `answers` what it answers by status, `problems` the codes of its
    refusals beyond those of every address. `headers` are what it asks for by name: what they are for, and whether it
    cannot be without. `scope` is what a token needs to open, empty where none is asked for.
    """

    name: str
    summary: str
    about: str
    answers: Mapping[int, BodyDescription]
    problems: tuple[str, ...] = ()
    asked: Mapping[str, BodyDescription] = MappingProxyType({})
    parameters: tuple[QueryParameter, ...] = ()
    headers: Mapping[str, tuple[str, bool]] = MappingProxyType({})
    scope: str = ""


class SchemaExtension(NamedTuple):
    """Addresses that belong together: the name and words that they stand under, and each method by name of address.

    `words` are the parts of paths: what each means, its schema, and an example. `schemas` are components by name.
    """

    name: str
    about: str
    patterns: tuple[URLPattern, ...]
    methods: Mapping[str, Mapping[str, MethodDescription]]
    words: Mapping[str, tuple[str, dict[str, Any], Any]]
    schemas: Mapping[str, Any]


_factories: list[Callable[[], SchemaExtension]] = []


def register(chapter: Callable[[], SchemaExtension]) -> None:
    """Take a chapter in; it is called for when somebody reads the index or the description."""
    _factories.append(chapter)


@cache
def extensions() -> tuple[SchemaExtension, ...]:
    """Return the chapters that were added."""
    return tuple(make() for make in _factories)
