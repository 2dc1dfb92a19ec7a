// The picture drawn on a canvas. Names that would cover one another wait until there is room for them.

import { MARGIN, half, place, remember } from "./scene.js";

const NAME_PX = 11.5;
const LINE_PX = NAME_PX + 3;
const WAY_SPOTS = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72];
const BUTTONS_PX = 140;
const GREY = "#8a939e";

/** Draw before the browser's next frame. */
export function repaint(scene) {
  if (scene.asked) return;
  scene.asked = true;
  requestAnimationFrame(() => {
    scene.asked = false;
    paintNow(scene);
  });
}

export function paintNow(scene) {
  if (!scene.data || !scene.view) return;
  const density = window.devicePixelRatio || 1;
  const { canvas, width, height } = scene;
  if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) {
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
  }
  paint(scene, canvas.getContext("2d"), density, false);
  scene.frame.dataset.view = [scene.view.scale, scene.view.x, scene.view.y].map((part) => part.toFixed(2)).join(" ");
  scene.frame.dataset.nodes = String(scene.data.nodes.length);
  scene.frame.dataset.chosen = scene.marked === null ? "" : place(scene, scene.marked).map(Math.round).join(" ");
  const more = scene.frame.querySelector(".hint");
  more.hidden = !scene.outside;
  more.textContent = scene.data.words.outside.replace("{count}", scene.outside);
  remember(scene);
}

/** Draw the scene; with `ground`, on the page's colour instead of on nothing. */
function paint(scene, context, density, ground) {
  const style = getComputedStyle(scene.frame);
  const colours = { ink: style.color, ground: style.backgroundColor };
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, scene.width, scene.height);
  if (ground) {
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, scene.width, scene.height);
  }
  const lit = litNodes(scene);
  paintLinks(scene, context, lit);
  scene.data.nodes.forEach((node, number) => {
    context.globalAlpha = !lit || lit.has(number) ? 1 : 0.25;
    paintNode(scene, context, number, colours);
  });
  context.globalAlpha = 1;
  const taken = paintNames(scene, context, style.fontFamily, colours, lit);
  if (scene.data.schema) paintWays(scene, context, style.fontFamily, colours, taken);
}

/** Nodes that stand out because of what is under the mouse, null for all. */
function litNodes(scene) {
  if (!scene.over) return null;
  if (scene.over.link !== undefined) return new Set(scene.data.links[scene.over.link].slice(0, 2));
  return new Set([scene.over.node, ...scene.near[scene.over.node]]);
}

function paintLinks(scene, context, lit) {
  const bright = [];
  context.strokeStyle = GREY;
  context.lineWidth = 1;
  context.globalAlpha = lit ? 0.12 : 0.5;
  context.beginPath();
  scene.data.links.forEach(([source, target], number) => {
    const isBright = scene.over && (scene.over.link === number || [source, target].includes(scene.over.node));
    if (isBright) bright.push([source, target]);
    else {
      context.moveTo(...place(scene, source));
      context.lineTo(...place(scene, target));
    }
  });
  context.stroke();
  context.globalAlpha = 0.95;
  context.lineWidth = 2;
  context.beginPath();
  for (const [source, target] of bright) {
    context.moveTo(...place(scene, source));
    context.lineTo(...place(scene, target));
  }
  context.stroke();
  context.globalAlpha = 1;
}

function paintNode(scene, context, number, colours) {
  const node = scene.data.nodes[number];
  const [x, y] = place(scene, number);
  const size = half(scene, number);
  if (x < -40 || y < -40 || x > scene.width + 40 || y > scene.height + 40) return;
  const look = scene.data.looks[node.kind];
  outline(context, look.shape, x, y, size);
  context.fillStyle = look.colour;
  context.fill();
  const isMarked = number === scene.marked;
  context.strokeStyle = isMarked ? colours.ink : colours.ground;
  context.lineWidth = isMarked ? 3 : 1;
  context.stroke();
  if (number === scene.focus && scene.canvas.matches(":focus-visible")) {
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.arc(x, y, size + 6, 0, 2 * Math.PI);
    context.stroke();
    context.setLineDash([]);
  }
}

function outline(context, shape, x, y, size) {
  context.beginPath();
  if (shape === "circle") context.arc(x, y, size, 0, 2 * Math.PI);
  else if (shape === "diamond") polygonPath(context, [[x, y - size], [x + size, y], [x, y + size], [x - size, y]]);
  else if (shape === "triangle") polygonPath(context, [[x, y - size], [x + size, y + size], [x - size, y + size]]);
  else context.roundRect(x - size, y - size, 2 * size, 2 * size, shape === "roundRect" ? size / 2 : 0);
}

