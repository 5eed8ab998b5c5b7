"""The accepted licenses of pictures. All of them allow everybody to share and resize a picture for any purpose."""

from typing import NamedTuple


class Licence(NamedTuple):
    """A license: its SPDX id, its name for people, and the address of its text."""

    id: str
    name: str
    address: str


_CC = "https://creativecommons.org/"
LICENCES: dict[str, Licence] = {
    one.id: one
    for one in (
        Licence("CC0-1.0", "CC0 1.0", f"{_CC}publicdomain/zero/1.0/"),
        Licence("CC-BY-4.0", "CC BY 4.0", f"{_CC}licenses/by/4.0/"),
        Licence("CC-BY-SA-4.0", "CC BY-SA 4.0", f"{_CC}licenses/by-sa/4.0/"),
        Licence("CC-BY-3.0", "CC BY 3.0", f"{_CC}licenses/by/3.0/"),
        Licence("CC-BY-SA-3.0", "CC BY-SA 3.0", f"{_CC}licenses/by-sa/3.0/"),
        Licence("CC-BY-2.0", "CC BY 2.0", f"{_CC}licenses/by/2.0/"),
        Licence("CC-BY-SA-2.0", "CC BY-SA 2.0", f"{_CC}licenses/by-sa/2.0/"),
        Licence("CC-PDM-1.0", "Public Domain Mark 1.0", f"{_CC}publicdomain/mark/1.0/"),
    )
}
