"""One endpoint: a base address, a key from the environment, time-outs, and what can go wrong."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from urllib.parse import urlsplit

import orjson
import urllib3
from urllib3.exceptions import (
    HTTPError,
    MaxRetryError,
    NewConnectionError,
    ResponseError,
    TimeoutError,
)
from urllib3.util import Retry, Timeout

from engine.errors import InvalidInput, QualityLabError
from engine.fingerprint import JsonValue

MAX_ANSWER = 64 * 1024 * 1024
"""Bytes of an answer that are read at most."""

_LONGEST_WAIT = 20.0
"""Seconds that a server may ask to wait before one retry; a longer wait counts as a refusal."""

_AGAIN = (429, 500, 502, 503, 504)


class RemoteFault(StrEnum):
    """Why a call of an endpoint gave nothing."""

    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    """No connection, or it broke."""

    REFUSED = "refused"
    """The server answered with an error status."""

    UNREADABLE = "unreadable"
    """The answer is no JSON object, or too large."""


class RemoteError(QualityLabError):
    """A call of an endpoint failed; the message holds neither key nor answer.

    Parameters
    ----------
    fault : RemoteFault
        What happened.
    message : str
        A sentence for people.
    """

    def __init__(self, fault: RemoteFault, message: str) -> None:
        self.fault = fault
        super().__init__(message)


class Endpoint:
    """An OpenAI-compatible service.

    Parameters
    ----------
    url : str
        Base address, for example ``https://host/v1``. Plain ``http`` is for servers on this
        machine or in a private network.
    key_variables : sequence of str
        Environment variables that may hold the key, the first one set wins; a service without a
        key needs none of them. Read at each call, so that the key travels nowhere else.
    timeout_s : float
        Seconds to wait for a connection, and for each piece of an answer.
    retries : int
        Further attempts after a busy server (429, 5xx) or a broken connection.

    Raises
    ------
    InvalidInput
        If the address is no http(s) address, holds a password, or would carry the key
        unencrypted through a public network.
    """

    def __init__(
        self,
        url: str,
        *,
        key_variables: Sequence[str] = (),
        timeout_s: float = 30.0,
        retries: int = 2,
    ) -> None:
        self.url = _checked(url).rstrip("/")
        self._key_variables = tuple(key_variables)
        self._timeout = timeout_s
        self._retries = retries
        self._pool: urllib3.PoolManager | None = None
        if urlsplit(self.url).scheme == "http" and self._key() and not _is_near(self.url):
            raise InvalidInput(
                f"{self.host} is called over http, which would show the key to everybody on the "
                "way; use https, or unset the key."
            )

    @property
    def host(self) -> str:
        """The server's name, as messages show it."""
        return urlsplit(self.url).hostname or ""

    def post(self, path: str, payload: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Send a JSON object and return the JSON object that comes back.

        Raises
        ------
        RemoteError
            With the fault that happened.
        """
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key := self._key():
            headers["Authorization"] = f"Bearer {key}"
        try:
            # Redirects are not followed: they would carry the key to another server.
            response = self._connections().request(
                "POST",
                f"{self.url}{path}",
                body=orjson.dumps(payload),
                headers=headers,
                redirect=False,
                preload_content=False,
            )
            body = response.read(MAX_ANSWER + 1)
            response.release_conn()
        except (HTTPError, OSError) as error:
            raise self._fault(error) from None
        if not 200 <= response.status < 300:
            raise RemoteError(
                RemoteFault.REFUSED, f"{self.host} answered with status {response.status}."
            )
        return self._read(body)

    def _read(self, body: bytes) -> dict[str, JsonValue]:
        try:
            value = orjson.loads(body) if len(body) <= MAX_ANSWER else None
        except orjson.JSONDecodeError:
            value = None
        if not isinstance(value, dict):
            raise RemoteError(
                RemoteFault.UNREADABLE, f"the answer of {self.host} is no JSON object."
            )
        return value

    def _fault(self, error: Exception) -> RemoteError:
        cause = error.reason if isinstance(error, MaxRetryError) else error
        # A refused connection is, by its class, a kind of time-out as well.
        if isinstance(cause, TimeoutError) and not isinstance(cause, NewConnectionError):
            return RemoteError(
                RemoteFault.TIMEOUT, f"{self.host} did not answer within {self._timeout:g} s."
            )
        if isinstance(cause, ResponseError):
            return RemoteError(RemoteFault.REFUSED, f"{self.host} stayed busy or failing.")
        return RemoteError(RemoteFault.UNREACHABLE, f"{self.host} cannot be reached.")

    def _key(self) -> str:
        return next((os.environ[name] for name in self._key_variables if os.environ.get(name)), "")

    def _connections(self) -> urllib3.PoolManager:
        if self._pool is None:
            self._pool = urllib3.PoolManager(
                maxsize=16,
                timeout=Timeout(connect=min(self._timeout, 10.0), read=self._timeout),
                retries=Retry(
                    total=self._retries,
                    redirect=0,
                    allowed_methods=None,
                    status_forcelist=_AGAIN,
                    backoff_factor=0.2,
                    retry_after_max=int(_LONGEST_WAIT),
                    raise_on_redirect=False,
                ),
            )
        return self._pool

    def __getstate__(self) -> dict[str, object]:
        """Travel without open connections."""
        return {**self.__dict__, "_pool": None}


def _checked(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidInput(
            "the address of a service begins with https:// or http:// and names a server, for "
            "example https://host/v1."
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise InvalidInput(
            f"the address of {parts.hostname} must hold no user, password, query or fragment; give "
            "the key in the environment."
        )
    return url


def _is_near(url: str) -> bool:
    """Tell whether a server is on this machine or in a private network."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host
