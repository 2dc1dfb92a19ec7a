// A table of contracts: a row opens its contract, ticked rows are chosen, heads sort. Python decides what it holds.

// Rows are made a section at a time, when the section comes near what is in sight: 500 contracts by 66 clause types are
// 33,000 cells, a second of work that nobody looks at. Until then a section stands for its rows by an empty one as high.
const SECTION = 10;
const ROW_PX = { plain: 30, withLine: 51 };
const NEAR_PX = 300;
const TICK_PX = 30;
const grids = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  if (!data) return;
  const frame = parentElement.querySelector(".frame");
  let grid = grids.get(frame);
  if (!grid) {
    grid = { frame, table: frame.querySelector("table"), head: frame.querySelector("thead"), number: Date.now() % 1e9 };
    grids.set(frame, grid);
    listen(grid);
  }
  grid.send = (what) => setTriggerValue("wanted", { ...what, number: (grid.number += 1) });
  const same = grid.data && grid.data.stamp === data.stamp;
  grid.data = { ...data, ...(same ? held(grid.data) : JSON.parse(data.body)) };
  grid.chosen = new Set(data.chosen);
  frame.setAttribute("aria-label", data.words.alt);
  frame.lang = data.language; // words of a heading are broken by its rules
  if (!same) draw(grid);
  tick(grid);
}

/** What a table holds, as it was read before. */
function held({ columns, rows, looks }) {
  return { columns, rows, looks };
}

/** Rows in the order of the head that was pressed; empty values stand last. */
function ordered(data) {
  const place = data.columns.findIndex((column) => column.name === data.sort.column);
  const rows = data.rows.map((row, number) => [row, number]);
  if (place < 0) return rows;
  const down = data.sort.down ? -1 : 1;
  const words = new Intl.Collator(data.language, { numeric: true });
  const value = ([row]) => row.cells[place];
  return rows.sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === "" || other === "") return (one === "") - (other === "") || a[1] - b[1];
    const order = typeof one === "number" ? one - other : words.compare(one, other);
    return order * down || a[1] - b[1];
  });
}

function draw(grid) {
  const { data } = grid;
  const number = (grid.drawing = (grid.drawing ?? 0) + 1);
  let left = data.tickable ? TICK_PX : 0;
  grid.lefts = data.columns.map((column) => {
    const at = left;
    left += column.pinned ? column.width : 0;
    return at;
  });
  grid.lastPinned = data.columns.map((column) => column.pinned).lastIndexOf(true);
  widths(grid);
  grid.head.replaceChildren(heads(grid));
  const rows = ordered(data);
  grid.near?.disconnect();
  grid.near = new IntersectionObserver((entries) => entries.forEach((entry) => entry.isIntersecting && fill(grid, entry.target)), {
    root: grid.frame,
    rootMargin: `${NEAR_PX}px 0px`,
  });
  grid.waiting = new Map();
  grid.table.querySelectorAll("tbody").forEach((section) => section.remove());
  for (let from = 0; from < rows.length; from += SECTION) {
    const section = document.createElement("tbody");
    const part = rows.slice(from, from + SECTION).map(([row], index) => [row, from + index]);
    const space = document.createElement("tr");
    space.className = "space";
    space.append(cell("td", ""));
    space.firstChild.colSpan = data.columns.length + (data.tickable ? 1 : 0);
    space.firstChild.style.height = `${part.reduce((height, [row]) => height + (row.sub ? ROW_PX.withLine : ROW_PX.plain), 0)}px`;
    section.append(space);
    grid.waiting.set(section, part);
    grid.table.append(section);
    if (from) grid.near.observe(section);
    else fill(grid, section);
  }
  grid.table.setAttribute("aria-rowcount", String(rows.length + 1));
  grid.frame.dataset.rows = String(rows.length);
}

/** Columns as wide as they say, and wider together where there is room: no cell is measured for it. */
function widths({ data, table }) {
  const all = [...(data.tickable ? [TICK_PX] : []), ...data.columns.map((column) => column.width)];
  const group = document.createElement("colgroup");
  for (const width of all) {
    const column = document.createElement("col");
    column.style.width = `${width}px`;
    group.append(column);
  }
  table.querySelector("colgroup")?.remove();
  table.prepend(group);
  table.style.width = `max(100%, ${all.reduce((sum, width) => sum + width, 0)}px)`;
}

/** Make the rows of a section that was empty until now. */
function fill(grid, section) {
  const part = grid.waiting.get(section);
  if (!part) return;
  grid.waiting.delete(section);
  grid.near.unobserve(section);
  section.replaceChildren(...part.map(([row, index]) => rowOf(grid, row, index)));
  tick(grid, section);
}

/** The row above or below, whose section is filled if it was not; null at the ends. */
function beside(grid, line, step) {
  const next = step > 0 ? line.nextElementSibling : line.previousElementSibling;
  if (next) return next;
  const section = step > 0 ? line.parentElement.nextElementSibling : line.parentElement.previousElementSibling;
  if (section?.tagName !== "TBODY") return null;
  fill(grid, section);
  return step > 0 ? section.firstElementChild : section.lastElementChild;
}

