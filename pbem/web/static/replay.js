// Makes the page of a moment a player: it steps through the game by buttons, arrow keys and a slider, and plays by itself.
// Without it the same page works by its links. Moments come from their own addresses with ?part=1; the address bar follows.

import { arrowStep, isPlain, Moments } from "./moments.js";

const controls = document.getElementById("replay");
const moment = document.getElementById("moment");
const told = document.getElementById("told");
const positions = controls.dataset.positions.split(" ");
const player = controls.querySelector(".player");
const slider = document.getElementById("slider");
const output = controls.querySelector("output");
const play = controls.querySelector("button");
const trouble = controls.querySelector(".trouble");
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 3000 : 1400; // milliseconds for a moment
const PATIENCE = 120; // milliseconds in which the slider may move on before a moment is asked for

let number = Number(moment.dataset.number); // from 1
let wanted = number;
let playing = null;
let dragging = null;

const address = (n) => controls.dataset.base + positions[n - 1] + controls.dataset.seen;

const moments = new Moments((n) => `${address(n)}${controls.dataset.seen ? "&" : "?"}part=1`);

function point(link, n) {
  const leads = n >= 1 && n <= positions.length && n !== number;
  if (leads) {
    link.href = address(n);
    link.removeAttribute("role");
    link.removeAttribute("aria-disabled");
    return;
  }
  const hadFocus = document.activeElement === link;
  link.removeAttribute("href");
  link.setAttribute("role", "link");
  link.setAttribute("aria-disabled", "true");
  if (hadFocus) {
    slider.focus();
  }
}

function ways() {
  return { first: 1, prev: number - 1, next: number + 1, last: positions.length };
}

function showControls() {
  for (const [name, n] of Object.entries(ways())) {
    point(controls.querySelector(`a.${name}`), n);
  }
  slider.value = number;
  slider.setAttribute("aria-valuetext", moment.dataset.told);
  output.textContent = `${number}/${positions.length}`;
}

function show(fresh) {
  // What is spoken is replaced within its live region, which stays; so does the board's place on the page.
  for (const id of ["told", "board"]) {
    const kept = moment.querySelector(`#${id}`);
    const nodes = [...fresh.querySelector(`#${id}`).childNodes].map((node) => document.importNode(node, true));
    kept.replaceChildren(...nodes);
  }
  Object.assign(moment.dataset, fresh.dataset);
  document.title = moment.dataset.title;
  history.replaceState(null, "", address(number));
  showControls();
}

async function go(n) {
  wanted = Math.min(Math.max(n, 1), positions.length);
  const aim = wanted;
  try {
    const fresh = await moments.part(aim);
    if (aim !== wanted) {
      return; // another was asked for meanwhile
    }
    number = aim;
    trouble.hidden = true;
    show(fresh);
    if (aim < positions.length) {
      moments.part(aim + 1).catch(() => {}); // one ahead; that it failed is told when it is asked for
    }
  } catch {
    stop();
    wanted = number;
    showControls();
    trouble.textContent = controls.dataset.failed;
    trouble.hidden = false;
  }
}

async function step() {
  await go(number + 1);
  if (playing !== null) {
    playing = number < positions.length ? setTimeout(step, PACE) : null;
    if (playing === null) {
      stop();
    }
  }
}

function start() {
  told.setAttribute("aria-live", "off"); // nobody can listen at that pace
  play.textContent = controls.dataset.pause;
  playing = setTimeout(step, number < positions.length ? 0 : PACE);
}

function stop() {
  clearTimeout(playing);
  playing = null;
  told.setAttribute("aria-live", "polite");
  play.textContent = controls.dataset.play;
}

play.addEventListener("click", async () => {
  if (playing !== null) {
    stop();
    return;
  }
  if (number === positions.length) {
    await go(1);
  }
  start();
});

controls.querySelector(".ways").addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !isPlain(event)) {
    return;
  }
  event.preventDefault();
  stop();
  go(ways()[link.className]);
});

slider.addEventListener("input", () => {
  stop();
  output.textContent = `${slider.value}/${positions.length}`;
  slider.setAttribute("aria-valuetext", output.textContent);
  clearTimeout(dragging);
  dragging = setTimeout(() => go(Number(slider.value)), PATIENCE);
});

document.addEventListener("keydown", (event) => {
  const step = arrowStep(event);
  if (!step || event.target.closest("input, textarea, select, [tabindex='0'], [contenteditable]")) {
    return;
  }
  event.preventDefault();
  stop();
  go(wanted + step);
});

player.hidden = false;
slider.value = number; // a browser may have kept another
showControls();
