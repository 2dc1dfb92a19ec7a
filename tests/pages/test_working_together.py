"""Comments on a contract's page and work on the first page."""

from __future__ import annotations

from datetime import date

import pytest
from page_helpers import open_page, unfold, words

from core.contracts import Addressee, Assignments, Comments
from core.ui.workbench import workbench


@pytest.mark.usefixtures("filled")
def test_a_comment_that_names_somebody_is_their_work() -> None:
    assert "My work" not in words(open_page(None, language="en"))
    opened = workbench()
    first, second, _third = opened.library.rows()
    page = open_page("pages/contract.py", language="en", contract=first.contract_id)
    assert not [field for field in page.text_area if field.key == "comment_text"]
    unfold(page, "comments_0")
    page.text_area(key="comment_text").input("@reviewer <b>is</b> this ours?")
    next(button for button in page.button if button.label == "Add").click().run()
    assert not page.exception
    (comment,) = Comments(opened.store).of(first.contract_id)
    assert (comment.text, comment.people) == ("@reviewer <b>is</b> this ours?", (Addressee("reviewer"),))
    assert "For reviewer" in words(page)
    Assignments(opened.store).assign([second.contract_id], "reviewer", by="sato", due=date(2020, 1, 31))
    today = open_page(None, language="en")
    assert "My work  :gray[2]" in [head.value for head in today.subheader]
    page.button(key=f"finish_{comment.id}").click().run()
    assert "done (reviewer)" in words(page)
    assert "My work  :gray[1]" in [head.value for head in open_page(None, language="en").subheader]
