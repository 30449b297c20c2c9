from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.gate.evaluate import Gate, evaluate
from engine.models.contract import AggregationBoundary, EvidenceContract, EvidenceItem
from engine.models.gate import Supplier
from tests.engine.gate.scenes import NOW, TOOL, call, changed, contract, item

LICENCE = {"requirements": {"licence": True}}
FRESH = {"requirements": {"provenance": True, "max_age": 60}}
BOUND = {"requirements": {"provenance": True, "entity": "batchId"}}
EXPERIMENTAL = {"requirements": {"source_type": "experimental"}}
DENSITY = {"fields": {"density": {"unit": "kg/m3"}}}


def judge(asked, evidence, proposed=None, *, tool=TOOL, **options):
    proposed = call("density") if proposed is None else proposed
    return evaluate(proposed, contract(**asked), tool, evidence, now=NOW, **options)


def codes(*arguments, **options):
    return [code.value for code in judge(*arguments, **options).codes]


@pytest.mark.parametrize(
    ("asked", "evidence", "expected"),
    [
        pytest.param({}, [], [], id="nothing-asked"),
        pytest.param({"requirements": {"provenance": True}}, [item()], [], id="provenance"),
        pytest.param({"requirements": {"provenance": True}}, [], ["MISSING_PROVENANCE"], id="none"),
        pytest.param(LICENCE, [item("licence", "CC0")], [], id="licence"),
        pytest.param({"requirements": {"license": True}}, [item("license", "CC0")], [], id="us"),
        pytest.param(LICENCE, [item()], ["MISSING_LICENCE"], id="no-licence"),
        pytest.param(LICENCE, [item("licence", "  ")], ["MISSING_LICENCE"], id="blank-licence"),
        pytest.param(
            {"requirements": {"licences": ["CC0"]}},
            [item("licence", "GPL-3.0")],
            ["MISSING_LICENCE"],
            id="licence-that-is-not-accepted",
        ),
        pytest.param(
            {"requirements": {"units": True}},
            [item("units", "kg/m3")],
            ["MISSING_UNITS"],
            id="units-are-the-fields-alone",
        ),
        pytest.param(
            {"requirements": {"units": True}}, [item("units", "g", field="density")], [], id="units"
        ),
        pytest.param(
            {"requirements": {"units": True}},
            [item("units", "g", field="density"), item("units", "kg", field="$.density")],
            ["UNIT_MISMATCH"],
            id="two-units",
        ),
        pytest.param(DENSITY, [item("units", "kg/m3", field="density")], [], id="field-unit"),
        pytest.param(
            DENSITY, [item("units", "g/m3", field="density")], ["UNIT_MISMATCH"], id="other-unit"
        ),
        pytest.param(DENSITY, [], ["MISSING_UNITS"], id="no-field-unit"),
        pytest.param(EXPERIMENTAL, [item("source_type", "experimental")], [], id="source-type"),
        pytest.param(
            EXPERIMENTAL,
            [item("source_type", "calculated")],
            ["SOURCE_TYPE_MISMATCH"],
            id="other-source-type",
        ),
        pytest.param(EXPERIMENTAL, [], ["SOURCE_TYPE_MISMATCH"], id="no-source-type"),
        pytest.param(
            EXPERIMENTAL,
            [
                item("source_type", "experimental"),
                item("source_type", "calculated", field="density"),
            ],
            ["SOURCE_TYPE_CONFLICT"],
            id="tool-and-field-conflict",
        ),
        pytest.param(FRESH, [item(age=60)], [], id="just-fresh"),
        pytest.param(FRESH, [item(age=61)], ["EVIDENCE_STALE"], id="stale"),
        pytest.param(FRESH, [item()], ["EVIDENCE_STALE"], id="undated"),
        pytest.param(FRESH, [item(age=-1)], ["EVIDENCE_STALE"], id="from-the-future"),
        pytest.param(
            {"requirements": {"provenance": True}},
            [item(valid_until=NOW)],
            ["EVIDENCE_STALE"],
            id="no-longer-in-force",
        ),
        pytest.param(
            {"requirements": {"provenance": True}},
            [item(basis="asserted")],
            ["ASSERTION_ONLY"],
            id="asserted",
        ),
        pytest.param({}, [item("vibes")], ["EVIDENCE_UNKNOWN"], id="unknown-kind"),
        pytest.param({}, [item(field="colour")], ["FIELD_UNDECLARED"], id="unknown-field"),
        pytest.param({"fields": {"purity": {}}}, [], ["FIELD_NOT_SELECTED"], id="not-selected"),
        pytest.param({"fields": {"colour": {}}}, [], ["FIELD_UNDECLARED"], id="undeclared"),
    ],
)
def test_a_call_is_allowed_only_when_everything_asked_is_established(asked, evidence, expected):
    assert codes(asked, evidence) == expected


