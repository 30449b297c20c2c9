"""Widgets that follow the address: what the address says is what the page shows.

The address is the one truth. A widget's callback writes it, the next run reads it; so a link, a
bookmark, the back button and a click all lead to the same view. Only slugs stand in an address,
never labels, and every id is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlencode, urlsplit

import streamlit as st

from pages.parts import tables
from pages.parts.untrusted import escape


def parameters() -> dict[str, str]:
    """Return the address's parameters; of a repeated one, the last."""
    return st.query_params.to_dict()


def write(values: Mapping[str, str], *, defaults: Mapping[str, str] | None = None) -> None:
    """Put ``values`` into the address; an empty value, or one that is the default, leaves it."""
    for name, value in values.items():
        if value and value != (defaults or {}).get(name):
            if st.query_params.get(name) != value:
                st.query_params[name] = value
        elif name in st.query_params:
            del st.query_params[name]


def _follow(key: str, value: object) -> None:
    # Assigning an equal value would still make the browser overwrite what is being typed.
    if st.session_state.get(key) != value:
        st.session_state[key] = value


def _changed(
    param: str, key: str, default: str, forget: Sequence[str], drop: Sequence[str]
) -> None:
    value = st.session_state.get(key)
    write({param: "" if value is None else str(value)}, defaults={param: default})
    write(dict.fromkeys(drop, ""))
    tables.forget(*forget)


def segments(
    label: str,
    options: Sequence[str],
    *,
    param: str,
    key: str,
    default: str,
    words: Callable[[str], str] = str,
    forget: Sequence[str] = (),
    drop: Sequence[str] = (),
) -> str:
    """Draw a choice of a few slugs and return the chosen one.

    Parameters
    ----------
    label : str
        Said to people who cannot see the page.
    options : sequence of str
        Slugs as they stand in the address.
    param, key : str
        Name in the address and in the session.
    default : str
        Chosen when the address says nothing, or something unknown.
    words : callable
        What a slug is called.
    forget : sequence of str
        Tables whose rows change with the choice.
    drop : sequence of str
        Parameters that lose their meaning with the choice (a page number, an open case).
    """
    value = st.query_params.get(param, default)
    _follow(key, value if value in options else default)
    chosen = st.segmented_control(
        label,
        list(options),
        key=key,
        required=True,
        format_func=words,
        label_visibility="collapsed",
        on_change=_changed,
        args=(param, key, default, tuple(forget), tuple(drop)),
    )
    return chosen if chosen is not None and chosen in options else default


def pill(
    label: str,
    options: Sequence[str],
    *,
    param: str,
    key: str,
    words: Callable[[str], str] = str,
    forget: Sequence[str] = (),
    drop: Sequence[str] = (),
) -> str:
    """Draw a choice of one slug or none; an empty text for none."""
    value = st.query_params.get(param, "")
    _follow(key, value if value in options else None)
    chosen = st.pills(
        label,
        list(options),
        key=key,
        format_func=words,
        label_visibility="collapsed",
        on_change=_changed,
        args=(param, key, "", tuple(forget), tuple(drop)),
    )
    return chosen or ""


def search(
    placeholder: str,
    *,
    param: str,
    key: str,
    forget: Sequence[str] = (),
    drop: Sequence[str] = (),
) -> str:
    """Draw a search box that filters while one types."""
    _follow(key, st.query_params.get(param, ""))
    return (
        st.text_input(
            placeholder,
            key=key,
            type="search",
            placeholder=placeholder,
            label_visibility="collapsed",
            live="300ms",
            max_chars=200,
            on_change=_changed,
            args=(param, key, "", tuple(forget), tuple(drop)),
        )
        or ""
    )


def pick(
    label: str,
    options: Sequence[str],
    chosen: str,
    *,
    param: str,
    key: str,
    words: Callable[[str], str],
    forget: Sequence[str] = (),
    drop: Sequence[str] = (),
    visible_label: bool = True,
) -> str:
    """Draw a choice among ids; the chosen one is always written into the address."""
    _follow(key, chosen)
    write({param: chosen})
    value = st.selectbox(
        label,
        list(options),
        key=key,
        format_func=words,
        label_visibility="visible" if visible_label else "collapsed",
        on_change=_changed,
        args=(param, key, "", tuple(forget), tuple(drop)),
    )
    return value if value in options else chosen


def steps(
    label: str,
    options: Sequence[str],
    *,
    param: str,
    key: str,
    default: str,
    words: Callable[[str], str] = str,
    forget: Sequence[str] = (),
    help: str | None = None,
) -> str:
    """Draw a slider over a row of slugs and return the chosen one; parameters as ``segments``."""
    value = st.query_params.get(param, default)
    _follow(key, value if value in options else default)
    return st.select_slider(
        label,
        list(options),
        key=key,
        format_func=words,
        help=help,
        on_change=_changed,
        args=(param, key, default, tuple(forget), ()),
    )


def text(
    label: str,
    value: str,
    *,
    param: str,
    key: str,
    forget: Sequence[str] = (),
) -> str:
    """Draw a box for one id; what stands there is always written into the address."""
    _follow(key, value)
    write({param: value})
    return (
        st.text_input(
            label,
            key=key,
            max_chars=200,
            on_change=_changed,
            args=(param, key, "", tuple(forget), ()),
        )
        or value
    ).strip()


def page_number(
    total: int,
    per_page: int,
    *,
    param: str,
    key: str,
    forget: Sequence[str],
    drop: Sequence[str] = (),
    holds: int | None = None,
) -> int:
    """Draw the pages when there are several and return the chosen one, from 1.

    Parameters
    ----------
    total, per_page : int
        Rows altogether and on one page.
    param, key, forget, drop
        As :func:`segments`.
    holds : int, optional
        Place of a row, from 0, whose page is shown when the address names no page.
    """
    last = max(1, -(-total // per_page))
    if last == 1:
        return 1
    usual = "1" if holds is None else str(holds // per_page + 1)
    asked = st.query_params.get(param, usual)
    page = min(int(asked), last) if asked.isdecimal() and int(asked) >= 1 else 1
    # A page given both as a default and by the session would be a conflict to Streamlit.
    if key in st.session_state:
        _follow(key, page)
    chosen = st.pagination(
        last,
        default=page,
        key=key,
        on_change=_changed,
        args=(param, key, "1", tuple(forget), tuple(drop)),
    )
    return min(chosen, last)


def copy_link(path: str, query: Mapping[str, str]) -> None:
    """Draw a small menu that holds the view's absolute address, ready to copy."""
    with st.popover("Link", icon=":material/link:", help="An address that opens this very view"):
        st.code(absolute(path, query), language=None, wrap_lines=True)


def absolute(path: str, query: Mapping[str, str]) -> str:
    """Return the whole address of a page of this server."""
    here = urlsplit(st.context.url or "")
    root = f"{here.scheme}://{here.netloc}" if here.netloc else ""
    tail = f"?{urlencode(query)}" if query else ""
    return f"{root}/{path}{tail}"


def nothing_found(
    total_words: str, *, params: Sequence[str], key: str, forget: Sequence[str]
) -> None:
    """Say that a filter hides everything, and offer to clear it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(escape(total_words))
        st.button("Clear filters", key=key, on_click=_clear, args=(tuple(params), tuple(forget)))


def _clear(params: Sequence[str], forget: Sequence[str]) -> None:
    write(dict.fromkeys(params, ""))
    tables.forget(*forget)
