"""The words that a game adds to those of its schemas."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class GameVocabulary:
    """What a game says beside its schemas.

    `names` are more names for facts, each for one or for several of which a card has one; they go before the schemas'
    own. `labels` are what sentences call a field, `abbreviations` are what players cut words of a fact to, by its key,
    `examples` are queries that show what can be asked.

    Of a card's face: `flag_words` are the words for a fact that is yes and for one that is no, empty for none, where
    its key is not that word. `spoken` are the whole words for what cards print in short.
    """

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    abbreviations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    examples: tuple[str, ...] = ()
    flag_words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    spoken: Mapping[str, str] = field(default_factory=dict)
