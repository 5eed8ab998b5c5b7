"""What stands in the logs."""

import logging

from django.conf import settings

from legions.logs import HideShareKeys


def logged(message: str, *values: str) -> str:
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, message, values, None)
    assert HideShareKeys().filter(record)
    return record.getMessage()


def test_a_share_key_never_stands_in_the_log() -> None:
    assert logged("Not Found: %s", "/s/an-unguessable_key/document/") == "Not Found: /s/…/document/"


def test_nor_does_one_that_an_address_asks_about() -> None:
    message = logged("Not Found: %s", "/oembed/?url=https%3A%2F%2Fmuster.example%2Fs%2Fan-unguessable_key%2F")
    assert message == "Not Found: /oembed/?url=https%3A%2F%2Fmuster.example%2Fs%2F…%2F"


def test_other_messages_are_logged_as_they_are() -> None:
    assert logged("Not Found: %s", "/cards/attack-wing/") == "Not Found: /cards/attack-wing/"


def test_every_handler_hides_share_keys() -> None:
    assert all("share keys" in handler["filters"] for handler in settings.LOGGING["handlers"].values())
