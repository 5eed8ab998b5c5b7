"""A list beside its verdict, on the pages that do not change it: shared, in a link, imported, or a past state."""

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from legions.cards.stock import Stock, format_name, stock_for
from legions.table.pick_views import PickView
from legions.table.table_layout import Selection, lay_out_picks
from legions.verdicts.view_models import VerdictView, verdict_view


class JudgedList:
    """A list with what the rules say of it. `own_word` says whether its own numbers are the reader's word."""

    document: dict[str, Any]
    own_word = False

    @cached_property
    def stock(self) -> Stock:
        """The catalog as it is judged by it."""
        return stock_for(self.document)

    @cached_property
    def verdict(self) -> VerdictView:
        """What the rules say of it. Raises InvalidInput for one that cannot be judged."""
        return verdict_view(self.document, self.stock, self.own_word)

    @cached_property
    def picks(self) -> list[PickView]:
        """Its creatures with what they carry."""
        return lay_out_picks(self.document, self.verdict, Selection())

    @property
    def empty(self) -> bool:
        """Whether no card is in it: it is only begun, and not illegal."""
        return not self.picks

    @property
    def word(self) -> str:
        """The outcome for people; of an empty list no more than that it is empty."""
        return _("Nothing on the table") if self.empty else self.verdict.word

    @property
    def format(self) -> str:
        """The format's name."""
        return format_name(self.stock, self.verdict.verdict["format"])
