// The component: a page of a contract to read, with its marked words. It draws and reports; Python decides what is shown.

import { listen } from "./hand.js";
import { layPage, layWords, measure, scrollToMark } from "./sheet.js";

const readers = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  if (!data) return; // only here to have the scripts loaded
  const frame = parentElement.querySelector(".frame");
  let reader = readers.get(frame);
  if (!reader) {
    reader = newReader(frame, parentElement);
    readers.set(frame, reader);
    listen(reader);
    reader.observer = new ResizeObserver(() => resized(reader));
    reader.observer.observe(frame.querySelector(".view"));
  }
  reader.send = (what) => {
    frame.setAttribute("aria-busy", "true");
    setTriggerValue("wanted", { ...what, number: (reader.number += 1) });
  };
  take(reader, data);
  return () => reader.observer.disconnect();
}

function newReader(frame, root) {
  const find = (name) => frame.querySelector(name);
  return {
    frame,
    root: root.getRootNode(),
    view: find(".view"),
    crop: find(".crop"),
    sheet: find(".sheet"),
    picture: find("img"),
    boxes: find(".boxes"),
    layer: find(".layer"),
    words: find(".words"),
    chosen: find(".chosen"),
    said: find(".said"),
    data: null,
    mode: "fit", // fit, whole, or a number: pixels a point
    scale: 1,
    text: false, // the text stands beside the picture
    width: 0,
    number: Date.now() % 1e9,
    selected: null,
    row: "",
  };
}

function take(reader, data) {
  const before = reader.data;
  reader.data = data;
  const moved = !before || before.place !== data.place || before.page !== data.page || before.jump !== data.jump;
  if (before && before.place !== data.place && typeof reader.mode !== "number") reader.mode = "fit";
  // Words that stand as they are stay, and with them what is being selected of them.
  const drawn = before && JSON.stringify([before.page, before.text, before.language, Boolean(before.picture)]);
  const anew = drawn !== JSON.stringify([data.page, data.text, data.language, Boolean(data.picture)]);
  name(reader);
  if (anew) layWords(reader);
  if (measure(reader)) {
    layPage(reader);
    if (moved) scrollToMark(reader, before !== null && before.page === data.page && before.place === data.place);
  }
  if (before && before.place !== data.place && !view) showBelow(reader, document.querySelector(".st-key-review_list"));
  // Beside a chat only a citation that was pressed brings it into sight: an answer that comes is read first.
  if (data.pressed && before?.pressed !== data.pressed) {
    showBelow(reader, document.querySelector(".st-key-chat_messages"));
  }
  // The list is drawn in the same run, but not always before this.
  for (const later of [150, 700, 2000, 5000]) setTimeout(() => showRow(reader), later);
  if (anew || !data.selectable) reader.chosen.hidden = true;
  reader.frame.setAttribute("aria-busy", "false");
  reader.frame.dataset.page = String(data.page);
  reader.frame.dataset.place = data.place;
}

/** Where the page stands below what was chosen from, not beside it, it comes into sight with what is said of it. */
function showBelow({ root }, list) {
  const pane = root.host?.closest(".st-key-evidence_pane");
  if (pane && list && pane.getBoundingClientRect().top >= list.getBoundingClientRect().bottom) {
    pane.scrollIntoView({ block: "start", behavior: "instant" });
  }
}

/** Who opens another view of the list wants to see the list. */
let view = false;
document.addEventListener("keydown", () => (view = false), true);
document.addEventListener("click", ({ target }) => (view = Boolean(target.closest?.(".st-key-contract_tab"))), true);

/** The row that is chosen comes into the list's sight, also where a key, a cell of the matrix or a link chose it. */
function showRow(reader) {
  const list = document.querySelector(".st-key-review_list");
  const row = list?.querySelector('[class*="st-key-row_"] button[kind="secondary"]');
  const chosen = row?.closest('[class*="st-key-row_"]').className;
  if (!row || chosen === reader.row) return;
  reader.row = chosen;
  const [place, shown] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (place.top >= shown.top && place.bottom <= shown.bottom) return;
  list.scrollTop += place.top - shown.top - (shown.height - place.height) / 2;
}

function resized(reader) {
  if (!reader.data || !measure(reader)) return;
  layPage(reader);
  scrollToMark(reader, false);
}

/** Words of buttons and for screen readers, and what can be pressed. */
function name(reader) {
  const { frame, data } = reader;
  const { words } = data;
  frame.setAttribute("aria-label", data.alt);
  frame.classList.toggle("low", data.low);
  reader.picture.alt = data.alt;
  const marked = data.steps.count;
  for (const button of frame.querySelectorAll("button[data-do]")) {
    const word = words[button.dataset.do];
    if (button.classList.contains("word") || button.dataset.do === "take") button.textContent = word;
    else button.setAttribute("aria-label", word);
    button.title = words[`${button.dataset.do}_help`] ?? word;
    if (button.classList.contains("pictured")) button.hidden = !data.picture;
  }
  const press = (what) => frame.querySelector(`[data-do="${what}"]`);
  press("page_back").disabled = data.page <= 1;
  press("page_forward").disabled = data.page >= data.pages;
  for (const what of ["mark_back", "mark_forward"]) press(what).disabled = marked < 1;
  frame.querySelector(".bar").setAttribute("aria-label", words.tools);
  const number = frame.querySelector(".number");
  number.setAttribute("aria-label", words.page);
  if (reader.root.activeElement !== number) number.value = String(data.page);
  frame.querySelector(".total").textContent = `/ ${data.pages}`;
  frame.querySelector(".marks").textContent = data.steps.text;
  const find = frame.querySelector(".find");
  find.placeholder = words.find;
  find.setAttribute("aria-label", words.find);
  if (reader.root.activeElement !== find) find.value = data.find;
  reader.view.hidden = !data.picture;
  reader.view.setAttribute("aria-label", data.alt);
  reader.words.setAttribute("aria-label", words.text);
  reader.words.hidden = Boolean(data.picture) && !reader.text;
  reader.said.textContent = data.said;
}
