"""Search for link codes in a text: found in every disguise, and never in a text without one."""

import html
import quopri
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesapi.share_links import code_format, link_search
from rulesapi.share_links.bit_stream import CHARACTERS
from tests.sampling import EXAMPLES

CODE = code_format.seal("hN3_-xLrT0aQ9" * 8, "a list")
LINK = f"https://muster.example/l/#{CODE}"
DISGUISES = {
    "a full stop": f"{LINK}.",
    "a bracket": f"(see {LINK})",
    "an escaped space": f"{LINK}%20",
    "a tracking parameter": f"{LINK}?fbclid=x1",
    "another parameter": f"{LINK}&utm_source=1ABCDEFGHIJK",
    "an escaped hash": LINK.replace("#", "%23"),
    "a hash escaped twice": LINK.replace("#", "%2523"),
    "a wrapper of another service": f"https://safe.example/?url={quote(LINK, safe='')}&data=1abcdefghijklmnop",
    "angle brackets": f"<{LINK}>",
    "Markdown": f"[My list, 2 Wraiths]({LINK})",
    "Markdown with a title": f'[list]({LINK} "open it")',
    "Markdown that escapes": LINK.replace("_", "\\_").replace("-", "\\-").replace("#", "\\#"),
    "emphasis": f"_{LINK}_ **{LINK}** ~~{LINK}~~",
    "a sentence": f"Here is what I play on Saturday: {LINK} - what do you think?",
    "lines": f"{LINK[:60]}\n{LINK[60:100]}\n{LINK[100:]}\nBye",
    "lines of a quoted mail": f"> {LINK[:60]}\r\n> {LINK[60:100]}\r\n> {LINK[100:]}\r\n> bye",
    "a break after the hash": LINK.replace("#", "#\n"),
    "quoted-printable": quopri.encodestring(f"Look = here: {LINK} =\nBye".encode()).decode(),
    "HTML": f'<p>See <a href="{html.escape(LINK)}">my list</a></p>',
    "an HTML entity": LINK.replace("#", "&#35;").replace("_", "&#95;"),
    "RTF": f'{{\\rtf1{{\\field{{\\*\\fldinst HYPERLINK "{LINK}"}}}}}}',
    "zero-width spaces": "\u200b".join(LINK),
    "a text fragment": f"{LINK}:~:text=Wraith",
    "the code alone": CODE,
    "a hash and the code": f"#{CODE}",
    "the code in a sentence": f"my code is {CODE}, thanks",
    "another host": LINK.replace("muster.example", "192.0.2.7:8000"),
    "no slash before the hash": LINK.replace("/l/#", "/l#"),
    "a byte order mark": f"\ufeff{LINK}",
    "quotation marks": f"„{LINK}“",
    "JSON": f'{{"link": "{LINK}"}}',
    "many numbered lines before it": "\n".join(f"#1 Wraith {number}" for number in range(90)) + f"\n{LINK}",
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_code_is_found_in_every_disguise(disguise: str) -> None:
    assert link_search.read_codes(DISGUISES[disguise]) == [CODE]


@settings(max_examples=EXAMPLES * 4)
@given(
    st.text(alphabet=CHARACTERS, min_size=4, max_size=400),
    st.text(alphabet=" .,;:()<>[]*~\n\"'!?/", max_size=5),
    st.text(alphabet=" .,;:()<>[]*~\n\"'!?", max_size=5),
    st.integers(20, 90),
)
def test_a_code_of_any_length_is_found_between_marks_and_over_lines(bits, before, after, width) -> None:
    code = code_format.seal(bits, bits)
    link = f"https://muster.example/l/#{code}"
    wrapped = "\n".join(link[start : start + width] for start in range(0, len(link), width))
    for text in (link, wrapped):
        assert code in link_search.read_codes(f"{before}{text}{after}")


def test_several_links_come_in_their_order_and_each_once() -> None:
    other = code_format.seal("QWERTY", "another")
    text = f"mine: {LINK}, yours: https://muster.example/l/#{other}. Again mine: {LINK}"
    assert link_search.read_codes(text) == [CODE, other]


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        ("", ""),
        ("https://muster.example/l/", "https://muster.example/l/"),
        (LINK[:-1], CODE[:-1]),
        (LINK.lower(), CODE.lower()),
        (f"{LINK[:-20]}. Bye", CODE[:-20]),
        (f"https://muster.example/l/#2{CODE}", f"2{CODE}"),
    ],
)
def test_without_a_whole_code_the_likeliest_is_named(text: str, likely: str) -> None:
    assert link_search.find_codes(link_search.unescaped(text)) == []
    assert link_search.read_codes(text) == [likely]


@pytest.mark.sampled
@given(st.text(max_size=300))
def test_no_text_breaks_the_search(text: str) -> None:
    assert link_search.read_codes(text)


@pytest.mark.parametrize(
    "text",
    ["#1" * 60_000, "1abcdefghij\n" * 20_000, "/l?" * 60_000, "#" + " " * 200_000, "1" * 200_000, "%25" * 60_000],
)
def test_a_long_text_is_searched_with_bounded_work(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = []
    whole = code_format.checksum
    monkeypatch.setattr(code_format, "checksum", lambda body, length: hashed.append(len(body)) or whole(body, length))
    link_search.read_codes(text)
    assert sum(hashed) < 5_000_000
