"""Page weight: the compressed bytes that a browser loads on a first visit, page by page, without pictures."""

import gzip
import re
from functools import cache
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
"""Approximate bytes of the headers of each response."""
HTMX = "django_htmx/htmx-2.min.js"
UPRIGHT = ("alegreya-500", "alegreya-sans-400", "alegreya-sans-700", "alegreya-sans-sc-500")
"""The fonts of almost every page."""
CODE = {"code", "pre", "kbd"}
"""Elements in a system font, which load none of ours."""

PAGES = {
    "/": 72_000,
    "/cards/": 54_500,
    "/cards/attack-wing/": 95_000,
    "/cards/attack-wing/?view=list": 88_000,
    "/cards/attack-wing/maurghoros/": 88_000,
    "/cards/dungeon-command/copper-dragon/": 85_000,
    "/sets/attack-wing/": 54_500,
    "/sets/attack-wing/wraith-expansion/": 73_000,
    "/rules/attack-wing/": 57_000,
    "/rules/attack-wing/?q=armor": 66_000,
    "/rules/attack-wing/book/": 66_000,
    "/rules/dnd-miniatures-2008/book/10/": 66_000,
    "/rules/dnd-miniatures-2003/book/special-abilities-questions/": 70_000,
    "/search/?q=crit": 66_000,
    "/odds/attack-wing/": 73_500,
    "/build/": 54_500,
    "/build/attack-wing/": 92_500,
    "/build/dungeon-command/": 92_000,
    "/build/dnd-miniatures-2003/": 92_500,
    "/build/dnd-miniatures-2008/": 92_500,
    "/legions/": 74_000,
    "/shared/": 58_000,
    "/wanted/attack-wing/": 67_000,
    "/collection/dungeon-command/": 75_000,
    "/import/": 57_000,
    "/l/": 86_000,
    "/marks/": 55_000,
    "/legal/": 54_500,
    "/account/login/": 57_000,
    "/account/signup/": 53_000,
    "/api/docs/": 88_500,
    "/problems/": 70_000,
}
"""Maximum bytes of each page; to add to a page, look for something to remove."""


class Loaded(HTMLParser):
    """A parser for the files that a page loads, and the letters in its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.files: set[str] = {"favicon.svg"}
        self.sheets: list[str] = []
        self.words: set[str] = set()
        self.italic = False
        self._code = 0
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
        self._code += tag in CODE

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in CODE

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.words |= set(data)


def _static(address: str) -> str:
    return address.removeprefix("/static/")


def _files(files: set[str]) -> int:
    """Return the bytes of files as sent: the scripts of a bundle count as one."""
    size = 0
    for parts in static_files.SCRIPT_BUNDLES.values():
        scripts = [static_files.script_path(part) for part in parts]
        if set(scripts) <= files:
            files = files.difference(scripts)
            size += _compressed_size(*scripts)
    return size + sum(map(_compressed_size, files))


@cache
def _compressed_size(*names: str) -> int:
    """Return the compressed bytes of a static file, or of several sent as one."""
    text = ""
    for name in names:
        part = Path(finders.find(name)).read_text("utf-8")
        text += static_files.minify_js(part) if name.startswith("js/") else part
    return min(len(squeeze(text.encode("utf-8"))) for squeeze in (brotli.compress, gzip.compress)) + HEADERS


def _style_sheets(sheets: list[str]) -> int:
    """Return the bytes of the style sheets as sent; the sheets of a bundle are sent as one."""
    left, size = list(sheets), 0
    for name in [*static_files.BUNDLES, *sheets]:
        parts = [static_files.stylesheet_path(part) for part in static_files.BUNDLES.get(name, ())] or [name]
        if set(parts) <= set(left):
            left = [sheet for sheet in left if sheet not in parts]
            size += _compressed_style_sheet(*parts)
    assert not left
    return size


@cache
def _compressed_style_sheet(*parts: str) -> int:
    """Return the bytes of style sheets that are sent as one."""
    text = "".join(static_files.minify_css(Path(finders.find(part)).read_text("utf-8")) for part in parts)
    return len(brotli.compress(text.encode("utf-8"))) + HEADERS


def _fonts(page: Loaded) -> int:
    """Return the bytes of the fonts that a page needs: the full font, too, if the page has an uncommon letter."""
    names = [*UPRIGHT, *(["alegreya-500-italic"] if page.italic else [])]
    rare = (
        page.words
        & font_subsets.font_characters(font_subsets.FONTS / "alegreya-sans-400.woff2") - font_subsets.COMMON_CHARACTERS
    )
    files = [f"{name}-common" for name in names] + (["alegreya-sans-400"] if rare else [])
    return sum((font_subsets.FONTS / f"{file}.woff2").stat().st_size + HEADERS for file in files)


def weight(client: Client, address: str) -> int:
    """Return the bytes that a first visit to a page loads."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = Loaded(answer.content.decode("utf-8"))
    used = any(word in answer.content for word in (b" hx-get=", b" hx-post="))
    assert not used or HTMX in page.files, f"{address} uses htmx and does not load it"
    size = len(padded_brotli(answer.content, PageCompression.max_random_bytes))
    return size + HEADERS + _style_sheets(page.sheets) + _files(page.files) + _fonts(page)


@pytest.mark.sampled
def test_no_page_weighs_more_than_it_may(client: Client) -> None:
    publishing.publish(import_export.read(import_export.find([ROOT / "fixtures"])).documents, by=None, why="Weighing")
    weights = {address: weight(client, address) for address in PAGES}
    assert {address: size for address, size in weights.items() if size > min(PAGES[address], MOST)} == {}


