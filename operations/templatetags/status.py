"""Template filters about the status page."""

from django import template

from legions.permissions import may_see_status

register = template.Library()
register.filter("may_see_status", may_see_status)
