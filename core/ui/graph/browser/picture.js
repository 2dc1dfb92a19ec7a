// The component: takes what Python sends, and keeps the person's view while nodes come and go.

import { glide, listen, tell } from "./hand.js";
import { repaint } from "./paint.js";
import { around, connect, newScene, recall, showWhole, visible } from "./scene.js";

const scenes = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  if (!data) return; // only here to have the scripts loaded
  const frame = parentElement.querySelector(".frame");
  let scene = scenes.get(frame);
  if (!scene) {
    scene = newScene(frame);
    scenes.set(frame, scene);
    listen(scene);
    scene.observer = new ResizeObserver(() => resized(scene));
    scene.observer.observe(frame);
  }
  scene.send = (what) => setTriggerValue("clicked", what);
  take(scene, data);
  return () => scene.observer.disconnect();
}

function take(scene, data) {
  const before = scene.data;
  scene.data = data;
  scene.near = connect(data);
  scene.order = data.nodes.map((_, number) => number).sort((a, b) => data.nodes[b].size - data.nodes[a].size || a - b);
  scene.wanted ||= before !== null && data.centre !== before.centre;
  if (before?.picture !== data.picture) {
    [scene.over, scene.focus] = [null, scene.focus !== null && scene.focus < data.nodes.length ? scene.focus : null];
    tell(scene, null);
  }
  if (data.seen >= scene.sent) {
    const elsewhere = before !== null && data.chosen !== null && data.chosen !== scene.marked;
    scene.marked = data.chosen;
    scene.frame.setAttribute("aria-busy", "false");
    scene.elsewhere = elsewhere;
  }
  name(scene);
  if (scene.width) settle(scene, before);
}

/** Choose the view for what has come. */
function settle(scene, before) {
  const { data } = scene;
  if (!before || before.start !== data.start || !scene.view) {
    if (before) scene.view = showWhole(scene);
    else recall(scene);
  } else if (before.picture !== data.picture) {
    const added = data.nodes.map((_, number) => number).filter((number) => number >= before.nodes.length);
    const lost = added.filter((number) => !visible(scene, number)).length;
    // A person who has not chosen a view sees all; where they have, what they look at stays.
    if (lost && !scene.moved) glide(scene, showWhole(scene));
    else scene.outside = lost;
  }
  if (scene.marked !== null && (scene.wanted || (scene.elsewhere && !visible(scene, scene.marked)))) {
    scene.moved = true;
    glide(scene, around(scene, scene.marked));
    scene.wanted = false;
  }
  scene.elsewhere = false;
  repaint(scene);
}

function resized(scene) {
  const { clientWidth: width, clientHeight: height } = scene.frame;
  if (!width || !height || (width === scene.width && height === scene.height)) return;
  const first = !scene.width;
  const [dx, dy] = [(width - scene.width) / 2, (height - scene.height) / 2];
  [scene.width, scene.height] = [width, height];
  if (!scene.data) return;
  if (first) return settle(scene, null);
  if (scene.moved) scene.view = { scale: scene.view.scale, x: scene.view.x + dx, y: scene.view.y + dy };
  else scene.view = showWhole(scene);
  repaint(scene);
}

/** Words of the buttons and for screen readers. */
function name(scene) {
  const { words } = scene.data;
  scene.canvas.setAttribute("aria-label", words.alt);
  scene.frame.querySelector(".keys").textContent = words.keys;
  for (const button of scene.frame.querySelectorAll("button[data-do]")) {
    if (button.classList.contains("hint")) continue;
    button.title = words[button.dataset.do];
    button.setAttribute("aria-label", words[button.dataset.do]);
  }
}
