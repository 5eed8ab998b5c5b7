"""The client address of a request, and the key under which the client is counted.

Without a proxy (`PROXIES` is 0) the address is the peer of the connection, regardless of X-Forwarded-For. Each proxy
appends the address of its own client to X-Forwarded-For, so the relevant entry is the one written by the outermost
proxy: the last entry behind one proxy, the second to last behind two. Clients can forge all entries before it.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse

_current_ident: ContextVar[str] = ContextVar("asking", default="")
MAX_ADDRESS_LENGTH = 60
IPV6_PREFIX_BITS = 64
"""Bits of the IPv6 prefix assigned to one customer, who controls all addresses in it."""


def client_address(request: HttpRequest) -> str:
    """Return the address of the client, an IPv4-mapped IPv6 address as IPv4; empty if unknown."""
    if settings.PROXIES and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        entries = forwarded.rsplit(",", settings.PROXIES)[-settings.PROXIES :]
        if read := _read(entries[0].strip()):
            return read
    return _read(request.META.get("REMOTE_ADDR", ""))


def get_ident(request: HttpRequest) -> str:
    """Return the key under which a client is counted: its IPv4 address, or the /64 of its IPv6 address."""
    return _ident(client_address(request))


def current_ident() -> str:
    """Return the key under which the client of the current request is counted; empty outside of a request."""
    return _current_ident.get()


def client_address_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Keep the client of the current request, for code without access to the request (`current_ident`)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _current_ident.set(get_ident(request))
        try:
            return get_response(request)
        finally:
            _current_ident.reset(token)

    return middleware


@lru_cache(maxsize=4096)
def _ident(address: str) -> str:
    return str(ip_network(f"{address}/{IPV6_PREFIX_BITS}", strict=False)) if ":" in address else address


@lru_cache(maxsize=4096)
def _read(text: str) -> str:
    """Return the address in `text`, with or without a port (`192.0.2.1:80`, `[2001:db8::1]:80`); empty if invalid."""
    if len(text) > MAX_ADDRESS_LENGTH:
        return ""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        read = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    return str((read.ipv4_mapped or read) if isinstance(read, IPv6Address) else read)
