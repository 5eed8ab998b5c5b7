"""The input and the output of every check."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.messages import Phrase
from rulesapi.engine.values.model import Card, Creature, Severity

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LintMessage:
    """A remark on a card that a curator should check.

    `card` is the slug of the card, or of a format, a house rule or a ruling, as `kind` says.
    """

    code: str
    level: Severity
    card: str
    sentence: Phrase
    kind: str = "card"

    def as_document(self) -> dict[str, Any]:
        return {"code": self.code, "level": self.level, "card": self.card, "sentence": self.sentence}


@dataclass(frozen=True, slots=True)
class LintContext:
    """The cards in use, parsed and as documents. `only` is the slug of the single card to check, if any."""

    library: Library
    cards: tuple[Card, ...]
    documents: Mapping[str, Document]
    only: str | None

    @classmethod
    def of(cls, library: Library, documents: Iterable[Document], only: str | None) -> "LintContext":
        """Return the context with the cards of a library that are not retired."""
        cards = tuple(card for card in library.all_cards if card.retired is None)
        return cls(library, cards, {document["slug"]: document for document in documents}, only)

    @property
    def creatures(self) -> list[Creature]:
        """The creatures in use."""
        return [card for card in self.cards if isinstance(card, Creature)]

    @property
    def upgrades(self) -> list[Upgrade]:
        """The cards that creatures can carry, including spells."""
        return [card for card in self.cards if isinstance(card, Upgrade)]

    def is_wanted(self, card: Card) -> bool:
        """Return whether remarks on this card are requested."""
        return self.only is None or card.slug == self.only
