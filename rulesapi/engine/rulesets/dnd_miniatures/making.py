"""How the rules of both editions are written down."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc

from rulesapi.engine.model import Cite, Level
from rulesapi.engine.ruleset import Check, Rule


def rules_of(game: str) -> Callable[..., Rule]:
    """A maker of the game's rules; the text of one that can be broken is the first line of its check's docstring."""

    def rule(
        code: str,
        title: str,
        check: Check | str,
        cite: Cite,
        *messages: str,
        level: Level = "error",
        optional: bool = False,
    ) -> Rule:
        """A rule; with a text in place of a check it shows in the verdict, but cannot be broken."""
        if isinstance(check, str):
            return Rule(f"{game}/{code}", title, check, cite, None)
        text = cleandoc(check.__doc__ or "").partition("\n")[0]
        return Rule(f"{game}/{code}", title, text, cite, check, messages, level, optional=optional)

    return rule
