from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.scrub_v1.corpus import look_alikes, planted
from engine.scrub.keys import key_kind
from engine.scrub.scrubber import MAX_DEPTH, scrub_text, scrub_value

SEEDS = (1, 20261130)


@pytest.mark.parametrize("seed", SEEDS)
def test_nearly_every_planted_secret_is_taken_out(seed):
    items = planted(seed)
    kept = [
        item
        for item in items
        if item.secret in json.dumps(scrub_value(item.value).value, ensure_ascii=False)
    ]
    assert len(items) >= 300
    assert len(kept) / len(items) <= 0.01, kept


@pytest.mark.parametrize("seed", SEEDS)
def test_nearly_every_look_alike_is_left_alone(seed):
    items = look_alikes(seed)
    changed = [item for item in items if scrub_value(item.value).value != item.value]
    assert len(items) >= 300
    assert len(changed) / len(items) <= 0.01, changed


@pytest.mark.parametrize("seed", SEEDS)
def test_scrubbing_a_secret_twice_changes_nothing_and_counts_nothing(seed):
    for item in planted(seed):
        once = scrub_value(item.value).value
        again = scrub_value(once)
        assert again.value == once
        assert again.report.total == 0


@given(st.text(max_size=200))
def test_scrubbing_is_idempotent_on_any_text(text):
    once = scrub_text(text).text
    assert scrub_text(once).text == once


@given(
    st.lists(
        st.sampled_from(
            [
                "token=",
                "password: ",
                "jane@example.org",
                " ",
                "+1 415 555 2671",
                "4",
                "1",
                "Bearer ",
                "ab12cd34ef56gh78",
                "://",
                ":",
                "@",
                "-",
                "2026-11-30",
                "account no. 1234567",
                "\n",
                ";",
            ]
        ),
        max_size=14,
    )
)
def test_scrubbing_is_idempotent_on_pieces_of_secrets(pieces):
    once = scrub_text("".join(pieces)).text
    assert scrub_text(once).text == once


@pytest.mark.parametrize(
    ("key", "kept"),
    [
        pytest.param("token_budget", True, id="token-budget"),
        pytest.param("session_count", True, id="session-count"),
        pytest.param("result", True, id="result"),
        pytest.param("created_at", True, id="date"),
        pytest.param("maxTokens", True, id="max-tokens"),
        pytest.param("accessToken", False, id="access-token"),
        pytest.param("X-Api-Key", False, id="api-key"),
        pytest.param("user_id", False, id="user-id"),
        pytest.param("Set-Cookie", False, id="cookie"),
        pytest.param("request_body", False, id="body"),
    ],
)
def test_the_last_words_of_a_key_decide(key, kept):
    assert (scrub_value({key: "2026-11-30 08:15"}).value == {key: "2026-11-30 08:15"}) is kept


def test_a_number_under_a_token_is_a_count_and_under_a_pin_is_not():
    assert scrub_value({"token": 12, "pin": 1234}).value == {
        "token": 12,
        "pin": "[scrubbed secret]",
    }


def test_truth_values_and_null_always_stay():
    given_value = {"password": None, "token": True, "email": False}
    assert scrub_value(given_value).value == given_value


def test_a_secret_inside_the_name_of_a_key_is_taken_out():
    assert list(scrub_value({"jane@example.org": 1}).value) == ["[scrubbed e-mail]"]


def test_the_report_counts_kinds_and_holds_nothing_of_what_was_found():
    scrubbed = scrub_value(["jane@example.org", "ben@example.org", "call +1 415 555 2671"])
    assert scrubbed.report.counts == {"e-mail": 2, "phone": 1}
    assert "jane" not in scrubbed.report.model_dump_json()


def test_what_lies_too_deep_is_taken_out_whole():
    value = {"password": "x"}
    for _ in range(MAX_DEPTH + 5):
        value = [value]
    assert "password" not in json.dumps(scrub_value(value).value)


def test_a_digest_under_a_secret_key_is_a_secret():
    digest = "d41d8cd98f00b204e9800998ecf8427e"
    assert scrub_text(f"commit {digest}").text == f"commit {digest}"
    assert digest not in scrub_text(f"api_key={digest}").text
    assert digest not in str(scrub_value({"apiKey": digest}).value)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1 " * 5000, id="digits-and-blanks"),
        pytest.param("a@" * 5000, id="at-signs"),
        pytest.param("-----BEGIN " * 1000, id="begins-of-keys"),
        pytest.param("token=" * 2000, id="labels"),
        pytest.param("a." * 5000, id="dots"),
        pytest.param("1-" * 5000, id="dashes"),
    ],
)
def test_hostile_repetitions_are_read_to_their_end(text):
    assert isinstance(scrub_text(text).text, str)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("the password should be 'tiger-lily'", False, id="should-be"),
        pytest.param("set the password to 'tigerlily'", False, id="to-in-quotes"),
        pytest.param("set the password to something safe", True, id="to-without-quotes"),
        pytest.param("{'refreshToken': 'abc'}", False, id="pair-in-a-text"),
        pytest.param("{'token_budget': '2000'}", True, id="harmless-pair-in-a-text"),
        pytest.param("the token was revoked", True, id="sentence"),
    ],
)
def test_a_word_before_a_value_calls_it_a_secret(text, kept):
    assert (scrub_text(text).text == text) is kept


@pytest.mark.parametrize("key", ["token_budget", "session_count", "result", "status", "", "42"])
def test_harmless_keys_say_nothing_about_their_values(key):
    assert key_kind(key) is None