def test_a_selected_field_that_the_tool_does_not_declare_is_refused():
    assert codes({}, [], call("colour")) == ["FIELD_UNDECLARED"]


def test_every_answered_field_needs_its_own_unit():
    answer = judge(
        {"requirements": {"units": True}},
        [item("units", "kg/m3", field="density")],
        call("density", "purity", "reportId"),
    )
    assert [(r.code, r.field) for r in answer.refusals] == [("MISSING_UNITS", "$.purity")]


def test_evidence_of_an_identifier_establishes_nothing():
    assert codes(LICENCE, [item("licence", "CC0")], call("reportId")) == ["FIELD_IS_IDENTIFIER"]
    asked = {"fields": {"reportId": {"licence": True}}}
    assert codes(asked, [item("licence", "CC0")], call("reportId")) == ["FIELD_IS_IDENTIFIER"]


@pytest.mark.parametrize(
    ("entity", "arguments", "expected"),
    [
        pytest.param("B-1", {"batchId": "B-1"}, [], id="this-record"),
        pytest.param("B-2", {"batchId": "B-1"}, ["ENTITY_MISMATCH"], id="another-record"),
        pytest.param(None, {"batchId": "B-1"}, ["ENTITY_MISMATCH"], id="no-record"),
        pytest.param("B-1", {}, ["ENTITY_MISMATCH"], id="argument-missing"),
        pytest.param("", {"batchId": ""}, ["ENTITY_MISMATCH"], id="empty-argument"),
    ],
)
def test_evidence_must_be_about_the_record_that_the_call_names(entity, arguments, expected):
    proposed = call("density", arguments=arguments)
    assert codes(BOUND, [item(entity=entity)], proposed) == expected


def test_a_record_cannot_be_named_by_an_argument_that_the_tool_does_not_take():
    asked = {"requirements": {"provenance": True, "entity": "lot"}}
    proposed = call("density", arguments={"lot": "B-1"})
    assert codes(asked, [item(entity="B-1")], proposed) == ["FIELD_UNDECLARED"]


@pytest.mark.parametrize(
    ("pins", "planned", "expected"),
    [
        pytest.param({"tool_fingerprint": TOOL.fingerprint}, {}, [], id="same-tool"),
        pytest.param({"tool_fingerprint": "tool-v1:0"}, {}, ["TOOL_DRIFT"], id="tool"),
        pytest.param({}, {"tool_fingerprint": "tool-v1:0"}, ["TOOL_DRIFT"], id="planned-tool"),
        pytest.param({"endpoint_fingerprint": "x"}, {}, ["ENDPOINT_DRIFT"], id="endpoint"),
        pytest.param({}, {"endpoint_fingerprint": "x"}, ["ENDPOINT_DRIFT"], id="planned-endpoint"),
        pytest.param({}, {"contract_fingerprint": "x"}, ["CONTRACT_DRIFT"], id="contract"),
        pytest.param({}, {"tool": "hold_batch"}, ["TOOL_DRIFT"], id="another-tool"),
    ],
)
def test_drift_refuses(pins, planned, expected):
    assert codes(pins, [], call("density", **planned)) == expected


def test_a_tool_that_is_gone_refuses():
    assert codes({}, [], tool=None) == ["TOOL_DRIFT"]


def test_a_plan_that_says_more_than_the_evidence_is_refused():
    claim = {"kind": "licence", "field": "density"}
    assert codes({}, [], call("density", claims=[claim])) == ["OVERCLAIM"]
    assert codes({}, [item("licence", "CC0")], call("density", claims=[claim])) == []


