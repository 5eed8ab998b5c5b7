"""Rules of play of a game whose rulebook is cited by page and heading."""

from __future__ import annotations

from dataclasses import dataclass

from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.values.citations import heading_citation
from rulesapi.engine.values.model import Severity


@dataclass(frozen=True, slots=True)
class PagedRules:
    """A maker of the rules of play of a game. The message of a rule is its text unless others are given.

    `address` is that of the section of a rule, if it does not follow from page and heading.
    """

    game: str
    rulebook: str

    def happens(
        self, code: str, title: str, page: int, section: str, text: str, *messages: str, address: str | None = None
    ) -> PlayRule:
        """Return a rule that describes what happens."""
        return self._rule(code, title, page, section, text, messages, None, address)

    def forbids(
        self, code: str, title: str, page: int, section: str, text: str, *messages: str, address: str | None = None
    ) -> PlayRule:
        """Return a rule that forbids something."""
        return self._rule(code, title, page, section, text, messages, "error", address)

    def warns(
        self, code: str, title: str, page: int, section: str, text: str, *messages: str, address: str | None = None
    ) -> PlayRule:
        """Return a rule that warns of something."""
        return self._rule(code, title, page, section, text, messages, "warning", address)

    def _rule(
        self,
        code: str,
        title: str,
        page: int,
        section: str,
        text: str,
        messages: tuple[str, ...],
        level: Severity | None,
        address: str | None,
    ) -> PlayRule:
        cite = heading_citation(self.rulebook, page, section, address)
        return PlayRule(f"{self.game}/{code}", title, text, cite, messages or (text,), level)
