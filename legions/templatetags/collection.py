"""Template tags of collections: increment and decrement a number of copies."""

from django import template

from legions.collection.counts import MAX_COPIES

register = template.Library()


@register.filter
def one_more(number: int) -> int:
    """Return `number` plus one, at most `MAX_COPIES`."""
    return min(MAX_COPIES, number + 1)


@register.filter
def one_less(number: int) -> int:
    """Return `number` minus one, at least 0."""
    return max(0, number - 1)
