"""Every mail in every language: complete, with all placeholders filled and everything translated."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone, translation

from legions.webhooks.models import Webhook

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SHARED = {"base_message.txt", "base_notification.txt", "_tokens.txt"}
MAILS = sorted(str(file.relative_to(TEMPLATES)) for file in TEMPLATES.glob("*/email/*.txt") if file.name not in SHARED)
LINK = "https://muster.example/somewhere/"
LEFT_OUT = re.compile(r"\{|None|\(\)|  \S|“”|%\(")
NO_SUBJECT_IS_LONGER = 60


def context() -> dict[str, object]:
    """Return the context variables of all mails."""
    changed = SimpleNamespace(name="Embers", before="Legal", after="Illegal", rules=["Unique name"], path="/legions/1/")
    return {
        "request": RequestFactory().get("/", headers={"host": "testserver"}),
        "current_site": SimpleNamespace(domain="muster.example"),
        "timestamp": timezone.now(),
        "ip": "192.0.2.1",
        "user": SimpleNamespace(username="vela", pk=1),
        "username": "vela",
        "email": "vela@example.org",
        "from_email": "old@example.org",
        "to_email": "new@example.org",
        "deleted_email": "old@example.org",
        "activate_url": LINK,
        "password_reset_url": LINK,
        "signup_url": LINK,
        "page": LINK,
        "token": SimpleNamespace(name="league table"),
        "standing_tokens": 2,
        "upcoming": SimpleNamespace(
            why="Wave 2", why_stopped="“Orc” has no source.", site="https://muster.example", pk=1
        ),
        "release": 7,
        "legions": [changed],
        "more": 3,
        "alert": SimpleNamespace(origin="https://muster.example"),
        "hook": Webhook(url="https://example.org/muster", off=Webhook.DisabledReason.GONE),
    }


def rendered(mail: str, language: str) -> str:
    with translation.override(language):
        return render_to_string(mail, context()).strip()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("mail", MAILS)
def test_a_mail_is_whole_in_each_language(mail: str, language: str) -> None:
    words = rendered(mail, language)
    assert words and not LEFT_OUT.search(words)
    if mail.endswith("_subject.txt"):
        assert "\n" not in words and len(words) <= NO_SUBJECT_IS_LONGER
    if language == "de":
        assert words != rendered(mail, "en")
