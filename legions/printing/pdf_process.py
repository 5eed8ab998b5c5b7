"""Creation of a PDF in a separate process: JSON with the pages on standard input, the PDF on standard output.

This file is run, not imported: the caller does not load the typesetter and can kill the process. The argument is the
folder of the fonts.
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
    """Write the PDF of the pages from standard input."""
    data = json.load(sys.stdin)
    # From memory, because a killed process would leave files behind. The type stubs of typst do not cover this.
    files: Any = {f"page-{number}.svg": drawing.encode() for number, drawing in enumerate(data.pop("drawings"))}
    files |= {"main": DOCUMENT.encode(), "data.json": json.dumps(data).encode()}
    sys.stdout.buffer.write(typst.compile(files, font_paths=[sys.argv[1]], ignore_system_fonts=True))


if __name__ == "__main__":
    main()
