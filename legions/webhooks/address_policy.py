"""The policy for webhook addresses: only the public internet.

Users make this server connect to the addresses they enter, so nothing in its own network may be reachable, by any name
or spelling: the name is resolved first, each of its addresses is checked against the tables below, and the connection
is made to a checked address (`http_client`). A name that resolves to another address a moment later makes no
difference.
"""

import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.utils.translation import gettext

from legions.webhooks.models import URL_LENGTH

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Iterable[str]]
"""A function that returns the addresses of a name, for a port. Raises OSError or UnicodeError for an unknown name."""

# IANA's special-purpose registries, multicast, and reserved ranges. They are listed here because Python's `is_global`
# differs between releases and includes multicast.
CLOSED_IPV4 = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
# Of IPv6 only global unicast is open, which excludes addresses that contain an IPv4 address (mapped, compatible,
# NAT64); 6to4, Teredo, documentation and similar ranges are closed within it.
OPEN_IPV6 = IPv6Network("2000::/3")
CLOSED_IPV6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")))

LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
MAX_NAME_LENGTH = 253
HTTPS_PORT = 443
FIRST_UNPRIVILEGED_PORT = 1024
"""The lowest allowed port besides 443: services on lower ports speak other protocols."""


class AddressRefused(ValueError):
    """The refusal of an address that messages may not be sent to, with the reason."""


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """The policy: the public internet over https, and with `at_home` also the local machine, for trying out a site."""

    at_home: bool = False

    def opens(self, address: Address, scheme: str) -> bool:
        """Return whether messages may be sent to an address."""
        if self.at_home and address.is_loopback:
            return True
        return scheme == "https" and is_open(address)


@dataclass(frozen=True, slots=True)
class TargetURL:
    """The parts of a URL. `path` includes the query string."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The Host header: the host, with the port unless it is the default one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = HTTPS_PORT if self.scheme == "https" else 80
        return host if self.port == usual else f"{host}:{self.port}"


def is_open(address: Address) -> bool:
    """Return whether an address is a public unicast address."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in CLOSED_IPV4)
    return address in OPEN_IPV6 and not any(address in network for network in CLOSED_IPV6)


def parse_url(url: str, policy: AddressPolicy) -> TargetURL:
    """Return the parts of a URL. Raises AddressRefused for one that messages can never be sent to."""
    if not 0 < len(url) <= URL_LENGTH:
        raise AddressRefused(gettext("An address has 1 to %(most)d characters.") % {"most": URL_LENGTH})
    if not all("!" <= character <= "~" for character in url) or "\\" in url:
        raise AddressRefused(
            gettext("An address has no spaces and only ASCII characters: write others percent-encoded, or as xn--.")
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefused(gettext("This is not an address. Give one like https://example.org/muster.")) from error
    scheme, host = parts.scheme, parts.hostname or ""
    if scheme != "https" and not (policy.at_home and scheme == "http"):
        raise AddressRefused(gettext("An address begins with https://."))
    if "@" in parts.netloc or "#" in url:
        raise AddressRefused(gettext("An address has no name or password in it, and nothing behind #."))
    _check_host(host, scheme, policy)
    port = port or (HTTPS_PORT if scheme == "https" else 80)
    if port != HTTPS_PORT and port < FIRST_UNPRIVILEGED_PORT and not policy.at_home:
        raise AddressRefused(gettext("Use port 443, or one from 1024 on."))
    return TargetURL(scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def _check_host(host: str, scheme: str, policy: AddressPolicy) -> None:
    try:
        address = ip_address(host)
    except ValueError:
        if not _is_name(host):
            raise AddressRefused(gettext("This is not an address. Give one like https://example.org/muster.")) from None
        inner = host.rstrip(".").rpartition(".")[2] in {"localhost", "local", "internal", "localdomain"}
        if inner and not policy.at_home:
            raise AddressRefused(gettext("This address is not on the open internet.")) from None
        return
    if not policy.opens(address, scheme):
        raise AddressRefused(gettext("This address is not on the open internet."))


def _is_name(host: str) -> bool:
    labels = host.removesuffix(".").split(".")
    return len(host) <= MAX_NAME_LENGTH and all(LABEL.fullmatch(label) for label in labels)


def resolve_allowed(target: TargetURL, resolve: Resolve, policy: AddressPolicy) -> list[Address]:
    """Return the addresses of a target, in the order to try them.

    Raises AddressRefused if any of them is not open: no honest name has both public and private addresses. Also raises
    the errors of `resolve`.
    """
    found = [ip_address(text) for text in resolve(target.host, target.port)]
    if not found:
        raise OSError("The name leads nowhere.")
    if not all(policy.opens(address, target.scheme) for address in found):
        raise AddressRefused("The name leads to an address that is not on the open internet.")
    return list(dict.fromkeys(found))


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a name from the system's resolver."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
