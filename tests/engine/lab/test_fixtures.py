import pytest

from engine.errors import DocumentError, InvalidInput, NotStored
from engine.ingest.fixtures import write_fixtures
from engine.lab.fixtures import fixture_suite, load_fixtures
from engine.models.run import Channel, RunSettings
from engine.models.selection import Policy

LEXICAL = RunSettings(channels=Channel.LEXICAL)


def execute(lab, settings=LEXICAL):
    return lab.runs.execute(lab.suites.load("shop"), catalog="shop", settings=settings).summary


def test_a_case_of_a_run_becomes_a_fixture_that_holds(lab):
    run = execute(lab)
    (fixture,) = lab.fixtures.export("latest", ["case-00003"])
    assert (fixture.case.case_id, fixture.actual.run_id) == ("case-00003", run.run_id)
    assert fixture.case.query.startswith("show the")
    assert fixture.actual.settings.channels is Channel.LEXICAL
    assert fixture.actual.result.candidates[0].score_breakdown.contributions()
    done = lab.runs.execute(
        fixture_suite([fixture], name="fixtures"), catalog="shop", settings=LEXICAL
    )
    (check,) = lab.fixtures.check([fixture], done)
    assert check.holds
    assert check.made_with == ()


def test_the_baselines_evidence_is_kept_beside_the_runs(lab):
    execute(lab)
    execute(lab, LEXICAL.model_copy(update={"policy": Policy.PRESERVE_LLM}))
    (fixture,) = lab.fixtures.export("latest", ["case-00003"], base="previous")
    assert fixture.baseline.settings.policy is Policy.STRONG_EVIDENCE
    assert fixture.actual.settings.policy is Policy.PRESERVE_LLM


def test_what_cannot_be_exported_is_said(lab):
    execute(lab)
    with pytest.raises(InvalidInput, match="name the cases to export, or a baseline"):
        lab.fixtures.export("latest")
    with pytest.raises(InvalidInput, match="no case regressed"):
        lab.fixtures.export("latest", base="latest")
    with pytest.raises(NotStored, match="case-99999"):
        lab.fixtures.export("latest", ["case-99999"])
    lab.suites.delete("shop")
    with pytest.raises(NotStored, match="no suite 'shop'"):
        lab.fixtures.export("latest", ["case-00003"])


def test_a_folder_of_fixtures_is_read_whole_and_a_case_stands_once(lab, tmp_path):
    execute(lab)
    folder = tmp_path / "fixtures"
    (folder / "inner").mkdir(parents=True)
    for case_id, place in (("case-00002", "b.json"), ("case-00001", "inner/a.json")):
        (folder / place).write_bytes(write_fixtures(lab.fixtures.export("latest", [case_id])))
    loaded = load_fixtures(folder)
    assert [fixture.case.case_id for fixture in loaded] == ["case-00001", "case-00002"]
    (folder / "c.json").write_bytes(write_fixtures(loaded[:1]))
    with pytest.raises(DocumentError, match="case 'case-00001' already stands in"):
        load_fixtures(folder)
