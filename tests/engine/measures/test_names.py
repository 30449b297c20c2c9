import pytest

from engine.errors import InvalidInput
from engine.measures.names import Direction, Measure, display_order, higher_is_better


@pytest.mark.parametrize(
    "name", ["Success@1", "R@8", "P@5", "nDCG@10", "All@8", "MRR", "selector_accuracy"]
)
def test_a_measure_prints_as_the_name_it_was_read_from(name):
    assert str(Measure.parse(name)) == name


@pytest.mark.parametrize(
    ("alias", "name"),
    [("recall@8", "R@8"), ("ndcg@5", "nDCG@5"), ("RR", "MRR"), ("hit@1", "Success@1")],
)
def test_common_spellings_are_the_same_measure(alias, name):
    assert Measure.parse(alias) == Measure.parse(name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nDGC@10", r"'nDGC@10' is not a measure; .* Did you mean 'nDCG@10'\?"),
        ("R", r"R needs a rank cut-off of at least 1, for example 'R@10', but 'R' was given"),
        ("R@0", r"R needs a rank cut-off"),
        ("R@-1", r"R needs a rank cut-off"),
        ("R@8.5", r"R needs a rank cut-off"),
        ("MRR@5", r"MRR takes no cut-off, but 'MRR@5' gives one"),
        ("", r"'' is not a measure; there are Success@10, MRR"),
    ],
)
def test_a_name_that_says_no_measure_is_refused_with_the_way_out(text, message):
    with pytest.raises(InvalidInput, match=message):
        Measure.parse(text)


def test_every_measure_knows_its_direction_and_meaning():
    measure = Measure.parse("R@5")
    assert measure.direction is Direction.HIGHER
    assert measure.meaning == "share of the expected set in the top k"


def test_a_measure_of_a_newer_engine_reads_as_better_when_higher_and_stands_last():
    assert higher_is_better("novelty")
    assert sorted(["novelty", "nDCG@10"], key=display_order) == ["nDCG@10", "novelty"]
