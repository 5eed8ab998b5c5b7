"""A list with its verdict, for read-only pages: a shared list, one in a link, an imported one, or a past state."""

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from legions.cards.stock import Stock, format_name, stock_for
from legions.table.pick_views import PickView
from legions.table.table_layout import Selection, lay_out_picks
from legions.verdicts.view_models import VerdictView, verdict_view


class JudgedList:
    """A list with its verdict. `own_word` is true if its own numbers were entered by the reader."""

    document: dict[str, Any]
    own_word = False

    @cached_property
    def stock(self) -> Stock:
        """The catalog snapshot that the list is judged by."""
        return stock_for(self.document)

    @cached_property
    def verdict(self) -> VerdictView:
        """The verdict. Raises InvalidInput if the list cannot be judged."""
        return verdict_view(self.document, self.stock, self.own_word)

    @cached_property
    def picks(self) -> list[PickView]:
        """The creatures with their upgrades."""
        return lay_out_picks(self.document, self.verdict, Selection())

    @property
    def empty(self) -> bool:
        """True if the list has no cards: it is new, not illegal."""
        return not self.picks

    @property
    def word(self) -> str:
        """The outcome for people. An empty list is only described as empty."""
        return _("Nothing on the table") if self.empty else self.verdict.word

    @property
    def format(self) -> str:
        """The name of the format."""
        return format_name(self.stock, self.verdict.verdict["format"])
