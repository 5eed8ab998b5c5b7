"""Client addresses for throttling: clients cannot choose their address, and an IPv6 network counts as one client."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from catalog.api_base.client_addresses import client_address, get_ident

PEER = "198.51.100.1"
SPOOFED = "203.0.113.66"


def request_from(settings: Settings, proxies: int, forwarded: str | None = None, peer: str = PEER) -> object:
    settings.PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return RequestFactory(REMOTE_ADDR=peer).get("/", headers=headers)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, PEER),
        (0, "192.0.2.7", PEER),
        (1, None, PEER),
        (1, "", PEER),
        (1, "192.0.2.7", "192.0.2.7"),
        (1, f"{SPOOFED}, 192.0.2.7", "192.0.2.7"),
        (1, f"{SPOOFED}, {SPOOFED},192.0.2.7 ", "192.0.2.7"),
        (1, "192.0.2.7:4321", "192.0.2.7"),
        (1, "[2001:db8::1]:4321", "2001:db8::1"),
        (1, f"{SPOOFED}, nonsense", PEER),
        (1, f"{SPOOFED}, " + "1" * 100, PEER),
        (2, f"{SPOOFED}, 192.0.2.7, 10.0.0.1", "192.0.2.7"),
        (2, "192.0.2.7", "192.0.2.7"),
    ],
)
def test_the_address_of_who_asks(settings: Settings, proxies: int, forwarded: str | None, address: str) -> None:
    assert client_address(request_from(settings, proxies, forwarded)) == address


@pytest.mark.parametrize(
    ("peer", "ident"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("", ""),
    ],
)
def test_clients_are_counted_under_their_address(settings: Settings, peer: str, ident: str) -> None:
    assert get_ident(request_from(settings, 0, peer=peer)) == ident
