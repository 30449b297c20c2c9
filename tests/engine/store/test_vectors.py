from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from engine.models.catalog import Catalog
from engine.store.store import Store

ENCODER = "model:1"


@pytest.fixture
def vectors():
    numbers = np.random.default_rng(7)
    return {f"text-{n}": numbers.standard_normal(8).astype(np.float32) for n in range(5)}


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "lab.duckdb")


def test_a_vector_comes_back_bit_for_bit(store, vectors):
    store.save_vectors(ENCODER, vectors)
    found = store.load_vectors(ENCODER, [*vectors, "text-unknown"])
    assert found.keys() == vectors.keys()
    assert all(np.array_equal(found[name], vectors[name]) for name in vectors)


def test_vectors_of_different_encoders_never_mix(store, vectors):
    store.save_vectors(ENCODER, vectors)
    assert store.load_vectors("model:2", list(vectors)) == {}


def test_a_vector_that_is_known_stays_as_it_is(store, vectors):
    store.save_vectors(ENCODER, vectors)
    store.save_vectors(ENCODER, {"text-0": np.zeros(8, dtype=np.float32)})
    assert np.array_equal(store.load_vectors(ENCODER, ["text-0"])["text-0"], vectors["text-0"])


def test_asking_for_nothing_gives_nothing(store):
    assert store.load_vectors(ENCODER, []) == {}


def test_vectors_go_with_a_deleted_catalog(store, vectors):
    store.save_catalog(Catalog(name="shop", tools=()), datetime(2026, 1, 1, tzinfo=UTC))
    store.save_vectors(ENCODER, vectors)
    store.delete_catalog("shop")
    assert store.load_vectors(ENCODER, list(vectors)) == {}
