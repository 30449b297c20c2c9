from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentError
from engine.ingest.source import SourceFile
from engine.models.failure import FailureReason, FailureStage
from engine.models.triage import (
    FailureIdentity,
    TriageCause,
    TriageChange,
    TriageStatus,
    TriageVerdict,
)
from engine.triage.exchange import read_changes, write_changes

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def change(case_id="refund-001", *, minutes=0, **verdict):
    identity = FailureIdentity(
        catalog="shop",
        suite="shop",
        case_id=case_id,
        query_fingerprint="query-v1:1",
        expected_target="getRefund",
        stage=FailureStage.RETRIEVE,
        reason=FailureReason.NOT_RETRIEVED,
        facts={"absent": ("a", "b"), "status": 500, "tool": "x"},
    )
    return TriageChange(
        signature=identity.signature,
        identity=identity,
        verdict=TriageVerdict(**{"status": TriageStatus.FLAKY, **verdict}),
        run_id="a19c",
        changed_at=NOW - timedelta(days=1) + timedelta(minutes=minutes),
    )


def file_of(*lines):
    return SourceFile("triage.jsonl", "\n".join(lines).encode())


def line(found, **parts):
    return json.dumps({**found.model_dump(mode="json"), **parts})


def problems_of(file):
    with pytest.raises(DocumentError) as refused:
        read_changes(file, now=NOW)
    return [f"{problem.where}: {problem.message}" for problem in refused.value.problems]


changes = st.lists(
    st.builds(
        change,
        st.sampled_from(["a", "b", "ü"]),
        minutes=st.integers(0, 500),
        cause=st.none() | st.sampled_from(TriageCause),
        owner=st.sampled_from(["", "search team"]),
        note=st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"])),
        link=st.sampled_from(["", "https://tracker.example/7?x=ü"]),
    ),
    min_size=1,
    unique_by=lambda each: (each.signature, each.changed_at),
)


@given(changes)
def test_what_is_written_is_read_back(found):
    read = read_changes(SourceFile("triage.jsonl", write_changes(found)), now=NOW)
    assert sorted(read, key=lambda x: x.change_id) == sorted(found, key=lambda x: x.change_id)


@given(changes, st.randoms(use_true_random=False))
def test_the_order_of_decisions_makes_no_difference_to_the_bytes(found, random):
    shuffled = random.sample(found, len(found))
    assert write_changes(shuffled) == write_changes(found)


def test_equal_moments_of_two_zones_are_one_decision():
    one = change()
    seoul = one.changed_at.astimezone(tz=None).isoformat()
    (two,) = read_changes(file_of(line(one, changed_at=seoul)), now=NOW)
    assert two.change_id == one.change_id


def test_every_problem_of_a_file_is_said_at_once():
    good = change()
    verdict = good.verdict.model_dump(mode="json")
    found = problems_of(
        file_of(
            "{not json",
            line(good, signature="failure-v1:0"),
            line(good, verdict={**verdict, "status": "postponed"}),
            line(good, verdict={**verdict, "link": "javascript:alert(1)"}),
            line(good, verdict={**verdict, "note": "x" * 2001}),
            line(good, verdict={**verdict, "onwer": "me"}),
            line(good, changed_at=(NOW + timedelta(days=2)).isoformat()),
            "[]",
            line(good),
        )
    )
    assert [text.split(":")[0].split(",")[0] for text in found] == [
        f"line {n}" for n in range(1, 9)
    ]
    assert "is not that of the identity beside it" in found[1]
    assert "verdict.status must be one of 'new', 'acknowledged'" in found[2]
    assert "verdict.link must be a whole address that begins with http:// or https://" in found[3]
    assert "verdict.note must be at most 2000 characters long" in found[4]
    assert "Did you mean 'owner'?" in found[5]
    assert "more than a day ahead" in found[6]
    assert "a decision is an object" in found[7]


def test_two_decisions_of_one_moment_must_say_the_same():
    found = problems_of(file_of(line(change(owner="a")), line(change(owner="b"))))
    assert len(found) == 1
    assert "give the later one a later changed_at" in found[0]


def test_a_decision_that_stands_twice_counts_once():
    assert len(read_changes(file_of(line(change()), "", line(change())), now=NOW)) == 1


@pytest.mark.parametrize("data", [b"", b"\n \n"])
def test_a_file_without_decisions_is_refused(data):
    with pytest.raises(DocumentError, match="holds no decision; give at least one"):
        read_changes(SourceFile("triage.jsonl", data), now=NOW)


@pytest.mark.parametrize(
    ("part", "value", "expected"),
    [
        pytest.param("link", "ftp://a.example", "http://", id="scheme"),
        pytest.param("link", "https://", "http://", id="no-host"),
        pytest.param("link", "//a.example/x", "http://", id="no-scheme"),
        pytest.param("link", "https://a.example/ x", "without blanks", id="blank"),
        pytest.param("link", "https://me:secret@a.example", "user name or a password", id="login"),
        pytest.param("owner", "a\nb", "on one line", id="owner-lines"),
        pytest.param("note", "a\x1b[2Jb", "plain text", id="escape-sequence"),
    ],
)
def test_a_verdict_refuses_what_could_do_harm_where_it_is_shown(part, value, expected):
    with pytest.raises(ValueError, match=expected):
        TriageVerdict(**{part: value})
