"""Pages stay light: what a browser loads the first time, page by page, in bytes compressed, without pictures."""

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree, ignore_patterns

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from django.test import Client

from catalog import import_export, publishing
from config.middleware import PageCompression, padded_brotli
from legions.site import font_subsets, static_files

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[1]
MOST = 100_000
HEADERS = 400
"""What goes before each answer, in bytes, about."""
HTMX = "django_htmx/htmx-2.min.js"
UPRIGHT = ("alegreya-500", "alegreya-sans-400", "alegreya-sans-700", "alegreya-sans-sc-500")
"""The fonts of almost every page."""

PAGES = {
    "/": 81_000,
    "/cards/": 60_000,
    "/cards/attack-wing/": 100_000,
    "/cards/attack-wing/?view=list": 94_000,
    "/cards/attack-wing/maurghoros/": 96_000,
    "/cards/dungeon-command/copper-dragon/": 94_000,
    "/sets/attack-wing/": 60_000,
    "/sets/attack-wing/wraith-expansion/": 76_000,
    "/rules/attack-wing/": 61_000,
    "/odds/attack-wing/": 61_000,
    "/build/": 60_000,
    "/build/attack-wing/": 94_000,
    "/build/dungeon-command/": 91_000,
    "/build/dnd-miniatures-2003/": 93_000,
    "/build/dnd-miniatures-2008/": 93_000,
    "/legions/": 80_000,
    "/shared/": 63_000,
    "/wanted/attack-wing/": 74_000,
    "/collection/dungeon-command/": 81_000,
    "/import/": 62_000,
    "/l/": 92_000,
    "/marks/": 60_000,
    "/account/login/": 62_000,
    "/account/signup/": 59_000,
    "/api/docs/": 96_000,
    "/problems/": 75_000,
}
"""How much each page may come to; who adds to one finds it here, and looks for what could go."""


class Loaded(HTMLParser):
    """What a page asks for by itself, and the letters it is written in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.files: set[str] = {"favicon.svg"}
        self.sheets: list[str] = []
        self.words: set[str] = set()
        self.italic = False
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag == "link" and values.get("rel") == "stylesheet":
            self.sheets.append(_static(values["href"]))
        elif tag == "script" and values.get("src"):
            self.files.add(_static(values["src"]))
        elif tag == "use" and "#" in values.get("href", ""):
            self.files.add(_static(values["href"].partition("#")[0]))
        self.italic = self.italic or values.get("font-style") == "italic"

    def handle_data(self, data: str) -> None:
        self.words |= set(data)


def _static(address: str) -> str:
    return address.removeprefix("/static/")


def _compressed_size(name: str) -> int:
    """The bytes of a static file as it is sent."""
    text = Path(finders.find(name)).read_text("utf-8")
    if name.startswith("js/"):
        text = static_files.minify_js(text)
    return min(len(squeeze(text.encode("utf-8"))) for squeeze in (brotli.compress, gzip.compress)) + HEADERS


def _style_sheets(sheets: list[str]) -> int:
    """The bytes of style sheets as they are sent: those of a bundle as one."""
    left, size = list(sheets), 0
    for name in [*static_files.BUNDLES, *sheets]:
        parts = [static_files.stylesheet_path(part) for part in static_files.BUNDLES.get(name, ())] or [name]
        if set(parts) <= set(left):
            left = [sheet for sheet in left if sheet not in parts]
            text = "".join(static_files.minify_css(Path(finders.find(part)).read_text("utf-8")) for part in parts)
            size += len(brotli.compress(text.encode("utf-8"))) + HEADERS
    assert not left
    return size


def _fonts(page: Loaded) -> int:
    """The bytes of the fonts that a page needs: a whole one, too, where it has a letter that is not common."""
    names = [*UPRIGHT, *(["alegreya-500-italic"] if page.italic else [])]
    rare = (
        page.words
        & font_subsets.font_characters(font_subsets.FONTS / "alegreya-sans-400.woff2") - font_subsets.COMMON_CHARACTERS
    )
    files = [f"{name}-common" for name in names] + (["alegreya-sans-400"] if rare else [])
    return sum((font_subsets.FONTS / f"{file}.woff2").stat().st_size + HEADERS for file in files)


def weight(client: Client, address: str) -> int:
    """What a page comes to for who was never here, in bytes."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = Loaded(answer.content.decode("utf-8"))
    used = any(word in answer.content for word in (b" hx-get=", b" hx-post="))
    assert not used or HTMX in page.files, f"{address} uses htmx and does not load it"
    size = len(padded_brotli(answer.content, PageCompression.max_random_bytes))
    return size + HEADERS + _style_sheets(page.sheets) + sum(map(_compressed_size, page.files)) + _fonts(page)


