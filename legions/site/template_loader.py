"""The template loader, which removes line breaks between tags: they are layout of the source, not part of the page."""

import re

from django.template import Origin
from django.template.loaders import filesystem

PARTS = re.compile(
    r"""
    (?P<words>\{%\ blocktranslate\b.*?\{%\ endblocktranslate\ %\} | \{%\ translate\b.*?%\} | \{\{.*?\}\})
    | (?P<kept>
        \{%\ comment\b.*?\{%\ endcomment\ %\} | <!--.*?-->
        | <(?P<name>pre|script|style|textarea)\b.*?</(?P=name)>
      )
    | (?P<element></?[a-zA-Z](?:\{%.*?%\}|\{\{.*?\}\}|\{(?![%{])|[^>{])*>)
    | (?P<tag>\{%.*?%\} | \{\#.*?\#\})
    | (?P<space>\s+)
    | (?P<text>[^\s<{]+ | .)
    """,
    re.DOTALL | re.VERBOSE,
)
"""The parts of a template. `words` are messages and variables; `kept` are parts whose line breaks stay."""
TAGS = {"element", "kept", "tag"}
PARTS_OF_ELEMENT = re.compile(r"(\{%\ blocktranslate\b.*?\{%\ endblocktranslate\ %\})|\s*\n\s*", re.DOTALL | re.VERBOSE)


class Loader(filesystem.Loader):
    """A loader that removes the line breaks between the tags of HTML templates."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template. Raises TemplateDoesNotExist."""
        contents = super().get_contents(origin)
        return join_lines(contents) if origin.name.endswith(".html") else contents


def join_lines(source: str) -> str:
    """Return a template without line breaks: those between two tags are removed, those next to words become a space.

    Adjacent elements can therefore be written on separate lines. Words are text, variables and messages.
    """
    parts = list(PARTS.finditer(source.strip()))
    joined = []
    for number, part in enumerate(parts):
        if part["space"] and "\n" in part[0]:
            between_tags = parts[number - 1].lastgroup in TAGS and parts[number + 1].lastgroup in TAGS
            joined.append("" if between_tags else " ")
        elif part["element"]:
            joined.append(PARTS_OF_ELEMENT.sub(lambda inner: inner[1] or " ", part[0]))
        else:
            joined.append(part[0])
    return "".join(joined)
