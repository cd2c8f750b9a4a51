// Keeps an open page as new as its games: when `live.js` hears that something is new, the page is fetched again as its
// viewer may see it, and only what differs is put in place. What is open stays open, what has the focus keeps it, and a
// form that holds text stays as it is, as an answer does that is shown once: then a line says that there is something
// new. What other scripts have made and marked with `data-made` is left alone; `live-replaced`, an event of the
// document, tells them that the page is new.

const place = document.getElementById("live");
const SPREAD = 150; // milliseconds over which the players of a game fetch it
const WIDE_SPREAD = 600; // and those who watch, who may be many
const BUSY = 1000; // after which a form under way is looked at again
const AGAIN = 10000; // after which, or at most twice that, a page that could not be had is asked for once more
const marks = new Map(Object.entries(JSON.parse(place?.dataset.marks ?? "{}")));
const latest = new Map(); // the marks of the newest that is known of
const waiting = new Set(); // the games in which it is this player's turn
const main = document.querySelector("main");
const icon = document.querySelector('link[rel="icon"]');
const ownIcon = icon?.getAttribute("href");
let title = document.title;
let unseen = false;
let coming = null; // the timer of the next fetch
let again = null; // that of a fetch behind one that failed
let kinds = new Set();

// Orders that the page itself proposes are none that were typed.
const isKept = (box) => {
  const text = box.value.trim();
  return box.id === "orders" ? text !== (box.dataset.opening ?? "") : text && box.value !== box.defaultValue;
};

function holdsText() {
  return [...main.querySelectorAll("textarea, input[type='text'], input:not([type])")].some(isKept);
}

// Whether the page holds what is not there any more when it is fetched again.
function isKeptAsItIs() {
  return holdsText() || main.querySelector("[data-once]") !== null;
}

function isUnderWay() {
  return document.querySelector('[data-under-way], main [aria-disabled="true"][name]') !== null;
}

function label() {
  const sign = waiting.size ? `(${waiting.size}) ` : unseen ? "• " : "";
  document.title = sign + title;
  icon?.setAttribute("href", sign ? place.dataset.icon : ownIcon);
}

function inWords(found) {
  const told = [...place.querySelector("template").content.children];
  return (told.find((one) => found.has(one.dataset.kind)) ?? told.at(-1)).textContent;
}

function say(text) {
  document.getElementById("live-said").textContent = text;
}

function showLine(text, address) {
  place.querySelector("p span").textContent = text;
  place.querySelector("a").href = address;
  place.hidden = false;
  say(text);
}

// Puts the attributes of one element on another, but for what its viewer, or the script of the board, has changed.
function dress(old, fresh) {
  const kept = old.nodeName === "DETAILS" ? ["open"] : old.closest("[data-board]") ? ["hidden", "style"] : [];
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !kept.includes(name)) {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !kept.includes(name)) {
      old.setAttribute(name, value);
    }
  }
}

// Whether two drawings show the same, from wherever they are looked at.
function showSame(old, fresh) {
  return old.innerHTML === fresh.innerHTML && JSON.stringify(old.dataset) === JSON.stringify(fresh.dataset);
}

function fits(old, fresh) {
  return old.nodeName === fresh.nodeName && (old.id ?? "") === (fresh.id ?? "");
}

// Makes one element like another, and touches nothing that is alike already.
function morph(old, fresh) {
  if (old.isEqualNode(fresh) && old.nodeName !== "TEMPLATE") {
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.nodeName === "TEMPLATE") {
    old.innerHTML = fresh.innerHTML;
    return;
  }
  if (old.nodeName === "svg") {
    if (!showSame(old, fresh)) {
      old.replaceWith(fresh);
    }
    return;
  }
  dress(old, fresh);
  if (old.nodeName === "TEXTAREA") {
    old.value = fresh.value; // it held nothing, or what the page had proposed
    old.defaultValue = fresh.defaultValue;
    return;
  }
  const left = [...old.childNodes].filter((one) => !("made" in (one.dataset ?? {})));
  for (const one of [...fresh.childNodes]) {
    const at = left.findIndex((other) => fits(other, one));
    if (at < 0 || (!one.id && at > 0 && left.slice(0, at).some((other) => other.id))) {
      old.insertBefore(one, left[0] ?? null);
      continue;
    }
    left.splice(0, at).forEach((other) => other.remove());
    morph(left.shift(), one);
  }
  left.forEach((other) => other.remove());
}

