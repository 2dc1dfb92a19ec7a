"""A whole interview with the built-in engine, from the case to an approved entry, in a real browser on a real server.

The tests of this module tell one story in order, on one server.
"""

from __future__ import annotations

import json
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
FROM_A_FILE = {
    "title": "支払期限の延長",
    "contract_types": ["売買契約"],
    "problem_pattern": "支払は請求から120日以内とする。",
    "risk": "資金繰りが悪くなる。",
    "recommended_clause": "支払は請求書の受領後30日以内とする。",
    "severity": "medium",
    "status": "approved",
}
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


def test_a_name_a_draft_from_a_file_and_a_revision_of_what_is_in_force(page: Page, port: int) -> None:
    go(page, port, "/knowledge")
    page.get_by_role("button", name="名前を入力").click()
    page.get_by_label("お名前").fill("鈴木花子")
    page.get_by_role("button", name="保存", exact=True).click()
    expect(page.get_by_role("button", name="作業中：鈴木花子")).to_be_visible(timeout=WAIT_MS)
    # What a file calls approved arrives as a draft.
    page.get_by_role("button", name="取り込み", exact=True).click()
    line = json.dumps(FROM_A_FILE, ensure_ascii=False).encode()
    page.locator("[class*=st-key-knowledge_file_] input[type=file]").set_input_files(
        [{"name": "payment.jsonl", "mimeType": "application/jsonl", "buffer": line}]
    )
    page.locator(".st-key-knowledge_import_start button").click(timeout=WAIT_MS)
    page.get_by_role("dialog").get_by_role("button").first.click(timeout=WAIT_MS)
    row = page.locator(".frame[data-rows] tr", has_text=str(FROM_A_FILE["title"]))
    expect(row).to_contain_text("下書き", timeout=WAIT_MS)
    # An approved entry that is edited stays in force until what is proposed for it is approved.
    go(page, port, "/knowledge?entry=K1")
    page.locator(".st-key-edit button").click()
    clause = page.locator("[class*=st-key-recommended_clause_] textarea")
    clause.fill("秘密保持義務は契約終了後2年で終了する。")
    page.locator("[class*=st-key-save_] button").last.click()
    approve = page.locator(".st-key-approve_proposal button")
    expect(approve).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_text("承認済み").first).to_be_visible()
    settled(page)
    approve.click()
    expect(approve).to_have_count(0, timeout=WAIT_MS)
    expect(page.get_by_text(re.compile("契約終了後2年で終了する")).first).to_be_visible(timeout=WAIT_MS)
    settled(page)
    # The first page has what is not finished; the page about models says where text would go, before there is one.
    page.get_by_role("link", name="今日", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("今日", timeout=WAIT_MS)
    expect(page.get_by_text(str(FROM_A_FILE["title"])).first).to_be_visible(timeout=WAIT_MS)
    page.get_by_role("link", name="モデルの接続", exact=True).click()
    expect(page.get_by_role("heading", name="文章の送り先")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_text(re.compile("モデルは接続されていません"))).to_be_visible()


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
    expect(page.get_by_text("K3 としてナレッジに登録しました。")).to_be_visible(timeout=WAIT_MS)
