"""A whole interview with the built-in engine, from the case to an approved entry, in a real browser on a real server.

The tests of this module tell one story in order, on one server.
"""

from __future__ import annotations

import re

import pytest
from journey_helpers import WAIT_MS, go, settled
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]
CASE = "去年の秘密保持契約で、期間の定めがなく、7年後に漏えいの責任を問われて訴えられました。"
BEFORE_RELOAD = [
    (CASE, "契約書のどの文言"),
    ("「秘密保持義務は無期限に存続する。」", "なぜそれが問題なのですか"),
    ("記録を永久に残さねばならず、いつまでも訴えられる。", "重要度は"),
    ("高", "どのような条件のとき"),
]
AFTER_RELOAD = [
    ("わからない", "どのような条項にしておくべきでしたか"),
    ("秘密保持義務は契約終了後3年で終了する。", "この案件は防げましたか"),
    ("はい", "次に何を提案しますか"),
    ("5年。だめなら7年", "締結を見送りますか"),
    ("無期限の義務は受け入れられない", "関係する法令"),
    ("なし", "注意や例外"),
    ("なし", "表題を付けてください"),
    ("秘密保持義務の期間", "よければ「承認」"),
    ("承認", "承認を受け取りました"),
]


def say(page: Page, message: str, answer: str) -> None:
    """Send a message and wait for the answer to it."""
    said = page.get_by_test_id("stChatMessage")
    before = said.count()
    page.get_by_test_id("stChatInputTextArea").fill(message)
    page.keyboard.press("Enter")
    # The answer before it may hold the same words.
    expect(said.nth(before + 1)).to_be_visible(timeout=WAIT_MS)
    expect(said.last).to_contain_text(answer, timeout=WAIT_MS)
    settled(page)


def test_an_interview_to_an_approved_entry_with_f5_in_the_middle(page: Page, port: int) -> None:
    go(page, port, "/interview")
    for message, answer in BEFORE_RELOAD:
        say(page, message, answer)
    expect(page).to_have_url(re.compile("session="))
    page.reload()
    expect(page.get_by_text(CASE, exact=True).first).to_be_visible(timeout=WAIT_MS)
    settled(page)
    for message, answer in AFTER_RELOAD:
        say(page, message, answer)
    page.locator(".st-key-row_field_note button").click()
    field = page.locator(".st-key-in_note textarea")
    field.fill("取引先が競合のときは短くする。")
    page.locator(".st-key-save_note button").click()
    expect(page.locator(".st-key-row_field_note")).to_contain_text("取引先が競合のときは短くする。", timeout=WAIT_MS)
    settled(page)
    page.get_by_role("button", name="ナレッジに登録").click()
    expect(page.get_by_text("K1 としてナレッジに登録しました。")).to_be_visible(timeout=WAIT_MS)
    # A click anywhere on its row opens an entry.
    page.get_by_role("link", name="ナレッジ", exact=True).click()
    page.locator(".frame[data-rows] td.date").click(timeout=WAIT_MS)
    expect(page.get_by_role("heading", level=1)).to_contain_text("K1. 秘密保持義務の期間", timeout=WAIT_MS)
    # The menu leads back to the list, and the address with it: what is typed there comes to the list.
    page.get_by_role("link", name="ナレッジ", exact=True).click()
    expect(page).not_to_have_url(re.compile("entry="), timeout=WAIT_MS)
    settled(page)
    page.get_by_placeholder(re.compile("語句")).fill("秘密")
    expect(page.locator(".frame[data-rows='1']")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_role("heading", level=1)).to_have_text("ナレッジ")


def test_a_second_tab_goes_on_with_the_same_interview_and_a_twin_is_warned_of(page: Page, port: int) -> None:
    go(page, port, "/interview")
    fields = (
        "題名：秘密保持義務の期間",
        "契約類型：秘密保持契約",
        "問題パターン：「秘密保持義務は無期限に存続する。」",
    )
    for message in fields:
        say(page, message, "直しました")
    other = page.context.new_page()
    other.goto(page.url)
    # In the chat: the list of interviews may show the same words.
    first = other.get_by_test_id("stChatMessage").get_by_text("題名：秘密保持義務の期間", exact=True)
    expect(first).to_be_visible(timeout=WAIT_MS)
    settled(other)
    say(other, "リスク：記録を永久に残さねばならず、いつまでも訴えられる。", "直しました")
    say(page, "推奨条項：秘密保持義務は契約終了後3年で終了する。", "直しました")
    approve = page.get_by_role("button", name="ナレッジに登録")
    expect(approve).to_be_enabled(timeout=WAIT_MS)
    approve.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("K1")).to_be_visible(timeout=WAIT_MS)
    dialog.get_by_role("button", name="それでも登録する").click()
    expect(page.get_by_text("K2 としてナレッジに登録しました。")).to_be_visible(timeout=WAIT_MS)
