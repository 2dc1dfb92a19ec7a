"""Which versions of prompts the pages use, what people said of them, and the way back."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.errors import WorkbenchError
from core.prompting import PromptRevision, PromptShelf, Use, load_prompt, prompt_names
from core.ui.access.permitted import permitted
from core.ui.escape import md
from core.ui.failure import show_error
from core.ui.optimizer.differences import line_difference
from core.ui.optimizer.formats import moment, percent, settings_words
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench


def prompts_in_use() -> None:
    """Choose a prompt; see what is in use, its versions, and change it."""
    shelf = PromptShelf(workbench().store)
    names = sorted(prompt_names(), key=lambda name: (not shelf.versions(name), name))
    name = st.selectbox(t("optimizer.prompt"), names, key="shelf_prompt")
    uses = shelf.uses(name)
    _now(shelf, name, uses)
    versions = shelf.versions(name)
    st.subheader(t("optimizer.versions"), anchor=False)
    if not versions:
        st.caption(t("optimizer.no_versions"))
        return
    by_number = {version.number: version for version in versions}
    number = st.selectbox(
        t("optimizer.version"),
        [0, *by_number],
        format_func={number: _line(by_number.get(number)) for number in (0, *by_number)}.__getitem__,
        key="shelf_version",
    )
    try:
        chosen = load_prompt(name) if number == 0 else shelf.prompt(by_number[number].id)
    except WorkbenchError:
        st.warning(t("optimizer.outdated"))
        return
    changed = line_difference(shelf.in_use(name).prompt.source, chosen.source)
    st.caption(t("optimizer.difference") if changed else t("optimizer.no_difference"))
    if changed:
        st.code(changed, language="diff", wrap_lines=True)
    if changed and st.button(t("optimizer.use_version"), key="use_version", **permitted("prompt.promote")):
        try:
            shelf.promote(name, None if number == 0 else by_number[number].id, author=person())
            st.rerun()
        except WorkbenchError as error:
            show_error(error)
    with st.expander(t("optimizer.history_of_use")):
        st.dataframe(
            pd.DataFrame(
                [
                    {
                        t("optimizer.when"): moment(use.created_at),
                        t("optimizer.version"): str(use.version.number) if use.version else t("optimizer.shipped"),
                        t("optimizer.author"): use.author,
                        t("optimizer.note"): use.note,
                    }
                    for use in uses
                ]
            ),
            hide_index=True,
            key="uses",
        )


def _line(version: PromptRevision | None) -> str:
    if version is None:
        return t("optimizer.shipped")
    return f"{version.number} · {version.note} · {version.author} · {moment(version.created_at)}"


def _now(shelf: PromptShelf, name: str, uses: list[Use]) -> None:
    if not uses or uses[0].version is None:
        st.markdown(t("optimizer.in_use_file"))
    else:
        version = uses[0].version
        st.markdown(
            t(
                "optimizer.in_use_version",
                number=version.number,
                author=md(uses[0].author),
                when=moment(uses[0].created_at),
            )
        )
    if not uses:
        return
    if uses[0].exploration and uses[0].arms:
        st.caption(t("optimizer.in_use_exploring", share=percent(uses[0].exploration)))
    if st.button(t("optimizer.roll_back"), key="roll_back", **permitted("prompt.promote")):
        try:
            shelf.roll_back(name, author=person())
            st.rerun()
        except WorkbenchError as error:
            show_error(error)
    rewards = shelf.rewards(uses[0].id)
    if rewards:
        st.subheader(t("optimizer.thumbs"), anchor=False)
        st.dataframe(
            pd.DataFrame(
                [
                    {
                        t("optimizer.settings"): settings_words(arm.knobs, 160),
                        t("optimizer.uses"): arm.uses,
                        t("optimizer.up"): arm.up,
                        t("optimizer.down"): arm.down,
                    }
                    for arm in rewards
                ]
            ),
            hide_index=True,
            key="thumbs",
        )