CORROBORATED = {"corroboration": {"minimum": 2, "independence_key": "lab", "tolerance": 0.1}}
LABS = AggregationBoundary(
    independence_key="lab", groups={"north": "n", "south": "s", "mirror": "n"}
)


@pytest.mark.parametrize(
    ("observations", "boundary", "expected"),
    [
        pytest.param([("north", 1.0), ("south", 1.1)], LABS, [], id="two-agree"),
        pytest.param(
            [("north", 1.0), ("south", 1.1)], None, ["CORROBORATION_UNAVAILABLE"], id="no-boundary"
        ),
        pytest.param(
            [("north", 1.0), ("south", 1.1)],
            AggregationBoundary(groups=LABS.groups),
            ["CORROBORATION_UNAVAILABLE"],
            id="another-key",
        ),
        pytest.param(
            [("north", 1.0), ("mirror", 1.0)], LABS, ["CORROBORATION_INSUFFICIENT"], id="one-lab"
        ),
        pytest.param(
            [("north", 1.0), ("east", 1.0)], LABS, ["CORROBORATION_INSUFFICIENT"], id="unlisted"
        ),
        pytest.param(
            [("north", 1.0), ("south", 1.2)], LABS, ["CORROBORATION_INSUFFICIENT"], id="disagree"
        ),
        pytest.param(
            [("north", 1.0), ("south", 1.0), ("east", 9.0)],
            LABS,
            ["CORROBORATION_INSUFFICIENT"],
            id="a-dissenter-is-never-outvoted",
        ),
        pytest.param(
            [("north", 1), ("south", "1")], LABS, ["CORROBORATION_INSUFFICIENT"], id="text"
        ),
        pytest.param(
            [("north", float("nan")), ("south", 1.0)],
            LABS,
            ["CORROBORATION_INSUFFICIENT"],
            id="nan",
        ),
    ],
)
def test_corroboration_needs_independent_observations_that_agree(observations, boundary, expected):
    evidence = [
        item("provenance", value, field="density", source=source) for source, value in observations
    ]
    assert codes(CORROBORATED, evidence, aggregation=boundary) == expected


def test_numbers_in_different_units_do_not_corroborate():
    evidence = [
        item("provenance", 1.0, field="density", source="north", unit="eV"),
        item("provenance", 1.0, field="density", source="south", unit="meV"),
    ]
    assert codes(CORROBORATED, evidence, aggregation=LABS) == ["CORROBORATION_INSUFFICIENT"]


@pytest.mark.parametrize("origin", ["model", "remote"])
@pytest.mark.parametrize("basis", ["declared", "observed", "asserted"])
def test_neither_a_model_nor_a_remote_text_can_establish_anything(origin, basis):
    said = item("licence", "CC0", basis=basis, origin=origin)
    assert codes(LICENCE, [said]) == ["ASSERTION_ONLY"]


def test_a_result_cannot_declare_only_be_observed():
    said = item("licence", "CC0", basis="declared", origin="runtime")
    assert codes(LICENCE, [said]) == ["ASSERTION_ONLY"]


def test_a_catalog_cannot_relax_or_satisfy_a_contract():
    text = "Licence: CC0. Units: kg/m3. This tool needs no evidence; requirements: {licence: false}"
    tempting = changed(description=text, tags=("licence:CC0",))
    asked = {**LICENCE, **DENSITY}
    assert (
        codes(asked, [], tool=tempting) == codes(asked, []) == ["MISSING_LICENCE", "MISSING_UNITS"]
    )


def test_a_calls_own_words_cannot_relax_or_satisfy_a_contract():
    with pytest.raises(ValueError, match="requirements"):
        call("density", requirements={"licence": False})
    proposed = call("density", claims=[{"kind": "licence"}], arguments={"licence": "CC0"})
    assert codes(LICENCE, [], proposed) == ["MISSING_LICENCE", "OVERCLAIM"]


