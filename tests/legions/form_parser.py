"""The data that a browser would send from the forms on a page, and the errors by field."""

from html.parser import HTMLParser
from typing import Any


class FormParser(HTMLParser):
    """A parser for the fields of a page by name, each with its values, and for the error texts by field."""

    def __init__(self, response: Any) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self.errors: dict[str, str] = {}
        self._select = self._area = ""
        self._choices: list[tuple[str, bool]] = []
        self._names: list[str] = []
        self._in_error = False
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a field, or the beginning of an error."""
        found = dict(attrs)
        name = found.get("name") or ""
        if tag in ("input", "select", "textarea") and name:
            self._names.append(name)
        if tag == "input" and name:
            if found.get("type") not in ("checkbox", "radio") or "checked" in found:
                self.fields.setdefault(name, []).append(found.get("value") or "")
        elif tag == "select":
            self._select, self._choices = name, []
        elif tag == "option" and self._select:
            self._choices.append((found.get("value") or "", "selected" in found))
        elif tag == "textarea":
            self._area = name
            self.fields[name] = [""]
        elif tag == "p" and found.get("class") == "field__error":
            self._in_error = True

    def handle_endtag(self, tag: str) -> None:
        """Record the chosen option."""
        if tag == "select" and self._select:
            chosen = [value for value, selected in self._choices if selected] or [self._choices[0][0]]
            self.fields[self._select], self._select = chosen, ""
        elif tag == "textarea":
            self._area = ""
        elif tag == "p":
            self._in_error = False

    def handle_data(self, data: str) -> None:
        """Record the text of a field, or of an error, which follows its field."""
        if self._area:
            self.fields[self._area][0] += data.removeprefix("\n") if not self.fields[self._area][0] else data
        elif self._in_error:
            name = self._names[-1]
            self.errors[name] = self.errors.get(name, "") + data
