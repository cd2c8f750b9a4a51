// Spares the game's page its reloads: a click or a pause in typing sends the form as it is and puts the answer in its place.
// Without it the same buttons load the page. Whatever is carried out still leads to a page of its own. What was typed stays
// in this browser until the server has taken it, under the player's number, the game and the turn.
"use strict";

(() => {
  const PATIENCE = 600; // milliseconds without a key after which what was typed is tried
  const LONGEST = 30000; // milliseconds after which no answer is waited for
  let typing = null;
  let asked = 0;
  let sending = false;
  let turn = Promise.resolve(); // clicks are taken one after the other, however fast they come

  const form = () => document.getElementById("orders-form");
  const box = () => document.getElementById("orders");
  const game = `orders ${document.body.dataset.player} ${form().dataset.game} `;
  const name = () => game + form().dataset.turn;

  class Trouble extends Error {
    constructor(sort, text = "") {
      super(sort);
      this.sort = sort;
      this.text = text;
    }
  }

  // What is kept: `text` as it was typed, and `body`, the form by which it was sent when no answer came.
  const shelf = {
    names() {
      return Object.keys(localStorage).filter((one) => one.startsWith(game));
    },
    find() {
      try {
        const found = this.names().map((one) => ({ ...JSON.parse(localStorage.getItem(one)), name: one }));
        return found.sort((one, other) => other.at - one.at)[0] || null;
      } catch {
        return null;
      }
    },
    put(text, body) {
      try {
        if (Number(localStorage.getItem("signed out")) > performance.timeOrigin) {
          return; // in another tab, since this page was loaded
        }
        this.names().forEach((one) => localStorage.removeItem(one));
        if (text.trim()) {
          localStorage.setItem(name(), JSON.stringify({ text, body, at: Date.now() }));
        }
      } catch {
        // the browser keeps nothing; the page still does
      }
    },
  };

  // The same form sent again is dealt with once: so what was sent without an answer is sent again as it was.
  function fields(button) {
    const kept = shelf.find();
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
    return button !== null && (button.name === "sure" || (button.name === "do" && button.value === "send"));
  }

  async function send(button) {
    clearTimeout(typing);
    const mine = ++asked;
    const typed = box().value;
    const body = fields(button);
    if (isSent(button)) {
      shelf.put(typed, body.toString());
    }
    const { response, page } = await answerTo(body);
    const fresh = page.getElementById("play");
    if (response.redirected && new URL(response.url).pathname.endsWith("/answer")) {
      shelf.put("", "");
      await leave(() => location.assign(response.url));
    }
    if (!fresh) {
      throw new Trouble(...troubleOf(response, page));
    }
    if (!fresh.querySelector("#orders")) {
      await leave(() => location.reload()); // no orders are taken any more
    }
    if (mine === asked && box().value === typed) {
      const kept = shelf.find();
      replace(document.importNode(fresh, true), button);
      // What waits for the player to confirm it is on the server, and comes back from there.
      const text = "waits" in form().dataset ? "" : box().value;
      shelf.put(text, kept && !isSent(button) && kept.text === text ? kept.body : "");
    }
    tell(null);
  }

  async function answerTo(body) {
    try {
      const headers = { "X-Part": "play" };
      const signal = AbortSignal.timeout(LONGEST);
      const response = await fetch(form().action, { method: "POST", body, headers, signal });
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

  function replace(fresh, button) {
    const old = document.getElementById("play");
    const { activeElement } = document;
    const open = [...old.querySelectorAll("details")].map((details) => details.open);
    const caret = activeElement === box() ? [box().selectionStart, box().selectionEnd, box().scrollTop] : null;
    fresh.querySelectorAll("details").forEach((details, at) => {
      details.open = open[at];
    });
    // The map stays where it is looked at, and the box of text stays the one that is typed in.
    for (const part of [".board", "section.holdings"]) {
      old.querySelector(part)?.replaceWith(fresh.querySelector(part));
    }
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
    focus(ask, caret, button);
    say();
  }

  // What is spoken stands in an element that stays: a live region that comes anew says nothing.
  function say() {
    const parts = document.querySelectorAll("#trial .verdict, #trial .bad p, #trial li:last-child.good p");
    document.getElementById("spoken").textContent = [...parts].map((part) => part.textContent.trim()).join(" ");
  }

  function focus(ask, caret, button) {
    if (ask) {
      ask.focus();
    } else if (caret) {
      box().focus();
      box().setSelectionRange(caret[0], caret[1]);
      box().scrollTop = caret[2];
    } else if (button) {
      const same = [...form().elements].find((one) => one.name === button.name && one.value === button.value);
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
      document.getElementById("spoken").textContent = document.body.dataset.sending;
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

  document.addEventListener("submit", (event) => {
    if (event.target !== form()) {
      return;
    }
    event.preventDefault();
    const { submitter } = event;
    if (!sending) {
      sending = isSent(submitter);
      turn = turn.then(() => press(submitter));
    }
  });

  document.addEventListener("input", (event) => {
    if (event.target !== box()) {
      return;
    }
    document.getElementById("kept").replaceChildren();
    shelf.put(box().value, "");
    clearTimeout(typing);
    asked += 1; // an answer under way is about another text
    typing = setTimeout(() => send(null).catch(tell), PATIENCE);
  });

  document.addEventListener("click", (event) => {
    if ("throwAway" in event.target.dataset) {
      document.getElementById("kept").replaceChildren();
      box().value = "";
      shelf.put("", "");
      box().focus();
      turn = turn.then(() => press(null));
    }
  });

  // What was typed before and not sent comes back into an empty box; nothing of it is sent by that.
  function bringBack() {
    const found = shelf.find();
    if (!found || box().value.trim()) {
      return;
    }
    const sort = found.name !== name() ? "earlier" : found.body ? "unanswered" : "typed";
    const said = document.getElementById("kept-texts").content.querySelector(`[data-kept="${sort}"]`);
    document.getElementById("kept").replaceChildren(document.importNode(said, true));
    box().value = found.text;
    turn = turn.then(() => send(null)).catch(tell);
  }

  bringBack();
})();
