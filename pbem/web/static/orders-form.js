// Spares the game's page its reloads: a press or a pause in typing sends the form as it is and puts the answer in its place.
// Without it the same buttons load the page.

import * as drafts from "./drafts.js";

const PATIENCE = 600; // milliseconds without a key after which what was typed is tried
const LONGEST = 30000; // milliseconds after which no answer is waited for
const SENT = new Set(["send", "finish"]);
const WHOLE = ["#status", "#map-key", "#map-words", "section.holdings", "#latest-part"]; // parts that an answer brings anew, if it has them
let typing = null;
let asked = 0;
let sending = false;
const underWay = new Set(); // buttons whose answer has not come
let turn = Promise.resolve(); // presses are taken one after the other, however fast they come
let boardChanged = () => {};

const form = () => document.getElementById("orders-form");
const box = () => document.getElementById("orders");
const spoken = () => document.getElementById("spoken");

class Trouble extends Error {
  constructor(sort, text = "") {
    super(sort);
    this.sort = sort;
    this.text = text;
  }
}

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
  const isDone = response.redirected && new URL(response.url).pathname.endsWith("/answer");
  if (isDone) {
    drafts.put("", "");
    history.replaceState(null, "", response.url); // loaded again it still tells what was done
  }
  if (!fresh.querySelector("#orders")) {
    await leave(() => location.reload()); // no orders are taken any more
  }
  if (mine === asked && box().value === typed) {
    const kept = drafts.find();
    replace(document.importNode(fresh, true), button, isDone);
    // What waits for the player to confirm it is on the server, and comes back from there.
    const text = "waits" in form().dataset ? "" : box().value;
    drafts.put(text, kept && !isSent(button) && kept.text === text ? kept.body : "");
  }
  tell(null);
}

async function answerTo(body) {
  try {
    const headers = { "X-Part": "play", "X-Map-Key": document.getElementById("map-key")?.dataset.key ?? "" };
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

function replace(fresh, button, isDone) {
  const old = document.getElementById("play");
  const caret = document.activeElement === box() ? [box().selectionStart, box().selectionEnd, box().scrollTop] : null;
  keepOpen(old, fresh, isDone);
  for (const part of WHOLE) {
    const came = fresh.querySelector(part);
    if (came) {
      old.querySelector(part)?.replaceWith(came);
    }
  }
  replaceBoard(old, fresh);
  const bench = fresh.querySelector(".bench");
  const kept = box();
  const came = bench.querySelector("#orders");
  kept.value = came.value;
  kept.rows = came.rows;
  if (caret) {
    came.replaceWith(kept);
  }
  // What was said of a text stays said, and an alert that stays in its place is heard.
  for (const part of ["#kept", "#trouble"]) {
    bench.querySelector(part).replaceWith(old.querySelector(part));
  }
  const ask = bench.querySelector("[autofocus]");
  if (ask) {
    ask.removeAttribute("autofocus"); // browsers heed it on a page that is loaded, and complain of it here
  }
  old.querySelector(".bench").replaceWith(bench);
  boardChanged();
  focus(isDone ? bench.querySelector("#answer") : ask, caret, button);
  say(isDone);
}

// What was unfolded stays so, by what it is called; the text too, unless there are new orders to be given.
function keepOpen(old, fresh, isDone) {
  const called = (details) => details.querySelector("summary")?.textContent.trim();
  const open = new Set([...old.querySelectorAll("details[open]")].map(called));
  fresh.querySelectorAll("details").forEach((details) => {
    details.open = (!isDone && open.has(called(details))) || details.hasAttribute("open");
  });
}

// The box around the map stays, with where it is looked at; what is drawn in it comes anew.
function replaceBoard(old, fresh) {
  const [was, now] = [old, fresh].map((page) => page.querySelector(".board"));
  if (!was || !now) {
    return;
  }
  was.querySelector("h2").replaceWith(now.querySelector("h2"));
  was.querySelector(".undo")?.remove();
  was.querySelector("h2").after(...now.querySelectorAll(".undo"));
  const map = was.querySelector("figure");
  map.querySelectorAll(":scope > *").forEach((part) => part.remove());
  map.append(...now.querySelector("figure").children);
}

// What is spoken stands in an element that stays: a live region that comes anew says nothing.
function say(isDone) {
  const said = isDone ? "#answer, .answer .fates li p" : "#trial .verdict, #trial .bad p, #trial li:last-child.good p";
  spoken().textContent = [...document.querySelectorAll(said)].map((part) => part.textContent.trim()).join(" ");
}

function focus(ask, caret, button) {
  if (ask) {
    ask.focus();
  } else if (caret) {
    box().focus();
    box().setSelectionRange(caret[0], caret[1]);
    box().scrollTop = caret[2];
  } else if (button && button.tabIndex >= 0) {
    const listed = [...form().elements].filter((one) => one.tabIndex >= 0);
    const same = listed.find((one) => one.name === button.name && one.value === button.value);
    const next = same || document.querySelector("#choices button") || form().querySelector("button.main");
    next.focus({ preventScroll: true });
  }
}

// Says what is the matter, or with null that nothing is; what it says is on the page from the beginning, in `#troubles`.
function tell(trouble) {
  const place = document.getElementById("trouble");
  if (trouble === null) {
    place.replaceChildren();
    return;
  }
  if (!(trouble instanceof Trouble)) {
    throw trouble;
  }
  const said = document.getElementById("troubles").content.querySelector(`[data-trouble="${trouble.sort}"]`);
  const shown = document.importNode(said, true);
  if (trouble.text) {
    shown.querySelector("p").textContent = trouble.text;
  }
  if (place.textContent !== shown.textContent) {
    place.replaceChildren(shown); // the same once more would only be read aloud once more
  }
}

// What is the matter where an answer is none to orders; where the server says so itself, in its own words.
function troubleOf(response, page) {
  if (response.status === 400 || new URL(response.url).pathname.endsWith("/sign-in")) {
    return ["session"];
  }
  if (response.status >= 500) {
    return ["server"];
  }
  const said = [...page.querySelectorAll("main h1, main h1 + p")].map((one) => one.textContent.trim());
  return ["refused", said.join(": ")];
}

async function press(button) {
  const called = button && button.textContent;
  sending = isSent(button);
  if (sending) {
    button.textContent = document.body.dataset.sending;
    button.setAttribute("aria-disabled", "true");
    spoken().textContent = document.body.dataset.sending;
  }
  try {
    await send(button);
  } catch (error) {
    tell(error);
  } finally {
    sending = false;
    if (button && button.hasAttribute("aria-disabled")) {
      button.textContent = called;
      button.removeAttribute("aria-disabled");
    }
  }
}

function queue(button) {
  underWay.add(button);
  turn = turn.then(() => press(button)).finally(() => underWay.delete(button));
}

function onSubmit(event) {
  if (event.target !== form()) {
    return;
  }
  event.preventDefault();
  const { submitter } = event;
  const isTaken = submitter.closest(".targets") && underWay.has(submitter); // a place of the board that was pressed twice
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

// Takes over the form of orders; `changed` is called whenever the board has been drawn anew.
export function start(changed) {
  boardChanged = changed;
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", onInput);
  document.addEventListener("click", onClick);
  bringBack();
}
