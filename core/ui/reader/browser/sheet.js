// A page laid out: the picture cropped to what is written, marks over it, and its words to be selected.

const MARGIN_PT = 5;
const LEAST_LINE_PX = 10; // from the highest to the lowest ink: letters of 11 px
const SMALLEST = 0.3;
const LARGEST = 6;
const ABOVE = 0.22;

/** Whether there is room to draw in; notes how much. */
export function measure(reader) {
  reader.width = reader.view.clientWidth;
  return reader.data.picture ? reader.width > 0 : true;
}

/** What of the page is shown, in points: all of it, or what is written with a margin. */
function shown(reader) {
  const { size, extent } = reader.data;
  if (reader.mode === "whole" || !extent) return [0, 0, ...size];
  const [left, top, right, bottom] = extent;
  // Where letters of the least size need all of the room, the margin makes way for them.
  const least = reader.mode === "fit" && reader.data.line ? LEAST_LINE_PX / reader.data.line : 0;
  const side = (right - left + 2 * MARGIN_PT) * least > reader.width - 2 ? 1 : MARGIN_PT;
  return [
    Math.max(0, left - side),
    Math.max(0, top - MARGIN_PT),
    Math.min(size[0], right + side),
    Math.min(size[1], bottom + MARGIN_PT),
  ];
}

export function layPage(reader) {
  const { data, crop, sheet } = reader;
  if (!data.picture) return;
  const [left, top, right, bottom] = shown(reader);
  const room = reader.width - 2;
  const fit = room / (right - left);
  if (reader.mode === "fit") reader.scale = Math.max(fit, data.line ? LEAST_LINE_PX / data.line : 0);
  else if (reader.mode === "whole") reader.scale = Math.min(fit, (reader.view.clientHeight - 2) / (bottom - top));
  else reader.scale = Math.min(Math.max(reader.mode, SMALLEST), LARGEST);
  const { scale } = reader;
  crop.style.width = `${(right - left) * scale}px`;
  crop.style.height = `${(bottom - top) * scale}px`;
  sheet.style.left = `${-left * scale}px`;
  sheet.style.top = `${-top * scale}px`;
  sheet.style.width = `${data.size[0] * scale}px`;
  sheet.style.height = `${data.size[1] * scale}px`;
  if (reader.picture.getAttribute("src") !== data.picture) reader.picture.src = data.picture;
  reader.frame.dataset.line = (data.line * scale).toFixed(2);
  reader.frame.dataset.scale = scale.toFixed(3);
  reader.boxes.replaceChildren(...data.marks.flatMap((mark) => mark.boxes.map((box) => boxOf(box, mark, scale))));
  layLayer(reader);
}

function boxOf([left, top, right, bottom], mark, scale) {
  const box = document.createElement("div");
  box.className = `${mark.hit ? "hit" : "mark"}${mark.now ? " now" : ""}`;
  place(box, left - 1, top - 1, right + 1, bottom + 1, scale);
  return box;
}

function place(element, left, top, right, bottom, scale) {
  element.style.left = `${left * scale}px`;
  element.style.top = `${top * scale}px`;
  element.style.width = `${(right - left) * scale}px`;
  element.style.height = `${(bottom - top) * scale}px`;
}

/** Transparent words over the picture, so that they can be selected and are read aloud. */
function layLayer(reader) {
  const { data, layer, scale } = reader;
  const key = `${data.place}|${data.page}`;
  if (layer.dataset.key !== key) {
    layer.dataset.key = key;
    layer.replaceChildren(
      ...data.runs.flatMap(([start, text]) => {
        const span = document.createElement("span");
        span.dataset.start = start;
        span.textContent = text;
        return [span, " "];
      }),
    );
  }
  const context = (reader.pen ??= document.createElement("canvas").getContext("2d"));
  const family = getComputedStyle(reader.frame).fontFamily;
  context.font = `100px ${family}`;
  data.runs.forEach(([, text, left, top, right, bottom], index) => {
    const span = layer.children[index];
    const height = (bottom - top) * scale;
    span.style.left = `${left * scale}px`;
    span.style.top = `${top * scale}px`;
    span.style.fontSize = `${height}px`;
    const natural = (context.measureText(text).width * height) / 100;
    span.style.transform = `scaleX(${((right - left) * scale) / Math.max(natural, 1)})`;
  });
}

/** The page's text with its marks. */
export function layWords(reader) {
  const { data, words } = reader;
  if (words.hidden) {
    words.replaceChildren();
    return;
  }
  words.lang = data.language;
  words.replaceChildren(
    ...data.text.map(([start, text, kind]) => {
      const piece = document.createElement(kind ? "mark" : "span");
      if (kind) piece.className = kind;
      piece.dataset.start = start;
      piece.textContent = text;
      return piece;
    }),
  );
}

/** Bring the mark that is meant into view; without one, the top of the page. */
export function scrollToMark(reader, smooth) {
  const behavior = smooth ? "smooth" : "instant";
  for (const [pane, mark] of [
    [reader.view, reader.boxes.querySelector(".now") ?? reader.boxes.firstElementChild],
    [reader.words, reader.words.querySelector(".now") ?? reader.words.querySelector("mark")],
  ]) {
    if (pane.hidden) continue;
    if (!mark) {
      pane.scrollTo({ top: 0, left: 0, behavior });
      continue;
    }
    const [at, around] = [mark.getBoundingClientRect(), pane.getBoundingClientRect()];
    const left = pane.scrollLeft + at.left - around.left;
    pane.scrollTo({
      top: pane.scrollTop + at.top - around.top - pane.clientHeight * ABOVE,
      left: left + at.width < pane.clientWidth ? 0 : left - 40,
      behavior,
    });
  }
}