function polygonPath(context, corners) {
  context.beginPath();
  corners.forEach(([x, y], number) => (number ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

function paintNames(scene, context, family, colours, lit) {
  const first = [scene.over?.node, scene.focus, scene.marked].filter((number) => number != null);
  const leading = scene.order.filter((number) => scene.data.looks[scene.data.nodes[number].kind].leading);
  const order = [...first, ...(lit ?? []), ...leading, ...scene.order];
  const symbols = scene.data.nodes.map((_, number) => {
    const [[x, y], size] = [place(scene, number), half(scene, number)];
    return [x - size, y - size, x + size, y + size];
  });
  const taken = [[scene.width - BUTTONS_PX, 0, scene.width, MARGIN.top - 8]];
  const done = new Set();
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  for (const number of order) {
    if (done.has(number)) continue;
    done.add(number);
    const [x, y] = place(scene, number);
    if (x < 0 || y < 0 || x > scene.width || y > scene.height) continue;
    const node = scene.data.nodes[number];
    const isBold = number === scene.marked;
    context.font = `${isBold ? 600 : 400} ${NAME_PX}px ${family}`;
    const wide = (isBold ? null : node.wide) ?? widest(context, node.label);
    if (!isBold) node.wide = wide;
    const lines = node.label.split("\n");
    const spots = nameSpots(x, y, half(scene, number) + 3, wide, lines.length * LINE_PX);
    // Lines of a schema come from its middle, so names stand on the far side.
    if (scene.data.schema && node.y < 0) spots.unshift(...spots.splice(0, 4).reverse());
    const moved = [spots[0], spots[3]].map((spot) => drawnIn(scene, spot));
    const inside = [...spots, ...moved].filter((spot) => within(scene, spot));
    const free = inside.filter((box) => !taken.some((other) => cover(box, other)));
    const clear = free.find((spot) => !symbols.some((other, owner) => owner !== number && cover(spot, other)));
    // No name covers a symbol, but for that of the node that a person is at, which may not be missing.
    const least = first.includes(number) ? free[0] ?? drawnIn(scene, spots[0]) : null;
    const box = clear ?? least;
    if (!box) continue;
    taken.push(box);
    context.globalAlpha = !lit || lit.has(number) ? 1 : 0.25;
    context.strokeStyle = colours.ground;
    context.lineWidth = 3;
    context.fillStyle = colours.ink;
    lines.forEach((line, row) => write(context, line, (box[0] + box[2]) / 2, box[1] + 2 + row * LINE_PX));
  }
  context.globalAlpha = 1;
  return [...taken, ...symbols];
}

/** Words and arrows of relations; a word stands where its line has room for it. */
function paintWays(scene, context, family, colours, taken) {
  context.font = `${NAME_PX}px ${family}`;
  context.strokeStyle = colours.ground;
  scene.data.links.forEach(([source, target, way]) => {
    const [ax, ay] = place(scene, source);
    const [bx, by] = place(scene, target);
    const long = Math.hypot(bx - ax, by - ay) || 1;
    const [dx, dy] = [(bx - ax) / long, (by - ay) / long];
    const tip = half(scene, target) + 3;
    const [x, y] = [bx - dx * tip, by - dy * tip];
    const [backX, backY] = [x - dx * 9, y - dy * 9];
    polygonPath(context, [[x, y], [backX - dy * 4, backY + dx * 4], [backX + dy * 4, backY - dx * 4]]);
    context.fillStyle = GREY;
    context.fill();
    const word = scene.data.ways[way];
    const wide = context.measureText(word).width;
    // On its line where there is room, else above or below it.
    const boxes = [0, -1.6 * LINE_PX, 1.6 * LINE_PX].flatMap((off) => WAY_SPOTS.map((part) => {
      const [mx, my] = [ax + (bx - ax) * part, ay + (by - ay) * part + off];
      return [mx - wide / 2 - 1, my - LINE_PX / 2, mx + wide / 2 + 1, my + LINE_PX / 2];
    }));
    const box = boxes.find((spot) => !taken.some((other) => cover(spot, other))) ?? boxes[0];
    taken.push(box);
    context.fillStyle = colours.ink;
    write(context, word, (box[0] + box[2]) / 2, box[1] + 2);
  });
}

function write(context, text, middle, top) {
  context.strokeText(text, middle, top);
  context.fillText(text, middle, top);
}

function widest(context, text) {
  return Math.max(...text.split("\n").map((line) => context.measureText(line).width));
}

/** Where a name may stand: below its node, to its right, to its left, above it, then across and further off. */
function nameSpots(x, y, away, wide, high) {
  return [
    [x - wide / 2 - 2, y + away - 1],
    [x + away, y - high / 2],
    [x - away - wide - 4, y - high / 2],
    [x - wide / 2 - 2, y - away - high + 1],
    [x + away * 0.6, y + away * 0.6],
    [x - away * 0.6 - wide - 4, y + away * 0.6],
    [x + away * 0.6, y - away * 0.6 - high],
    [x - away * 0.6 - wide - 4, y - away * 0.6 - high],
    [x - wide / 2 - 2, y + away + high * 0.6],
    [x - wide / 2 - 2, y - away - high * 1.6],
  ].map(([left, top]) => [left, top, left + wide + 4, top + high]);
}

function within(scene, [left, top, right, bottom]) {
  return left > 0 && right < scene.width && top > 0 && bottom < scene.height;
}

/** A box moved to where the canvas is. */
function drawnIn(scene, [left, top, right, bottom]) {
  const aside = Math.max(0, 2 - left) - Math.max(0, right - scene.width + 2);
  return [left + aside, top, right + aside, bottom];
}

function cover(one, other) {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

/** Save what is to be seen as a PNG, made here. */
export function save(scene) {
  const sheet = document.createElement("canvas");
  sheet.width = scene.width * 2;
  sheet.height = scene.height * 2;
  paint(scene, sheet.getContext("2d"), 2, true);
  sheet.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = scene.data.words.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}
