"""The gate: requests that are refused before anything else reads them, and headers that every answer has."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from claimeven.errors import Refused, shortened
from claimeven.web.refusal import BAD_REQUEST, MISDIRECTED, refuse

LOOPBACK = "localhost"
TWO_LENGTHS = {b"content-length", b"transfer-encoding"}
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Gate:
    """Lets requests through to ``app`` that call this server by a name of its own; every answer has HEADERS.

    A foreign site can make its name lead to this machine (DNS rebinding), so that its pages may read the
    answers; their requests carry that name. Good names are those that always mean the machine that asks,
    the address that the connection came to, and ``hosts``.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = {_canonical(host) for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        answer: ASGIApp = self._app
        try:
            if scope["type"] == "http":
                self._check(scope)
        except Refused as refused:
            answer = refuse(refused, {"connection": "close"})
        await answer(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        if headers.keys() >= TWO_LENGTHS:  # whoever stands in between may see the body end elsewhere
            message = "the body has both Content-Length and Transfer-Encoding; expected one of them"
            raise Refused(BAD_REQUEST, "bad_body", message)
        host = headers.get(b"host")
        if host is None:  # only HTTP/1.0 gets here without one; no browser speaks it
            return
        name = name_of(host.decode("latin-1"))
        if not (is_loopback(name) or name in self._hosts or name == _canonical((scope["server"] or [""])[0])):
            message = f"this server is not called {shortened(name)}; --allow-host lets it answer to that name"
            raise Refused(MISDIRECTED, "wrong_host", message)


def name_of(host: str) -> str:
    """The name or address in a Host header, without its port.

    >>> name_of("LocalHost:8000"), name_of("[0:0::1]:8000"), name_of("example.org.")
    ('localhost', '::1', 'example.org')
    """
    if host.startswith("["):
        return _canonical(host[1:].partition("]")[0])
    return _canonical(host.partition(":")[0])


def is_loopback(name: str) -> bool:
    """True for what always means the machine that asks."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == LOOPBACK or name.endswith(f".{LOOPBACK}")


def _canonical(name: str) -> str:
    """One spelling of a name or an address; an IPv4 address that came over IPv6 is an IPv4 address."""
    try:
        address = ip_address(name)
    except ValueError:
        return name.lower().removesuffix(".")
    return str(getattr(address, "ipv4_mapped", None) or address)
