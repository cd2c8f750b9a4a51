// Spares the game's page its reloads: a press or a pause in typing sends the form as it is and puts the answer in its place.
// Without it the same buttons load the page.

import * as drafts from "./drafts.js";
import { replace } from "./orders-answer.js";
import { knownParts } from "./parts.js";
import { tell, Trouble, troubleOf } from "./troubles.js";

const PATIENCE = 600; // milliseconds without a key after which what was typed is tried
const LONGEST = 30000; // milliseconds after which no answer is waited for
const SENT = new Set(["send", "finish"]);
let typing = null;
let asked = 0;
let sending = false;
const underWay = new Set(); // buttons whose answer has not come
let turn = Promise.resolve(); // presses are taken one after the other, however fast they come
let boardChanged = () => {};

const form = () => document.getElementById("orders-form");
const box = () => document.getElementById("orders");
const spoken = () => document.getElementById("spoken");

// The same form sent again is dealt with once: so what was sent without an answer is sent again as it was.
function fields(button) {
  const kept = drafts.find();
  if (kept && kept.body && isSent(button) && kept.text === box().value) {
    const again = new URLSearchParams(kept.body);
    again.set("csrf_token", form().elements.csrf_token.value);
    return again;
  }
  const data = new FormData(form());
  if (button && button.name) {
    data.set(button.name, button.value);
  }
  return new URLSearchParams(data);
}

function isSent(button) {
  return button !== null && (["sure", "finish"].includes(button.name) || (button.name === "do" && SENT.has(button.value)));
}

async function send(button) {
  clearTimeout(typing);
  const mine = ++asked;
  const typed = box().value;
  const body = fields(button);
  if (isSent(button)) {
    drafts.put(typed, body.toString());
  }
  const { response, page } = await answerTo(body);
  const fresh = page.getElementById("play");
  if (!fresh) {
    throw new Trouble(...troubleOf(response, page));
  }
  const isAtAnswer = response.redirected && new URL(response.url).pathname.endsWith("/answer");
  const isDone = isAtAnswer || fresh.querySelector("[data-once]") !== null;
  if (isDone) {
    drafts.put("", "");
  }
  if (isAtAnswer) {
    history.replaceState(null, "", response.url); // loaded again it still tells what was done
  }
  if (!fresh.querySelector("#orders")) {
    if (isSent(button) && response.redirected) {
      drafts.put("", ""); // at a shared screen the answer is a page without orders
    }
    await leave(() => location.reload()); // no orders are taken any more
  }
  if (mine === asked && box().value === typed) {
    const kept = drafts.find();
    release(button);
    replace(document.importNode(fresh, true), button, isDone);
    boardChanged(button !== null);
    // What waits for the player to confirm it is on the server, and comes back from there.
    const text = "waits" in form().dataset ? "" : box().value;
    drafts.put(text, kept && !isSent(button) && kept.text === text ? kept.body : "");
  }
  tell(null);
}

async function answerTo(body) {
  try {
    const headers = { "X-Part": "play", "X-Known": knownParts(document.getElementById("play")) };
    const signal = AbortSignal.timeout(LONGEST);
    const response = await fetch(form().action, { method: "POST", body, headers, signal });
    document.dispatchEvent(new CustomEvent("live-known", { detail: response.headers.get("X-Marks") }));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return { response, page };
  } catch {
    throw new Trouble("unreached");
  }
}

// Goes to another page, and sends nothing more from this one.
function leave(go) {
  go();
  return new Promise(() => {});
}

// A button that sends says so while it does.
function hold(button) {
  button.dataset.called = button.textContent;
  button.textContent = document.body.dataset.sending;
  button.setAttribute("aria-disabled", "true");
}

function release(button) {
  if (button && "called" in button.dataset) {
    button.textContent = button.dataset.called;
    button.removeAttribute("aria-disabled");
    delete button.dataset.called;
  }
}

async function press(button) {
  sending = isSent(button);
  if (sending) {
    hold(button);
    spoken().textContent = document.body.dataset.sending;
  }
  try {
    await send(button);
  } catch (error) {
    tell(error);
  } finally {
    sending = false;
    release(button);
  }
}

function queue(button) {
  underWay.add(button);
  markUnderWay();
  turn = turn
    .then(() => press(button))
    .finally(() => {
      underWay.delete(button);
      markUnderWay();
    });
}

// While a press is under way nothing else replaces the page under it.
function markUnderWay() {
  document.getElementById("play").toggleAttribute("data-under-way", underWay.size > 0);
}

function onSubmit(event) {
  if (event.target !== form()) {
    return;
  }
  event.preventDefault();
  const { submitter } = event;
  const isTaken = submitter.closest(".targets, .guide") && underWay.has(submitter); // of one offer, pressed twice
  if (!sending && !isTaken) {
    sending = isSent(submitter);
    queue(submitter);
  }
}

function onInput(event) {
  if (event.target !== box()) {
    return;
  }
  document.getElementById("kept").replaceChildren();
  drafts.put(box().value, "");
  clearTimeout(typing);
  asked += 1; // an answer under way is about another text
  typing = setTimeout(() => send(null).catch(tell), PATIENCE);
}

function onClick(event) {
  if ("throwAway" in event.target.dataset) {
    document.getElementById("kept").replaceChildren();
    box().value = "";
    drafts.put("", "");
    box().closest("details").open = true;
    box().focus();
    queue(null);
  }
}

// What was typed before and not sent comes back; nothing of it is sent by that.
function bringBack() {
  const found = drafts.left();
  if (found) {
    const said = document.getElementById("kept-texts").content.querySelector(`[data-kept="${found.sort}"]`);
    document.getElementById("kept").replaceChildren(document.importNode(said, true));
    box().value = found.text;
    turn = turn.then(() => send(null)).catch(tell);
  }
}

// Takes over the form of orders; `changed` is called whenever the board has been drawn anew, and told whether by a press.
export function start(changed) {
  boardChanged = changed;
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", onInput);
  document.addEventListener("click", onClick);
  bringBack();
}
