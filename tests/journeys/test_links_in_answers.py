"""No answer makes a link, a picture or a form in a real browser, whatever a model or a contract made it say."""

from __future__ import annotations

import json
from pathlib import Path

from journey_helpers import ROOT, server, settled
from playwright.sync_api import Browser, expect

# Each became clickable in one of the two chats, or is a relative of one that did (issue 13, 8).
PAYLOADS = (
    "https://a.example/x",
    "https:\\//a.example",
    "https\\://a.example",
    "https:/\\/a.example",
    "http&#58;//a.example",
    "http:&sol;/a.example",
    "&#104;ttp://a.example",
    "http&colon;//a.example",
    "www.a.example",
    "_www.a.example",
    "www\\.a.example",
    "WWW\\.a.example",
    "*www*.a.example www&period;a.example",
    "www&#46;a.example",
    "a@b.example",
    "a\\@b.example",
    "a&commat;b.example",
    "mailto:a@b.example",
    "mailto\\:a\\@b.example",
    "xmpp:a@b.example/x",
    "ftp://a.example",
    "<https://a.example>",
    "\\<https://a.example>",
    "\\\\<https://a.example>",
    "<a@b.example>",
    '<a href="https://a.example">x</a>',
    "\\\\<img src=https://a.example/p.png>",
    "[x](https://a.example)",
    "[x]\\(https://a.example)",
    "[x\\](https://a.example)",
    "[x](</contract>)",
    "![x](https://a.example/p.png)",
    "![x][r]\n\n[r]: https://a.example/p.png",
    "[r]\n\n[r]: /contract",
    "x[^1]\n\n[^1]: note",
    "| a |\n|---|\n| https:\\//a.example www\\.a.example |",
    "> 1. **https://a.example**\n>    - `c` http&#58;//a.example",
    "$\\href{https://a.example}{x}$ \\\\$\\href{https://a.example}{x}$",
    "[![x](a.png)](https://a.example)",
    "http://a.example\u3000続き https://日本.example。",
)

SCRIPT = """
import json, sys
import streamlit as st
sys.path.insert(0, {root!r})
from core.ui.escape import answer_md, md
for number, text in enumerate(json.loads({payloads!r})):
    with st.container(key=f"answer_{{number}}"):
        st.markdown(answer_md(text))
    with st.container(key=f"name_{{number}}"):
        st.markdown(md(text))
st.title("drawn")
"""


def test_no_link_arises(browser: Browser, tmp_path: Path) -> None:
    script = tmp_path / "payloads.py"
    script.write_text(SCRIPT.format(root=str(ROOT), payloads=json.dumps(PAYLOADS)), encoding="utf-8")
    with server(tmp_path, tmp_path / "server.log", script=script) as port:
        page = browser.new_page()
        page.goto(f"http://localhost:{port}/")
        expect(page.get_by_role("heading", name="drawn")).to_be_visible()
        settled(page)
        drawn = page.evaluate(
            """() => [...document.querySelectorAll('[class*="st-key-answer_"], [class*="st-key-name_"]')]
                .filter(box => box.querySelector('a[href], img, form, iframe, .katex'))
                .map(box => box.className.match(/st-key-\\S+/)[0] + ' ' + box.innerHTML.slice(0, 300))"""
        )
        shown = page.locator(".st-key-answer_0").inner_text().replace("\u2060", "")
        page.close()
    assert drawn == []
    assert shown == "https://a.example/x"
