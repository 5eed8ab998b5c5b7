"""A PDF of pages that are drawn, in a process of its own: the pages come in as JSON, the PDF goes out.

Run as a file, not imported: whoever asks keeps neither the typesetter nor its memory, and ends it by ending the
process. The argument is the folder of the fonts.
"""

import json
import sys

import typst

DOCUMENT = """
#let given = json("given.json")
#set document(title: given.title, date: none)
#set text(lang: given.language)
#set page(width: given.wide * 0.1mm, height: given.high * 0.1mm, margin: 0mm)
#for (number, said) in given.pages.enumerate() {
  if number > 0 { pagebreak() }
  image("page-" + str(number) + ".svg", width: 100%, height: 100%, alt: said)
}
"""


def main() -> None:
    """Answer the pages on the standard input."""
    document = json.load(sys.stdin)
    # From memory: a process that is killed would leave files behind.
    files = {f"page-{number}.svg": drawing.encode() for number, drawing in enumerate(document.pop("drawings"))}
    files |= {"main": DOCUMENT.encode(), "given.json": json.dumps(document).encode()}
    sys.stdout.buffer.write(typst.compile(files, font_paths=[sys.argv[1]], ignore_system_fonts=True))


if __name__ == "__main__":
    main()
