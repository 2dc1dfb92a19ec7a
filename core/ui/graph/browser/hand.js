// Mouse, touch, wheel, keyboard and buttons over the picture.

import { paintNow, repaint, save } from "./paint.js";
import { around, beside, place, shift, showWhole, under, visible, zoom } from "./scene.js";

const DRAG_PX = 4;
const STEP_PX = 60;
const ZOOM_STEP = 1.35;
const TWICE_MS = 400;
const GLIDE_MS = 220;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listen(scene) {
  const { canvas, frame } = scene;
  const fingers = new Map();
  let begin = null;
  let dragged = false;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    fingers.set(event.pointerId, at(scene, event));
    canvas.setPointerCapture(event.pointerId);
    if (fingers.size === 1) [begin, dragged] = [at(scene, event), false];
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = at(scene, event);
    if (!fingers.has(event.pointerId)) return hover(scene, now);
    const before = fingers.get(event.pointerId);
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
      zoom(scene, distance(now, other) / Math.max(distance(before, other), 1), ...middle);
      dragged = true;
    } else if (dragged || distance(now, begin) > DRAG_PX) {
      shift(scene, now[0] - (dragged ? before[0] : begin[0]), now[1] - (dragged ? before[1] : begin[1]));
      dragged = true;
      tell(scene, null);
    }
    fingers.set(event.pointerId, now);
    if (dragged) repaint(scene);
  });
  const end = (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size) return;
    if (!dragged && event.type === "pointerup") choose(scene, under(scene, ...at(scene, event)));
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", () => hover(scene, null));
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      zoom(scene, Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...at(scene, event));
      repaint(scene);
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    if (key(scene, event)) event.preventDefault();
  });
  canvas.addEventListener("focus", () => repaint(scene));
  canvas.addEventListener("blur", () => {
    [scene.focus, scene.over] = [null, null];
    tell(scene, null);
    repaint(scene);
  });
  const middle = () => [scene.width / 2, scene.height / 2];
  const press = {
    zoom_in: () => zoom(scene, ZOOM_STEP, ...middle()),
    zoom_out: () => zoom(scene, 1 / ZOOM_STEP, ...middle()),
    whole: () => glide(scene, showWhole(scene)),
    save: () => save(scene),
  };
  for (const button of frame.querySelectorAll("button[data-do]")) {
    button.addEventListener("click", () => {
      press[button.dataset.do]();
      repaint(scene);
    });
  }
}

function at(scene, event) {
  const box = scene.canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function distance([ax, ay], [bx, by]) {
  return Math.hypot(ax - bx, ay - by);
}

function hover(scene, point) {
  const found = point && scene.data && scene.view ? under(scene, ...point) : null;
  scene.canvas.style.cursor = found && !scene.data.schema ? "pointer" : "grab";
  if (JSON.stringify(found) !== JSON.stringify(scene.over)) {
    scene.over = found;
    repaint(scene);
  }
  tell(scene, found, point);
}

/** Tell beside a point what is there. Always as text: what a contract says can never become an element of the page. */
export function tell(scene, found, point) {
  const tip = scene.frame.querySelector(".tip");
  tip.hidden = !found;
  if (!found) return;
  tip.textContent = found.node !== undefined ? described(scene, found.node) : relation(scene, found.link);
  const [x, y] = point ?? place(scene, found.node);
  tip.style.left = `${Math.max(4, Math.min(x + 14, scene.width - tip.offsetWidth - 6))}px`;
  tip.style.top = `${y + 18 + tip.offsetHeight < scene.height ? y + 18 : Math.max(4, y - tip.offsetHeight - 12)}px`;
}

function described(scene, number) {
  const node = scene.data.nodes[number];
  return `${scene.data.looks[node.kind].word}\n${node.name}`;
}

function relation(scene, number) {
  const [source, target, way] = scene.data.links[number];
  const { nodes, ways } = scene.data;
  return `${nodes[source].name}\n${ways[way]} →\n${nodes[target].name}`;
}

/** Tell the page what was clicked: {node}, {link}, or nothing at all. */
function choose(scene, found) {
  if (scene.data.schema) return;
  const now = performance.now();
  const again = found && JSON.stringify(found) === scene.last && now - scene.lastAt < TWICE_MS;
  [scene.last, scene.lastAt] = [JSON.stringify(found), now];
  if (again || (!found && scene.marked === null)) return;
  if (!found) scene.marked = null;
  if (found?.node !== undefined) scene.marked = found.node;
  scene.sent = Math.max(scene.sent, scene.data.seen) + 1;
  scene.frame.setAttribute("aria-busy", "true");
  scene.send({ picture: scene.data.picture, number: scene.sent, ...found });
  repaint(scene);
}

/** Do what a key means; true when it means anything here. */
function key(scene, event) {
  if (!scene.data?.nodes.length || event.ctrlKey || event.metaKey || event.altKey) return false;
  const arrow = ARROWS[event.key];
  const middle = [scene.width / 2, scene.height / 2];
  if (arrow && event.shiftKey) shift(scene, -arrow[0] * STEP_PX, -arrow[1] * STEP_PX);
  else if (arrow) step(scene, arrow);
  else if (event.key === "+" || event.key === "=") zoom(scene, ZOOM_STEP, ...middle);
  else if (event.key === "-") zoom(scene, 1 / ZOOM_STEP, ...middle);
  else if (event.key === "0") glide(scene, showWhole(scene));
  else if ((event.key === "Enter" || event.key === " ") && scene.focus !== null) choose(scene, { node: scene.focus });
  else if (event.key === "Escape" && scene.focus !== null) {
    [scene.focus, scene.over] = [null, null];
    tell(scene, null);
  } else return false;
  repaint(scene);
  return true;
}

function step(scene, [dx, dy]) {
  const start = scene.focus ?? scene.marked;
  scene.focus = start === null ? nearest(scene, scene.width / 2, scene.height / 2) : beside(scene, start, dx, dy);
  if (!visible(scene, scene.focus)) {
    scene.view = around(scene, scene.focus);
    scene.moved = true;
  }
  scene.over = { node: scene.focus };
  tell(scene, scene.over);
  const count = scene.near[scene.focus].size;
  const said = `${described(scene, scene.focus)}\n${scene.data.words.relations.replace("{count}", count)}`;
  scene.frame.querySelector(".said").textContent = said;
}

function nearest(scene, x, y) {
  const far = scene.data.nodes.map((_, number) => distance(place(scene, number), [x, y]));
  return far.indexOf(Math.min(...far));
}

/** Go over to a view, at once for people who asked their system for little movement. */
export function glide(scene, goal) {
  cancelAnimationFrame(scene.gliding);
  const from = scene.view;
  if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    scene.view = goal;
    return repaint(scene);
  }
  const begin = performance.now();
  const next = (now) => {
    const part = Math.min((now - begin) / GLIDE_MS, 1);
    const eased = 1 - (1 - part) ** 3;
    const mixed = (name) => from[name] + (goal[name] - from[name]) * eased;
    scene.view = { scale: mixed("scale"), x: mixed("x"), y: mixed("y") };
    paintNow(scene);
    if (part < 1) scene.gliding = requestAnimationFrame(next);
  };
  scene.gliding = requestAnimationFrame(next);
}