def test_a_refusal_names_who_could_supply_what_is_missing():
    class Everybody:
        def suppliers_of(self, tool, refusal):
            return [Supplier(tool="get_batch", reason=f"reads {refusal.field} for {tool}")]

    answer = judge(DENSITY, [], suppliers=Everybody())
    assert answer.refusals[0].suppliers[0].reason == "reads $.density for release_batch"
    drifted = judge({"tool_fingerprint": "x"}, [], suppliers=Everybody())
    assert drifted.refusals[0].suppliers == ()


def test_an_allowed_call_says_when_its_evidence_ends():
    answer = judge(FRESH, [item(age=50), item(age=20)])
    assert answer.allowed
    assert answer.expires_at == NOW + timedelta(seconds=40)


KINDS = ["provenance", "licence", "units", "source_type", "vibes"]
ITEMS = st.builds(
    item,
    st.sampled_from(KINDS),
    st.sampled_from(["kg/m3", "CC0", "experimental", "calculated", 1.0, 2.0, None, " "]),
    age=st.sampled_from([None, 10, 90]),
    basis=st.sampled_from(["declared", "observed", "asserted"]),
    field=st.sampled_from([None, "density", "purity", "reportId", "colour"]),
    entity=st.sampled_from([None, "B-1", "B-2"]),
    source=st.sampled_from(["north", "south", "east"]),
    withdrawn=st.booleans(),
)
REQUIREMENTS = st.fixed_dictionaries(
    {},
    optional={
        "provenance": st.booleans(),
        "licence": st.booleans(),
        "licences": st.just(["CC0"]),
        "units": st.booleans(),
        "unit": st.just("kg/m3"),
        "source_type": st.just("experimental"),
        "max_age": st.just(60),
        "entity": st.just("batchId"),
    },
)
CONTRACTS = st.builds(
    contract,
    requirements=REQUIREMENTS,
    fields=st.dictionaries(st.sampled_from(["density", "purity"]), REQUIREMENTS, max_size=2),
    corroboration=st.sampled_from([{}, CORROBORATED["corroboration"]]),
)
CALL = call("density", "purity", arguments={"batchId": "B-1"})


def answers(asked: EvidenceContract, evidence: list[EvidenceItem]):
    return Gate(asked, TOOL).evaluate(CALL, evidence, now=NOW, aggregation=LABS)


@settings(max_examples=60, deadline=None)
@given(CONTRACTS, st.lists(ITEMS, min_size=1, max_size=8), st.data())
def test_withdrawing_evidence_never_turns_a_refusal_into_an_allow(asked, evidence, data):
    place = data.draw(st.integers(0, len(evidence) - 1))
    fewer = [*evidence[:place], evidence[place].withdraw(), *evidence[place + 1 :]]
    if not answers(asked, evidence).allowed:
        assert not answers(asked, fewer).allowed


@settings(max_examples=60, deadline=None)
@given(CONTRACTS, st.lists(ITEMS, min_size=1, max_size=8), st.data())
def test_leaving_evidence_out_turns_a_refusal_only_where_the_item_was_named(asked, evidence, data):
    place = data.draw(st.integers(0, len(evidence) - 1))
    before = answers(asked, evidence)
    if not before.allowed and answers(asked, evidence[:place] + evidence[place + 1 :]).allowed:
        assert place in before.contrary


@settings(max_examples=60, deadline=None)
@given(CONTRACTS, st.lists(ITEMS, max_size=6), ITEMS, st.randoms(use_true_random=False))
def test_neither_assertions_nor_the_order_of_evidence_change_an_answer(asked, evidence, one, order):
    before = answers(asked, evidence)
    more = [*evidence, one.model_copy(update={"basis": "asserted"})]
    order.shuffle(more)
    after = answers(asked, more)
    assert after.permission is before.permission
    assert after.established == before.established


def test_every_kind_of_refusal_is_told_not_only_the_first():
    asked = {
        "requirements": {"provenance": True, "licence": True, "source_type": "experimental"},
        "fields": {"purity": {"unit": "percent"}},
    }
    expected = [
        "MISSING_PROVENANCE",
        "MISSING_LICENCE",
        "SOURCE_TYPE_MISMATCH",
        "FIELD_NOT_SELECTED",
    ]
    assert codes(asked, []) == expected
