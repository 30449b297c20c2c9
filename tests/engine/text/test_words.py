from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.clauses import pieces, verbs
from engine.text.edits import OneEditIndex, is_one_edit
from engine.text.scripts import fold, language_of
from engine.text.stems import stem
from engine.text.words import WordKind, words


def keys(text, language="en"):
    return [word.key for word in words(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        pytest.param("List the orders", "en", ["list", "the", "order"], id="stems"),
        pytest.param("user's", "en", ["user"], id="possessive"),
        pytest.param("orderItems", "en", ["order", "item", "orderitems"], id="identifier"),
        pytest.param("Größe", "de", ["gross"], id="marks-are-folded-before-stemming"),
        pytest.param("注文一覧", "ja", ["注文", "文一", "一覧"], id="pairs-of-han"),
        pytest.param("값", "ko", ["값"], id="single-syllable"),
        pytest.param("заказы", "ru", ["заказ"], id="cyrillic"),
        pytest.param("??? --", "en", [], id="no-words"),
    ],
)
def test_words_gives_what_is_indexed(text, language, expected):
    assert keys(text, language) == expected


def test_words_marks_an_identifier_written_together():
    assert [word.kind for word in words("get_order", "en")] == [
        WordKind.WORD,
        WordKind.WORD,
        WordKind.JOINED,
    ]


@given(st.text(max_size=80), st.sampled_from(["en", "de", "ko", "xx"]))
def test_words_never_fails_and_never_gives_an_empty_word(text, language):
    assert all(word.key and word.surface for word in words(text, language))


@given(st.text(max_size=20))
def test_fold_changes_nothing_that_is_folded(text):
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("zeige mir alle Container", "de", id="german"),
        pytest.param("lister les conteneurs de la machine", "fr", id="french"),
        pytest.param("muestra los contenedores que están activos", "es", id="spanish"),
        pytest.param("tampilkan semua kontainer yang berjalan", "id", id="indonesian"),
        pytest.param("покажи все контейнеры", "ru", id="russian"),
        pytest.param("コンテナを表示", "ja", id="japanese"),
        pytest.param("显示容器", "zh", id="chinese"),
        pytest.param("GitHub 저장소 목록", "ko", id="korean-with-a-borrowed-name"),
        pytest.param("containers", "en", id="nothing-telling"),
        pytest.param("", "en", id="empty"),
    ],
)
def test_language_of_reads_script_and_function_words(text, language):
    assert language_of(text) == language


def test_stem_leaves_words_with_digits_and_unknown_languages_alone():
    assert stem("ec2s", "en") == "ec2s"
    assert stem("orders", "xx") == "orders"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("refund", "refnud", True),
        ("refund", "refunds", True),
        ("refund", "efund", True),
        ("refund", "rifund", True),
        ("refund", "refund", False),
        ("refund", "renudf", False),
        ("refund", "ref", False),
    ],
)
def test_is_one_edit_counts_a_swap_as_one(one, other, expected):
    assert is_one_edit(one, other) is expected
    assert is_one_edit(other, one) is expected


letters = st.text(alphabet="abcde", min_size=5, max_size=7)


@given(st.lists(letters, max_size=12), letters)
def test_one_edit_index_finds_exactly_the_words_one_edit_away(vocabulary, word):
    expected = sorted({v for v in vocabulary if v[0] == word[0] and is_one_edit(v, word)})
    assert list(OneEditIndex(vocabulary, min_length=5).near(word)) == expected


@pytest.mark.parametrize(
    ("text", "language", "negated"),
    [
        pytest.param("don't delete it, archive it", "en", ["delete"], id="contraction"),
        pytest.param("archive instead of deleting", "en", ["deleting"], id="instead-of"),
        pytest.param("never ever remove a user", "en", ["remove"], id="within-reach"),
        pytest.param("not now, delete it", "en", [], id="not-beyond-the-clause"),
        pytest.param("삭제하지 말고 보관해줘", "ko", ["삭제하지"], id="korean-behind-the-verb"),
        pytest.param("no hay delete", "de", [], id="negator-of-another-language"),
    ],
)
def test_pieces_marks_the_verb_that_is_ruled_out(text, language, negated):
    assert [piece.folded for piece in pieces(text, language) if piece.negated] == negated


def test_verbs_takes_a_name_of_a_thing_for_a_verb_only_where_a_clause_begins():
    assert [verb.sense.action.value for verb in verbs(pieces("show the order log", "en"))] == [
        "read"
    ]
    assert [verb.sense.action.value for verb in verbs(pieces("please order a log", "en"))] == [
        "create"
    ]
