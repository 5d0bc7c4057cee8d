"""Reject foreign Host headers (DNS rebinding); add security headers."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from claimeven.errors import shortened
from claimeven.web.errors import BAD_REQUEST, MISDIRECTED, ApiError
from claimeven.web.responses import error_response

LOOPBACK = "localhost"
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class SecurityHeadersMiddleware:
    """Add SECURITY_HEADERS to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class HostCheckMiddleware:
    """Refuse requests whose Host header is not a name of this server, and those with two body lengths.

    A foreign site can point its own name at this machine (DNS rebinding), so that its pages may read the
    answers; their requests carry that name. Accepted are names and addresses of the loopback network, the
    address that the connection came to, and ``hosts``.

    starlette's TrustedHostMiddleware does not know the address of the connection or that all of 127.0.0.0/8
    is this machine, and it answers with status 400 in plain text instead of 421 in JSON.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = {_canonical(host) for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] == "http":
            error = self._find_error(scope)
            if error is not None:
                response = error_response(error, {"connection": "close"})
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _find_error(self, scope: Scope) -> ApiError | None:
        """Return why a request is refused, None if it is not."""
        headers = dict(scope["headers"])
        if b"content-length" in headers and b"transfer-encoding" in headers:
            # A proxy on the way may take another byte for the end of the body.
            message = "the body has both Content-Length and Transfer-Encoding; send only one of them"
            return ApiError(BAD_REQUEST, "bad_body", message)
        host = headers.get(b"host")
        if host is None:  # only HTTP/1.0 allows that, and browsers do not speak it
            return None
        name = host_name(host.decode("latin-1"))
        if is_loopback(name) or name in self._hosts or name == _server_name(scope):
            return None
        message = (
            f"this server is not called {shortened(name)}; start it with --allow-host to allow that name"
        )
        return ApiError(MISDIRECTED, "wrong_host", message)


def host_name(host: str) -> str:
    """Return the name or address in a Host header, without its port.

    >>> host_name("LocalHost:8000"), host_name("[0:0::1]:8000"), host_name("example.org.")
    ('localhost', '::1', 'example.org')
    """
    if host.startswith("["):
        return _canonical(host[1:].partition("]")[0])
    return _canonical(host.partition(":")[0])


def is_loopback(name: str) -> bool:
    """Return whether a name or address always means the machine that uses it."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == LOOPBACK or name.endswith(f".{LOOPBACK}")


def _server_name(scope: Scope) -> str | None:
    """Return the address that the connection came to; None if it is not known."""
    server = scope["server"]
    return None if server is None else _canonical(server[0])


def _canonical(name: str) -> str:
    """Return one spelling of a name or an address; an IPv4 address mapped to IPv6 becomes IPv4."""
    try:
        address = ip_address(name)
    except ValueError:
        return name.lower().removesuffix(".")
    mapped = getattr(address, "ipv4_mapped", None)
    return str(address if mapped is None else mapped)
