"""The search vocabulary of a game, in addition to its schemas."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class GameVocabulary:
    """Search words of a game beyond its schemas.

    `names` maps additional names to one fact, or to several, any of which may have the value. They take precedence over
    the names of the schemas. `labels` are names of fields in sentences. `abbreviations` maps the abbreviations that
    players use to words, keyed by fact. `examples` are example queries.

    For printed words: `flag_words` are the words for yes and for no of a fact, empty for none, if they differ from its
    key. `spoken` maps printed abbreviations to full words.
    """

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    abbreviations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    examples: tuple[str, ...] = ()
    flag_words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    spoken: Mapping[str, str] = field(default_factory=dict)
