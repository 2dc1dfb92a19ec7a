"""No answer makes a link, a picture or a form in a real browser, whatever a model or a contract made it say."""

from __future__ import annotations

import json
from pathlib import Path

from journey_helpers import ROOT, server, settled
from playwright.sync_api import Browser, expect

# Each became clickable in one of the two chats, or is a relative of one that did (issue 13, 8).
PAYLOADS = (
    "https://a.example",
    "hTTps://A.Example/x?q=1#f",
    "\\\\https://a.example",
    "**https:**//a.example",
    "https:**//**a.example",
    "`https`://a.example",
    "http&#x3a;//a.example",
    "http&#0058;//a.example",
    "http&#x003A;&#x2F;/a.example",
    "&#x77;&#x77;&#x77;.a.example",
    "&#119;ww.a.example",
    "w&#8203;ww.a.example",
    "ｗｗｗ.a.example",
    "www。a。example",
    "ｈｔｔｐｓ：//a.example",
    "(www.a.example)",
    "~www.a.example~ ~~www.a.example~~",
    "_https://a.example_",
    '"https://a.example"',
    "a&#64;b.example",
    "a&#x40;b.example",
    "a+b_c@d.e.example",
    "MAILTO:a@b.example",
    "tel:+81312345678 <tel:+81312345678>",
    "<HTTPS://a.example>",
    "<x-y+z:abc>",
    "<javascript:alert(1)>",
    "[x](javascript:alert(1))",
    '[x]( <https://a.example> "t")',
    "[x][]\n\n[x]: https://a.example",
    "[x]\n\n  [x]:\n  <https://a.example>",
    "&#91;x&#93;&#40;https://a.example&#41;",
    "![](data:image/png;base64,AAAA)",
    "&lt;a href=https://a.example&gt;x&lt;/a&gt;",
    ":link[x]{href=https://a.example}",
    ":material/link: :red[https://a.example]",
    ":blue-badge[www.a.example]",
    "# www.a.example",
    "```\nhttps://a.example\n```\nhttps://a.example",
    "- [ ] https://a.example",
    "Setext www.a.example\n===",
    "a@b.example.",
    '<!-- --><a href="https://a.example">x</a>',
    "<details><summary>x</summary>https://a.example</details>",
    "$$\\\\url{https://a.example}$$",
    "\\\\[x\\\\](https://a.example)",
    "[x](//a.example)",
    "[x](www.a.example)",
    "[x](a.pdf)",
    "[x](?contract=1)",
    "[x](#top)",
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
        expect(page.get_by_role("heading", name="drawn")).to_be_visible(timeout=60_000)
        settled(page)
        # A heading has Streamlit's own link to its place on the page.
        drawn = page.evaluate(
            """() => [...document.querySelectorAll('[class*="st-key-answer_"], [class*="st-key-name_"]')]
                .filter(box => box.querySelector('a[href]:not([href^="#"]), img, form, iframe, .katex'))
                .map(box => box.className.match(/st-key-\\S+/)[0] + ' ' + box.innerHTML.slice(0, 300))"""
        )
        shown = page.locator(".st-key-answer_0").inner_text().replace("\u2060", "")
        page.close()
    assert drawn == []
    assert shown == "https://a.example"
