"""What counts as found, on the page of contracts: chosen, kept, and applied to contracts that were read before."""

from __future__ import annotations

import pytest
from page_helpers import open_page, unfold, words

from core.contracts import FindingSensitivity
from core.errors import BadArguments
from core.ui.workbench import workbench


def _chosen() -> str:
    return FindingSensitivity(workbench().store).chosen()


@pytest.mark.parametrize(
    ("language", "label"), [("ja", "「あり」とする基準：標準"), ("en", "What counts as found: Balanced")]
)
@pytest.mark.usefixtures("filled")
def test_balanced_until_somebody_chooses(language: str, label: str) -> None:
    page = open_page(language=language, view="matrix")
    unfold(page, "sensitivity")
    assert label in [expander.label for expander in page.expander]
    assert _chosen() == "balanced"
    assert page.button(key="sensitivity_keep").disabled


@pytest.mark.usefixtures("filled")
def test_a_choice_holds_for_new_contracts_and_reads_others_again() -> None:
    page = open_page(language="ja", view="matrix")
    unfold(page, "sensitivity")
    page.radio(key="sensitivity_choice").set_value("miss_nothing").run()
    page.button(key="sensitivity_keep").click().run()
    assert not page.exception
    assert _chosen() == "miss_nothing"
    assert "「あり」とする基準：見落とさない" in [expander.label for expander in page.expander]
    unfold(page, "sensitivity")
    page.radio(key="sensitivity_choice").set_value("only_sure").run()
    page.button(key="sensitivity_again").click().run()
    assert not page.exception
    assert _chosen() == "only_sure"
    job = workbench().ledger.recent()[0]
    units = workbench().ledger.units(job.batch_id)
    assert (job.kind, job.total) == ("ingest", len(units))
    assert {unit.payload["sensitivity"] for unit in units} == {"only_sure"}
    assert words(page)


@pytest.mark.usefixtures("filled")
def test_no_other_setting_is_taken() -> None:
    open_page(language="en", view="matrix")
    with pytest.raises(BadArguments):
        FindingSensitivity(workbench().store).choose("everything")
    assert _chosen() == "balanced"
