"""Encoders that the user names: a service, and a model in a folder."""

from __future__ import annotations

import hashlib
import json
import pickle

import numpy as np
import pytest

from engine.errors import InvalidInput
from engine.lab.lab import Lab
from engine.lab.services import EMBEDDINGS_KEYS, EMBEDDINGS_URL, ENCODER, sentence_encoder
from engine.models.run import Channel
from engine.remote.endpoint import Endpoint, RemoteError
from engine.retrieval.onnx_encoder import OnnxEncoder
from engine.retrieval.remote_encoder import BATCH, RemoteEncoder
from engine.retrieval.use_encoder import UseEncoder
from tests.engine.remote.stub import serving


@pytest.fixture(autouse=True)
def _no_service(monkeypatch):
    for name in (ENCODER, EMBEDDINGS_URL, *EMBEDDINGS_KEYS):
        monkeypatch.delenv(name, raising=False)


def vector(text):
    """Return three numbers that depend on the text alone."""
    return [1.0 + byte for byte in hashlib.sha256(text.encode()).digest()[:3]]


def embeddings(sent):
    rows = [{"index": n, "embedding": vector(text)} for n, text in enumerate(sent["input"])]
    return 200, json.dumps({"data": rows[::-1]}).encode()


def test_a_service_gives_a_vector_of_length_1_for_each_text_in_its_place():
    texts = [f"text {n}" for n in range(BATCH + 3)]
    with serving(embeddings) as stub:
        vectors = RemoteEncoder(Endpoint(stub.url), "m").encode(texts)
    assert [len(sent["input"]) for sent in stub.payloads] == [BATCH, 3]
    expected = np.array([vector(text) for text in texts])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(vectors, expected, rtol=1e-5)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b'{"data": []}', id="too-few"),
        pytest.param(b'{"data": [{"embedding": ["x"]}]}', id="no-numbers"),
        pytest.param(b'{"data": [{"embedding": 3}]}', id="no-list"),
        pytest.param(b'{"data": "x"}', id="no-rows"),
        pytest.param(b"{}", id="nothing"),
    ],
)
def test_an_answer_that_is_no_vectors_is_said_in_a_sentence(body):
    with (
        serving(lambda sent: (200, body)) as stub,
        pytest.raises(RemoteError, match=r"did not answer with one vector for each of 1 texts\."),
    ):
        RemoteEncoder(Endpoint(stub.url), "m").encode(["a"])


def test_another_model_or_service_is_another_encoder():
    one = RemoteEncoder(Endpoint("https://a.example/v1"), "m").fingerprint
    assert one != RemoteEncoder(Endpoint("https://a.example/v1"), "n").fingerprint
    assert one != RemoteEncoder(Endpoint("https://b.example/v1"), "m").fingerprint
    assert "a.example" not in one


def test_a_name_leads_to_its_encoder(monkeypatch, tmp_path):
    assert isinstance(sentence_encoder(), UseEncoder)
    assert isinstance(sentence_encoder("openai:tiny"), RemoteEncoder)
    monkeypatch.setenv(ENCODER, "openai:tiny")
    assert isinstance(sentence_encoder(), RemoteEncoder)
    with pytest.raises(InvalidInput, match="there are embedded, openai:MODEL and onnx:FOLDER"):
        sentence_encoder("word2vec")
    with pytest.raises(InvalidInput, match=r"holds no model\.onnx"):
        sentence_encoder(f"onnx:{tmp_path}")


def test_a_query_is_answered_with_a_services_vectors(tmp_path, monkeypatch):
    from tests.engine.lab.conftest import tools_document

    with serving(embeddings) as stub:
        monkeypatch.setenv(EMBEDDINGS_URL, stub.url)
        lab = Lab(tmp_path / "lab.duckdb", encoder="openai:tiny")
        lab.catalogs.ingest([tools_document()], name="shop")
        results = lab.explain("find one order", catalog="shop").ranking.results
        sent = sum(len(each["input"]) for each in stub.payloads)
        # The tools' vectors are kept: a second lab asks for the query alone.
        again = Lab(tmp_path / "lab.duckdb", encoder="openai:tiny")
        assert again.explain("find one order", catalog="shop").ranking.results == results
        assert sum(len(each["input"]) for each in stub.payloads) == sent + 1
    assert any(row.score_breakdown.dense for row in results)


def test_a_service_that_fails_stops_the_answer_and_not_the_lexical_one(tmp_path, monkeypatch):
    from engine.models.run import RunSettings
    from tests.engine.lab.conftest import tools_document

    with serving(lambda sent: (401, b"")) as stub:
        monkeypatch.setenv(EMBEDDINGS_URL, stub.url)
        lab = Lab(tmp_path / "lab.duckdb", encoder="openai:tiny")
        lab.catalogs.ingest([tools_document()], name="shop")
        with pytest.raises(RemoteError, match="answered with status 401"):
            lab.explain("find one order", catalog="shop")
        lexical = RunSettings(channels=Channel.LEXICAL)
        assert lab.explain("order", catalog="shop", settings=lexical).ranking.results


def onnx_folder(folder):
    """Write a model of eight words whose token vectors are rows of a table."""
    onnx = pytest.importorskip("onnx", reason="writes the model; comes with no extra")
    pytest.importorskip("onnxruntime", reason="comes with the extra `onnx`")
    tokenizers = pytest.importorskip("tokenizers", reason="comes with the extra `onnx`")
    words = ["[UNK]", "list", "order", "orders", "cancel", "refund", "one", "find"]
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: n for n, word in enumerate(words)}, "[UNK]")
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    table = np.eye(8, 4, dtype=np.float32) + 0.25
    helper = onnx.helper
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["hidden"])],
        "words",
        [helper.make_tensor_value_info("input_ids", onnx.TensorProto.INT64, ["b", "t"])],
        [helper.make_tensor_value_info("hidden", onnx.TensorProto.FLOAT, ["b", "t", 4])],
        [onnx.numpy_helper.from_array(table, "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, str(folder / "model.onnx"))
    return table


def test_a_model_in_a_folder_averages_its_tokens(tmp_path):
    table = onnx_folder(tmp_path)
    encoder = OnnxEncoder(tmp_path)
    alone = encoder.encode(["list orders"])
    mean = (table[1] + table[3]) / 2
    np.testing.assert_allclose(alone[0], mean / np.linalg.norm(mean), rtol=1e-5)
    both = encoder.encode(["cancel one order", "list orders"])
    assert both[1].tobytes() == alone[0].tobytes()
    assert pickle.loads(pickle.dumps(encoder)).encode(["list orders"]).tobytes() == alone.tobytes()
    assert encoder.fingerprint.startswith("onnx:")


def test_a_file_that_is_no_model_is_refused(tmp_path):
    onnx_folder(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(InvalidInput, match=r"model\.onnx or tokenizer\.json cannot be read"):
        OnnxEncoder(tmp_path).encode(["a"])


def test_a_missing_package_is_named_with_the_way_out(tmp_path, monkeypatch):
    (tmp_path / "model.onnx").write_bytes(b"x")
    (tmp_path / "tokenizer.json").write_text("{}")
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    with pytest.raises(InvalidInput, match=r"onnxruntime is not installed; install it with"):
        OnnxEncoder(tmp_path).encode(["a"])
