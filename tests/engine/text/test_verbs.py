import pytest

from engine.models.tool import Action, ResultShape, RiskClass
from engine.text.verbs import action_of, base_form, sense_of, shape_of


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("find", Action.SEARCH),
        ("fetch", Action.READ),
        ("register", Action.CREATE),
        ("rename", Action.UPDATE),
        ("purge", Action.DELETE),
        ("approve", Action.ACTION),
        ("검색", Action.SEARCH),
        ("조회하기", Action.READ),
        ("등록해줘", Action.CREATE),
        ("수정합니다", Action.UPDATE),
        ("삭제해주세요", Action.DELETE),
        ("지워줘", Action.DELETE),
        ("보여줘", Action.READ),
        ("취소할래요", Action.ACTION),
    ],
)
def test_action_of_reads_english_and_korean_verbs(token, action):
    assert action_of(token) is action


def test_action_of_reads_the_head_of_a_korean_compound():
    assert action_of("등록목록조회") is Action.READ
    assert action_of("회원삭제") is Action.DELETE


@pytest.mark.parametrize(
    "token", ["account", "newspaper", "setting", "listen", "", "삭제된", "회원"]
)
def test_action_of_finds_no_verb_inside_another_word(token):
    assert action_of(token) is None


@pytest.mark.parametrize(
    ("token", "shape"),
    [
        ("list", ResultShape.LIST),
        ("count", ResultShape.COUNT),
        ("details", ResultShape.SINGLE),
        ("account", None),
        ("discount", None),
        ("목록", ResultShape.LIST),
        ("환불목록조회", ResultShape.LIST),
        ("주문건수", ResultShape.COUNT),
        ("내역을", ResultShape.LIST),
        ("주문", None),
    ],
)
def test_shape_of_reads_whole_words(token, shape):
    assert shape_of(token) is shape


def test_effect_tells_loss_from_change_and_from_reading():
    effects = {word: sense_of(word).effect for word in ("revoke", "send", "calculate", "delete")}
    assert effects == {
        "revoke": RiskClass.DESTRUCTIVE,
        "send": RiskClass.WRITE,
        "calculate": RiskClass.READ,
        "delete": RiskClass.DESTRUCTIVE,
    }


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("returns", "return"),
        ("searches", "search"),
        ("modifies", "modify"),
        ("updating", "update"),
        ("getting", "get"),
        ("invoices", "invoices"),
        ("news", "news"),
        ("string", "string"),
        ("조회", "조회"),
    ],
)
def test_base_form_undoes_inflection_of_known_verbs_only(form, base):
    assert base_form(form) == base
