"""Endings of Korean words: what follows a noun or a verb's stem and names nothing.

Korean writes particles and verb endings together with the word they belong to. Only closed
classes are taken off here (particles, the forms of 하다 and 되다, polite endings), longest first,
and never so much that less than two syllables remain, so that a short noun which happens to end
like a particle stays whole.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MIN_STEM = 2

_VERB_ENDINGS = (
    # 하다 behind a verbal noun, 되다 for its passive.
    "하십시오 하시겠습니까 해주십시오 해주시겠어요 해주실래요 해주세요 해주시고 해주는 해줄래요 "
    "해줄래 해줄 해줘요 해줘 해주고 하겠습니다 하였습니다 했습니다 합니다 합니까 하십니까 "
    "하세요 하셔야 하는지 하는데 하는 하려고 하려면 하려는 하기 하고 하며 하면 하여 하자 하지 "
    "하게 하던 해야 해서 해도 했던 했어요 했어 했는지 했다 한다 할까요 할까 할게 할래 할지 할 "
    "한 함 해요 해 되었습니다 됩니다 되는지 되는 되고 되면 되어 되나요 됐는지 됐어 된다 된 될 "
    "돼요 돼 "
    # Polite and asking endings of any verb.
    "고싶습니다 고싶어요 고싶어 고싶은데 주십시오 주실래요 주시겠어요 주세요 주라 줄래요 줄래 "
    "줘요 줘봐 줘 습니다 습니까 십시오 입니다 입니까 이었나요 이에요 이야 이지 이니 예요 인가요 "
    "인가 인지 인데 나요 네요 지요 죠 까요 세요 을까 는지 니까 "
)
_PARTICLES = (
    "에서부터 으로부터 이라는 이라고 에게서 한테서 에서는 에서도 으로는 으로도 에서의 까지의 "
    "와의 과의 이라도 이나마 에게는 한테는 까지 부터 에서 에게 한테 께서 으로 처럼 보다 마다 "
    "조차 마저 밖에 이랑 하고 이나 이며 라고 라는 에는 에도 을 를 은 는 의 에 와 과 께 랑 "
)
_SHORT_PARTICLES = "이 가 도 만 로 나 야 요 좀"
"""Endings that many nouns end with too: taken off only where three syllables remain."""


def _pattern(endings: str, remaining: int) -> re.Pattern[str]:
    longest_first = sorted(set(endings.split()), key=lambda ending: (-len(ending), ending))
    return re.compile(rf"(?<=[가-힣]{{{remaining}}})(?:{'|'.join(longest_first)})$")


_TAKEN_OFF = (
    _pattern(_VERB_ENDINGS, _MIN_STEM),
    _pattern(_PARTICLES, _MIN_STEM),
    _pattern(_SHORT_PARTICLES, _MIN_STEM + 1),
)


@lru_cache(maxsize=65_536)
def without_ending(word: str) -> str:
    """Return a Korean word without its particle or verb ending.

    Parameters
    ----------
    word : str
        One word of Hangul, without blanks; anything else comes back as it is.

    Examples
    --------
    >>> without_ending("주문을"), without_ending("조회해주세요"), without_ending("서버에서는")
    ('주문', '조회', '서버')
    >>> without_ending("회의"), without_ending("휴가")
    ('회의', '휴가')
    """
    for pattern in _TAKEN_OFF:
        shorter = pattern.sub("", word)
        if shorter != word:
            return shorter
    return word
