"""The controls of a page that are visible before anything is unfolded, counted in its HTML."""

from html.parser import HTMLParser

FIELDS = ("input", "select", "textarea", "button")


class _Counter(HTMLParser):
    """A counter of the controls in the element with an id."""

    def __init__(self, within: str) -> None:
        super().__init__()
        self.within = within
        self.depth = 0
        self.folded: list[bool] = []
        self.in_summary = False
        self.number = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self.depth and given.get("id") != self.within:
            return
        self.depth += tag not in ("input", "br", "img", "link", "meta", "use", "path", "option")
        if tag == "details":
            self.folded.append("open" not in given)
        self.in_summary = self.in_summary or tag == "summary"
        hidden = any(self.folded[:-1] if self.in_summary else self.folded)
        is_button = tag == "a" and "button" in (given.get("class") or "").split()
        is_field = tag in FIELDS and given.get("type") != "hidden"
        self.number += (tag == "summary" or is_button or is_field) and not hidden

    def handle_endtag(self, tag: str) -> None:
        if not self.depth or tag in ("option", "use", "path"):
            return
        self.depth -= 1
        self.in_summary = self.in_summary and tag != "summary"
        if tag == "details":
            self.folded.pop()


def visible_controls(html: str, within: str = "situation") -> int:
    """Return the number of fields, buttons and summaries in the element with an id that are not folded."""
    counter = _Counter(within)
    counter.feed(html)
    return counter.number
