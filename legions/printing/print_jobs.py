"""Print jobs of a legion: their pages, title and PDF."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from legions.printing import cut_out_cards, sheet_layout
from legions.printing.cut_out_cards import CutOutCards
from legions.printing.forms import CardsForm, SheetForm
from legions.printing.pdf import render_pdf
from legions.printing.sheet_content import sheet_content
from legions.saved_lists.models import Legion
from legions.sharing.shared_list import SharedList
from rulesapi.engine.core.collection import without_collections


@dataclass(frozen=True)
class SheetPrintJob:
    """The sheet of a legion. `site` is the address of this site; `whole` is true for the legion's holder."""

    legion: Legion
    form: SheetForm
    site: str
    whole: bool

    @cached_property
    def shared(self) -> SharedList:
        """The legion with the parts that the sheet may show."""
        if self.form.opponent:
            return _with(self.legion, without_collections(self.legion.document))
        return _with(self.legion, self.legion.document if self.whole else self.legion.shown)

    @cached_property
    def pages(self) -> list[str]:
        """The pages as SVG."""
        form = self.form
        content = sheet_content(
            self.shared, self.site, opponent=form.opponent, signed=form.signed, with_rules=form.with_rules
        )
        return sheet_layout.sheet_pages(content, self.form.size, grey=self.form.grey, full=self.form.full)

    @property
    def title(self) -> str:
        """The title of the document."""
        return _("%(name)s: sheet") % {"name": self.legion.name}

    @property
    def pdf(self) -> bytes:
        """Return the pages as a PDF. Raises PDFNotMade and NoCapacity."""
        return render_pdf(self.pages, self.form.size, self.title)


@dataclass(frozen=True)
class CardsPrintJob:
    """The cards of a legion to cut out."""

    legion: Legion
    form: CardsForm
    site: str
    whole: bool

    @cached_property
    def shared(self) -> SharedList:
        """The legion without its collection."""
        return _with(self.legion, without_collections(self.legion.document))

    @cached_property
    def cards(self) -> CutOutCards:
        """The cards to cut out."""
        return cut_out_cards.cut_out_cards(self.shared, once=self.form.once, deck=self.form.with_deck)

    @cached_property
    def pages(self) -> list[str]:
        """The pages as SVG."""
        return cut_out_cards.cut_out_pages(self.cards, self.form.size, self.legion.name, grey=self.form.grey)

    @property
    def title(self) -> str:
        """The title of the document."""
        return _("%(name)s: cards to cut out") % {"name": self.legion.name}

    @property
    def pdf(self) -> bytes:
        """Return the pages as a PDF. Raises PDFNotMade and NoCapacity."""
        return render_pdf(self.pages, self.form.size, self.title)


def _with(legion: Legion, document: Mapping[str, Any]) -> SharedList:
    """Return an unsaved legion with this document in its shared view, with its holder's numbers."""
    whose = {"owner": legion.owner, "guest_key": legion.guest_key}
    return SharedList(Legion(game=legion.game, **whose, document=dict(document), shows_collection=True), own=False)
