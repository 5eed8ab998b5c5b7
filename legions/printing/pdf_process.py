"""A PDF of pages that are drawn, in a process of its own: the pages come in as JSON, the PDF goes out.

Run as a file, not imported: the caller has neither the typesetter nor its memory, and ends it by ending the
process. The argument is the folder of the fonts.
"""

import json
import sys
from typing import Any

import typst

DOCUMENT = """
#let data = json("data.json")
#set document(title: data.title, date: none)
#set text(lang: data.language)
#set page(width: data.wide * 0.1mm, height: data.high * 0.1mm, margin: 0mm)
#for (number, description) in data.pages.enumerate() {
  if number > 0 { pagebreak() }
  image("page-" + str(number) + ".svg", width: 100%, height: 100%, alt: description)
}
"""


def main() -> None:
    """Write the PDF of the pages on the standard input."""
    data = json.load(sys.stdin)
    # From memory: a process that is killed would leave files behind. The stubs of typst do not know of that.
    files: Any = {f"page-{number}.svg": drawing.encode() for number, drawing in enumerate(data.pop("drawings"))}
    files |= {"main": DOCUMENT.encode(), "data.json": json.dumps(data).encode()}
    sys.stdout.buffer.write(typst.compile(files, font_paths=[sys.argv[1]], ignore_system_fonts=True))


if __name__ == "__main__":
    main()