def test_no_page_weighs_more_than_it_may(client: Client) -> None:
    publishing.publish(import_export.read(import_export.find([ROOT / "fixtures"])).documents, by=None, why="Weighing")
    weights = {address: weight(client, address) for address in PAGES}
    assert {address: size for address, size in weights.items() if size > min(PAGES[address], MOST)} == {}


def test_a_heavier_page_is_noticed() -> None:
    light, heavy = (Loaded(f"<html><body>{more}</body></html>") for more in ("", '<svg font-style="italic">ø</svg>'))
    assert _fonts(heavy) - _fonts(light) > 20_000
    assert Loaded('<script src="/static/js/site.js"></script>').files == {"favicon.svg", "js/site.js"}


def test_what_is_left_out_of_a_style_sheet_is_only_for_people() -> None:
    assert (
        static_files.minify_css("/* A\n comment */\n\n  a { b: c; }\n  d\n  e { f: g; }\n")
        == "a { b: c; }\nd\ne { f: g; }\n"
    )


def test_what_is_left_out_of_a_script_is_only_for_people() -> None:
    assert static_files.minify_js('// Why.\n  a("//b"); // c\n\n') == 'a("//b"); // c\n'


@pytest.mark.parametrize("script", sorted((ROOT / "static" / "js").glob("*.js")), ids=lambda path: path.name)
def test_no_text_in_a_script_spans_lines(script: Path) -> None:
    """Such a text would lose its indents."""
    assert [line for line in script.read_text("utf-8").splitlines() if line.count("`") % 2] == []


def test_every_bundle_is_made_of_style_sheets_that_there_are() -> None:
    for parts in static_files.BUNDLES.values():
        assert all(finders.find(static_files.stylesheet_path(part)) for part in parts)


def test_style_sheets_are_bundled_where_files_are_collected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert static_files.stylesheet_names("table") == ["css/builder.css", "css/legions.css", "css/plots.css"]
    storage = static_files.MinifiedStaticFilesStorage(location=tmp_path, base_url="/static/")
    monkeypatch.setattr(static_files.staticfiles_storage, "_wrapped", storage)
    assert static_files.stylesheet_names("table") == ["css/table.css"]
    assert static_files.stylesheet_names("legions") == ["css/legions.css"]
    folder = ROOT / "static"
    copytree(folder, tmp_path, dirs_exist_ok=True, ignore=ignore_patterns("marks", "admin_muster"))
    names = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")]
    paths = {name: (FileSystemStorage(folder), name) for name in names}
    done = list(storage.post_process(paths))
    assert not [one for _, _, one in done if isinstance(one, Exception)]
    site, whole = (
        Path(storage.path(storage.stored_name(f"css/{name}.css"))).read_text() for name in static_files.BUNDLES
    )
    for part in static_files.BUNDLES["table"]:
        assert static_files.minify_css((ROOT / f"static/css/{part}.css").read_text("utf-8")) in whole
    assert re.search(r"fonts/alegreya-500-common\.[0-9a-f]{12}\.woff2", site)
