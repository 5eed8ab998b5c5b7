"""Hostile pictures, generated at each run, and unusual ones that users upload every day.

REFUSED holds the pictures that every upload must refuse, each with words of the error message. TAKEN holds those that
must be accepted; they contain MARK in their metadata, which the stored files must not contain.
"""

import io
import struct
import zlib
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageCms, PngImagePlugin

MARK = b"SECRET-OF-SOMEBODY"
DAMAGED, LARGE, MOVES = "damaged", "pixels", "animated"
Make = Callable[[], bytes]


def saved(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def plain(mode: str = "RGB", size: tuple[int, int] = (320, 240)) -> Image.Image:
    return Image.linear_gradient("L").resize(size).convert(mode)


def noise() -> Image.Image:
    return Image.effect_noise((400, 300), 90).convert("RGB")


def many_corners() -> bytes:
    """Return a picture full of patterns that look like the corners of QR codes, each of which the detector examines."""
    corner = Image.new("L", (9, 9), 255)
    for edge, shade in ((1, 0), (2, 255), (3, 0)):
        corner.paste(shade, (edge, edge, 9 - edge, 9 - edge))
    sheet = Image.new("L", (2_394, 2_394))
    for place in range(266 * 266):
        sheet.paste(corner, (place % 266 * 9, place // 266 * 9))
    return saved(sheet)


# -- PNG ---------------------------------------------------------------------------------------------------------------


def chunk(name: bytes, data: bytes = b"", *, checksum: int | None = None) -> bytes:
    crc = zlib.crc32(name + data) if checksum is None else checksum
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc)


def header(wide: int, high: int, *, depth: int = 8, colour: int = 0, interlaced: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, depth, colour, 0, 0, interlaced))


def png(*chunks: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


END = chunk(b"IEND")
SMALL = chunk(b"IDAT", zlib.compress(b"\0" * (321 * 240)))
"""The pixels of a gray picture of 320 x 240."""


def sized(wide: int, high: int, pixels: bytes = b"") -> bytes:
    return png(header(wide, high), chunk(b"IDAT", pixels or zlib.compress(b"\0" * 1000)), END)


def with_info(*, compressed: bool, international: bool = False, size: int = 3_000_000) -> bytes:
    info = PngImagePlugin.PngInfo()
    (info.add_itxt if international else info.add_text)("a", "x" * size, zip=compressed)
    return saved(plain(), pnginfo=info)


def swelling_profile() -> bytes:
    return png(header(320, 240), chunk(b"iCCP", b"a\0\0" + zlib.compress(b"\0" * 60_000_000)), SMALL, END)


# -- JPEG --------------------------------------------------------------------------------------------------------------


def segment(name: int, data: bytes = b"") -> bytes:
    return struct.pack(">BBH", 0xFF, name, len(data) + 2) + data


def jpeg(image: Image.Image | None = None, **options: Any) -> bytes:
    return saved(image or plain(), "JPEG", **options)


def frame(wide: int, high: int, *, name: int = 0xC0, depth: int = 8, parts: int = 3) -> bytes:
    every = b"".join(bytes((number + 1, 0x11, 0)) for number in range(parts))
    return segment(name, struct.pack(">BHHB", depth, high, wide, parts) + every)


def reframed(**header: Any) -> bytes:
    """Return a JPEG whose frame header is changed."""
    raw = jpeg()
    at = raw.index(b"\xff\xc0")
    size = struct.unpack_from(">H", raw, at + 2)[0]
    return raw[:at] + frame(**{"wide": 320, "high": 240, **header}) + raw[at + 2 + size :]


def many_passes() -> bytes:
    raw = jpeg(plain(size=(64, 64)), progressive=True)
    at = raw.rindex(b"\xff\xda")
    return raw[:at] + raw[at:-2] * 1_000 + raw[-2:]


def with_parts(data: bytes) -> bytes:
    raw = jpeg()
    return raw[:2] + data + raw[2:]


# -- WebP --------------------------------------------------------------------------------------------------------------


def part(name: bytes, data: bytes = b"") -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def webp(*parts: bytes) -> bytes:
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def lossy_header(wide: int, high: int) -> bytes:
    return part(b"VP8 ", b"\x30\x01\0\x9d\x01\x2a" + struct.pack("<HH", wide, high) + b"\0" * 30)


def lossless_header(wide: int, high: int) -> bytes:
    return part(b"VP8L", b"\x2f" + struct.pack("<I", wide - 1 | high - 1 << 14) + b"\0" * 30)


def extended(wide: int, high: int, flags: int = 0) -> bytes:
    return part(b"VP8X", bytes((flags, 0, 0, 0)) + (wide - 1).to_bytes(3, "little") + (high - 1).to_bytes(3, "little"))


def pixels_of(raw: bytes) -> bytes:
    """Return the parts of a simple WebP."""
    return raw[12:]


def film(kind: str) -> bytes:
    return saved(plain(), kind, save_all=True, append_images=[noise().resize((320, 240))], duration=100)


# -- camera metadata ---------------------------------------------------------------------------------------------------


def camera(orientation: int = 6) -> bytes:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x013B] = orientation, MARK.decode(), MARK.decode()
    exif.get_ifd(0x8825)[29] = MARK.decode()
    return exif.tobytes()


def looping() -> bytes:
    """Return EXIF whose directory refers back to itself."""
    entry = struct.pack("<HHII", 0x8769, 4, 1, 8)
    return b"Exif\0\0II*\0" + struct.pack("<I", 8) + struct.pack("<H", 1) + entry + struct.pack("<I", 8)


def swelling_exif() -> bytes:
    """Return EXIF with an entry that declares a length of 4 GB."""
    return b"Exif\0\0II*\0" + struct.pack("<IH", 8, 1) + struct.pack("<HHII", 0x0112, 3, 2**31 - 1, 30) + b"\0" * 40


def profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def two_in_one() -> bytes:
    return saved(plain(), "MPO", save_all=True, append_images=[noise()])


def deep(mode: int, samples: int) -> bytes:
    """Return a PNG with 16 bits per sample."""
    row = b"\0" + b"\x80\x01" * (320 * samples)
    return png(header(320, 240, depth=16, colour=mode), chunk(b"IDAT", zlib.compress(row * 240)), END)


def avif() -> bytes:
    return saved(plain(), "AVIF")


def box(brand: bytes) -> bytes:
    return struct.pack(">I4s4sI", 24, b"ftyp", brand, 0) + brand + b"mif1" + b"\0" * 200


REFUSED: dict[str, tuple[str, Make]] = {
    # Too large, or declared to be
    "144 million pixels": (LARGE, lambda: sized(12_000, 12_000)),
    "one row too many": (LARGE, lambda: sized(6_000, 4_001)),
    "100,000 squared": (LARGE, lambda: sized(100_000, 100_000)),
    "2^31 squared": (LARGE, lambda: sized(2**31 - 1, 2**31 - 1)),
    "a long side": (LARGE, lambda: sized(8_001, 1)),
    "no side": (DAMAGED, lambda: sized(0, 0)),
    "no height": (DAMAGED, lambda: sized(320, 0)),
    "a JPEG as large as one can be": (LARGE, lambda: reframed(wide=65_535, high=65_535)),
    "a WebP of one row too many": (LARGE, lambda: saved(Image.new("L", (4_000, 4_001)), "WEBP", quality=0, method=0)),
    "a WebP as large as one can be": (LARGE, lambda: webp(lossy_header(16_383, 16_383))),
    "a lossless WebP as large as one can be": (LARGE, lambda: webp(lossless_header(16_384, 16_384))),
    "an extended WebP as large as one can be": (LARGE, lambda: webp(extended(2**24, 2**24), lossy_header(16, 16))),
    "a WebP larger inside than outside": (DAMAGED, lambda: webp(extended(320, 240), lossless_header(9_000, 9_000))),
    "a WebP smaller inside than outside": (DAMAGED, lambda: webp(extended(4_000, 4_000), lossless_header(16, 16))),
    "more than 8 MB": ("8 MB", lambda: png(header(320, 240), b"\0" * 8 * 2**20)),
    # Liars and bombs
    "a lying header": (DAMAGED, lambda: sized(4_000, 4_000)),
    "two headers": (DAMAGED, lambda: png(header(320, 240), header(9_000, 9_000), SMALL, END)),
    "a header after the pixels": (DAMAGED, lambda: png(SMALL, header(320, 240), END)),
    "a text that swells": (DAMAGED, lambda: with_info(compressed=True)),
    "a text of the world that swells": (DAMAGED, lambda: with_info(compressed=True, international=True)),
    "a profile that swells": (DAMAGED, swelling_profile),
    "very many texts": (DAMAGED, lambda: png(header(320, 240), chunk(b"tEXt", b"a\0b") * 100_000, SMALL, END)),
    "very many parts of its own": (DAMAGED, lambda: png(header(320, 240), chunk(b"prIv") * 200_000, SMALL, END)),
    "very many empty pixels": (DAMAGED, lambda: png(header(320, 240), chunk(b"IDAT") * 200_000, SMALL, END)),
    "a million parts in a JPEG": (DAMAGED, lambda: with_parts(segment(0xE1) * 1_000_000)),
    "a million comments in a JPEG": (DAMAGED, lambda: with_parts(segment(0xFE, b"ab") * 1_000_000)),
    "a JPEG of nothing but filling": (DAMAGED, lambda: with_parts(b"\xff" * 4_000_000)),
    "a JPEG of a thousand passes": (DAMAGED, many_passes),
    "two frames in a JPEG": (DAMAGED, lambda: with_parts(frame(320, 240) + frame(4_000, 4_000))),
    "very many parts in a WebP": (DAMAGED, lambda: webp(part(b"abcd") * 100_000, lossless_header(320, 240))),
    # Broken
    "an empty file": (DAMAGED, lambda: b""),
    "the beginning of a PNG": (DAMAGED, lambda: png()),
    "half a PNG": (DAMAGED, lambda: saved(noise())[:9_000]),
    "a PNG without an end": (DAMAGED, lambda: png(header(320, 240), SMALL)),
    "a PNG without pixels": (DAMAGED, lambda: png(header(320, 240), END)),
    "a PNG with a broken header": (DAMAGED, lambda: png(chunk(b"IHDR", b"\0" * 13, checksum=1), SMALL, END)),
    "a PNG with broken pixels": (DAMAGED, lambda: png(header(320, 240), chunk(b"IDAT", b"abcdef"), END)),
    "a PNG part longer than it": (DAMAGED, lambda: png(header(320, 240), b"\x7f\xff\xff\xffIDATabc")),
    "a PNG of an unknown colour": (DAMAGED, lambda: png(header(320, 240, colour=7), SMALL, END)),
    "a PNG of three bits": (DAMAGED, lambda: png(header(320, 240, depth=3), SMALL, END)),
    "half a PNG in passes": (DAMAGED, lambda: png(header(320, 240, interlaced=1), chunk(b"IDAT", SMALL[8:40]), END)),
    "the beginning of a JPEG": (DAMAGED, lambda: b"\xff\xd8\xff"),
    "half a JPEG": (DAMAGED, lambda: jpeg(noise())[:9_000]),
    "a JPEG without pixels": (DAMAGED, lambda: jpeg()[:150]),
    "a JPEG part longer than it": (DAMAGED, lambda: b"\xff\xd8\xff\xe0\xff\xffabc"),
    "a JPEG of no colour": (DAMAGED, lambda: reframed(parts=0)),
    "a JPEG of five colours": (DAMAGED, lambda: reframed(parts=5)),
    "a JPEG of twelve bits": (DAMAGED, lambda: reframed(depth=12)),
    "a JPEG without loss": (DAMAGED, lambda: reframed(name=0xC3)),
    "a JPEG without a frame": (DAMAGED, lambda: b"\xff\xd8" + segment(0xDA, b"\1\1\0\0\x3f\0") + b"\0" * 900),
    "half a WebP": (DAMAGED, lambda: saved(noise(), "WEBP")[:3_000]),
    "a RIFF of nothing": (DAMAGED, lambda: webp()),
    "a WebP that says it is shorter": (DAMAGED, lambda: b"RIFF\0\0\0\0WEBP" + pixels_of(saved(plain(), "WEBP"))),
    "a WebP part longer than it": (DAMAGED, lambda: webp(b"VP8 \xff\xff\xff\x7fabc")),
    "a WebP of noise": (DAMAGED, lambda: webp(lossy_header(320, 240))),
    "a lossless WebP of noise": (DAMAGED, lambda: webp(lossless_header(320, 240)[:-20] + b"\xa5\x5a" * 10)),
    "a WebP with only a profile": (DAMAGED, lambda: webp(extended(320, 240, 0x20), part(b"ICCP", b"x" * 100))),
    # Several in one
    "a WebP that moves": (MOVES, lambda: film("WEBP")),
    "a PNG that moves": (MOVES, lambda: film("PNG")),
    # Something else
    "a GIF": ("GIF", lambda: saved(plain(), "GIF")),
    "a GIF called PNG in its text": ("GIF", lambda: b"GIF89a\x89PNG\r\n\x1a\n" + b"\0" * 90),
    "an SVG": ("SVG", lambda: b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    "an SVG behind a declaration": ("SVG", lambda: b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a -->\n<svg width="1"/>'),
    "an SVG of entities": ("SVG", lambda: b'<!DOCTYPE svg SYSTEM "file:///etc/passwd"> <svg>&a;</svg>'),
    "a TIFF": ("TIFF", lambda: saved(plain(), "TIFF")),
    "a large TIFF": ("TIFF", lambda: b"MM\0+" + b"\0" * 90),
    "a bitmap": ("BMP", lambda: saved(plain(), "BMP")),
    "a HEIC": ("HEIC", lambda: box(b"heic")),
    "an AVIF": ("AVIF", avif),
    "a JPEG 2000": ("JPEG 2000", lambda: b"\0\0\0\x0cjP  \r\n\x87\n" + b"\0" * 90),
    "a JPEG XL": ("JPEG XL", lambda: b"\xff\x0a" + b"\0" * 90),
    "PostScript": ("PostScript", lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(x) run"),
    "a PDF": ("PDF", lambda: b"%PDF-1.7\n" + b"\0" * 90),
    "a Photoshop file": ("Photoshop", lambda: b"8BPS\0\1" + b"\0" * 90),
    "an icon": ("icon", lambda: saved(plain(), "ICO")),
    "a page behind the beginning of a JPEG": (DAMAGED, lambda: b"\xff\xd8\xff<script>alert(1)</script>"),
}
NO_PICTURES: dict[str, tuple[str, Make]] = {
    "a ZIP": (DAMAGED, lambda: b"PK\3\4" + b"\0" * 90),
    "a page": (DAMAGED, lambda: b"<!DOCTYPE html><script>alert(1)</script>"),
    "a program": (DAMAGED, lambda: b"<?php system($_GET['x']);"),
    "words": (DAMAGED, lambda: b"hello"),
    "a film": (DAMAGED, lambda: box(b"isom")),
}
"""Refused files that do not even begin as a picture."""

TAKEN: dict[str, Make] = {
    "a JPEG with a script in its comment and a ZIP behind it": lambda: (
        jpeg(comment=b"<script>alert(1)</script>" + MARK) + b"PK\3\4" + MARK
    ),
    "a PNG with a page in its text and behind it": lambda: (
        png(header(320, 240), chunk(b"tEXt", b"a\0<script>" + MARK), SMALL, END) + b"<html>" + MARK
    ),
    "a WebP with a page in a part of its own": lambda: webp(
        extended(320, 240), pixels_of(saved(plain(), "WEBP")), part(b"evil", b"<script>" + MARK)
    ),
    "a photo with its place in it": lambda: jpeg(exif=camera(1)),
    "a photo that lies on its side": lambda: jpeg(exif=camera(6)),
    "a PNG that lies on its side": lambda: saved(plain(), exif=camera(6)),
    "a WebP that lies on its side": lambda: saved(plain(), "WEBP", exif=camera(6)),
    "a photo with an unknown side up": lambda: jpeg(exif=camera(99)),
    "a photo whose EXIF leads back to itself": lambda: jpeg(exif=looping()),
    "a photo whose EXIF says it is 4 GB": lambda: jpeg(exif=swelling_exif()),
    "a photo whose EXIF is noise": lambda: jpeg(exif=b"Exif\0\0" + MARK * 3_000),
    "a WebP whose EXIF is noise": lambda: saved(plain(), "WEBP", exif=MARK * 3_000),
    "a PNG whose EXIF is noise": lambda: png(header(320, 240), chunk(b"eXIf", MARK * 3_000), SMALL, END),
    "a photo with XMP": lambda: jpeg(xmp=b"<x:xmpmeta>" + MARK + b"</x:xmpmeta>"),
    "a photo with a profile": lambda: jpeg(icc_profile=profile() + MARK),
    "a photo with a profile of noise": lambda: jpeg(icc_profile=MARK * 2_000),
    "a photo with a profile of another colour": lambda: jpeg(plain("L"), icc_profile=profile()),
    "a photo with a very long profile": lambda: jpeg(icc_profile=MARK * 150_000),
    "a photo for print": lambda: jpeg(plain("CMYK")),
    "a photo for print, in passes": lambda: jpeg(plain("CMYK"), progressive=True),
    "a photo in greys": lambda: jpeg(plain("L")),
    "a photo with another one behind it": two_in_one,
    "a photo in passes": lambda: jpeg(progressive=True),
    "a PNG of 16 bits in greys": lambda: deep(0, 1),
    "a PNG of 16 bits in colours": lambda: deep(2, 3),
    "a PNG of 16 bits on no ground": lambda: deep(6, 4),
    "a PNG of one bit": lambda: saved(plain("1")),
    "a PNG of few colours": lambda: saved(plain("P"), transparency=3),
    "a PNG in greys on no ground": lambda: saved(plain("LA")),
    "a PNG on no ground": lambda: saved(plain("RGBA")),
    "a PNG with a part that nobody knows": lambda: png(header(320, 240), chunk(b"ABCD", MARK), SMALL, END),
    "a PNG in passes": lambda: png(header(320, 240, interlaced=1), chunk(b"IDAT", zlib.compress(b"\0" * 200_000)), END),
    "a WebP without loss, on no ground": lambda: saved(plain("RGBA"), "WEBP", lossless=True),
    "a WebP on no ground": lambda: saved(plain("RGBA"), "WEBP"),
    "the longest side": lambda: saved(plain(size=(8_000, 240))),
    "more pixels than its header says": lambda: sized(320, 240, zlib.compress(b"\0" * 60_000_000)),
}


def every_refused() -> dict[str, tuple[str, Make]]:
    """Return all pictures that an upload refuses."""
    return {**REFUSED, **NO_PICTURES}
