"""QR codes: drawn ones can be read, from difficult photos too, and no picture does harm."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageFilter

from legions import importing
from legions.saved_lists.models import Legion
from legions.sharing.exports import link_path
from legions.site import qr_codes
from rulesapi.judging import verdicts
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page
from tests.nonempty import nonempty
from tests.throttles import freeze_clock

LINK = "https://muster.example.org/l/#1jFSH6jdWE_YzZ-q7iUhtXRV0HMvIOpfFIkVsWM"


LEGION = {"game": "attack-wing", "release": 1, "picks": [{"card": "giant", "upgrades": ["club"]}, {"card": "dragon"}]}


def painted(svg, module=8):
    """Return our SVG as a picture, square by square."""
    wide = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    image = Image.new("L", (wide * module, wide * module), 255)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", svg):
        image.paste(0, (int(x) * module, int(y) * module, (int(x) + 1) * module, (int(y) + 1) * module))
    return image


def saved(image, kind="PNG", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def on_a_table(code, *, angle=0.0, noise=0, blur=0.0, bright=1.0, turn=None):
    """Return a photo of a code on a background."""
    photo = Image.new("L", (1600, 1200), 150)
    turned = code.rotate(angle, expand=True, fillcolor=255, resample=Image.Resampling.BICUBIC)
    photo.paste(turned, (420, 260))
    if turn:
        photo = photo.transform(photo.size, Image.Transform.PERSPECTIVE, turn, Image.Resampling.BICUBIC)
    if noise:
        grain = Image.effect_noise(photo.size, noise)
        photo = Image.blend(photo, grain, 0.3)
    if blur:
        photo = photo.filter(ImageFilter.GaussianBlur(blur))
    return photo.point(lambda value: round(value * bright))


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_drawn_code_is_read_back(kind) -> None:
    assert qr_codes.read_qr_codes(saved(painted(qr_codes.qr_svg(LINK)), kind)) == [LINK]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "hard",
    [
        {"angle": 17},
        {"angle": 90},
        {"angle": 200, "blur": 2},
        {"noise": 90},
        {"bright": 0.3},
        {"turn": (1.0, 0.12, -60, 0.05, 1.05, -40, 0.0001, 0.0001)},
        {"angle": 8, "noise": 60, "blur": 1.5, "bright": 0.6},
    ],
    ids=str,
)
def test_hard_photos_are_read(hard) -> None:
    photo = on_a_table(painted(qr_codes.qr_svg(LINK)), **hard).convert("RGB")
    assert qr_codes.read_qr_codes(saved(photo, "JPEG", quality=60)) == [LINK]


@pytest.mark.sampled
def test_a_code_on_no_ground_and_one_in_colours_are_read() -> None:
    code = painted(qr_codes.qr_svg(LINK))
    clear = Image.new("RGBA", code.size, (0, 0, 0, 0))
    clear.putalpha(code.point(lambda value: 255 - value))
    assert qr_codes.read_qr_codes(saved(clear)) == [LINK]
    assert qr_codes.read_qr_codes(saved(code.convert("P"))) == [LINK]
    assert qr_codes.read_qr_codes(saved(code.convert("RGB").convert("CMYK"), "JPEG")) == [LINK]
    assert qr_codes.read_qr_codes(saved(code.convert("I;16").point(lambda value: value * 257))) in ([LINK], [])


@pytest.mark.sampled
def test_a_picture_without_a_code_says_nothing() -> None:
    assert qr_codes.read_qr_codes(saved(Image.new("RGB", (300, 200), "green"))) == []


def test_a_text_too_long_or_empty_has_no_code() -> None:
    assert qr_codes.qr_svg("x" * 600)
    assert qr_codes.qr_svg("x" * 601) == ""
    assert qr_codes.qr_svg("") == ""


# -- pages -------------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.django_db
def test_a_legion_goes_from_its_page_to_a_photo_and_back(client) -> None:
    publish_cards()
    user = factories.UserFactory(username="owner")
    client.force_login(user)
    legion = factories.legion(*LEGION["picks"], owner=user)
    html = client.get(f"/legions/{legion.pk}/copies/").content.decode()
    svg = re.search(r'<svg class="qr".*?</svg>', html, re.DOTALL)[0]
    assert "style=" not in svg
    photo = on_a_table(painted(svg), angle=9, noise=40).convert("RGB")
    response = client.post("/import/", {"file": SimpleUploadedFile("photo.jpg", saved(photo, "JPEG"))})
    page = Page(response)
    assert "Read as QR code." in page.words
    document = page.all("input", name="document")[0]["value"]
    client.post("/import/keep/", {"document": document})
    kept = Legion.objects.exclude(pk=legion.pk).get()
    assert verdicts.judge(kept.document)["digest"] == verdicts.judge(legion.document)["digest"]


@pytest.mark.sampled
@pytest.mark.django_db
def test_of_several_codes_the_one_that_says_a_legion_is_taken(client) -> None:
    publish_cards()
    photo = Image.new("L", (1400, 700), 200)
    photo.paste(painted(qr_codes.qr_svg("https://elsewhere.example/"), 12), (20, 20))
    photo.paste(painted(qr_codes.qr_svg(f"https://testserver{link_path(LEGION)}"), 8), (700, 20))
    taken = importing.parse_import(saved(photo))
    assert sorted(pick["card"] for pick in taken.document["picks"]) == ["dragon", "giant"]


@pytest.mark.sampled
@pytest.mark.django_db
def test_photos_are_rate_limited_and_pasting_still_works(client, monkeypatch) -> None:
    freeze_clock(monkeypatch)
    publish_cards()
    raw = saved(Image.new("L", (20, 20)))
    answers = [client.post("/import/", {"file": SimpleUploadedFile("x.png", raw)}) for _ in range(22)]
    assert [answer.status_code for answer in answers] == [400] * 20 + [429] * 2
    assert 600 <= int(answers[-1]["Retry-After"]) <= 700  # the window, and the rest of its part
    assert client.post("/import/", {"text": "Giant"}).status_code == 200


@pytest.mark.one_variant
@pytest.mark.django_db
@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "https://elsewhere.example/", "{", "\u202e", "x" * 500])
def test_a_code_without_a_legion_is_refused_with_a_message(client, text) -> None:
    publish_cards()
    raw = saved(painted(qr_codes.qr_svg(text)))
    response = client.post("/import/", {"file": SimpleUploadedFile("x.png", raw)})
    assert response.status_code == 400
    page = Page(response)
    assert all(element["src"].startswith("/static/") for element in nonempty(page.all("script")))
    assert page.all("div", role="alert")
