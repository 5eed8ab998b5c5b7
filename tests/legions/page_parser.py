"""Helpers for tests of the website: a list of its pages, and a parser for their contents."""

from html.parser import HTMLParser

from tests import factories

OPEN_SET = "open-set"
OFFICIAL_SET = "official-set"
CREATURE = "hill-giant"
SPELL = "bolt"
UPGRADE = "plain-club"

# Every page that anybody may read once `publish_world` was called.
PUBLIC = [
    "/",
    "/cards/attack-wing/",
    "/cards/attack-wing/?q=giant",
    "/cards/attack-wing/?q=nothing-is-called-so",
    "/cards/attack-wing/?view=list",
    f"/cards/attack-wing/{CREATURE}/",
    f"/cards/attack-wing/{SPELL}/",
    f"/cards/attack-wing/{UPGRADE}/",
    "/sets/attack-wing/",
    f"/sets/attack-wing/{OPEN_SET}/",
    "/rules/attack-wing/",
    "/marks/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/1-set-password/",
    "/account/password/reset/key/done/",
    "/account/inactive/",
    "/account/confirm-email/",
    "/account/confirm-email/wrong/",
]
# Pages that need an account.
PERSONAL = [
    "/account/",
    "/account/email/",
    "/account/logout/",
    "/account/password/change/",
    "/account/reauthenticate/",
    "/account/2fa/",
    "/account/2fa/webauthn/",
    "/account/2fa/webauthn/add/",
    "/account/2fa/totp/activate/",
    "/account/2fa/recovery-codes/generate/",
    "/account/sessions/",
    "/account/tokens/",
    "/account/data/",
    "/account/delete/",
]


def publish_world(**creature_facts):
    """Publish a game with two sets and a few cards of every kind that a legion can contain."""
    return factories.publish_frame(
        factories.card_set(slug=OPEN_SET, name="The Open Set", official=False, licence="CC0-1.0"),
        factories.card_set(slug=OFFICIAL_SET, name="The Official Set"),
        factories.creature(
            **{
                "slug": CREATURE,
                "name": "Hill Giant Chief",
                "set": OPEN_SET,
                "unique": True,
                "alignment": "evil",
                "energy": ["fire"],
                **creature_facts,
            }
        ),
        factories.creature(slug="unknown-beast", name="Unknown Beast", set=OFFICIAL_SET, cost=None, slots=None),
        factories.spell(slug=SPELL, name="Bolt", set=OFFICIAL_SET, energy=["lightning"], minimum_level=7),
        factories.upgrade(slug=UPGRADE, name="Plain Club", slot="equipment"),
    )


INLINE = frozenset(
    ("a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "mark", "q", "small", "span", "strong", "sub", "sup")
) | {"svg", "time", "use"}
"""Elements within a line of text; any other one separates the words around it, as in a browser."""


class Page(HTMLParser):
    """A parsed page: its elements with their attributes, its headings, its text."""

    def __init__(self, response) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.inside: list[str] = []
        self.bare_scripts = 0
        self.feed(response.content.decode())

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.inside.append(tag)
        self._part(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._part(tag)

    def handle_endtag(self, tag):
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass
        self._part(tag)

    def _part(self, tag):
        if tag not in INLINE:
            self.text += " "

    def handle_data(self, data):
        if self.inside and self.inside[-1] == "script" and data.strip():
            self.bare_scripts += 1
        self.text += data

    def all(self, tag, **wanted):
        """Return the attributes of every such element."""
        return [
            attrs
            for name, attrs in self.elements
            if name == tag and all(attrs.get(key) == value for key, value in wanted.items())
        ]

    @property
    def words(self):
        """The text with single spaces."""
        return " ".join(self.text.split())


def is_harmless(page):
    """Return whether nothing in a page runs, loads or looks other than its templates intend: no text has become
    markup.
    """
    tags = {tag for tag, _ in page.elements}
    # An image without an address loads nothing: our script sets it. A script without one is the text in it.
    loads = [
        attrs for tag, attrs in page.elements if tag == "script" or (tag == "img" and {"src", "srcset"} & {*attrs})
    ]
    loaded = [attrs.get("src") or "" for attrs in loads]
    names = {name for _, attrs in page.elements for name in attrs}
    led = [attrs[name] or "" for _, attrs in page.elements for name in ("href", "action", "src") if name in attrs]
    return (
        not tags & {"iframe", "style", "base", "math", "foreignobject"}
        and all(source.startswith("/") for source in loaded)
        and not any(name.startswith("on") or name in {"style", "srcdoc"} for name in names)
        and not any(address.lower().startswith(("javascript:", "data:")) for address in led)
    )
