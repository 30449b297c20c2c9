from __future__ import annotations

import threading

import pytest

from engine.llm.chooser import ChatChooser
from engine.remote.endpoint import Endpoint
from tests.builders import tool
from tests.engine.remote.stub import chat, serving

TOOLS = [tool("getOrder", title="Get an order"), tool("listOrders")]
KNOWN = {"getOrder", "listOrders", "cancelOrder"}


def choose(stub, **values):
    return ChatChooser(Endpoint(stub.url, retries=0, **values), "tiny-1").choose(
        "where is my order?", TOOLS, KNOWN
    )


def test_the_model_is_asked_for_one_of_the_candidates():
    with serving(lambda sent: chat('{"tool": "getOrder"}')) as stub:
        assert choose(stub) == ("picked", "getOrder")
    (sent,) = stub.payloads
    assert stub.paths == ["/v1/chat/completions"]
    assert (sent["model"], sent["temperature"]) == ("tiny-1", 0)
    assert "where is my order?" in sent["messages"][1]["content"]
    assert '"name":"listOrders"' in sent["messages"][1]["content"]


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        pytest.param((500, b""), "refused", id="broken-server"),
        pytest.param((200, b"junk"), "unusable", id="no-json"),
        pytest.param((200, b'{"choices": []}'), "unusable", id="no-choice"),
        pytest.param((200, b'{"choices": [{"message": 1}]}'), "unusable", id="no-message"),
        pytest.param(chat(["a"]), "unusable", id="no-text"),
    ],
)
def test_what_goes_wrong_is_a_code(reply, code):
    with serving(lambda sent: reply) as stub:
        assert choose(stub) == (code, None)


def test_a_slow_model_is_a_time_out():
    with serving(lambda sent: chat("getOrder"), wait=threading.Event()) as stub:
        assert choose(stub, timeout_s=0.2) == ("timeout", None)


def test_without_candidates_the_model_is_not_asked():
    with serving(lambda sent: chat("getOrder")) as stub:
        chooser = ChatChooser(Endpoint(stub.url), "tiny-1")
        assert chooser.choose("q", [], KNOWN) == ("not_asked", None)
    assert stub.paths == []
