"""What a verb asks for: one table of verbs and shape words for tools and for queries.

Tool names, summaries and queries are read with the same table, so that "remove the label" and
``deleteLabel`` mean the same act. Words are whole tokens in lower case; nothing is found inside
another word (*count* is not in *account*).

English verbs are listed in their base form. Korean verbal nouns carry endings and stand at the
end of compounds (``주문목록조회``), which :func:`sense_of` takes apart by the language's own rules.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from engine.models.tool import Action, ResultShape, RiskClass


class Reading(IntEnum):
    """How readily a word is read as a verb where names of things stand around it."""

    VERB = 0
    """Hardly ever names a thing (*delete*)."""

    VERB_OR_NOUN = 1
    """A verb where a verb is due: at the start or the end of a name (*list*, *search*)."""

    NOUN_OR_VERB = 2
    """A thing unless nothing else can be the verb (*order*, *post*, *log*)."""


class VerbSense(NamedTuple):
    """What a verb does."""

    action: Action
    """What it does to its object."""

    effect: RiskClass
    """What it leaves behind in the world."""

    reading: Reading
    """How readily it is read as a verb."""


_READ, _WRITE, _LOSS = RiskClass.READ, RiskClass.WRITE, RiskClass.DESTRUCTIVE

_ENGLISH: tuple[tuple[Action, RiskClass, str], ...] = (
    (
        Action.SEARCH,
        _READ,
        "search find list query lookup browse filter discover explore enumerate recommend "
        "suggest autocomplete",
    ),
    (
        Action.READ,
        _READ,
        "get read fetch retrieve show view describe inspect display obtain download check count "
        "peek look see tell inform monitor track compare watch poll",
    ),
    (
        Action.CREATE,
        _WRITE,
        "create add insert register make generate build provision compose upload submit reserve "
        "append clone duplicate enroll enrol compile instantiate",
    ),
    (
        Action.UPDATE,
        _WRITE,
        "update edit modify change set put replace rename configure adjust amend assign unassign "
        "enable disable upsert mark unmark pin unpin lock unlock toggle resize move reorder "
        "customize customise revise overwrite extend unarchive upgrade downgrade setup rotate link "
        "unlink scale rate bind unbind map",
    ),
    (
        Action.DELETE,
        _LOSS,
        "delete remove destroy drop purge prune clear erase discard wipe uninstall unregister "
        "deregister rm",
    ),
    (
        Action.ACTION,
        _WRITE,
        "run execute start stop restart pause unpause resume cancel send notify publish unpublish "
        "share unshare approve reject accept decline confirm invite join leave follow unfollow "
        "subscribe unsubscribe star unstar merge rerun retry redeliver dispatch trigger refund "
        "pay charge ship buy sell purchase rent deploy launch sync synchronize synchronise "
        "refresh restore rollback connect disconnect attach detach suspend unsuspend activate "
        "deactivate block unblock mute unmute login logout authenticate authorize authorise "
        "install push pull commit close reopen complete finish convert reply donate apply "
        "schedule transfer play perform call invoke ping wait commence initialize initialise "
        "dismiss resolve acknowledge promote demote escalate grant allow deny migrate mount "
        "unmount withdraw deposit answer respond ask sign signup signin checkout redeem",
    ),
    (
        Action.ACTION,
        _LOSS,
        "kill terminate revoke reset expire evict ban kick abort",
    ),
    (
        Action.ACTION,
        _READ,
        "calculate compute convert translate encrypt decrypt encode decode hash analyze analyse "
        "estimate evaluate predict forecast validate verify detect identify classify recognize "
        "recognise summarize summarise simulate optimize optimise format parse render transform "
        "extract preview solve test export measure assess determine",
    ),
)

_ENGLISH_NOUNS_TOO: tuple[tuple[Action, RiskClass, str], ...] = (
    (
        Action.CREATE,
        _WRITE,
        "new post order book record log write open issue import draft copy fork comment",
    ),
    (Action.UPDATE, _WRITE, "patch archive tag label save"),
    (Action.READ, _READ, "review report head load return access"),
    (Action.ACTION, _WRITE, "request release exec lease like vote message email control train"),
)

# Verbs of reading and computing whose question is commonly sent by POST because it is too large for
# an address. Any other (*inspect*, *export*, *verify*) leaves something behind when it is posted.
_ASKED_BY_POST = (
    "get read fetch retrieve show view describe obtain check count peek look see compare "
    "calculate compute convert translate encrypt decrypt encode decode hash analyze analyse "
    "estimate evaluate predict forecast validate detect identify classify recognize recognise "
    "summarize summarise simulate optimize optimise format parse render transform extract preview "
    "solve measure assess determine 조회 확인 열람 비교 계산 변환 번역 분석 검증 예측 측정"
)

# Words of the first table that also name things.
_ALSO_NOUNS = (
    "query filter count view list search build check watch track star push pull commit merge call "
    "play test format hash export forecast preview schedule transfer charge share set start "
    "download upload invite change move mute lock block pin ping estimate measure refund reply "
    "reset ban drop look run show display monitor launch kick update setup link scale rate bind "
    "map refresh compute grant mount deposit answer ask sign signup signin checkout upgrade"
)

_KOREAN: tuple[tuple[Action, RiskClass, str], ...] = (
    (Action.SEARCH, _READ, "검색 탐색 추천"),
    (Action.READ, _READ, "조회 확인 열람 다운로드 비교 추적 안내"),
    (Action.CREATE, _WRITE, "생성 등록 추가 작성 가입 예약 업로드 제출 발급 신청 개설"),
    (Action.UPDATE, _WRITE, "수정 변경 갱신 업데이트 편집 설정 교체 저장 이동"),
    (Action.DELETE, _LOSS, "삭제 제거 말소 초기화 폐기"),
    (
        Action.ACTION,
        _WRITE,
        "실행 시작 중지 정지 재시작 취소 전송 발송 승인 거절 반려 결제 환불 송금 이체 배송 구매 "
        "로그인 로그아웃 인증 구독 해지 공유 초대 탈퇴 주문 적용",
    ),
    (Action.ACTION, _READ, "계산 변환 번역 분석 검증 예측 평가 측정"),
)

# Native Korean verbs: every stem that its endings attach to.
_KOREAN_STEMS: tuple[tuple[Action, RiskClass, str], ...] = (
    (Action.SEARCH, _READ, "찾아 찾기 찾는 찾고 찾을 찾습"),
    (Action.READ, _READ, "보여 알려 가져오 가져와 불러오 불러와 보고싶"),
    (Action.CREATE, _WRITE, "만들 만드 올려 올리"),
    (Action.UPDATE, _WRITE, "바꾸 바꿔 바꿀 고쳐 고치 옮겨 옮기"),
    (Action.DELETE, _LOSS, "지우 지워 지울 없애"),
    (Action.ACTION, _WRITE, "보내 보낼 켜줘 꺼줘 멈춰 멈추"),
)

# What may follow a verbal noun when it still is the act: the verb 하다 in forms that ask or tell,
# or a particle. Forms of the past and the passive (삭제된, 삭제한) describe a thing instead.
_KOREAN_ENDINGS = (
    "하기 하고 하여 하는 하려 하자 하세요 하라 해 할 합니다 한다 을 를 은 는 이 가 도 만 용 좀"
)

_PARTICLES = "을를은는이가도만의"

_SHAPES: tuple[tuple[ResultShape, str], ...] = (
    (
        ResultShape.LIST,
        "list lists all every each enumerate 목록 리스트 모든 모두 전체 전부 내역 이력",
    ),
    (ResultShape.COUNT, "count counts 개수 건수 갯수 횟수 인원수 총수"),
    (ResultShape.SINGLE, "detail details single specific particular 상세 세부 단건 상세정보"),
)


def _senses(
    table: tuple[tuple[Action, RiskClass, str], ...], reading: Reading
) -> dict[str, VerbSense]:
    return {
        word: VerbSense(action, effect, reading)
        for action, effect, words in table
        for word in words.split()
    }


def _english() -> dict[str, VerbSense]:
    senses = _senses(_ENGLISH_NOUNS_TOO, Reading.NOUN_OR_VERB) | _senses(_ENGLISH, Reading.VERB)
    for word in _ALSO_NOUNS.split():
        senses[word] = senses[word]._replace(reading=Reading.VERB_OR_NOUN)
    return senses


_WORDS = _english()
_VERBAL_NOUNS = _senses(_KOREAN, Reading.VERB)
_STEMS = _senses(_KOREAN_STEMS, Reading.VERB)
_ENDINGS = _KOREAN_ENDINGS.split()
_QUESTIONS = frozenset(_ASKED_BY_POST.split())
_SHAPE_WORDS = {word: shape for shape, words in _SHAPES for word in words.split()}


def action_of(token: str) -> Action | None:
    """Return what a verb asks to do, or None when the token is no known verb.

    Parameters
    ----------
    token : str
        One whole token in lower case; an English verb in its base form (see :func:`base_form`).

    Examples
    --------
    >>> action_of("remove"), action_of("삭제해줘")
    (<Action.DELETE: 'delete'>, <Action.DELETE: 'delete'>)
    >>> action_of("removal") is None
    True
    """
    sense = sense_of(token)
    return sense.action if sense else None


def shape_of(token: str) -> ResultShape | None:
    """Return the shape of result that a word names, or None when it names none.

    Parameters
    ----------
    token : str
        One whole token in lower case.

    Examples
    --------
    >>> shape_of("count"), shape_of("account")
    (<ResultShape.COUNT: 'count'>, None)
    >>> shape_of("주문목록조회")
    <ResultShape.LIST: 'list'>
    """
    shape = _SHAPE_WORDS.get(token)
    if shape or token.isascii() or len(token) < 2:
        return shape
    stem = _without_ending(token)
    noun = _verbal_noun_of(stem)
    if noun and noun != stem:
        stem = stem.removesuffix(noun)
    elif stem[-1] in _PARTICLES:
        stem = stem[:-1]
    for size in (4, 3, 2):
        if shape := _SHAPE_WORDS.get(stem[-size:]):
            return shape
    return None


@lru_cache(maxsize=16_384)
def sense_of(token: str) -> VerbSense | None:
    """Return what a verb does and leaves behind, or None when the token is no known verb.

    Parameters
    ----------
    token : str
        One whole token in lower case.
    """
    if token.isascii():
        return _WORDS.get(token) or _repeated(token)
    stem = _without_ending(token)
    noun = _verbal_noun_of(stem)
    if noun:
        return _VERBAL_NOUNS[noun]
    return next((sense for head, sense in _STEMS.items() if token.startswith(head)), None)


def asks_by_post(token: str) -> bool:
    """Tell whether a verb only asks even where it is sent by a method that may change things.

    Examples
    --------
    >>> asks_by_post("search"), asks_by_post("calculate"), asks_by_post("export")
    (True, True, False)
    """
    sense = sense_of(token)
    if sense is None or sense.effect is not RiskClass.READ:
        return False
    verb = token if token.isascii() else _verbal_noun_of(_without_ending(token)) or token
    return sense.action is Action.SEARCH or verb in _QUESTIONS


def base_form(token: str) -> str:
    """Return the base form of an inflected English verb: third person and ``-ing``.

    For running text ("Returns the order", "Listing orders"). A token that is no form of a
    known verb comes back as it is. Not for names, where ``checks`` is a plural.

    Examples
    --------
    >>> [base_form(word) for word in ("retrieves", "deleting", "searches", "orders")]
    ['retrieve', 'delete', 'search', 'order']
    >>> base_form("news")
    'news'
    """
    if token in _WORDS or not token.isascii():
        return token
    for form in _base_candidates(token):
        if form in _WORDS and form != "new":
            return form
    return token


def agent_form(token: str) -> str:
    """Return the verb of an agent noun (*converter*, *calculator*); any other token as it is.

    Examples
    --------
    >>> agent_form("calculator"), agent_form("tracker"), agent_form("user")
    ('calculate', 'track', 'user')
    """
    if token.endswith(("er", "or")) and len(token) > 5:
        root = token[:-2]
        undoubled = root[:-1] if root[-1] == root[-2] else root
        for form in (root, f"{root}e", undoubled):
            if form in _WORDS and _WORDS[form].reading is not Reading.NOUN_OR_VERB:
                return form
    return token


def _repeated(token: str) -> VerbSense | None:
    """Read *regenerate* as *generate*: doing it again does the same."""
    sense = _WORDS.get(token[2:]) if token.startswith("re") else None
    return sense if sense and sense.reading is Reading.VERB else None


def _base_candidates(token: str) -> tuple[str, ...]:
    if token.endswith("ing") and len(token) > 5:
        root = token[:-3]
        undoubled = root[:-1] if root[-1] == root[-2] else root
        return (root, f"{root}e", undoubled)
    if token.endswith("ies"):
        return (f"{token[:-3]}y",)
    if token.endswith("es"):
        return (token[:-1], token[:-2])
    if token.endswith("s"):
        return (token[:-1],)
    return ()


def _without_ending(token: str) -> str:
    """Take the ending off a Korean verbal noun; anything else comes back as it is."""
    for start in range(2, len(token)):
        rest = token[start:]
        if any(rest.startswith(ending) for ending in _ENDINGS) and _verbal_noun_of(token[:start]):
            return token[:start]
    return token


def _verbal_noun_of(stem: str) -> str | None:
    """Return the verbal noun that a Korean compound ends with; the head stands last."""
    for size in range(min(len(stem), 4), 1, -1):
        if stem[-size:] in _VERBAL_NOUNS:
            return stem[-size:]
    return None
