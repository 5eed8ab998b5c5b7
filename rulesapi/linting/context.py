"""What every check looks at, and what it answers."""

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
    """Something about a card that somebody should look at, in a sentence.

    `card` is its slug, or that of a format, a house rule or a ruling, as `kind` says.
    """

    code: str
    level: Severity
    card: str
    sentence: Phrase
    kind: str = "card"

    def as_document(self) -> dict[str, Any]:
        """The remark as JSON."""
        return {"code": self.code, "level": self.level, "card": self.card, "sentence": self.sentence}


@dataclass(frozen=True, slots=True)
class LintContext:
    """The cards in use, parsed and as documents. `only` is the slug of the one card that is asked about."""

    library: Library
    cards: tuple[Card, ...]
    documents: Mapping[str, Document]
    only: str | None

    @classmethod
    def of(cls, library: Library, documents: Iterable[Document], only: str | None) -> "LintContext":
        """The cards of a library that are not retired."""
        cards = tuple(card for card in library.all_cards if card.retired is None)
        return cls(library, cards, {document["slug"]: document for document in documents}, only)

    @property
    def creatures(self) -> list[Creature]:
        """The creatures in use."""
        return [card for card in self.cards if isinstance(card, Creature)]

    @property
    def upgrades(self) -> list[Upgrade]:
        """What creatures can carry, spells too."""
        return [card for card in self.cards if isinstance(card, Upgrade)]

    def is_wanted(self, card: Card) -> bool:
        """Whether remarks on this card are wanted."""
        return self.only is None or card.slug == self.only
