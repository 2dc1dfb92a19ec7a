// What the picture is made of, where it stands on the canvas, and what lies under a point of it.
// A view maps the layout's units to pixels: pixel = unit * scale + (x, y).

export const MARGIN = { left: 74, right: 74, top: 48, bottom: 40 };
const LARGEST_UNIT_PX = 150;
const ZOOM_OUT = 0.5;
const ZOOM_IN = 14;
const NODE_GROWTH = 0.35;
const NEAR_PX = 5;

export function newScene(frame) {
  return {
    frame,
    canvas: frame.querySelector("canvas"),
    data: null,
    near: [],
    order: [],
    width: 0,
    height: 0,
    view: null,
    unit: 1, // scale at which the whole was last shown; nodes have their own size at it
    moved: false, // the person has chosen the view
    over: null, // {node} or {link} under the mouse
    focus: null, // node that the keyboard stands on
    marked: null, // node that is selected
    outside: 0, // new nodes that the view leaves out
    wanted: false, // the selected node is to be in the middle
    sent: 0,
    gliding: 0,
  };
}

/** Neighbours of each node. */
export function connect(data) {
  const near = data.nodes.map(() => new Set());
  for (const [source, target] of data.links) {
    near[source].add(target);
    near[target].add(source);
  }
  return near;
}

/** The view that shows everything. */
function whole(scene) {
  const places = scene.data.nodes;
  if (!places.length) return { scale: 1, x: 0, y: 0 };
  const xs = places.map((node) => node.x);
  const ys = places.map((node) => node.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = {
    width: Math.max(scene.width - MARGIN.left - MARGIN.right, 40),
    height: Math.max(scene.height - MARGIN.top - MARGIN.bottom, 40),
  };
  const scale = Math.min(
    room.width / Math.max(right - left, 1e-6),
    room.height / Math.max(bottom - top, 1e-6),
    LARGEST_UNIT_PX,
  );
  return {
    scale,
    x: MARGIN.left + (room.width - scale * (left + right)) / 2,
    y: MARGIN.top + (room.height - scale * (top + bottom)) / 2,
  };
}

export function showWhole(scene) {
  scene.moved = false;
  scene.outside = 0;
  const view = whole(scene);
  scene.unit = view.scale;
  return view;
}

export function place(scene, number) {
  const node = scene.data.nodes[number];
  return [node.x * scene.view.scale + scene.view.x, node.y * scene.view.scale + scene.view.y];
}

/** Half the width of a node in pixels. */
export function half(scene, number) {
  const growth = 1 + (scene.view.scale / scene.unit - 1) * NODE_GROWTH;
  return (scene.data.nodes[number].size / 2) * Math.min(Math.max(growth, 0.7), 2.4);
}

export function zoom(scene, factor, x, y) {
  const least = Math.min(whole(scene).scale, scene.unit) * ZOOM_OUT;
  const scale = Math.min(Math.max(scene.view.scale * factor, least), scene.unit * ZOOM_IN);
  const grown = scale / scene.view.scale;
  scene.view = { scale, x: x - (x - scene.view.x) * grown, y: y - (y - scene.view.y) * grown };
  scene.moved = true;
}

export function shift(scene, x, y) {
  scene.view = { scale: scene.view.scale, x: scene.view.x + x, y: scene.view.y + y };
  scene.moved = true;
}

/** Whether a node is to be seen as a whole. */
export function visible(scene, number, view = scene.view) {
  const node = scene.data.nodes[number];
  const [x, y] = [node.x * view.scale + view.x, node.y * view.scale + view.y];
  return x > 10 && y > 10 && x < scene.width - 10 && y < scene.height - 24;
}

/** A view that has a node in its middle. */
export function around(scene, number) {
  const node = scene.data.nodes[number];
  const scale = scene.view.scale;
  return { scale, x: scene.width / 2 - node.x * scale, y: scene.height / 2 - node.y * scale };
}

/** The node or relation under a point: {node}, {link} or null. */
export function under(scene, x, y) {
  let found = null;
  let least = Infinity;
  scene.data.nodes.forEach((_, number) => {
    const [px, py] = place(scene, number);
    const far = Math.hypot(px - x, py - y);
    if (far <= Math.max(half(scene, number), 7) + 2 && far < least) [found, least] = [{ node: number }, far];
  });
  if (found) return found;
  least = NEAR_PX;
  scene.data.links.forEach(([source, target], number) => {
    const far = fromLine([x, y], place(scene, source), place(scene, target));
    if (far < least) [found, least] = [{ link: number }, far];
  });
  return found;
}

function fromLine([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** The nearest node in a direction, as an arrow key means it. */
export function beside(scene, from, dx, dy) {
  const [x, y] = place(scene, from);
  let found = from;
  let least = Infinity;
  scene.data.nodes.forEach((_, number) => {
    const [px, py] = place(scene, number);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (number !== from && ahead > 1 && ahead + 2 * aside < least) [found, least] = [number, ahead + 2 * aside];
  });
  return found;
}

const views = new Map(); // by the start that a picture grew from, so that the page's other tabs do not lose them

export function remember(scene) {
  views.set(scene.data.start, { view: scene.view, moved: scene.moved, unit: scene.unit });
}

/** Take the view that the person had chosen of this start, if any; the whole otherwise. */
export function recall(scene) {
  const known = views.get(scene.data.start);
  if (known?.moved) [scene.view, scene.moved, scene.unit] = [known.view, true, known.unit];
  else scene.view = showWhole(scene);
}
