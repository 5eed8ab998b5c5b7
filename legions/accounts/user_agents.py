"""Descriptions of devices from their `User-Agent` header."""

import re

from django.utils.translation import gettext as _

# The first match counts: most browsers also name the browsers they are compatible with.
BROWSERS = (
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Android", r"Android"),
    ("Windows", r"Windows"),
    ("ChromeOS", r"CrOS"),
    ("Mac", r"Macintosh|Mac OS X"),
    ("Linux", r"Linux|X11"),
)


def describe(agent: str) -> str:
    """Return the browser and the operating system in a `User-Agent` header, as far as they are known."""
    browser, system = _named(agent, BROWSERS), _named(agent, SYSTEMS)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("An unknown program")


def _named(agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for name, sign in names if re.search(sign, agent)), "")