@pytest.mark.sampled
def test_a_heavier_page_is_noticed() -> None:
    light, heavy = (Loaded(f"<html><body>{more}</body></html>") for more in ("", '<svg font-style="italic">ø</svg>'))
    assert _fonts(heavy) - _fonts(light) > 20_000
    assert Loaded('<script src="/static/js/site.js"></script>').files == {"favicon.svg", "js/site.js"}


@pytest.mark.sampled
def test_code_is_written_in_a_font_that_the_reader_has() -> None:
    text, code = (Loaded(f"<p>a</p>{more}") for more in ("<p>{</p>", "<pre><code>{</code>{</pre>"))
    assert _fonts(text) - _fonts(code) > 10_000
    assert _fonts(Loaded("<code>a</code>{")) == _fonts(text)
    tokens, base, fonts = ((ROOT / f"static/css/{name}.css").read_text("utf-8") for name in ("tokens", "base", "fonts"))
    assert "code, pre, kbd { font-family: var(--mono);" in base
    (mono,) = re.findall(r"--mono: ([^;]+);", tokens)
    assert not {name.strip(' "') for name in mono.split(",")} & set(re.findall(r'font-family: "([^"]+)"', fonts))


def test_minified_style_sheets_lack_only_comments_and_white_space() -> None:
    assert (
        static_files.minify_css("/* A\n comment */\n\n  a { b: c; }\n  d\n  e { f: g; }\n")
        == "a { b: c; }\nd\ne { f: g; }\n"
    )


def test_minified_scripts_lack_only_comments_and_white_space() -> None:
    assert static_files.minify_js('// Why.\n  a("//b"); // c\n\n') == 'a("//b"); // c\n'


@pytest.mark.parametrize("script", sorted((ROOT / "static" / "js").glob("*.js")), ids=lambda path: path.name)
def test_no_text_in_a_script_spans_lines(script: Path) -> None:
    """Such a text would lose its indentation."""
    assert [line for line in script.read_text("utf-8").splitlines() if line.count("`") % 2] == []


def test_every_bundle_is_made_of_files_that_there_are() -> None:
    for parts in static_files.BUNDLES.values():
        assert all(finders.find(static_files.stylesheet_path(part)) for part in parts)
    for bundle, parts in static_files.SCRIPT_BUNDLES.items():
        assert all(finders.find(static_files.script_path(part)) for part in parts)
        assert not finders.find(static_files.script_path(bundle)), "a script of its own would be written over"


@pytest.mark.parametrize("part", static_files.SCRIPT_BUNDLES["build"])
def test_a_script_of_a_bundle_has_no_name_that_another_could_see(part: str) -> None:
    lines = static_files.minify_js((ROOT / f"static/js/{part}.js").read_text("utf-8")).splitlines()
    assert (lines[0], lines[1], lines[-1]) == ('"use strict";', "(() => {", "})();")


@pytest.mark.sampled
def test_style_sheets_are_bundled_where_files_are_collected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert static_files.stylesheet_names("table") == ["css/builder.css", "css/legions.css", "css/plots.css"]
    assert static_files.script_names("build") == ["js/merge.js", "js/builder.js", "js/drag.js", "js/table.js"]
    storage = static_files.MinifiedStaticFilesStorage(location=tmp_path, base_url="/static/")
    monkeypatch.setattr(static_files.staticfiles_storage, "_wrapped", storage)
    assert static_files.stylesheet_names("table") == ["css/table.css"]
    assert static_files.stylesheet_names("legions") == ["css/legions.css"]
    assert static_files.script_names("build") == ["js/build.js"]
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
    script = Path(storage.path(storage.stored_name("js/build.js"))).read_text("utf-8")
    for part in static_files.SCRIPT_BUNDLES["build"]:
        assert static_files.minify_js((ROOT / f"static/js/{part}.js").read_text("utf-8")) in script
    assert re.search(r"fonts/alegreya-500-common\.[0-9a-f]{12}\.woff2", site)


def test_collecting_again_compresses_only_changed_or_truncated_files(tmp_path: Path) -> None:
    storage = static_files.MinifiedStaticFilesStorage(location=tmp_path, base_url="/static/")
    for name in ("kept.css", "changed.css", "cut.css"):
        (tmp_path / name).write_text(f"/* {name} */ body {{ color: black }}" * 20)
    names = ["changed.css", "cut.css", "kept.css"]

    def compressed() -> list[tuple[str, str]]:
        return sorted(storage.compress_files(names))

    assert compressed() == [(name, name + suffix) for name in names for suffix in (".br", ".gz")]
    assert compressed() == []
    (tmp_path / "changed.css").write_text("body { color: white }" * 20)
    (tmp_path / "cut.css.gz").write_bytes((tmp_path / "cut.css.gz").read_bytes()[:-9])
    assert {name for name, _ in compressed()} == {"changed.css", "cut.css"}
    assert gzip.decompress((tmp_path / "changed.css.gz").read_bytes()).startswith(b"body { color: white }")
    assert compressed() == []


def test_files_of_pages_are_collected_and_files_for_debugging_are_not() -> None:
    found = {path for finder in finders.get_finders() for path, _ in finder.list([])}
    assert {HTMX, "favicon.svg", "js/site.js", "admin/js/vendor/jquery/jquery.min.js", "mfa/js/webauthn.js"} <= found
    assert not [path for path in found if path.startswith("rest_framework/")]
    assert not found & {"admin/js/vendor/jquery/jquery.js", "django_htmx/htmx-2.js", "django_htmx/htmx-4.min.js"}
