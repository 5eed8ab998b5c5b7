"""What the templates of collections can ask for: one more and one less."""

from django import template

from legions.collection.counts import MAX_COPIES

register = template.Library()


@register.filter
def one_more(number: int) -> int:
    """Return the number after `number`, as far as there can be so many."""
    return min(MAX_COPIES, number + 1)


@register.filter
def one_less(number: int) -> int:
    """Return the number before `number`, as far as there can be so few."""
    return max(0, number - 1)
