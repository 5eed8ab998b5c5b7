"""Validation of uploaded pictures: refused and accepted files, messages, and removal of all metadata."""

import dataclasses
import random
from io import BytesIO

import pytest
from PIL import Image

from catalog.background import child_processes
from catalog.pictures import decoding, uploads
from catalog.pictures.decoding import inspection
from catalog.pictures.uploads import UnreadablePicture
from tests import hostile_images as hostile
from tests.nonempty import nonempty

SIDE = 1_600
pytestmark = [pytest.mark.usefixtures("in_this_process"), pytest.mark.guard]


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decode pictures in the test process, which is faster for thousands of them."""
    monkeypatch.setattr(uploads, "decoded", decoding.run_operation)


def test_the_hostile_set_is_large_and_no_two_of_it_are_the_same() -> None:
    made = [make() for _, make in hostile.every_refused().values()] + [make() for make in hostile.TAKEN.values()]
    assert len(set(made)) == len(made) >= 110


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", hostile.every_refused())
def test_a_hostile_file_is_refused_with_a_message(name) -> None:
    words, make = hostile.every_refused()[name]
    with pytest.raises(UnreadablePicture, match=words):
        uploads.normalized(make(), SIDE)


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", hostile.TAKEN)
def test_an_odd_picture_is_accepted_and_only_its_pixels_are_kept(name) -> None:
    image = uploads.normalized(hostile.TAKEN[name](), SIDE)
    assert (image.mode, image.info, dict(image.getexif())) == ("RGB", {}, {})
    assert image.size == (1600, 48) if name == "the longest side" else set(image.size) == {320, 240}
    jpeg = uploads.as_jpeg(hostile.TAKEN[name]())
    assert hostile.MARK not in jpeg and b"<script" not in jpeg
    assert not {"exif", "icc_profile", "comment", "xmp"} & Image.open(BytesIO(jpeg)).info.keys()


def corners(image: Image.Image) -> list[int]:
    """Return the brightness of the corners: top left, top right, bottom left, bottom right."""
    wide, high = image.size
    grey = image.convert("L")
    return [grey.getpixel((x, y)) for y in (2, high - 3) for x in (2, wide - 3)]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_picture_is_stored_upright(kind, orientation) -> None:
    picture = Image.new("L", (300, 200), 0)
    picture.paste(255, (0, 0, 150, 100))
    turns = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # the pixels a camera in this orientation stores
    exif = Image.Exif()
    exif[0x0112] = orientation
    seen = picture if orientation == 1 else picture.transpose(Image.Transpose(turns[orientation]))
    image = uploads.normalized(hostile.saved(seen.convert("RGB"), kind, exif=exif.tobytes()), SIDE)
    assert image.size == (300, 200)
    assert [value > 128 for value in corners(image)] == [True, False, False, False]


@pytest.mark.parametrize("name", ["a PNG of 16 bits in greys", "a PNG of 16 bits in colours"])
def test_deep_colours_stay_as_bright_as_they_are(name) -> None:
    image = uploads.normalized(hostile.TAKEN[name](), SIDE)
    assert all(127 <= value <= 129 for value in nonempty(corners(image)))


def test_transparent_pixels_become_white() -> None:
    clear = Image.new("RGBA", (300, 200), (0, 0, 0, 0))
    for kind, options in (("PNG", {}), ("WEBP", {"lossless": True})):
        assert corners(uploads.normalized(hostile.saved(clear, kind, **options), SIDE)) == [255] * 4
    few = Image.new("P", (300, 200), 1)
    few.putpalette([0, 0, 0] * 3)
    assert corners(uploads.normalized(hostile.saved(few, transparency=1), SIDE)) == [255] * 4


def test_colours_for_print_and_of_a_profile_are_those_that_are_meant() -> None:
    red = hostile.saved(Image.new("RGB", (300, 200), "red").convert("CMYK"), "JPEG")
    assert all(
        abs(a - b) < 12 for a, b in zip(uploads.normalized(red, SIDE).getpixel((9, 9)), (255, 0, 0), strict=True)
    )
    plain = hostile.jpeg(Image.new("RGB", (300, 200), (200, 60, 10)), quality=95)
    same = hostile.jpeg(Image.new("RGB", (300, 200), (200, 60, 10)), quality=95, icc_profile=hostile.profile())
    pairs = zip(*(uploads.normalized(one, SIDE).getpixel((9, 9)) for one in (plain, same)), strict=True)
    assert all(abs(a - b) <= 2 for a, b in nonempty(pairs))


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(5_000, 320), (320, 5_000), (4_801, 3_203), (1_601, 1_601), (1_600, 9)])
def test_a_picture_is_made_smaller_as_a_whole(kind, size) -> None:
    picture = Image.new("L", size, 0)
    picture.paste(255, (0, 0, size[0] // 2, size[1] // 2))
    image = uploads.normalized(hostile.saved(picture.convert("RGB"), kind), SIDE)
    share = SIDE / max(size)
    assert max(image.size) == SIDE
    assert all(abs(now - before * share) <= 1 for now, before in zip(image.size, size, strict=True))
    assert [value > 128 for value in corners(image)] == [True, False, False, False]


def sound() -> bytes:
    """Return a valid picture."""
    return hostile.saved(Image.new("L", (300, 200), 99).convert("RGB"))


def many_passes() -> bytes:
    """Return a JPEG of 150 kB that has almost the maximum number of passes over 24 million pixels."""
    raw = hostile.saved(Image.new("RGB", (6_000, 4_000), "red"), "JPEG", progressive=True)
    last = raw.rindex(b"\xff\xc4")
    return raw[:-2] + raw[last:-2] * (inspection.MAX_PASSES - raw.count(b"\xff\xda")) + raw[-2:]


class TestInAProcessOfItsOwn:
    """Behavior in the child process, with its limits."""

    @pytest.fixture
    def in_this_process(self) -> None:
        """Keep decoding in a child process."""

    def test_the_same_comes_back(self) -> None:
        image = uploads.normalized(hostile.TAKEN["a photo that lies on its side"](), 100)
        again = decoding.plain(hostile.TAKEN["a photo that lies on its side"](), 100)
        assert (image.size, image.tobytes()) == (again.size, again.tobytes())
        assert Image.open(BytesIO(uploads.as_jpeg(sound()))).size == (300, 200)
        assert uploads.qr_codes(sound(), SIDE) == []

    def test_a_picture_that_is_too_large_is_refused_with_its_numbers(self) -> None:
        with pytest.raises(
            UnreadablePicture, match=r"8001 × 1 pixels\. At most 24 million are read, and 8000 in a row"
        ):
            uploads.normalized(hostile.sized(8_001, 1), SIDE)

    @pytest.mark.parametrize("make", [many_passes, hostile.many_corners])
    def test_a_picture_that_takes_too_long_is_stopped(self, make, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(uploads, "BOUNDS", dataclasses.replace(uploads.BOUNDS, seconds=0.2))
        with pytest.raises(UnreadablePicture, match="takes too long"):
            uploads.qr_codes(make(), 8_000)

    def test_a_picture_that_takes_too_much_memory_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(uploads, "BOUNDS", dataclasses.replace(uploads.BOUNDS, memory=128 * 2**20))
        with pytest.raises(UnreadablePicture, match="damaged"):
            uploads.normalized(many_passes(), 8_000)

    def test_while_others_are_read_there_is_no_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(uploads, "BOUNDS", dataclasses.replace(uploads.BOUNDS, name="test", at_once=1, patience=0))
        with child_processes.reserve_place(uploads.BOUNDS), pytest.raises(child_processes.NoCapacity):
            uploads.normalized(sound(), SIDE)


def test_a_file_is_recognized_by_its_format_and_not_by_words_in_it() -> None:
    assert inspection.image_format(b"BM 3x Giant, 2x Wolf and a long list") == ""
    assert inspection.image_format(b"GIF me a giant") == ""
    assert inspection.image_format(b"1 x <svg> card") == ""
    assert inspection.image_format(b"<!--a-->\n" * 200) == ""
    assert inspection.image_format(b"<!-- a -->\n<!-- b -->\n<svg>") == "SVG"
    assert {inspection.image_format(make()) for make in hostile.TAKEN.values()} == set(inspection.ACCEPTED_FORMATS)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["a photo that lies on its side", "a PNG of few colours", "a WebP on no ground"])
def test_any_bytes_are_accepted_or_refused(name) -> None:
    chance, raw = random.Random(name), hostile.TAKEN[name]()
    for _ in range(400):
        spoilt = bytearray(raw)
        for _ in range(chance.choice((1, 2, 8))):
            spoilt[chance.randrange(len(raw) if chance.random() < 0.3 else 300)] = chance.randrange(256)
        try:
            uploads.normalized(bytes(spoilt), 64)
        except UnreadablePicture:
            continue
