"""Actions of the builder on own numbers: enter, remove, and undo.

They do not change the list. The numbers are stored for the holder and apply to all of their lists.
"""

from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import Holder
from legions.cards.stock import Stock
from legions.own_numbers import number_fields, services
from legions.own_numbers.models import OwnNumbers
from legions.saved_lists.models import Legion
from legions.site.invalid_forms import invalid_form

ACTIONS = frozenset({"tell", "untell", "take-back"})
"""The actions in a form's `do` field, before its first slash."""


def is_number_action(do: str) -> bool:
    return do.partition("/")[0] in ACTIONS


def holder_of_legion(legion: Legion) -> Holder:
    return Holder(user=legion.owner) if legion.owner_id is not None else Holder(guest_key=legion.guest_key)


def run_number_action(do: str, data: Any, stock: Stock, holder: Holder) -> OwnNumbers:
    """Run an action on the own numbers of `holder`: `tell`, `untell/card/fact`, `take-back/version`.

    Raises NumbersRefused, InvalidInput, ActionRefused, NumbersChanged and RateLimitExceeded; then nothing is stored.
    """
    name, *values = do.split("/")
    game = stock.game["slug"]
    if name == "take-back" and len(values) == 1 and values[0].isascii() and values[0].isdecimal():
        return services.undo_facts(holder=holder, game=game, base=int(values[0][:9]))
    if name == "untell" and len(values) == 2:
        facts: services.Facts = {values[0][:100]: {values[1][:60]: None}}
    elif name == "tell":
        facts = number_fields.told_facts(data, stock)
    else:
        message = _("This page is out of date. Reload it.")
        raise invalid_form(message, "/do", "unknown")
    words = number_fields.told_words(facts, stock)
    try:
        return services.set_facts(holder=holder, game=game, facts=facts, what=words)
    except InvalidInput as error:
        if refused := number_fields.refused_fields(data, error):
            raise number_fields.NumbersRefused(refused) from error
        raise