function heads(grid) {
  const { data } = grid;
  const line = document.createElement("tr");
  if (data.tickable) {
    const all = cell("th", "tick pin");
    all.style.left = "0px";
    const box = document.createElement("input");
    Object.assign(box, { type: "checkbox", className: "all" });
    box.setAttribute("aria-label", data.words.all);
    all.append(box);
    line.append(all);
  }
  data.columns.forEach((column, place) => {
    const head = cell("th", column.kind);
    head.scope = "col";
    pin(grid, head, place);
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.column = column.name;
    button.title = column.help || column.title;
    const way = document.createElement("span");
    way.className = "way";
    const sorted = data.sort.column === column.name;
    way.textContent = sorted ? (data.sort.down ? "▼" : "▲") : "";
    head.setAttribute("aria-sort", sorted ? (data.sort.down ? "descending" : "ascending") : "none");
    button.append(column.title, way);
    head.append(button);
    line.append(head);
  });
  return line;
}

function rowOf(grid, row, index) {
  const { data } = grid;
  const line = document.createElement("tr");
  line.dataset.id = row.id;
  line.setAttribute("aria-rowindex", String(index + 2));
  if (data.tickable) {
    const box = document.createElement("input");
    Object.assign(box, { type: "checkbox", className: "one" });
    box.setAttribute("aria-label", data.words.one.replace("{name}", row.name));
    const first = cell("td", "tick pin");
    first.style.left = "0px";
    first.append(box);
    line.append(first);
  }
  row.cells.forEach((value, place) => {
    const column = data.columns[place];
    const item = cell("td", column.kind);
    pin(grid, item, place);
    if (column.kind === "mark") {
      const look = data.looks[value] ?? data.looks.u;
      const link = anchor(row.href + column.query, look.symbol);
      link.className = look.kind;
      link.title = `${column.title}: ${look.word}`;
      link.setAttribute("aria-label", link.title);
      link.dataset.item = column.item;
      link.tabIndex = -1;
      item.append(link);
    } else if (column.kind === "title") {
      item.append(anchor(row.href, value));
      if (row.sub) {
        const sub = document.createElement("span");
        sub.className = "sub";
        sub.textContent = row.sub;
        item.append(sub);
      }
    } else item.textContent = String(value);
    line.append(item);
  });
  return line;
}

function anchor(href, text) {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

function cell(tag, kind) {
  const made = document.createElement(tag);
  made.className = kind;
  return made;
}

function pin(grid, element, place) {
  if (!grid.data.columns[place].pinned) return;
  element.classList.add("pin");
  if (place === grid.lastPinned) element.classList.add("last");
  element.style.left = `${grid.lefts[place]}px`;
}

/** Show which rows are chosen, in the whole table or in one of its sections. */
function tick(grid, within = grid.table) {
  if (!grid.data.tickable) return;
  for (const line of within.querySelectorAll("tr[data-id]")) {
    const on = grid.chosen.has(line.dataset.id);
    line.dataset.chosen = String(on);
    line.querySelector(".one").checked = on;
  }
  const all = grid.head.querySelector(".all");
  const count = grid.data.rows.filter((row) => grid.chosen.has(row.id)).length;
  all.checked = count > 0 && count === grid.data.rows.length;
  all.indeterminate = count > 0 && count < grid.data.rows.length;
}

function listen(grid) {
  const { frame } = grid;
  frame.addEventListener("click", (event) => {
    const head = event.target.closest("thead button");
    if (head) return sort(grid, head.dataset.column);
    if (event.target.closest(".tick")) return choose(grid, event);
    const line = event.target.closest("tr[data-id]");
    const link = event.target.closest("a");
    if (!line || event.button !== 0) return undefined;
    if (link && (event.ctrlKey || event.metaKey || event.shiftKey)) return undefined; // the browser's own new tab
    if (String(grid.frame.getRootNode().getSelection?.() ?? "")) return undefined; // words are being selected
    event.preventDefault();
    frame.setAttribute("aria-busy", "true");
    return grid.send({ what: "open", id: line.dataset.id, item: link?.dataset.item ?? "" });
  });
  frame.addEventListener("keydown", (event) => {
    const line = event.target.closest?.("tr[data-id]");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const next = line ? beside(grid, line, step) : grid.table.querySelector("tr[data-id]");
    const place = line ? [...line.querySelectorAll("a")].indexOf(event.target.closest("a")) : 0;
    const target = next?.querySelectorAll("a")[Math.max(place, 0)];
    if (!target) return;
    target.focus();
    event.preventDefault();
  });
}

function sort(grid, column) {
  const { data } = grid;
  const down = data.sort.column === column ? !data.sort.down : false;
  data.sort = { column, down };
  draw(grid);
  tick(grid);
  grid.send({ what: "sort", column, down });
}

function choose(grid, event) {
  const box = event.target.closest(".tick").querySelector("input");
  if (event.target !== box) box.checked = !box.checked;
  const line = box.closest("tr[data-id]");
  const ids = line ? [line.dataset.id] : grid.data.rows.map((row) => row.id);
  for (const id of ids) box.checked ? grid.chosen.add(id) : grid.chosen.delete(id);
  tick(grid);
  grid.send({ what: "choose", ids: [...grid.chosen] });
}
