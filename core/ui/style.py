"""The few rules of style that the theme has no setting for. Colours come from the text's own, so both themes work."""

from __future__ import annotations

import json

import streamlit as st

from core.ui.texts import t

_CHOOSE_FILES = "CHOOSE_FILES"
_CSS = """
<style>
[data-testid="stSidebar"][data-collapsed="false"] { width: 14.5rem !important; min-width: 14.5rem; }
[data-testid="stHeader"], [data-testid="stToolbar"] { height: 2.25rem; min-height: 2.25rem; }
[data-testid="stMainBlockContainer"] { padding: 2.4rem 1.6rem 1.5rem; max-width: 1900px; }
[data-testid="stMain"] h1 { padding: 0.3rem 0 0.8rem; }
[data-testid="stSidebarHeader"] { margin-bottom: 0; padding-bottom: 0; height: 2.75rem; }
[data-testid="stApp"] { line-break: strict; }
[data-testid="stSelectbox"] input { text-overflow: ellipsis; }
[data-testid="stSidebarUserContent"] { padding-bottom: 0; }
[data-testid="stFileUploaderDropzoneInstructions"] { display: none; }
[data-testid="stFileUploaderDropzone"] button[kind="secondary"] [data-testid="stMarkdownContainer"] {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
[data-testid="stFileUploaderDropzone"] button[kind="secondary"]::after {
  content: CHOOSE_FILES; font-size: 0.95rem; margin-left: 0.35rem; }
.st-key-evidence_pane { scroll-margin-top: 2.6rem; }
.st-key-tab_language { display: none; }
.st-key-menu [data-testid="stElementContainer"]:has(> [data-testid="stPageLink"]) { margin: 0; }
.st-key-menu [data-testid="stPageLink"] a { padding: 0.1rem 0.5rem; margin: 0 0 1px; min-height: 0; }
.st-key-menu [data-testid="stPageLink"] a, .st-key-menu [data-testid="stPageLink"] a * {
  height: auto; white-space: normal; overflow: visible; }
.st-key-menu [data-testid="stCaptionContainer"] { padding-top: 0.3rem; }
[data-testid="stCaptionContainer"], [data-testid="stCaptionContainer"] p { color: inherit !important; }
[data-testid="stCaptionContainer"] { opacity: 0.84; }
button[kind="primary"]:not(:disabled), button[kind="primaryFormSubmit"]:not(:disabled), [data-baseweb="tag"] {
  color: light-dark(#fff, #0e1319) !important; }
button[kind="primary"] p, button[kind="primaryFormSubmit"] p { color: inherit !important; }
[data-baseweb="tag"] span, [data-baseweb="tag"] svg { color: inherit !important; }
[data-testid="stMultiSelect"] span[title] { color: light-dark(#fff, #0e1319) !important; }
button kbd { color: inherit !important; opacity: 1 !important; }
[data-testid="stMain"] [data-testid="stPageLink"] a { height: auto; }
[data-testid="stMain"] [data-testid="stPageLink"] a * { white-space: normal; overflow: visible; }
[class*="st-key-graph_group_"] [data-testid="stPageLink"] a { padding: 0 0.1rem; }
[class*="st-key-graph_group_"] [data-testid="stPageLink"] a * { white-space: nowrap; }
.st-key-job_panel [data-testid="stElementToolbar"] { display: none; }
.st-key-contract_head { gap: 0.35rem; }
.st-key-contract_head h1 { font-size: 1.25rem; padding: 0; }
[class*="st-key-row_"] button {
  justify-content: flex-start; text-align: left; padding: 0.2rem 0.5rem; min-height: 0; border-radius: 0.25rem;
}
.stMarkdownBadge { white-space: normal !important; overflow: visible !important; }
[class*="st-key-row_"] button > div { justify-content: flex-start; }
[class*="st-key-row_"] button p { white-space: normal; text-align: left; }
[class*="st-key-row_"] button p .stMarkdownColoredText { display: inline-block; }
[class*="st-key-row_in"] button { padding-left: 1.6rem; }
[class*="st-key-row_"] button[kind="secondary"] {
  background: color-mix(in srgb, currentColor 12%, transparent);
  box-shadow: inset 3px 0 0 currentColor;
}
[class*="st-key-row_"] button:focus-visible { outline: 2px solid currentColor; }
.st-key-contract_tab button { padding-left: 0.2rem; padding-right: 0.2rem; }
.st-key-contract_tab button p { font-size: 0.82rem; }
[data-testid="stMain"] [role="radiogroup"] { flex-wrap: wrap; overflow: visible; }
[class*="st-key-filed_"] button p, [class*="st-key-filed_"] button p *,
[data-testid="stColumn"] [data-testid="stButton"] button p,
[data-testid="stColumn"] [data-testid="stButton"] button p *,
[data-testid="stMetricLabel"] div, [data-testid="stMetricLabel"] p { white-space: normal; overflow: visible; }
.st-key-next_review_bar button { min-height: 2rem; padding-top: 0.2rem; padding-bottom: 0.2rem; }
@media (max-width: 999.9px) {
  [data-testid="stSidebar"][data-collapsed="false"] { width: 10.1rem !important; min-width: 10.1rem; }
  [data-testid="stSidebarContent"] { padding-left: 0.4rem; padding-right: 0.4rem; }
  .st-key-menu [data-testid="stPageLink"] a { padding: 0.1rem 0.25rem; }
  .st-key-menu [data-testid="stPageLink"] a * { font-size: 0.83rem !important; }
  html:lang(ja) .st-key-menu [data-testid="stPageLink"] a * { letter-spacing: -0.03em; }
  [data-testid="stMainBlockContainer"] { padding-left: 0.8rem; padding-right: 0.8rem; }
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"] .st-key-evidence_pane),
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"] .st-key-review_list) { flex-wrap: wrap; }
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"] .st-key-evidence_pane) > [data-testid="stColumn"],
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"] .st-key-review_list) > [data-testid="stColumn"] {
    min-width: 100%; }
  .st-key-review_list { max-height: max(9rem, 36vh); overflow-y: auto; flex-wrap: nowrap; }
}
@media (min-width: 1000px) {
  [data-testid="stLayoutWrapper"]:has(> .st-key-evidence_pane) { position: sticky; top: 2.5rem; }
  .st-key-review_list, .st-key-review_whole { max-height: calc(100vh - 6rem); overflow-y: auto; flex-wrap: nowrap; }
  .st-key-evidence_pane { max-height: calc(100vh - 3rem); overflow-y: auto; flex-wrap: nowrap; }
}
@media (min-width: 1000px) and (max-width: 1439.9px) {
  [data-testid="stMainBlockContainer"]:has(.st-key-chat_messages) { padding-left: 0.9rem; padding-right: 0.7rem; }
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"] .st-key-chat_messages) { gap: 0.9rem; }
  [data-testid="stHorizontalBlock"] > [data-testid="stColumn"]:has(.st-key-chat_messages) {
    flex: 0 0 calc(35% - 0.45rem); width: calc(35% - 0.45rem); }
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"] .st-key-chat_messages)
    > [data-testid="stColumn"]:has(.st-key-evidence_pane) { flex: 0 0 calc(65% - 0.45rem); width: calc(65% - 0.45rem); }
}
@media (min-width: 1000px) {
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"] .st-key-nothing_cited)
    > [data-testid="stColumn"]:not(:has(.st-key-nothing_cited)) { flex: 1 1 0; width: auto; min-width: 0; }
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"] .st-key-nothing_cited)
    > [data-testid="stColumn"]:has(.st-key-nothing_cited) { flex: 0 0 13rem; width: 13rem; min-width: 0; }
}
@media (min-height: 700.1px) {
  [data-testid="stLayoutWrapper"]:has(> .st-key-interview_chat), .st-key-interview_chat,
  [data-testid="stLayoutWrapper"]:has(> .st-key-draft_fields), .st-key-draft_fields {
    height: calc(100vh - 19.5rem) !important; flex-basis: auto !important; }
}
@media (max-height: 700px) {
  [data-testid="stLayoutWrapper"]:has(> .st-key-interview_chat), .st-key-interview_chat,
  [data-testid="stLayoutWrapper"]:has(> .st-key-draft_fields), .st-key-draft_fields {
    height: max(10rem, calc(100vh - 20rem)) !important; flex-basis: auto !important; }
}
.shinsa-hits { line-height: 1.6; overflow-wrap: anywhere; }
.shinsa-hits a { color: inherit; }
.shinsa-hits .title { font-weight: 600; }
.shinsa-hits .file { font-size: 0.88rem; opacity: 0.85; }
.shinsa-hits ul { margin: 0.15rem 0 0.4rem; padding-left: 1.1rem; }
.shinsa-hits mark { background: #ffe58a; color: #1c2127; }
.shinsa-quote { border-left: 3px solid color-mix(in srgb, currentColor 35%, transparent); padding-left: 0.7rem;
  max-height: 9.6rem; overflow-y: auto; overflow-wrap: anywhere;
  --shinsa-ground: light-dark(#fff, #14181d);
  background: linear-gradient(to top, var(--shinsa-ground) 40%, transparent) bottom / 100% 1.8rem no-repeat local,
    linear-gradient(to top, color-mix(in srgb, currentColor 30%, transparent), transparent) bottom / 100% 1rem
    no-repeat scroll; }
.shinsa-quote.whole { max-height: none; background: none; }
.shinsa-text { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.7; padding: 0.8rem 1rem;
  border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 0.25rem; }
ins { text-decoration: underline 2px; text-underline-offset: 3px; font-weight: 600;
  background: color-mix(in srgb, light-dark(#1d7a46, #6fd39b) 16%, transparent); }
del { text-decoration: line-through 1.5px;
  background: color-mix(in srgb, light-dark(#b3261e, #ff8a80) 12%, transparent); }
del + ins { margin-left: 0.2em; }
.shinsa-compare { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(19rem, 1fr); overflow: auto;
  max-height: max(22rem, calc(100vh - 5rem)); border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
  border-radius: 0.25rem; }
.shinsa-compare section { padding: 0.5rem 0.9rem 0.9rem; min-width: 0; overflow-wrap: anywhere;
  border-left: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
.shinsa-compare section:first-child { border-left: 0; }
.shinsa-compare section.base { position: sticky; left: 0; z-index: 1; background: var(--shinsa-base); }
.shinsa-compare { --shinsa-base: light-dark(#f4f5f7, #1e242b); }
.shinsa-compare h2 { font-size: 1rem; line-height: 1.35; padding: 0; margin: 0 0 0.2rem; }
.shinsa-compare h2 a, .shinsa-compare .note a { color: inherit; }
.shinsa-compare p { margin: 0 0 0.35rem; }
.shinsa-compare .note, .shinsa-compare-legend { font-size: 0.86rem; opacity: 0.88; }
.shinsa-compare .said { font-weight: 600; }
.shinsa-compare .words { line-height: 1.75; margin-top: 0.4rem; }
.shinsa-compare .candidate { border-left: 3px dotted color-mix(in srgb, currentColor 40%, transparent);
  padding-left: 0.6rem; font-style: italic; }
.shinsa-compare .badge { border: 1px solid currentColor; border-radius: 0.25rem; padding: 0 0.35rem;
  margin-right: 0.4rem; font-weight: 600; }
</style>
"""


def add_style() -> None:
    """Add the rules to the page."""
    st.html(_CSS.replace(_CHOOSE_FILES, json.dumps(t("shell.choose_files"), ensure_ascii=False)))
