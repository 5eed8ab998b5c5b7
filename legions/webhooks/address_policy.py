"""Where messages may be sent: to addresses of the open internet.

Whoever names an address here has this server knock there. So nothing within its own network may be reached, by whatever
name or spelling: the name is resolved first, each address it leads to is held against the tables below, and one that
passed is the very address that is connected to (`http_client`). A name that leads elsewhere a moment later changes
nothing.
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
"""Returns the addresses of a name, for a port. Raises OSError or UnicodeError for a name that nobody knows."""

# IANA's registries of special-purpose addresses, multicast, and what is kept for later. Written out, because what
# Python calls global differs between its releases and includes multicast.
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
# Of IPv6 only what is handed out to hosts is open, so that whatever holds an IPv4 address (mapped, compatible, NAT64)
# is closed by not being in it; 6to4, Teredo, documentation and the like are taken out of it again.
OPEN_IPV6 = IPv6Network("2000::/3")
CLOSED_IPV6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")))

LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
MAX_NAME_LENGTH = 253
HTTPS_PORT = 443
FIRST_UNPRIVILEGED_PORT = 1024
"""Below this only the port of https: what listens there speaks other protocols."""


class AddressRefused(ValueError):
    """No address that messages may be sent to; says why."""


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """What is open: the internet over https, and `at_home`, where somebody tries a site out, their own machine."""

    at_home: bool = False

    def opens(self, address: Address, scheme: str) -> bool:
        """Return whether messages may be sent to an address."""
        if self.at_home and address.is_loopback:
            return True
        return scheme == "https" and is_open(address)


@dataclass(frozen=True, slots=True)
class TargetURL:
    """An address, taken apart. `path` is all that is asked for there."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The host as a request names it, with the port where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = HTTPS_PORT if self.scheme == "https" else 80
        return host if self.port == usual else f"{host}:{self.port}"


def is_open(address: Address) -> bool:
    """Return whether an address is one of the open internet, which one host can have."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in CLOSED_IPV4)
    return address in OPEN_IPV6 and not any(address in network for network in CLOSED_IPV6)


def parse_url(url: str, policy: AddressPolicy) -> TargetURL:
    """Return an address taken apart. Raises AddressRefused for one that nothing could ever be sent to."""
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
        raise AddressRefused(gettext("This is no address. One looks like https://example.org/muster.")) from error
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
            raise AddressRefused(gettext("This is no address. One looks like https://example.org/muster.")) from None
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
    """Return the addresses that a target leads to, in the order to try them.

    Raises AddressRefused when any of them is not open: a name that leads in and out at once is nobody's honest address.
    Raises what `resolve` raises.
    """
    found = [ip_address(text) for text in resolve(target.host, target.port)]
    if not found:
        raise OSError("The name leads nowhere.")
    if not all(policy.opens(address, target.scheme) for address in found):
        raise AddressRefused("The name leads to an address that is not on the open internet.")
    return list(dict.fromkeys(found))


def resolve(host: str, port: int) -> list[str]:
    """Ask the system for the addresses of a name."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
