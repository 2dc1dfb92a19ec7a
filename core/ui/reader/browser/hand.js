// Buttons, keys, the search box and selected words.

import { layPage, layWords, scrollToMark } from "./sheet.js";

const STEP = 1.25;
const KEYS = {
  ArrowLeft: "page_back",
  ArrowRight: "page_forward",
  PageUp: "page_back",
  PageDown: "page_forward",
  n: "mark_forward",
  p: "mark_back",
  "+": "zoom_in",
  "=": "zoom_in",
  "-": "zoom_out",
  0: "fit",
  w: "whole",
  t: "text",
  f: "full",
};

export function listen(reader) {
  const { frame } = reader;
  const press = {
    page_back: () => turn(reader, reader.data.page - 1),
    page_forward: () => turn(reader, reader.data.page + 1),
    mark_back: () => reader.send({ what: "step", by: -1 }),
    mark_forward: () => reader.send({ what: "step", by: 1 }),
    zoom_in: () => zoom(reader, reader.scale * STEP),
    zoom_out: () => zoom(reader, reader.scale / STEP),
    fit: () => zoom(reader, "fit"),
    whole: () => zoom(reader, "whole"),
    text: () => showText(reader, !reader.text),
    full: () => full(reader, !frame.classList.contains("open")),
    close: () => full(reader, false),
    take: () => {
      reader.send({ what: "select", ...reader.selected });
      reader.chosen.hidden = true;
    },
  };
  for (const button of frame.querySelectorAll("button[data-do]")) {
    button.addEventListener("click", () => press[button.dataset.do]());
  }
  const number = frame.querySelector(".number");
  number.addEventListener("change", () => turn(reader, Number.parseInt(number.value.normalize("NFKC"), 10)));
  const find = frame.querySelector(".find");
  find.addEventListener("keydown", (event) => {
    if (event.isComposing || event.key !== "Enter") return;
    event.preventDefault();
    if (find.value.trim() === reader.data.find) press[event.shiftKey ? "mark_back" : "mark_forward"]();
    else reader.send({ what: "find", words: find.value.trim() });
  });
  find.addEventListener("search", () => {
    if (!find.value && reader.data.find) reader.send({ what: "find", words: "" });
  });
  frame.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && frame.classList.contains("open")) {
      full(reader, false);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
    if (event.key === "/") {
      find.focus();
      event.preventDefault();
    } else if (KEYS[event.key]) {
      const button = frame.querySelector(`[data-do="${KEYS[event.key]}"]`);
      if (button && !button.disabled && !button.hidden) press[KEYS[event.key]]();
      event.preventDefault();
      event.stopPropagation();
    }
  });
  frame.addEventListener("pointerup", () => setTimeout(() => selected(reader), 0));
  frame.addEventListener("keyup", (event) => event.shiftKey && selected(reader));
}

function turn(reader, page) {
  if (Number.isInteger(page) && page >= 1 && page <= reader.data.pages && page !== reader.data.page) {
    reader.send({ what: "page", page });
  } else reader.frame.querySelector(".number").value = String(reader.data.page);
}

function zoom(reader, mode) {
  const { view } = reader;
  const before = reader.scale;
  const middle = (view.scrollTop + view.clientHeight / 2) / before;
  reader.mode = mode;
  layPage(reader);
  if (typeof mode === "number") view.scrollTop = middle * reader.scale - view.clientHeight / 2;
  else scrollToMark(reader, false);
}

function showText(reader, on) {
  reader.text = on;
  reader.frame.querySelector('[data-do="text"]').setAttribute("aria-pressed", String(on));
  reader.words.hidden = Boolean(reader.data.picture) && !on;
  layWords(reader);
  scrollToMark(reader, false);
}

/** Over everything else on the page, as the browser's top layer, or back in its place. */
function full(reader, on) {
  const { frame } = reader;
  frame.classList.toggle("open", on);
  frame.querySelector('[data-do="close"]').hidden = !on;
  frame.querySelector('[data-do="full"]').hidden = on;
  if (on) {
    frame.setAttribute("popover", "manual");
    frame.showPopover();
  } else {
    frame.hidePopover();
    frame.removeAttribute("popover");
  }
  frame.focus();
}

/** Notice selected words, and offer to take them. */
function selected(reader) {
  const { root, chosen, data } = reader;
  const selection = root.getSelection ? root.getSelection() : document.getSelection();
  const words = selection ? selection.toString().trim() : "";
  if (!data.selectable || !words || selection.isCollapsed) {
    chosen.hidden = true;
    return;
  }
  const ends = [offset(selection.anchorNode, selection.anchorOffset), offset(selection.focusNode, selection.focusOffset)];
  if (ends.includes(null)) {
    chosen.hidden = true;
    return;
  }
  ends.sort((a, b) => a - b);
  reader.selected = { start: ends[0], end: ends[1] };
  const quote = reader.layer.contains(selection.anchorNode) ? wordsOf(data.runs, ...ends) : words;
  chosen.querySelector(".quote").textContent = quote.replace(/\s+/g, " ");
  chosen.hidden = false;
}

/** Words of a picture from one character to another: what stands apart on it is divided by a blank. */
function wordsOf(runs, start, end) {
  let quote = "";
  let last = null;
  for (const [begin, text] of runs) {
    const signs = [...text];
    const piece = signs.slice(Math.max(0, start - begin), Math.max(0, end - begin)).join("");
    if (!piece) continue;
    quote += last === null || last === begin ? piece : ` ${piece}`;
    last = begin + signs.length;
  }
  return quote;
}

/** Number of the document's character at a place of a selection; Python counts code points. */
function offset(node, at) {
  if (node && node.nodeType === Node.ELEMENT_NODE && node.childNodes.length) {
    const child = node.childNodes[Math.min(at, node.childNodes.length - 1)];
    return offset(child.firstChild ?? child, at >= node.childNodes.length ? child.textContent.length : 0);
  }
  let piece = node?.parentElement;
  if (node && !piece?.dataset.start) {
    // Between two words: the end of the one before.
    piece = node.previousSibling;
    if (!piece?.dataset?.start) return null;
    return Number(piece.dataset.start) + [...piece.textContent].length;
  }
  if (!piece?.dataset.start) return null;
  return Number(piece.dataset.start) + [...node.textContent.slice(0, at)].length;
}
