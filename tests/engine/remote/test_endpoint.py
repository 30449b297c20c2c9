from __future__ import annotations

import pickle
import socket
import threading

import pytest

from engine.errors import InvalidInput
from engine.remote.endpoint import Endpoint, RemoteError, RemoteFault
from tests.engine.remote.stub import serving

KEY = "QUALITY_LAB_TEST_KEY"


def fault_of(endpoint):
    with pytest.raises(RemoteError) as caught:
        endpoint.post("/x", {})
    return caught.value


def test_the_answer_comes_back_as_an_object(monkeypatch):
    monkeypatch.setenv(KEY, "not-a-real-key")
    with serving(lambda sent: (200, b'{"a": [1]}')) as stub:
        assert Endpoint(f"{stub.url}/", key_variables=[KEY]).post("/x", {"q": "ü"}) == {"a": [1]}
    assert stub.paths == ["/v1/x"]
    assert stub.payloads == [{"q": "ü"}]
    assert stub.headers[0]["Authorization"] == "Bearer not-a-real-key"


def test_without_a_key_none_is_sent(monkeypatch):
    monkeypatch.delenv(KEY, raising=False)
    with serving(lambda sent: (200, b"{}")) as stub:
        Endpoint(stub.url, key_variables=[KEY]).post("/x", {})
    assert "Authorization" not in stub.headers[0]


@pytest.mark.parametrize(
    ("status", "body", "fault"),
    [
        pytest.param(401, b'{"error": "bad key not-a-real-key"}', "refused", id="status"),
        pytest.param(302, b"", "refused", id="a-redirect-is-not-followed"),
        pytest.param(200, b"<html>", "unreadable", id="no-json"),
        pytest.param(200, b"[1]", "unreadable", id="no-object"),
    ],
)
def test_what_cannot_be_used_is_told_apart(monkeypatch, status, body, fault):
    monkeypatch.setenv(KEY, "not-a-real-key")
    with serving(lambda sent: (status, body)) as stub:
        error = fault_of(Endpoint(stub.url, key_variables=[KEY]))
    assert error.fault is RemoteFault(fault)
    assert "not-a-real-key" not in str(error)


def test_a_busy_server_is_asked_again():
    answers = iter([(503, b""), (200, b'{"ok": true}')])
    with serving(lambda sent: next(answers)) as stub:
        assert Endpoint(stub.url).post("/x", {}) == {"ok": True}
    assert len(stub.paths) == 2


def test_a_server_that_stays_busy_has_refused():
    with serving(lambda sent: (429, b"")) as stub:
        assert fault_of(Endpoint(stub.url, retries=1)).fault is RemoteFault.REFUSED
    assert len(stub.paths) == 2


def test_a_server_that_does_not_answer_times_out():
    with serving(lambda sent: (200, b"{}"), wait=threading.Event()) as stub:
        error = fault_of(Endpoint(stub.url, timeout_s=0.2, retries=0))
    assert error.fault is RemoteFault.TIMEOUT
    assert str(error) == "127.0.0.1 did not answer within 0.2 s."


def test_a_server_that_is_not_there_is_unreachable():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    endpoint = Endpoint(f"http://127.0.0.1:{port}", retries=0)
    assert fault_of(endpoint).fault is RemoteFault.UNREACHABLE


@pytest.mark.parametrize(
    ("url", "message"),
    [
        pytest.param("ftp://host", "begins with https://", id="scheme"),
        pytest.param("host/v1", "begins with https://", id="no-scheme"),
        pytest.param("https://me:pw@host/v1", "must hold no user, password", id="password"),
        pytest.param("https://host/v1?key=1", "must hold no user, password, query", id="query"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url, message):
    with pytest.raises(InvalidInput, match=message) as caught:
        Endpoint(url)
    assert "pw" not in str(caught.value)


def test_a_key_does_not_travel_unencrypted_through_a_public_network(monkeypatch):
    monkeypatch.setenv(KEY, "not-a-real-key")
    with pytest.raises(InvalidInput, match=r"models\.example\.com is called over http"):
        Endpoint("http://models.example.com/v1", key_variables=[KEY])
    Endpoint("http://192.168.1.7:8000/v1", key_variables=[KEY])
    monkeypatch.delenv(KEY)
    Endpoint("http://models.example.com/v1", key_variables=[KEY])


def test_it_travels_without_its_connections_and_without_the_key(monkeypatch):
    monkeypatch.setenv(KEY, "not-a-real-key")
    with serving(lambda sent: (200, b"{}")) as stub:
        endpoint = Endpoint(stub.url, key_variables=[KEY])
        endpoint.post("/x", {})
        packed = pickle.dumps(endpoint)
        assert b"not-a-real-key" not in packed
        pickle.loads(packed).post("/y", {})
    assert stub.paths == ["/v1/x", "/v1/y"]
