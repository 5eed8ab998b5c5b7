"""The address that a request comes from, and what it is counted under.

Without a proxy (`PROXIES` is 0) that is the peer of the connection, whatever X-Forwarded-For says. Each proxy adds at
the end of X-Forwarded-For who asked it, so the entry that counts is the one that the outermost of them has written: the
last behind one proxy, the last but one behind two. What stands before it anybody can have made up.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse

_current_ident: ContextVar[str] = ContextVar("asking", default="")
LONGEST = 60
PREFIX = 64
"""Bits of an IPv6 address that one customer has for themselves: who has them has all addresses behind them."""


def client_address(request: HttpRequest) -> str:
    """Return the address of the client: IPv4, also where it is written as IPv6, or IPv6; empty for none."""
    if settings.PROXIES and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        entries = forwarded.rsplit(",", settings.PROXIES)[-settings.PROXIES :]
        if read := _read(entries[0].strip()):
            return read
    return _read(request.META.get("REMOTE_ADDR", ""))


def get_ident(request: HttpRequest) -> str:
    """Return what a request is counted under: its IPv4 address, or the /64 of its IPv6 address."""
    return _ident(client_address(request))


def current_ident() -> str:
    """Return what the request that is answered at this moment is counted under; empty outside of one."""
    return _current_ident.get()


def client_address_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Remember the client while a request is handled: middleware for what stores something and knows no request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _current_ident.set(get_ident(request))
        try:
            return get_response(request)
        finally:
            _current_ident.reset(token)

    return middleware


@lru_cache(maxsize=4096)
def _ident(address: str) -> str:
    return str(ip_network(f"{address}/{PREFIX}", strict=False)) if ":" in address else address


@lru_cache(maxsize=4096)
def _read(text: str) -> str:
    """Return an address that may stand with a port, `192.0.2.1:80` or `[2001:db8::1]:80`; empty for what is none."""
    if len(text) > LONGEST:
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
