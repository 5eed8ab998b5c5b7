"""A PDF of pages that are drawn, in a process of its own: the pages come in as JSON, the PDF goes out.

Run as a file, not imported: whoever asks keeps neither the typesetter nor its memory, and ends it by ending the
process. The argument is the folder of the fonts.
"""

import json
import sys
import tempfile
from pathlib import Path

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
    given = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, drawing in enumerate(given.pop("drawings")):
            (folder / f"page-{number}.svg").write_text(drawing, "utf-8")
        (folder / "given.json").write_text(json.dumps(given), "utf-8")
        (folder / "pages.typ").write_text(DOCUMENT, "utf-8")
        made = typst.compile(
            str(folder / "pages.typ"), root=str(folder), font_paths=[sys.argv[1]], ignore_system_fonts=True
        )
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
