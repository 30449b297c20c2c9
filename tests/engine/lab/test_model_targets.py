from __future__ import annotations

import json

import pytest

from engine.errors import InvalidInput
from engine.lab.model_targets import recorded
from engine.lab.services import LLM_KEYS, LLM_URL, chat_chooser
from engine.models.run import Channel, RunSettings
from tests.engine.remote.stub import chat, serving

LEXICAL = RunSettings(channels=Channel.LEXICAL)


@pytest.fixture(autouse=True)
def _no_service(monkeypatch):
    for name in (*LLM_KEYS, LLM_URL):
        monkeypatch.delenv(name, raising=False)


def execute(lab, reply):
    """Run the suite with a model that answers by ``reply``."""
    with serving(reply) as stub:
        return lab.runs.execute(
            lab.suites.load("shop"),
            catalog="shop",
            settings=LEXICAL,
            targets=chat_chooser("tiny-1", url=stub.url),
        )


def take_the_last(sent):
    lines = sent["messages"][1]["content"].splitlines()
    return chat(json.dumps({"tool": json.loads(lines[-1])["name"]}))


def test_a_model_chooses_the_targets_and_the_run_keeps_them(lab):
    run = execute(lab, take_the_last)
    assert run.summary.stamp.llm_model == "tiny-1"
    stored = lab.runs.results(run.summary.run_id, evidence=True)
    assert len(stored) == len(lab.suites.load("shop").cases)
    for result in stored:
        assert (result.model_answer.code, result.model_answer.model) == ("picked", "tiny-1")
        assert result.selection.llm_target == result.model_answer.target
        assert result.model_answer.target == result.candidates[-1].name


def test_a_recorded_run_is_repeated_without_the_model(lab):
    first = execute(lab, take_the_last).summary
    targets = recorded(first, lab.runs.results(first.run_id, evidence=True))
    cases = lab.suites.load("shop")
    again = lab.runs.execute(cases, catalog="shop", settings=LEXICAL, targets=targets).summary
    assert again.stamp == first.stamp
    assert lab.runs.diff(first.run_id, again.run_id).counts["same"] == len(cases.cases)


def test_a_run_without_a_model_has_nothing_to_repeat(lab):
    run = lab.runs.execute(lab.suites.load("shop"), catalog="shop", settings=LEXICAL)
    with pytest.raises(InvalidInput, match="asked no model"):
        recorded(run.summary, run.results)


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        pytest.param((401, b""), "llm_unreachable", id="refused"),
        pytest.param(chat("junk"), "llm_answer_unusable", id="junk"),
        pytest.param(chat('{"tool": null}'), "llm_declined", id="declined"),
        pytest.param(chat('{"tool": "x9"}'), "llm_target_not_in_candidates", id="invented"),
    ],
)
def test_a_model_that_gives_no_target_leaves_its_reason(lab, reply, code):
    for result in execute(lab, lambda sent: reply).results:
        assert code in result.selection.reason_codes
        assert result.selection.llm_target is None
        assert result.selection.selected_target is not None


def test_an_answer_of_a_model_leaves_no_text_in_the_store(lab):
    execute(lab, lambda sent: chat('{"tool": "zq-planted-name"} zq-planted-text'))
    assert b"zq-planted" not in lab.store.path.read_bytes()


def test_a_run_with_a_model_has_the_same_cases_as_one_without(lab):
    plain = lab.runs.execute(lab.suites.load("shop"), catalog="shop", settings=LEXICAL)
    # Read anew: no fingerprint is remembered from the first run.
    asked = execute(lab, take_the_last)
    difference = lab.runs.diff(plain.summary.run_id, asked.summary.run_id)
    assert difference.comparable.common == len(plain.results)
    assert difference.comparable.changed_cases == 0
    assert "llm_model" in [each.what for each in difference.comparable.differences]
