// Puts the answer to a press in its place: what came anew is drawn, and what a player opened, typed or looks at stays.

import { fillKnown } from "./parts.js";

const WHOLE = ["#status", "#map-key", "#map-words", "section.holdings", "#latest-part"]; // parts that an answer brings anew, if it has them

const form = () => document.getElementById("orders-form");
const box = () => document.getElementById("orders");
const spoken = () => document.getElementById("spoken");

export function replace(fresh, button, isDone) {
  const old = document.getElementById("play");
  const caret = document.activeElement === box() ? [box().selectionStart, box().selectionEnd, box().scrollTop] : null;
  fillKnown(fresh, old);
  keepOpen(old, fresh, isDone);
  for (const part of WHOLE) {
    const came = fresh.querySelector(part);
    if (came) {
      old.querySelector(part)?.replaceWith(came);
    }
  }
  replaceBoard(old, fresh, isDone);
  const panel = fresh.querySelector(".orders-panel");
  const kept = box();
  const came = panel.querySelector("#orders");
  kept.value = came.value;
  kept.rows = came.rows;
  if (caret) {
    came.replaceWith(kept);
  }
  // What was said of a text stays said, and an alert that stays in its place is heard.
  for (const part of ["#kept", "#trouble"]) {
    panel.querySelector(part).replaceWith(old.querySelector(part));
  }
  const ask = panel.querySelector("[autofocus]");
  if (ask) {
    ask.removeAttribute("autofocus"); // browsers heed it on a page that is loaded, and complain of it here
  }
  old.querySelector(".orders-panel").replaceWith(panel);
  focus(isDone ? (panel.querySelector("#lesson") ?? panel.querySelector("#answer")) : ask, caret, button);
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
function replaceBoard(old, fresh, isDone) {
  const [was, now] = [old, fresh].map((page) => page.querySelector(".board"));
  if (!was || !now) {
    return;
  }
  was.querySelector("h2").replaceWith(now.querySelector("h2"));
  was.querySelector(".undo")?.remove();
  was.querySelector("h2").after(...now.querySelectorAll(".undo"));
  const map = was.querySelector("figure");
  map.toggleAttribute("data-marks", now.querySelector("figure").hasAttribute("data-marks"));
  map.querySelectorAll(":scope > :not([data-made])").forEach((part) => part.remove());
  map.append(...now.querySelector("figure").children);
  if (isDone) {
    was.querySelector(".moves")?.remove();
    map.after(...now.querySelectorAll(".moves"));
  }
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