function replace(page) {
  const fresh = page.querySelector("main");
  if (!document.getElementById("orders-form") && fresh.querySelector("#orders-form")) {
    location.reload(); // with the scripts that it needs
    return;
  }
  title = page.title;
  Object.entries(JSON.parse(page.getElementById("live").dataset.marks)).forEach(([tag, mark]) => marks.set(tag, mark));
  const { activeElement } = document;
  morph(main, document.importNode(fresh, true));
  if (main.contains(activeElement) === false && activeElement !== document.body && !activeElement?.isConnected) {
    main.focus({ preventScroll: true });
  }
  document.dispatchEvent(new CustomEvent("live-replaced"));
}

// The page as it is now; null where it cannot be had at the moment, undefined where it will not be.
async function fetched() {
  try {
    const response = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
    if (!response.ok) {
      return response.status === 429 || response.status >= 500 ? null : undefined;
    }
    return new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    return null;
  }
}

async function refresh() {
  coming = null;
  if ([...latest].every(([tag, mark]) => marks.get(tag) === mark)) {
    kinds = new Set();
    return; // the page has become as new by what was pressed on it
  }
  if (isUnderWay()) {
    plan(BUSY);
    return;
  }
  const told = inWords(kinds);
  if (!isKeptAsItIs()) {
    const page = await fetched();
    if (page === null) {
      clearTimeout(again);
      again = setTimeout(() => plan(0), AGAIN * (1 + Math.random())); // news meanwhile need not wait for it
      return;
    }
    if (!page?.getElementById("live") || !page.querySelector("main")) {
      return; // it is another page by now, or none
    }
    if (!isKeptAsItIs() && !isUnderWay()) {
      replace(page);
      say(told);
      kinds = new Set();
      label();
      return;
    }
  }
  const [tag] = marks.keys();
  showLine(told, place.dataset.game.replace("TAG", tag));
}

function plan(time) {
  coming ??= setTimeout(refresh, time);
}

function isNew(tag, mark, found) {
  const isOnShow = marks.has(tag);
  if (marks.get(tag) !== mark && (isOnShow || "lists" in place.dataset)) {
    latest.set(tag, mark);
    unseen ||= document.hidden;
    found.forEach((kind) => kinds.add(kind));
    plan(Math.random() * (document.getElementById("orders-form") ? SPREAD : WIDE_SPREAD));
  } else if (!isOnShow && found.includes("turn")) {
    showLine(`${tag}: ${inWords(new Set(found))}`, place.dataset.game.replace("TAG", tag));
  }
}

document.addEventListener("live", ({ detail: { name, data } }) => {
  const games = name === "news" ? { [data.game]: [data.position, data.mark, data.waits] } : (data?.games ?? {});
  for (const [tag, [, mark, waits]] of Object.entries(games)) {
    waiting[waits ? "add" : "delete"](tag);
    isNew(tag, mark, data.kinds ?? []);
  }
  label();
});

// What an answer to a press on this page was made from.
document.addEventListener("live-known", ({ detail }) => {
  Object.entries(JSON.parse(detail || "{}")).forEach(([tag, mark]) => marks.set(tag, mark));
});

document.addEventListener("visibilitychange", () => {
  unseen &&= document.hidden;
  label();
});

place?.querySelector("button").addEventListener("click", () => {
  place.hidden = true;
});
