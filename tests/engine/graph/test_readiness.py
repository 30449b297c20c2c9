import pytest

from engine.graph.build import build_graph
from engine.graph.readiness import assess_readiness
from engine.models.readiness import ReadinessCode
from tests.api_builders import api_tool, catalog_of, gives, shop, takes


def report_of(*tools):
    catalog = catalog_of(*tools)
    return assess_readiness(catalog, build_graph(catalog))


def finding(report, code):
    return next((f for f in report.findings if f.code == code), None)


@pytest.mark.parametrize(
    ("code", "bad", "good"),
    [
        (
            ReadinessCode.EMPTY_DESCRIPTION,
            api_tool("getA", "GET /a"),
            api_tool("getA", "GET /a", description="Reads an a."),
        ),
        (
            ReadinessCode.MISSING_RESPONSE_SCHEMA,
            api_tool("getA", "GET /a"),
            api_tool("getA", "GET /a", produces=(gives("$.id"),)),
        ),
        (
            ReadinessCode.UNTYPED_FIELDS,
            api_tool("getA", "GET /a", produces=(gives("$.size", type="unknown"),)),
            api_tool("getA", "GET /a", produces=(gives("$.size"),)),
        ),
        (ReadinessCode.UNKNOWN_ACTION, api_tool("flux"), api_tool("readFlux")),
        (ReadinessCode.UNKNOWN_RISK, api_tool("flux"), api_tool("readFlux")),
        (ReadinessCode.UNASSIGNED_RESOURCE, api_tool("get"), api_tool("getOrder")),
        (
            ReadinessCode.DEAD_END,
            api_tool("getA", "GET /a/{berthId}", consumes=(takes("berthId", "path"),)),
            api_tool("getA", "GET /a", consumes=(takes("text"),)),
        ),
        (ReadinessCode.LONG_NAME, api_tool("get_" + "x" * 61), api_tool("get_" + "x" * 60)),
        (
            ReadinessCode.DEPRECATED,
            api_tool("getA", "GET /a", deprecated=True),
            api_tool("getA", "GET /a"),
        ),
    ],
)
def test_a_finding_applies_to_the_tool_it_is_about_and_to_no_other(code, bad, good):
    found = finding(report_of(bad), code)
    assert found is not None
    assert (found.count, found.considered, found.share) == (1, 1, 1.0)
    assert found.examples[0].startswith(bad.name)
    assert found.message.startswith(("1 of 1", "It is unknown", "The names of 1", "No edge"))
    assert finding(report_of(good), code) is None


def test_an_identifier_that_a_tool_gives_is_no_dead_end():
    giver = api_tool("listBerths", "GET /berths", produces=(gives("$[].berthId"),))
    taker = api_tool("getBerth", "GET /berths/{berthId}", consumes=(takes("berthId", "path"),))
    assert finding(report_of(giver, taker), ReadinessCode.DEAD_END) is None
    assert finding(report_of(taker), ReadinessCode.DEAD_END).examples == ("getBerth (berthId)",)


def test_equal_texts_are_found_whatever_their_blanks():
    report = report_of(
        api_tool("getA", description="Reads  it."), api_tool("getB", description="reads it.")
    )
    assert finding(report, ReadinessCode.DUPLICATE_DESCRIPTION).count == 2


def test_look_alikes_do_the_same_to_the_same_thing():
    report = report_of(
        api_tool("list_org_secrets"),
        api_tool("list_repo_secrets"),
        api_tool("delete_org_secrets"),
        api_tool("list_org_members"),
    )
    (group,) = report.look_alikes
    assert group.tools == ("list_org_secrets", "list_repo_secrets")
    assert group.shared == ("list", "secret")
    assert finding(report, ReadinessCode.LOOK_ALIKE).count == 2


def test_tools_that_meaning_cannot_tell_apart_are_named_with_each_other():
    report = report_of(
        api_tool("findPetsByStatus", "GET /pet/findByStatus"),
        api_tool("findPetsByTags", "GET /pet/findByTags"),
    )
    assert finding(report, ReadinessCode.SAME_MEANING).examples == (
        "findPetsByStatus (with findPetsByTags)",
        "findPetsByTags (with findPetsByStatus)",
    )


def test_a_report_counts_what_is_ready_and_carries_the_graphs_summary():
    catalog = shop()
    graph = build_graph(catalog)
    report = assess_readiness(catalog, graph)
    assert report.ready + len(report.by_tool) == report.tools == len(catalog.tools)
    assert report.graph == graph.summary
    assert report.catalog_fingerprint == catalog.fingerprint
    assert [f.code for f in report.findings] == [c for c in ReadinessCode if finding(report, c)]


def test_an_empty_catalog_has_an_empty_report():
    report = report_of()
    assert (report.tools, report.findings, report.look_alikes) == (0, (), ())
