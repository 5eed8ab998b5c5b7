"""Forms as a browser would send them, unchanged or with a few changes."""

from collections.abc import Iterator
from html.parser import HTMLParser

from django.http import QueryDict
from django.template.loader import render_to_string

from catalog.documents.forms.document_form import DocumentForm

# Controls that nobody types into: buttons are pressed one at a time.
NOT_SUBMITTED = {"submit", "button", "reset", "file"}


class _Controls(HTMLParser):
    """A parser that collects the successful controls of a page in document order, without those in templates."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.described: set[str] = set()
        self.controls: list[dict[str, str | None]] = []
        self._in_template = 0
        self._select: str | None = None
        self._options: list[tuple[str, bool]] = []
        self._textarea: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "template":
            self._in_template += 1
        if self._in_template:
            return
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if tag == "label" and attributes.get("for"):
            self.labelled.add(str(attributes["for"]))
        self.described.update((attributes.get("aria-describedby") or "").split())
        if tag in ("input", "select", "textarea"):
            self.controls.append(attributes)
        if tag == "input":
            self._input(attributes)
        elif tag == "select":
            self._select, self._options = attributes["name"], []
        elif tag == "option":
            self._options.append((attributes.get("value") or "", "selected" in attributes))
        elif tag == "textarea":
            self._textarea = (str(attributes["name"]), [])

    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self._in_template -= 1
        if self._in_template:
            return
        if tag == "select" and self._select:
            chosen = [value for value, selected in self._options if selected] or [self._options[0][0]]
            self.sent.append((self._select, chosen[0]))
            self._select = None
        elif tag == "textarea" and self._textarea:
            # A browser drops the first line break and sends the others as CR LF.
            text = "".join(self._textarea[1]).removeprefix("\n").replace("\n", "\r\n")
            self.sent.append((self._textarea[0], text))
            self._textarea = None

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self._textarea[1].append(data)

    def _input(self, attributes: dict[str, str | None]) -> None:
        kind = attributes.get("type", "text")
        unchecked = kind in ("checkbox", "radio") and "checked" not in attributes
        if not attributes.get("name") or kind in NOT_SUBMITTED or unchecked:
            return
        self.sent.append((str(attributes["name"]), attributes.get("value") or ("on" if kind == "checkbox" else "")))


def controls(html: str) -> _Controls:
    """Return the controls, ids and labels of a page."""
    found = _Controls()
    found.feed(html)
    return found


def query(pairs: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> QueryDict:
    """Return name-value pairs as the QueryDict that a view receives."""
    data = QueryDict(mutable=True)
    for name, value in pairs:
        data.appendlist(name, value)
    return data


def rendered(form: DocumentForm) -> str:
    """Return the HTML of a document's form as on its page."""
    return render_to_string("admin/catalog/form/document.html", {"form": form})


def posted(form: DocumentForm) -> QueryDict:
    """Return the data that a browser sends for an unchanged `form`."""
    return query(controls(rendered(form)).sent)
