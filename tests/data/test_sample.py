from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.data.sample_reader import CATALOG, DATA, SUITE, read_sample, read_suite, references

HANGUL = re.compile("[가-힣]")


def texts_of(spec: dict[str, str]) -> str:
    return f"{spec.get('summary', '')} {spec.get('description', '')}"


def test_the_document_is_openapi_of_the_promised_size():
    sample = read_sample()
    assert sample.document["openapi"] == "3.1.0"
    assert len(list(sample.all_operations())) >= 130


def test_operation_ids_are_unique_also_against_webhooks():
    sample = read_sample()
    names = [operation.spec["operationId"] for operation in sample.all_operations()]
    hooks = sample.document["webhooks"].values()
    names += [spec["operationId"] for hook in hooks for spec in hook.values()]
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_every_reference_leads_somewhere():
    sample = read_sample()
    for reference in sorted(set(references(sample.document))):
        assert sample.follow({"$ref": reference}), reference


def test_every_component_is_used():
    sample = read_sample()
    used = set(references(sample.document))
    used |= {
        target
        for schema in sample.document["components"]["schemas"].values()
        for target in schema.get("discriminator", {}).get("mapping", {}).values()
    }
    for kind in ("schemas", "parameters", "responses"):
        for name in sample.document["components"][kind]:
            assert f"#/components/{kind}/{name}" in used


def test_path_parameters_are_declared_exactly():
    for operation in read_sample().all_operations():
        declared = {p["name"] for p in operation.parameters if p["in"] == "path"}
        assert declared == set(re.findall(r"{(\w+)}", operation.path)), operation.label


def test_every_operation_has_a_tag_that_the_document_describes():
    sample = read_sample()
    described = {tag["name"] for tag in sample.document["tags"]}
    for operation in sample.all_operations():
        assert set(operation.spec["tags"]) <= described, operation.label


def test_links_name_operations():
    sample = read_sample()
    links = [
        link["operationId"]
        for operation in sample.all_operations()
        for response in operation.spec["responses"].values()
        for link in response.get("links", {}).values()
    ]
    assert len(links) >= 3
    assert set(links) <= set(sample.operations)


@pytest.mark.parametrize("name", ["getRefundableOrderList", "getMemberDeliveryDetail"])
def test_the_operations_of_the_two_first_cases_are_there(name):
    assert name in read_sample().operations


@pytest.mark.parametrize(
    "siblings",
    [
        pytest.param(
            (
                "getOrderList",
                "getOrderCount",
                "getOrderDetail",
                "getRefundableOrderList",
                "getRefundableOrderCount",
            ),
            id="list-count-detail",
        ),
        pytest.param(("searchOrders", "placeOrder"), id="write-twin-of-a-read"),
        pytest.param(("cancelOrder", "requestOrderCancel"), id="do-or-ask"),
        pytest.param(
            (
                "getDeliveryDetail",
                "modifyDeliveryAddress",
                "getDeliverySchedule",
                "getDeliveryNotificationSettings",
            ),
            id="look-alikes",
        ),
        pytest.param(("adjustStock", "bulkAdjustStock"), id="one-or-many"),
        pytest.param(("requestRefund", "requestReturn", "disputeChargeback"), id="synonyms"),
        pytest.param(("getOrderList", "getOrders"), id="deprecated-twin"),
    ],
)
def test_siblings_that_can_be_mistaken_stand_side_by_side(siblings):
    assert set(siblings) <= set(read_sample().operations)


def test_a_good_share_of_operations_speaks_korean_and_some_say_little():
    operations = list(read_sample().all_operations())
    korean = [o for o in operations if HANGUL.search(texts_of(o.spec))]
    english = [o for o in operations if re.search("[A-Za-z]{3}", texts_of(o.spec))]
    assert len(korean) / len(operations) > 0.4
    assert len(english) / len(operations) > 0.6
    assert sum("description" not in o.spec for o in operations) >= 10
    assert sum("summary" not in o.spec for o in operations) >= 1
    assert sum(bool(o.spec.get("deprecated")) for o in operations) >= 3


def test_security_has_every_shape():
    sample = read_sample()
    shapes = [sample.security(name) for name in sample.operations]
    assert [] in shapes
    assert [{"memberToken"}] in shapes
    assert [{"memberToken"}, {"adminKey"}] in shapes
    assert [{"adminKey", "memberToken"}] in shapes
    schemes = set(sample.document["components"]["securitySchemes"])
    for alternatives in shapes:
        assert set().union(*alternatives) <= schemes


@pytest.mark.parametrize("path", [CATALOG, SUITE], ids=lambda path: path.name)
def test_the_sample_holds_no_real_address_or_number(path):
    text = path.read_text(encoding="utf-8")
    assert set(re.findall(r"[\w.+-]+@([\w.-]+)", text)) <= {"example.com"}
    hosts = re.findall(r"https?://([\w.-]+)", text)
    assert all(host.endswith(".example") for host in hosts)
    phones = re.findall(r"\b0\d{1,2}-\d{3,4}-\d{4}\b", text)
    assert phones == []


def test_the_readme_states_the_counts():
    sample, suite = read_sample(), read_suite()
    text = (DATA / "README.md").read_text(encoding="utf-8")
    modules, schemas = sample.document["tags"], sample.document["components"]["schemas"]
    assert f"{len(sample.operations)} operations in {len(modules)} modules" in text
    assert f"{len(schemas)} schemas" in text
    assert f"{len(suite)} cases" in text
    recorded = sum(case.llm_target is not None for case in suite)
    assert f"recorded for {recorded} cases" in text
    modes = Counter(case.mode.value for case in suite)
    assert f"{modes['search']} search, {modes['plan']} plan and {modes['execute']} execute" in text
    traps = Counter(tag for case in suite for tag in case.tags if tag.startswith("trap:"))
    stated = dict(re.findall(r"^\| `(trap:[\w-]+)` \| (\d+) \|", text, flags=re.MULTILINE))
    assert {name: int(count) for name, count in stated.items()} == dict(traps)
