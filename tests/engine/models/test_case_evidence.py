from __future__ import annotations

import pytest

from engine.models.contract import EvidenceItem


def item(**values):
    return EvidenceItem.model_validate({"kind": "provenance", "basis": "observed", **values})


def test_what_was_seen_its_source_and_its_record_are_not_stored():
    stored = item(value="secret", source="secret", entity="secret").storable()
    assert "secret" not in str(stored)
    assert EvidenceItem.model_validate(stored).withheld


@pytest.mark.parametrize("kind", ["licence", "units", "source_type"])
def test_a_word_of_the_contract_is_stored(kind):
    stored = EvidenceItem.model_validate(item(kind=kind, value="kg").storable())
    assert (stored.value, stored.withheld) == ("kg", False)


@pytest.mark.parametrize("basis", ["declared", "observed", "asserted"])
@pytest.mark.parametrize("origin", ["operator", "runtime", "remote", "model"])
def test_storing_an_item_never_raises_what_it_may_rest_on(basis, origin):
    one = item(basis=basis, origin=origin)
    read = EvidenceItem.model_validate(one.storable())
    assert read.effective_basis is one.effective_basis
    assert EvidenceItem.model_validate(read.storable()) == read
